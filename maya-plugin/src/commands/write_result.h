// Writes an edited clip into the scene and measures it there again.
#pragma once

#include <string>
#include <vector>

#include "commands/character.h"
#include "commands/common_flags.h"

namespace surefoot {

// How far the evaluated scene is from the clip that was to be written.
struct SceneCheck {
    // Farthest joint from its place, metres.
    double farthest = 0.0;
    std::string joint;
    double frame = 0.0;
    // Slide of planted points in the scene before and after, m/s; below 0 without contacts.
    double slideBefore = -1.0;
    double slideAfter = -1.0;
    // What measuring planted feet says of the scene; empty without contacts.
    std::string summary;
};

struct Written {
    // Name of the layer, or of the copy's root; empty for keys.
    std::string name;
    size_t channelCount = 0;
    SceneCheck check;
};

// The name of the layer that a result goes to.
std::string layerNameFor(const WriteSettings& settings, const MDagPath& root);

Written writeResult(const Character& character, const surefoot_clip* edited, const WriteSettings& settings,
                    SceneEdit& edit, Progress& progress);

}  // namespace surefoot
