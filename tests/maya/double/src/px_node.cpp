// MPxNode and the classes below it, and how plug-in nodes are told what changed and compute.
#include <algorithm>

#include <maya/MBoundingBox.h>
#include <maya/MDGContext.h>
#include <maya/MDagModifier.h>
#include <maya/MDataBlock.h>
#include <maya/MEvaluationNode.h>
#include <maya/MExternalContentInfoTable.h>
#include <maya/MExternalContentLocationTable.h>
#include <maya/MIndexMapper.h>
#include <maya/MItGeometry.h>
#include <maya/MNodeCacheDisablingInfo.h>
#include <maya/MNodeCacheSetupInfo.h>
#include <maya/MObjectArray.h>
#include <maya/MPlugArray.h>
#include <maya/MPxDeformerNode.h>
#include <maya/MPxLocatorNode.h>
#include <maya/MSelectionMask.h>
#include <maya/MStringArray.h>
#include <maya/MTimeRange.h>

#include "builtin.h"
#include "datablock.h"
#include "mesh.h"
#include "nodes.h"
#include "plugins.h"

namespace fake {

namespace {

// The type whose initialize() runs.
NodeType* g_registering = nullptr;

struct Dirty : Counted {
    std::set<const Attr*> attrs;
};

class Pushed {
public:
    explicit Pushed(const Context& context) { pushContext(context); }
    ~Pushed() { popContext(); }
    Pushed(const Pushed&) = delete;
};

}  // namespace

bool registerNodeType(const std::string& name, unsigned int id, void* (*creator)(), MStatus (*initialize)(),
                      MPxNode::Type type, const std::string& classification, const std::string& plugin)
{
    registerBuiltinTypes(scene());
    if (scene().types.count(name) || !creator || !initialize)
        return false;
    for (const auto& [other, known] : scene().types)
        if (known->id == id)
            return false;
    const char* base = type == MPxNode::kLocatorNode    ? "locator"
                       : type == MPxNode::kDeformerNode ? "weightGeometryFilter"
                                                        : "dependNode";
    auto made = std::make_shared<NodeType>(*findType(base));
    made->name = name;
    made->id = id;
    made->creator = creator;
    made->pxType = type;
    made->isPlugin = true;
    made->classification = classification;
    made->pluginName = plugin;
    made->api = type == MPxNode::kLocatorNode    ? MFn::kPluginLocatorNode
                : type == MPxNode::kDeformerNode ? MFn::kPluginDeformerNode
                                                 : MFn::kPluginDependNode;
    made->functions.insert(made->api);
    if (type == MPxNode::kDeformerNode) {
        MPxGeometryFilter::input = toObject(made->find("input"));
        MPxGeometryFilter::inputGeom = toObject(made->find("inputGeometry"));
        MPxGeometryFilter::groupId = toObject(made->find("groupId"));
        MPxGeometryFilter::outputGeom = toObject(made->find("outputGeometry"));
        MPxGeometryFilter::envelope = toObject(made->find("envelope"));
        MPxDeformerNode::weightList = toObject(made->find("weightList"));
        MPxDeformerNode::weights = toObject(made->find("weights"));
        const Attr* output = made->find("outputGeometry");
        made->outputs.insert(output);
        for (const char* input : {"input", "envelope", "weightList"})
            made->affects[made->find(input)].push_back(output);
    }
    g_registering = made.get();
    const MStatus status = initialize();
    g_registering = nullptr;
    if (!status)
        return false;
    scene().types[name] = made;
    return true;
}
bool deregisterNodeType(unsigned int id)
{
    for (const auto& [name, type] : scene().types) {
        if (type->id != id || !type->isPlugin)
            continue;
        for (const Ptr<Node>& node : scene().nodes)
            if (node->type == type)
                return false;
        scene().types.erase(name);
        return true;
    }
    return false;
}

namespace {

bool deformOne(Node& node, const Key& key, const Context& context, Value& value)
{
    const int geometry = key.indices.back();
    const Key element = elementKey({node.attr("input"), {}}, geometry);
    value = evaluate(node, childKey(element, node.attr("inputGeometry")), context);
    if (!value.data || !value.data->mesh)
        return true;
    Ptr<Points> points = make<Points>();
    points->mesh = make<MeshData>();
    points->mesh->points = value.data->mesh->points;
    points->mesh->raw = value.data->mesh->raw;
    points->mesh->counts = value.data->mesh->counts;
    points->mesh->connects = value.data->mesh->connects;
    points->toWorld = outputMatrix(node, geometry, context);
    points->node = Ptr<Node>(&node);
    const auto subset = node.subsets.find(geometry);
    if (subset != node.subsets.end())
        points->vertices = subset->second;
    for (size_t i = 0; subset == node.subsets.end() && i < points->mesh->points.size(); ++i)
        points->vertices.push_back(static_cast<int>(i));

    Ptr<Block> block = newBlock(node, context);
    const Key list = elementKey({node.attr("weightList"), {}}, geometry);
    const Key weights = childKey(list, node.attr("weights"));
    if (!elementsOf(node, weights).empty())
        for (const int vertex : points->vertices)
            block->envelope.push_back(static_cast<float>(evaluate(node, elementKey(weights, vertex), context).number));
    {
        MDataBlock data(block.ref());
        MItGeometry iterator(points.ref());
        // A failure leaves the mesh as far as it was deformed.
        static_cast<void>(static_cast<MPxGeometryFilter*>(node.user)
                              ->deform(data, iterator, points->toWorld, static_cast<unsigned int>(geometry))
                              .error());
    }
    block->outputs.clear();
    value.data = meshData(points->mesh);
    return true;
}

bool computeOne(Node& node, const Key& key, const Context& context, Value& value)
{
    Ptr<Block> block = newBlock(node, context);
    MStatus status;
    {
        MDataBlock data(block.ref());
        status = node.user->compute(toPlug(&node, key), data);
    }
    const bool isDone = !status.error();
    if (isDone) {
        const auto written = block->outputs.find(key);
        if (written != block->outputs.end()) {
            written->second->settle();
            value = written->second->value;
        } else {
            value = stored(node, key);
        }
        flush(*block);
    }
    block->outputs.clear();
    return isDone;
}

}  // namespace

bool computeUser(Node& node, const Key& key, const Context& context, Value& value)
{
    if (context.normal) {
        const std::lock_guard<std::mutex> lock(scene().cacheMutex);
        const auto cached = node.cache.find(key);
        if (cached != node.cache.end()) {
            value = cached->second;
            return true;
        }
    }
    const Pushed pushed(context);
    const bool isGeometry = node.type->pxType == MPxNode::kDeformerNode && key.attr->name == "outputGeometry";
    if (isGeometry && !isElement(key))
        return false;
    const bool done = isGeometry ? deformOne(node, key, context, value) : computeOne(node, key, context, value);
    if (done && context.normal) {
        const std::lock_guard<std::mutex> lock(scene().cacheMutex);
        node.cache[key] = value;
    }
    return done;
}

bool connectionIsLegal(const PlugRef& source, const PlugRef& destination)
{
    const auto ask = [](const PlugRef& own, const PlugRef& other, bool asSource) {
        bool isLegal = true;
        if (!own.node->user)
            return true;
        const MStatus status = own.node->user->legalConnection(toPlug(own), toPlug(other), asSource, isLegal);
        return status.error() || isLegal;
    };
    return ask(source, destination, true) && ask(destination, source, false);
}
void connectionChanged(const PlugRef& source, const PlugRef& destination, bool made)
{
    const auto tell = [made](const PlugRef& own, const PlugRef& other, bool asSource) {
        if (!own.node->user)
            return;
        const MStatus status = made ? own.node->user->connectionMade(toPlug(own), toPlug(other), asSource)
                                    : own.node->user->connectionBroken(toPlug(own), toPlug(other), asSource);
        static_cast<void>(status.error());
    };
    tell(source, destination, true);
    tell(destination, source, false);
}

namespace {

// What an animated source reaches, without asking a node: the evaluation manager knows it from its graph.
struct Reach {
    std::set<std::pair<const Node*, Key>> seen;
    std::map<Node*, Ptr<Dirty>> dirty;
};

void reachNode(Node& node, Reach& reach);

void reachPlug(Node& node, const Key& key, Reach& reach)
{
    if (!reach.seen.insert({&node, key}).second)
        return;
    if (!node.user) {
        reachNode(node, reach);
        return;
    }
    Ptr<Dirty>& dirty = reach.dirty[&node];
    if (!dirty)
        dirty = make<Dirty>();
    std::set<const Attr*> affected;
    for (Key up = key;; up = parentKey(up)) {
        dirty->attrs.insert(up.attr);
        const auto found = node.type->affects.find(up.attr);
        if (found != node.type->affects.end())
            affected.insert(found->second.begin(), found->second.end());
        if (!hasParentKey(up))
            break;
    }
    dirty->attrs.insert(affected.begin(), affected.end());
    const auto outputs = node.outputs;
    for (const auto& [output, targets] : outputs)
        if (affected.count(output.attr))
            for (const PlugRef& target : targets)
                reachPlug(*target.node, target.key, reach);
}
void reachNode(Node& node, Reach& reach)
{
    if (!reach.seen.insert({&node, Key()}).second)
        return;
    const auto outputs = node.outputs;
    for (const auto& [key, targets] : outputs)
        if (key.attr->kind != Kind::kMessage)
            for (const PlugRef& target : targets)
                reachPlug(*target.node, target.key, reach);
    for (Node* child : node.children)
        reachNode(*child, reach);
}

Reach reachOfTime()
{
    Reach reach;
    const auto nodes = scene().nodes;
    for (const Ptr<Node>& node : nodes) {
        const bool isCurve = node->curve && node->curve->type <= MFnAnimCurve::kAnimCurveTU;
        if (isCurve || !node->samples.empty() || node->type->name == "time")
            reachNode(*node, reach);
    }
    return reach;
}

void tell(Node& node, const Ptr<Dirty>& dirty, const Context& context)
{
    if (context.normal) {
        const std::lock_guard<std::mutex> lock(scene().cacheMutex);
        for (auto it = node.cache.begin(); it != node.cache.end();)
            it = dirty->attrs.count(it->first.attr) ? node.cache.erase(it) : std::next(it);
    }
    MEvaluationNode evaluation(dirty.ref());
    const MDGContext mayas = context.normal ? MDGContext() : MDGContext(timeFromTicks(context.ticks));
    static_cast<void>(node.user->preEvaluation(mayas, evaluation).error());
}

}  // namespace

void evaluateManaged(const Context& context)
{
    const Reach reach = reachOfTime();
    for (const auto& [node, dirty] : reach.dirty)
        tell(*node, dirty, context);
}

void evaluateInBackground(Node& node, MInt64 ticks)
{
    Context context;
    context.normal = false;
    context.ticks = ticks;
    const Reach reach = reachOfTime();
    const auto found = reach.dirty.find(&node);
    if (found != reach.dirty.end())
        tell(node, found->second, context);
    for (const Attr* output : node.type->outputs)
        if (!output->array)
            evaluate(node, {output, {}}, context);
}

}  // namespace fake

