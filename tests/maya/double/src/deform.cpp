// Deformers: chains, evaluation, weights, skins.
#include "deform.h"

#include <algorithm>

#include <fake/geometry.h>
#include <maya/MArrayDataHandle.h>
#include <maya/MFnWeightGeometryFilter.h>
#include <maya/MIndexMapper.h>
#include <maya/MItGeometry.h>
#include <maya/MPxDeformerNode.h>
#include <maya/MSelectionList.h>
#include <maya/MString.h>

#include "builtin.h"
#include "datablock.h"
#include "plugins.h"

namespace fake {

namespace {

Key inputGeometry(Node& node, int index)
{
    return {node.attr("inputGeometry"), {index}};
}
Key outputGeometry(Node& node, int index)
{
    return {node.attr("outputGeometry"), {index}};
}
bool isHidden(Node& node)
{
    return number(node, "intermediateObject", Context()) != 0.0;
}

}  // namespace

Node* visibleMesh(Node& node)
{
    if (node.hasFn(MFn::kMesh))
        return isHidden(node) ? nullptr : &node;
    for (Node* child : node.children)
        if (child->hasFn(MFn::kMesh) && !isHidden(*child))
            return child;
    return nullptr;
}

Ptr<Node> insertDeformer(const std::shared_ptr<NodeType>& type, const std::vector<Node*>& meshes, const std::string& name)
{
    const Ptr<Node> filter = newNode(type, name, nullptr);
    addNode(filter, nullptr);
    for (size_t i = 0; i < meshes.size(); ++i) {
        Node& mesh = *meshes[i];
        const Key inMesh = {mesh.attr("inMesh"), {}};
        const PlugRef* source = inputOf(mesh, inMesh);
        const int index = static_cast<int>(i);
        makeElement(*filter, outputGeometry(*filter, index));
        if (source) {
            const PlugRef from = *source;
            disconnectPlugs(from, {&mesh, inMesh});
            connectPlugs(from, {filter.get(), inputGeometry(*filter, index)});
        } else {
            // The first deformer keeps the undeformed shape in an intermediate object.
            Node* parent = mesh.parents[0];
            const Ptr<Node> original = newNode(findType("mesh"), mesh.name + "Orig", parent);
            addNode(original, parent);
            setStored(*original, {original->attr("inMesh"), {}}, stored(mesh, inMesh));
            Value yes;
            yes.number = 1.0;
            setStored(*original, {original->attr("intermediateObject"), {}}, yes);
            connectPlugs({original.get(), {original->attr("worldMesh"), {0}}},
                         {filter.get(), inputGeometry(*filter, index)});
        }
        connectPlugs({filter.get(), outputGeometry(*filter, index)}, {&mesh, inMesh});
    }
    return filter;
}

namespace {

// The mesh node that an output ends in, through later deformers.
Node* shapeOf(Node& filter, int index, int depth = 0)
{
    for (const PlugRef& target : outputsOf(filter, outputGeometry(filter, index))) {
        if (target.node->hasFn(MFn::kMesh))
            return target.node;
        if (depth < 64 && target.key.attr->name == "inputGeometry" && !target.key.indices.empty())
            if (Node* shape = shapeOf(*target.node, target.key.indices[0], depth + 1))
                return shape;
    }
    return nullptr;
}
Ptr<MeshData> copyOf(const MeshData& mesh)
{
    Ptr<MeshData> copy = make<MeshData>();
    copy->points = mesh.points;
    copy->counts = mesh.counts;
    copy->connects = mesh.connects;
    return copy;
}
Ptr<MeshData> geometryInto(Node& node, const Key& key, const Context& context)
{
    const int index = key.indices.empty() ? 0 : key.indices[0];
    const Value in = evaluate(node, inputGeometry(node, index), context);
    return in.data ? in.data->mesh : Ptr<MeshData>();
}
std::vector<int> verticesOf(Node& node, int index, size_t count)
{
    const auto subset = node.subsets.find(index);
    if (subset != node.subsets.end())
        return subset->second;
    std::vector<int> all(count);
    for (size_t i = 0; i < count; ++i)
        all[i] = static_cast<int>(i);
    return all;
}

}  // namespace

bool computeDeformer(Node& node, const Key& key, const Context& context, Value& value)
{
    if (key.attr->name != "outputGeometry")
        return false;
    const int index = key.indices.empty() ? 0 : key.indices[0];
    const Ptr<MeshData> in = geometryInto(node, key, context);
    if (!in)
        return true;
    const Ptr<Points> points = make<Points>();
    points->mesh = copyOf(*in);
    points->vertices = verticesOf(node, index, in->points.size());
    points->node = Ptr<Node>(&node);
    if (Node* shape = shapeOf(node, index)) {
        const auto paths = pathsTo(*shape);
        if (!paths.empty())
            points->toWorld = worldMatrix(paths[0], context);
    }
    const bool passes = number(node, "nodeState", context) == 1.0;
    if (!passes) {
        const Ptr<Block> block = newBlock(node, context);
        MDataBlock data(block.ref());
        MItGeometry iterator(points.ref());
        const MMatrix toWorld = points->toWorld;
        pushContext(context);
        auto* deformer = static_cast<MPxGeometryFilter*>(node.user);
        const MStatus status = deformer->deform(data, iterator, toWorld, static_cast<unsigned int>(index));
        popContext();
        block->outputs.clear();
        // A deformer that fails leaves the geometry as it came in.
        if (status.statusCode() != MStatus::kSuccess)
            points->mesh = copyOf(*in);
    }
    updateRaw(*points->mesh);
    value.data = meshData(points->mesh);
    if (context.normal) {
        const std::lock_guard<std::mutex> lock(scene().cacheMutex);
        node.cache[key] = value;
    }
    return true;
}

bool computeSkin(Node& node, const Key& key, const Context& context, Value& value)
{
    if (key.attr->name != "outputGeometry")
        return false;
    const Ptr<MeshData> in = geometryInto(node, key, context);
    if (!in)
        return true;
    const Ptr<MeshData> out = copyOf(*in);
    const double envelope = number(node, "envelope", context);
    std::vector<MMatrix> matrices;
    for (const int index : node.skin->indices) {
        const Value now = evaluate(node, {node.attr("matrix"), {index}}, context);
        const Value bind = evaluate(node, {node.attr("bindPreMatrix"), {index}}, context);
        matrices.push_back(bind.data->matrix * now.data->matrix);
    }
    // The geometry stands at the origin while bound, as the double makes it.
    for (size_t i = 0; i < out->points.size() && i < node.skin->weights.size(); ++i) {
        const MPoint from = in->points[i];
        MVector sum;
        double total = 0.0;
        for (size_t k = 0; k < matrices.size(); ++k) {
            const double weight = node.skin->weights[i][k];
            if (weight != 0.0) {
                sum += MVector(from * matrices[k]) * weight;
                total += weight;
            }
        }
        if (total > 0.0)
            out->points[i] = from + (MPoint(sum + MVector(from) * (1.0 - total)) - from) * envelope;
    }
    updateRaw(*out);
    value.data = meshData(out);
    return true;
}
bool computeTweak(Node& node, const Key& key, const Context& context, Value& value)
{
    if (key.attr->name != "outputGeometry")
        return false;
    const Ptr<MeshData> in = geometryInto(node, key, context);
    if (in)
        value.data = meshData(in);
    return true;
}

namespace {
float paintedWeight(Node& node, int index, int vertex, const Context& context)
{
    const Key key = {node.attr("weights"), {index, vertex}};
    return static_cast<float>(evaluate(node, key, context).number);
}
bool isPainted(const Node& node, int index)
{
    for (const auto& item : node.values)
        if (item.first.attr->name == "weights" && !item.first.indices.empty() && item.first.indices[0] == index)
            return true;
    return false;
}
}  // namespace

void createMesh(const std::string& name, const std::vector<MPoint>& points, const std::vector<int>& counts,
                const std::vector<int>& connects, const std::string& parent)
{
    Node* above = parent.empty() ? nullptr : findNode(parent);
    const Ptr<Node> holder = newNode(findType("transform"), name, above);
    addNode(holder, above);
    const Ptr<Node> shape = newNode(findType("mesh"), name + "Shape", holder.get());
    addNode(shape, holder.get());
    Value value;
    value.data = meshData(newMesh(points, counts, connects));
    setStored(*shape, {shape->attr("inMesh"), {}}, value);
}
void createSkin(const std::string& name, const std::string& mesh, const std::vector<std::string>& joints,
                const std::vector<std::vector<double>>& weights, const std::vector<int>& indices)
{
    const Ptr<Node> skin = insertDeformer(findType("skinCluster"), {visibleMesh(*findNode(mesh))}, name);
    for (size_t i = 0; i < joints.size(); ++i) {
        Node& joint = *findNode(joints[i]);
        const int index = i < indices.size() ? indices[i] : static_cast<int>(i);
        connectPlugs({&joint, {joint.attr("worldMatrix"), {0}}}, {skin.get(), {skin->attr("matrix"), {index}}});
        Value bind;
        bind.data = matrixData(worldMatrix(pathsTo(joint).at(0), Context()).inverse());
        setStored(*skin, {skin->attr("bindPreMatrix"), {index}}, bind);
        skin->skin->influences.push_back(Ptr<Object>(&joint));
        skin->skin->indices.push_back(index);
    }
    skin->skin->weights = weights;
    touch();
}
void createDeformer(const std::string& type, const std::string& name, const std::vector<std::string>& meshes)
{
    std::vector<Node*> shapes;
    for (const std::string& mesh : meshes)
        shapes.push_back(visibleMesh(*findNode(mesh)));
    insertDeformer(findType(type), shapes, name);
}
void setSubset(const std::string& deformer, int output, const std::vector<int>& vertices)
{
    Node& node = *findNode(deformer);
    node.subsets[output] = vertices;
    markDirty(node, inputGeometry(node, output));
}
void paintWeight(const std::string& deformer, int output, int vertex, float weight)
{
    Node& node = *findNode(deformer);
    Value value;
    value.number = static_cast<double>(weight);
    setStored(node, {node.attr("weights"), {output, vertex}}, value);
}
std::vector<MPoint> pointsOf(const std::string& mesh)
{
    Node* node = findNode(mesh);
    Node* shape = node ? visibleMesh(*node) : nullptr;
    const Ptr<MeshData> data = shape ? meshOf(*shape, Context()) : Ptr<MeshData>();
    return data ? data->points : std::vector<MPoint>();
}
std::vector<MPoint> deform(const std::string& mesh, double frame, Evaluation mode)
{
    const MInt64 ticks = ticksOf(MTime(frame, scene().timeUnit));
    Context context;
    if (mode == Evaluation::kBackground) {
        context.normal = false;
        context.ticks = ticks;
        static std::mutex order;
        const std::lock_guard<std::mutex> lock(order);
        evaluateManaged(context);
    } else {
        const bool managed = scene().manager;
        scene().manager = mode == Evaluation::kManager;
        setTime(ticks);
        scene().manager = managed;
    }
    Node* node = findNode(mesh);
    Node* shape = node ? visibleMesh(*node) : nullptr;
    const Ptr<MeshData> data = shape ? meshOf(*shape, context) : Ptr<MeshData>();
    return data ? data->points : std::vector<MPoint>();
}

}  // namespace fake

