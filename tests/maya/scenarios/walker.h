// A character in the scene that moves as a clip does, on joints that are as awkward as a rigger's: with joint orients,
// rotate axes and all rotate orders. Made through Maya's own API, so that it would run in Maya, too.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <maya/MDagPath.h>
#include <maya/MMatrix.h>
#include <maya/MObject.h>
#include <maya/MPlug.h>
#include <maya/MVector.h>

#include "library.h"

namespace scenario {

// The file's skeleton and first clip at the frame rate of the scene, cut to `frameCount` frames; 0 keeps all.
struct Source {
    surefoot::Skeleton skeleton;
    surefoot::Clip clip;
    std::vector<std::string> names;
    std::vector<int> parents;
    size_t frameCount = 0;
};
Source readSource(const std::string& file, double frameRate, size_t frameCount);

struct WalkerOptions {
    // 0 leaves joints straight: no joint orients, XYZ.
    std::uint32_t seed = 1;
    bool isZUp = false;
    // Frame of the scene at which the clip begins.
    double firstFrame = 1.0;
    // Metres that one of Maya's centimetres stands for; 0.01 in a scene of real size.
    double metresPerUnit = 0.01;
    // Put before every name: "hero:".
    std::string prefix;
    // Above the root: a group with this scale, and one that is turned and moved.
    double groupScale = 1.0;
    // Every joint keeps its rotation in parts: some of it in offsetParentMatrix.
    bool useOffsetParent = false;
    // Keys between frames, which a clean result has to take out.
    bool addFractionalKeys = false;
};

// The joints, in the order of the source's skeleton.
struct Walker {
    std::vector<MDagPath> joints;
    const MDagPath& root() const { return joints.front(); }
};
Walker makeWalker(const Source& source, const WalkerOptions& options);

// Where joints are in the scene at a frame: metres, Y up, 3 numbers each.
std::vector<double> placesAt(const Walker& walker, double frame, const WalkerOptions& options);
// Where they are in a clip.
std::vector<double> placesIn(const surefoot_skeleton* skeleton, const surefoot_clip* clip);
// The largest distance between both over all frames, metres.
double farthest(const Walker& walker, const WalkerOptions& options, const std::vector<double>& places,
                size_t frameCount);

// A channel of a node.
MPlug channel(const MDagPath& path, const std::string& name);
// Every key of every curve of the joints, to the bit: times, values, tangents, infinities.
std::vector<double> allKeys(const Walker& walker);
// What the channels hold in every frame, to the bit.
std::vector<double> allValues(const Walker& walker, double first, size_t frameCount);

// Looks for a file of the test data; empty, with a line that says so, if it is not there.
std::string dataFile(const std::string& name);

}  // namespace scenario
