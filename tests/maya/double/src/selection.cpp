// Selection lists and walks over the graph.
#include <algorithm>

#include <maya/MItDependencyGraph.h>
#include <maya/MItDependencyNodes.h>
#include <maya/MItSelectionList.h>
#include <maya/MSelectionList.h>
#include <maya/MStringArray.h>

#include "scene.h"

OPENMAYA_MAJOR_NAMESPACE_OPEN

using fake::failure;
using fake::give;
using fake::Node;

namespace {

struct Item {
    MObject node;
    MDagPath path;
    MObject component;
    MPlug plug;
    bool operator==(const Item& o) const
    {
        return node == o.node && path == o.path && component == o.component && plug == o.plug;
    }
};
using Items = std::vector<Item>;
Items& items(void* p)
{
    return *static_cast<Items*>(p);
}
Item itemOf(const std::vector<Node*>& path)
{
    Item item;
    item.path = fake::toPath(path);
    item.node = fake::toObject(path.back());
    return item;
}
MString nameOf(const Item& item)
{
    if (!item.plug.isNull())
        return item.plug.name();
    if (item.path.isValid())
        return item.path.partialPathName();
    const Node* node = fake::nodeOf(item.node);
    return node ? fake::toMaya(node->name) : MString();
}

}  // namespace