OPENMAYA_MAJOR_NAMESPACE_OPEN

using fake::failure;
using fake::give;

MObject MPxNode::message;
MObject MPxNode::state;
MObject MPxNode::caching;
MObject MPxNode::frozen;
MObject MPxNode::isHistoricallyInteresting;
MObject MPxGeometryFilter::input;
MObject MPxGeometryFilter::inputGeom;
MObject MPxGeometryFilter::groupId;
MObject MPxGeometryFilter::outputGeom;
MObject MPxGeometryFilter::envelope;
MObject MPxDeformerNode::weightList;
MObject MPxDeformerNode::weights;

namespace {
fake::Node* own(const MPxNode* node)
{
    return static_cast<fake::Node*>(node->m_fakeNode.get());
}
}  // namespace

MPxNode::MPxNode() {}
MPxNode::~MPxNode()
{
    // The node does not count this reference, see newNode.
    if (m_fakeNode.get())
        m_fakeNode.get()->m_count.fetch_add(1);
}
void MPxNode::postConstructor() {}
MStatus MPxNode::compute(const MPlug&, MDataBlock&)
{
    return MStatus(MStatus::kUnknownParameter);
}
MPlug MPxNode::passThroughToOne(const MPlug&) const
{
    return MPlug();
}
bool MPxNode::passThroughToMany(const MPlug&, MPlugArray&) const
{
    return false;
}
MStatus MPxNode::connectionMade(const MPlug&, const MPlug&, bool)
{
    return MStatus(MStatus::kUnknownParameter);
}
MStatus MPxNode::connectionBroken(const MPlug&, const MPlug&, bool)
{
    return MStatus(MStatus::kUnknownParameter);
}
MStatus MPxNode::legalConnection(const MPlug&, const MPlug&, bool, bool&) const
{
    return MStatus(MStatus::kUnknownParameter);
}
MStatus MPxNode::legalDisconnection(const MPlug&, const MPlug&, bool, bool&) const
{
    return MStatus(MStatus::kUnknownParameter);
}
MStatus MPxNode::setDependentsDirty(const MPlug&, MPlugArray&)
{
    return MStatus();
}
MStatus MPxNode::preEvaluation(const MDGContext&, const MEvaluationNode&)
{
    return MStatus();
}
MStatus MPxNode::postEvaluation(const MDGContext&, const MEvaluationNode&, PostEvaluationType)
{
    return MStatus();
}
bool MPxNode::getInternalValue(const MPlug&, MDataHandle&)
{
    return false;
}
bool MPxNode::setInternalValue(const MPlug&, const MDataHandle&)
{
    return false;
}
bool MPxNode::getInternalValueInContext(const MPlug&, MDataHandle&, MDGContext&)
{
    return false;
}
bool MPxNode::setInternalValueInContext(const MPlug&, const MDataHandle&, MDGContext&)
{
    return false;
}
int MPxNode::internalArrayCount(const MPlug&) const
{
    return -1;
}
int MPxNode::internalArrayCount(const MPlug&, const MDGContext&) const
{
    return -1;
}
void MPxNode::copyInternalData(MPxNode*) {}
MStatus MPxNode::shouldSave(const MPlug&, bool&)
{
    return MStatus(MStatus::kUnknownParameter);
}
MStatus MPxNode::dependsOn(const MPlug&, const MPlug&, bool&) const
{
    return MStatus(MStatus::kUnknownParameter);
}
bool MPxNode::isPassiveOutput(const MPlug&) const
{
    return false;
}
bool MPxNode::isAbstractClass() const
{
    return false;
}
bool MPxNode::isTrackingTopology() const
{
    return false;
}
MPxNode::SchedulingType MPxNode::schedulingType() const
{
    return kDefaultScheduling;
}
void MPxNode::getCacheSetup(const MEvaluationNode&, MNodeCacheDisablingInfo&, MNodeCacheSetupInfo&, MObjectArray&) const
{
}
void MPxNode::configCache(const MEvaluationNode&, MCacheSchema&) const {}
MTimeRange MPxNode::transformInvalidationRange(const MPlug&, const MTimeRange& input) const
{
    return input;
}
MStringArray MPxNode::getFilesToArchive(bool, bool, bool) const
{
    return MStringArray();
}
void MPxNode::getExternalContent(MExternalContentInfoTable&) const {}
void MPxNode::setExternalContent(const MExternalContentLocationTable&) {}
MPxNode::Type MPxNode::type() const
{
    return kDependNode;
}
MObject MPxNode::thisMObject() const
{
    return fake::toObject(own(this));
}
MTypeId MPxNode::typeId() const
{
    return MTypeId(own(this)->type->id);
}
MString MPxNode::typeName() const
{
    return fake::toMaya(own(this)->type->name);
}
MString MPxNode::name() const
{
    return fake::toMaya(own(this)->name);
}
MDataBlock MPxNode::forceCache()
{
    return MDataBlock(fake::newBlock(*own(this), fake::currentContext()).ref());
}
MDataBlock MPxNode::forceCache(const MDGContext&)
{
    return forceCache();
}
bool MPxNode::existWithoutInConnections(MStatus* status) const
{
    give(status);
    return true;
}
bool MPxNode::existWithoutOutConnections(MStatus* status) const
{
    give(status);
    return true;
}
MStatus MPxNode::setExistWithoutInConnections(bool)
{
    return MStatus();
}
MStatus MPxNode::setExistWithoutOutConnections(bool)
{
    return MStatus();
}
bool MPxNode::doNotWrite(MStatus* status) const
{
    give(status);
    return own(this)->doNotWrite;
}
MStatus MPxNode::setDoNotWrite(bool flag)
{
    own(this)->doNotWrite = flag;
    return MStatus();
}
MStatus MPxNode::setMPSafe(bool)
{
    return MStatus();
}
MStatus MPxNode::addAttribute(const MObject& attribute)
{
    fake::Attr* attr = fake::attrOf(attribute);
    if (!fake::g_registering || !attr || fake::g_registering->find(attr->name) || fake::g_registering->find(attr->brief))
        return failure("MPxNode::addAttribute", MStatus::kInvalidParameter);
    fake::g_registering->attrs.push_back(fake::Ptr<fake::Attr>(attr));
    return MStatus();
}
MStatus MPxNode::attributeAffects(const MObject& whenChanges, const MObject& isAffected)
{
    const fake::Attr* from = fake::attrOf(whenChanges);
    const fake::Attr* to = fake::attrOf(isAffected);
    const auto isOwn = [](const fake::Attr* attr) {
        return attr && fake::g_registering->find(attr->name) == attr;
    };
    if (!fake::g_registering || !isOwn(from) || !isOwn(to))
        return failure("MPxNode::attributeAffects", MStatus::kInvalidParameter);
    fake::g_registering->affects[from].push_back(to);
    fake::g_registering->outputs.insert(to);
    return MStatus();
}
MStatus MPxNode::inheritAttributesFrom(const MString&)
{
    return failure("MPxNode::inheritAttributesFrom", MStatus::kNotImplemented);
}

