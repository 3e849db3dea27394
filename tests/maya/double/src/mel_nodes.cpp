// Commands on nodes, attributes and the selection.
#include <algorithm>
#include <cstdlib>

#include <maya/MGlobal.h>

#include "commands.h"
#include "datablock.h"
#include "deform.h"
#include "mel.h"

namespace fake {

double fromUser(const Attr& attr, double value)
{
    const double centimeters[] = {1.0, 2.54, 30.48, 91.44, 160934.4, 0.1, 1.0, 100000.0, 100.0};
    switch (attr.kind) {
        case Kind::kAngle:
            return scene().angularUnit == 2 ? value * 3.14159265358979323846 / 180.0 : value;
        case Kind::kDistance:
            return scene().linearUnit == 6 ? value : value * centimeters[scene().linearUnit];
        case Kind::kTime:
            return static_cast<double>(ticksOf(MTime(value, scene().timeUnit)));
        default:
            return value;
    }
}
double toUser(const Attr& attr, double value)
{
    const double centimeters[] = {1.0, 2.54, 30.48, 91.44, 160934.4, 0.1, 1.0, 100000.0, 100.0};
    switch (attr.kind) {
        case Kind::kAngle:
            return scene().angularUnit == 2 ? value * 180.0 / 3.14159265358979323846 : value;
        case Kind::kDistance:
            return scene().linearUnit == 6 ? value : value / centimeters[scene().linearUnit];
        case Kind::kTime:
            return timeFromTicks(static_cast<MInt64>(value)).value();
        default:
            return value;
    }
}

bool deleteNode(Node& node)
{
    return node.hasFn(MFn::kAnimLayer) ? deleteLayer(node) : removeNode(node);
}

namespace {

bool missing(Call& call, const std::string& name)
{
    call.error = "No object matches name: " + name;
    return false;
}
void setSelection(const std::vector<std::pair<Ptr<Object>, Ptr<Object>>>& fresh)
{
    const auto old = scene().selection;
    change([fresh] { scene().selection = fresh; }, [old] { scene().selection = old; });
}

bool select(Call& call)
{
    auto chosen = call.has("add") || call.has("toggle") || call.has("deselect")
                      ? scene().selection
                      : std::vector<std::pair<Ptr<Object>, Ptr<Object>>>();
    if (!call.has("clear"))
        for (const std::string& name : call.objects) {
            const auto found = findNodes(name);
            if (found.empty())
                return missing(call, name);
            for (Node* node : found) {
                const auto item = std::make_pair(Ptr<Object>(node), Ptr<Object>());
                const auto at = std::find(chosen.begin(), chosen.end(), item);
                if (call.has("deselect") || (call.has("toggle") && at != chosen.end())) {
                    if (at != chosen.end())
                        chosen.erase(at);
                } else if (at == chosen.end()) {
                    chosen.push_back(item);
                }
            }
        }
    setSelection(chosen);
    return true;
}

bool ls(Call& call)
{
    std::vector<std::string> names;
    const std::string type = call.argument("type");
    const auto add = [&](Node* node) {
        if (!type.empty() && node->type->name != type &&
            !node->type->functions.count(findType(type) ? findType(type)->api : MFn::kInvalid))
            return;
        if (call.has("long") && node->isDag())
            for (const auto& path : pathsTo(*node))
                names.push_back(pathName(path));
        else
            names.push_back(nodeLabel(*node));
    };
    if (call.has("selection")) {
        for (const auto& item : scene().selection)
            if (Node* node = dynamic_cast<Node*>(item.first.get()))
                add(node);
    } else if (call.objects.empty()) {
        for (const auto& node : scene().nodes)
            add(node.get());
    } else {
        for (const std::string& name : call.objects)
            for (Node* node : findNodes(name))
                add(node);
    }
    call.result.set(names);
    return true;
}

bool objExists(Call& call)
{
    if (call.objects.size() != 1)
        return false;
    PlugRef plug;
    call.result.set(!findNodes(call.objects[0]).empty() || parsePlug(call.objects[0], plug) ? 1 : 0);
    return true;
}

bool createNodeCommand(Call& call)
{
    const auto type = call.objects.size() == 1 ? findType(call.objects[0]) : nullptr;
    Node* parent = call.has("parent") ? findNode(call.argument("parent")) : nullptr;
    if (!type || (call.has("parent") && !parent)) {
        call.error = "createNode: unknown type or parent";
        return false;
    }
    if (type->functions.count(MFn::kShape) && !parent) {
        const Ptr<Node> holder =
            newNode(findType("transform"), call.has("name") ? call.argument("name") : type->name + "1", nullptr);
        addNode(holder, nullptr);
        parent = holder.get();
    }
    const Ptr<Node> node = newNode(type, call.argument("name"), parent);
    addNode(node, parent);
    call.result.set(nodeLabel(*node));
    if (!call.has("skipSelect"))
        setSelection({{Ptr<Object>(node.get()), Ptr<Object>()}});
    return true;
}

bool rename(Call& call)
{
    Node* node = call.objects.size() == 2 ? findNode(call.objects[0]) : nullptr;
    if (!node)
        return missing(call, call.objects.empty() ? "" : call.objects[0]);
    if (node->locked || node->referenced || node->isDefault) {
        call.error = "Cannot rename a locked or read only node.";
        return false;
    }
    renameNode(*node, call.objects[1]);
    call.result.set(node->name);
    return true;
}

bool removeNodes(Call& call)
{
    std::vector<Ptr<Node>> doomed;
    for (const std::string& name : call.objects) {
        const auto found = findNodes(name);
        if (found.empty())
            return missing(call, name);
        for (Node* node : found)
            doomed.push_back(Ptr<Node>(node));
    }
    if (call.objects.empty())
        for (const auto& item : scene().selection)
            if (Node* node = dynamic_cast<Node*>(item.first.get()))
                doomed.push_back(Ptr<Node>(node));
    for (const Ptr<Node>& node : doomed)
        if (node->inScene && !deleteNode(*node)) {
            call.error = "Object '" + node->name + "' is locked or read-only and cannot be deleted.";
            return false;
        }
    return true;
}

bool addAttrCommand(Call& call)
{
    const std::string name = call.has("longName") ? call.argument("longName") : call.argument("shortName");
    const std::string brief = call.has("shortName") ? call.argument("shortName") : name;
    const std::string kind = call.has("dataType") ? call.argument("dataType") : call.argument("attributeType");
    static const std::map<std::string, Kind> kinds = {{"message", Kind::kMessage}, {"bool", Kind::kBool},
                                                      {"long", Kind::kInt},        {"short", Kind::kShort},
                                                      {"float", Kind::kFloat},     {"double", Kind::kDouble},
                                                      {"enum", Kind::kEnum},       {"doubleAngle", Kind::kAngle},
                                                      {"time", Kind::kTime},       {"doubleLinear", Kind::kDistance},
                                                      {"matrix", Kind::kMatrix},   {"string", Kind::kString}};
    const auto found = kinds.find(kind);
    if (name.empty() || found == kinds.end()) {
        call.error = "addAttr: no name, or a type that is not known: " + kind;
        return false;
    }
    std::vector<std::string> names = call.objects;
    if (names.empty())
        for (const auto& item : scene().selection)
            names.push_back(nodeLabel(*static_cast<Node*>(item.first.get())));
    for (const std::string& object : names) {
        Node* node = findNode(object);
        if (!node)
            return missing(call, object);
        if (node->locked || node->attr(name) || node->attr(brief)) {
            call.error = "addAttr: " + object + " already has " + name + ", or is locked";
            return false;
        }
        Ptr<Attr> attr = makeAttr(name, brief, found->second);
        if (call.has("defaultValue"))
            attr->defaultNumber = fromUser(*attr, std::atof(call.argument("defaultValue").c_str()));
        attr->keyable = call.has("keyable") && call.argument("keyable") != "0" && call.argument("keyable") != "false";
        attr->array = call.has("multi");
        addAttr(*node, attr);
    }
    return true;
}

bool setAttr(Call& call)
{
    PlugRef plug;
    if (call.objects.empty() || !parsePlug(call.objects[0], plug)) {
        call.error = "setAttr: no such attribute: " + (call.objects.empty() ? std::string() : call.objects[0]);
        return false;
    }
    const auto truth = [&](const char* flag) {
        const std::string text = call.argument(flag);
        return text == "1" || text == "on" || text == "true";
    };
    PlugFlags flags = flagsOf(*plug.node, plug.key);
    if (call.has("lock") || call.has("keyable") || call.has("channelBox")) {
        if (call.has("lock"))
            flags.locked = truth("lock");
        if (call.has("keyable"))
            flags.keyable = truth("keyable");
        if (call.has("channelBox"))
            flags.channelBox = truth("channelBox");
        setFlags(*plug.node, plug.key, flags);
    }
    const size_t count = call.objects.size() - 1;
    if (count == 0)
        return true;
    const auto refuse = [&] {
        call.error = "setAttr: The attribute '" + call.objects[0] + "' is locked or connected and cannot be modified.";
        return false;
    };
    if (plug.key.attr->kind == Kind::kString)
        return writePlug(*plug.node, plug.key, 0.0, stringData(call.objects[1])) || refuse();
    if (plug.key.attr->kind == Kind::kMatrix && count == 16) {
        MMatrix matrix;
        for (unsigned int i = 0; i < 16; ++i)
            matrix[i / 4][i % 4] = std::atof(call.objects[1 + i].c_str());
        return writePlug(*plug.node, plug.key, 0.0, matrixData(matrix)) || refuse();
    }
    if (plug.key.attr->kind == Kind::kCompound) {
        if (count != plug.key.attr->children.size()) {
            call.error = "setAttr: wrong number of values";
            return false;
        }
        for (size_t i = 0; i < count; ++i) {
            const Attr& child = *plug.key.attr->children[i];
            if (!writePlug(*plug.node, childKey(plug.key, &child),
                           fromUser(child, std::atof(call.objects[1 + i].c_str())), Ptr<Data>()))
                return refuse();
        }
        return true;
    }
    if (!plug.key.attr->isNumber() || count != 1) {
        call.error = "setAttr: cannot set " + call.objects[0];
        return false;
    }
    std::string word = call.objects[1];
    word = word == "on" || word == "true" ? "1" : word == "off" || word == "false" ? "0" : word;
    return writePlug(*plug.node, plug.key, fromUser(*plug.key.attr, std::atof(word.c_str())), Ptr<Data>()) || refuse();
}

bool getAttr(Call& call)
{
    PlugRef plug;
    if (call.objects.size() != 1 || !parsePlug(call.objects[0], plug)) {
        call.error = "getAttr: no such attribute: " + (call.objects.empty() ? std::string() : call.objects[0]);
        return false;
    }
    if (call.has("lock")) {
        call.result.set(isLocked(*plug.node, plug.key) ? 1 : 0);
        return true;
    }
    if (call.has("keyable")) {
        call.result.set(isKeyable(*plug.node, plug.key) ? 1 : 0);
        return true;
    }
    Context context;
    if (call.has("time")) {
        context.normal = false;
        context.ticks = ticksOf(MTime(std::atof(call.argument("time").c_str()), scene().timeUnit));
    }
    const Attr& attr = *plug.key.attr;
    if (attr.kind == Kind::kCompound) {
        std::vector<double> all;
        for (const auto& child : attr.children)
            all.push_back(toUser(*child, evaluate(*plug.node, childKey(plug.key, child.get()), context).number));
        call.result.set(all);
        return true;
    }
    const Value value = evaluate(*plug.node, plug.key, context);
    if (attr.kind == Kind::kString)
        call.result.set(value.data ? value.data->text : std::string());
    else if (attr.kind == Kind::kMatrix && value.data) {
        std::vector<double> all;
        for (unsigned int i = 0; i < 16; ++i)
            all.push_back(value.data->matrix[i / 4][i % 4]);
        call.result.set(all);
    } else if (attr.kind == Kind::kBool || attr.kind == Kind::kEnum || attr.kind == Kind::kInt ||
               attr.kind == Kind::kShort)
        call.result.set(static_cast<int>(value.number));
    else if (attr.isNumber())
        call.result.set(toUser(attr, value.number));
    else {
        call.error = "getAttr: message and data attributes have no values";
        return false;
    }
    return true;
}

bool connectAttr(Call& call)
{
    PlugRef from, to;
    if (call.objects.size() != 2 || !parsePlug(call.objects[0], from) || !parsePlug(call.objects[1], to)) {
        call.error = "connectAttr: no such attribute";
        return false;
    }
    if (call.has("force"))
        if (const PlugRef* old = inputOf(*to.node, to.key))
            disconnectPlugs(PlugRef(*old), to);
    std::string why;
    if (connectPlugs(from, to, &why))
        return true;
    call.error = "connectAttr: " + call.objects[0] + " to " + call.objects[1] + ": " + why;
    return false;
}
bool disconnectAttr(Call& call)
{
    PlugRef from, to;
    if (call.objects.size() != 2 || !parsePlug(call.objects[0], from) || !parsePlug(call.objects[1], to) ||
        !disconnectPlugs(from, to)) {
        call.error = "disconnectAttr: there is no such connection";
        return false;
    }
    return true;
}
bool deleteAttr(Call& call)
{
    PlugRef plug;
    if (call.objects.size() != 1 || !parsePlug(call.objects[0], plug) || !plug.key.attr->dynamic) {
        call.error = "deleteAttr: no such dynamic attribute";
        return false;
    }
    removeAttr(*plug.node, Ptr<Attr>(const_cast<Attr*>(plug.key.attr)));
    return true;
}

bool parentCommand(Call& call)
{
    const bool toWorld = call.has("world");
    if (call.objects.size() < (toWorld ? 1u : 2u)) {
        call.error = "parent: not enough objects";
        return false;
    }
    Node* above = toWorld ? nullptr : findNode(call.objects.back());
    if (!toWorld && !above)
        return missing(call, call.objects.back());
    for (size_t i = 0; i + (toWorld ? 0 : 1) < call.objects.size(); ++i) {
        Node* node = findNode(call.objects[i]);
        if (!node || !node->isDag())
            return missing(call, call.objects[i]);
        const MMatrix world = worldMatrix(pathsTo(*node).at(0), Context());
        if (node->referenced || !setParent(*node, above, call.has("addObject"))) {
            call.error = "parent: cannot parent " + call.objects[i];
            return false;
        }
        (void)world;
    }
    return true;
}

void copyTree(Node& from, Node* parent, bool top, std::vector<std::string>& names)
{
    const Ptr<Node> copy = newNode(from.type, from.name, parent);
    addNode(copy, parent);
    for (const auto& [key, value] : from.values)
        if (key.attr->storable)
            copy->values[key] = value;
    // What was driven keeps what it shows now.
    for (const auto& [key, source] : from.inputs)
        if (key.attr->isNumber())
            copy->values[key] = evaluate(from, key, Context());
    copy->elements = from.elements;
    if (top)
        names.push_back(nodeLabel(*copy));
    for (Node* child : from.children)
        copyTree(*child, copy.get(), false, names);
}
bool duplicate(Call& call)
{
    std::vector<std::string> names;
    for (const std::string& name : call.objects) {
        Node* node = findNode(name);
        if (!node || !node->isDag())
            return missing(call, name);
        copyTree(*node, node->parents[0], true, names);
    }
    if (call.has("name") && names.size() == 1) {
        Node* made = findNode(names[0]);
        renameNode(*made, call.argument("name"));
        names[0] = nodeLabel(*made);
    }
    call.result.set(names);
    return !names.empty();
}

bool namespaceCommand(Call& call)
{
    if (call.has("exists")) {
        std::string name = call.argument("exists");
        name = !name.empty() && name[0] == ':' ? name.substr(1) : name;
        call.result.set(scene().namespaces.count(name) ? 1 : 0);
        return true;
    }
    if (call.has("add")) {
        const std::string name = call.argument("add");
        change([name] { scene().namespaces.insert(name); }, [name] { scene().namespaces.erase(name); });
        call.result.set(name);
        return true;
    }
    if (call.has("set")) {
        const std::string name = call.argument("set"), old = scene().currentNamespace;
        change([name] { scene().currentNamespace = name; }, [old] { scene().currentNamespace = old; });
        return true;
    }
    call.error = "namespace: nothing is asked";
    return false;
}

bool deformerCommand(Call& call)
{
    const auto type = findType(call.argument("type"));
    std::vector<Node*> shapes;
    std::vector<std::string> names = call.objects;
    if (names.empty())
        for (const auto& item : scene().selection)
            names.push_back(nodeLabel(*static_cast<Node*>(item.first.get())));
    for (const std::string& name : names) {
        Node* node = findNode(name);
        Node* shape = node ? visibleMesh(*node) : nullptr;
        if (!shape)
            return missing(call, name);
        shapes.push_back(shape);
    }
    if (!type || !type->functions.count(MFn::kGeometryFilt) || shapes.empty()) {
        call.error = "deformer: no such type, or no geometry: " + call.argument("type");
        return false;
    }
    const Ptr<Node> made = insertDeformer(type, shapes, call.argument("name"));
    call.result.set(std::vector<std::string>{made->name});
    return true;
}

bool skinCluster(Call& call)
{
    std::vector<std::vector<Node*>> joints;
    Node* shape = nullptr;
    for (const std::string& name : call.objects) {
        const auto found = findPaths(name);
        if (found.size() != 1)
            return missing(call, name);
        if (found[0].back()->hasFn(MFn::kJoint))
            joints.push_back(found[0]);
        else
            shape = visibleMesh(*found[0].back());
    }
    if (joints.empty() || !shape) {
        call.error = "skinCluster: joints and a mesh are needed";
        return false;
    }
    call.result.set(std::vector<std::string>{
        bindSkin(call.has("name") ? call.argument("name") : "skinCluster1", *shape, joints)->name});
    return true;
}

bool optionVar(Call& call)
{
    if (call.has("exists"))
        call.result.set(MGlobal::optionVarExists(toMaya(call.argument("exists"))) ? 1 : 0);
    else if (call.has("intValue"))
        MGlobal::setOptionVarValue(toMaya(call.argument("intValue")), std::atoi(call.argument("intValue", 1).c_str()));
    else if (call.has("floatValue"))
        MGlobal::setOptionVarValue(toMaya(call.argument("floatValue")),
                                   std::atof(call.argument("floatValue", 1).c_str()));
    else if (call.has("stringValue"))
        MGlobal::setOptionVarValue(toMaya(call.argument("stringValue")), toMaya(call.argument("stringValue", 1)));
    else if (call.has("remove"))
        MGlobal::removeOptionVar(toMaya(call.argument("remove")));
    else
        return false;
    return true;
}

}  // namespace

void addNodeCommands(std::map<std::string, CommandSpec>& table)
{
    table["select"] = {select,
                       {{"add", "add", 0, false},
                        {"clear", "cl", 0, false},
                        {"replace", "r", 0, false},
                        {"toggle", "tgl", 0, false},
                        {"deselect", "d", 0, false},
                        {"noExpand", "ne", 0, false}}};
    table["ls"] = {ls, {{"selection", "sl", 0, false}, {"long", "l", 0, false}, {"type", "typ", 1, false}}};
    table["objExists"] = {objExists, {}};
    table["createNode"] = {createNodeCommand,
                           {{"name", "n", 1, false}, {"parent", "p", 1, false}, {"skipSelect", "ss", 0, false}}};
    table["rename"] = {rename, {}};
    table["delete"] = {removeNodes, {}};
    table["addAttr"] = {addAttrCommand,
                        {{"longName", "ln", 1, false},
                         {"shortName", "sn", 1, false},
                         {"attributeType", "at", 1, false},
                         {"dataType", "dt", 1, false},
                         {"defaultValue", "dv", 1, false},
                         {"keyable", "k", 1, false},
                         {"multi", "m", 0, false}}};
    table["setAttr"] = {setAttr,
                        {{"lock", "l", 1, false},
                         {"keyable", "k", 1, false},
                         {"channelBox", "cb", 1, false},
                         {"type", "typ", 1, false}}};
    table["getAttr"] = {getAttr, {{"time", "t", 1, false}, {"lock", "l", 0, false}, {"keyable", "k", 0, false}}};
    table["connectAttr"] = {connectAttr, {{"force", "f", 0, false}}};
    table["disconnectAttr"] = {disconnectAttr, {}};
    table["deleteAttr"] = {deleteAttr, {}};
    table["parent"] = {parentCommand,
                       {{"world", "w", 0, false}, {"relative", "r", 0, false}, {"addObject", "add", 0, false}}};
    table["duplicate"] = {
        duplicate, {{"name", "n", 1, false}, {"renameChildren", "rc", 0, false}, {"inputConnections", "ic", 0, false}}};
    table["namespace"] = {namespaceCommand,
                          {{"exists", "ex", 1, true}, {"add", "add", 1, false}, {"set", "set", 1, false}}};
    table["deformer"] = {deformerCommand, {{"type", "typ", 1, false}, {"name", "n", 1, false}}};
    table["skinCluster"] = {
        skinCluster,
        {{"toSelectedBones", "tsb", 0, false}, {"obeyMaxInfluences", "omi", 1, false}, {"name", "n", 1, false}}};
    table["optionVar"] = {optionVar,
                          {{"exists", "ex", 1, true},
                           {"intValue", "iv", 2, false},
                           {"floatValue", "fv", 2, false},
                           {"stringValue", "sv", 2, false},
                           {"remove", "rm", 1, false}}};
}

}  // namespace fake