MSelectionList::MSelectionList() : m_items(new Items) {}
MSelectionList::MSelectionList(const MSelectionList& other) : m_items(new Items(items(other.m_items))) {}
MSelectionList::~MSelectionList()
{
    delete &items(m_items);
}
MSelectionList& MSelectionList::operator=(const MSelectionList& other)
{
    if (this != &other)
        items(m_items) = items(other.m_items);
    return *this;
}
MStatus MSelectionList::clear()
{
    items(m_items).clear();
    return MStatus();
}
bool MSelectionList::isEmpty(MStatus* status) const
{
    give(status);
    return items(m_items).empty();
}
unsigned int MSelectionList::length(MStatus* status) const
{
    give(status);
    return static_cast<unsigned int>(items(m_items).size());
}
MStatus MSelectionList::getDependNode(unsigned int index, MObject& node) const
{
    if (index >= length())
        return failure("MSelectionList::getDependNode", MStatus::kInvalidParameter);
    node = items(m_items)[index].node;
    return MStatus();
}
MStatus MSelectionList::getDagPath(unsigned int index, MDagPath& path, MObject& component) const
{
    if (index >= length() || !items(m_items)[index].path.isValid())
        return failure("MSelectionList::getDagPath", MStatus::kInvalidParameter);
    path = items(m_items)[index].path;
    // The default argument is the null object, which must stay null.
    if (&component != &MObject::kNullObj)
        component = items(m_items)[index].component;
    return MStatus();
}
MStatus MSelectionList::getPlug(unsigned int index, MPlug& plug) const
{
    if (index >= length() || items(m_items)[index].plug.isNull())
        return failure("MSelectionList::getPlug", MStatus::kInvalidParameter);
    plug = items(m_items)[index].plug;
    return MStatus();
}
MStatus MSelectionList::getSelectionStrings(MStringArray& names) const
{
    names.clear();
    for (const Item& item : items(m_items))
        names.append(nameOf(item));
    return MStatus();
}
MStatus MSelectionList::getSelectionStrings(unsigned int index, MStringArray& names) const
{
    names.clear();
    if (index >= length())
        return failure("MSelectionList::getSelectionStrings", MStatus::kInvalidParameter);
    names.append(nameOf(items(m_items)[index]));
    return MStatus();
}
MStatus MSelectionList::add(const MObject& object, bool)
{
    Node* node = fake::nodeOf(object);
    if (!node)
        return failure("MSelectionList::add", MStatus::kInvalidParameter);
    Item item;
    item.node = object;
    if (node->isDag() && node->inScene && node != fake::scene().world.get())
        item.path = fake::toPath(fake::pathsTo(*node).at(0));
    items(m_items).push_back(item);
    return MStatus();
}
MStatus MSelectionList::add(const MDagPath& path, const MObject& component, bool)
{
    if (!path.isValid())
        return failure("MSelectionList::add", MStatus::kInvalidParameter);
    Item item;
    item.path = path;
    item.node = path.node();
    item.component = component;
    items(m_items).push_back(item);
    return MStatus();
}
MStatus MSelectionList::add(const MPlug& plug, bool)
{
    if (plug.isNull())
        return failure("MSelectionList::add", MStatus::kInvalidParameter);
    Item item;
    item.plug = plug;
    item.node = plug.node();
    items(m_items).push_back(item);
    return MStatus();
}
MStatus MSelectionList::add(const MString& pattern, bool)
{
    const std::string text = fake::plain(pattern);
    bool found = false;
    const size_t dot = text.find('.');
    if (dot != std::string::npos) {
        for (Node* node : fake::findNodes(text.substr(0, dot))) {
            fake::Key key;
            if (fake::findPlug(*node, text.substr(dot + 1), key)) {
                add(fake::toPlug(node, key));
                found = true;
            }
        }
        return found ? MStatus() : failure("MSelectionList::add", MStatus::kInvalidParameter);
    }
    for (Node* node : fake::findNodes(text))
        if (!node->isDag()) {
            add(fake::toObject(node));
            found = true;
        }
    for (const auto& path : fake::findPaths(text)) {
        items(m_items).push_back(itemOf(path));
        found = true;
    }
    return found ? MStatus() : failure("MSelectionList::add", MStatus::kInvalidParameter);
}
MStatus MSelectionList::remove(unsigned int index)
{
    if (index >= length())
        return failure("MSelectionList::remove", MStatus::kInvalidParameter);
    items(m_items).erase(items(m_items).begin() + index);
    return MStatus();
}
MStatus MSelectionList::merge(const MSelectionList& other, MergeStrategy strategy)
{
    for (const Item& item : Items(items(other.m_items))) {
        Items& own = items(m_items);
        const auto at = std::find(own.begin(), own.end(), item);
        if (strategy != kMergeNormal && at != own.end())
            own.erase(at);
        else if (strategy != kRemoveFromList && at == own.end())
            own.push_back(item);
    }
    return MStatus();
}
MStatus MSelectionList::toggle(const MDagPath& path, const MObject& component)
{
    MSelectionList other;
    other.add(path, component);
    return merge(other, kXORWithList);
}
bool MSelectionList::hasItem(const MDagPath& path, const MObject& component, MStatus* status) const
{
    give(status);
    for (const Item& item : items(m_items))
        if (item.path == path && item.component == component)
            return true;
    return false;
}

namespace {
struct ListWalk {
    Items all;
    size_t at = 0;
};
ListWalk& listWalk(void* p)
{
    return *static_cast<ListWalk*>(p);
}
}  // namespace
MItSelectionList::MItSelectionList(const MSelectionList& list, MFn::Type filter, MStatus* status)
    : m_state(new ListWalk)
{
    for (unsigned int i = 0; i < list.length(); ++i) {
        Item item;
        list.getDependNode(i, item.node);
        MStatus ignored = list.getDagPath(i, item.path, item.component);
        ignored = list.getPlug(i, item.plug);
        ignored.clear();
        if (filter == MFn::kInvalid || item.node.hasFn(filter))
            listWalk(m_state).all.push_back(item);
    }
    give(status);
}
MItSelectionList::~MItSelectionList()
{
    delete &listWalk(m_state);
}
bool MItSelectionList::isDone(MStatus* status)
{
    give(status);
    return listWalk(m_state).at >= listWalk(m_state).all.size();
}
MStatus MItSelectionList::next()
{
    ++listWalk(m_state).at;
    return MStatus();
}
MStatus MItSelectionList::getDagPath(MDagPath& path)
{
    MObject component;
    return getDagPath(path, component);
}
MStatus MItSelectionList::getDagPath(MDagPath& path, MObject& component)
{
    if (isDone() || !listWalk(m_state).all[listWalk(m_state).at].path.isValid())
        return failure("MItSelectionList::getDagPath");
    path = listWalk(m_state).all[listWalk(m_state).at].path;
    component = listWalk(m_state).all[listWalk(m_state).at].component;
    return MStatus();
}
MStatus MItSelectionList::getDependNode(MObject& node)
{
    if (isDone())
        return failure("MItSelectionList::getDependNode");
    node = listWalk(m_state).all[listWalk(m_state).at].node;
    return MStatus();
}
MStatus MItSelectionList::getPlug(MPlug& plug)
{
    if (isDone() || listWalk(m_state).all[listWalk(m_state).at].plug.isNull())
        return failure("MItSelectionList::getPlug");
    plug = listWalk(m_state).all[listWalk(m_state).at].plug;
    return MStatus();
}

