// Deformers of Maya's own: the skin cluster, and what all have in common.
#include <algorithm>
#include <cmath>

#include <maya/MDagPathArray.h>
#include <maya/MDoubleArray.h>
#include <maya/MFloatArray.h>
#include <maya/MFnGeometryFilter.h>
#include <maya/MFnSkinCluster.h>
#include <maya/MFnWeightGeometryFilter.h>
#include <maya/MIntArray.h>
#include <maya/MObjectArray.h>
#include <maya/MSelectionList.h>

#include "builtin.h"
#include "deform.h"
#include "mesh.h"

namespace fake {

namespace {

// Mesh shapes that a deformer's output ends in, by way of other deformers.
void shapesBehind(Node& deformer, int geometry, std::vector<Node*>& shapes, int depth)
{
    if (depth > 100)
        return;
    const Attr* output = deformer.attr("outputGeometry");
    for (const PlugRef& target : outputsOf(deformer, {output, {geometry}})) {
        if (target.node->hasFn(MFn::kMesh))
            shapes.push_back(target.node);
        else if (target.node->hasFn(MFn::kGeometryFilt) && target.key.attr->name == "inputGeometry")
            shapesBehind(*target.node, target.key.indices.back(), shapes, depth + 1);
    }
}

Value inputOfGeometry(Node& node, int geometry, const Context& context)
{
    const Key element = elementKey({node.attr("input"), {}}, geometry);
    return evaluate(node, childKey(element, node.attr("inputGeometry")), context);
}

MMatrix matrixOf(Node& node, const Key& key, const Context& context)
{
    const Value value = evaluate(node, key, context);
    return value.data ? value.data->matrix : MMatrix();
}

}  // namespace

MMatrix outputMatrix(Node& deformer, int geometry, const Context& context)
{
    std::vector<Node*> shapes;
    shapesBehind(deformer, geometry, shapes, 0);
    if (shapes.empty())
        return MMatrix();
    const auto paths = pathsTo(*shapes[0]);
    return paths.empty() ? MMatrix() : worldMatrix(paths[0], context);
}

bool computeTweak(Node& node, const Key& key, const Context& context, Value& value)
{
    if (key.attr->name != "outputGeometry" || !isElement(key))
        return false;
    value = inputOfGeometry(node, key.indices.back(), context);
    return true;
}

bool computeSkin(Node& node, const Key& key, const Context& context, Value& value)
{
    if (key.attr->name != "outputGeometry" || !isElement(key))
        return false;
    value = inputOfGeometry(node, key.indices.back(), context);
    if (!value.data || !value.data->mesh || !node.skin)
        return true;
    const MeshData& bound = *value.data->mesh;
    const Attr* matrix = node.attr("matrix");
    const Attr* bind = node.attr("bindPreMatrix");
    const MMatrix geom = matrixOf(node, {node.attr("geomMatrix"), {}}, context);
    const MMatrix back = geom.inverse();
    std::vector<MMatrix> moves;
    for (const int index : node.skin->indices)
        moves.push_back(geom * matrixOf(node, elementKey({bind, {}}, index), context) *
                        matrixOf(node, elementKey({matrix, {}}, index), context) * back);
    Ptr<MeshData> mesh = make<MeshData>();
    mesh->counts = bound.counts;
    mesh->connects = bound.connects;
    mesh->points.resize(bound.points.size());
    for (size_t vertex = 0; vertex < bound.points.size(); ++vertex) {
        double sum[3] = {0, 0, 0};
        const MPoint& p = bound.points[vertex];
        for (size_t i = 0; vertex < node.skin->weights.size() && i < moves.size(); ++i) {
            const double weight = node.skin->weights[vertex][i];
            if (weight == 0.0)
                continue;
            const MMatrix& m = moves[i];
            for (unsigned int axis = 0; axis < 3; ++axis)
                sum[axis] += weight * (p.x * m(0, axis) + p.y * m(1, axis) + p.z * m(2, axis) + m(3, axis));
        }
        mesh->points[vertex] = MPoint(sum[0], sum[1], sum[2]);
    }
    updateRaw(*mesh);
    value.data = meshData(mesh);
    return true;
}

Node* visibleMesh(Node& node)
{
    const Attr* isIntermediate = node.attr("intermediateObject");
    if (node.hasFn(MFn::kMesh))
        return stored(node, {isIntermediate, {}}).number == 0.0 ? &node : nullptr;
    for (Node* child : node.children)
        if (child->hasFn(MFn::kMesh))
            if (Node* found = visibleMesh(*child))
                return found;
    return nullptr;
}

Ptr<Node> insertDeformer(const std::shared_ptr<NodeType>& type, const std::vector<Node*>& meshes,
                         const std::string& name)
{
    const Ptr<Node> deformer = newNode(type, name, nullptr);
    addNode(deformer, nullptr);
    int geometry = 0;
    for (Node* mesh : meshes) {
        const Key inMesh{mesh->attr("inMesh"), {}};
        PlugRef source;
        if (const PlugRef* before = inputOf(*mesh, inMesh)) {
            source = *before;
            disconnectPlugs(source, {mesh, inMesh});
        } else {
            const Value own = stored(*mesh, inMesh);
            Node* original = makeMeshNode(mesh->name + "Orig", mesh->parents.empty() ? nullptr : mesh->parents[0],
                                          own.data ? own.data->mesh : make<MeshData>());
            Value isHidden;
            isHidden.number = 1.0;
            setStored(*original, {original->attr("intermediateObject"), {}}, isHidden);
            source = {original, {original->attr("outMesh"), {}}};
        }
        const Key element = elementKey({deformer->attr("input"), {}}, geometry);
        connectPlugs(source, {deformer.get(), childKey(element, deformer->attr("inputGeometry"))});
        const Key output = elementKey({deformer->attr("outputGeometry"), {}}, geometry);
        makeElement(*deformer, output);
        connectPlugs({deformer.get(), output}, {mesh, inMesh});
        ++geometry;
    }
    return deformer;
}

Node* bindSkin(const std::string& name, Node& mesh, const std::vector<std::vector<Node*>>& joints)
{
    Node* cluster = insertDeformer(findType("skinCluster"), {&mesh}, name).get();
    const Context now;
    auto skin = std::make_shared<SkinData>();
    const Attr* matrix = cluster->attr("matrix");
    const Attr* bind = cluster->attr("bindPreMatrix");
    int index = 0;
    for (const std::vector<Node*>& path : joints) {
        Node* joint = path.back();
        skin->influences.push_back(Ptr<Object>(joint));
        skin->indices.push_back(index);
        const Key world = elementKey({joint->attr("worldMatrix"), {}}, instanceOf(path));
        connectPlugs({joint, world}, {cluster, elementKey({matrix, {}}, index)});
        Value value;
        value.data = matrixData(worldMatrix(path, now).inverse());
        setStored(*cluster, elementKey({bind, {}}, index), value);
        ++index;
    }
    const auto paths = pathsTo(mesh);
    Value geom;
    geom.data = matrixData(paths.empty() ? MMatrix() : worldMatrix(paths[0], now));
    setStored(*cluster, {cluster->attr("geomMatrix"), {}}, geom);
    const Ptr<MeshData> bound = meshOf(mesh, now);
    std::vector<double> first(skin->influences.size(), 0.0);
    if (!first.empty())
        first[0] = 1.0;
    skin->weights.assign(bound ? bound->points.size() : 0, first);
    const Ptr<Node> keep(cluster);
    change([keep, skin] { keep->skin = skin; }, [keep] { keep->skin.reset(); });
    return cluster;
}

}  // namespace fake