OPENMAYA_MAJOR_NAMESPACE_OPEN

using fake::Node;

MObject MPxGeometryFilter::input;
MObject MPxGeometryFilter::inputGeom;
MObject MPxGeometryFilter::groupId;
MObject MPxGeometryFilter::outputGeom;
MObject MPxGeometryFilter::envelope;
MObject MPxDeformerNode::weightList;
MObject MPxDeformerNode::weights;

MPxGeometryFilter::MPxGeometryFilter() {}
MPxGeometryFilter::~MPxGeometryFilter() {}
MPxNode::Type MPxGeometryFilter::type() const
{
    return kGeometryFilter;
}
MStatus MPxGeometryFilter::deform(MDataBlock&, MItGeometry&, const MMatrix&, unsigned int)
{
    return MStatus();
}
MObject& MPxGeometryFilter::accessoryAttribute() const
{
    return MObject::kNullObj;
}
MStatus MPxGeometryFilter::accessoryNodeSetup(MDagModifier&)
{
    return MStatus();
}
void MPxGeometryFilter::setModifiedCallback(MSelectionList&, bool) {}
#if MAYA_DOUBLE_YEAR >= 2025
MStatus MPxGeometryFilter::prepareDeform(MDataBlock&, unsigned int, unsigned int)
{
    return MStatus();
}
MStatus MPxGeometryFilter::getFixedSetupData(const MString&, unsigned int)
{
    return MStatus();
}
#else
MStatus MPxGeometryFilter::getFixedSetupData(const MString&)
{
    return MStatus();
}
#endif
#if MAYA_DOUBLE_YEAR >= 2024
MObject MPxGeometryFilter::thisMObject() const
{
    return MPxNode::thisMObject();
}
#endif

