// MDGModifier and MDagModifier.
#include "modifier.h"

#include <maya/MAngle.h>
#include <maya/MDagModifier.h>
#include <maya/MDistance.h>
#include <maya/MTypeId.h>

#include "datablock.h"
#include "mel.h"

namespace fake {

void queue(MDGModifier& modifier, std::function<bool()> step)
{
    static_cast<Queue*>(modifier.fakeRef().get())->pending.push_back(std::move(step));
}

}  // namespace fake

OPENMAYA_MAJOR_NAMESPACE_OPEN

using fake::failure;
using fake::give;
using fake::Key;
using fake::Node;
using fake::PlugRef;
using fake::Ptr;

namespace {

fake::Queue& queueOf(const ::fake::Ref& ref)
{
    return *static_cast<fake::Queue*>(ref.get());
}
Ptr<fake::Plug> hold(const MPlug& plug)
{
    return Ptr<fake::Plug>(fake::plugOf(plug));
}
bool isReferencedOrLocked(const Node& node)
{
    return node.locked || node.referenced || node.isDefault;
}

}  // namespace

MDGModifier::MDGModifier() : m_queue(new fake::Queue) {}
MDGModifier::~MDGModifier() {}

MObject MDGModifier::createNode(const MString& typeName, MStatus* status)
{
    const auto type = fake::findType(fake::plain(typeName));
    // DAG nodes need an MDagModifier.
    if (!type || type->isDag) {
        give(status, MStatus::kInvalidParameter, "MDGModifier::createNode");
        return MObject();
    }
    const Ptr<Node> node = fake::newNode(type, "", nullptr);
    fake::queue(*this, [node] {
        fake::addNode(node, nullptr);
        return true;
    });
    give(status);
    return fake::toObject(node.get());
}
MObject MDGModifier::createNode(const MTypeId& id, MStatus* status)
{
    for (const auto& [name, type] : fake::scene().types)
        if (type->id != 0 && type->id == id.id())
            return createNode(fake::toMaya(name), status);
    give(status, MStatus::kInvalidParameter, "MDGModifier::createNode");
    return MObject();
}
MStatus MDGModifier::deleteNode(const MObject& object)
{
    Node* node = fake::nodeOf(object);
    if (!node || isReferencedOrLocked(*node))
        return failure("MDGModifier::deleteNode", MStatus::kInvalidParameter);
    const Ptr<Node> held(node);
    fake::queue(*this, [held] { return held->inScene && fake::deleteNode(*held); });
    return MStatus();
}
MStatus MDGModifier::deleteNode(const MObject& object, bool)
{
    return deleteNode(object);
}
MStatus MDGModifier::renameNode(const MObject& object, const MString& name)
{
    Node* node = fake::nodeOf(object);
    if (!node || isReferencedOrLocked(*node) || name.length() == 0)
        return failure("MDGModifier::renameNode", MStatus::kInvalidParameter);
    const Ptr<Node> held(node);
    const std::string text = fake::plain(name);
    fake::queue(*this, [held, text] {
        fake::renameNode(*held, text);
        return true;
    });
    return MStatus();
}
MStatus MDGModifier::setNodeLockState(const MObject& object, bool lock)
{
    Node* node = fake::nodeOf(object);
    if (!node)
        return failure("MDGModifier::setNodeLockState", MStatus::kInvalidParameter);
    const Ptr<Node> held(node);
    fake::queue(*this, [held, lock] {
        fake::setNodeLocked(*held, lock);
        return true;
    });
    return MStatus();
}
MStatus MDGModifier::connect(const MPlug& source, const MPlug& destination)
{
    if (source.isNull() || destination.isNull())
        return failure("MDGModifier::connect", MStatus::kInvalidParameter);
    const auto from = hold(source), to = hold(destination);
    fake::queue(*this, [from, to] { return fake::connectPlugs({from->node, from->key}, {to->node, to->key}); });
    return MStatus();
}
MStatus MDGModifier::disconnect(const MPlug& source, const MPlug& destination)
{
    if (source.isNull() || destination.isNull())
        return failure("MDGModifier::disconnect", MStatus::kInvalidParameter);
    const auto from = hold(source), to = hold(destination);
    fake::queue(*this, [from, to] { return fake::disconnectPlugs({from->node, from->key}, {to->node, to->key}); });
    return MStatus();
}
MStatus MDGModifier::addAttribute(const MObject& object, const MObject& attribute)
{
    Node* node = fake::nodeOf(object);
    fake::Attr* attr = fake::attrOf(attribute);
    if (!node || !attr)
        return failure("MDGModifier::addAttribute", MStatus::kInvalidParameter);
    const Ptr<Node> held(node);
    const Ptr<fake::Attr> added(attr);
    fake::queue(*this, [held, added] {
        if (held->locked || held->attr(added->name) || held->attr(added->brief))
            return false;
        fake::addAttr(*held, added);
        return true;
    });
    return MStatus();
}
MStatus MDGModifier::removeAttribute(const MObject& object, const MObject& attribute)
{
    Node* node = fake::nodeOf(object);
    fake::Attr* attr = fake::attrOf(attribute);
    if (!node || !attr || !attr->dynamic)
        return failure("MDGModifier::removeAttribute", MStatus::kInvalidParameter);
    const Ptr<Node> held(node);
    const Ptr<fake::Attr> removed(attr);
    fake::queue(*this, [held, removed] {
        fake::removeAttr(*held, removed);
        return true;
    });
    return MStatus();
}
MStatus MDGModifier::renameAttribute(const MObject&, const MObject& attribute, const MString& shortName,
                                     const MString& longName)
{
    fake::Attr* attr = fake::attrOf(attribute);
    if (!attr || !attr->dynamic)
        return failure("MDGModifier::renameAttribute", MStatus::kInvalidParameter);
    const Ptr<fake::Attr> held(attr);
    const std::string name = fake::plain(longName), brief = fake::plain(shortName);
    fake::queue(*this, [held, name, brief] {
        const std::string oldName = held->name, oldBrief = held->brief;
        fake::change(
            [held, name, brief] {
                held->name = name;
                held->brief = brief;
            },
            [held, oldName, oldBrief] {
                held->name = oldName;
                held->brief = oldBrief;
            });
        return true;
    });
    return MStatus();
}
MStatus MDGModifier::removeMultiInstance(const MPlug& plug, bool breakConnections)
{
    if (plug.isNull() || !plug.isElement())
        return failure("MDGModifier::removeMultiInstance", MStatus::kInvalidParameter);
    const auto held = hold(plug);
    fake::queue(*this, [held, breakConnections] {
        const Key array = fake::parentKey(held->key);
        if (fake::isLocked(*held->node, held->key))
            return false;
        // Breaking a connection may have taken the element already.
        if (!fake::elementsOf(*held->node, array).count(held->key.indices.back()))
            return true;
        // A connected element goes only if its connections may.
        if (!breakConnections && fake::inputOf(*held->node, held->key))
            return false;
        fake::removeElement(*held->node, held->key);
        return true;
    });
    return MStatus();
}

