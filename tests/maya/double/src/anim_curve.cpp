// MFnAnimCurve and MAnimCurveChange.
#include <algorithm>
#include <cmath>

#include <maya/MAngle.h>
#include <maya/MAnimCurveChange.h>
#include <maya/MDGModifier.h>
#include <maya/MDoubleArray.h>
#include <maya/MFnAnimCurve.h>
#include <maya/MIntArray.h>
#include <maya/MTimeArray.h>

#include "curve.h"
#include "modifier.h"

namespace fake {

CurveData& editCurve(Node& node, CurveChange* keep)
{
    if (keep) {
        for (const auto& item : keep->items)
            if (item.node.get() == &node) {
                markDirty(node, {node.attr("output"), {}});
                return *node.curve;
            }
        keep->items.push_back({Ptr<Node>(&node), node.curve, nullptr});
    }
    auto copy = std::make_shared<CurveData>(*node.curve);
    if (keep) {
        node.curve = copy;
        markDirty(node, {node.attr("output"), {}});
    } else {
        setCurve(node, copy);
    }
    return *node.curve;
}

void insertSorted(CurveData& curve, const AnimKey& key, size_t& index)
{
    const auto at =
        std::lower_bound(curve.keys.begin(), curve.keys.end(), key, [&](const AnimKey& a, const AnimKey& b) {
            return curve.type <= MFnAnimCurve::kAnimCurveTU ? a.ticks < b.ticks : a.input < b.input;
        });
    index = static_cast<size_t>(at - curve.keys.begin());
    const bool same = at != curve.keys.end() &&
                      (curve.type <= MFnAnimCurve::kAnimCurveTU ? at->ticks == key.ticks : at->input == key.input);
    if (same)
        *at = key;
    else
        curve.keys.insert(at, key);
}

}  // namespace fake

OPENMAYA_MAJOR_NAMESPACE_OPEN

using fake::AnimKey;
using fake::CurveData;
using fake::failure;
using fake::give;
using fake::Node;

MAnimCurveChange::MAnimCurveChange(MStatus* status) : m_change(new fake::CurveChange)
{
    give(status);
}
MAnimCurveChange::~MAnimCurveChange() {}
MStatus MAnimCurveChange::undoIt()
{
    auto& own = *static_cast<fake::CurveChange*>(m_change.get());
    if (own.undone)
        return failure("MAnimCurveChange::undoIt");
    for (auto& item : own.items) {
        item.after = item.node->curve;
        item.node->curve = item.before;
        fake::markDirty(*item.node, {item.node->attr("output"), {}});
    }
    own.undone = true;
    return MStatus();
}
MStatus MAnimCurveChange::redoIt()
{
    auto& own = *static_cast<fake::CurveChange*>(m_change.get());
    // Reported to Autodesk: a change that moved keys and added keys cannot be done again.
    if (!own.undone || (own.movedKeys && own.addedKeys))
        return failure("MAnimCurveChange::redoIt");
    for (auto& item : own.items) {
        item.node->curve = item.after;
        fake::markDirty(*item.node, {item.node->attr("output"), {}});
    }
    own.undone = false;
    return MStatus();
}
bool MAnimCurveChange::isInteractive() const
{
    return static_cast<fake::CurveChange*>(m_change.get())->interactive;
}
void MAnimCurveChange::setInteractive(bool interactive)
{
    static_cast<fake::CurveChange*>(m_change.get())->interactive = interactive;
}

namespace {

Node* curveNode(const ::fake::Ref& ref)
{
    Node* node = fake::nodeOf(MObject(ref));
    return node && node->curve ? node : nullptr;
}
fake::CurveChange* changeOf(MAnimCurveChange* change)
{
    return change ? static_cast<fake::CurveChange*>(change->fakeRef().get()) : nullptr;
}
bool isTimed(const CurveData& curve)
{
    return curve.type <= MFnAnimCurve::kAnimCurveTU;
}
// Curves of a referenced file and of a locked node cannot be edited.
bool mayEdit(const Node* node)
{
    return node && !node->locked && !node->referenced;
}
void refresh(CurveData& curve, size_t i)
{
    fake::computeTangents(curve, i > 0 ? i - 1 : 0, i + 1);
}
void fixSide(AnimKey& key, bool in)
{
    (in ? key.inType : key.outType) = MFnAnimCurve::kTangentFixed;
}

}  // namespace

