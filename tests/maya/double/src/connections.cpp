// Plugs: keys, connections, flags and their text.
#include <algorithm>
#include <cstdlib>

#include "messages.h"
#include "plugins.h"
#include "scene.h"

namespace fake {

Plug::Plug(Node* owner, const Key& which) : nodeObject(owner), node(owner), key(which) {}

MPlug toPlug(Node* node, const Key& key)
{
    return MPlug(Ref(new Plug(node, key)));
}

bool isWholeArray(const Key& key)
{
    return key.attr->array && static_cast<int>(key.indices.size()) < key.attr->arrayDepth();
}
bool isElement(const Key& key)
{
    return key.attr->array && static_cast<int>(key.indices.size()) == key.attr->arrayDepth();
}
Key childKey(const Key& key, const Attr* child)
{
    return {child, key.indices};
}
Key elementKey(const Key& array, int index)
{
    Key key = array;
    key.indices.push_back(index);
    return key;
}
bool hasParentKey(const Key& key)
{
    return isElement(key) || key.attr->parent;
}
Key parentKey(const Key& key)
{
    Key up = key;
    if (isElement(key)) {
        up.indices.pop_back();
        return up;
    }
    up.attr = key.attr->parent;
    return up;
}

std::set<int> elementsOf(const Node& node, const Key& array)
{
    const auto found = node.elements.find(array);
    std::set<int> all = found == node.elements.end() ? std::set<int>() : found->second;
    if (node.isDag() && (array.attr->name == "worldMatrix" || array.attr->name == "worldInverseMatrix" ||
                         array.attr->name == "parentMatrix" || array.attr->name == "parentInverseMatrix" ||
                         array.attr->name == "worldMesh"))
        for (size_t i = 0; i < pathsTo(const_cast<Node&>(node)).size(); ++i)
            all.insert(static_cast<int>(i));
    return all;
}
void makeElement(Node& target, const Key& key)
{
    Key up = key;
    while (true) {
        if (isElement(up)) {
            const Key array = parentKey(up);
            const int index = up.indices.back();
            const auto found = target.elements.find(array);
            if (found == target.elements.end() || !found->second.count(index)) {
                const Ptr<Node> node(&target);
                change(
                    [node, array, index] {
                        node->elements[array].insert(index);
                        tellAttribute(*node, elementKey(array, index), MNodeMessage::kAttributeArrayAdded);
                    },
                    [node, array, index] { node->elements[array].erase(index); });
            }
        }
        if (!hasParentKey(up))
            return;
        up = parentKey(up);
    }
}

namespace {
bool isBelow(const Key& key, const Key& element)
{
    if (key.indices.size() < element.indices.size())
        return false;
    for (size_t i = 0; i < element.indices.size(); ++i)
        if (key.indices[i] != element.indices[i])
            return false;
    for (const Attr* attr = key.attr; attr; attr = attr->parent)
        if (attr == element.attr)
            return true;
    return false;
}
}  // namespace

void removeElement(Node& target, const Key& key)
{
    const Ptr<Node> node(&target);
    std::vector<std::pair<PlugRef, PlugRef>> cuts;
    for (const auto& [input, source] : node->inputs)
        if (isBelow(input, key))
            cuts.push_back({source, {node.get(), input}});
    for (const auto& [output, targets] : node->outputs)
        if (isBelow(output, key))
            for (const PlugRef& destination : targets)
                cuts.push_back({{node.get(), output}, destination});
    for (const auto& [source, destination] : cuts)
        disconnectPlugs(source, destination);
    const auto values = node->values;
    const auto elements = node->elements;
    change(
        [node, key] {
            for (auto it = node->values.begin(); it != node->values.end();)
                it = isBelow(it->first, key) ? node->values.erase(it) : std::next(it);
            for (auto it = node->elements.begin(); it != node->elements.end();)
                it = isBelow(it->first, key) ? node->elements.erase(it) : std::next(it);
            node->elements[parentKey(key)].erase(key.indices.back());
            tellAttribute(*node, key, MNodeMessage::kAttributeArrayRemoved);
        },
        [node, key, values, elements] {
            node->values = values;
            node->elements = elements;
            tellAttribute(*node, key, MNodeMessage::kAttributeArrayAdded);
        });
    markDirty(*node, key);
}

const PlugRef* inputOf(const Node& node, const Key& key)
{
    if (node.inputs.empty())
        return nullptr;
    const auto found = node.inputs.find(key);
    return found == node.inputs.end() ? nullptr : &found->second;
}
std::vector<PlugRef> outputsOf(const Node& node, const Key& key)
{
    const auto found = node.outputs.find(key);
    return found == node.outputs.end() ? std::vector<PlugRef>() : found->second;
}

namespace {

bool canConnect(const Attr& from, const Attr& to)
{
    if (from.kind == Kind::kMessage || to.kind == Kind::kMessage)
        return to.kind == Kind::kMessage || from.kind == Kind::kMessage;
    if (from.kind == Kind::kCompound || to.kind == Kind::kCompound)
        return from.kind == to.kind && from.children.size() == to.children.size();
    if (from.isNumber() || to.isNumber())
        return from.isNumber() && to.isNumber();
    return from.kind == to.kind && (from.dataType == to.dataType || to.dataType == MFnData::kAny);
}
void eraseOutput(Node& node, const Key& key, const PlugRef& destination)
{
    auto found = node.outputs.find(key);
    if (found == node.outputs.end())
        return;
    auto& all = found->second;
    all.erase(std::remove(all.begin(), all.end(), destination), all.end());
    if (all.empty())
        node.outputs.erase(found);
}

}  // namespace

bool connectPlugs(const PlugRef& source, const PlugRef& destination, std::string* why)
{
    const auto refuse = [&](const char* reason) {
        if (why)
            *why = reason;
        return false;
    };
    if (isWholeArray(source.key) || isWholeArray(destination.key))
        return refuse("arrays connect element by element");
    if (!canConnect(*source.key.attr, *destination.key.attr))
        return refuse("data types are not compatible");
    if (!destination.key.attr->writable || !destination.key.attr->connectable || !source.key.attr->readable ||
        !source.key.attr->connectable)
        return refuse("attribute is not writable or not connectable");
    if (isLocked(*destination.node, destination.key))
        return refuse("destination is locked");
    if (const PlugRef* old = inputOf(*destination.node, destination.key)) {
        if (*old == source)
            return true;
        return refuse("destination has an incoming connection");
    }
    if (!connectionIsLegal(source, destination))
        return refuse("a node refused the connection");
    makeElement(*destination.node, destination.key);
    makeElement(*source.node, source.key);
    const Ptr<Node> from(source.node), to(destination.node);
    const Key out = source.key, in = destination.key;
    change(
        [from, to, out, in] {
            to->inputs[in] = {from.get(), out};
            from->outputs[out].push_back({to.get(), in});
            connectionChanged({from.get(), out}, {to.get(), in}, true);
            tellConnection({from.get(), out}, {to.get(), in}, true);
        },
        [from, to, out, in] {
            to->inputs.erase(in);
            eraseOutput(*from, out, {to.get(), in});
            connectionChanged({from.get(), out}, {to.get(), in}, false);
            tellConnection({from.get(), out}, {to.get(), in}, false);
        });
    markDirty(*to, in);
    return true;
}
bool disconnectPlugs(const PlugRef& source, const PlugRef& destination)
{
    const PlugRef* current = inputOf(*destination.node, destination.key);
    if (!current || !(*current == source))
        return false;
    if (isLocked(*destination.node, destination.key))
        return false;
    const Ptr<Node> from(source.node), to(destination.node);
    const Key out = source.key, in = destination.key;
    // The value stays as it was last computed, except where the attribute says otherwise.
    if (in.attr->isNumber() && in.attr->disconnectBehavior == 2)
        setStored(*to, in, evaluate(*to, in, Context()));
    change(
        [from, to, out, in] {
            to->inputs.erase(in);
            eraseOutput(*from, out, {to.get(), in});
            connectionChanged({from.get(), out}, {to.get(), in}, false);
            tellConnection({from.get(), out}, {to.get(), in}, false);
        },
        [from, to, out, in] {
            to->inputs[in] = {from.get(), out};
            from->outputs[out].push_back({to.get(), in});
            connectionChanged({from.get(), out}, {to.get(), in}, true);
            tellConnection({from.get(), out}, {to.get(), in}, true);
        });
    markDirty(*to, in);
    if (in.attr->disconnectBehavior == 0 && isElement(in) && to->inScene)
        removeElement(*to, in);
    return true;
}

PlugFlags flagsOf(const Node& node, const Key& key)
{
    const auto found = node.flags.find(key);
    return found == node.flags.end() ? PlugFlags() : found->second;
}
void setFlags(Node& target, const Key& key, const PlugFlags& flags)
{
    const Ptr<Node> node(&target);
    const PlugFlags old = flagsOf(target, key);
    change([node, key, flags] { node->flags[key] = flags; }, [node, key, old] { node->flags[key] = old; });
}
bool isLocked(const Node& node, const Key& key)
{
    if (node.locked)
        return true;
    for (Key up = key;; up = parentKey(up)) {
        if (flagsOf(node, up).locked)
            return true;
        if (!hasParentKey(up))
            return false;
    }
}
bool isKeyable(const Node& node, const Key& key)
{
    const int own = flagsOf(node, key).keyable;
    return own < 0 ? key.attr->keyable : own != 0;
}

std::string attrPath(const Key& key, bool longNames)
{
    std::vector<std::pair<const Attr*, std::string>> chain;
    size_t used = key.indices.size();
    for (const Attr* attr = key.attr; attr; attr = attr->parent) {
        std::string index;
        if (attr->array) {
            const bool has = attr != key.attr || isElement(key);
            if (has && used > 0)
                index = "[" + std::to_string(key.indices[--used]) + "]";
        }
        chain.push_back({attr, index});
    }
    std::string text;
    for (auto part = chain.rbegin(); part != chain.rend(); ++part) {
        // Children of a plain triple stand on their own: translateX, not translate.translateX.
        const bool lastOfTriple = std::next(part) == chain.rend() && chain.size() > 1 && part->second.empty() &&
                                  std::prev(part)->second.empty() &&
                                  std::prev(part)->first->numeric != MFnNumericData::kInvalid;
        if (lastOfTriple && chain.size() == 2)
            text.clear();
        text += (text.empty() ? "" : ".") + (longNames ? part->first->name : part->first->brief) + part->second;
    }
    return text;
}
std::string plugName(const Node& node, const Key& key)
{
    return nodeLabel(const_cast<Node&>(node)) + "." + attrPath(key);
}

bool findPlug(Node& node, const std::string& text, Key& key)
{
    key = Key();
    const Attr* above = nullptr;
    std::vector<int> indices;
    for (size_t at = 0; at <= text.size();) {
        size_t end = text.find('.', at);
        if (end == std::string::npos)
            end = text.size();
        std::string part = text.substr(at, end - at);
        std::string index;
        const size_t bracket = part.find('[');
        if (bracket != std::string::npos) {
            if (part.back() != ']')
                return false;
            index = part.substr(bracket + 1, part.size() - bracket - 2);
            part.resize(bracket);
        }
        const Attr* attr = nullptr;
        if (above) {
            for (const Ptr<Attr>& child : above->children)
                if (child->name == part || child->brief == part)
                    attr = child.get();
        } else {
            attr = node.attr(part);
            // A child named alone has ancestors whose elements are not chosen.
            for (const Attr* up = attr ? attr->parent : nullptr; up; up = up->parent)
                if (up->array)
                    indices.push_back(-1);
        }
        if (!attr)
            return false;
        if (!index.empty()) {
            if (!attr->array || index.find_first_not_of("0123456789") != std::string::npos)
                return false;
            indices.push_back(std::atoi(index.c_str()));
        } else if (attr->array && end != text.size()) {
            return false;
        }
        above = attr;
        at = end + 1;
    }
    key.attr = above;
    key.indices = indices;
    return above != nullptr;
}
bool parsePlug(const std::string& text, PlugRef& plug)
{
    const size_t dot = text.find('.');
    if (dot == std::string::npos)
        return false;
    const std::vector<Node*> nodes = findNodes(text.substr(0, dot));
    if (nodes.size() != 1)
        return false;
    plug.node = nodes[0];
    return findPlug(*plug.node, text.substr(dot + 1), plug.key);
}

}  // namespace fake
