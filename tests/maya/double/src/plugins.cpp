// Plug-ins: what they register, their nodes and their evaluation.
#include "plugins.h"

#include <algorithm>

#include <fake/session.h>
#define MNoVersionString
#include <maya/MCacheSchema.h>
#include <maya/MEvaluationNode.h>
#include <maya/MFnPlugin.h>
#include <maya/MNodeCacheDisablingInfo.h>
#include <maya/MNodeCacheSetupInfo.h>
#include <maya/MObjectArray.h>
#include <maya/MPlugArray.h>
#include <maya/MPxDeformerNode.h>
#include <maya/MPxLocatorNode.h>
#include <maya/MStringArray.h>
#include <maya/MSyntax.h>
#include <maya/MTimeRange.h>

#include "builtin.h"
#include "commands.h"
#include "datablock.h"
#include "deform.h"

namespace fake {

namespace {

struct RegisteredCommand {
    MCreatorFunction creator;
    MCreateSyntaxFunction syntax;
};
std::map<std::string, RegisteredCommand>& commands()
{
    static auto& all = *new std::map<std::string, RegisteredCommand>;
    return all;
}
int g_failAt = 0;
int g_registrations = 0;
// The type whose attributes `initialize` is adding.
NodeType* g_initializing = nullptr;

}  // namespace

bool mayRegister()
{
    return ++g_registrations != g_failAt;
}
void failRegistration(int n)
{
    g_failAt = n;
    g_registrations = 0;
}
std::vector<std::string> registered()
{
    std::vector<std::string> all;
    for (const auto& item : commands())
        all.push_back("command " + item.first);
    for (const auto& [name, type] : scene().types)
        if (type->isPlugin)
            all.push_back("node " + name);
    return all;
}
MPxCommand* newCommand(const std::string& name)
{
    const auto found = commands().find(name);
    if (found == commands().end())
        return nullptr;
    MPxCommand* command = static_cast<MPxCommand*>(found->second.creator());
    if (found->second.syntax) {
        const MSyntax syntax = found->second.syntax();
        command->fakeSetUp(toMaya(name), &syntax);
    } else {
        command->fakeSetUp(toMaya(name), nullptr);
    }
    return command;
}
void forgetPlugins()
{
    scene().types.clear();
}

class Plugin : public Object {
public:
    bool hasFn(MFn::Type type) const override { return type == MFn::kPlugin; }
    MFn::Type apiType() const override { return MFn::kPlugin; }
    std::string name = "surefoot", version, path = "/plug-ins";
};
namespace {
Ptr<Plugin>& plugin()
{
    static auto& one = *new Ptr<Plugin>(new Plugin);
    return one;
}
}  // namespace

bool g_loaded = false;

bool loadPlugin()
{
    // Loading what is loaded does nothing.
    if (g_loaded)
        return true;
    newSceneIfNone();
    g_registrations = 0;
    const MStatus status = initializePlugin(MObject(plugin().ref()));
    g_failAt = 0;
    g_loaded = status.statusCode() == MStatus::kSuccess;
    return g_loaded;
}
bool unloadPlugin()
{
    // Maya does not unload what is in use.
    for (const auto& node : scene().nodes)
        if (node->type->isPlugin)
            return false;
    clearUndo();
    if (!g_loaded)
        return false;
    g_loaded = false;
    return uninitializePlugin(MObject(plugin().ref())).statusCode() == MStatus::kSuccess;
}

bool connectionIsLegal(const PlugRef& source, const PlugRef& destination)
{
    bool legal = true;
    const MPlug from = toPlug(source), to = toPlug(destination);
    if (destination.node->user && destination.node->user->legalConnection(to, from, false, legal) && !legal)
        return false;
    legal = true;
    return !(source.node->user && source.node->user->legalConnection(from, to, true, legal) && !legal);
}
void connectionChanged(const PlugRef& source, const PlugRef& destination, bool made)
{
    const MPlug from = toPlug(source), to = toPlug(destination);
    for (const bool asSource : {false, true}) {
        MPxNode* user = (asSource ? source : destination).node->user;
        if (!user || !(asSource ? source : destination).node->inScene)
            continue;
        const MStatus status = made ? user->connectionMade(asSource ? from : to, asSource ? to : from, asSource)
                                    : user->connectionBroken(asSource ? from : to, asSource ? to : from, asSource);
        (void)status.statusCode();
    }
}

bool computeUser(Node& node, const Key& key, const Context& context, Value& value)
{
    if (context.normal) {
        const std::lock_guard<std::mutex> lock(scene().cacheMutex);
        const auto found = node.cache.find(key);
        if (found != node.cache.end()) {
            value = found->second;
            return true;
        }
    }
    if (node.hasFn(MFn::kGeometryFilt))
        return computeDeformer(node, key, context, value);
    const Ptr<Block> block = newBlock(node, context);
    MDataBlock data(block.ref());
    pushContext(context);
    const MStatus status = node.user->compute(toPlug(&node, key), data);
    popContext();
    flush(*block);
    const auto written = block->outputs.find(key);
    const bool ok = status.statusCode() == MStatus::kSuccess && written != block->outputs.end();
    if (ok) {
        written->second->settle();
        value = written->second->value;
    }
    block->outputs.clear();
    // kUnknownParameter says that Maya has to look for itself.
    return ok;
}

struct DirtyPlugs : Counted {
    Ptr<Node> node;
    std::set<const Attr*> attrs;
};

namespace {

bool isAnimatedSource(Node& node, std::set<Node*>& seen)
{
    if ((node.curve && node.curve->type <= MFnAnimCurve::kAnimCurveTU) || !node.samples.empty() ||
        node.type->name == "time")
        return true;
    if (!seen.insert(&node).second)
        return false;
    for (const auto& item : node.inputs)
        if (isAnimatedSource(*item.second.node, seen))
            return true;
    for (Node* parent : node.parents)
        if (isAnimatedSource(*parent, seen))
            return true;
    return false;
}

}  // namespace

void evaluateManaged(const Context& context)
{
    const auto nodes = scene().nodes;
    for (const Ptr<Node>& node : nodes) {
        if (!node->user)
            continue;
        const Ptr<DirtyPlugs> dirty = make<DirtyPlugs>();
        dirty->node = node;
        for (const auto& [key, source] : node->inputs) {
            std::set<Node*> seen;
            if (key.attr->kind != Kind::kMessage && isAnimatedSource(*source.node, seen))
                for (const Attr* attr = key.attr; attr; attr = attr->parent) {
                    dirty->attrs.insert(attr);
                    const auto affects = node->type->affects.find(attr);
                    if (affects != node->type->affects.end())
                        dirty->attrs.insert(affects->second.begin(), affects->second.end());
                }
        }
        if (dirty->attrs.empty())
            continue;
        const MEvaluationNode evaluation(dirty.ref());
        const MDGContext api = context.normal ? MDGContext() : MDGContext(timeFromTicks(context.ticks));
        MStatus status = node->user->preEvaluation(api, evaluation);
        (void)status.statusCode();
        MNodeCacheDisablingInfo disabling;
        MNodeCacheSetupInfo setup;
        MObjectArray monitored;
        node->user->getCacheSetup(evaluation, disabling, setup, monitored);
        if (context.normal) {
            const std::lock_guard<std::mutex> lock(scene().cacheMutex);
            for (auto it = node->cache.begin(); it != node->cache.end();)
                it = dirty->attrs.count(it->first.attr) ? node->cache.erase(it) : std::next(it);
        }
        status = node->user->postEvaluation(api, evaluation, MPxNode::kEvaluatedDirectly);
        (void)status.statusCode();
    }
}

}  // namespace fake

