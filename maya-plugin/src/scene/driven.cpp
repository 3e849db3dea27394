#include "scene/driven.h"

#include <maya/MAnimUtil.h>
#include <maya/MFn.h>
#include <maya/MFnAnimCurve.h>
#include <maya/MFnDagNode.h>
#include <maya/MFnDependencyNode.h>
#include <maya/MItDependencyGraph.h>
#include <maya/MItDependencyNodes.h>
#include <maya/MObject.h>
#include <maya/MObjectArray.h>

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

std::string quoted(const MPlug& plug)
{
    return plainText(plug.partialName(true, true, true, false, false, true));
}

}  // namespace

std::string findStaleSource(const Rig& rig)
{
    const std::vector<std::string> handles = findIkHandles(rig);
    for (const std::string& handle : handles) {
        if (!handle.empty()) {
            return handle + " (ikHandle)";
        }
    }
    for (const RigNode& node : rig.nodes) {
        MObject object = node.path.node();
        for (MItDependencyGraph it(object, MFn::kInvalid, MItDependencyGraph::kUpstream,
                                   MItDependencyGraph::kDepthFirst, MItDependencyGraph::kNodeLevel);
             !it.isDone(); it.next()) {
            const MObject item = it.currentItem();
            const std::string type = typeOf(item);
            if (isStaleType(type)) {
                return nameOf(item) + " (" + type + ")";
            }
        }
    }
    return "";
}

std::vector<std::string> findIkHandles(const Rig& rig)
{
    std::vector<std::string> handles(rig.nodes.size());
    for (MItDependencyNodes it(MFn::kIkHandle); !it.isDone(); it.next()) {
        const MObject handle = it.thisNode();
        const MFnDependencyNode node(handle);
        const MPlug start = node.findPlug("startJoint", true).source();
        const MPlug end = node.findPlug("endEffector", true).source();
        if (start.isNull() || end.isNull()) {
            continue;
        }
        // The effector hangs below the last joint that the handle turns.
        MDagPath path;
        MDagPath first;
        if (!MDagPath::getAPathTo(end.node(), path) || !MDagPath::getAPathTo(start.node(), first)) {
            continue;
        }
        while (path.length() > 1) {
            path.pop(1);
            const int index = rig.find(path);
            if (index >= 0) {
                handles[index] = nameOf(handle);
            }
            if (path == first) {
                break;
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
    const MPlug source = plug.source();
    if (source.isNull()) {
        if (plug.isFreeToChange(true, true) == MPlug::kNotFreeToChange) {
            return name + " cannot be changed; its node is referenced and locked.";
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
