// MFnBase, MFnDependencyNode, MFnSet and MFnReference.
#include <maya/MFnBase.h>

#include <maya/MFnDependencyNode.h>
#include <maya/MFnReference.h>
#include <maya/MFnSet.h>
#include <maya/MPlugArray.h>
#include <maya/MSelectionList.h>
#include <maya/MTypeId.h>
#include <maya/MUuid.h>

#include "plugins.h"
#include "scene.h"

OPENMAYA_MAJOR_NAMESPACE_OPEN

using fake::failure;
using fake::give;
using fake::Node;

MFnBase::MFnBase() {}
MFnBase::~MFnBase() {}
MFn::Type MFnBase::type() const
{
    return MFn::kBase;
}
bool MFnBase::hasObj(MFn::Type type) const
{
    return object().hasFn(type);
}
bool MFnBase::hasObj(const MObject& object) const
{
    return object.hasFn(type());
}
MObject MFnBase::object(MStatus* status) const
{
    give(status, m_object.get() ? MStatus::kSuccess : MStatus::kFailure, "MFnBase::object");
    return MObject(m_object);
}
MStatus MFnBase::setObject(MObject& object)
{
    return fakeSet(object, type());
}
MStatus MFnBase::setObject(const MObject& object)
{
    return fakeSet(object, type());
}
MStatus MFnBase::fakeSet(const MObject& object, MFn::Type wanted)
{
    m_object = ::fake::Ref();
    m_path = ::fake::Ref();
    if (object.isNull() || !object.hasFn(wanted))
        return failure("function set for an object of another type", MStatus::kInvalidParameter);
    m_object = object.fakeRef();
    return MStatus();
}
MStatus MFnBase::fakeSetPath(const MDagPath& path, MFn::Type wanted)
{
    if (!path.isValid())
        return failure("function set for an invalid path", MStatus::kInvalidParameter);
    const MStatus status = fakeSet(path.node(), wanted);
    if (status)
        m_path = path.fakeRef();
    return status;
}