OPENMAYA_MAJOR_NAMESPACE_OPEN

using fake::failure;
using fake::give;
using fake::Node;

#define FILTER(NAME, BASE, TYPE)                                                                                       \
    NAME::NAME(MObject& object, MStatus* status)                                                                       \
    {                                                                                                                  \
        const MStatus set = fakeSet(object, TYPE);                                                                     \
        give(status, set.statusCode(), #NAME);                                                                         \
    }                                                                                                                  \
    NAME::~NAME() {}                                                                                                   \
    MFn::Type NAME::type() const                                                                                       \
    {                                                                                                                  \
        return TYPE;                                                                                                   \
    }
FILTER(MFnGeometryFilter, MFnDependencyNode, MFn::kGeometryFilt)
FILTER(MFnSkinCluster, MFnGeometryFilter, MFn::kSkinClusterFilter)
FILTER(MFnWeightGeometryFilter, MFnGeometryFilter, MFn::kWeightGeometryFilt)

namespace {

Node* own(const ::fake::Ref& ref)
{
    return fake::nodeOf(MObject(ref));
}
std::vector<int> geometriesOf(const Node& node)
{
    const auto elements = fake::elementsOf(node, {node.attr("input"), {}});
    return std::vector<int>(elements.begin(), elements.end());
}
std::vector<Node*> shapesOf(Node& node, int geometry)
{
    std::vector<Node*> shapes;
    fake::shapesBehind(node, geometry, shapes, 0);
    return shapes;
}
// The vertices of a component, in its order.
std::vector<size_t> verticesOf(const MObject& components, size_t count)
{
    std::vector<size_t> vertices;
    const fake::Component* component = fake::componentOf(components);
    if (component && !component->isComplete)
        for (const int vertex : component->elements)
            vertices.push_back(static_cast<size_t>(vertex));
    else
        for (size_t i = 0; i < (component ? static_cast<size_t>(component->completeCount) : count); ++i)
            vertices.push_back(i);
    return vertices;
}

}  // namespace

MStatus MFnGeometryFilter::getInputGeometry(MObjectArray& objects) const
{
    objects.clear();
    for (const int geometry : geometriesOf(*own(m_object))) {
        const MObject shape = inputShapeAtIndex(static_cast<unsigned int>(geometry));
        if (!shape.isNull())
            objects.append(shape);
    }
    return MStatus();
}
MStatus MFnGeometryFilter::getOutputGeometry(MObjectArray& objects) const
{
    objects.clear();
    for (const int geometry : geometriesOf(*own(m_object)))
        for (Node* shape : shapesOf(*own(m_object), geometry))
            objects.append(fake::toObject(shape));
    return MStatus();
}
MObject MFnGeometryFilter::inputShapeAtIndex(unsigned int index, MStatus* status) const
{
    fake::PlugRef at{own(m_object), {}};
    int depth = 0;
    int geometry = static_cast<int>(index);
    while (at.node->hasFn(MFn::kGeometryFilt) && ++depth < 100) {
        const fake::Key element = fake::elementKey({at.node->attr("input"), {}}, geometry);
        const fake::PlugRef* source = fake::inputOf(*at.node, fake::childKey(element, at.node->attr("inputGeometry")));
        if (!source) {
            give(status, MStatus::kFailure, "MFnGeometryFilter::inputShapeAtIndex");
            return MObject();
        }
        at = *source;
        geometry = at.key.indices.empty() ? 0 : at.key.indices.back();
    }
    give(status);
    return fake::toObject(at.node);
}
MObject MFnGeometryFilter::outputShapeAtIndex(unsigned int index, MStatus* status) const
{
    const auto shapes = shapesOf(*own(m_object), static_cast<int>(index));
    give(status, shapes.empty() ? MStatus::kFailure : MStatus::kSuccess, "MFnGeometryFilter::outputShapeAtIndex");
    return shapes.empty() ? MObject() : fake::toObject(shapes[0]);
}
unsigned int MFnGeometryFilter::indexForOutputShape(const MObject& shape, MStatus* status) const
{
    for (const int geometry : geometriesOf(*own(m_object)))
        for (Node* behind : shapesOf(*own(m_object), geometry))
            if (behind == fake::nodeOf(shape)) {
                give(status);
                return static_cast<unsigned int>(geometry);
            }
    give(status, MStatus::kInvalidParameter, "MFnGeometryFilter::indexForOutputShape");
    return 0;
}
MStatus MFnGeometryFilter::getPathAtIndex(unsigned int index, MDagPath& path) const
{
    const auto shapes = shapesOf(*own(m_object), static_cast<int>(index));
    if (shapes.empty())
        return failure("MFnGeometryFilter::getPathAtIndex", MStatus::kInvalidParameter);
    path = fake::toPath(fake::pathsTo(*shapes[0]).at(0));
    return MStatus();
}
unsigned int MFnGeometryFilter::numOutputConnections(MStatus* status) const
{
    give(status);
    return static_cast<unsigned int>(geometriesOf(*own(m_object)).size());
}
unsigned int MFnGeometryFilter::indexForOutputConnection(unsigned int connection, MStatus* status) const
{
    const auto all = geometriesOf(*own(m_object));
    give(status, connection < all.size() ? MStatus::kSuccess : MStatus::kInvalidParameter,
         "MFnGeometryFilter::indexForOutputConnection");
    return connection < all.size() ? static_cast<unsigned int>(all[connection]) : 0;
}
unsigned int MFnGeometryFilter::groupIdAtIndex(unsigned int, MStatus* status) const
{
    give(status);
    return 0;
}
MObject MFnGeometryFilter::deformerSet(MStatus* status) const
{
    give(status, MStatus::kNotImplemented, "MFnGeometryFilter::deformerSet");
    return MObject();
}
float MFnGeometryFilter::envelope(MStatus* status) const
{
    give(status);
    return static_cast<float>(fake::number(*own(m_object), "envelope", fake::currentContext()));
}
MStatus MFnGeometryFilter::setEnvelope(float envelope)
{
    fake::Value value;
    value.number = static_cast<double>(envelope);
    fake::setStored(*own(m_object), {own(m_object)->attr("envelope"), {}}, value);
    return MStatus();
}

unsigned int MFnSkinCluster::influenceObjects(MDagPathArray& paths, MStatus* status) const
{
    const Node* node = own(m_object);
    paths.clear();
    give(status, node && node->skin ? MStatus::kSuccess : MStatus::kFailure, "MFnSkinCluster::influenceObjects");
    for (size_t i = 0; node && node->skin && i < node->skin->influences.size(); ++i) {
        Node* joint = dynamic_cast<Node*>(node->skin->influences[i].get());
        if (joint && joint->inScene)
            paths.append(fake::toPath(fake::pathsTo(*joint).at(0)));
    }
    return paths.length();
}
unsigned int MFnSkinCluster::indexForInfluenceObject(const MDagPath& path, MStatus* status) const
{
    const Node* node = own(m_object);
    for (size_t i = 0; node && node->skin && i < node->skin->influences.size(); ++i)
        if (dynamic_cast<Node*>(node->skin->influences[i].get()) == fake::nodeOf(path.node())) {
            give(status);
            return static_cast<unsigned int>(node->skin->indices[i]);
        }
    give(status, MStatus::kInvalidParameter, "MFnSkinCluster::indexForInfluenceObject");
    return 0;
}
MStatus MFnSkinCluster::getPointsAffectedByInfluence(const MDagPath&, MSelectionList&, MDoubleArray&)
{
    return failure("MFnSkinCluster::getPointsAffectedByInfluence", MStatus::kNotImplemented);
}
MStatus MFnSkinCluster::getWeights(const MDagPath&, const MObject& components, MDoubleArray& weights,
                                   unsigned int& influenceCount) const
{
    const Node* node = own(m_object);
    if (!node || !node->skin)
        return failure("MFnSkinCluster::getWeights");
    influenceCount = static_cast<unsigned int>(node->skin->influences.size());
    const auto vertices = verticesOf(components, node->skin->weights.size());
    weights.setLength(static_cast<unsigned int>(vertices.size()) * influenceCount);
    unsigned int at = 0;
    for (const size_t vertex : vertices) {
        if (vertex >= node->skin->weights.size())
            return failure("MFnSkinCluster::getWeights", MStatus::kInvalidParameter);
        for (const double weight : node->skin->weights[vertex])
            weights[at++] = weight;
    }
    return MStatus();
}
MStatus MFnSkinCluster::getWeights(const MDagPath& path, const MObject& components, MFloatArray& weights,
                                   unsigned int& influenceCount) const
{
    MDoubleArray all;
    const MStatus status = getWeights(path, components, all, influenceCount);
    weights.setLength(all.length());
    for (unsigned int i = 0; i < all.length(); ++i)
        weights[i] = static_cast<float>(all[i]);
    return status;
}
MStatus MFnSkinCluster::getWeights(const MDagPath&, const MObject&, unsigned int, MDoubleArray&) const
{
    return failure("MFnSkinCluster::getWeights", MStatus::kNotImplemented);
}
MStatus MFnSkinCluster::getWeights(const MDagPath&, const MObject&, MIntArray&, MDoubleArray&) const
{
    return failure("MFnSkinCluster::getWeights", MStatus::kNotImplemented);
}
MStatus MFnSkinCluster::setWeights(const MDagPath&, const MObject& components, MIntArray& influenceIndices,
                                   MDoubleArray& weights, bool normalize, MDoubleArray*)
{
    Node* node = own(m_object);
    if (!node || !node->skin)
        return failure("MFnSkinCluster::setWeights");
    const auto vertices = verticesOf(components, node->skin->weights.size());
    const unsigned int columns = influenceIndices.length();
    if (weights.length() != columns * vertices.size())
        return failure("MFnSkinCluster::setWeights", MStatus::kInvalidParameter);
    auto skin = std::make_shared<fake::SkinData>(*node->skin);
    for (size_t row = 0; row < vertices.size(); ++row) {
        if (vertices[row] >= skin->weights.size())
            return failure("MFnSkinCluster::setWeights", MStatus::kInvalidParameter);
        std::vector<double>& own = skin->weights[vertices[row]];
        for (unsigned int i = 0; i < columns; ++i)
            own[static_cast<size_t>(influenceIndices[i])] = weights[static_cast<unsigned int>(row) * columns + i];
        double sum = 0.0;
        for (const double weight : own)
            sum += weight;
        for (double& weight : own)
            weight = normalize && sum > 0.0 ? weight / sum : weight;
    }
    const fake::Ptr<Node> keep(node);
    const auto before = node->skin;
    fake::change([keep, skin] { keep->skin = skin; }, [keep, before] { keep->skin = before; });
    fake::markDirty(*node, {node->attr("bindPreMatrix"), {}});
    return MStatus();
}
MStatus MFnSkinCluster::getBlendWeights(const MDagPath&, const MObject&, MDoubleArray&) const
{
    return failure("MFnSkinCluster::getBlendWeights", MStatus::kNotImplemented);
}

MStatus MFnWeightGeometryFilter::getWeights(const MDagPath& path, const MObject& components, MFloatArray& weights) const
{
    Node* node = own(m_object);
    MStatus found;
    const unsigned int geometry = indexForOutputShape(path.node(), &found);
    if (!found)
        return failure("MFnWeightGeometryFilter::getWeights", MStatus::kInvalidParameter);
    const auto subset = node->subsets.find(static_cast<int>(geometry));
    const fake::Attr* list = node->attr("weightList");
    const fake::Key element = fake::elementKey({list, {}}, static_cast<int>(geometry));
    const fake::Key array = fake::childKey(element, node->attr("weights"));
    const auto vertices = verticesOf(components, 0);
    weights.setLength(static_cast<unsigned int>(vertices.size()));
    for (unsigned int i = 0; i < weights.length(); ++i) {
        const int vertex = static_cast<int>(vertices[i]);
        const bool isMember = subset == node->subsets.end() ||
                              std::find(subset->second.begin(), subset->second.end(), vertex) != subset->second.end();
        weights[i] = isMember
                         ? static_cast<float>(
                               fake::evaluate(*node, fake::elementKey(array, vertex), fake::currentContext()).number)
                         : 0.0f;
    }
    return MStatus();
}
MStatus MFnWeightGeometryFilter::setWeight(const MDagPath&, const MObject&, float, MFloatArray*)
{
    return failure("MFnWeightGeometryFilter::setWeight", MStatus::kNotImplemented);
}
MString MFnWeightGeometryFilter::weightPlugStrings(const MSelectionList&, MStatus* status) const
{
    give(status, MStatus::kNotImplemented, "MFnWeightGeometryFilter::weightPlugStrings");
    return MString();
}

OPENMAYA_NAMESPACE_CLOSE
