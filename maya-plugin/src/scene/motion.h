// Samples of a rig as a skeleton and a clip of the library, and a clip as what the channels of the rig must hold.
#pragma once

#include <vector>

#include "library.h"
#include "scene/rig.h"
#include "scene/sampling.h"
#include "scene/units.h"

namespace surefoot {

// World matrices of joints at bind time, by their place in the rig; joints without one are missing.
struct BindPose {
    std::vector<bool> isKnown;
    std::vector<MMatrix> world;
};

struct Motion {
    Skeleton skeleton;
    Clip clip;
};

// The rest pose is the bind pose where a skin tells it, else the pose with all rotations at zero.
Motion makeMotion(const Rig& rig, const Samples& samples, const BindPose& bind, const Units& units);

// The clip of samples on a skeleton that `makeMotion` made from the same rig.
Clip makeClip(const Rig& rig, const Samples& samples, const Skeleton& skeleton, const Units& units);

// World matrices of a clip on the rig's skeleton, in Maya's space: frame * node count + node.
std::vector<MMatrix> worldMatrices(const Motion& motion, const surefoot_clip* clip, const Units& units);

// What rotate and translate of a node must hold so that Maya computes a matrix relative to what it hangs below, in
// radians and centimetres. Of the Euler angles that mean the same, those nearest to `base` are taken. `scale`, where it
// is not null, gets what scale holds.
void solveChannels(const RigNode& node, const MMatrix& local, const MMatrix& offsetParent, const double inverseScale[3],
                   const double base[3], double rotate[3], double translate[3], double* scale = nullptr);

// What the channels of one node must hold in every frame, radians and centimetres; frames that did not change hold what
// was sampled, to the bit.
struct NodeChannels {
    size_t node = 0;
    bool rotates = false;
    bool translates = false;
    // 3 numbers a frame; empty unless it rotates or translates.
    std::vector<double> rotate;
    std::vector<double> translate;
};

// The channels of all nodes that differ between two clips of the same skeleton. `world` is that of `after`.
std::vector<NodeChannels> changedChannels(const Rig& rig, const Samples& samples, const surefoot_clip* before,
                                          const surefoot_clip* after, const std::vector<MMatrix>& world);

}  // namespace surefoot
