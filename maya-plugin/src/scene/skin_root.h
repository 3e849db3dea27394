// From a mesh to the joints that move it.
#pragma once

#include <maya/MDagPath.h>

namespace surefoot {

// The root of the hierarchy that holds the influences of a mesh's skin cluster; not valid without a skin cluster.
MDagPath findSkinRoot(const MDagPath& mesh);

}  // namespace surefoot
