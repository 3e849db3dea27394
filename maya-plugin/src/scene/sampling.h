// The motion of a rig as Maya evaluates it, frame by frame: constraints, layers and inverse kinematics included.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <maya/MMatrix.h>
#include <maya/MTime.h>

#include "scene/rig.h"

namespace surefoot {

// The frames that a command works on: whole frames of the scene.
struct FrameRange {
    double first = 0;
    size_t count = 0;

    MTime time(size_t frame) const { return MTime(first + static_cast<double>(frame), MTime::uiUnit()); }
    // Frames per second of the scene.
    static double rate();
};

// From one time to another, in whole frames. Fails where there is none, or more than anybody animates.
FrameRange framesBetween(const MTime& start, const MTime& end);

enum class Sampling {
    // At another time, without moving the time line. Fast; wrong where nodes keep what they computed last.
    kContext,
    // By moving the time line, as playback does. Right for every rig.
    kTimeline,
};

// What a rig was in every frame. Maya's lengths and row vectors.
struct Samples {
    FrameRange frames;
    size_t nodeCount = 0;
    // frame * nodeCount + node.
    std::vector<MMatrix> world;
    std::vector<MMatrix> offsetParent;
    // What rotate and translate hold, layers included: 3 numbers each, radians and centimetres.
    std::vector<double> rotate;
    std::vector<double> translate;
    // What a joint multiplies its parent's scale with to take it back, 3 numbers each; ones where it does not.
    std::vector<double> inverseScale;
    // What the root hangs below, one a frame.
    std::vector<MMatrix> aboveRoot;

    const MMatrix& worldAt(size_t frame, size_t node) const { return world[frame * nodeCount + node]; }
};

// Told the share done; throws Cancelled to end the work.
using Step = std::function<void(double)>;

// Time line where something that feeds the rig is known to be wrong at another time: inverse kinematics, HumanIK,
// dynamics. `why`, if not null, gets its name.
Sampling samplingFor(const Rig& rig, std::string* why = nullptr);

// The user's time and the state of the viewport are as before when this returns or throws.
Samples sampleRig(const Rig& rig, const FrameRange& frames, Sampling sampling, const Step& step);

// World matrices of other nodes, frame * paths.size() + path.
std::vector<MMatrix> sampleWorld(const std::vector<MDagPath>& paths, const FrameRange& frames, Sampling sampling);

}  // namespace surefoot