MFnAnimCurve::MFnAnimCurve(MObject& object, MStatus* status)
{
    const MStatus set = fakeSet(object, MFn::kAnimCurve);
    give(status, set.statusCode(), "MFnAnimCurve");
}
MFnAnimCurve::MFnAnimCurve(const MPlug& plug, MStatus* status)
{
    MObject node;
    if (!plug.isNull())
        node = plug.source().isNull() ? MObject() : plug.source().node();
    const MStatus set = fakeSet(node, MFn::kAnimCurve);
    give(status, set.statusCode(), "MFnAnimCurve");
}
MFnAnimCurve::~MFnAnimCurve() {}
MFn::Type MFnAnimCurve::type() const
{
    return MFn::kAnimCurve;
}

MFnAnimCurve::AnimCurveType MFnAnimCurve::timedAnimCurveTypeForPlug(MPlug& plug, MStatus* status) const
{
    give(status, plug.isNull() ? MStatus::kFailure : MStatus::kSuccess, "MFnAnimCurve::timedAnimCurveTypeForPlug");
    if (plug.isNull() || !fake::plugOf(plug)->key.attr->isNumber()) {
        give(status, MStatus::kFailure, "MFnAnimCurve::timedAnimCurveTypeForPlug");
        return kAnimCurveUnknown;
    }
    switch (fake::plugOf(plug)->key.attr->kind) {
        case fake::Kind::kAngle:
            return kAnimCurveTA;
        case fake::Kind::kDistance:
            return kAnimCurveTL;
        case fake::Kind::kTime:
            return kAnimCurveTT;
        default:
            return kAnimCurveTU;
    }
}
MObject MFnAnimCurve::create(AnimCurveType curveType, MDGModifier* modifier, MStatus* status)
{
    static const char* const names[] = {"animCurveTA", "animCurveTL", "animCurveTT", "animCurveTU",
                                        "animCurveUA", "animCurveUL", "animCurveUT", "animCurveUU"};
    if (curveType >= kAnimCurveUnknown) {
        give(status, MStatus::kInvalidParameter, "MFnAnimCurve::create");
        return MObject();
    }
    const fake::Ptr<Node> node =
        fake::newNode(fake::findType(names[curveType]), names[curveType] + std::string("1"), nullptr);
    if (modifier)
        fake::queue(*modifier, [node] {
            fake::addNode(node, nullptr);
            return true;
        });
    else
        fake::addNode(node, nullptr);
    m_object = node.ref();
    give(status);
    return fake::toObject(node.get());
}
MObject MFnAnimCurve::create(const MPlug& plug, AnimCurveType curveType, MDGModifier* modifier, MStatus* status)
{
    if (plug.isNull() || plug.isArray() || !fake::plugOf(plug)->key.attr->isNumber()) {
        give(status, MStatus::kInvalidParameter, "MFnAnimCurve::create");
        return MObject();
    }
    // A plug that something drives, or that is locked, takes no curve; an element of an array must exist or be chosen.
    if (!plug.source().isNull() || plug.isLocked() || !fake::plugOf(plug)->key.attr->writable) {
        give(status, MStatus::kFailure, "MFnAnimCurve::create");
        return MObject();
    }
    const MObject made = create(curveType, modifier, status);
    Node* node = fake::nodeOf(made);
    if (!node)
        return made;
    std::string name = fake::plugOf(plug)->node->name + "_" + fake::attrPath(fake::plugOf(plug)->key);
    for (char& letter : name)
        letter = letter == '.' || letter == '[' || letter == ']' ? '_' : letter;
    const fake::Ptr<Node> curve(node);
    const fake::Ptr<fake::Plug> target(fake::plugOf(plug));
    const auto join = [curve, target, name] {
        fake::renameNode(*curve, name);
        return fake::connectPlugs({curve.get(), {curve->attr("output"), {}}}, {target->node, target->key});
    };
    if (modifier)
        fake::queue(*modifier, join);
    else if (!join())
        give(status, MStatus::kFailure, "MFnAnimCurve::create");
    return made;
}
MObject MFnAnimCurve::create(const MPlug& plug, MDGModifier* modifier, MStatus* status)
{
    MPlug copy(plug);
    const AnimCurveType wanted = timedAnimCurveTypeForPlug(copy, status);
    return wanted == kAnimCurveUnknown ? MObject() : create(plug, wanted, modifier, status);
}
MObject MFnAnimCurve::create(const MObject& node, const MObject& attribute, AnimCurveType curveType,
                             MDGModifier* modifier, MStatus* status)
{
    return create(MPlug(node, attribute), curveType, modifier, status);
}

