// MPlug: values in and out.
#include <cmath>

#include <maya/MAngle.h>
#include <maya/MDataHandle.h>
#include <maya/MDistance.h>
#include <maya/MPlug.h>
#include <maya/MString.h>
#include <maya/MStringArray.h>

#include "datablock.h"
#include "scene.h"

OPENMAYA_MAJOR_NAMESPACE_OPEN

using fake::failure;
using fake::give;
using fake::Kind;

namespace {

const fake::Plug* own(const MPlug* plug)
{
    return fake::plugOf(*plug);
}

bool readNumber(const MPlug* plug, double& number, MStatus* status, const char* where)
{
    const fake::Plug* p = own(plug);
    if (!p || !p->key.attr->isNumber() || fake::isWholeArray(p->key)) {
        give(status, MStatus::kFailure, where);
        return false;
    }
    number = fake::evaluate(*p->node, p->key, fake::currentContext()).number;
    give(status);
    return true;
}

MStatus write(const MPlug* plug, bool fits, double number, const char* where)
{
    const fake::Plug* p = own(plug);
    if (!p || !fits || !p->key.attr->isNumber() || fake::isWholeArray(p->key))
        return failure(where, MStatus::kInvalidParameter);
    return fake::writePlug(*p->node, p->key, number, fake::Ptr<fake::Data>()) ? MStatus() : failure(where);
}
bool isKind(const MPlug* plug, Kind kind)
{
    return own(plug) && own(plug)->key.attr->kind == kind;
}
bool isTime(const MPlug* plug)
{
    return isKind(plug, Kind::kTime);
}

}  // namespace

double MPlug::asDouble(MStatus* status) const
{
    double number = 0.0;
    readNumber(this, number, status, "MPlug::asDouble");
    // A time as a plain number is in the user's unit.
    return isTime(this) ? fake::timeFromTicks(static_cast<MInt64>(number)).value() : number;
}
float MPlug::asFloat(MStatus* status) const
{
    return static_cast<float>(asDouble(status));
}
int MPlug::asInt(MStatus* status) const
{
    return static_cast<int>(asDouble(status));
}
short MPlug::asShort(MStatus* status) const
{
    return static_cast<short>(asDouble(status));
}
bool MPlug::asBool(MStatus* status) const
{
    return asDouble(status) != 0.0;
}
MDistance MPlug::asMDistance(MStatus* status) const
{
    double number = 0.0;
    readNumber(this, number, status, "MPlug::asMDistance");
    return MDistance(number, MDistance::kCentimeters);
}
MAngle MPlug::asMAngle(MStatus* status) const
{
    double number = 0.0;
    readNumber(this, number, status, "MPlug::asMAngle");
    return MAngle(number, MAngle::kRadians);
}
MTime MPlug::asMTime(MStatus* status) const
{
    double number = 0.0;
    if (!isTime(this)) {
        give(status, MStatus::kFailure, "MPlug::asMTime");
        return MTime(0.0, MTime::uiUnit());
    }
    readNumber(this, number, status, "MPlug::asMTime");
    return fake::timeFromTicks(static_cast<MInt64>(number));
}
MString MPlug::asString(MStatus* status) const
{
    const fake::Plug* p = own(this);
    if (!p || p->key.attr->kind != Kind::kString || fake::isWholeArray(p->key)) {
        give(status, MStatus::kFailure, "MPlug::asString");
        return MString();
    }
    give(status);
    const fake::Value value = fake::evaluate(*p->node, p->key, fake::currentContext());
    return value.data ? fake::toMaya(value.data->text) : MString();
}
MObject MPlug::asMObject(MStatus* status) const
{
    const fake::Plug* p = own(this);
    if (!p || fake::isWholeArray(p->key)) {
        give(status, MStatus::kFailure, "MPlug::asMObject");
        return MObject();
    }
    const fake::Attr& attr = *p->key.attr;
    if (attr.numeric == MFnNumericData::k3Double || attr.numeric == MFnNumericData::k3Float) {
        auto data = fake::make<fake::Data>(MFnData::kNumeric);
        data->numeric = attr.numeric;
        for (size_t i = 0; i < 3; ++i)
            data->numbers[i] =
                fake::evaluate(*p->node, fake::childKey(p->key, attr.children[i].get()), fake::currentContext()).number;
        give(status);
        return fake::toObject(data.get());
    }
    if (attr.isNumber() || attr.kind == Kind::kCompound || attr.kind == Kind::kMessage) {
        give(status, MStatus::kFailure, "MPlug::asMObject");
        return MObject();
    }
    const fake::Value value = fake::evaluate(*p->node, p->key, fake::currentContext());
    // A typed attribute that was never set has no data, and that is no success.
    give(status, value.data ? MStatus::kSuccess : MStatus::kFailure, "MPlug::asMObject");
    return value.data ? fake::toObject(value.data.get()) : MObject();
}
MDataHandle MPlug::asMDataHandle(MStatus* status) const
{
    const fake::Plug* p = own(this);
    give(status, p ? MStatus::kSuccess : MStatus::kFailure, "MPlug::asMDataHandle");
    return p ? fake::handleOf(*p->node, p->key, fake::currentContext()) : MDataHandle();
}

