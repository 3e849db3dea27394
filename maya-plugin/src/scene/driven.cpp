#include "scene/driven.h"

#include <unordered_set>

#include <maya/MAnimUtil.h>
#include <maya/MFn.h>
#include <maya/MFnAnimCurve.h>
#include <maya/MFnDagNode.h>
#include <maya/MFnDependencyNode.h>
#include <maya/MItDependencyGraph.h>
#include <maya/MItDependencyNodes.h>
#include <maya/MObject.h>
#include <maya/MObjectArray.h>
#include <maya/MObjectHandle.h>

#include "library.h"

namespace surefoot {

namespace {

std::string typeOf(const MObject& node)
{
    return plainText(MFnDependencyNode(node).typeName());
}

std::string nameOf(const MObject& node)
{
    return plainText(MFnDependencyNode(node).name());
}

bool startsWith(const std::string& text, const char* start)
{
    return text.rfind(start, 0) == 0;
}

// Nodes that answer for the current time whatever time they are asked for.
bool isStaleType(const std::string& type)
{
    for (const char* start : {"ik", "HIK", "nucleus", "nCloth", "hairSystem", "dynamic", "rigidSolver", "bullet"}) {
        if (startsWith(type, start)) {
            return true;
        }
    }
    return false;
}

// A handle and the joints that it turns.
struct IkChain {
    std::string handle;
    std::vector<MDagPath> joints;
};

std::vector<IkChain> findIkChains()
{
    std::vector<IkChain> chains;
    for (MItDependencyNodes it(MFn::kIkHandle); !it.isDone(); it.next()) {
        const MObject handle = it.thisNode();
        const MFnDependencyNode node(handle);
        const MPlug start = node.findPlug("startJoint", true).source();
        const MPlug end = node.findPlug("endEffector", true).source();
        // The effector hangs below the last joint that the handle turns.
        MDagPath path;
        MDagPath first;
        if (start.isNull() || end.isNull() || !MDagPath::getAPathTo(end.node(), path) ||
            !MDagPath::getAPathTo(start.node(), first)) {
            continue;
        }
        IkChain chain;
        chain.handle = nameOf(handle);
        while (path.length() > 1) {
            path.pop(1);
            chain.joints.push_back(path);
            if (path == first) {
                break;
            }
        }
        chains.push_back(std::move(chain));
    }
    return chains;
}

std::string quoted(const MPlug& plug)
{
    return plainText(plug.partialName(true, true, true, false, false, true));
}

}  // namespace

std::string findStaleSource(const Rig& rig)
{
    std::unordered_set<unsigned int> seen;
    std::vector<MObject> waiting;
    for (const RigNode& node : rig.nodes) {
        waiting.push_back(node.path.node());
    }
    while (!waiting.empty()) {
        MObject start = waiting.back();
        waiting.pop_back();
        if (seen.count(MObjectHandle(start).hashCode()) > 0) {
            continue;
        }
        MItDependencyGraph it(start, MFn::kInvalid, MItDependencyGraph::kUpstream, MItDependencyGraph::kDepthFirst,
                              MItDependencyGraph::kNodeLevel);
        // The last step past what was pruned may fail; then there is nothing left.
        for (bool goesOn = !it.isDone(); goesOn; goesOn = it.next() && !it.isDone()) {
            const MObject item = it.currentItem();
            if (!seen.insert(MObjectHandle(item).hashCode()).second) {
                it.prune();
                continue;
            }
            const std::string type = typeOf(item);
            if (isStaleType(type)) {
                return nameOf(item) + " (" + type + ")";
            }
            // What a constraint follows moves with everything that it hangs below.
            MDagPath path;
            if (item.hasFn(MFn::kDagNode) && MDagPath::getAPathTo(item, path) && path.length() > 1) {
                path.pop(1);
                waiting.push_back(path.node());
            }
        }
    }
    // A joint that inverse kinematics turns has no connection to its handle.
    for (const IkChain& chain : findIkChains()) {
        for (const MDagPath& joint : chain.joints) {
            if (seen.count(MObjectHandle(joint.node()).hashCode()) > 0) {
                return chain.handle + " (ikHandle)";
            }
        }
    }
    return "";
}

std::vector<std::string> findIkHandles(const Rig& rig)
{
    std::vector<std::string> handles(rig.nodes.size());
    for (const IkChain& chain : findIkChains()) {
        for (const MDagPath& joint : chain.joints) {
            const int index = rig.find(joint);
            if (index >= 0) {
                handles[static_cast<size_t>(index)] = chain.handle;
            }
        }
    }
    return handles;
}

std::string whyNotKeyed(const MPlug& plug, Keying keying)
{
    const std::string name = quoted(plug);
    if (plug.isLocked()) {
        return name + " is locked; unlock it in the Channel Box.";
    }
    if (!plug.isKeyable()) {
        return name + " is not keyable; make it keyable in the Channel Control.";
    }
    if (plug.isFreeToChange(true, true) == MPlug::kNotFreeToChange) {
        MObject constraint;
        MObjectArray targets;
        if (MAnimUtil::findConstraint(plug, constraint, targets)) {
            return name + " is driven by the constraint " + nameOf(constraint) +
                   "; key its controls (-result controls), or a copy of the skeleton (-result bake).";
        }
    }
    // A rotation may be connected as a whole.
    const MPlug whole = plug.isChild() ? plug.parent().source() : MPlug();
    const MPlug source = plug.source().isNull() ? whole : plug.source();
    if (source.isNull()) {
        if (plug.isFreeToChange(true, true) == MPlug::kNotFreeToChange) {
            return name + " cannot be changed; look for a lock on its node or in its reference.";
        }
        return "";
    }
    const MObject driver = source.node();
    const std::string type = typeOf(driver);
    if (driver.hasFn(MFn::kAnimCurve)) {
        const MFnAnimCurve curve(plug);
        if (!curve.isTimeInput()) {
            return name + " is driven by the set driven key " + nameOf(driver) +
                   "; key its driver's controls (-result controls), or a copy of the skeleton (-result bake).";
        }
        if (keying == Keying::kCurve && MFnDependencyNode(driver).isFromReferencedFile()) {
            return name + " takes its keys from a referenced file; write to a layer (-result layer).";
        }
        return "";
    }
    if (startsWith(type, "animBlend")) {
        return keying == Keying::kLayer ? "" : name + " has animation layers; write to a layer (-result layer).";
    }
    MObject constraint;
    MObjectArray targets;
    if (MAnimUtil::findConstraint(plug, constraint, targets)) {
        return name + " is driven by the constraint " + nameOf(constraint) +
               "; key its controls (-result controls), or a copy of the skeleton (-result bake).";
    }
    if (startsWith(type, "HIK")) {
        return name + " is driven by HumanIK (" + nameOf(driver) +
               "); bake it to the skeleton, or key a copy of the skeleton (-result bake).";
    }
    return name + " is driven by " + nameOf(driver) + " (" + type +
           "); key its controls (-result controls), or a copy of the skeleton (-result bake).";
}

}  // namespace surefoot
