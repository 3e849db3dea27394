// A copy of a skeleton with keys on every frame, where the original's joints cannot be keyed.
#pragma once

#include <string>

#include "scene/motion.h"
#include "scene/rig.h"
#include "scene/sampling.h"
#include "scene/scene_edit.h"

namespace surefoot {

// Makes the copy beside the original and returns its root. Nothing of the original is touched; joints get its name and
// "_surefoot". `world` is where its nodes go, frame * nodes + node: whatever moved the original, channels of the copy
// do.
MDagPath bakeCopy(SceneEdit& edit, const Rig& rig, const Samples& samples, const std::vector<MMatrix>& world);

}  // namespace surefoot
