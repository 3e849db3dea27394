#include "scene/rig.h"

#include <algorithm>
#include <unordered_map>

#include <maya/MFn.h>
#include <maya/MFnDependencyNode.h>
#include <maya/MFnIkJoint.h>
#include <maya/MFnTransform.h>
#include <maya/MObject.h>
#include <maya/MSpace.h>

#include "status.h"

namespace surefoot {

namespace {

// A hierarchy this deep is a fault of the scene, not a character.
constexpr unsigned int kMostNodes = 10000;

MPlug plugOf(const MFnDependencyNode& node, const char* name, const std::string& label)
{
    MStatus status;
    const MPlug plug = node.findPlug(name, true, &status);
    check(status, std::string("find ") + name + " of " + label);
    return plug;
}

MVector vectorOf(const MFnDependencyNode& node, const char* name, const std::string& label)
{
    const MPlug plug = plugOf(node, name, label);
    return MVector(plug.child(0).asDouble(), plug.child(1).asDouble(), plug.child(2).asDouble());
}

MPlug elementOf(const MPlug& array, unsigned int index, const std::string& label)
{
    MStatus status;
    const MPlug element = array.elementByLogicalIndex(index, &status);
    check(status, "find the matrix of " + label);
    return element;
}

// Whether a joint is at or below a node; groups without one carry no part of the body.
bool hasJoint(const MDagPath& path)
{
    if (path.hasFn(MFn::kJoint)) {
        return true;
    }
    for (unsigned int child = 0; child < path.childCount(); ++child) {
        MDagPath below = path;
        if (below.push(path.child(child)) && below.hasFn(MFn::kTransform) && hasJoint(below)) {
            return true;
        }
    }
    return false;
}

void readBelow(const MDagPath& path, int parent, Rig& rig)
{
    if (rig.nodes.size() >= kMostNodes) {
        throw Failure("The hierarchy below " + rig.root().label() + " has more than " + std::to_string(kMostNodes) +
                      " joints and groups; select the root of one character.");
    }
    const int index = static_cast<int>(rig.nodes.size());
    rig.nodes.push_back(readRigNode(path, parent));
    for (unsigned int child = 0; child < path.childCount(); ++child) {
        MDagPath below = path;
        // Constraints and effectors are transforms, too, but no joint hangs below them.
        if (below.push(path.child(child)) && below.hasFn(MFn::kTransform) && hasJoint(below)) {
            readBelow(below, index, rig);
        }
    }
}

// The skeleton joins nodes by name; two joints of one name in different branches are told apart by their parents'.
void makeNamesUnique(Rig& rig)
{
    std::unordered_map<std::string, int> count;
    for (RigNode& node : rig.nodes) {
        const int seen = count[node.name]++;
        if (seen > 0) {
            std::string name;
            for (int suffix = seen + 1; name.empty() || count.count(name) > 0; ++suffix) {
                name = node.name + "_" + std::to_string(suffix);
            }
            count[name] = 1;
            node.name = name;
        }
    }
}

}  // namespace

std::string shortName(const MDagPath& path)
{
    std::string name = plainText(path.partialPathName());
    name = name.substr(name.rfind('|') + 1);
    return name.substr(name.rfind(':') + 1);
}

std::string RigNode::label() const
{
    return plainText(path.partialPathName());
}

int Rig::find(const MDagPath& path) const
{
    for (size_t index = 0; index < nodes.size(); ++index) {
        if (nodes[index].path == path) {
            return static_cast<int>(index);
        }
    }
    return -1;
}

int Rig::findName(const std::string& name) const
{
    for (size_t index = 0; index < nodes.size(); ++index) {
        if (nodes[index].name == name) {
            return static_cast<int>(index);
        }
    }
    return -1;
}

RigNode readRigNode(const MDagPath& path, int parent)
{
    RigNode node;
    node.path = path;
    node.parent = parent;
    node.name = shortName(path);
    node.isJoint = path.hasFn(MFn::kJoint);
    const std::string label = node.label();

    MStatus status;
    const MFnDependencyNode depend(path.node(), &status);
    check(status, "read " + label);
    // The attribute counts from 0 like MEulerRotation; MTransformationMatrix would count from 1.
    node.rotationOrder = static_cast<MEulerRotation::RotationOrder>(plugOf(depend, "rotateOrder", label).asShort());
    node.inheritsTransform = plugOf(depend, "inheritsTransform", label).asBool();
    if (node.isJoint) {
        const MFnIkJoint joint(path, &status);
        check(status, "read the joint " + label);
        check(joint.getOrientation(node.jointOrient), "read the joint orient of " + label);
        check(joint.getScaleOrientation(node.rotateAxis), "read the rotate axis of " + label);
        node.compensatesScale = plugOf(depend, "segmentScaleCompensate", label).asBool();
        node.inverseScale = plugOf(depend, "inverseScale", label);
    } else {
        const MFnTransform transform(path, &status);
        check(status, "read the transform " + label);
        node.rotateAxis = transform.rotateOrientation(MSpace::kTransform, &status);
        check(status, "read the rotate axis of " + label);
        node.rotatePivot = vectorOf(depend, "rotatePivot", label);
        node.rotatePivotTranslate = vectorOf(depend, "rotatePivotTranslate", label);
        node.scalePivot = vectorOf(depend, "scalePivot", label);
        node.scalePivotTranslate = vectorOf(depend, "scalePivotTranslate", label);
    }
    const char* const axes[3] = {"X", "Y", "Z"};
    for (int axis = 0; axis < 3; ++axis) {
        node.rotate[axis] = plugOf(depend, (std::string("rotate") + axes[axis]).c_str(), label);
        node.translate[axis] = plugOf(depend, (std::string("translate") + axes[axis]).c_str(), label);
    }
    const unsigned int instance = path.instanceNumber();
    node.worldMatrix = elementOf(plugOf(depend, "worldMatrix", label), instance, label);
    node.parentMatrix = elementOf(plugOf(depend, "parentMatrix", label), instance, label);
    node.offsetParentMatrix = plugOf(depend, "offsetParentMatrix", label);
    return node;
}

Rig readRig(const MDagPath& root)
{
    if (!root.hasFn(MFn::kJoint)) {
        throw Failure(plainText(root.partialPathName()) + " is not a joint; select the root joint of a character.");
    }
    Rig rig;
    readBelow(root, -1, rig);
    if (rig.nodes.size() < 2) {
        throw Failure(rig.root().label() + " has no joints below it; select the root joint of a character.");
    }
    makeNamesUnique(rig);
    return rig;
}

MDagPath rootOf(const MDagPath& path)
{
    if (!path.hasFn(MFn::kJoint)) {
        throw Failure(plainText(path.partialPathName()) + " is not a joint; select the root joint of a character.");
    }
    MDagPath root = path;
    MDagPath above = path;
    // Groups may lie between joints, so the whole way up is looked at.
    while (above.length() > 1) {
        above.pop(1);
        if (above.hasFn(MFn::kJoint)) {
            root = above;
        }
    }
    return root;
}

std::vector<MDagPath> findRoots(const std::vector<MDagPath>& given)
{
    if (given.empty()) {
        throw Failure("Nothing is selected; select the root joint of a character, or name it.");
    }
    std::vector<MDagPath> roots;
    for (const MDagPath& path : given) {
        const MDagPath root = rootOf(path);
        if (std::find(roots.begin(), roots.end(), root) == roots.end()) {
            roots.push_back(root);
        }
    }
    return roots;
}

}  // namespace surefoot
