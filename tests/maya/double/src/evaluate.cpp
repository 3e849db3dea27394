// Values of plugs at a time, and what becomes dirty when one changes.
#include <algorithm>
#include <cmath>

#include <maya/MPlugArray.h>

#include "builtin.h"
#include "draw.h"
#include "messages.h"
#include "plugins.h"

namespace fake {

Ptr<Data> matrixData(const MMatrix& matrix)
{
    Ptr<Data> data = make<Data>(MFnData::kMatrix);
    data->matrix = matrix;
    return data;
}
Ptr<Data> stringData(const std::string& text)
{
    Ptr<Data> data = make<Data>(MFnData::kString);
    data->text = text;
    return data;
}

double roundTo(const Attr& attr, double number)
{
    switch (attr.kind) {
        case Kind::kBool:
            return number != 0.0 ? 1.0 : 0.0;
        case Kind::kFloat:
            return static_cast<double>(static_cast<float>(number));
        case Kind::kChar:
        case Kind::kShort:
        case Kind::kInt:
        case Kind::kInt64:
        case Kind::kEnum:
        case Kind::kTime:
            return std::trunc(number);
        default:
            return number;
    }
}

Value stored(const Node& node, const Key& key)
{
    const auto found = node.values.find(key);
    if (found != node.values.end())
        return found->second;
    Value value;
    value.number = key.attr->defaultNumber;
    value.data = key.attr->defaultData;
    if (!value.data && key.attr->kind == Kind::kMatrix)
        value.data = matrixData(MMatrix());
    return value;
}

namespace {

// Time is whole ticks inside; a plain number stands for frames of the user's unit.
double convert(const Attr& from, const Attr& to, double number)
{
    if (from.kind == to.kind)
        return number;
    if (from.kind == Kind::kTime)
        return timeFromTicks(static_cast<MInt64>(number)).value();
    if (to.kind == Kind::kTime)
        return static_cast<double>(ticksOf(MTime(number, scene().timeUnit)));
    // Between a plain number and an angle or length Maya puts a unitConversion node, which keeps what the user sees.
    const double centimeters[] = {1.0, 2.54, 30.48, 91.44, 160934.4, 0.1, 1.0, 100000.0, 100.0};
    const double degree = scene().angularUnit == 2 ? 3.14159265358979323846 / 180.0 : 1.0;
    const double length = centimeters[scene().linearUnit];
    const auto plainNumber = [](const Attr& attr) { return attr.kind != Kind::kAngle && attr.kind != Kind::kDistance; };
    if (plainNumber(from))
        return to.kind == Kind::kAngle      ? number * degree
               : to.kind == Kind::kDistance ? number * length
                                            : roundTo(to, number);
    if (plainNumber(to))
        return roundTo(to, from.kind == Kind::kAngle ? number / degree : number / length);
    return number;
}

// The source of a plug by itself, or by the compound that holds it.
bool findSource(const Node& node, const Key& key, PlugRef& source)
{
    if (const PlugRef* direct = inputOf(node, key)) {
        source = *direct;
        return true;
    }
    if (!key.attr->parent || isElement(key))
        return false;
    Key up = parentKey(key);
    PlugRef above;
    if (!findSource(node, up, above))
        return false;
    const auto& own = key.attr->parent->children;
    size_t place = 0;
    while (own[place].get() != key.attr)
        ++place;
    if (place >= above.key.attr->children.size())
        return false;
    source = {above.node, childKey(above.key, above.key.attr->children[place].get())};
    return true;
}

thread_local int t_depth = 0;

}  // namespace

Value evaluate(Node& node, const Key& key, const Context& context)
{
    struct Depth {
        Depth() { ++t_depth; }
        ~Depth() { --t_depth; }
    } depth;
    ++g_reads;
    // A cycle would not end; Maya warns and takes the last value.
    if (t_depth > 4000)
        return stored(node, key);
    PlugRef source;
    if (!node.inputs.empty() && findSource(node, key, source)) {
        Value value = evaluate(*source.node, source.key, context);
        if (key.attr->isNumber() && source.key.attr->isNumber())
            value.number = convert(*source.key.attr, *key.attr, value.number);
        return value;
    }
    if (!node.samples.empty()) {
        const auto found = node.samples.find(key);
        if (found != node.samples.end()) {
            // IK, HumanIK and dynamics know the current time only.
            const MInt64 ticks = node.stale ? scene().now : timeOf(context);
            Value value;
            value.number = found->second(timeFromTicks(ticks));
            return value;
        }
    }
    Value value;
    if (node.type->compute && node.type->compute(node, key, context, value))
        return value;
    if (node.user && node.type->outputs.count(key.attr) && computeUser(node, key, context, value))
        return value;
    return stored(node, key);
}

double number(Node& node, const char* attr, const Context& context)
{
    const Attr* found = node.attr(attr);
    if (!found)
        return 0.0;
    return evaluate(node, {found, {}}, context).number;
}

void setStored(Node& target, const Key& key, const Value& value)
{
    const Ptr<Node> node(&target);
    const auto found = target.values.find(key);
    const bool had = found != target.values.end();
    const Value old = had ? found->second : Value();
    Value fresh = value;
    if (key.attr->isNumber())
        fresh.number = roundTo(*key.attr, fresh.number);
    makeElement(target, key);
    change(
        [node, key, fresh] {
            node->values[key] = fresh;
            tellAttribute(*node, key, MNodeMessage::kAttributeSet);
        },
        [node, key, had, old] {
            if (had)
                node->values[key] = old;
            else
                node->values.erase(key);
            tellAttribute(*node, key, MNodeMessage::kAttributeSet);
            markDirty(*node, key);
        });
    markDirty(target, key);
}

namespace {

struct Walk {
    std::set<std::pair<const Node*, Key>> seen;
    std::set<const Node*> whole;
};

void dirty(Node& node, const Key& key, Walk& walk);

void dirtyOutputs(Node& node, Walk& walk)
{
    const auto outputs = node.outputs;
    for (const auto& [key, targets] : outputs)
        for (const PlugRef& target : targets)
            dirty(*target.node, target.key, walk);
}

void dirtyBelow(Node& node, Walk& walk)
{
    if (!walk.whole.insert(&node).second)
        return;
    dirtyOutputs(node, walk);
    for (Node* child : node.children)
        dirtyBelow(*child, walk);
}

void dirty(Node& node, const Key& key, Walk& walk)
{
    if (!walk.seen.insert({&node, key}).second)
        return;
    if (!node.user) {
        // All outputs of Maya's own nodes are taken to depend on all inputs, and a transform's on those above.
        dirtyBelow(node, walk);
        return;
    }
    if (key.attr->affectsAppearance)
        node.drawDirty = true;
    std::set<const Attr*> affected;
    for (Key up = key;; up = parentKey(up)) {
        const auto found = node.type->affects.find(up.attr);
        if (found != node.type->affects.end())
            affected.insert(found->second.begin(), found->second.end());
        // A connection onto the attribute itself passes on what it gives out.
        for (const PlugRef& target : outputsOf(node, up))
            dirty(*target.node, target.key, walk);
        if (!hasParentKey(up))
            break;
    }
    MPlugArray more;
    node.user->setDependentsDirty(toPlug(&node, key), more);
    for (unsigned int i = 0; i < more.length(); ++i)
        if (!more[i].isNull())
            affected.insert(fake::plugOf(more[i])->key.attr);
    {
        const std::lock_guard<std::mutex> lock(scene().cacheMutex);
        for (auto it = node.cache.begin(); it != node.cache.end();) {
            bool gone = false;
            for (const Attr* attr = it->first.attr; attr; attr = attr->parent)
                gone = gone || affected.count(attr);
            it = gone ? node.cache.erase(it) : std::next(it);
        }
    }
    const auto outputs = node.outputs;
    for (const auto& [output, targets] : outputs) {
        bool hit = false;
        for (const Attr* attr = output.attr; attr; attr = attr->parent)
            hit = hit || affected.count(attr);
        if (hit)
            for (const PlugRef& target : targets)
                dirty(*target.node, target.key, walk);
    }
}

}  // namespace

void markDirty(Node& node, const Key& key)
{
    touch();
    if (!node.inScene)
        return;
    Walk walk;
    dirty(node, key, walk);
}

void setTime(MInt64 ticks)
{
    Scene& all = scene();
    all.now = ticks;
    touch();
    tellTime();
    if (all.manager) {
        evaluateManaged(Context());
        return;
    }
    Walk walk;
    const auto nodes = all.nodes;
    for (const Ptr<Node>& node : nodes) {
        const bool isCurve = node->curve && node->curve->type <= MFnAnimCurve::kAnimCurveTU;
        if (isCurve || !node->samples.empty() || node->type->name == "time")
            dirtyBelow(*node, walk);
    }
}

}  // namespace fake
