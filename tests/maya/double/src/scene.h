// The one scene, and the only functions that change it: each records how to take itself back.
#pragma once

#include "core.h"

namespace fake {

struct Entry;

struct Scene {
    Scene();
    ~Scene();
    void clear();

    std::map<std::string, std::shared_ptr<NodeType>> types;
    std::vector<Ptr<Node>> nodes;
    Ptr<Node> world;
    MInt64 now = 0;
    MTime::Unit timeUnit = MTime::kFilm;
    int linearUnit = 6;
    int angularUnit = 2;
    bool zUp = false;
    bool manager = false;
    double minTime = 1.0, maxTime = 24.0, startTime = 1.0, endTime = 48.0;
    std::vector<std::pair<Ptr<Object>, Ptr<Object>>> selection;
    // Plugs in the selection, as the Channel Box gives them.
    std::set<std::string> namespaces;
    std::string currentNamespace = ":";
    std::atomic<uint64_t> revision{1};
    unsigned int nextNumber = 1;
    std::vector<Ptr<ChangeLog>> logs;
    std::mutex cacheMutex;
    std::string file;
    std::map<std::string, std::string> references;
};
Scene& scene();

const Context& currentContext();
void pushContext(const Context& context);
void popContext();
MInt64 timeOf(const Context& context);
MInt64 ticksOf(const MTime& time);
MTime timeFromTicks(MInt64 ticks);
double secondsOf(MInt64 ticks);

// While it lives, changes go to this log; nullptr keeps no record.
class Recording {
public:
    explicit Recording(const Ptr<ChangeLog>& log) { scene().logs.push_back(log); }
    ~Recording() { scene().logs.pop_back(); }
    Recording(const Recording&) = delete;
};
void change(std::function<void()> redo, std::function<void()> undo);

// Types and attributes.
std::shared_ptr<NodeType> findType(const std::string& name);
Ptr<Attr> makeAttr(const std::string& name, const std::string& brief, Kind kind, double value = 0.0);
Ptr<Attr> makeTriple(const std::string& name, const std::string& brief, Kind kind, double value = 0.0);
Ptr<Attr> makeCompound(const std::string& name, const std::string& brief, const std::vector<Ptr<Attr>>& children);
void registerBuiltinTypes(Scene& scene);

// Nodes.
Ptr<Node> newNode(const std::shared_ptr<NodeType>& type, const std::string& name, Node* parent);
void addNode(const Ptr<Node>& node, Node* parent);
bool removeNode(Node& node);
void renameNode(Node& node, const std::string& name);
std::string uniqueName(const std::string& wanted, const Node* node, const Node* parent);
bool setParent(Node& node, Node* parent, bool asInstance);
void setNodeLocked(Node& node, bool locked);
void addAttr(Node& node, const Ptr<Attr>& attr);
void removeAttr(Node& node, const Ptr<Attr>& attr);
std::vector<Ptr<Attr>> attrsOf(const Node& node);

// Plugs.
bool connectPlugs(const PlugRef& source, const PlugRef& destination, std::string* why = nullptr);
bool disconnectPlugs(const PlugRef& source, const PlugRef& destination);
const PlugRef* inputOf(const Node& node, const Key& key);
std::vector<PlugRef> outputsOf(const Node& node, const Key& key);
void setStored(Node& node, const Key& key, const Value& value);
void makeElement(Node& node, const Key& key);
void removeElement(Node& node, const Key& key);
std::set<int> elementsOf(const Node& node, const Key& array);
PlugFlags flagsOf(const Node& node, const Key& key);
void setFlags(Node& node, const Key& key, const PlugFlags& flags);
bool isLocked(const Node& node, const Key& key);
bool isKeyable(const Node& node, const Key& key);
std::string attrPath(const Key& key, bool longNames = true);
std::string plugName(const Node& node, const Key& key);
// A plug by its text; false if it is none.
bool findPlug(Node& node, const std::string& text, Key& key);
bool parsePlug(const std::string& text, PlugRef& plug);

// Values.
Value evaluate(Node& node, const Key& key, const Context& context);
Value stored(const Node& node, const Key& key);
double number(Node& node, const char* attr, const Context& context);
Ptr<Data> matrixData(const MMatrix& matrix);
Ptr<Data> stringData(const std::string& text);
void touch();
void markDirty(Node& node, const Key& key);
void setTime(MInt64 ticks);
double roundTo(const Attr& attr, double number);

// DAG.
std::vector<std::vector<Node*>> pathsTo(Node& node);
std::string pathName(const std::vector<Node*>& path);
std::string shortestName(const std::vector<Node*>& path);
std::string nodeLabel(Node& node);
MMatrix localMatrix(Node& node, const Context& context);
MMatrix parentWorld(const std::vector<Node*>& path, const Context& context);
MMatrix worldMatrix(const std::vector<Node*>& path, const Context& context);
int instanceOf(const std::vector<Node*>& path);
std::vector<std::vector<Node*>> findPaths(const std::string& text);
std::vector<Node*> findNodes(const std::string& text);
Node* findNode(const std::string& text);

// Curves.
double evaluateCurve(const CurveData& curve, double input, MInt64 ticks);
void computeTangents(CurveData& curve, size_t first, size_t last);
void setCurve(Node& node, std::shared_ptr<CurveData> curve);

// Messages to the user.
void say(const char* kind, const std::string& text);

}  // namespace fake
