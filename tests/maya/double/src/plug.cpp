// MPlug: structure, connections and flags.
#include <maya/MPlug.h>

#include <algorithm>

#include <maya/MIntArray.h>
#include <maya/MPlugArray.h>
#include <maya/MStringArray.h>

#include "scene.h"

OPENMAYA_MAJOR_NAMESPACE_OPEN

using fake::failure;
using fake::give;
using fake::Key;
using fake::toPlug;

namespace {
const char* kNull = "MPlug of nothing";
fake::Plug* own(const MPlug* plug)
{
    return fake::plugOf(*plug);
}
}  // namespace

MPlug::MPlug() {}
MPlug::MPlug(const MPlug& other) : m_plug(other.m_plug) {}
MPlug::MPlug(const MObject& node, const MObject& attribute)
{
    fake::Node* owner = fake::nodeOf(node);
    fake::Attr* attr = fake::attrOf(attribute);
    if (!owner || !attr)
        return;
    Key key;
    key.attr = attr;
    for (const fake::Attr* up = attr->parent; up; up = up->parent)
        if (up->array)
            key.indices.push_back(-1);
    m_plug = ::fake::Ref(new fake::Plug(owner, key));
}
MPlug::~MPlug() {}
const MPlug& MPlug::operator=(const MPlug& other)
{
    m_plug = other.m_plug;
    return *this;
}
bool MPlug::operator==(const MPlug& other) const
{
    const fake::Plug *a = own(this), *b = own(&other);
    return a && b ? a->node == b->node && a->key == b->key : a == b;
}
bool MPlug::operator==(const MObject& attribute) const
{
    return own(this) && own(this)->key.attr == fake::attrOf(attribute);
}
bool MPlug::operator!=(const MObject& attribute) const
{
    return !(*this == attribute);
}
MStatus MPlug::setAttribute(MObject& attribute)
{
    if (!own(this) || !fake::attrOf(attribute))
        return failure("MPlug::setAttribute", MStatus::kInvalidParameter);
    *this = MPlug(node(), attribute);
    return MStatus();
}
MObject MPlug::attribute(MStatus* status) const
{
    give(status, own(this) ? MStatus::kSuccess : MStatus::kFailure, kNull);
    return own(this) ? fake::toObject(const_cast<fake::Attr*>(own(this)->key.attr)) : MObject();
}
MObject MPlug::node(MStatus* status) const
{
    give(status, own(this) ? MStatus::kSuccess : MStatus::kFailure, kNull);
    return own(this) ? fake::toObject(own(this)->node) : MObject();
}
MString MPlug::name(MStatus* status) const
{
    give(status, own(this) ? MStatus::kSuccess : MStatus::kFailure, kNull);
    return own(this) ? fake::toMaya(fake::plugName(*own(this)->node, own(this)->key)) : MString();
}
MString MPlug::info(MStatus* status) const
{
    return name(status);
}
MString MPlug::partialName(bool includeNodeName, bool, bool, bool, bool useFullAttributePath, bool useLongNames,
                           MStatus* status) const
{
    give(status, own(this) ? MStatus::kSuccess : MStatus::kFailure, kNull);
    if (!own(this))
        return MString();
    std::string text = fake::attrPath(own(this)->key, useLongNames);
    if (useFullAttributePath && own(this)->key.attr->parent && text.find('.') == std::string::npos)
        text = fake::attrPath(fake::parentKey(own(this)->key), useLongNames) + "." + text;
    return fake::toMaya((includeNodeName ? fake::nodeLabel(*own(this)->node) + "." : "") + text);
}
MStatus MPlug::selectAncestorLogicalIndex(unsigned int index, const MObject& attribute)
{
    if (!own(this))
        return failure("MPlug::selectAncestorLogicalIndex");
    const fake::Attr* wanted = fake::attrOf(attribute);
    Key key = own(this)->key;
    size_t place = key.indices.size();
    for (const fake::Attr* attr = key.attr; attr; attr = attr->parent) {
        if (!attr->array)
            continue;
        const bool isOwn = attr == key.attr;
        if (isOwn && !fake::isElement(key)) {
            if (attr == wanted)
                break;
            continue;
        }
        --place;
        if (!wanted || attr == wanted) {
            key.indices[place] = static_cast<int>(index);
            m_plug = ::fake::Ref(new fake::Plug(own(this)->node, key));
            return MStatus();
        }
    }
    if (fake::isWholeArray(key) && (!wanted || wanted == key.attr)) {
        key.indices.push_back(static_cast<int>(index));
        m_plug = ::fake::Ref(new fake::Plug(own(this)->node, key));
        return MStatus();
    }
    return failure("MPlug::selectAncestorLogicalIndex", MStatus::kInvalidParameter);
}
unsigned int MPlug::logicalIndex(MStatus* status) const
{
    const bool ok = own(this) && fake::isElement(own(this)->key);
    give(status, ok ? MStatus::kSuccess : MStatus::kFailure, "MPlug::logicalIndex");
    return ok ? static_cast<unsigned int>(own(this)->key.indices.back()) : 0u;
}
bool MPlug::isNull(MStatus* status) const
{
    give(status);
    return !own(this);
}
#define SIMPLE(NAME, EXPRESSION)                                                                                       \
    bool MPlug::NAME(MStatus* status) const                                                                            \
    {                                                                                                                  \
        const fake::Plug* plug = own(this);                                                                            \
        give(status, plug ? MStatus::kSuccess : MStatus::kFailure, "MPlug::" #NAME);                                   \
        return plug && (EXPRESSION);                                                                                   \
    }
SIMPLE(isArray, fake::isWholeArray(plug->key))
SIMPLE(isElement, fake::isElement(plug->key))
SIMPLE(isCompound, plug->key.attr->kind == fake::Kind::kCompound)
SIMPLE(isChild, plug->key.attr->parent && !fake::isElement(plug->key))
SIMPLE(isNetworked, true)
SIMPLE(isSource, !fake::outputsOf(*plug->node, plug->key).empty())
SIMPLE(isDestination, fake::inputOf(*plug->node, plug->key) != nullptr)
SIMPLE(isConnected, fake::inputOf(*plug->node, plug->key) || !fake::outputsOf(*plug->node, plug->key).empty())
SIMPLE(isDynamic, plug->key.attr->dynamic)
SIMPLE(isProcedural, false)
SIMPLE(isKeyable, fake::isKeyable(*plug->node, plug->key))
SIMPLE(isLocked, fake::isLocked(*plug->node, plug->key))
SIMPLE(isChannelBoxFlagSet, fake::flagsOf(*plug->node, plug->key).channelBox < 0
                                ? plug->key.attr->channelBox
                                : fake::flagsOf(*plug->node, plug->key).channelBox != 0)
SIMPLE(isIgnoredWhenRendering, false)
SIMPLE(isFromReferencedFile, plug->node->referenced)

bool MPlug::isDefaultValue(bool, MStatus* status) const
{
    const fake::Plug* plug = own(this);
    give(status, plug ? MStatus::kSuccess : MStatus::kFailure, kNull);
    if (!plug)
        return false;
    const fake::Value value = fake::evaluate(*plug->node, plug->key, fake::currentContext());
    return plug->key.attr->isNumber() && value.number == plug->key.attr->defaultNumber;
}

namespace {

bool isFree(const fake::Node& node, const Key& key)
{
    return !fake::flagsOf(node, key).locked && !fake::inputOf(node, key);
}
bool childrenFree(const fake::Node& node, const Key& key)
{
    if (fake::isWholeArray(key)) {
        for (const int index : fake::elementsOf(node, key)) {
            const Key element = fake::elementKey(key, index);
            if (!isFree(node, element) || !childrenFree(node, element))
                return false;
        }
        return true;
    }
    for (const auto& child : key.attr->children) {
        const Key below = fake::childKey(key, child.get());
        if (!isFree(node, below) || !childrenFree(node, below))
            return false;
    }
    return true;
}

}  // namespace

// By Maya's documentation: not locked, and not the destination of a connection, an animation curve's included.
MPlug::FreeToChangeState MPlug::isFreeToChange(bool checkParents, bool checkChildren, MStatus* status) const
{
    const fake::Plug* plug = own(this);
    give(status, plug ? MStatus::kSuccess : MStatus::kFailure, kNull);
    if (!plug || plug->node->locked || !isFree(*plug->node, plug->key))
        return kNotFreeToChange;
    if (checkParents)
        for (Key up = plug->key; fake::hasParentKey(up);) {
            up = fake::parentKey(up);
            if (!isFree(*plug->node, up))
                return kNotFreeToChange;
        }
    if (checkChildren && !childrenFree(*plug->node, plug->key))
        return kChildrenNotFreeToChange;
    return kFreeToChange;
}
MStatus MPlug::setKeyable(bool keyable)
{
    if (!own(this))
        return failure("MPlug::setKeyable");
    fake::PlugFlags flags = fake::flagsOf(*own(this)->node, own(this)->key);
    flags.keyable = keyable;
    fake::setFlags(*own(this)->node, own(this)->key, flags);
    return MStatus();
}
MStatus MPlug::setLocked(bool locked)
{
    if (!own(this) || own(this)->node->locked)
        return failure("MPlug::setLocked");
    fake::PlugFlags flags = fake::flagsOf(*own(this)->node, own(this)->key);
    flags.locked = locked;
    fake::setFlags(*own(this)->node, own(this)->key, flags);
    return MStatus();
}
MStatus MPlug::setChannelBox(bool shown)
{
    if (!own(this))
        return failure("MPlug::setChannelBox");
    fake::PlugFlags flags = fake::flagsOf(*own(this)->node, own(this)->key);
    flags.channelBox = shown;
    fake::setFlags(*own(this)->node, own(this)->key, flags);
    return MStatus();
}

MPlug MPlug::array(MStatus* status) const
{
    const bool ok = own(this) && fake::isElement(own(this)->key);
    give(status, ok ? MStatus::kSuccess : MStatus::kFailure, "MPlug::array");
    return ok ? toPlug(own(this)->node, fake::parentKey(own(this)->key)) : MPlug();
}
MPlug MPlug::parent(MStatus* status) const
{
    const bool ok = own(this) && own(this)->key.attr->parent && !fake::isElement(own(this)->key);
    give(status, ok ? MStatus::kSuccess : MStatus::kFailure, "MPlug::parent");
    return ok ? toPlug(own(this)->node, fake::parentKey(own(this)->key)) : MPlug();
}
MPlug MPlug::child(MObject& attribute, MStatus* status) const
{
    const fake::Attr* wanted = fake::attrOf(attribute);
    if (own(this) && wanted && !fake::isWholeArray(own(this)->key) && wanted->parent == own(this)->key.attr) {
        give(status);
        return toPlug(own(this)->node, fake::childKey(own(this)->key, wanted));
    }
    give(status, MStatus::kInvalidParameter, "MPlug::child");
    return MPlug();
}
MPlug MPlug::child(unsigned int index, MStatus* status) const
{
    if (own(this) && !fake::isWholeArray(own(this)->key) && index < own(this)->key.attr->children.size()) {
        give(status);
        return toPlug(own(this)->node, fake::childKey(own(this)->key, own(this)->key.attr->children[index].get()));
    }
    give(status, MStatus::kInvalidParameter, "MPlug::child");
    return MPlug();
}
unsigned int MPlug::numChildren(MStatus* status) const
{
    const bool ok = own(this) && own(this)->key.attr->kind == fake::Kind::kCompound;
    give(status, ok ? MStatus::kSuccess : MStatus::kFailure, "MPlug::numChildren");
    return ok ? static_cast<unsigned int>(own(this)->key.attr->children.size()) : 0;
}
unsigned int MPlug::numElements(MStatus* status) const
{
    const bool ok = own(this) && fake::isWholeArray(own(this)->key);
    give(status, ok ? MStatus::kSuccess : MStatus::kFailure, "MPlug::numElements");
    return ok ? static_cast<unsigned int>(fake::elementsOf(*own(this)->node, own(this)->key).size()) : 0;
}
unsigned int MPlug::numConnectedElements(MStatus* status) const
{
    const bool ok = own(this) && fake::isWholeArray(own(this)->key);
    give(status, ok ? MStatus::kSuccess : MStatus::kFailure, "MPlug::numConnectedElements");
    unsigned int count = 0;
    if (ok)
        for (const int index : fake::elementsOf(*own(this)->node, own(this)->key)) {
            const Key key = fake::elementKey(own(this)->key, index);
            count += fake::inputOf(*own(this)->node, key) || !fake::outputsOf(*own(this)->node, key).empty();
        }
    return count;
}
unsigned int MPlug::evaluateNumElements(MStatus* status)
{
    return numElements(status);
}
unsigned int MPlug::getExistingArrayAttributeIndices(MIntArray& indices, MStatus* status)
{
    const bool ok = own(this) && fake::isWholeArray(own(this)->key);
    give(status, ok ? MStatus::kSuccess : MStatus::kFailure, "MPlug::getExistingArrayAttributeIndices");
    indices.clear();
    if (ok)
        for (const int index : fake::elementsOf(*own(this)->node, own(this)->key))
            indices.append(index);
    return indices.length();
}
MPlug MPlug::elementByLogicalIndex(unsigned int index, MStatus* status) const
{
    const bool ok = own(this) && fake::isWholeArray(own(this)->key);
    give(status, ok ? MStatus::kSuccess : MStatus::kFailure, "MPlug::elementByLogicalIndex");
    return ok ? toPlug(own(this)->node, fake::elementKey(own(this)->key, static_cast<int>(index))) : MPlug();
}
MPlug MPlug::elementByPhysicalIndex(unsigned int index, MStatus* status) const
{
    if (own(this) && fake::isWholeArray(own(this)->key)) {
        const auto all = fake::elementsOf(*own(this)->node, own(this)->key);
        if (index < all.size()) {
            give(status);
            return toPlug(own(this)->node, fake::elementKey(own(this)->key, *std::next(all.begin(), index)));
        }
    }
    give(status, MStatus::kFailure, "MPlug::elementByPhysicalIndex");
    return MPlug();
}
MStatus MPlug::setNumElements(unsigned int count)
{
    if (!own(this) || !fake::isWholeArray(own(this)->key))
        return failure("MPlug::setNumElements");
    for (unsigned int i = 0; i < count; ++i)
        fake::makeElement(*own(this)->node, fake::elementKey(own(this)->key, static_cast<int>(i)));
    return MStatus();
}

bool MPlug::connectedTo(MPlugArray& plugs, bool asDestination, bool asSource, MStatus* status) const
{
    plugs.clear();
    give(status, own(this) ? MStatus::kSuccess : MStatus::kFailure, "MPlug::connectedTo");
    if (!own(this))
        return false;
    if (asDestination)
        if (const fake::PlugRef* input = fake::inputOf(*own(this)->node, own(this)->key))
            plugs.append(toPlug(*input));
    if (asSource)
        for (const fake::PlugRef& output : fake::outputsOf(*own(this)->node, own(this)->key))
            plugs.append(toPlug(output));
    return plugs.length() > 0;
}
MPlug MPlug::source(MStatus* status) const
{
    give(status, own(this) ? MStatus::kSuccess : MStatus::kFailure, "MPlug::source");
    const fake::PlugRef* input = own(this) ? fake::inputOf(*own(this)->node, own(this)->key) : nullptr;
    return input ? toPlug(*input) : MPlug();
}
MPlug MPlug::sourceWithConversion(MStatus* status) const
{
    return source(status);
}
bool MPlug::destinations(MPlugArray& plugs, MStatus* status) const
{
    return connectedTo(plugs, false, true, status);
}
bool MPlug::destinationsWithConversions(MPlugArray& plugs, MStatus* status) const
{
    return destinations(plugs, status);
}

OPENMAYA_NAMESPACE_CLOSE
