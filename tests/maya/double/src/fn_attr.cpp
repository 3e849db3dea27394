// Function sets that make attributes.
#include <maya/MAngle.h>
#include <maya/MDistance.h>
#include <maya/MFnAttribute.h>
#include <maya/MFnCompoundAttribute.h>
#include <maya/MFnEnumAttribute.h>
#include <maya/MFnGenericAttribute.h>
#include <maya/MFnMatrixAttribute.h>
#include <maya/MFnMessageAttribute.h>
#include <maya/MFnNumericAttribute.h>
#include <maya/MFnTypedAttribute.h>
#include <maya/MFnUnitAttribute.h>
#include <maya/MTypeId.h>

#include "datablock.h"
#include "scene.h"

OPENMAYA_MAJOR_NAMESPACE_OPEN

using fake::Attr;
using fake::failure;
using fake::give;
using fake::Kind;

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
CONSTRUCT(MFnAttribute, MFn::kAttribute)
CONSTRUCT(MFnCompoundAttribute, MFn::kCompoundAttribute)
CONSTRUCT(MFnEnumAttribute, MFn::kEnumAttribute)
CONSTRUCT(MFnGenericAttribute, MFn::kGenericAttribute)
CONSTRUCT(MFnMatrixAttribute, MFn::kMatrixAttribute)
CONSTRUCT(MFnMessageAttribute, MFn::kMessageAttribute)
CONSTRUCT(MFnNumericAttribute, MFn::kNumericAttribute)
CONSTRUCT(MFnTypedAttribute, MFn::kTypedAttribute)
CONSTRUCT(MFnUnitAttribute, MFn::kUnitAttribute)

namespace {

Attr* own(const ::fake::Ref& ref)
{
    return fake::attrOf(MObject(ref));
}
bool isName(const std::string& name)
{
    if (name.empty() || (name[0] >= '0' && name[0] <= '9'))
        return false;
    return name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") ==
           std::string::npos;
}
MObject made(fake::Ptr<Attr> attr, ::fake::Ref& ref, MStatus* status)
{
    if (!isName(attr->name) || !isName(attr->brief)) {
        give(status, MStatus::kInvalidParameter, "create of an attribute with no proper name");
        return MObject();
    }
    ref = attr.ref();
    give(status);
    return fake::toObject(attr.get());
}
fake::Ptr<Attr> fresh(const MString& name, const MString& brief, Kind kind, double value = 0.0)
{
    return fake::makeAttr(fake::plain(name), fake::plain(brief), kind, value);
}

}  // namespace

