// The skins that a rig moves, as the library has them.
#pragma once

#include <vector>

#include <maya/MDagPath.h>
#include <maya/MObject.h>

#include "library.h"
#include "scene/motion.h"
#include "scene/rig.h"
#include "scene/units.h"

namespace surefoot {

// A mesh and the skin cluster that binds it to a rig.
struct SkinnedMesh {
    MObject cluster;
    // Which of the cluster's geometries this is.
    unsigned int geometry = 0;
    // The shape that the user sees.
    MDagPath shape;
};

// Every mesh that joints of the rig move.
std::vector<SkinnedMesh> findSkinnedMeshes(const Rig& rig);

// The mesh as it was bound, with its weights. Fails where it follows joints outside the rig, or weights are damaged.
Skin readSkin(const SkinnedMesh& mesh, const Rig& rig, const surefoot_skeleton* skeleton, const Units& units);

// Where joints were when their meshes were bound.
BindPose readBindPose(const std::vector<SkinnedMesh>& meshes, const Rig& rig);

}  // namespace surefoot
