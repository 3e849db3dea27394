// An additive animation layer of our own on top of a rig: the user's curves stay as they are.
#pragma once

#include <string>
#include <vector>

#include <maya/MDagPath.h>

#include "scene/keys.h"

namespace surefoot {

// What a channel gets on top of what it holds, one value a frame.
struct LayerChannel {
    MPlug plug;
    std::vector<double> offsets;
};

// The name for a root's layer where the user gives none.
std::string layerName(const MDagPath& root);

// Deletes the layers that earlier runs made for this root, whatever their names, so that a new run starts from the
// original. Fails if somebody else made what has that name.
void removeOwnLayers(SceneEdit& edit, const std::string& name, const MDagPath& root);

// Makes the layer with its keys. Outside the frames it adds nothing.
void writeLayer(SceneEdit& edit, const std::string& name, const MDagPath& root,
                const std::vector<LayerChannel>& channels, const FrameRange& frames);

}  // namespace surefoot
