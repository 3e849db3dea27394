// The scene's nodes and names.
#include "scene.h"

#include <algorithm>
#include <cctype>

#include "builtin.h"
#include "messages.h"
#include "plugins.h"

namespace fake {

Scene& scene()
{
    // Never destroyed: nodes of the plug-in would outlive the plug-in's own statics.
    static Scene* one = new Scene;
    return *one;
}

Scene::Scene() {}
Scene::~Scene()
{
    clear();
    forgetPlugins();
}
void Scene::clear()
{
    selection.clear();
    logs.clear();
    // Connections and members refer to one another.
    for (const Ptr<Node>& node : nodes) {
        node->members.clear();
        if (node->skin)
            node->skin->influences.clear();
        node->parents.clear();
        node->children.clear();
        node->inputs.clear();
        node->outputs.clear();
        node->inScene = false;
        // The plug-in's object holds a reference that newNode did not count.
        if (node->user)
            node->m_count.fetch_add(1);
        delete node->user;
        node->user = nullptr;
    }
    nodes.clear();
    world = Ptr<Node>();
}

Node::~Node()
{
    // A plug-in's destructor may ask for its own object.
    m_count.fetch_add(1 << 20);
    delete user;
}
bool Node::hasFn(MFn::Type fn) const
{
    return type->functions.count(fn) != 0;
}
Attr* Node::attr(const std::string& wanted) const
{
    if (Attr* found = type->find(wanted))
        return found;
    for (const Ptr<Attr>& attr : dynamicAttrs) {
        if (attr->name == wanted || attr->brief == wanted)
            return attr.get();
        for (const Ptr<Attr>& child : attr->children)
            if (child->name == wanted || child->brief == wanted)
                return child.get();
    }
    return nullptr;
}

bool Attr::hasFn(MFn::Type fn) const
{
    if (fn == MFn::kBase || fn == MFn::kAttribute || fn == api)
        return true;
    switch (fn) {
        case MFn::kUnitAttribute:
            return kind == Kind::kAngle || kind == Kind::kDistance || kind == Kind::kTime;
        case MFn::kNumericAttribute:
            return kind <= Kind::kDouble || api == MFn::kAttribute3Double || api == MFn::kAttribute3Float;
        case MFn::kCompoundAttribute:
            return kind == Kind::kCompound;
        case MFn::kTypedAttribute:
            return kind == Kind::kString || kind == Kind::kData;
        default:
            return false;
    }
}
int Attr::arrayDepth() const
{
    int depth = 0;
    for (const Attr* attr = this; attr; attr = attr->parent)
        depth += attr->array;
    return depth;
}

void ChangeLog::undo()
{
    for (auto step = changes.rbegin(); step != changes.rend(); ++step)
        step->undo();
}
void ChangeLog::redo()
{
    for (const Change& step : changes)
        step.redo();
}
void change(std::function<void()> redo, std::function<void()> undo)
{
    redo();
    touch();
    if (!scene().logs.empty() && scene().logs.back())
        scene().logs.back()->changes.push_back({std::move(undo), std::move(redo)});
}

void touch()
{
    scene().revision.fetch_add(1);
}

namespace {

std::string cleanName(const std::string& wanted)
{
    std::string name;
    for (const char letter : wanted)
        name += std::isalnum(static_cast<unsigned char>(letter)) || letter == '_' || letter == ':' ? letter : '_';
    if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0])))
        name = "_" + name;
    return name;
}

bool isTaken(const std::string& name, const Node* node, const Node* parent)
{
    for (const Ptr<Node>& other : scene().nodes) {
        if (other.get() == node || !other->inScene || other->name != name)
            continue;
        // DAG nodes may share a name below different parents.
        if (!parent || !other->isDag())
            return true;
        if (std::find(other->parents.begin(), other->parents.end(), parent) != other->parents.end())
            return true;
    }
    return false;
}

void attach(const Ptr<Node>& node, Node* parent)
{
    node->inScene = true;
    scene().nodes.push_back(node);
    if (parent) {
        node->parents.push_back(parent);
        parent->children.push_back(node.get());
    }
    tellNode(*node, true);
}
void detach(const Ptr<Node>& node)
{
    tellNode(*node, false);
    node->inScene = false;
    for (Node* parent : node->parents)
        parent->children.erase(std::remove(parent->children.begin(), parent->children.end(), node.get()),
                               parent->children.end());
    node->parents.clear();
    auto& all = scene().nodes;
    all.erase(std::remove(all.begin(), all.end(), node), all.end());
}

}  // namespace

