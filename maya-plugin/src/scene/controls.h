// Controls that drive joints one to one, as the forward kinematics of a rig has them.
#pragma once

#include <string>
#include <vector>

#include "scene/motion.h"
#include "scene/rig.h"
#include "scene/sampling.h"

namespace surefoot {

// Which control turns which joint.
struct ControlMap {
    // Parents before children.
    std::vector<RigNode> controls;
    // By control: its joint in the rig.
    std::vector<int> joints;
    // By control: the nearest mapped control above it; -1 if there is none.
    std::vector<int> above;
};

// Reads a file with a line "joint = control" for each pair; # begins a comment. Names without namespace are looked for
// in that of the root. Fails for names that are not there, and for a pair that is given twice.
ControlMap readControls(const std::string& file, const Rig& rig);

// What the controls did before.
struct ControlSamples {
    Samples samples;
    // What each control hangs below: frame * controls + control.
    std::vector<MMatrix> parents;
};

ControlSamples sampleControls(const ControlMap& map, const FrameRange& frames, Sampling sampling, const Step& step);

// The channels of controls that bring their joints to `world` (frame * joints + joint). Fails where a joint changed
// that no control above it can bring along: `changed` names what the joints themselves would need.
std::vector<NodeChannels> controlChannels(const ControlMap& map, const ControlSamples& before, const Rig& rig,
                                          const Samples& samples, const std::vector<NodeChannels>& changed,
                                          const std::vector<MMatrix>& world);

}  // namespace surefoot
