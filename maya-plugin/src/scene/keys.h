// Keys in bulk: on channels' own curves, on a layer, or on new curves.
#pragma once

#include <string>
#include <vector>

#include <maya/MPlug.h>

#include "scene/sampling.h"
#include "scene/scene_edit.h"

namespace surefoot {

// One value a frame for one channel, radians or centimetres.
struct ChannelKeys {
    MPlug plug;
    std::vector<double> values;
};

std::vector<MTime> timesOf(const FrameRange& frames);

// Replaces the keys of a channel inside a range, those between frames included. Keys outside, their tangents and what
// lies before and after the curve stay as they are. A channel without keys gets a curve that holds its value outside.
void replaceKeys(SceneEdit& edit, const ChannelKeys& channel, const FrameRange& frames);

// Sets keys on a channel without any.
void setNewKeys(SceneEdit& edit, const ChannelKeys& channel, const std::vector<MTime>& times);

}  // namespace surefoot
