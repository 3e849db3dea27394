// The scene as a test sees it. Lengths are centimetres and angles degrees unless a name says otherwise.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <maya/MDagPath.h>
#include <maya/MMatrix.h>
#include <maya/MObject.h>
#include <maya/MPoint.h>
#include <maya/MTime.h>

namespace fake {

// Forgets everything but loaded plug-ins.
void newScene();

void setLinearUnit(const std::string& unit);
void setZUp(bool zUp);
void setTimeUnit(MTime::Unit unit);
// In frames of the time unit.
void setCurrentTime(double frame);
double currentTime();
void setPlaybackRange(double first, double last);
// Parallel evaluation: no dirty propagation, preEvaluation instead. Off in a new scene.
void setEvaluationManager(bool on);

// Names may hold namespaces; the parent is a path or empty. Returned: the node.
MObject createNode(const std::string& type, const std::string& name, const std::string& parent = "");
MObject createJoint(const std::string& name, const std::string& parent = "");
MObject createGroup(const std::string& name, const std::string& parent = "");
// Shows the node below one more parent.
void addInstance(const std::string& node, const std::string& parent);
// From a referenced file; its curves may be marked as well.
void setReferenced(const std::string& node, bool referenced = true, const std::string& file = "rig.ma");
void addNamespace(const std::string& name);
MObject find(const std::string& name);
bool exists(const std::string& name);
MDagPath path(const std::string& name);

// Plugs by text, "joint1.rotateX". Numbers in user units as in MEL.
void set(const std::string& plug, double value);
void set(const std::string& plug, const std::string& text);
void set(const std::string& plug, const MMatrix& matrix);
void set3(const std::string& plug, double x, double y, double z);
double get(const std::string& plug);
double getAt(const std::string& plug, double frame);
std::string getString(const std::string& plug);
MMatrix getMatrix(const std::string& plug);
MMatrix worldMatrixAt(const std::string& node, double frame);
MMatrix worldMatrix(const std::string& node);
void connect(const std::string& source, const std::string& destination);
void disconnect(const std::string& source, const std::string& destination);
bool isConnected(const std::string& source, const std::string& destination);
std::string sourceOf(const std::string& plug);
void lock(const std::string& plug, bool locked = true);
void setKeyable(const std::string& plug, bool keyable);
void select(const std::vector<std::string>& names);
std::vector<std::string> selection();

// A node whose outputs are given as functions of time, wired onto the plugs: a constraint, an IK handle, HumanIK. The
// values are internal (radians, centimetres). A stale node answers for the current time whatever time is asked for.
MObject createDriver(const std::string& type, const std::string& name, bool stale, const std::string& parent = "");
void drive(const std::string& driver, const std::string& plug, std::function<double(const MTime&)> value);
// What a rig's IK looks like: handle and effector wired to the joints that `drive` turns.
void wireIk(const std::string& handle, const std::string& startJoint, const std::string& endJoint);

// Keys in user units at frames.
struct KeyAt {
    double frame;
    double value;
};
MObject keyPlug(const std::string& plug, const std::vector<KeyAt>& keys);
struct KeyRecord {
    long long ticks;
    double value;
    int inType, outType;
    double inX, inY, outX, outY;
    bool tangentsLocked, weightsLocked, breakdown;
    bool operator==(const KeyRecord& other) const;
};
struct CurveRecord {
    bool exists = false;
    bool weighted = false;
    int preInfinity = 0, postInfinity = 0;
    std::vector<KeyRecord> keys;
    bool operator==(const CurveRecord& other) const;
    bool operator!=(const CurveRecord& other) const { return !(*this == other); }
};
// The curve that is connected straight to a plug.
CurveRecord curveOf(const std::string& plug);
std::string curveName(const std::string& plug);
void setWeighted(const std::string& plug, bool weighted);
void setInfinity(const std::string& plug, int pre, int post);
void setTangent(const std::string& plug, int key, bool in, double x, double y);
void setTangentType(const std::string& plug, int key, bool in, int type);

// Every name, value, connection, key and lock of the scene, as text; equal texts mean equal scenes bit for bit.
std::string snapshot();
// The scene as storable text and back. A new scene is made first.
std::string save();
bool load(const std::string& text);

// Errors that the API gave and nobody looked at; uses that read foreign memory in real Maya.
std::vector<std::string> ignoredErrors();
std::vector<std::string> misuses();
void forgetErrors();

}  // namespace fake