OPENMAYA_MAJOR_NAMESPACE_OPEN

using fake::failure;
using fake::give;

bool MEvaluationNode::dirtyPlugExists(const MObject& attribute, MStatus* status) const
{
    give(status);
    return static_cast<fake::DirtyPlugs*>(m_dirty.get())->attrs.count(fake::attrOf(attribute)) != 0;
}

namespace {
fake::Plugin* plugOf(const ::fake::Ref& ref)
{
    return dynamic_cast<fake::Plugin*>(static_cast<fake::Counted*>(ref.get()));
}
}  // namespace
MFnPlugin::MFnPlugin(MObject& object, const char*, const char* version, const char*, MStatus* status)
    : m_plugin(object.fakeRef())
{
    give(status, plugOf(m_plugin) ? MStatus::kSuccess : MStatus::kInvalidParameter, "MFnPlugin");
    if (plugOf(m_plugin))
        plugOf(m_plugin)->version = version;
}
MFnPlugin::~MFnPlugin() {}
MString MFnPlugin::name(MStatus* status) const
{
    give(status);
    return fake::toMaya(plugOf(m_plugin)->name);
}
MString MFnPlugin::version(MStatus* status) const
{
    give(status);
    return fake::toMaya(plugOf(m_plugin)->version);
}
MString MFnPlugin::apiVersion(MStatus* status) const
{
    give(status);
    return fake::toMaya(std::to_string(MAYA_API_VERSION));
}
MString MFnPlugin::loadPath(MStatus* status) const
{
    give(status);
    return fake::toMaya(plugOf(m_plugin)->path);
}
MStatus MFnPlugin::setName(const MString& name, bool)
{
    plugOf(m_plugin)->name = fake::plain(name);
    return MStatus();
}
MStatus MFnPlugin::setVersion(const MString& version)
{
    plugOf(m_plugin)->version = fake::plain(version);
    return MStatus();
}
MStatus MFnPlugin::registerCommand(const MString& name, MCreatorFunction creator, MCreateSyntaxFunction syntax)
{
    const std::string key = fake::plain(name);
    if (!fake::mayRegister() || !creator || fake::commands().count(key) || fake::commandTable().count(key))
        return failure("MFnPlugin::registerCommand");
    if (syntax)
        (void)syntax();
    fake::commands()[key] = {creator, syntax};
    return MStatus();
}
MStatus MFnPlugin::deregisterCommand(const MString& name)
{
    return fake::commands().erase(fake::plain(name)) ? MStatus() : failure("MFnPlugin::deregisterCommand");
}
MStatus MFnPlugin::registerNode(const MString& name, const MTypeId& id, MCreatorFunction creator,
                                MInitializeFunction initialize, MPxNode::Type pxType, const MString* classification)
{
    fake::registerBuiltinTypes(fake::scene());
    const std::string key = fake::plain(name);
    if (!fake::mayRegister() || !creator || !initialize || fake::findType(key))
        return failure("MFnPlugin::registerNode");
    for (const auto& item : fake::scene().types)
        if (item.second->id != 0 && item.second->id == id.id())
            return failure("MFnPlugin::registerNode with an id that is taken");
    const char* base = pxType == MPxNode::kDeformerNode  ? "weightGeometryFilter"
                       : pxType == MPxNode::kLocatorNode ? "locator"
                                                         : "dependNode";
    auto type = std::make_shared<fake::NodeType>(*fake::findType(base));
    type->name = key;
    type->id = id.id();
    type->creator = creator;
    type->pxType = pxType;
    type->isPlugin = true;
    type->pluginName = plugOf(m_plugin)->name;
    type->classification = classification ? fake::plain(*classification) : "";
    type->api = pxType == MPxNode::kDeformerNode  ? MFn::kPluginDeformerNode
                : pxType == MPxNode::kLocatorNode ? MFn::kPluginLocatorNode
                                                  : MFn::kPluginDependNode;
    type->functions.insert(type->api);
    MPxNode::message = fake::toObject(type->find("message"));
    MPxNode::state = fake::toObject(type->find("nodeState"));
    MPxNode::caching = fake::toObject(type->find("caching"));
    MPxNode::frozen = fake::toObject(type->find("frozen"));
    MPxNode::isHistoricallyInteresting = fake::toObject(type->find("isHistoricallyInteresting"));
    if (pxType == MPxNode::kDeformerNode) {
        MPxGeometryFilter::input = fake::toObject(type->find("input"));
        MPxGeometryFilter::inputGeom = fake::toObject(type->find("inputGeometry"));
        MPxGeometryFilter::groupId = fake::toObject(type->find("groupId"));
        MPxGeometryFilter::outputGeom = fake::toObject(type->find("outputGeometry"));
        MPxGeometryFilter::envelope = fake::toObject(type->find("envelope"));
        MPxDeformerNode::weightList = fake::toObject(type->find("weightList"));
        MPxDeformerNode::weights = fake::toObject(type->find("weights"));
        for (const char* attr : {"input", "inputGeometry", "groupId", "envelope", "weightList", "weights"})
            type->affects[type->find(attr)].push_back(type->find("outputGeometry"));
        type->outputs.insert(type->find("outputGeometry"));
    }
    fake::g_initializing = type.get();
    const MStatus status = initialize();
    fake::g_initializing = nullptr;
    if (status.statusCode() != MStatus::kSuccess)
        return failure("MFnPlugin::registerNode: initialize failed");
    fake::scene().types[key] = type;
    return MStatus();
}
MStatus MFnPlugin::deregisterNode(const MTypeId& id)
{
    for (auto& item : fake::scene().types)
        if (item.second->isPlugin && item.second->id == id.id()) {
            fake::scene().types.erase(item.first);
            return MStatus();
        }
    return failure("MFnPlugin::deregisterNode");
}
MStatus MFnPlugin::registerUI(const MString&, const MString&, const MString&, const MString&)
{
    return fake::mayRegister() ? MStatus() : failure("MFnPlugin::registerUI");
}