std::string uniqueName(const std::string& wanted, const Node* node, const Node* parent)
{
    std::string name = cleanName(wanted);
    if (name.back() == '#')
        name.pop_back();
    if (!isTaken(name, node, parent))
        return name;
    size_t end = name.size();
    while (end > 1 && std::isdigit(static_cast<unsigned char>(name[end - 1])))
        --end;
    const std::string stem = name.substr(0, end);
    for (int number = end < name.size() ? std::atoi(name.c_str() + end) + 1 : 1;; ++number)
        if (!isTaken(stem + std::to_string(number), node, parent))
            return stem + std::to_string(number);
}

Ptr<Node> newNode(const std::shared_ptr<NodeType>& type, const std::string& name, Node* parent)
{
    Ptr<Node> node = make<Node>();
    node->type = type;
    node->number = scene().nextNumber++;
    char id[48];
    std::snprintf(id, sizeof(id), "00000000-0000-0000-0000-%012X", node->number);
    node->uuid = id;
    node->name = uniqueName(name.empty() ? type->name + "1" : name, node.get(), type->isDag ? parent : nullptr);
    if (type->functions.count(MFn::kAnimCurve)) {
        node->curve = std::make_shared<CurveData>();
        static const char* const names[] = {"animCurveTA", "animCurveTL", "animCurveTT", "animCurveTU",
                                            "animCurveUA", "animCurveUL", "animCurveUT", "animCurveUU"};
        for (int i = 0; i < 8; ++i)
            if (type->name == names[i])
                node->curve->type = static_cast<MFnAnimCurve::AnimCurveType>(i);
    }
    if (type->functions.count(MFn::kSkinClusterFilter))
        node->skin = std::make_shared<SkinData>();
    if (type->creator) {
        node->user = static_cast<MPxNode*>(type->creator());
        if (!node->user)
            return Ptr<Node>();
        node->user->m_fakeNode = node.ref();
        // The plug-in's object would keep its own node alive for ever.
        node->m_count.fetch_sub(1);
        node->user->postConstructor();
    }
    return node;
}

void addNode(const Ptr<Node>& node, Node* parent)
{
    const Ptr<Node> above(node->isDag() ? (parent ? parent : scene().world.get()) : nullptr);
    change([node, above] { attach(node, above.get()); }, [node] { detach(node); });
}

bool removeNode(Node& target)
{
    const Ptr<Node> node(&target);
    if (node->locked || node->referenced || node->isDefault)
        return false;
    while (!node->children.empty())
        if (node->children.back()->parents.size() > 1) {
            const Ptr<Node> child(node->children.back());
            change(
                [node, child] {
                    auto& up = child->parents;
                    up.erase(std::remove(up.begin(), up.end(), node.get()), up.end());
                    auto& down = node->children;
                    down.erase(std::remove(down.begin(), down.end(), child.get()), down.end());
                },
                [node, child] {
                    child->parents.push_back(node.get());
                    node->children.push_back(child.get());
                });
        } else if (!removeNode(*node->children.back())) {
            return false;
        }
    while (!node->inputs.empty()) {
        const Key key = node->inputs.begin()->first;
        const PlugRef source = node->inputs.begin()->second;
        disconnectPlugs(source, {node.get(), key});
    }
    while (!node->outputs.empty()) {
        const Key key = node->outputs.begin()->first;
        const PlugRef destination = node->outputs.begin()->second.front();
        // A curve goes with the node that it drove nothing else than, as in Maya; here it stays.
        disconnectPlugs({node.get(), key}, destination);
    }
    const auto selection = scene().selection;
    auto left = selection;
    left.erase(
        std::remove_if(left.begin(), left.end(), [&](const auto& item) { return item.first.get() == node.get(); }),
        left.end());
    if (left.size() != selection.size())
        change([left] { scene().selection = left; }, [selection] { scene().selection = selection; });
    const std::vector<Node*> parents = node->parents;
    std::vector<std::pair<Ptr<Node>, size_t>> places;
    for (Node* parent : parents)
        places.push_back({Ptr<Node>(parent),
                          static_cast<size_t>(std::find(parent->children.begin(), parent->children.end(), node.get()) -
                                              parent->children.begin())});
    const size_t at =
        static_cast<size_t>(std::find(scene().nodes.begin(), scene().nodes.end(), node) - scene().nodes.begin());
    change([node] { detach(node); },
           [node, places, at] {
               node->inScene = true;
               tellNode(*node, true);
               auto& all = scene().nodes;
               all.insert(all.begin() + static_cast<long>(std::min(at, all.size())), node);
               for (const auto& [parent, place] : places) {
                   node->parents.push_back(parent.get());
                   parent->children.insert(parent->children.begin() +
                                               static_cast<long>(std::min(place, parent->children.size())),
                                           node.get());
               }
           });
    return true;
}

