// Geometry of meshes and deformers.
#pragma once

#include "scene.h"

namespace fake {

Ptr<MeshData> newMesh(const std::vector<MPoint>& points, const std::vector<int>& counts,
                      const std::vector<int>& connects);
// Maya keeps single precision: points are rounded, and the raw array is made of them.
void updateRaw(MeshData& mesh);
// The geometry that a mesh node shows; null if there is none.
Ptr<MeshData> meshOf(Node& node, const Context& context);
Ptr<Data> meshData(const Ptr<MeshData>& mesh);
Node* makeMeshNode(const std::string& name, Node* transform, const Ptr<MeshData>& mesh);

// What a geometry iterator walks over.
struct Points : Counted {
    Ptr<MeshData> mesh;
    std::vector<int> vertices;
    MMatrix toWorld;
    Ptr<Node> node;
};

}  // namespace fake
