// What a surefootDisplay locator draws of one hierarchy.
#pragma once

#include <vector>

#include <maya/MDGModifier.h>
#include <maya/MDagModifier.h>
#include <maya/MDagPath.h>
#include <maya/MObject.h>
#include <maya/MTime.h>
#include <maya/MVector.h>

namespace surefoot {

// In the world, Maya's centimetres; one entry a frame unless said otherwise. What is empty is not drawn.
struct DisplayData {
    MTime first;
    double frameRate = 30.0;
    // Trails of feet, each over all frames.
    std::vector<std::vector<MVector>> before, after;
    std::vector<MVector> centres;
    // NaN where a frame has none.
    std::vector<MVector> zeroMomentPoints;
    // Corners of the area of support of frame f: areaCorners[areaFirst[f]] up to areaCorners[areaFirst[f + 1]].
    std::vector<unsigned> areaFirst;
    std::vector<MVector> areaCorners;
    // Vertices inside the body, in the same form.
    std::vector<unsigned> penetratingFirst;
    std::vector<MVector> penetratingPoints;
    // Where the shadow of the centre of mass falls, along the scene's up axis.
    double groundHeight = 0.0;
};

// The display of a hierarchy; null if there is none.
MObject findDisplay(const MDagPath& root);

// Makes the display of a root show `data`, and the contacts of the surefootPlants node that the root has by now.
// Creates it where there is none. Do `dag` before `graph`. Gives the locator's node.
MObject writeDisplay(MDagModifier& dag, MDGModifier& graph, const MDagPath& root, const DisplayData& data);

DisplayData readDisplay(const MObject& node);

}  // namespace surefoot