MObject MPxNode::message;
MObject MPxNode::state;
MObject MPxNode::caching;
MObject MPxNode::frozen;
MObject MPxNode::isHistoricallyInteresting;

MStatus MPxNode::addAttribute(const MObject& attribute)
{
    fake::Attr* attr = fake::attrOf(attribute);
    fake::NodeType* type = fake::g_initializing;
    if (!attr || !type || type->find(attr->name) || type->find(attr->brief))
        return failure("MPxNode::addAttribute", MStatus::kInvalidParameter);
    for (const auto& child : attr->children)
        if (type->find(child->name) || type->find(child->brief))
            return failure("MPxNode::addAttribute: a child's name is taken", MStatus::kInvalidParameter);
    type->attrs.push_back(fake::Ptr<fake::Attr>(attr));
    return MStatus();
}
MStatus MPxNode::attributeAffects(const MObject& whenChanges, const MObject& isAffected)
{
    const fake::Attr *from = fake::attrOf(whenChanges), *to = fake::attrOf(isAffected);
    fake::NodeType* type = fake::g_initializing;
    if (!from || !to || !type || type->find(from->name) != from || type->find(to->name) != to)
        return failure("MPxNode::attributeAffects", MStatus::kInvalidParameter);
    type->affects[from].push_back(to);
    type->outputs.insert(to);
    for (const auto& child : to->children)
        type->outputs.insert(child.get());
    return MStatus();
}
MStatus MPxNode::inheritAttributesFrom(const MString&)
{
    return failure("MPxNode::inheritAttributesFrom", MStatus::kNotImplemented);
}

