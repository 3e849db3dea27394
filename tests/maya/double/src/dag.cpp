// Hierarchy, matrices and names of the DAG.
#include <algorithm>

#include <maya/MEulerRotation.h>
#include <maya/MFnMesh.h>

#include "builtin.h"
#include "mesh.h"

namespace fake {

MDagPath toPath(const std::vector<Node*>& nodes)
{
    Path* path = new Path;
    path->nodes = nodes;
    for (Node* node : nodes)
        path->keep.push_back(Ptr<Object>(node));
    return MDagPath(Ref(path));
}

std::vector<std::vector<Node*>> pathsTo(Node& node)
{
    std::vector<std::vector<Node*>> all;
    if (node.type->name == "world")
        return {{}};
    for (Node* parent : node.parents)
        for (std::vector<Node*> path : pathsTo(*parent)) {
            path.push_back(&node);
            all.push_back(std::move(path));
        }
    return all;
}
int instanceOf(const std::vector<Node*>& path)
{
    if (path.empty())
        return 0;
    const auto all = pathsTo(*path.back());
    for (size_t i = 0; i < all.size(); ++i)
        if (all[i] == path)
            return static_cast<int>(i);
    return 0;
}
std::string pathName(const std::vector<Node*>& path)
{
    std::string name;
    for (const Node* node : path)
        name += "|" + node->name;
    return name;
}

namespace {

bool matches(const std::string& pattern, const std::string& text)
{
    if (pattern.empty())
        return text.empty();
    if (pattern[0] == '*')
        return matches(pattern.substr(1), text) || (!text.empty() && matches(pattern, text.substr(1)));
    return !text.empty() && (pattern[0] == text[0] || pattern[0] == '?') && matches(pattern.substr(1), text.substr(1));
}
std::vector<std::string> split(const std::string& text, char separator)
{
    std::vector<std::string> parts(1);
    for (const char letter : text)
        if (letter == separator)
            parts.emplace_back();
        else
            parts.back() += letter;
    return parts;
}

}  // namespace

std::vector<std::vector<Node*>> findPaths(const std::string& text)
{
    std::vector<std::vector<Node*>> found;
    if (text.empty())
        return found;
    const bool full = text[0] == '|';
    std::vector<std::string> parts = split(full ? text.substr(1) : text, '|');
    for (std::string& part : parts)
        if (!part.empty() && part[0] == ':')
            part.erase(0, 1);
    for (const Ptr<Node>& node : scene().nodes) {
        if (!node->isDag() || !matches(parts.back(), node->name))
            continue;
        for (const auto& path : pathsTo(*node)) {
            if (path.size() < parts.size() || (full && path.size() != parts.size()))
                continue;
            bool same = true;
            for (size_t i = 0; i < parts.size(); ++i)
                same = same && matches(parts[parts.size() - 1 - i], path[path.size() - 1 - i]->name);
            if (same)
                found.push_back(path);
        }
    }
    return found;
}
std::vector<Node*> findNodes(const std::string& text)
{
    std::vector<Node*> found;
    std::string name = text;
    if (!name.empty() && name[0] == ':')
        name.erase(0, 1);
    if (name.find('|') == std::string::npos)
        for (const Ptr<Node>& node : scene().nodes)
            if (!node->isDag() && matches(name, node->name))
                found.push_back(node.get());
    for (const auto& path : findPaths(text))
        if (std::find(found.begin(), found.end(), path.back()) == found.end())
            found.push_back(path.back());
    return found;
}
Node* findNode(const std::string& text)
{
    const std::vector<Node*> found = findNodes(text);
    return found.size() == 1 ? found[0] : nullptr;
}
std::string shortestName(const std::vector<Node*>& path)
{
    if (path.empty())
        return "";
    std::string name = path.back()->name;
    for (size_t i = path.size(); i-- > 0;) {
        const auto found = findPaths(name);
        if (found.size() == 1)
            return name;
        name = (i > 0 ? path[i - 1]->name : "") + "|" + name;
    }
    return pathName(path);
}
std::string nodeLabel(Node& node)
{
    if (!node.isDag() || !node.inScene)
        return node.name;
    const auto paths = pathsTo(node);
    return paths.empty() ? node.name : shortestName(paths[0]);
}

namespace {

MVector triple(Node& node, const char* name, const Context& context)
{
    const Attr* attr = node.attr(name);
    MVector v;
    for (unsigned int i = 0; i < 3; ++i)
        v[i] = evaluate(node, {attr->children[i].get(), {}}, context).number;
    return v;
}
MMatrix translation(const MVector& v)
{
    MMatrix m;
    for (unsigned int i = 0; i < 3; ++i)
        m[3][i] = v[i];
    return m;
}
MMatrix scaling(const MVector& v)
{
    MMatrix m;
    for (unsigned int i = 0; i < 3; ++i)
        m[i][i] = v[i];
    return m;
}

}  // namespace

// Without offsetParentMatrix, which is not part of the plug `matrix`.
MMatrix localMatrix(Node& node, const Context& context)
{
    if (!node.hasFn(MFn::kTransform))
        return MMatrix();
    const int order = static_cast<int>(number(node, "rotateOrder", context));
    const MMatrix rotate =
        MEulerRotation(triple(node, "rotate", context), static_cast<MEulerRotation::RotationOrder>(order)).asMatrix();
    const MMatrix axis = MEulerRotation(triple(node, "rotateAxis", context)).asMatrix();
    const MMatrix scale = scaling(triple(node, "scale", context));
    const MMatrix translate = translation(triple(node, "translate", context));
    if (node.hasFn(MFn::kJoint)) {
        const MMatrix orient = MEulerRotation(triple(node, "jointOrient", context)).asMatrix();
        MMatrix inverseScale;
        if (number(node, "segmentScaleCompensate", context) != 0.0) {
            const MVector parent = triple(node, "inverseScale", context);
            inverseScale = scaling(MVector(1.0 / parent.x, 1.0 / parent.y, 1.0 / parent.z));
        }
        return scale * axis * rotate * orient * inverseScale * translate;
    }
    const MVector shear = triple(node, "shear", context);
    MMatrix sheared;
    sheared[1][0] = shear.x;
    sheared[2][0] = shear.y;
    sheared[2][1] = shear.z;
    const MVector scalePivot = triple(node, "scalePivot", context);
    const MVector rotatePivot = triple(node, "rotatePivot", context);
    return translation(-scalePivot) * scale * sheared * translation(scalePivot) *
           translation(triple(node, "scalePivotTranslate", context)) * translation(-rotatePivot) * axis * rotate *
           translation(rotatePivot) * translation(triple(node, "rotatePivotTranslate", context)) * translate;
}

MMatrix parentWorld(const std::vector<Node*>& path, const Context& context)
{
    return path.size() > 1 ? worldMatrix({path.begin(), path.end() - 1}, context) : MMatrix();
}

namespace {
// World matrices of one moment: sampling asks for the same parents again and again.
struct Memo {
    uint64_t revision = 0;
    MInt64 ticks = 0;
    bool normal = true;
    std::map<std::vector<Node*>, MMatrix> world;
};
thread_local Memo t_memo;
}  // namespace

MMatrix worldMatrix(const std::vector<Node*>& path, const Context& context)
{
    if (path.empty())
        return MMatrix();
    const uint64_t revision = scene().revision.load();
    const MInt64 ticks = timeOf(context);
    if (t_memo.revision != revision || t_memo.ticks != ticks || t_memo.normal != context.normal) {
        t_memo.world.clear();
        t_memo.revision = revision;
        t_memo.ticks = ticks;
        t_memo.normal = context.normal;
    }
    const auto found = t_memo.world.find(path);
    if (found != t_memo.world.end())
        return found->second;
    Node& node = *path.back();
    MMatrix world = localMatrix(node, context);
    if (node.hasFn(MFn::kTransform)) {
        const Value offset = evaluate(node, {node.attr("offsetParentMatrix"), {}}, context);
        if (offset.data)
            world = world * offset.data->matrix;
        if (number(node, "inheritsTransform", context) != 0.0)
            world = world * parentWorld(path, context);
    } else {
        world = world * parentWorld(path, context);
    }
    if (t_memo.revision == revision && t_memo.ticks == ticks && t_memo.normal == context.normal)
        t_memo.world[path] = world;
    return world;
}

bool computeDag(Node& node, const Key& key, const Context& context, Value& value)
{
    const std::string& name = key.attr->name;
    if (key.attr->kind != Kind::kMatrix || key.attr->writable)
        return false;
    if (name == "matrix" || name == "dagLocalMatrix") {
        value.data = matrixData(localMatrix(node, context));
        return true;
    }
    if (name == "inverseMatrix") {
        value.data = matrixData(localMatrix(node, context).inverse());
        return true;
    }
    const auto paths = pathsTo(node);
    const size_t index = key.indices.empty() || key.indices[0] < 0 ? 0 : static_cast<size_t>(key.indices[0]);
    if (index >= paths.size()) {
        value.data = matrixData(MMatrix());
        return true;
    }
    if (name == "worldMatrix")
        value.data = matrixData(worldMatrix(paths[index], context));
    else if (name == "worldInverseMatrix")
        value.data = matrixData(worldMatrix(paths[index], context).inverse());
    else if (name == "parentMatrix")
        value.data = matrixData(parentWorld(paths[index], context));
    else if (name == "parentInverseMatrix")
        value.data = matrixData(parentWorld(paths[index], context).inverse());
    else
        return false;
    return true;
}

}  // namespace fake