void renameNode(Node& target, const std::string& wanted)
{
    const Ptr<Node> node(&target);
    const std::string old = node->name;
    const std::string name = uniqueName(wanted, node.get(), node->parents.empty() ? nullptr : node->parents[0]);
    change([node, name] { node->name = name; }, [node, old] { node->name = old; });
}

bool setParent(Node& target, Node* parent, bool asInstance)
{
    const Ptr<Node> node(&target);
    const Ptr<Node> above(parent ? parent : scene().world.get());
    for (const Node* up = above.get(); up; up = up->parents.empty() ? nullptr : up->parents[0])
        if (up == node.get())
            return false;
    const std::vector<Node*> old = node->parents;
    std::vector<std::pair<Ptr<Node>, std::vector<Node*>>> before;
    for (Node* up : old)
        before.push_back({Ptr<Node>(up), up->children});
    change(
        [node, above, asInstance] {
            if (!asInstance) {
                for (Node* up : node->parents)
                    up->children.erase(std::remove(up->children.begin(), up->children.end(), node.get()),
                                       up->children.end());
                node->parents.clear();
            }
            node->parents.push_back(above.get());
            above->children.push_back(node.get());
        },
        [node, above, old, before] {
            auto& down = above->children;
            down.erase(std::remove(down.begin(), down.end(), node.get()), down.end());
            node->parents = old;
            for (const auto& [up, children] : before)
                up->children = children;
        });
    return true;
}

void setNodeLocked(Node& target, bool locked)
{
    const Ptr<Node> node(&target);
    const bool old = node->locked;
    change([node, locked] { node->locked = locked; }, [node, old] { node->locked = old; });
}

std::vector<Ptr<Attr>> attrsOf(const Node& node)
{
    std::vector<Ptr<Attr>> all = node.type->attrs;
    all.insert(all.end(), node.dynamicAttrs.begin(), node.dynamicAttrs.end());
    return all;
}
void addAttr(Node& target, const Ptr<Attr>& attr)
{
    const Ptr<Node> node(&target);
    change(
        [node, attr] {
            attr->dynamic = true;
            node->dynamicAttrs.push_back(attr);
        },
        [node, attr] {
            auto& all = node->dynamicAttrs;
            all.erase(std::remove(all.begin(), all.end(), attr), all.end());
        });
}
void removeAttr(Node& target, const Ptr<Attr>& attr)
{
    const Ptr<Node> node(&target);
    for (const Attr* each = attr.get(); each; each = nullptr) {
        std::vector<std::pair<PlugRef, PlugRef>> cuts;
        for (const auto& [key, source] : node->inputs)
            if (key.attr == each || key.attr->parent == each)
                cuts.push_back({source, {node.get(), key}});
        for (const auto& [key, targets] : node->outputs)
            if (key.attr == each || key.attr->parent == each)
                for (const PlugRef& destination : targets)
                    cuts.push_back({{node.get(), key}, destination});
        for (const auto& [source, destination] : cuts)
            disconnectPlugs(source, destination);
    }
    const auto old = node->dynamicAttrs;
    change(
        [node, attr] {
            auto& all = node->dynamicAttrs;
            all.erase(std::remove(all.begin(), all.end(), attr), all.end());
        },
        [node, old] { node->dynamicAttrs = old; });
}

}  // namespace fake
