// Meshes, skins and deformers as a test makes them.
#pragma once

#include <string>
#include <vector>

#include <maya/MMatrix.h>
#include <maya/MPoint.h>

namespace fake {

// A transform with a mesh below it, named NAME and NAMEShape.
void createMesh(const std::string& name, const std::vector<MPoint>& points, const std::vector<int>& counts,
                const std::vector<int>& connects, const std::string& parent = "");
// A skin cluster in front of the mesh, bound to the joints as they stand. weights[vertex][joint]. The logical indices
// of the influences may have gaps.
void createSkin(const std::string& name, const std::string& mesh, const std::vector<std::string>& joints,
                const std::vector<std::vector<double>>& weights, const std::vector<int>& indices = {});
// The node at the end of the chains of the meshes.
void createDeformer(const std::string& type, const std::string& name, const std::vector<std::string>& meshes);
// Restricts an output to a component tag's or set's vertices, in this order.
void setSubset(const std::string& deformer, int output, const std::vector<int>& vertices);
// Painted weights; vertices that are not named keep 1.
void paintWeight(const std::string& deformer, int output, int vertex, float weight);

enum class Evaluation {
    // Dirty propagation, the time line moved.
    kGraph,
    // preEvaluation and evaluation at the current time.
    kManager,
    // As cached playback in the background: another time, the time line where it was. From any thread.
    kBackground
};
std::vector<MPoint> deform(const std::string& mesh, double frame, Evaluation mode);
std::vector<MPoint> pointsOf(const std::string& mesh);

}  // namespace fake