#define FLAG(SETTER, FIELD)                                                                                            \
    MStatus MFnAttribute::SETTER(bool state)                                                                           \
    {                                                                                                                  \
        if (!own(m_object))                                                                                            \
            return failure("MFnAttribute::" #SETTER);                                                                  \
        own(m_object)->FIELD = state;                                                                                  \
        return MStatus();                                                                                              \
    }
#define ASK(GETTER, FIELD)                                                                                             \
    bool MFnAttribute::GETTER(MStatus* status) const                                                                   \
    {                                                                                                                  \
        give(status, own(m_object) ? MStatus::kSuccess : MStatus::kFailure, "MFnAttribute::" #GETTER);                 \
        return own(m_object) && own(m_object)->FIELD;                                                                  \
    }
#define NOTHING(SETTER)                                                                                                \
    MStatus MFnAttribute::SETTER(bool)                                                                                 \
    {                                                                                                                  \
        return own(m_object) ? MStatus() : failure("MFnAttribute::" #SETTER);                                          \
    }
FLAG(setReadable, readable)
FLAG(setWritable, writable)
FLAG(setConnectable, connectable)
FLAG(setStorable, storable)
FLAG(setArray, array)
FLAG(setKeyable, keyable)
FLAG(setChannelBox, channelBox)
FLAG(setHidden, hidden)
FLAG(setUsesArrayDataBuilder, usesBuilder)
FLAG(setInternal, internal)
FLAG(setAffectsAppearance, affectsAppearance)
NOTHING(setCached)
NOTHING(setIndexMatters)
NOTHING(setUsedAsColor)
NOTHING(setUsedAsFilename)
NOTHING(setIndeterminant)
NOTHING(setRenderSource)
NOTHING(setWorldSpace)
NOTHING(setAffectsWorldSpace)
NOTHING(setProxyAttribute)
ASK(isReadable, readable)
ASK(isWritable, writable)
ASK(isConnectable, connectable)
ASK(isStorable, storable)
ASK(isKeyable, keyable)
ASK(isHidden, hidden)
ASK(isArray, array)
ASK(isDynamic, dynamic)

MStatus MFnAttribute::setDisconnectBehavior(DisconnectBehavior behavior)
{
    // kDelete is for array attributes only.
    if (!own(m_object) || (behavior == kDelete && !own(m_object)->array))
        return failure("MFnAttribute::setDisconnectBehavior");
    own(m_object)->disconnectBehavior = behavior;
    return MStatus();
}
MStatus MFnAttribute::setNiceNameOverride(const MString&)
{
    return own(m_object) ? MStatus() : failure("MFnAttribute::setNiceNameOverride");
}
MStatus MFnAttribute::addToCategory(const MString&)
{
    return own(m_object) ? MStatus() : failure("MFnAttribute::addToCategory");
}
MObject MFnAttribute::parent(MStatus* status) const
{
    give(status, own(m_object) ? MStatus::kSuccess : MStatus::kFailure, "MFnAttribute::parent");
    return own(m_object) && own(m_object)->parent ? fake::toObject(own(m_object)->parent) : MObject();
}
MString MFnAttribute::name(MStatus* status) const
{
    give(status, own(m_object) ? MStatus::kSuccess : MStatus::kFailure, "MFnAttribute::name");
    return own(m_object) ? fake::toMaya(own(m_object)->name) : MString();
}
MString MFnAttribute::shortName(MStatus* status) const
{
    give(status, own(m_object) ? MStatus::kSuccess : MStatus::kFailure, "MFnAttribute::shortName");
    return own(m_object) ? fake::toMaya(own(m_object)->brief) : MString();
}

MObject MFnNumericAttribute::create(const MString& name, const MString& brief, MFnNumericData::Type type, double value,
                                    MStatus* status)
{
    Kind kind = Kind::kDouble;
    switch (type) {
        case MFnNumericData::kBoolean:
            kind = Kind::kBool;
            break;
        case MFnNumericData::kByte:
        case MFnNumericData::kChar:
            kind = Kind::kChar;
            break;
        case MFnNumericData::kShort:
            kind = Kind::kShort;
            break;
        case MFnNumericData::kInt:
            kind = Kind::kInt;
            break;
        case MFnNumericData::kInt64:
            kind = Kind::kInt64;
            break;
        case MFnNumericData::kFloat:
            kind = Kind::kFloat;
            break;
        case MFnNumericData::kDouble:
            break;
        case MFnNumericData::k3Double:
        case MFnNumericData::k3Float: {
            fake::Ptr<Attr> triple =
                fake::makeTriple(fake::plain(name), fake::plain(brief),
                                 type == MFnNumericData::k3Float ? Kind::kFloat : Kind::kDouble, value);
            // Children made by Maya are named by number.
            for (size_t i = 0; i < 3; ++i) {
                triple->children[i]->name = triple->name + std::to_string(i);
                triple->children[i]->brief = triple->brief + std::to_string(i);
            }
            triple->numeric = type;
            triple->api = type == MFnNumericData::k3Float ? MFn::kAttribute3Float : MFn::kAttribute3Double;
            return made(triple, m_object, status);
        }
        default:
            give(status, MStatus::kInvalidParameter, "MFnNumericAttribute::create");
            return MObject();
    }
    fake::Ptr<Attr> attr = fresh(name, brief, kind);
    attr->defaultNumber = fake::roundTo(*attr, value);
    attr->numeric = MFnNumericData::kInvalid;
    return made(attr, m_object, status);
}
MObject MFnNumericAttribute::create(const MString& name, const MString& brief, const MObject& child1,
                                    const MObject& child2, const MObject& child3, MStatus* status)
{
    std::vector<fake::Ptr<Attr>> children;
    for (const MObject* child : {&child1, &child2, &child3})
        if (Attr* attr = fake::attrOf(*child))
            children.push_back(fake::Ptr<Attr>(attr));
    if (children.empty()) {
        give(status, MStatus::kInvalidParameter, "MFnNumericAttribute::create");
        return MObject();
    }
    fake::Ptr<Attr> attr = fake::makeCompound(fake::plain(name), fake::plain(brief), children);
    attr->numeric = children[0]->kind == Kind::kFloat ? MFnNumericData::k3Float : MFnNumericData::k3Double;
    attr->api = children[0]->kind == Kind::kFloat ? MFn::kAttribute3Float : MFn::kAttribute3Double;
    return made(attr, m_object, status);
}
MObject MFnNumericAttribute::createColor(const MString& name, const MString& brief, MStatus* status)
{
    const MObject object = create(name, brief, MFnNumericData::k3Float, 0.0, status);
    const char* const letters[] = {"R", "G", "B"};
    const char* const small[] = {"r", "g", "b"};
    for (size_t i = 0; i < 3 && !object.isNull(); ++i) {
        own(m_object)->children[i]->name = own(m_object)->name + letters[i];
        own(m_object)->children[i]->brief = own(m_object)->brief + small[i];
    }
    return object;
}
MObject MFnNumericAttribute::createPoint(const MString& name, const MString& brief, MStatus* status)
{
    const MObject object = create(name, brief, MFnNumericData::k3Float, 0.0, status);
    const char* const letters[] = {"X", "Y", "Z"};
    const char* const small[] = {"x", "y", "z"};
    for (size_t i = 0; i < 3 && !object.isNull(); ++i) {
        own(m_object)->children[i]->name = own(m_object)->name + letters[i];
        own(m_object)->children[i]->brief = own(m_object)->brief + small[i];
    }
    return object;
}
MFnNumericData::Type MFnNumericAttribute::unitType(MStatus* status) const
{
    give(status, own(m_object) ? MStatus::kSuccess : MStatus::kFailure, "MFnNumericAttribute::unitType");
    return own(m_object) ? own(m_object)->numeric : MFnNumericData::kInvalid;
}
bool MFnNumericAttribute::hasMin(MStatus* status) const
{
    give(status, own(m_object) ? MStatus::kSuccess : MStatus::kFailure, "MFnNumericAttribute::hasMin");
    return own(m_object) && own(m_object)->hasMin;
}
namespace {
MStatus setDefaultOf(Attr* attr, double value, const char* where)
{
    if (!attr || !attr->isNumber())
        return failure(where);
    attr->defaultNumber = fake::roundTo(*attr, value);
    return MStatus();
}
MStatus setLimit(Attr* attr, double value, bool isMin, const char* where)
{
    if (!attr || !attr->isNumber())
        return failure(where);
    (isMin ? attr->hasMin : attr->hasMax) = true;
    (isMin ? attr->min : attr->max) = value;
    return MStatus();
}
}  // namespace
MStatus MFnNumericAttribute::setDefault(double value)
{
    return setDefaultOf(own(m_object), value, "MFnNumericAttribute::setDefault");
}
MStatus MFnNumericAttribute::setDefault(int value)
{
    return setDefaultOf(own(m_object), value, "MFnNumericAttribute::setDefault");
}
MStatus MFnNumericAttribute::setDefault(bool value)
{
    return setDefaultOf(own(m_object), value, "MFnNumericAttribute::setDefault");
}
MStatus MFnNumericAttribute::setDefault(double x, double y, double z)
{
    if (!own(m_object) || own(m_object)->children.size() != 3)
        return failure("MFnNumericAttribute::setDefault");
    own(m_object)->children[0]->defaultNumber = x;
    own(m_object)->children[1]->defaultNumber = y;
    own(m_object)->children[2]->defaultNumber = z;
    return MStatus();
}
MStatus MFnNumericAttribute::setMin(double value)
{
    return setLimit(own(m_object), value, true, "MFnNumericAttribute::setMin");
}
MStatus MFnNumericAttribute::setMax(double value)
{
    return setLimit(own(m_object), value, false, "MFnNumericAttribute::setMax");
}
MStatus MFnNumericAttribute::setSoftMin(double)
{
    return own(m_object) ? MStatus() : failure("MFnNumericAttribute::setSoftMin");
}
MStatus MFnNumericAttribute::setSoftMax(double)
{
    return own(m_object) ? MStatus() : failure("MFnNumericAttribute::setSoftMax");
}

MObject MFnUnitAttribute::create(const MString& name, const MString& brief, Type type, double value, MStatus* status)
{
    switch (type) {
        case kAngle:
            return made(fresh(name, brief, Kind::kAngle, value), m_object, status);
        case kDistance:
            return made(fresh(name, brief, Kind::kDistance, value), m_object, status);
        case kTime:
            return made(
                fresh(name, brief, Kind::kTime, static_cast<double>(fake::ticksOf(MTime(value, MTime::uiUnit())))),
                m_object, status);
        default:
            give(status, MStatus::kInvalidParameter, "MFnUnitAttribute::create");
            return MObject();
    }
}
MObject MFnUnitAttribute::create(const MString& name, const MString& brief, const MAngle& value, MStatus* status)
{
    return made(fresh(name, brief, Kind::kAngle, value.asRadians()), m_object, status);
}
MObject MFnUnitAttribute::create(const MString& name, const MString& brief, const MDistance& value, MStatus* status)
{
    return made(fresh(name, brief, Kind::kDistance, value.asCentimeters()), m_object, status);
}
MObject MFnUnitAttribute::create(const MString& name, const MString& brief, const MTime& value, MStatus* status)
{
    return made(fresh(name, brief, Kind::kTime, static_cast<double>(fake::ticksOf(value))), m_object, status);
}
MFnUnitAttribute::Type MFnUnitAttribute::unitType(MStatus* status) const
{
    give(status, own(m_object) ? MStatus::kSuccess : MStatus::kFailure, "MFnUnitAttribute::unitType");
    if (!own(m_object))
        return kInvalid;
    const Kind kind = own(m_object)->kind;
    return kind == Kind::kAngle ? kAngle : kind == Kind::kDistance ? kDistance : kind == Kind::kTime ? kTime : kInvalid;
}
MStatus MFnUnitAttribute::setDefault(double value)
{
    return setDefaultOf(own(m_object), value, "MFnUnitAttribute::setDefault");
}
MStatus MFnUnitAttribute::setMin(double value)
{
    return setLimit(own(m_object), value, true, "MFnUnitAttribute::setMin");
}
MStatus MFnUnitAttribute::setMax(double value)
{
    return setLimit(own(m_object), value, false, "MFnUnitAttribute::setMax");
}
MStatus MFnUnitAttribute::setSoftMin(double)
{
    return own(m_object) ? MStatus() : failure("MFnUnitAttribute::setSoftMin");
}
MStatus MFnUnitAttribute::setSoftMax(double)
{
    return own(m_object) ? MStatus() : failure("MFnUnitAttribute::setSoftMax");
}

MObject MFnEnumAttribute::create(const MString& name, const MString& brief, short value, MStatus* status)
{
    return made(fresh(name, brief, Kind::kEnum, value), m_object, status);
}
MStatus MFnEnumAttribute::addField(const MString& field, short index)
{
    if (!own(m_object))
        return failure("MFnEnumAttribute::addField");
    for (const auto& [name, number] : own(m_object)->fields)
        if (number == index || name == fake::plain(field))
            return failure("MFnEnumAttribute::addField", MStatus::kInvalidParameter);
    own(m_object)->fields.push_back({fake::plain(field), index});
    return MStatus();
}
MString MFnEnumAttribute::fieldName(short index, MStatus* status) const
{
    for (const auto& [name, number] : own(m_object)->fields)
        if (number == index) {
            give(status);
            return fake::toMaya(name);
        }
    give(status, MStatus::kInvalidParameter, "MFnEnumAttribute::fieldName");
    return MString();
}
short MFnEnumAttribute::fieldIndex(const MString& wanted, MStatus* status) const
{
    for (const auto& [name, number] : own(m_object)->fields)
        if (name == fake::plain(wanted)) {
            give(status);
            return number;
        }
    give(status, MStatus::kInvalidParameter, "MFnEnumAttribute::fieldIndex");
    return -1;
}
MStatus MFnEnumAttribute::getMin(short& value) const
{
    if (!own(m_object) || own(m_object)->fields.empty())
        return failure("MFnEnumAttribute::getMin");
    value = own(m_object)->fields[0].second;
    for (const auto& field : own(m_object)->fields)
        value = field.second < value ? field.second : value;
    return MStatus();
}
MStatus MFnEnumAttribute::getMax(short& value) const
{
    if (!own(m_object) || own(m_object)->fields.empty())
        return failure("MFnEnumAttribute::getMax");
    value = own(m_object)->fields[0].second;
    for (const auto& field : own(m_object)->fields)
        value = field.second > value ? field.second : value;
    return MStatus();
}
MStatus MFnEnumAttribute::setDefault(short value)
{
    return setDefaultOf(own(m_object), value, "MFnEnumAttribute::setDefault");
}

MObject MFnTypedAttribute::create(const MString& name, const MString& brief, MFnData::Type type, MObject value,
                                  MStatus* status)
{
    if (type <= MFnData::kNumeric || type >= MFnData::kLast) {
        give(status, MStatus::kInvalidParameter, "MFnTypedAttribute::create");
        return MObject();
    }
    fake::Ptr<Attr> attr = fresh(name, brief, type == MFnData::kString ? Kind::kString : Kind::kData);
    attr->dataType = type;
    if (type == MFnData::kMatrix) {
        attr->kind = Kind::kMatrix;
        attr->api = MFn::kTypedAttribute;
    }
    if (fake::Data* data = fake::dataOf(value)) {
        if (!fake::fits(*attr, *data)) {
            give(status, MStatus::kInvalidParameter, "MFnTypedAttribute::create");
            return MObject();
        }
        attr->defaultData = fake::Ptr<fake::Data>(data);
    }
    return made(attr, m_object, status);
}
MObject MFnTypedAttribute::create(const MString& name, const MString& brief, const MTypeId&, MObject value,
                                  MStatus* status)
{
    return create(name, brief, MFnData::kPlugin, value, status);
}
MFnData::Type MFnTypedAttribute::attrType(MStatus* status) const
{
    give(status, own(m_object) ? MStatus::kSuccess : MStatus::kFailure, "MFnTypedAttribute::attrType");
    return own(m_object) ? own(m_object)->dataType : MFnData::kInvalid;
}

MObject MFnMatrixAttribute::create(const MString& name, const MString& brief, Type type, MStatus* status)
{
    fake::Ptr<Attr> attr = fresh(name, brief, Kind::kMatrix);
    if (type == kFloat)
        attr->api = MFn::kFloatMatrixAttribute;
    return made(attr, m_object, status);
}
MObject MFnMessageAttribute::create(const MString& name, const MString& brief, MStatus* status)
{
    return made(fresh(name, brief, Kind::kMessage), m_object, status);
}
MObject MFnGenericAttribute::create(const MString& name, const MString& brief, MStatus* status)
{
    fake::Ptr<Attr> attr = fresh(name, brief, Kind::kData);
    attr->api = MFn::kGenericAttribute;
    attr->dataType = MFnData::kAny;
    return made(attr, m_object, status);
}
MStatus MFnGenericAttribute::addNumericDataAccept(MFnNumericData::Type)
{
    return own(m_object) ? MStatus() : failure("MFnGenericAttribute::addNumericDataAccept");
}

MObject MFnCompoundAttribute::create(const MString& name, const MString& brief, MStatus* status)
{
    return made(fresh(name, brief, Kind::kCompound), m_object, status);
}
MStatus MFnCompoundAttribute::addChild(const MObject& child)
{
    Attr* attr = fake::attrOf(child);
    if (!own(m_object) || !attr || attr->parent)
        return failure("MFnCompoundAttribute::addChild", MStatus::kInvalidParameter);
    attr->parent = own(m_object);
    own(m_object)->children.push_back(fake::Ptr<Attr>(attr));
    return MStatus();
}
MObject MFnCompoundAttribute::child(unsigned int index, MStatus* status) const
{
    if (own(m_object) && index < own(m_object)->children.size()) {
        give(status);
        return fake::toObject(own(m_object)->children[index].get());
    }
    give(status, MStatus::kInvalidParameter, "MFnCompoundAttribute::child");
    return MObject();
}
unsigned int MFnCompoundAttribute::numChildren(MStatus* status) const
{
    give(status, own(m_object) ? MStatus::kSuccess : MStatus::kFailure, "MFnCompoundAttribute::numChildren");
    return own(m_object) ? static_cast<unsigned int>(own(m_object)->children.size()) : 0;
}

OPENMAYA_NAMESPACE_CLOSE