#define CURVE(RESULT)                                                                                                  \
    const Node* node = curveNode(m_object);                                                                            \
    if (!node) {                                                                                                       \
        give(status, MStatus::kFailure, "MFnAnimCurve of nothing");                                                    \
        return RESULT;                                                                                                 \
    }                                                                                                                  \
    const CurveData& curve = *node->curve;                                                                             \
    give(status);
#define KEY(RESULT)                                                                                                    \
    CURVE(RESULT)                                                                                                      \
    if (index >= curve.keys.size()) {                                                                                  \
        give(status, MStatus::kInvalidParameter, "MFnAnimCurve: no key of that index");                                \
        return RESULT;                                                                                                 \
    }                                                                                                                  \
    const AnimKey& key = curve.keys[index];

MFnAnimCurve::AnimCurveType MFnAnimCurve::animCurveType(MStatus* status) const
{
    CURVE(kAnimCurveUnknown)
    return curve.type;
}
double MFnAnimCurve::evaluate(const MTime& time, MStatus* status) const
{
    CURVE(0.0)
    const MInt64 ticks = fake::ticksOf(time);
    return fake::evaluateCurve(curve, fake::secondsOf(ticks), ticks);
}
MStatus MFnAnimCurve::evaluate(const MTime& time, double& value) const
{
    MStatus status;
    value = evaluate(time, &status);
    return status;
}
bool MFnAnimCurve::isStatic(MStatus* status) const
{
    CURVE(false)
    for (const AnimKey& key : curve.keys)
        if (key.value != curve.keys[0].value || key.inY != 0.0 || key.outY != 0.0)
            return false;
    return true;
}
unsigned int MFnAnimCurve::numKeys(MStatus* status) const
{
    CURVE(0)
    return static_cast<unsigned int>(curve.keys.size());
}
bool MFnAnimCurve::isTimeInput(MStatus* status) const
{
    CURVE(false)
    return isTimed(curve);
}
bool MFnAnimCurve::isWeighted(MStatus* status) const
{
    CURVE(false)
    return curve.weighted;
}
bool MFnAnimCurve::find(const MTime& time, unsigned int& index, MStatus* status) const
{
    CURVE(false)
    const MInt64 ticks = fake::ticksOf(time);
    for (size_t i = 0; i < curve.keys.size(); ++i)
        if (isTimed(curve) && curve.keys[i].ticks == ticks) {
            index = static_cast<unsigned int>(i);
            return true;
        }
    return false;
}
unsigned int MFnAnimCurve::findClosest(const MTime& time, MStatus* status) const
{
    CURVE(0)
    const MInt64 ticks = fake::ticksOf(time);
    size_t best = 0;
    for (size_t i = 1; i < curve.keys.size(); ++i)
        if (std::llabs(curve.keys[i].ticks - ticks) < std::llabs(curve.keys[best].ticks - ticks))
            best = i;
    return static_cast<unsigned int>(best);
}
MTime MFnAnimCurve::time(unsigned int index, MStatus* status) const
{
    KEY(MTime())
    return fake::timeFromTicks(key.ticks);
}
double MFnAnimCurve::value(unsigned int index, MStatus* status) const
{
    KEY(0.0)
    return key.value;
}
MFnAnimCurve::TangentType MFnAnimCurve::inTangentType(unsigned int index, MStatus* status) const
{
    KEY(kTangentGlobal)
    return static_cast<TangentType>(key.inType);
}
MFnAnimCurve::TangentType MFnAnimCurve::outTangentType(unsigned int index, MStatus* status) const
{
    KEY(kTangentGlobal)
    return static_cast<TangentType>(key.outType);
}
bool MFnAnimCurve::tangentsLocked(unsigned int index, MStatus* status) const
{
    KEY(false)
    return key.tangentsLocked;
}
bool MFnAnimCurve::weightsLocked(unsigned int index, MStatus* status) const
{
    KEY(false)
    return key.weightsLocked;
}
bool MFnAnimCurve::isBreakdown(unsigned int index, MStatus* status) const
{
    KEY(false)
    return key.breakdown;
}
MFnAnimCurve::InfinityType MFnAnimCurve::preInfinityType(MStatus* status) const
{
    CURVE(kConstant)
    return static_cast<InfinityType>(curve.preInfinity);
}
MFnAnimCurve::InfinityType MFnAnimCurve::postInfinityType(MStatus* status) const
{
    CURVE(kConstant)
    return static_cast<InfinityType>(curve.postInfinity);
}
MStatus MFnAnimCurve::getTangent(unsigned int index, double& x, double& y, bool inTangent) const
{
    MStatus* status = nullptr;
    KEY(failure("MFnAnimCurve::getTangent", MStatus::kInvalidParameter))
    x = inTangent ? key.inX : key.outX;
    y = inTangent ? key.inY : key.outY;
    return MStatus();
}
MStatus MFnAnimCurve::getTangent(unsigned int index, MAngle& angle, double& weight, bool inTangent) const
{
    double x = 0.0, y = 0.0;
    const MStatus status = getTangent(index, x, y, inTangent);
    angle = MAngle(std::atan2(y, x), MAngle::kRadians);
    weight = curveNode(m_object) && curveNode(m_object)->curve->weighted ? std::hypot(x, y) / 3.0 : 1.0;
    return status;
}