namespace {
MStatus queueNumber(MDGModifier& modifier, const MPlug& plug, bool right, double number, const char* where)
{
    if (plug.isNull() || plug.isArray() || !fake::plugOf(plug)->key.attr->isNumber() || !right)
        return failure(where, MStatus::kInvalidParameter);
    const auto held = hold(plug);
    fake::queue(modifier,
                [held, number] { return fake::writePlug(*held->node, held->key, number, Ptr<fake::Data>()); });
    return MStatus();
}
fake::Kind kindOf(const MPlug& plug)
{
    return plug.isNull() ? fake::Kind::kMessage : fake::plugOf(plug)->key.attr->kind;
}
double plainNumber(const MPlug& plug, double value)
{
    return kindOf(plug) == fake::Kind::kTime ? static_cast<double>(fake::ticksOf(MTime(value, MTime::uiUnit())))
                                             : value;
}
}  // namespace

MStatus MDGModifier::newPlugValue(const MPlug& plug, MObject& value)
{
    fake::Data* data = fake::dataOf(value);
    if (plug.isNull() || plug.isArray() || !data || !fake::fits(*fake::plugOf(plug)->key.attr, *data))
        return failure("MDGModifier::newPlugValue", MStatus::kInvalidParameter);
    const auto held = hold(plug);
    const Ptr<fake::Data> kept(data);
    fake::queue(*this, [held, kept] {
        if (held->key.attr->kind != fake::Kind::kCompound)
            return fake::writePlug(*held->node, held->key, 0.0, kept);
        bool ok = true;
        for (size_t i = 0; i < 3; ++i)
            ok = fake::writePlug(*held->node, fake::childKey(held->key, held->key.attr->children[i].get()),
                                 kept->numbers[i], Ptr<fake::Data>()) &&
                 ok;
        return ok;
    });
    return MStatus();
}
MStatus MDGModifier::newPlugValueString(const MPlug& plug, const MString& value)
{
    if (kindOf(plug) != fake::Kind::kString || plug.isArray())
        return failure("MDGModifier::newPlugValueString", MStatus::kInvalidParameter);
    const auto held = hold(plug);
    const std::string text = fake::plain(value);
    fake::queue(*this, [held, text] { return fake::writePlug(*held->node, held->key, 0.0, fake::stringData(text)); });
    return MStatus();
}
#define NUMBER(METHOD, TYPE)                                                                                           \
    MStatus MDGModifier::METHOD(const MPlug& plug, TYPE value)                                                         \
    {                                                                                                                  \
        return queueNumber(*this, plug, true, plainNumber(plug, static_cast<double>(value)), "MDGModifier::" #METHOD); \
    }
NUMBER(newPlugValueBool, bool)
NUMBER(newPlugValueChar, char)
NUMBER(newPlugValueDouble, double)
NUMBER(newPlugValueFloat, float)
NUMBER(newPlugValueInt, int)
NUMBER(newPlugValueInt64, MInt64)
NUMBER(newPlugValueShort, short)
MStatus MDGModifier::newPlugValueMAngle(const MPlug& plug, const MAngle& value)
{
    return queueNumber(*this, plug, kindOf(plug) == fake::Kind::kAngle, value.asRadians(),
                       "MDGModifier::newPlugValueMAngle");
}
MStatus MDGModifier::newPlugValueMDistance(const MPlug& plug, const MDistance& value)
{
    return queueNumber(*this, plug, kindOf(plug) == fake::Kind::kDistance, value.asCentimeters(),
                       "MDGModifier::newPlugValueMDistance");
}
MStatus MDGModifier::newPlugValueMTime(const MPlug& plug, const MTime& value)
{
    return queueNumber(*this, plug, kindOf(plug) == fake::Kind::kTime, static_cast<double>(fake::ticksOf(value)),
                       "MDGModifier::newPlugValueMTime");
}
MStatus MDGModifier::commandToExecute(const MString& command)
{
    const std::string text = fake::plain(command);
    fake::queue(*this, [text] { return fake::executeHere(text); });
    return MStatus();
}
MStatus MDGModifier::pythonCommandToExecute(const MString&)
{
    return failure("MDGModifier::pythonCommandToExecute", MStatus::kNotImplemented);
}

MStatus MDGModifier::doIt()
{
    fake::Queue& own = queueOf(m_queue);
    if (own.undone) {
        for (const auto& log : own.done) {
            const fake::Recording off{Ptr<fake::ChangeLog>()};
            log->redo();
        }
        own.undone = false;
    }
    std::vector<std::function<bool()>> pending;
    pending.swap(own.pending);
    for (const auto& step : pending) {
        own.done.push_back(fake::make<fake::ChangeLog>());
        const fake::Recording on(own.done.back());
        if (!step())
            return failure("MDGModifier::doIt");
    }
    return MStatus();
}
MStatus MDGModifier::undoIt()
{
    fake::Queue& own = queueOf(m_queue);
    if (own.undone)
        return failure("MDGModifier::undoIt");
    const fake::Recording off{Ptr<fake::ChangeLog>()};
    for (auto log = own.done.rbegin(); log != own.done.rend(); ++log)
        (*log)->undo();
    own.undone = true;
    return MStatus();
}

MDagModifier::MDagModifier() {}
MDagModifier::~MDagModifier() {}
MObject MDagModifier::createNode(const MString& typeName, const MObject& parent, MStatus* status)
{
    const auto type = fake::findType(fake::plain(typeName));
    Node* above = fake::nodeOf(parent);
    if (!type || (!parent.isNull() && (!above || !above->isDag()))) {
        give(status, MStatus::kInvalidParameter, "MDagModifier::createNode");
        return MObject();
    }
    if (!type->isDag) {
        give(status, MStatus::kInvalidParameter, "MDagModifier::createNode");
        return MObject();
    }
    // A shape without a parent gets a transform of its own, and the transform is what comes back.
    const bool isShape = type->functions.count(MFn::kShape) != 0;
    if (isShape && parent.isNull()) {
        const Ptr<Node> holder = fake::newNode(fake::findType("transform"), type->name + "1", nullptr);
        const Ptr<Node> shape = fake::newNode(type, type->name + "Shape1", holder.get());
        fake::queue(*this, [holder, shape] {
            fake::addNode(holder, nullptr);
            fake::addNode(shape, holder.get());
            return true;
        });
        give(status);
        return fake::toObject(holder.get());
    }
    const Ptr<Node> node = fake::newNode(type, "", above);
    const Ptr<Node> up(above);
    fake::queue(*this, [node, up] {
        fake::addNode(node, up.get());
        return true;
    });
    give(status);
    return fake::toObject(node.get());
}
MObject MDagModifier::createNode(const MTypeId& id, const MObject& parent, MStatus* status)
{
    for (const auto& [name, type] : fake::scene().types)
        if (type->id != 0 && type->id == id.id())
            return createNode(fake::toMaya(name), parent, status);
    give(status, MStatus::kInvalidParameter, "MDagModifier::createNode");
    return MObject();
}
MStatus MDagModifier::reparentNode(const MObject& object, const MObject& parent)
{
    Node* node = fake::nodeOf(object);
    Node* above = fake::nodeOf(parent);
    if (!node || !node->isDag() || node->locked || node->referenced || (!parent.isNull() && !above))
        return failure("MDagModifier::reparentNode", MStatus::kInvalidParameter);
    const Ptr<Node> held(node), up(above);
    fake::queue(*this, [held, up] { return fake::setParent(*held, up.get(), false); });
    return MStatus();
}

OPENMAYA_NAMESPACE_CLOSE