MPxDeformerNode::MPxDeformerNode() {}
MPxDeformerNode::~MPxDeformerNode() {}
MPxNode::Type MPxDeformerNode::type() const
{
    return kDeformerNode;
}
void MPxDeformerNode::setDeformationDetails(unsigned int) {}
float MPxDeformerNode::weightValue(MDataBlock& block, unsigned int multiIndex, unsigned int index)
{
    Node* node = fake::nodeOf(MPxNode::thisMObject());
    return fake::paintedWeight(*node, static_cast<int>(multiIndex), static_cast<int>(index),
                               static_cast<fake::Block*>(block.fakeRef().get())->context);
}
#if MAYA_DOUBLE_YEAR >= 2024
const float* MPxDeformerNode::envelopeWeights(MDataBlock& data, unsigned int multiIndex, unsigned int* count)
{
    Node* node = fake::nodeOf(MPxNode::thisMObject());
    auto* block = static_cast<fake::Block*>(data.fakeRef().get());
    const int index = static_cast<int>(multiIndex);
    // Nothing is painted: there is no array.
    if (!fake::isPainted(*node, index)) {
        if (count)
            *count = 0;
        return nullptr;
    }
    const auto in = fake::geometryInto(*node, fake::outputGeometry(*node, index), block->context);
    block->envelope.clear();
    for (const int vertex : fake::verticesOf(*node, index, in ? in->points.size() : 0))
        block->envelope.push_back(fake::paintedWeight(*node, index, vertex, block->context));
    if (count)
        *count = static_cast<unsigned int>(block->envelope.size());
    return block->envelope.data();
}
MIndexMapper MPxDeformerNode::indexMapper(unsigned int multiIndex, MStatus* status) const
{
    fake::give(status);
    Node* node = fake::nodeOf(MPxNode::thisMObject());
    const auto subset = node->subsets.find(static_cast<int>(multiIndex));
    return MIndexMapper(subset == node->subsets.end() ? 0 : static_cast<unsigned int>(subset->second.size()),
                        subset == node->subsets.end());
}
#endif
unsigned int MIndexMapper::affectCount() const
{
    return m_count;
}
bool MIndexMapper::isIdentityMap() const
{
    return m_identity;
}

OPENMAYA_NAMESPACE_CLOSE
