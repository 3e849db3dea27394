// What the viewport shows of a character: a surefootDisplay node.
#pragma once

#include <vector>

#include <maya/MDGModifier.h>
#include <maya/MDagModifier.h>
#include <maya/MDagPath.h>
#include <maya/MObject.h>
#include <maya/MTime.h>
#include <maya/MVector.h>

#include "scene/scene_edit.h"

namespace surefoot {

// World, in Maya's centimetres. Whatever is empty is not drawn.
struct DisplayData {
    MTime first;
    double frameRate = 0.0;
    // One path a point of the feet, a place a frame.
    std::vector<std::vector<MVector>> before;
    std::vector<std::vector<MVector>> after;
    std::vector<MVector> centres;
    // NaN where a frame has none.
    std::vector<MVector> zeroMomentPoints;
    // The corners of frame f are areaCorners[areaFirst[f]] up to areaFirst[f + 1].
    std::vector<unsigned int> areaFirst;
    std::vector<MVector> areaCorners;
    // Likewise.
    std::vector<unsigned int> penetratingFirst;
    std::vector<MVector> penetratingPoints;
    // Where the shadow of the centre of mass falls, along the scene's up axis.
    double groundHeight = 0.0;
};

// The display of a root; null if there is none.
MObject findDisplay(const MDagPath& root);

// Creates or updates the one display of a root, linked to the contacts that the root has by now.
void writeDisplay(SceneEdit& edit, const MDagPath& root, const DisplayData& data);

// Fails for damaged arrays.
DisplayData readDisplay(const MObject& node);

}  // namespace surefoot
