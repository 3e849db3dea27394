// Animation curves: tangents and values.
#include "curve.h"

#include <algorithm>
#include <cmath>

#include "builtin.h"

namespace fake {

double inputOf(const CurveData& curve, const AnimKey& key)
{
    return curve.type <= MFnAnimCurve::kAnimCurveTU ? secondsOf(key.ticks) : key.input;
}

namespace {

double slopeBetween(const CurveData& curve, size_t a, size_t b)
{
    const double dt = inputOf(curve, curve.keys[b]) - inputOf(curve, curve.keys[a]);
    return dt > 0.0 ? (curve.keys[b].value - curve.keys[a].value) / dt : 0.0;
}

// The slope that Maya chooses for a type; `in` for the side of the key before.
double slopeFor(const CurveData& curve, size_t i, int type, bool in)
{
    const size_t last = curve.keys.size() - 1;
    switch (type) {
        case MFnAnimCurve::kTangentLinear:
            if (in)
                return i > 0 ? slopeBetween(curve, i - 1, i) : 0.0;
            return i < last ? slopeBetween(curve, i, i + 1) : 0.0;
        case MFnAnimCurve::kTangentSmooth:
        case MFnAnimCurve::kTangentClamped:
        case MFnAnimCurve::kTangentPlateau:
        case MFnAnimCurve::kTangentAuto:
        case MFnAnimCurve::kTangentGlobal: {
            if (curve.keys.size() < 2)
                return 0.0;
            const bool flatEnds = type != MFnAnimCurve::kTangentSmooth && type != MFnAnimCurve::kTangentClamped;
            if (i == 0 || i == last)
                return flatEnds ? 0.0 : i == 0 ? slopeBetween(curve, 0, 1) : slopeBetween(curve, last - 1, last);
            const double before = slopeBetween(curve, i - 1, i), after = slopeBetween(curve, i, i + 1);
            const double middle = slopeBetween(curve, i - 1, i + 1);
            if (type == MFnAnimCurve::kTangentSmooth)
                return middle;
            if (before * after <= 0.0)
                return 0.0;
            // No steeper than what keeps the curve between its keys.
            const double most = 3.0 * std::min(std::fabs(before), std::fabs(after));
            return std::copysign(std::min(std::fabs(middle), most), middle);
        }
        default:
            return 0.0;
    }
}

void setSide(const CurveData& curve, size_t i, bool in)
{
    AnimKey& key = const_cast<AnimKey&>(curve.keys[i]);
    const int type = in ? key.inType : key.outType;
    if (type == MFnAnimCurve::kTangentFixed)
        return;
    const double slope = slopeFor(curve, i, type, in);
    double length = 1.0;
    if (curve.weighted) {
        const size_t other = in ? (i > 0 ? i - 1 : i) : (i + 1 < curve.keys.size() ? i + 1 : i);
        length = std::fabs(inputOf(curve, curve.keys[other]) - inputOf(curve, key));
        length = length > 0.0 ? length : 1.0;
    } else {
        length = 1.0 / std::sqrt(1.0 + slope * slope);
    }
    (in ? key.inX : key.outX) = length;
    (in ? key.inY : key.outY) = slope * length;
}

double slope(double x, double y)
{
    return x != 0.0 ? y / x : 0.0;
}

double span(const CurveData& curve, size_t i, double input)
{
    const AnimKey &a = curve.keys[i], &b = curve.keys[i + 1];
    if (a.outType == MFnAnimCurve::kTangentStep)
        return a.value;
    if (a.outType == MFnAnimCurve::kTangentStepNext)
        return b.value;
    const double t0 = inputOf(curve, a), t1 = inputOf(curve, b), dt = t1 - t0;
    double u = (input - t0) / dt;
    if (!curve.weighted) {
        const double m0 = slope(a.outX, a.outY) * dt, m1 = slope(b.inX, b.inY) * dt;
        const double u2 = u * u, u3 = u2 * u;
        return (2 * u3 - 3 * u2 + 1) * a.value + (u3 - 2 * u2 + u) * m0 + (3 * u2 - 2 * u3) * b.value + (u3 - u2) * m1;
    }
    // A Bezier whose handles are a third of the tangents; its time is solved for.
    const double x1 = std::min(a.outX / 3 / dt, 1.0), x2 = std::max(1.0 - b.inX / 3 / dt, 0.0);
    double low = 0.0, high = 1.0;
    const double target = u;
    for (int step = 0; step < 60; ++step) {
        u = (low + high) / 2;
        const double v = 1 - u;
        const double x = 3 * v * v * u * x1 + 3 * v * u * u * x2 + u * u * u;
        (x < target ? low : high) = u;
    }
    const double v = 1 - u;
    return v * v * v * a.value + 3 * v * v * u * (a.value + a.outY / 3) + 3 * v * u * u * (b.value - b.inY / 3) +
           u * u * u * b.value;
}

double outside(const CurveData& curve, double input, bool before)
{
    const AnimKey &first = curve.keys.front(), &last = curve.keys.back();
    const double t0 = inputOf(curve, first), t1 = inputOf(curve, last);
    const int kind = before ? curve.preInfinity : curve.postInfinity;
    const AnimKey& end = before ? first : last;
    if (kind == MFnAnimCurve::kConstant || curve.keys.size() < 2)
        return end.value;
    if (kind == MFnAnimCurve::kLinear)
        return before ? first.value + slope(first.inX, first.inY) * (input - t0)
                      : last.value + slope(last.outX, last.outY) * (input - t1);
    const double length = t1 - t0;
    const double cycles = std::floor((input - t0) / length);
    double inside = input - cycles * length;
    if (kind == MFnAnimCurve::kOscillate && static_cast<long long>(cycles) % 2 != 0)
        inside = t0 + t1 - inside;
    const double value = evaluateCurve(curve, inside, 0);
    return kind == MFnAnimCurve::kCycleRelative ? value + cycles * (last.value - first.value) : value;
}

}  // namespace

void computeTangents(CurveData& curve, size_t first, size_t last)
{
    for (size_t i = first; i <= last && i < curve.keys.size(); ++i) {
        setSide(curve, i, true);
        setSide(curve, i, false);
    }
}

// With ticks, a key at exactly that time gives its value bit for bit.
double evaluateCurve(const CurveData& curve, double input, MInt64 ticks)
{
    if (curve.keys.empty())
        return 0.0;
    if (ticks != 0) {
        const auto at = std::lower_bound(curve.keys.begin(), curve.keys.end(), ticks,
                                         [](const AnimKey& key, MInt64 t) { return key.ticks < t; });
        if (at != curve.keys.end() && at->ticks == ticks && curve.type <= MFnAnimCurve::kAnimCurveTU)
            return at->value;
    }
    if (input < inputOf(curve, curve.keys.front()))
        return outside(curve, input, true);
    if (input > inputOf(curve, curve.keys.back()))
        return outside(curve, input, false);
    const auto after = std::upper_bound(curve.keys.begin(), curve.keys.end(), input,
                                        [&](double t, const AnimKey& key) { return t < inputOf(curve, key); });
    const size_t i = static_cast<size_t>(after - curve.keys.begin());
    if (i > 0 && inputOf(curve, curve.keys[i - 1]) == input)
        return curve.keys[i - 1].value;
    return i == 0 ? curve.keys[0].value : i == curve.keys.size() ? curve.keys.back().value : span(curve, i - 1, input);
}

double slopeAt(const CurveData& curve, double input)
{
    const double step = 1e-5;
    return (evaluateCurve(curve, input + step, 0) - evaluateCurve(curve, input - step, 0)) / (2 * step);
}

void setCurve(Node& target, std::shared_ptr<CurveData> curve)
{
    const Ptr<Node> node(&target);
    const auto old = node->curve;
    const Key output = {node->attr("output"), {}};
    change(
        [node, curve, output] {
            node->curve = curve;
            markDirty(*node, output);
        },
        [node, old, output] {
            node->curve = old;
            markDirty(*node, output);
        });
}

bool computeCurve(Node& node, const Key& key, const Context& context, Value& value)
{
    if (key.attr->name != "output" || !node.curve)
        return false;
    if (node.curve->type > MFnAnimCurve::kAnimCurveTU) {
        value.number = evaluateCurve(*node.curve, number(node, "input", context), 0);
        return true;
    }
    const Key input = {node.attr("input"), {}};
    const MInt64 ticks =
        fake::inputOf(node, input) ? static_cast<MInt64>(evaluate(node, input, context).number) : timeOf(context);
    value.number = evaluateCurve(*node.curve, secondsOf(ticks), ticks);
    return true;
}

bool computeLayer(Node& node, const Key& key, const Context& context, Value& value)
{
    if (key.attr->name != "foregroundWeight" && key.attr->name != "backgroundWeight")
        return false;
    const bool muted = number(node, "mute", context) != 0.0;
    const double weight = muted ? 0.0 : number(node, "weight", context);
    if (key.attr->name == "foregroundWeight") {
        value.number = weight;
        return true;
    }
    if (key.attr->name == "backgroundWeight") {
        value.number = number(node, "override", context) != 0.0 ? 1.0 - weight : 1.0;
        return true;
    }
    return false;
}

bool computeBlend(Node& node, const Key& key, const Context& context, Value& value)
{
    const std::string& name = key.attr->name;
    if (name.rfind("output", 0) != 0 || key.attr->kind == Kind::kCompound)
        return false;
    const std::string axis = name.substr(6);
    const double a = number(node, ("inputA" + axis).c_str(), context);
    const double weightA = number(node, "weightA", context), weightB = number(node, "weightB", context);
    // Nothing is added at weight 0, not even a zero: the base stays as it is, bit for bit.
    if (weightB == 0.0) {
        value.number = weightA == 1.0 ? a : weightA * a;
        return true;
    }
    const double b = number(node, ("inputB" + axis).c_str(), context);
    if (node.type->name == "animBlendNodeAdditiveScale" && number(node, "accumulationMode", context) != 0.0)
        value.number = std::pow(a, weightA) * std::pow(b, weightB);
    else
        value.number = weightA * a + weightB * b;
    return true;
}

}  // namespace fake
