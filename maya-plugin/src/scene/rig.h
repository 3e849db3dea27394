// A joint hierarchy of the scene, node by node, as the library's skeleton has it.
#pragma once

#include <string>
#include <vector>

#include <maya/MDagPath.h>
#include <maya/MEulerRotation.h>
#include <maya/MPlug.h>
#include <maya/MQuaternion.h>
#include <maya/MVector.h>

namespace surefoot {

// One node of the hierarchy: a joint, or a group between joints.
struct RigNode {
    MDagPath path;
    // Without namespaces, unique in the rig: what the skeleton calls it.
    std::string name;
    // Place of the parent in the rig; -1 for the root.
    int parent = -1;
    bool isJoint = false;
    // The matrix of a joint is [scale][rotateAxis][rotate][jointOrient][inverse scale of the parent][translate], then
    // offsetParentMatrix, for row vectors. A group has no joint orient and no inverse scale.
    MQuaternion rotateAxis;
    MQuaternion jointOrient;
    bool compensatesScale = false;
    // Of groups and controls alone; they shift what rotate and scale do.
    MVector rotatePivot, rotatePivotTranslate, scalePivot, scalePivotTranslate;
    bool inheritsTransform = true;
    MEulerRotation::RotationOrder rotationOrder = MEulerRotation::kXYZ;
    MPlug rotate[3];
    MPlug translate[3];
    // As Maya evaluates them, of this instance.
    MPlug worldMatrix;
    MPlug parentMatrix;
    MPlug inverseScale;
    MPlug offsetParentMatrix;

    // For messages.
    std::string label() const;
};

// Parents come before children, the root first.
struct Rig {
    std::vector<RigNode> nodes;

    const RigNode& root() const { return nodes.front(); }
    // The place of a node; -1 if it is not part of the rig.
    int find(const MDagPath& path) const;
    // The place of the node that the skeleton calls so; -1 if there is none.
    int findName(const std::string& name) const;
};

// Reads one transform or joint.
RigNode readRigNode(const MDagPath& path, int parent);

// Reads the hierarchy below a root joint: its joints, and the groups between them. Controls, constraints and effectors
// that hang in it are left out. Fails for a node that is no joint and for a joint without any below it.
Rig readRig(const MDagPath& root);

// The joint at the top of the hierarchy that a node belongs to: the highest joint above it, or itself. Fails for a node
// that is no joint.
MDagPath rootOf(const MDagPath& path);

// The roots of what is named or, without names, selected. A part of a hierarchy stands for the whole of it. Fails where
// no joint is among them.
std::vector<MDagPath> findRoots(const std::vector<MDagPath>& given);

// A name without namespaces and without the path.
std::string shortName(const MDagPath& path);

}  // namespace surefoot
