// What drives a channel, and whether it can be keyed.
#pragma once

#include <string>
#include <vector>

#include <maya/MPlug.h>

#include "scene/rig.h"

namespace surefoot {

// A node that feeds the rig and computes wrong values at another time than the current one: inverse kinematics,
// HumanIK, dynamics. Its name and type; empty if there is none.
std::string findStaleSource(const Rig& rig);

// The IK handle that moves each joint of the rig; empty for joints that none moves. Maya shows no connection on these.
std::vector<std::string> findIkHandles(const Rig& rig);

enum class Keying {
    // Keys on the channel's own curve.
    kCurve,
    // Keys on a new layer on top of whatever curve and layers there are.
    kLayer,
};

// Why keys cannot be set on a channel: a sentence that names the node in the way and what to do; empty if they can.
std::string whyNotKeyed(const MPlug& plug, Keying keying);

}  // namespace surefoot
