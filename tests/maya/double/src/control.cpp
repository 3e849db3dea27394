// The scene as tests make and read it.
#include <fake/scene.h>

#include <cmath>
#include <cstdlib>

#include <fake/session.h>

#include "curve.h"
#include "datablock.h"
#include "draw.h"
#include "mel.h"
#include "messages.h"
#include "plugins.h"
#include "session.h"

namespace fake {

namespace {

[[noreturn]] void stop(const std::string& what)
{
    std::fprintf(stderr, "the test asks the double for what is not there: %s\n", what.c_str());
    std::abort();
}
Node& need(const std::string& name)
{
    Node* node = findNode(name);
    if (!node)
        stop("node " + name);
    return *node;
}
PlugRef needPlug(const std::string& name)
{
    PlugRef plug;
    if (!parsePlug(name, plug))
        stop("plug " + name);
    return plug;
}
Context at(double frame)
{
    Context context;
    context.normal = false;
    context.ticks = ticksOf(MTime(frame, scene().timeUnit));
    return context;
}
Node* curveNode(const std::string& plug)
{
    const PlugRef ref = needPlug(plug);
    const PlugRef* source = inputOf(*ref.node, ref.key);
    return source && source->node->curve ? source->node : nullptr;
}
CurveData& edit(const std::string& plug)
{
    Node* node = curveNode(plug);
    if (!node)
        stop("curve of " + plug);
    touch();
    return *node->curve;
}
void rememberNamespaces(const std::string& name)
{
    for (size_t colon = name.find(':'); colon != std::string::npos; colon = name.find(':', colon + 1))
        scene().namespaces.insert(name.substr(0, colon));
}

}  // namespace

void newScene()
{
    Scene& all = scene();
    tellScene(MSceneMessage::kBeforeNew);
    forgetDrawing();
    clearUndo();
    all.clear();
    registerBuiltinTypes(all);
    all.now = 0;
    all.timeUnit = MTime::kFilm;
    all.linearUnit = 6;
    all.angularUnit = 2;
    all.zUp = all.manager = false;
    all.minTime = all.startTime = 1.0;
    all.maxTime = 24.0;
    all.endTime = 48.0;
    all.namespaces.clear();
    all.currentNamespace = ":";
    all.references.clear();
    all.file.clear();
    all.world = make<Node>();
    all.world->type = findType("world");
    all.world->name = "world";
    all.world->inScene = true;
    all.world->isDefault = true;
    const Ptr<Node> time = newNode(findType("time"), "time1", nullptr);
    time->isDefault = true;
    addNode(time, nullptr);
    setTime(ticksOf(MTime(1.0, all.timeUnit)));
    setRefreshSuspended(false);
    clearMessages();
    interruptAfter(0);
    forgetErrors();
    tellScene(MSceneMessage::kAfterNew);
}
void newSceneIfNone()
{
    if (!scene().world)
        newScene();
}

void setLinearUnit(const std::string& unit)
{
    static const std::map<std::string, int> units = {{"in", 1}, {"ft", 2}, {"yd", 3}, {"mi", 4},
                                                     {"mm", 5}, {"cm", 6}, {"km", 7}, {"m", 8}};
    scene().linearUnit = units.at(unit);
}
void setZUp(bool zUp)
{
    scene().zUp = zUp;
}
void setTimeUnit(MTime::Unit unit)
{
    // As the preferences do without converting keys: the time line keeps its frame numbers.
    const double frame = currentTime();
    scene().timeUnit = unit;
    setCurrentTime(frame);
}
void setCurrentTime(double frame)
{
    setTime(ticksOf(MTime(frame, scene().timeUnit)));
}
double currentTime()
{
    return timeFromTicks(scene().now).value();
}
void setPlaybackRange(double first, double last)
{
    scene().minTime = scene().startTime = first;
    scene().maxTime = scene().endTime = last;
}
void setEvaluationManager(bool on)
{
    scene().manager = on;
}

MObject createNode(const std::string& type, const std::string& name, const std::string& parent)
{
    const auto found = findType(type);
    if (!found)
        stop("node type " + type);
    Node* above = parent.empty() ? nullptr : &need(parent);
    const Ptr<Node> node = newNode(found, name, above);
    addNode(node, above);
    rememberNamespaces(name);
    return toObject(node.get());
}
MObject createJoint(const std::string& name, const std::string& parent)
{
    const MObject joint = createNode("joint", name, parent);
    // As the joint tool does, below another joint.
    if (!parent.empty() && need(parent).hasFn(MFn::kJoint))
        connectPlugs({&need(parent), {need(parent).attr("scale"), {}}},
                     {nodeOf(joint), {nodeOf(joint)->attr("inverseScale"), {}}});
    return joint;
}
MObject createGroup(const std::string& name, const std::string& parent)
{
    return createNode("transform", name, parent);
}
void addInstance(const std::string& node, const std::string& parent)
{
    setParent(need(node), &need(parent), true);
}
void setReferenced(const std::string& node, bool referenced, const std::string& file)
{
    need(node).referenced = referenced;
    scene().references[node] = file;
}
void addNamespace(const std::string& name)
{
    scene().namespaces.insert(name);
}
MObject find(const std::string& name)
{
    Node* node = findNode(name);
    return node ? toObject(node) : MObject();
}
bool exists(const std::string& name)
{
    return !findNodes(name).empty();
}
MDagPath path(const std::string& name)
{
    const auto found = findPaths(name);
    if (found.empty())
        stop("path " + name);
    return toPath(found[0]);
}

void set(const std::string& name, double value)
{
    const PlugRef plug = needPlug(name);
    Value stored;
    stored.number = fromUser(*plug.key.attr, value);
    setStored(*plug.node, plug.key, stored);
}
void set(const std::string& name, const std::string& text)
{
    const PlugRef plug = needPlug(name);
    Value stored;
    stored.data = stringData(text);
    setStored(*plug.node, plug.key, stored);
}
void set(const std::string& name, const MMatrix& matrix)
{
    const PlugRef plug = needPlug(name);
    Value stored;
    stored.data = matrixData(matrix);
    setStored(*plug.node, plug.key, stored);
}
void set3(const std::string& name, double x, double y, double z)
{
    const PlugRef plug = needPlug(name);
    const double values[] = {x, y, z};
    for (size_t i = 0; i < 3; ++i) {
        const Attr& child = *plug.key.attr->children.at(i);
        Value stored;
        stored.number = fromUser(child, values[i]);
        setStored(*plug.node, childKey(plug.key, &child), stored);
    }
}
double get(const std::string& name)
{
    const PlugRef plug = needPlug(name);
    return toUser(*plug.key.attr, evaluate(*plug.node, plug.key, Context()).number);
}
double getAt(const std::string& name, double frame)
{
    const PlugRef plug = needPlug(name);
    return toUser(*plug.key.attr, evaluate(*plug.node, plug.key, at(frame)).number);
}
std::string getString(const std::string& name)
{
    const PlugRef plug = needPlug(name);
    const Value value = evaluate(*plug.node, plug.key, Context());
    return value.data ? value.data->text : "";
}
MMatrix getMatrix(const std::string& name)
{
    const PlugRef plug = needPlug(name);
    const Value value = evaluate(*plug.node, plug.key, Context());
    return value.data ? value.data->matrix : MMatrix();
}
MMatrix worldMatrixAt(const std::string& node, double frame)
{
    return worldMatrix(pathsTo(need(node)).at(0), at(frame));
}
MMatrix worldMatrix(const std::string& node)
{
    return worldMatrix(pathsTo(need(node)).at(0), Context());
}
void connect(const std::string& source, const std::string& destination)
{
    std::string why;
    if (!connectPlugs(needPlug(source), needPlug(destination), &why))
        stop("connection of " + source + " to " + destination + ": " + why);
}
void disconnect(const std::string& source, const std::string& destination)
{
    if (!disconnectPlugs(needPlug(source), needPlug(destination)))
        stop("connection of " + source + " to " + destination);
}
bool isConnected(const std::string& source, const std::string& destination)
{
    PlugRef from, to;
    if (!parsePlug(source, from) || !parsePlug(destination, to))
        return false;
    const PlugRef* input = inputOf(*to.node, to.key);
    return input && *input == from;
}
std::string sourceOf(const std::string& name)
{
    const PlugRef plug = needPlug(name);
    const PlugRef* input = inputOf(*plug.node, plug.key);
    return input ? plugName(*input->node, input->key) : "";
}
void lock(const std::string& name, bool locked)
{
    const PlugRef plug = needPlug(name);
    PlugFlags flags = flagsOf(*plug.node, plug.key);
    flags.locked = locked;
    setFlags(*plug.node, plug.key, flags);
}
void setKeyable(const std::string& name, bool keyable)
{
    const PlugRef plug = needPlug(name);
    PlugFlags flags = flagsOf(*plug.node, plug.key);
    flags.keyable = keyable;
    setFlags(*plug.node, plug.key, flags);
}
void select(const std::vector<std::string>& names)
{
    scene().selection.clear();
    for (const std::string& name : names)
        scene().selection.push_back({Ptr<Object>(&need(name)), Ptr<Object>()});
}
std::vector<std::string> selection()
{
    std::vector<std::string> names;
    for (const auto& item : scene().selection)
        names.push_back(nodeLabel(*static_cast<Node*>(item.first.get())));
    return names;
}

MObject createDriver(const std::string& type, const std::string& name, bool stale, const std::string& parent)
{
    const MObject object = createNode(type, name, parent);
    nodeOf(object)->stale = stale;
    return object;
}
void drive(const std::string& driver, const std::string& name, std::function<double(const MTime&)> value)
{
    Node& node = need(driver);
    const PlugRef plug = needPlug(name);
    // An output of its own for every plug, named as Maya's constraints do where they can.
    const std::string output = "drive_" + attrPath(plug.key) + std::to_string(node.samples.size());
    const Ptr<Attr> attr = makeAttr(output, output, plug.key.attr->kind);
    attr->storable = false;
    addAttr(node, attr);
    node.samples[{attr.get(), {}}] = std::move(value);
    if (const PlugRef* old = inputOf(*plug.node, plug.key))
        disconnectPlugs(PlugRef(*old), plug);
    std::string why;
    if (!connectPlugs({&node, {attr.get(), {}}}, plug, &why))
        stop("drive of " + name + ": " + why);
}
void wireIk(const std::string& handle, const std::string& startJoint, const std::string& endJoint)
{
    const std::string effector = handle + "_effector";
    createNode("ikEffector", effector, endJoint);
    connect(startJoint + ".message", handle + ".startJoint");
    connect(effector + ".message", handle + ".endEffector");
}

MObject keyPlug(const std::string& name, const std::vector<KeyAt>& keys)
{
    const PlugRef plug = needPlug(name);
    MStatus status;
    MFnAnimCurve curve;
    if (Node* old = curveNode(name)) {
        MObject object = toObject(old);
        status = curve.setObject(object);
    } else {
        curve.create(toPlug(plug), nullptr, &status);
    }
    if (!status)
        stop("curve for " + name);
    for (const KeyAt& key : keys) {
        curve.addKey(MTime(key.frame, scene().timeUnit), fromUser(*plug.key.attr, key.value),
                     MFnAnimCurve::kTangentGlobal, MFnAnimCurve::kTangentGlobal, nullptr, &status);
        if (!status)
            stop("key of " + name);
    }
    return curve.object();
}
bool KeyRecord::operator==(const KeyRecord& o) const
{
    return ticks == o.ticks && value == o.value && inType == o.inType && outType == o.outType && inX == o.inX &&
           inY == o.inY && outX == o.outX && outY == o.outY && tangentsLocked == o.tangentsLocked &&
           weightsLocked == o.weightsLocked && breakdown == o.breakdown;
}
bool CurveRecord::operator==(const CurveRecord& o) const
{
    return exists == o.exists && weighted == o.weighted && preInfinity == o.preInfinity &&
           postInfinity == o.postInfinity && keys == o.keys;
}
CurveRecord curveOf(const std::string& plug)
{
    CurveRecord record;
    const Node* node = curveNode(plug);
    if (!node)
        return record;
    record.exists = true;
    record.weighted = node->curve->weighted;
    record.preInfinity = node->curve->preInfinity;
    record.postInfinity = node->curve->postInfinity;
    for (const AnimKey& key : node->curve->keys)
        record.keys.push_back({key.ticks, key.value, key.inType, key.outType, key.inX, key.inY, key.outX, key.outY,
                               key.tangentsLocked, key.weightsLocked, key.breakdown});
    return record;
}
std::string curveName(const std::string& plug)
{
    const Node* node = curveNode(plug);
    return node ? node->name : "";
}
void setWeighted(const std::string& plug, bool weighted)
{
    CurveData& curve = edit(plug);
    curve.weighted = weighted;
    if (!curve.keys.empty())
        computeTangents(curve, 0, curve.keys.size() - 1);
}
void setInfinity(const std::string& plug, int pre, int post)
{
    CurveData& curve = edit(plug);
    curve.preInfinity = pre;
    curve.postInfinity = post;
}
void setTangent(const std::string& plug, int index, bool in, double x, double y)
{
    AnimKey& key = edit(plug).keys.at(static_cast<size_t>(index));
    (in ? key.inType : key.outType) = MFnAnimCurve::kTangentFixed;
    (in ? key.inX : key.outX) = x;
    (in ? key.inY : key.outY) = y;
}
void setTangentType(const std::string& plug, int index, bool in, int type)
{
    CurveData& curve = edit(plug);
    AnimKey& key = curve.keys.at(static_cast<size_t>(index));
    (in ? key.inType : key.outType) = type;
    computeTangents(curve, static_cast<size_t>(index), static_cast<size_t>(index));
}

}  // namespace fake
