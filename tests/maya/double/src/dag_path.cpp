// MDagPath, its arrays and MItDag.
#include <algorithm>

#include <maya/MDagPath.h>
#include <maya/MDagPathArray.h>
#include <maya/MItDag.h>

#include "scene.h"

OPENMAYA_MAJOR_NAMESPACE_OPEN

using fake::failure;
using fake::give;
using fake::Node;

namespace {
using Nodes = std::vector<Node*>;
const Nodes& nodes(const MDagPath* path)
{
    static const Nodes none;
    return fake::pathOf(*path) ? fake::pathOf(*path)->nodes : none;
}
bool isValidPath(const MDagPath* path)
{
    const fake::Path* own = fake::pathOf(*path);
    if (!own)
        return false;
    return std::all_of(own->nodes.begin(), own->nodes.end(), [](const Node* node) { return node->inScene; });
}
}  // namespace

MDagPath::MDagPath() {}
MDagPath::MDagPath(const MDagPath& other) : m_path(other.m_path) {}
MDagPath::~MDagPath() {}
MDagPath& MDagPath::operator=(const MDagPath& other)
{
    m_path = other.m_path;
    return *this;
}
bool MDagPath::operator==(const MDagPath& other) const
{
    return (fake::pathOf(*this) != nullptr) == (fake::pathOf(other) != nullptr) && nodes(this) == nodes(&other);
}
MStatus MDagPath::getAllPathsTo(const MObject& node, MDagPathArray& paths)
{
    paths.clear();
    Node* own = fake::nodeOf(node);
    if (!own || !own->isDag() || !own->inScene)
        return failure("MDagPath::getAllPathsTo", MStatus::kInvalidParameter);
    for (const Nodes& path : fake::pathsTo(*own))
        paths.append(fake::toPath(path));
    return MStatus();
}
MStatus MDagPath::getAPathTo(const MObject& node, MDagPath& path)
{
    MDagPathArray all;
    const MStatus status = getAllPathsTo(node, all);
    if (status && all.length() > 0)
        path = all[0];
    return status;
}
bool MDagPath::isValid(MStatus* status) const
{
    give(status);
    return isValidPath(this);
}
#define NEED(RESULT)                                                                                                   \
    if (!isValidPath(this)) {                                                                                          \
        give(status, MStatus::kFailure, "MDagPath of nothing");                                                        \
        return RESULT;                                                                                                 \
    }                                                                                                                  \
    give(status);

bool MDagPath::hasFn(MFn::Type type, MStatus* status) const
{
    NEED(false)
    return node().hasFn(type);
}
MFn::Type MDagPath::apiType(MStatus* status) const
{
    NEED(MFn::kInvalid)
    return node().apiType();
}
MObject MDagPath::node(MStatus* status) const
{
    NEED(MObject())
    return nodes(this).empty() ? fake::toObject(fake::scene().world.get()) : fake::toObject(nodes(this).back());
}
MObject MDagPath::transform(MStatus* status) const
{
    NEED(MObject())
    const Nodes& all = nodes(this);
    for (size_t i = all.size(); i-- > 0;)
        if (all[i]->hasFn(MFn::kTransform))
            return fake::toObject(all[i]);
    give(status, MStatus::kFailure, "MDagPath::transform");
    return MObject();
}
MStatus MDagPath::extendToShape()
{
    unsigned int count = 0;
    const MStatus status = numberOfShapesDirectlyBelow(count);
    if (!status || nodes(this).back()->hasFn(MFn::kShape))
        return status;
    // With none or several shapes there is none to extend to.
    if (count != 1)
        return failure("MDagPath::extendToShape");
    return extendToShapeDirectlyBelow(0);
}
MStatus MDagPath::extendToShapeDirectlyBelow(unsigned int index)
{
    if (!isValidPath(this) || nodes(this).empty())
        return failure("MDagPath::extendToShapeDirectlyBelow");
    for (Node* child : nodes(this).back()->children)
        if (child->hasFn(MFn::kShape) && index-- == 0)
            return push(fake::toObject(child));
    return failure("MDagPath::extendToShapeDirectlyBelow", MStatus::kInvalidParameter);
}
MStatus MDagPath::numberOfShapesDirectlyBelow(unsigned int& count) const
{
    count = 0;
    if (!isValidPath(this) || nodes(this).empty())
        return failure("MDagPath::numberOfShapesDirectlyBelow");
    for (const Node* child : nodes(this).back()->children)
        count += child->hasFn(MFn::kShape);
    return MStatus();
}
MStatus MDagPath::set(const MDagPath& other)
{
    *this = other;
    return MStatus();
}
MStatus MDagPath::push(const MObject& object)
{
    Node* child = fake::nodeOf(object);
    Node* own = fake::nodeOf(node());
    if (!child || !own || std::find(own->children.begin(), own->children.end(), child) == own->children.end())
        return failure("MDagPath::push", MStatus::kInvalidParameter);
    Nodes all = nodes(this);
    all.push_back(child);
    *this = fake::toPath(all);
    return MStatus();
}
MStatus MDagPath::pop(unsigned int count)
{
    if (!isValidPath(this) || count > nodes(this).size())
        return failure("MDagPath::pop", MStatus::kInvalidParameter);
    *this = fake::toPath(Nodes(nodes(this).begin(), nodes(this).end() - count));
    return MStatus();
}
unsigned int MDagPath::childCount(MStatus* status) const
{
    NEED(0)
    return static_cast<unsigned int>(fake::nodeOf(node())->children.size());
}
MObject MDagPath::child(unsigned int index, MStatus* status) const
{
    NEED(MObject())
    const Nodes& children = fake::nodeOf(node())->children;
    if (index >= children.size()) {
        give(status, MStatus::kInvalidParameter, "MDagPath::child");
        return MObject();
    }
    return fake::toObject(children[index]);
}
unsigned int MDagPath::length(MStatus* status) const
{
    NEED(0)
    return static_cast<unsigned int>(nodes(this).size());
}
MMatrix MDagPath::inclusiveMatrix(MStatus* status) const
{
    NEED(MMatrix())
    return fake::worldMatrix(nodes(this), fake::currentContext());
}
MMatrix MDagPath::exclusiveMatrix(MStatus* status) const
{
    NEED(MMatrix())
    return fake::parentWorld(nodes(this), fake::currentContext());
}
MMatrix MDagPath::inclusiveMatrixInverse(MStatus* status) const
{
    return inclusiveMatrix(status).inverse();
}
MMatrix MDagPath::exclusiveMatrixInverse(MStatus* status) const
{
    return exclusiveMatrix(status).inverse();
}
MStatus MDagPath::getPath(MDagPath& path, unsigned int) const
{
    path = *this;
    return MStatus();
}
MString MDagPath::fullPathName(MStatus* status) const
{
    NEED(MString())
    return fake::toMaya(fake::pathName(nodes(this)));
}
MString MDagPath::partialPathName(MStatus* status) const
{
    NEED(MString())
    return fake::toMaya(fake::shortestName(nodes(this)));
}
bool MDagPath::isInstanced(MStatus* status) const
{
    NEED(false)
    return !nodes(this).empty() && fake::pathsTo(*nodes(this).back()).size() > 1;
}
unsigned int MDagPath::instanceNumber(MStatus* status) const
{
    NEED(0)
    return static_cast<unsigned int>(fake::instanceOf(nodes(this)));
}
bool MDagPath::isVisible(MStatus* status) const
{
    NEED(false)
    for (Node* each : nodes(this))
        if (fake::number(*each, "visibility", fake::currentContext()) == 0.0)
            return false;
    return true;
}