MPxNode::MPxNode() {}
MPxNode::~MPxNode() {}
void MPxNode::postConstructor() {}
MStatus MPxNode::compute(const MPlug&, MDataBlock&)
{
    return MStatus::kUnknownParameter;
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
    return MStatus::kUnknownParameter;
}
MStatus MPxNode::connectionBroken(const MPlug&, const MPlug&, bool)
{
    return MStatus::kUnknownParameter;
}
MStatus MPxNode::legalConnection(const MPlug&, const MPlug&, bool, bool&) const
{
    return MStatus::kUnknownParameter;
}
MStatus MPxNode::legalDisconnection(const MPlug&, const MPlug&, bool, bool&) const
{
    return MStatus::kUnknownParameter;
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
    return MStatus::kUnknownParameter;
}
MStatus MPxNode::dependsOn(const MPlug&, const MPlug&, bool&) const
{
    return MStatus::kUnknownParameter;
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
{}
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
    return MObject(m_fakeNode);
}
MTypeId MPxNode::typeId() const
{
    const fake::Node* node = fake::nodeOf(MObject(m_fakeNode));
    return MTypeId(node ? node->type->id : 0);
}
MString MPxNode::typeName() const
{
    const fake::Node* node = fake::nodeOf(MObject(m_fakeNode));
    return node ? fake::toMaya(node->type->name) : MString();
}
MString MPxNode::name() const
{
    const fake::Node* node = fake::nodeOf(MObject(m_fakeNode));
    return node ? fake::toMaya(node->name) : MString();
}
MDataBlock MPxNode::forceCache()
{
    return forceCache(MDGContext::current());
}
MDataBlock MPxNode::forceCache(const MDGContext& context)
{
    fake::Context own;
    own.normal = context.isNormal();
    own.ticks = context.fakeTicks();
    return MDataBlock(fake::newBlock(*fake::nodeOf(MObject(m_fakeNode)), own).ref());
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
    return fake::nodeOf(MObject(m_fakeNode))->doNotWrite;
}
MStatus MPxNode::setDoNotWrite(bool flag)
{
    fake::nodeOf(MObject(m_fakeNode))->doNotWrite = flag;
    return MStatus();
}
MStatus MPxNode::setMPSafe(bool)
{
    return MStatus();
}

bool MNodeCacheDisablingInfo::getCacheDisabled() const
{
    return m_disabled;
}
void MNodeCacheDisablingInfo::setCacheDisabled(bool disabled)
{
    m_disabled = disabled;
}
bool MNodeCacheSetupInfo::getPreference(PreferenceFlag flag) const
{
    return m_flags[flag];
}
void MNodeCacheSetupInfo::setPreference(PreferenceFlag flag, bool value)
{
    m_flags[flag] = value;
}
MCacheSchema::MCacheSchema() {}
MCacheSchema::~MCacheSchema() {}
void MCacheSchema::add(const MObject&)
{
    ++m_count;
}

OPENMAYA_NAMESPACE_CLOSE