#define EDIT(WHERE)                                                                                                    \
    Node* node = curveNode(m_object);                                                                                  \
    if (!mayEdit(node))                                                                                                \
        return failure("MFnAnimCurve::" WHERE);
#define EDIT_KEY(WHERE)                                                                                                \
    EDIT(WHERE)                                                                                                        \
    if (index >= node->curve->keys.size())                                                                             \
        return failure("MFnAnimCurve::" WHERE, MStatus::kInvalidParameter);                                            \
    CurveData& curve = fake::editCurve(*node, changeOf(change));                                                       \
    AnimKey& key = curve.keys[index];

MStatus MFnAnimCurve::remove(unsigned int index, MAnimCurveChange* change)
{
    EDIT("remove")
    if (index >= node->curve->keys.size())
        return failure("MFnAnimCurve::remove", MStatus::kInvalidParameter);
    CurveData& curve = fake::editCurve(*node, changeOf(change));
    curve.keys.erase(curve.keys.begin() + index);
    refresh(curve, index);
    return MStatus();
}
unsigned int MFnAnimCurve::addKey(const MTime& time, double value, TangentType in, TangentType out,
                                  MAnimCurveChange* change, MStatus* status)
{
    Node* node = curveNode(m_object);
    if (!mayEdit(node) || !isTimed(*node->curve)) {
        give(status, MStatus::kFailure, "MFnAnimCurve::addKey");
        return 0;
    }
    CurveData& curve = fake::editCurve(*node, changeOf(change));
    if (fake::CurveChange* own = changeOf(change))
        own->addedKeys = true;
    AnimKey key;
    key.ticks = fake::ticksOf(time);
    key.value = value;
    key.inType = in == kTangentGlobal ? kTangentAuto : in;
    key.outType = out == kTangentGlobal ? kTangentAuto : out;
    size_t index = 0;
    fake::insertSorted(curve, key, index);
    refresh(curve, index);
    give(status);
    return static_cast<unsigned int>(index);
}
MStatus MFnAnimCurve::addKeyframe(const MTime& time, double value, MAnimCurveChange* change)
{
    MStatus status;
    addKey(time, value, kTangentGlobal, kTangentGlobal, change, &status);
    return status;
}
MStatus MFnAnimCurve::addKeys(MTimeArray* times, MDoubleArray* values, TangentType in, TangentType out,
                              bool keepExistingKeys, MAnimCurveChange* change)
{
    return addKeysWithTangents(times, values, in, out, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                               nullptr, true, keepExistingKeys, change);
}
MStatus MFnAnimCurve::addKeysWithTangents(MTimeArray* times, MDoubleArray* values, TangentType in, TangentType out,
                                          MIntArray* inTypes, MIntArray* outTypes, MDoubleArray* inX, MDoubleArray* inY,
                                          MDoubleArray* outX, MDoubleArray* outY, MIntArray* tangentsLocked,
                                          MIntArray* weightsLocked, bool, bool keepExistingKeys,
                                          MAnimCurveChange* change)
{
    EDIT("addKeys")
    if (!times || !values || times->length() != values->length() || times->length() == 0 || !isTimed(*node->curve))
        return failure("MFnAnimCurve::addKeys", MStatus::kInvalidParameter);
    const unsigned int count = times->length();
    for (const void* array : {static_cast<const void*>(inX), static_cast<const void*>(inY),
                              static_cast<const void*>(outX), static_cast<const void*>(outY)})
        if (array && static_cast<const MDoubleArray*>(array)->length() != count)
            return failure("MFnAnimCurve::addKeysWithTangents", MStatus::kInvalidParameter);
    CurveData& curve = fake::editCurve(*node, changeOf(change));
    if (fake::CurveChange* own = changeOf(change))
        own->addedKeys = true;
    if (!keepExistingKeys)
        curve.keys.clear();
    std::map<MInt64, AnimKey> all;
    for (const AnimKey& key : curve.keys)
        all[key.ticks] = key;
    std::set<MInt64> given;
    for (unsigned int i = 0; i < count; ++i) {
        AnimKey key;
        key.ticks = fake::ticksOf((*times)[i]);
        key.value = (*values)[i];
        const int inType = inTypes && i < inTypes->length() ? (*inTypes)[i] : in;
        const int outType = outTypes && i < outTypes->length() ? (*outTypes)[i] : out;
        key.inType = inType == kTangentGlobal ? kTangentAuto : inType;
        key.outType = outType == kTangentGlobal ? kTangentAuto : outType;
        if (inX && inY) {
            key.inX = (*inX)[i];
            key.inY = (*inY)[i];
        }
        if (outX && outY) {
            key.outX = (*outX)[i];
            key.outY = (*outY)[i];
        }
        if (tangentsLocked && i < tangentsLocked->length())
            key.tangentsLocked = (*tangentsLocked)[i] != 0;
        if (weightsLocked && i < weightsLocked->length())
            key.weightsLocked = (*weightsLocked)[i] != 0;
        all[key.ticks] = key;
        given.insert(key.ticks);
    }
    curve.keys.clear();
    for (const auto& item : all)
        curve.keys.push_back(item.second);
    for (size_t i = 0; i < curve.keys.size(); ++i) {
        const bool near = given.count(curve.keys[i].ticks) || (i > 0 && given.count(curve.keys[i - 1].ticks)) ||
                          (i + 1 < curve.keys.size() && given.count(curve.keys[i + 1].ticks));
        if (near)
            fake::computeTangents(curve, i, i);
    }
    return MStatus();
}
unsigned int MFnAnimCurve::insertKey(const MTime& time, bool breakdown, MAnimCurveChange* change, MStatus* status)
{
    Node* node = curveNode(m_object);
    if (!mayEdit(node) || !isTimed(*node->curve) || node->curve->keys.empty()) {
        give(status, MStatus::kFailure, "MFnAnimCurve::insertKey");
        return 0;
    }
    const MInt64 ticks = fake::ticksOf(time);
    const double input = fake::secondsOf(ticks);
    AnimKey key;
    key.ticks = ticks;
    key.breakdown = breakdown;
    key.value = fake::evaluateCurve(*node->curve, input, ticks);
    const double slope = fake::slopeAt(*node->curve, input);
    key.inType = key.outType = kTangentFixed;
    const double length = 1.0 / std::sqrt(1.0 + slope * slope);
    key.inX = key.outX = length;
    key.inY = key.outY = slope * length;
    CurveData& curve = fake::editCurve(*node, changeOf(change));
    if (fake::CurveChange* own = changeOf(change))
        own->addedKeys = true;
    size_t index = 0;
    fake::insertSorted(curve, key, index);
    // The neighbours keep their shape towards the new key.
    if (index > 0 && curve.keys[index - 1].outType != kTangentStep)
        fixSide(curve.keys[index - 1], false);
    if (index + 1 < curve.keys.size())
        fixSide(curve.keys[index + 1], true);
    give(status);
    return static_cast<unsigned int>(index);
}
MStatus MFnAnimCurve::setValue(unsigned int index, double value, MAnimCurveChange* change)
{
    EDIT_KEY("setValue")
    key.value = value;
    refresh(curve, index);
    return MStatus();
}
MStatus MFnAnimCurve::setTime(unsigned int index, const MTime& time, MAnimCurveChange* change)
{
    EDIT_KEY("setTime")
    const MInt64 ticks = fake::ticksOf(time);
    // A key cannot pass its neighbours.
    if ((index > 0 && curve.keys[index - 1].ticks >= ticks) ||
        (index + 1 < curve.keys.size() && curve.keys[index + 1].ticks <= ticks))
        return failure("MFnAnimCurve::setTime", MStatus::kInvalidParameter);
    key.ticks = ticks;
    if (fake::CurveChange* own = changeOf(change))
        own->movedKeys = true;
    refresh(curve, index);
    return MStatus();
}
MStatus MFnAnimCurve::setInTangentType(unsigned int index, TangentType type, MAnimCurveChange* change)
{
    EDIT_KEY("setInTangentType")
    key.inType = type == kTangentGlobal ? kTangentAuto : type;
    fake::computeTangents(curve, index, index);
    return MStatus();
}
MStatus MFnAnimCurve::setOutTangentType(unsigned int index, TangentType type, MAnimCurveChange* change)
{
    EDIT_KEY("setOutTangentType")
    key.outType = type == kTangentGlobal ? kTangentAuto : type;
    fake::computeTangents(curve, index, index);
    return MStatus();
}
MStatus MFnAnimCurve::setTangentTypes(MIntArray indices, TangentType in, TangentType out, MAnimCurveChange* change)
{
    for (unsigned int i = 0; i < indices.length(); ++i) {
        const MStatus first = setInTangentType(static_cast<unsigned int>(indices[i]), in, change);
        const MStatus second = setOutTangentType(static_cast<unsigned int>(indices[i]), out, change);
        if (!first || !second)
            return failure("MFnAnimCurve::setTangentTypes");
    }
    return MStatus();
}
MStatus MFnAnimCurve::setTangent(unsigned int index, double x, double y, bool inTangent, MAnimCurveChange* change, bool)
{
    EDIT_KEY("setTangent")
    if (!(x >= 0.0))
        return failure("MFnAnimCurve::setTangent", MStatus::kInvalidParameter);
    const double length = curve.weighted ? 1.0 : std::hypot(x, y);
    // A direction that is a unit already stays as it is to the last bit.
    const bool unit = std::fabs(length - 1.0) < 1e-12;
    const double newX = unit || length == 0.0 ? x : x / length, newY = unit || length == 0.0 ? y : y / length;
    fixSide(key, inTangent);
    (inTangent ? key.inX : key.outX) = newX;
    (inTangent ? key.inY : key.outY) = newY;
    // Locked tangents turn together.
    if (key.tangentsLocked) {
        fixSide(key, !inTangent);
        double& otherX = inTangent ? key.outX : key.inX;
        double& otherY = inTangent ? key.outY : key.inY;
        const double other = curve.weighted ? std::hypot(otherX, otherY) / std::fmax(std::hypot(x, y), 1e-300) : 1.0;
        otherX = newX * other;
        otherY = newY * other;
    }
    return MStatus();
}
MStatus MFnAnimCurve::setTangentsLocked(unsigned int index, bool locked, MAnimCurveChange* change)
{
    EDIT_KEY("setTangentsLocked")
    key.tangentsLocked = locked;
    return MStatus();
}
MStatus MFnAnimCurve::setWeightsLocked(unsigned int index, bool locked, MAnimCurveChange* change)
{
    EDIT_KEY("setWeightsLocked")
    if (!curve.weighted)
        return failure("MFnAnimCurve::setWeightsLocked");
    key.weightsLocked = locked;
    return MStatus();
}
MStatus MFnAnimCurve::setIsWeighted(bool weighted, MAnimCurveChange* change)
{
    EDIT("setIsWeighted")
    CurveData& curve = fake::editCurve(*node, changeOf(change));
    curve.weighted = weighted;
    if (!curve.keys.empty())
        fake::computeTangents(curve, 0, curve.keys.size() - 1);
    return MStatus();
}
MStatus MFnAnimCurve::setIsBreakdown(unsigned int index, bool breakdown, MAnimCurveChange* change)
{
    EDIT_KEY("setIsBreakdown")
    key.breakdown = breakdown;
    return MStatus();
}
MStatus MFnAnimCurve::setPreInfinityType(InfinityType type, MAnimCurveChange* change)
{
    EDIT("setPreInfinityType")
    fake::editCurve(*node, changeOf(change)).preInfinity = type;
    return MStatus();
}
MStatus MFnAnimCurve::setPostInfinityType(InfinityType type, MAnimCurveChange* change)
{
    EDIT("setPostInfinityType")
    fake::editCurve(*node, changeOf(change)).postInfinity = type;
    return MStatus();
}

OPENMAYA_NAMESPACE_CLOSE