namespace {
struct DagWalk {
    std::vector<Nodes> open;
    MFn::Type filter = MFn::kInvalid;
    MItDag::TraversalType order = MItDag::kDepthFirst;
    size_t rootDepth = 0;

    bool matches() const
    {
        Node* last = open.front().empty() ? fake::scene().world.get() : open.front().back();
        return filter == MFn::kInvalid || last->hasFn(filter);
    }
    void step(bool prune)
    {
        const Nodes path = open.front();
        open.erase(open.begin());
        Node* last = path.empty() ? fake::scene().world.get() : path.back();
        std::vector<Nodes> below;
        for (Node* child : prune ? Nodes() : last->children) {
            below.push_back(path);
            below.back().push_back(child);
        }
        open.insert(order == MItDag::kDepthFirst ? open.begin() : open.end(), below.begin(), below.end());
    }
    void settle()
    {
        while (!open.empty() && !matches())
            step(false);
    }
};
DagWalk& walk(void* p)
{
    return *static_cast<DagWalk*>(p);
}
}  // namespace

MItDag::MItDag(TraversalType traversal, MFn::Type filter, MStatus* status) : m_state(new DagWalk)
{
    walk(m_state).order = traversal;
    walk(m_state).filter = filter;
    walk(m_state).open.push_back({});
    walk(m_state).settle();
    give(status);
}
MItDag::~MItDag()
{
    delete &walk(m_state);
}
MStatus MItDag::reset(const MDagPath& root, TraversalType traversal, MFn::Type filter)
{
    if (!root.isValid())
        return failure("MItDag::reset", MStatus::kInvalidParameter);
    DagWalk& own = walk(m_state);
    own.order = traversal;
    own.filter = filter;
    own.rootDepth = nodes(&root).size();
    own.open = {nodes(&root)};
    own.settle();
    return MStatus();
}
MStatus MItDag::next()
{
    if (walk(m_state).open.empty())
        return failure("MItDag::next");
    walk(m_state).step(false);
    walk(m_state).settle();
    return MStatus();
}
MStatus MItDag::prune()
{
    if (walk(m_state).open.empty())
        return failure("MItDag::prune");
    walk(m_state).step(true);
    walk(m_state).settle();
    return MStatus();
}
bool MItDag::isDone(MStatus* status) const
{
    give(status);
    return walk(m_state).open.empty();
}
MStatus MItDag::getPath(MDagPath& path) const
{
    if (walk(m_state).open.empty())
        return failure("MItDag::getPath");
    path = fake::toPath(walk(m_state).open.front());
    return MStatus();
}
MObject MItDag::currentItem(MStatus* status) const
{
    MDagPath path;
    const MStatus got = getPath(path);
    give(status, got.statusCode(), "MItDag::currentItem");
    return got ? path.node() : MObject();
}
unsigned int MItDag::depth(MStatus* status) const
{
    give(status);
    return walk(m_state).open.empty()
               ? 0
               : static_cast<unsigned int>(walk(m_state).open.front().size() - walk(m_state).rootDepth);
}

OPENMAYA_NAMESPACE_CLOSE
