// What the fake scene is made of. Everything here belongs to the double; plug-ins see only include/maya.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include <fake/ref.h>
#include <maya/MDGContext.h>
#include <maya/MDagPath.h>
#include <maya/MFn.h>
#include <maya/MFnAnimCurve.h>
#include <maya/MFnData.h>
#include <maya/MFnNumericData.h>
#include <maya/MFnUnitAttribute.h>
#include <maya/MMatrix.h>
#include <maya/MObject.h>
#include <maya/MPlug.h>
#include <maya/MPoint.h>
#include <maya/MPxNode.h>
#include <maya/MStatus.h>
#include <maya/MString.h>
#include <maya/MTime.h>
#include <maya/MVector.h>

namespace fake {

class Counted {
public:
    virtual ~Counted() = default;
    std::atomic<int> m_count{0};
};

// A reference that knows its type.
template <typename T>
class Ptr {
public:
    Ptr() = default;
    Ptr(T* object) : m_ref(object) {}
    T* get() const { return static_cast<T*>(m_ref.get()); }
    T* operator->() const { return get(); }
    T& operator*() const { return *get(); }
    explicit operator bool() const { return m_ref.get() != nullptr; }
    bool operator==(const Ptr& other) const { return get() == other.get(); }
    bool operator!=(const Ptr& other) const { return get() != other.get(); }
    bool operator<(const Ptr& other) const { return get() < other.get(); }
    const Ref& ref() const { return m_ref; }

private:
    Ref m_ref;
};

template <typename T, typename... Arguments>
Ptr<T> make(Arguments&&... arguments)
{
    return Ptr<T>(new T(std::forward<Arguments>(arguments)...));
}

// What an MObject can stand for.
class Object : public Counted {
public:
    virtual bool hasFn(MFn::Type type) const = 0;
    virtual MFn::Type apiType() const = 0;
};

struct MeshData : Counted {
    std::vector<MPoint> points;
    std::vector<int> counts;
    std::vector<int> connects;
    std::vector<float> raw;
    std::vector<float> normals;
};

class Data : public Object {
public:
    explicit Data(MFnData::Type kind) : type(kind) {}
    ~Data() override;
    bool hasFn(MFn::Type type) const override;
    MFn::Type apiType() const override;

    MFnData::Type type;
    MFnNumericData::Type numeric = MFnNumericData::kInvalid;
    double numbers[3] = {0.0, 0.0, 0.0};
    std::string text;
    MMatrix matrix;
    Ptr<MeshData> mesh;
    std::vector<double> doubles;
    std::vector<int> ints;
    std::vector<std::string> strings;
    std::vector<MPoint> points;
    std::vector<MVector> vectors;
    std::vector<MMatrix> matrices;
    std::vector<Ptr<Object>> components;
    MPxData* plugin = nullptr;
};

class Component : public Object {
public:
    bool hasFn(MFn::Type type) const override;
    MFn::Type apiType() const override { return kind; }
    MFn::Type kind = MFn::kMeshVertComponent;
    std::vector<int> elements;
    bool isComplete = false;
    int completeCount = 0;
};

struct Value {
    double number = 0.0;
    Ptr<Data> data;
};

enum class Kind {
    kBool,
    kChar,
    kShort,
    kInt,
    kInt64,
    kFloat,
    kDouble,
    kEnum,
    kAngle,
    kDistance,
    kTime,
    kMatrix,
    kString,
    kData,
    kMessage,
    kCompound
};

class Attr : public Object {
public:
    bool hasFn(MFn::Type type) const override;
    MFn::Type apiType() const override { return api; }
    bool isNumber() const { return kind <= Kind::kTime; }
    int arrayDepth() const;

