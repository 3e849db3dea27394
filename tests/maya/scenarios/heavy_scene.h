// The dancing heavy man in the scene: joints with keys, a mesh in centimetres, a skin cluster.
#pragma once

#include <vector>

#include <maya/MDagPath.h>
#include <maya/MObject.h>
#include <maya/MString.h>

#include "heavy_body.h"

namespace heavy {

struct Scene {
    std::vector<MDagPath> joints;
    // The visible shape.
    MDagPath mesh;
};

// Keys on frames 0, 1, 2, … of a scene at the clip's rate.
Scene buildScene(const Body& body);

// Object-space points of the visible shape at the current time, centimetres.
std::vector<float> pointsOf(const MDagPath& mesh);

void goTo(double frame);

}  // namespace heavy