bool MEvaluationNode::dirtyPlugExists(const MObject& attribute, MStatus* status) const
{
    give(status);
    const auto* dirty = static_cast<const fake::Dirty*>(m_dirty.get());
    return dirty && dirty->attrs.count(fake::attrOf(attribute)) != 0;
}

MPxGeometryFilter::MPxGeometryFilter() {}
MPxGeometryFilter::~MPxGeometryFilter() {}
MPxNode::Type MPxGeometryFilter::type() const
{
    return kGeometryFilter;
}
MStatus MPxGeometryFilter::deform(MDataBlock&, MItGeometry&, const MMatrix&, unsigned int)
{
    return MStatus();
}
MObject& MPxGeometryFilter::accessoryAttribute() const
{
    return MObject::kNullObj;
}
MStatus MPxGeometryFilter::accessoryNodeSetup(MDagModifier&)
{
    return MStatus();
}
void MPxGeometryFilter::setModifiedCallback(MSelectionList&, bool) {}
#if MAYA_DOUBLE_YEAR >= 2025
MStatus MPxGeometryFilter::prepareDeform(MDataBlock&, unsigned int, unsigned int)
{
    return MStatus();
}
MStatus MPxGeometryFilter::getFixedSetupData(const MString&, unsigned int)
{
    return MStatus();
}
#else
MStatus MPxGeometryFilter::getFixedSetupData(const MString&)
{
    return MStatus();
}
#endif
#if MAYA_DOUBLE_YEAR >= 2024
MObject MPxGeometryFilter::thisMObject() const
{
    return MPxNode::thisMObject();
}
#endif