    std::string name;
    std::string brief;
    Kind kind = Kind::kDouble;
    MFn::Type api = MFn::kNumericAttribute;
    MFnNumericData::Type numeric = MFnNumericData::kInvalid;
    MFnData::Type dataType = MFnData::kInvalid;
    Attr* parent = nullptr;
    std::vector<Ptr<Attr>> children;
    bool array = false;
    bool keyable = false;
    bool channelBox = false;
    bool storable = true;
    bool hidden = false;
    bool readable = true;
    bool writable = true;
    bool connectable = true;
    bool usesBuilder = false;
    bool dynamic = false;
    bool internal = false;
    bool affectsAppearance = false;
    int disconnectBehavior = 2;
    double defaultNumber = 0.0;
    Ptr<Data> defaultData;
    bool hasMin = false, hasMax = false;
    double min = 0.0, max = 0.0;
    std::vector<std::pair<std::string, short>> fields;
};

// Which plug of a node: the logical indices of every array from the outermost on. -1 has not been chosen.
struct Key {
    const Attr* attr = nullptr;
    std::vector<int> indices;
    bool operator==(const Key& other) const { return attr == other.attr && indices == other.indices; }
    bool operator<(const Key& other) const { return attr != other.attr ? attr < other.attr : indices < other.indices; }
};
struct KeyHash {
    size_t operator()(const Key& key) const
    {
        size_t hash = std::hash<const void*>()(key.attr);
        for (const int index : key.indices)
            hash = hash * 1000003u + static_cast<size_t>(index) + 1;
        return hash;
    }
};
// An array, not one of its elements.
bool isWholeArray(const Key& key);
bool isElement(const Key& key);
Key childKey(const Key& key, const Attr* child);
Key elementKey(const Key& array, int index);
// The key of the compound or, for an element, of its array.
bool hasParentKey(const Key& key);
Key parentKey(const Key& key);

class Node;

class Plug : public Counted {
public:
    Plug(Node* owner, const Key& which);
    Ptr<Object> nodeObject;
    Node* node;
    Key key;
};
struct PlugRef {
    Node* node = nullptr;
    Key key;
    bool operator==(const PlugRef& other) const { return node == other.node && key == other.key; }
};

struct AnimKey {
    MInt64 ticks = 0;
    double input = 0.0;
    double value = 0.0;
    int inType = MFnAnimCurve::kTangentAuto;
    int outType = MFnAnimCurve::kTangentAuto;
    double inX = 1.0, inY = 0.0, outX = 1.0, outY = 0.0;
    bool tangentsLocked = true;
    bool weightsLocked = true;
    bool breakdown = false;
};
struct CurveData {
    MFnAnimCurve::AnimCurveType type = MFnAnimCurve::kAnimCurveTU;
    bool weighted = false;
    int preInfinity = 0;
    int postInfinity = 0;
    std::vector<AnimKey> keys;
};

struct SkinData {
    // Influences in the order of influenceObjects, with their logical indices.
    std::vector<Ptr<Object>> influences;
    std::vector<int> indices;
    // weights[vertex][influence]
    std::vector<std::vector<double>> weights;
};

// Time of an evaluation.
struct Context {
    bool normal = true;
    MInt64 ticks = 0;
};

struct NodeType {
    std::string name;
    MFn::Type api = MFn::kDependencyNode;
    std::set<MFn::Type> functions;
    std::vector<Ptr<Attr>> attrs;
    std::map<const Attr*, std::vector<const Attr*>> affects;
    std::set<const Attr*> outputs;
    unsigned int id = 0;
    void* (*creator)() = nullptr;
    MPxNode::Type pxType = MPxNode::kDependNode;
    bool isPlugin = false;
    bool isDag = false;
    std::string classification;
    std::string pluginName;
    // Computes an output of a node of Maya's own; false if the plug is no output.
    std::function<bool(Node&, const Key&, const Context&, Value&)> compute;
    Attr* find(const std::string& name) const;
};

struct PlugFlags {
    bool locked = false;
    int keyable = -1;
    int channelBox = -1;
};

class Node : public Object {
public:
    ~Node() override;
    bool hasFn(MFn::Type type) const override;
    MFn::Type apiType() const override { return type->api; }
    Attr* attr(const std::string& name) const;
    bool isDag() const { return type->isDag; }

    std::string name;
    std::shared_ptr<NodeType> type;
    std::string uuid;
    bool inScene = false;
    bool referenced = false;
    bool locked = false;
    bool doNotWrite = false;
    bool isDefault = false;
    unsigned int number = 0;
    std::vector<Ptr<Attr>> dynamicAttrs;
    std::unordered_map<Key, Value, KeyHash> values;
    std::map<Key, std::set<int>> elements;
    std::map<Key, PlugFlags> flags;
    std::unordered_map<Key, PlugRef, KeyHash> inputs;
    std::unordered_map<Key, std::vector<PlugRef>, KeyHash> outputs;
    std::vector<Node*> parents;
    std::vector<Node*> children;
    MPxNode* user = nullptr;
    // Outputs that a plug-in's compute left clean in the normal context.
    std::unordered_map<Key, Value, KeyHash> cache;
    // Values by time, for constraints and other drivers; with `stale` they know only the current time.
    std::map<Key, std::function<double(const MTime&)>> samples;
    bool stale = false;
    std::shared_ptr<CurveData> curve;
    std::shared_ptr<SkinData> skin;
    // Of a set: its members; of a deformer: the vertices of each geometry (absent: all).
    std::vector<std::pair<Ptr<Object>, Ptr<Object>>> members;
    std::map<int, std::vector<int>> subsets;
    bool drawDirty = true;
};

// One reversible step of the scene.
struct Change {
    std::function<void()> undo;
    std::function<void()> redo;
};
class ChangeLog : public Counted {
public:
    void undo();
    void redo();
    std::vector<Change> changes;
};

inline Node* nodeOf(const MObject& object)
{
    return dynamic_cast<Node*>(static_cast<Counted*>(object.fakeRef().get()));
}
inline Attr* attrOf(const MObject& object)
{
    return dynamic_cast<Attr*>(static_cast<Counted*>(object.fakeRef().get()));
}
inline Data* dataOf(const MObject& object)
{
    return dynamic_cast<Data*>(static_cast<Counted*>(object.fakeRef().get()));
}
inline Component* componentOf(const MObject& object)
{
    return dynamic_cast<Component*>(static_cast<Counted*>(object.fakeRef().get()));
}
inline MObject toObject(Object* object)
{
    return MObject(Ref(object));
}
inline Plug* plugOf(const MPlug& plug)
{
    return static_cast<Plug*>(plug.fakeRef().get());
}
MPlug toPlug(Node* node, const Key& key);
inline MPlug toPlug(const PlugRef& plug)
{
    return toPlug(plug.node, plug.key);
}

// From below the world to the node.
class Path : public Counted {
public:
    std::vector<Node*> nodes;
    std::vector<Ptr<Object>> keep;
};
MDagPath toPath(const std::vector<Node*>& nodes);
inline const Path* pathOf(const MDagPath& path)
{
    return static_cast<const Path*>(path.fakeRef().get());
}

// Sets the caller's status, if there is one; an error names the function.
inline void give(MStatus* status, MStatus::MStatusCode code = MStatus::kSuccess, const char* where = "")
{
    if (status)
        *status = code == MStatus::kSuccess ? MStatus() : MStatus::fakeError(code, where);
}
inline MStatus failure(const char* where, MStatus::MStatusCode code = MStatus::kFailure)
{
    return MStatus::fakeError(code, where);
}
// A use of the API that real Maya answers with wrong memory or a crash.
void misuse(const std::string& what);
void releasePluginData(Data& data);

std::string plain(const MString& text);
MString toMaya(const std::string& text);

}  // namespace fake
