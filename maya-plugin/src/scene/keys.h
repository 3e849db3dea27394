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

// Replaces the keys of a channel inside a range, those between frames included. Keys outside keep their values and
// their tangents, which become fixed where Maya would compute them anew. What a curve or a channel without keys held
// outside the range it goes on to hold, by a key of its own on the frame beside it.
void replaceKeys(SceneEdit& edit, const ChannelKeys& channel, const FrameRange& frames);

// Sets keys on a channel without any.
void setNewKeys(SceneEdit& edit, const ChannelKeys& channel, const std::vector<MTime>& times);

}  // namespace surefoot
