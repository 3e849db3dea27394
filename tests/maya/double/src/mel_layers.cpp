// animLayer, with the blend nodes that Maya makes.
#include <algorithm>
#include <cstdlib>

#include "datablock.h"
#include "mel.h"

namespace fake {

namespace {

const char* kBase = "BaseAnimation";

bool isLayer(const Node* node)
{
    return node && node->hasFn(MFn::kAnimLayer);
}
bool isBlend(const Node* node)
{
    return node && node->hasFn(MFn::kBlendNodeBase);
}
Key keyOf(Node& node, const std::string& name)
{
    return {node.attr(name), {}};
}
void setNumber(Node& node, const std::string& name, double value)
{
    Value stored;
    stored.number = value;
    setStored(node, keyOf(node, name), stored);
}
// The layer that a blend node belongs to.
Node* layerOf(Node& blend)
{
    const PlugRef* source = inputOf(blend, keyOf(blend, "weightB"));
    return source && isLayer(source->node) ? source->node : nullptr;
}
// rotateX of outputX, and back.
Key matching(Node& blend, const Key& output, const std::string& name)
{
    return keyOf(blend, name + output.attr->name.substr(6));
}

Ptr<Node> makeLayer(const std::string& name)
{
    if (!findNode(kBase)) {
        const Ptr<Node> base = newNode(findType("animLayer"), kBase, nullptr);
        addNode(base, nullptr);
    }
    const Ptr<Node> layer = newNode(findType("animLayer"), name.empty() ? "AnimLayer1" : name, nullptr);
    addNode(layer, nullptr);
    Node& base = *findNode(kBase);
    int next = 0;
    for (const int index : elementsOf(base, keyOf(base, "childrenLayers")))
        next = index + 1;
    connectPlugs({layer.get(), keyOf(*layer, "parentLayer")}, {&base, elementKey(keyOf(base, "childrenLayers"), next)});
    return layer;
}

// Blend nodes over a plug, from the top down.
std::vector<PlugRef> blendsOver(Node& node, const Key& key)
{
    std::vector<PlugRef> found;
    const PlugRef* source = inputOf(node, key);
    while (source && isBlend(source->node)) {
        found.push_back(*source);
        source = inputOf(*source->node, matching(*source->node, source->key, "inputA"));
    }
    return found;
}

void addMember(Node& layer, Node& node, const Key& key)
{
    int next = 0;
    for (const int index : elementsOf(layer, keyOf(layer, "dagSetMembers")))
        next = index + 1;
    connectPlugs({&node, key}, {&layer, elementKey(keyOf(layer, "dagSetMembers"), next)});
}

bool addChannel(Node& layer, Node& node, const Key& key, const Ptr<Node>& blend, const std::string& axis)
{
    const PlugRef* source = inputOf(node, key);
    const Key inputA = keyOf(*blend, "inputA" + axis), output = keyOf(*blend, "output" + axis);
    if (source) {
        const PlugRef from = *source;
        if (!disconnectPlugs(from, {&node, key}) || !connectPlugs(from, {blend.get(), inputA}))
            return false;
    } else {
        setStored(*blend, inputA, stored(node, key));
    }
    if (number(layer, "override", Context()) != 0.0) {
        Value now;
        now.number = evaluate(*blend, inputA, Context()).number;
        setStored(*blend, keyOf(*blend, "inputB" + axis), now);
    }
    if (!connectPlugs({blend.get(), output}, {&node, key}))
        return false;
    addMember(layer, node, key);
    return true;
}

bool isIn(Node& layer, Node& node, const Key& key)
{
    for (const PlugRef& blend : blendsOver(node, key))
        if (layerOf(*blend.node) == &layer)
            return true;
    return false;
}

bool addAttribute(Node& layer, const std::string& text, std::string& error)
{
    PlugRef plug;
    if (!parsePlug(text, plug) || isWholeArray(plug.key)) {
        error = "No object matches name: " + text;
        return false;
    }
    std::vector<Key> keys;
    if (plug.key.attr->kind == Kind::kCompound)
        for (const auto& child : plug.key.attr->children)
            keys.push_back(childKey(plug.key, child.get()));
    else
        keys.push_back(plug.key);
    Node& node = *plug.node;
    // Rotations are layered as a whole, whichever channel is named.
    const Attr* above = keys[0].attr->parent;
    const bool isRotation = above && above->name == "rotate" && node.hasFn(MFn::kTransform);
    if (isIn(layer, node, keys[0]))
        return true;
    if (isRotation) {
        keys.clear();
        for (const auto& child : above->children)
            keys.push_back({child.get(), plug.key.indices});
    }
    for (const Key& key : keys) {
        const PlugRef* source = inputOf(node, key);
        if (!key.attr->isNumber() || isLocked(node, key) || !key.attr->keyable ||
            (source && !source->node->curve && !isBlend(source->node))) {
            // The other channels of a rotation come along only if they can.
            if (isRotation && key.attr != plug.key.attr && plug.key.attr->kind != Kind::kCompound)
                continue;
            error = "Cannot add " + plugName(node, key) + " to " + layer.name + ": it is locked, not keyable or driven";
            return false;
        }
    }
    const auto make = [&](const char* type, const std::string& attr) {
        std::string name = node.name.substr(node.name.rfind(':') + 1) + "_" + attr + "_" + layer.name;
        std::replace(name.begin(), name.end(), '.', '_');
        const Ptr<Node> blend = newNode(findType(type), name, nullptr);
        addNode(blend, nullptr);
        connectPlugs({&layer, keyOf(layer, "backgroundWeight")}, {blend.get(), keyOf(*blend, "weightA")});
        connectPlugs({&layer, keyOf(layer, "foregroundWeight")}, {blend.get(), keyOf(*blend, "weightB")});
        return blend;
    };
    if (isRotation) {
        const Ptr<Node> blend = make("animBlendNodeAdditiveRotation", "rotate");
        for (const Key& key : keys) {
            const PlugRef* source = inputOf(node, key);
            if (isLocked(node, key) || (source && !source->node->curve && !isBlend(source->node)))
                continue;
            if (!addChannel(layer, node, key, blend, key.attr->name.substr(6)))
                return false;
        }
        return true;
    }
    for (const Key& key : keys) {
        const bool isScale = above && above->name == "scale";
        const char* type = key.attr->kind == Kind::kAngle      ? "animBlendNodeAdditiveDA"
                           : key.attr->kind == Kind::kDistance ? "animBlendNodeAdditiveDL"
                           : isScale                           ? "animBlendNodeAdditiveScale"
                                                               : "animBlendNodeAdditive";
        const Ptr<Node> blend = make(type, attrPath(key));
        if (isScale)
            setNumber(*blend, "accumulationMode", number(layer, "scaleAccumulationMode", Context()));
        if (!addChannel(layer, node, key, blend, ""))
            return false;
    }
    return true;
}

// Takes one blend node out of the channels that it stands in.
void removeBlend(Node& blend)
{
    for (const char* axis : {"", "X", "Y", "Z"}) {
        const Attr* outputAttr = blend.attr(std::string("output") + axis);
        if (!outputAttr || outputAttr->kind == Kind::kCompound)
            continue;
        const Key output = {outputAttr, {}}, inputA = keyOf(blend, std::string("inputA") + axis);
        const PlugRef* source = inputOf(blend, inputA);
        const PlugRef from = source ? *source : PlugRef();
        const Value base = stored(blend, inputA);
        for (const PlugRef& target : outputsOf(blend, output)) {
            disconnectPlugs({&blend, output}, target);
            if (from.node)
                connectPlugs(from, target);
            else
                setStored(*target.node, target.key, base);
        }
        if (from.node)
            disconnectPlugs(from, {&blend, inputA});
        if (const PlugRef* keys = inputOf(blend, keyOf(blend, std::string("inputB") + axis)))
            if (keys->node->curve && !keys->node->referenced) {
                Node* curve = keys->node;
                removeNode(*curve);
            }
    }
    removeNode(blend);
}

std::vector<Node*> blendsOf(Node& layer)
{
    std::vector<Node*> found;
    for (const PlugRef& target : outputsOf(layer, keyOf(layer, "foregroundWeight")))
        if (isBlend(target.node) && std::find(found.begin(), found.end(), target.node) == found.end())
            found.push_back(target.node);
    return found;
}

std::string layeredPlug(Node& layer, Node& node, const Key& key)
{
    const std::vector<PlugRef> blends = blendsOver(node, key);
    if (layer.name == kBase)
        return blends.empty()
                   ? ""
                   : plugName(*blends.back().node, matching(*blends.back().node, blends.back().key, "inputA"));
    for (const PlugRef& blend : blends)
        if (layerOf(*blend.node) == &layer)
            return plugName(*blend.node, matching(*blend.node, blend.key, "inputB"));
    return "";
}

bool query(Call& call, Node* layer)
{
    if (call.has("root")) {
        call.result.set(std::string(findNode(kBase) ? kBase : ""));
        return true;
    }
    if (call.has("exists")) {
        call.result.set(isLayer(layer) ? 1 : 0);
        return true;
    }
    if (!isLayer(layer)) {
        call.error = "animLayer: there is no layer " + (call.objects.empty() ? std::string() : call.objects[0]);
        return false;
    }
    for (const char* flag : {"layeredPlug", "findCurveForPlug"}) {
        if (!call.has(flag))
            continue;
        PlugRef plug;
        if (!parsePlug(call.argument(flag), plug)) {
            call.error = "No object matches name: " + call.argument(flag);
            return false;
        }
        const std::string found = layeredPlug(*layer, *plug.node, plug.key);
        PlugRef inner;
        if (std::string(flag) == "layeredPlug") {
            call.result.set(found);
        } else {
            const PlugRef* source =
                !found.empty() && parsePlug(found, inner) ? inputOf(*inner.node, inner.key) : nullptr;
            call.result.set(source ? std::vector<std::string>{source->node->name} : std::vector<std::string>());
        }
        return true;
    }
    if (call.has("attribute")) {
        std::vector<std::string> names;
        for (const int index : elementsOf(*layer, keyOf(*layer, "dagSetMembers")))
            if (const PlugRef* source = inputOf(*layer, elementKey(keyOf(*layer, "dagSetMembers"), index)))
                names.push_back(plugName(*source->node, source->key));
        call.result.set(names);
        return true;
    }
    if (call.has("blendNodes")) {
        std::vector<std::string> names;
        for (const Node* blend : blendsOf(*layer))
            names.push_back(blend->name);
        call.result.set(names);
        return true;
    }
    if (call.has("parent")) {
        const auto targets = outputsOf(*layer, keyOf(*layer, "parentLayer"));
        call.result.set(targets.empty() ? std::string() : targets[0].node->name);
        return true;
    }
    if (call.has("children")) {
        std::vector<std::string> names;
        for (const int index : elementsOf(*layer, keyOf(*layer, "childrenLayers")))
            if (const PlugRef* source = inputOf(*layer, elementKey(keyOf(*layer, "childrenLayers"), index)))
                names.push_back(source->node->name);
        call.result.set(names);
        return true;
    }
    if (call.has("weight")) {
        call.result.set(number(*layer, "weight", Context()));
        return true;
    }
    for (const char* flag : {"mute", "solo", "lock", "override", "passthrough", "ghost", "selected", "preferred",
                             "rotationAccumulationMode", "scaleAccumulationMode"})
        if (call.has(flag)) {
            call.result.set(static_cast<int>(number(*layer, flag, Context())));
            return true;
        }
    call.error = "animLayer: nothing is asked";
    return false;
}

bool truth(const std::string& text)
{
    return text == "1" || text == "on" || text == "true" || text == "yes";
}

bool animLayer(Call& call)
{
    Node* layer = call.objects.empty() ? nullptr : findNode(call.objects[0]);
    if (call.has("query"))
        return query(call, layer);
    if (!call.has("edit")) {
        if (call.objects.size() > 1) {
            call.error = "animLayer takes one name";
            return false;
        }
        const Ptr<Node> made = makeLayer(call.objects.empty() ? "" : call.objects[0]);
        layer = made.get();
        call.result.set(layer->name);
    }
    if (!isLayer(layer)) {
        call.error = "animLayer: there is no layer " + (call.objects.empty() ? std::string() : call.objects[0]);
        return false;
    }
    if (call.has("weight"))
        setNumber(*layer, "weight", std::atof(call.argument("weight").c_str()));
    for (const char* flag : {"mute", "solo", "override", "passthrough", "ghost", "selected", "preferred", "lock"})
        if (call.has(flag))
            setNumber(*layer, flag, truth(call.argument(flag)));
    for (const char* flag : {"rotationAccumulationMode", "scaleAccumulationMode"})
        if (call.has(flag))
            setNumber(*layer, flag, std::atof(call.argument(flag).c_str()));
    const auto attributes = call.flags.find("attribute");
    if (attributes != call.flags.end()) {
        if (number(*layer, "lock", Context()) != 0.0 || layer->name == kBase) {
            call.error = "animLayer: " + layer->name + " takes no attributes";
            return false;
        }
        for (const auto& use : attributes->second)
            if (!addAttribute(*layer, use[0], call.error))
                return false;
    }
    const auto removed = call.flags.find("removeAttribute");
    if (removed != call.flags.end())
        for (const auto& use : removed->second) {
            PlugRef plug;
            if (!parsePlug(use[0], plug)) {
                call.error = "No object matches name: " + use[0];
                return false;
            }
            for (const PlugRef& blend : blendsOver(*plug.node, plug.key))
                if (layerOf(*blend.node) == layer)
                    removeBlend(*blend.node);
        }
    return true;
}

}  // namespace

bool deleteLayer(Node& layer)
{
    for (Node* blend : blendsOf(layer))
        removeBlend(*blend);
    return removeNode(layer);
}

void addLayerCommands(std::map<std::string, CommandSpec>& table)
{
    table["animLayer"] = {animLayer,
                          {{"attribute", "at", 1, false},
                           {"removeAttribute", "ra", 1, false},
                           {"layeredPlug", "lp", 1, true},
                           {"findCurveForPlug", "fcv", 1, true},
                           {"blendNodes", "bld", 0, false},
                           {"weight", "w", 1, false},
                           {"mute", "m", 1, false},
                           {"solo", "s", 1, false},
                           {"lock", "l", 1, false},
                           {"override", "o", 1, false},
                           {"passthrough", "pth", 1, false},
                           {"ghost", "g", 1, false},
                           {"selected", "sel", 1, false},
                           {"preferred", "prf", 1, false},
                           {"root", "r", 0, false},
                           {"parent", "p", 1, false},
                           {"children", "c", 0, false},
                           {"exists", "ex", 0, false},
                           {"rotationAccumulationMode", "ram", 1, false},
                           {"scaleAccumulationMode", "sam", 1, false}}};
}

}  // namespace fake
