#include "scene/skin_root.h"

#include <maya/MDagPathArray.h>
#include <maya/MFn.h>
#include <maya/MFnSkinCluster.h>
#include <maya/MItDependencyGraph.h>
#include <maya/MObject.h>

#include "scene/rig.h"

namespace surefoot {

MDagPath findSkinRoot(const MDagPath& mesh)
{
    MObject shape = mesh.node();
    MStatus status;
    MItDependencyGraph it(shape, MFn::kSkinClusterFilter, MItDependencyGraph::kUpstream,
                          MItDependencyGraph::kDepthFirst, MItDependencyGraph::kNodeLevel, &status);
    for (; status && !it.isDone(); it.next()) {
        MObject node = it.currentItem();
        const MFnSkinCluster cluster(node);
        MStatus isOfMesh;
        cluster.indexForOutputShape(shape, &isOfMesh);
        MDagPathArray influences;
        if (!isOfMesh || cluster.influenceObjects(influences) == 0) {
            continue;
        }
        for (unsigned i = 0; i < influences.length(); ++i) {
            if (influences[i].hasFn(MFn::kJoint)) {
                return rootOf(influences[i]);
            }
        }
    }
    return MDagPath();
}

}  // namespace surefoot
