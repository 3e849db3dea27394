#include "scene/keys.h"

#include <maya/MAnimUtil.h>
#include <maya/MDoubleArray.h>
#include <maya/MFnAnimCurve.h>
#include <maya/MObject.h>
#include <maya/MObjectArray.h>
#include <maya/MTimeArray.h>

#include "status.h"

namespace surefoot {

namespace {

std::string nameOf(const MPlug& plug)
{
    return plainText(plug.name());
}

// One side of a key's tangents.
struct Tangent {
    MTime time;
    bool isIn = false;
    bool isAtEnd = false;
    double x = 0.0;
    double y = 0.0;
};

// What shapes the curve outside a range: the outer tangents of the keys at its ends and of their neighbours.
class OuterShape {
public:
    OuterShape(MFnAnimCurve& curve, const MTime& first, const MTime& last)
    {
        for (unsigned int key = 0; key < curve.numKeys(); ++key) {
            const MTime time = curve.time(key);
            const bool isBefore = time < first;
            const bool isAfter = time > last;
            const bool isLastBefore = isBefore && (key + 1 == curve.numKeys() || curve.time(key + 1) >= first);
            const bool isFirstAfter = isAfter && (key == 0 || curve.time(key - 1) <= last);
            if (isLastBefore || isFirstAfter) {
                keep(curve, key, true, false);
                keep(curve, key, false, false);
            } else if (time == first && key > 0) {
                keep(curve, key, true, true);
            }
            if (time == last && key + 1 < curve.numKeys()) {
                keep(curve, key, false, true);
            }
        }
    }

    // Sets tangents that Maya computed anew, because a neighbour changed, to what they were.
    void restore(MFnAnimCurve& curve, MAnimCurveChange& change) const
    {
        for (const Tangent& tangent : m_tangents) {
            unsigned int key = 0;
            double x = 0.0;
            double y = 0.0;
            if (!curve.find(tangent.time, key) || !curve.getTangent(key, x, y, tangent.isIn)) {
                continue;
            }
            if (x != tangent.x || y != tangent.y) {
                // A key at an end of the range has a side of its own for the inside; both sides of its neighbours are
                // kept, so their lock holds as it is.
                if (tangent.isAtEnd) {
                    curve.setTangentsLocked(key, false, &change);
                }
                // As getTangent gave them: without conversion.
                check(curve.setTangent(key, tangent.x, tangent.y, tangent.isIn, &change, false),
                      "keep the tangent of a key outside the range");
            }
        }
    }

private:
    void keep(MFnAnimCurve& curve, unsigned int key, bool isIn, bool isAtEnd)
    {
        Tangent tangent;
        tangent.time = curve.time(key);
        tangent.isIn = isIn;
        tangent.isAtEnd = isAtEnd;
        if (curve.getTangent(key, tangent.x, tangent.y, isIn)) {
            m_tangents.push_back(tangent);
        }
    }