#define CONSTRUCT(NAME, TYPE)                                                                                          \
    NAME::NAME(const MObject& object, MStatus* status)                                                                 \
    {                                                                                                                  \
        const MStatus set = fakeSet(object, TYPE);                                                                     \
        give(status, set.statusCode(), #NAME);                                                                         \
    }                                                                                                                  \
    NAME::~NAME() {}                                                                                                   \
    MFn::Type NAME::type() const                                                                                       \
    {                                                                                                                  \
        return TYPE;                                                                                                   \
    }

CONSTRUCT(MFnDependencyNode, MFn::kDependencyNode)
CONSTRUCT(MFnSet, MFn::kSet)
CONSTRUCT(MFnReference, MFn::kReference)

MFnDependencyNode::MFnDependencyNode(MObject& object, MStatus* status)
    : MFnDependencyNode(static_cast<const MObject&>(object), status)
{}

#define NODE(RESULT)                                                                                                   \
    Node* node = fake::nodeOf(MObject(m_object));                                                                      \
    if (!node) {                                                                                                       \
        give(status, MStatus::kFailure, "MFnDependencyNode of nothing");                                               \
        return RESULT;                                                                                                 \
    }                                                                                                                  \
    give(status);

MObject MFnDependencyNode::create(const MString& type, MStatus* status)
{
    return create(type, MString(), status);
}
MObject MFnDependencyNode::create(const MString& type, const MString& name, MStatus* status)
{
    const auto found = fake::findType(fake::plain(type));
    // DAG nodes come from their own function sets.
    if (!found || found->isDag) {
        give(status, MStatus::kInvalidParameter, "MFnDependencyNode::create");
        return MObject();
    }
    const fake::Ptr<Node> node = fake::newNode(found, fake::plain(name), nullptr);
    fake::addNode(node, nullptr);
    m_object = node.ref();
    give(status);
    return fake::toObject(node.get());
}
MTypeId MFnDependencyNode::typeId(MStatus* status) const
{
    NODE(MTypeId())
    return MTypeId(node->type->id);
}
MString MFnDependencyNode::typeName(MStatus* status) const
{
    NODE(MString())
    return fake::toMaya(node->type->name);
}
MString MFnDependencyNode::name(MStatus* status) const
{
    NODE(MString())
    return fake::toMaya(node->name);
}
MString MFnDependencyNode::absoluteName(MStatus* status) const
{
    NODE(MString())
    return fake::toMaya(":" + node->name);
}
MString MFnDependencyNode::setName(const MString& name, bool, MStatus* status)
{
    NODE(MString())
    if (node->locked || node->referenced || node->isDefault) {
        give(status, MStatus::kFailure, "MFnDependencyNode::setName");
        return fake::toMaya(node->name);
    }
    fake::renameNode(*node, fake::plain(name));
    return fake::toMaya(node->name);
}
MString MFnDependencyNode::parentNamespace(MStatus* status) const
{
    NODE(MString())
    const size_t colon = node->name.rfind(':');
    return fake::toMaya(colon == std::string::npos ? "" : node->name.substr(0, colon));
}
MString MFnDependencyNode::pluginName(MStatus* status) const
{
    NODE(MString())
    return fake::toMaya(node->type->pluginName);
}
MUuid MFnDependencyNode::uuid(MStatus* status) const
{
    MUuid id;
    NODE(id)
    id.generate();
    return id;
}
MStatus MFnDependencyNode::getConnections(MPlugArray& plugs) const
{
    plugs.clear();
    const Node* node = fake::nodeOf(MObject(m_object));
    if (!node)
        return failure("MFnDependencyNode::getConnections");
    for (const auto& [key, source] : node->inputs)
        plugs.append(fake::toPlug(const_cast<Node*>(node), key));
    for (const auto& [key, targets] : node->outputs)
        plugs.append(fake::toPlug(const_cast<Node*>(node), key));
    return plugs.length() > 0 ? MStatus() : failure("MFnDependencyNode::getConnections");
}
unsigned int MFnDependencyNode::attributeCount(MStatus* status) const
{
    NODE(0)
    return static_cast<unsigned int>(fake::attrsOf(*node).size());
}
MObject MFnDependencyNode::attribute(unsigned int index, MStatus* status) const
{
    NODE(MObject())
    const auto all = fake::attrsOf(*node);
    if (index < all.size())
        return fake::toObject(all[index].get());
    give(status, MStatus::kInvalidParameter, "MFnDependencyNode::attribute");
    return MObject();
}
MObject MFnDependencyNode::attribute(const MString& name, MStatus* status) const
{
    NODE(MObject())
    if (fake::Attr* attr = node->attr(fake::plain(name)))
        return fake::toObject(attr);
    give(status, MStatus::kInvalidParameter, "MFnDependencyNode::attribute");
    return MObject();
}
bool MFnDependencyNode::hasAttribute(const MString& name, MStatus* status) const
{
    NODE(false)
    return node->attr(fake::plain(name)) != nullptr;
}
MPlug MFnDependencyNode::findPlug(const MString& name, bool, MStatus* status) const
{
    NODE(MPlug())
    fake::Key key;
    if (fake::findPlug(*node, fake::plain(name), key))
        return fake::toPlug(node, key);
    give(status, MStatus::kInvalidParameter, "MFnDependencyNode::findPlug");
    return MPlug();
}
MPlug MFnDependencyNode::findPlug(const MObject& attribute, bool, MStatus* status) const
{
    NODE(MPlug())
    const fake::Attr* attr = fake::attrOf(attribute);
    if (attr && node->attr(attr->name) == attr)
        return MPlug(MObject(m_object), attribute);
    give(status, MStatus::kInvalidParameter, "MFnDependencyNode::findPlug");
    return MPlug();
}
MStatus MFnDependencyNode::addAttribute(const MObject& attribute)
{
    Node* node = fake::nodeOf(MObject(m_object));
    fake::Attr* attr = fake::attrOf(attribute);
    if (!node || !attr || node->locked || node->attr(attr->name) || node->attr(attr->brief))
        return failure("MFnDependencyNode::addAttribute");
    fake::addAttr(*node, fake::Ptr<fake::Attr>(attr));
    return MStatus();
}
MStatus MFnDependencyNode::removeAttribute(const MObject& attribute)
{
    Node* node = fake::nodeOf(MObject(m_object));
    fake::Attr* attr = fake::attrOf(attribute);
    if (!node || !attr || !attr->dynamic || node->locked)
        return failure("MFnDependencyNode::removeAttribute");
    fake::removeAttr(*node, fake::Ptr<fake::Attr>(attr));
    return MStatus();
}
MPxNode* MFnDependencyNode::userNode(MStatus* status) const
{
    NODE(nullptr)
    return node->user;
}
bool MFnDependencyNode::affectsAnimation(MStatus* status) const
{
    NODE(false)
    return node->curve != nullptr;
}
bool MFnDependencyNode::canBeWritten(MStatus* status) const
{
    NODE(false)
    return !node->doNotWrite;
}
bool MFnDependencyNode::hasUniqueName(MStatus* status) const
{
    NODE(false)
    return fake::findNodes(node->name).size() == 1;
}
bool MFnDependencyNode::isDefaultNode(MStatus* status) const
{
    NODE(false)
    return node->isDefault;
}
bool MFnDependencyNode::isFromReferencedFile(MStatus* status) const
{
    NODE(false)
    return node->referenced;
}
bool MFnDependencyNode::isLocked(MStatus* status) const
{
    NODE(false)
    return node->locked;
}
bool MFnDependencyNode::isShared(MStatus* status) const
{
    NODE(false)
    return false;
}
bool MFnDependencyNode::isTrackingEdits(MStatus* status) const
{
    NODE(false)
    return node->referenced;
}
MStatus MFnDependencyNode::setDoNotWrite(bool doNotWrite)
{
    Node* node = fake::nodeOf(MObject(m_object));
    if (!node)
        return failure("MFnDependencyNode::setDoNotWrite");
    node->doNotWrite = doNotWrite;
    return MStatus();
}
MStatus MFnDependencyNode::setLocked(bool locked)
{
    Node* node = fake::nodeOf(MObject(m_object));
    if (!node)
        return failure("MFnDependencyNode::setLocked");
    fake::setNodeLocked(*node, locked);
    return MStatus();
}

MStatus MFnSet::getMembers(MSelectionList& members, bool) const
{
    members.clear();
    const Node* node = fake::nodeOf(MObject(m_object));
    if (!node)
        return failure("MFnSet::getMembers");
    for (const auto& [object, component] : node->members) {
        Node* member = dynamic_cast<Node*>(object.get());
        if (member && member->isDag())
            members.add(fake::toPath(fake::pathsTo(*member).at(0)),
                        component ? fake::toObject(component.get()) : MObject());
        else
            members.add(fake::toObject(object.get()));
    }
    return MStatus();
}

MString MFnReference::fileName(bool, bool, bool, MStatus* status) const
{
    NODE(MString())
    return fake::toMaya(fake::scene().references[node->name]);
}
MString MFnReference::associatedNamespace(bool, MStatus* status) const
{
    NODE(MString())
    const std::string& name = node->name;
    return fake::toMaya(name.size() > 2 && name.substr(name.size() - 2) == "RN" ? name.substr(0, name.size() - 2) : "");
}
bool MFnReference::isLoaded(MStatus* status) const
{
    NODE(false)
    return true;
}
bool MFnReference::isLocked(MStatus* status) const
{
    NODE(false)
    return node->locked;
}

OPENMAYA_NAMESPACE_CLOSE