MStatus MPlug::getValue(double& value) const
{
    MStatus status;
    value = asDouble(&status);
    return status;
}
MStatus MPlug::getValue(float& value) const
{
    MStatus status;
    value = asFloat(&status);
    return status;
}
MStatus MPlug::getValue(int& value) const
{
    MStatus status;
    value = asInt(&status);
    return status;
}
MStatus MPlug::getValue(short& value) const
{
    MStatus status;
    value = asShort(&status);
    return status;
}
MStatus MPlug::getValue(bool& value) const
{
    MStatus status;
    value = asBool(&status);
    return status;
}
MStatus MPlug::getValue(MDistance& value) const
{
    MStatus status;
    value = asMDistance(&status);
    return status;
}
MStatus MPlug::getValue(MAngle& value) const
{
    MStatus status;
    value = asMAngle(&status);
    return status;
}
MStatus MPlug::getValue(MTime& value) const
{
    MStatus status;
    value = asMTime(&status);
    return status;
}
MStatus MPlug::getValue(MString& value) const
{
    MStatus status;
    value = asString(&status);
    return status;
}
MStatus MPlug::getValue(MObject& value) const
{
    MStatus status;
    value = asMObject(&status);
    return status;
}

MStatus MPlug::setDouble(double value)
{
    return write(this, true, isTime(this) ? static_cast<double>(fake::ticksOf(MTime(value, MTime::uiUnit()))) : value,
                 "MPlug::setDouble");
}
MStatus MPlug::setFloat(float value)
{
    return setDouble(static_cast<double>(value));
}
MStatus MPlug::setInt(int value)
{
    return setDouble(value);
}
MStatus MPlug::setShort(short value)
{
    return setDouble(value);
}
MStatus MPlug::setBool(bool value)
{
    return setDouble(value);
}
MStatus MPlug::setMDistance(const MDistance& value)
{
    return write(this, !isKind(this, Kind::kAngle) && !isTime(this), value.asCentimeters(), "MPlug::setMDistance");
}
MStatus MPlug::setMAngle(const MAngle& value)
{
    return write(this, !isKind(this, Kind::kDistance) && !isTime(this), value.asRadians(), "MPlug::setMAngle");
}
MStatus MPlug::setMTime(const MTime& value)
{
    return write(this, isTime(this), static_cast<double>(fake::ticksOf(value)), "MPlug::setMTime");
}
MStatus MPlug::setString(const MString& value)
{
    const fake::Plug* p = own(this);
    if (!p || p->key.attr->kind != Kind::kString || fake::isWholeArray(p->key))
        return failure("MPlug::setString", MStatus::kInvalidParameter);
    return fake::writePlug(*p->node, p->key, 0.0, fake::stringData(fake::plain(value))) ? MStatus()
                                                                                        : failure("MPlug::setString");
}
MStatus MPlug::setMObject(const MObject& value)
{
    const fake::Plug* p = own(this);
    fake::Data* data = fake::dataOf(value);
    if (!p || !data || !fake::fits(*p->key.attr, *data) || fake::isWholeArray(p->key))
        return failure("MPlug::setMObject", MStatus::kInvalidParameter);
    if (p->key.attr->kind == Kind::kCompound) {
        for (size_t i = 0; i < 3; ++i)
            if (!fake::writePlug(*p->node, fake::childKey(p->key, p->key.attr->children[i].get()), data->numbers[i],
                                 fake::Ptr<fake::Data>()))
                return failure("MPlug::setMObject");
        return MStatus();
    }
    return fake::writePlug(*p->node, p->key, 0.0, fake::Ptr<fake::Data>(data)) ? MStatus()
                                                                               : failure("MPlug::setMObject");
}
MStatus MPlug::setMDataHandle(const MDataHandle& value)
{
    const fake::Plug* p = own(this);
    if (!p || !value.fakeRef().get())
        return failure("MPlug::setMDataHandle", MStatus::kInvalidParameter);
    const fake::Value read = fake::valueOf(value);
    return fake::writePlug(*p->node, p->key, read.number, read.data) ? MStatus() : failure("MPlug::setMDataHandle");
}
MStatus MPlug::setValue(double value)
{
    return setDouble(value);
}
MStatus MPlug::setValue(float value)
{
    return setFloat(value);
}
MStatus MPlug::setValue(int value)
{
    return setInt(value);
}
MStatus MPlug::setValue(short value)
{
    return setShort(value);
}
MStatus MPlug::setValue(bool value)
{
    return setBool(value);
}
MStatus MPlug::setValue(const MDistance& value)
{
    return setMDistance(value);
}
MStatus MPlug::setValue(const MAngle& value)
{
    return setMAngle(value);
}
MStatus MPlug::setValue(const MTime& value)
{
    return setMTime(value);
}
MStatus MPlug::setValue(const MString& value)
{
    return setString(value);
}
MStatus MPlug::setValue(const MObject& value)
{
    return setMObject(value);
}
MStatus MPlug::getSetAttrCmds(MStringArray& commands, MValueSelector, bool)
{
    commands.clear();
    return MStatus();
}

OPENMAYA_NAMESPACE_CLOSE