MPxDeformerNode::MPxDeformerNode() {}
MPxDeformerNode::~MPxDeformerNode() {}
MPxNode::Type MPxDeformerNode::type() const
{
    return kDeformerNode;
}
float MPxDeformerNode::weightValue(MDataBlock& block, unsigned int multiIndex, unsigned int index)
{
    const auto* own = static_cast<const fake::Block*>(block.fakeRef().get());
    fake::Node& node = *own->node;
    const fake::Key list = fake::elementKey({node.attr("weightList"), {}}, static_cast<int>(multiIndex));
    const fake::Key weights = fake::childKey(list, node.attr("weights"));
    return static_cast<float>(
        fake::evaluate(node, fake::elementKey(weights, static_cast<int>(index)), own->context).number);
}
void MPxDeformerNode::setDeformationDetails(unsigned int) {}
#if MAYA_DOUBLE_YEAR >= 2024
const float* MPxDeformerNode::envelopeWeights(MDataBlock& block, unsigned int, unsigned int* count)
{
    const auto* own = static_cast<const fake::Block*>(block.fakeRef().get());
    if (count)
        *count = static_cast<unsigned int>(own->envelope.size());
    return own->envelope.empty() ? nullptr : own->envelope.data();
}
MIndexMapper MPxDeformerNode::indexMapper(unsigned int multiIndex, MStatus* status) const
{
    give(status);
    const auto& subsets = own(this)->subsets;
    const auto found = subsets.find(static_cast<int>(multiIndex));
    return MIndexMapper(found == subsets.end() ? 0 : static_cast<unsigned int>(found->second.size()),
                        found == subsets.end());
}
#endif