    std::vector<Tangent> m_tangents;
};

void addKeys(MFnAnimCurve& curve, const std::vector<MTime>& times, const std::vector<double>& values,
             MAnimCurveChange& change, const MPlug& plug)
{
    MTimeArray mayaTimes;
    MDoubleArray mayaValues(values.data(), static_cast<unsigned int>(values.size()));
    mayaTimes.setLength(static_cast<unsigned int>(times.size()));
    for (size_t index = 0; index < times.size(); ++index) {
        mayaTimes[static_cast<unsigned int>(index)] = times[index];
    }
    // Without keepExistingKeys Maya deletes every other key of the curve.
    check(curve.addKeys(&mayaTimes, &mayaValues, MFnAnimCurve::kTangentAuto, MFnAnimCurve::kTangentAuto, true, &change),
          "set keys on " + nameOf(plug));
}

MObject createCurve(SceneEdit& edit, MPlug plug)
{
    MFnAnimCurve curve;
    MStatus status;
    const MFnAnimCurve::AnimCurveType type = curve.timedAnimCurveTypeForPlug(plug, &status);
    check(status, "find the kind of keys of " + nameOf(plug));
    MDGModifier& graph = edit.graph();
    const MObject made = curve.create(plug, type, &graph, &status);
    check(status, "make a curve for " + nameOf(plug));
    edit.apply("connect a curve to " + nameOf(plug));
    return made;
}

// Keys of a channel that had none: Maya would hold the first and last key for ever, so frames next to the range get the
// value that the channel held.
void setFirstKeys(SceneEdit& edit, const ChannelKeys& channel, const FrameRange& frames)
{
    const double held = channel.plug.asDouble();
    std::vector<MTime> times = timesOf(frames);
    ChannelKeys keys = channel;
    if (keys.values.front() != held) {
        times.insert(times.begin(), MTime(frames.first - 1.0, MTime::uiUnit()));
        keys.values.insert(keys.values.begin(), held);
    }
    if (keys.values.back() != held) {
        times.push_back(frames.time(frames.count));
        keys.values.push_back(held);
    }
    setNewKeys(edit, keys, times);
}

}  // namespace

std::vector<MTime> timesOf(const FrameRange& frames)
{
    std::vector<MTime> times;
    for (size_t frame = 0; frame < frames.count; ++frame) {
        times.push_back(frames.time(frame));
    }
    return times;
}

void replaceKeys(SceneEdit& edit, const ChannelKeys& channel, const FrameRange& frames)
{
    MObjectArray curves;
    if (!MAnimUtil::findAnimation(channel.plug, curves) || curves.length() == 0) {
        setFirstKeys(edit, channel, frames);
        return;
    }
    if (curves.length() > 1) {
        throw Failure(nameOf(channel.plug) + " has animation layers; write to a layer (-result layer).");
    }
    MStatus status;
    MObject object = curves[0];
    MFnAnimCurve curve(object, &status);
    check(status, "read the keys of " + nameOf(channel.plug));
    const MTime first = frames.time(0);
    const MTime last = frames.time(frames.count - 1);
    MAnimCurveChange& change = edit.keys();
    // A key at each end, where the curve goes on, so that it keeps its shape outside.
    const unsigned int count = curve.numKeys();
    unsigned int found = 0;
    if (count > 0 && curve.time(0) < first && !curve.find(first, found)) {
        curve.insertKey(first, false, &change, &status);
        check(status, "set a key on " + nameOf(channel.plug));
    }
    if (count > 0 && curve.time(curve.numKeys() - 1) > last && !curve.find(last, found)) {
        curve.insertKey(last, false, &change, &status);
        check(status, "set a key on " + nameOf(channel.plug));
    }
    const OuterShape shape(curve, first, last);
    // What a curve that ends inside the range holds for ever before and after it.
    const MTime before(frames.first - 1.0, MTime::uiUnit());
    const MTime after = frames.time(frames.count);
    const bool holdsBefore = count > 0 && curve.time(0) >= first && curve.preInfinityType() == MFnAnimCurve::kConstant;
    const bool holdsAfter =
        count > 0 && curve.time(curve.numKeys() - 1) <= last && curve.postInfinityType() == MFnAnimCurve::kConstant;
    const double heldBefore = count > 0 ? curve.value(0) : 0.0;
    const double heldAfter = count > 0 ? curve.value(curve.numKeys() - 1) : 0.0;
    for (unsigned int key = curve.numKeys(); key-- > 0;) {
        const MTime time = curve.time(key);
        if (time >= first && time <= last) {
            check(curve.remove(key, &change), "remove a key of " + nameOf(channel.plug));
        }
    }
    std::vector<MTime> times = timesOf(frames);
    std::vector<double> values = channel.values;
    if (holdsBefore && values.front() != heldBefore) {
        times.insert(times.begin(), before);
        values.insert(values.begin(), heldBefore);
    }
    if (holdsAfter && values.back() != heldAfter) {
        times.push_back(after);
        values.push_back(heldAfter);
    }
    addKeys(curve, times, values, change, channel.plug);
    shape.restore(curve, change);
}

void setNewKeys(SceneEdit& edit, const ChannelKeys& channel, const std::vector<MTime>& times)
{
    MObject object = createCurve(edit, channel.plug);
    MStatus status;
    MFnAnimCurve curve(object, &status);
    check(status, "write to the new curve of " + nameOf(channel.plug));
    addKeys(curve, times, channel.values, edit.keys(), channel.plug);
}

}  // namespace surefoot