namespace {
struct Visit {
    Node* node;
    fake::PlugRef here;
    fake::PlugRef before;
};
struct GraphWalk {
    std::vector<Visit> open;
    std::set<Node*> seen;
    MFn::Type filter;
    bool upstream, depthFirst;

    void step(bool prune)
    {
        const Visit visit = open.front();
        open.erase(open.begin());
        std::vector<Visit> more;
        const auto go = [&](const fake::PlugRef& here, const fake::PlugRef& before) {
            if (seen.insert(here.node).second)
                more.push_back({here.node, here, before});
        };
        if (!prune) {
            if (upstream) {
                std::map<fake::Key, fake::PlugRef> sorted(visit.node->inputs.begin(), visit.node->inputs.end());
                std::vector<std::pair<unsigned int, std::pair<fake::PlugRef, fake::PlugRef>>> order;
                for (const auto& [key, source] : sorted)
                    order.push_back({source.node->number, {source, {visit.node, key}}});
                std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
                for (const auto& each : order)
                    go(each.second.first, each.second.second);
            } else {
                for (const auto& [key, targets] : visit.node->outputs)
                    for (const fake::PlugRef& target : targets)
                        go(target, {visit.node, key});
            }
        }
        open.insert(depthFirst ? open.begin() : open.end(), more.begin(), more.end());
    }
    void settle()
    {
        while (!open.empty() && filter != MFn::kInvalid && !open.front().node->hasFn(filter))
            step(false);
    }
};
GraphWalk& graphWalk(void* p)
{
    return *static_cast<GraphWalk*>(p);
}
}  // namespace
MItDependencyGraph::MItDependencyGraph(MObject& root, MFn::Type filter, Direction direction, Traversal traversal, Level,
                                       MStatus* status)
    : m_state(new GraphWalk)
{
    GraphWalk& own = graphWalk(m_state);
    own.filter = filter;
    own.upstream = direction == kUpstream;
    own.depthFirst = traversal == kDepthFirst;
    Node* node = fake::nodeOf(root);
    give(status, node ? MStatus::kSuccess : MStatus::kInvalidParameter, "MItDependencyGraph");
    if (node) {
        own.seen.insert(node);
        own.open.push_back({node, {}, {}});
        own.settle();
    }
}
MItDependencyGraph::MItDependencyGraph(MPlug& root, MFn::Type filter, Direction direction, Traversal traversal, Level,
                                       MStatus* status)
    : m_state(new GraphWalk)
{
    GraphWalk& own = graphWalk(m_state);
    own.filter = filter;
    own.upstream = direction == kUpstream;
    own.depthFirst = traversal == kDepthFirst;
    give(status, root.isNull() ? MStatus::kInvalidParameter : MStatus::kSuccess, "MItDependencyGraph");
    if (root.isNull())
        return;
    const fake::Plug* plug = fake::plugOf(root);
    own.seen.insert(plug->node);
    // Only the neighbours by this plug, then everything behind them.
    Visit first = {plug->node, {plug->node, plug->key}, {}};
    if (own.upstream) {
        if (const fake::PlugRef* source = fake::inputOf(*plug->node, plug->key))
            if (own.seen.insert(source->node).second)
                own.open.push_back({source->node, *source, first.here});
    } else {
        for (const fake::PlugRef& target : fake::outputsOf(*plug->node, plug->key))
            if (own.seen.insert(target.node).second)
                own.open.push_back({target.node, target, first.here});
    }
    own.settle();
}
MItDependencyGraph::~MItDependencyGraph()
{
    delete &graphWalk(m_state);
}
MStatus MItDependencyGraph::next()
{
    if (graphWalk(m_state).open.empty())
        return failure("MItDependencyGraph::next");
    graphWalk(m_state).step(false);
    graphWalk(m_state).settle();
    return MStatus();
}
MStatus MItDependencyGraph::prune()
{
    if (graphWalk(m_state).open.empty())
        return failure("MItDependencyGraph::prune");
    graphWalk(m_state).step(true);
    graphWalk(m_state).settle();
    return MStatus();
}
bool MItDependencyGraph::isDone(MStatus* status)
{
    give(status);
    return graphWalk(m_state).open.empty();
}
MObject MItDependencyGraph::currentItem(MStatus* status)
{
    const bool ok = !graphWalk(m_state).open.empty();
    give(status, ok ? MStatus::kSuccess : MStatus::kFailure, "MItDependencyGraph::currentItem");
    return ok ? fake::toObject(graphWalk(m_state).open.front().node) : MObject();
}
MObject MItDependencyGraph::thisNode(MStatus* status)
{
    return currentItem(status);
}
MPlug MItDependencyGraph::thisPlug(MStatus* status)
{
    const bool ok = !graphWalk(m_state).open.empty() && graphWalk(m_state).open.front().here.node;
    give(status, ok ? MStatus::kSuccess : MStatus::kFailure, "MItDependencyGraph::thisPlug");
    return ok ? fake::toPlug(graphWalk(m_state).open.front().here) : MPlug();
}
MPlug MItDependencyGraph::previousPlug(MStatus* status)
{
    const bool ok = !graphWalk(m_state).open.empty() && graphWalk(m_state).open.front().before.node;
    give(status, ok ? MStatus::kSuccess : MStatus::kFailure, "MItDependencyGraph::previousPlug");
    return ok ? fake::toPlug(graphWalk(m_state).open.front().before) : MPlug();
}