MPxLocatorNode::MPxLocatorNode() {}
MPxLocatorNode::~MPxLocatorNode() {}
MPxNode::Type MPxLocatorNode::type() const
{
    return kLocatorNode;
}
void MPxLocatorNode::draw(M3dView&, const MDagPath&, M3dView::DisplayStyle, M3dView::DisplayStatus) {}
bool MPxLocatorNode::isBounded() const
{
    return false;
}
MBoundingBox MPxLocatorNode::boundingBox() const
{
    return MBoundingBox();
}
bool MPxLocatorNode::excludeAsLocator() const
{
    return true;
}
bool MPxLocatorNode::isTransparent() const
{
    return false;
}
bool MPxLocatorNode::drawLast() const
{
    return false;
}
bool MPxLocatorNode::useClosestPointForSelection() const
{
    return false;
}
MPoint MPxLocatorNode::closestPoint(MPoint cursorPoint, MVector) const
{
    return cursorPoint;
}
MSelectionMask MPxLocatorNode::getShapeSelectionMask() const
{
    return MSelectionMask();
}
void MPxLocatorNode::getCacheSetup(const MEvaluationNode& node, MNodeCacheDisablingInfo& disabling,
                                   MNodeCacheSetupInfo& setup, MObjectArray& monitored) const
{
    MPxNode::getCacheSetup(node, disabling, setup, monitored);
}
#if MAYA_DOUBLE_YEAR >= 2024
MObject MPxLocatorNode::thisMObject() const
{
    return MPxNode::thisMObject();
}
#endif

OPENMAYA_NAMESPACE_CLOSE
