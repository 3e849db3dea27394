// What scenarios do to the fake scene beyond Maya's API.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <maya/MDagPath.h>
#include <maya/MObject.h>
#include <maya/MPoint.h>
#include <maya/MString.h>

#include "scene/shapes.h"

namespace stage {

// An empty scene: Y up, centimetres, 30 frames a second, no messages, dependency graph evaluation; the plug-in is
// loaded.
void newScene();

// A command's result; throws where it fails.
std::string command(const std::string& text);
// As typed by the user: one step to undo.
void run(const std::string& text);
void undo();
void redo();
// The number that follows `name` in JSON, from a place on.
double numberAfter(const std::string& json, const std::string& name, size_t from);

void clearMessages();
std::vector<std::string> errors();

// The evaluation manager: setDependentsDirty is not called then.
void useManager(bool isOn);

// Limits a deformer's geometry to these vertices, in this order.
void setMembers(const MObject& deformer, unsigned geometry, const std::vector<int>& vertices);
void paint(const MObject& deformer, unsigned geometry, const std::vector<size_t>& vertices, float weight);
// Lets a deformer deform what goes into it once more, as another geometry.
surefoot::ShapeNode addGeometry(const surefoot::ShapeNode& shape, unsigned index);

MDagPath makeJoint(const std::string& name, const MDagPath* parent = nullptr);
// A skin cluster; all weight goes to the first joint.
void bind(const MDagPath& mesh, const std::vector<MDagPath>& joints);
MDagPath pathOf(const std::string& name);
// What a Failure that `work` throws says; empty if it throws none.
std::string failureOf(const std::function<void()>& work);

// Saves as Maya ASCII, opens an empty scene, and loads the file.
void saveAndLoad();

// Runs what waits for Maya to be idle.
void idle();
// A mark on the Time Slider, in frames.
struct Mark {
    std::string row;
    double first = 0.0;
    double last = 0.0;
};
std::vector<Mark> marks();

// What one drawing of a locator made.
struct Picture {
    int strips = 0, meshes = 0, filledCircles = 0, rings = 0, spheres = 0;
    // Single points.
    int points = 0;
    std::vector<std::string> texts;
    MPoint firstSphere;
    // Values of the scene that were read while it drew.
    int sceneReads = 0;
};
Picture draw(const MDagPath& locator);
bool isDrawDirty(const MObject& locator);
// As cached playback does: the node at another time, while the user stays where he is.
void evaluateInBackground(const MObject& node, double frame);

// Shapes below transforms of these names.
MDagPath makeCube(const std::string& name, double size);
MDagPath makeBall(const std::string& name, double radius);

}  // namespace stage