namespace {
struct NodeWalk {
    std::vector<fake::Ptr<Node>> all;
    size_t at = 0;
};
NodeWalk& nodeWalk(void* p)
{
    return *static_cast<NodeWalk*>(p);
}
}  // namespace
MItDependencyNodes::MItDependencyNodes(MFn::Type filter, MStatus* status) : m_state(new NodeWalk)
{
    for (const auto& node : fake::scene().nodes)
        if (filter == MFn::kInvalid || node->hasFn(filter))
            nodeWalk(m_state).all.push_back(node);
    give(status);
}
MItDependencyNodes::~MItDependencyNodes()
{
    delete &nodeWalk(m_state);
}
MStatus MItDependencyNodes::next()
{
    ++nodeWalk(m_state).at;
    return MStatus();
}
bool MItDependencyNodes::isDone(MStatus* status) const
{
    give(status);
    return nodeWalk(m_state).at >= nodeWalk(m_state).all.size();
}
MObject MItDependencyNodes::thisNode(MStatus* status) const
{
    const bool ok = !isDone();
    give(status, ok ? MStatus::kSuccess : MStatus::kFailure, "MItDependencyNodes::thisNode");
    return ok ? fake::toObject(nodeWalk(m_state).all[nodeWalk(m_state).at].get()) : MObject();
}

OPENMAYA_NAMESPACE_CLOSE
