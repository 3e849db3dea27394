// Function sets of deformers and skin clusters.
#include <algorithm>

#include <maya/MDagPathArray.h>
#include <maya/MDoubleArray.h>
#include <maya/MFloatArray.h>
#include <maya/MFnGeometryFilter.h>
#include <maya/MFnSkinCluster.h>
#include <maya/MFnWeightGeometryFilter.h>
#include <maya/MIntArray.h>
#include <maya/MObjectArray.h>
#include <maya/MSelectionList.h>

#include "datablock.h"
#include "deform.h"

OPENMAYA_MAJOR_NAMESPACE_OPEN

using fake::failure;
using fake::give;
using fake::Node;

#define CONSTRUCT(NAME, TYPE)                                                                                         \
    NAME::NAME(MObject& object, MStatus* status)                                                                      \
    {                                                                                                                 \
        const MStatus set = fakeSet(object, TYPE);                                                                    \
        give(status, set.statusCode(), #NAME);                                                                        \
    }                                                                                                                 \
    NAME::~NAME() {}                                                                                                  \
    MFn::Type NAME::type() const { return TYPE; }
CONSTRUCT(MFnGeometryFilter, MFn::kGeometryFilt)
CONSTRUCT(MFnWeightGeometryFilter, MFn::kWeightGeometryFilt)
CONSTRUCT(MFnSkinCluster, MFn::kSkinClusterFilter)

namespace {

Node* own(const ::fake::Ref& ref)
{
    return fake::nodeOf(MObject(ref));
}
std::vector<int> outputs(Node& node)
{
    std::vector<int> found;
    for (const auto& item : node.outputs)
        if (item.first.attr->name == "outputGeometry")
            found.push_back(item.first.indices.at(0));
    std::sort(found.begin(), found.end());
    return found;
}
// The visible shape behind an output, or the original before an input.
Node* shapeAfter(Node& node, int index)
{
    for (const fake::PlugRef& target : fake::outputsOf(node, {node.attr("outputGeometry"), {index}})) {
        if (target.node->hasFn(MFn::kMesh))
            return target.node;
        if (!target.key.indices.empty())
            if (Node* shape = shapeAfter(*target.node, target.key.indices[0]))
                return shape;
    }
    return nullptr;
}
Node* shapeBefore(Node& node, int index)
{
    const fake::PlugRef* source = fake::inputOf(node, {node.attr("inputGeometry"), {index}});
    if (!source)
        return nullptr;
    return source->node->hasFn(MFn::kMesh) ? source->node
                                           : shapeBefore(*source->node, source->key.indices.empty() ? 0 : source->key.indices[0]);
}

}  // namespace

MStatus MFnGeometryFilter::getInputGeometry(MObjectArray& objects) const
{
    objects.clear();
    if (!own(m_object))
        return failure("MFnGeometryFilter::getInputGeometry");
    for (const int index : outputs(*own(m_object)))
        if (Node* shape = shapeBefore(*own(m_object), index))
            objects.append(fake::toObject(shape));
    return MStatus();
}
MStatus MFnGeometryFilter::getOutputGeometry(MObjectArray& objects) const
{
    objects.clear();
    if (!own(m_object))
        return failure("MFnGeometryFilter::getOutputGeometry");
    for (const int index : outputs(*own(m_object)))
        if (Node* shape = shapeAfter(*own(m_object), index))
            objects.append(fake::toObject(shape));
    return MStatus();
}
MObject MFnGeometryFilter::inputShapeAtIndex(unsigned int index, MStatus* status) const
{
    Node* shape = own(m_object) ? shapeBefore(*own(m_object), static_cast<int>(index)) : nullptr;
    give(status, shape ? MStatus::kSuccess : MStatus::kInvalidParameter, "MFnGeometryFilter::inputShapeAtIndex");
    return shape ? fake::toObject(shape) : MObject();
}
MObject MFnGeometryFilter::outputShapeAtIndex(unsigned int index, MStatus* status) const
{
    Node* shape = own(m_object) ? shapeAfter(*own(m_object), static_cast<int>(index)) : nullptr;
    give(status, shape ? MStatus::kSuccess : MStatus::kInvalidParameter, "MFnGeometryFilter::outputShapeAtIndex");
    return shape ? fake::toObject(shape) : MObject();
}
unsigned int MFnGeometryFilter::indexForOutputShape(const MObject& object, MStatus* status) const
{
    if (own(m_object))
        for (const int index : outputs(*own(m_object)))
            if (shapeAfter(*own(m_object), index) == fake::nodeOf(object)) {
                give(status);
                return static_cast<unsigned int>(index);
            }
    give(status, MStatus::kInvalidParameter, "MFnGeometryFilter::indexForOutputShape");
    return 0;
}
MStatus MFnGeometryFilter::getPathAtIndex(unsigned int index, MDagPath& path) const
{
    Node* shape = own(m_object) ? shapeAfter(*own(m_object), static_cast<int>(index)) : nullptr;
    return shape ? MDagPath::getAPathTo(fake::toObject(shape), path)
                 : failure("MFnGeometryFilter::getPathAtIndex", MStatus::kInvalidParameter);
}
unsigned int MFnGeometryFilter::numOutputConnections(MStatus* status) const
{
    give(status, own(m_object) ? MStatus::kSuccess : MStatus::kFailure, "MFnGeometryFilter::numOutputConnections");
    return own(m_object) ? static_cast<unsigned int>(outputs(*own(m_object)).size()) : 0;
}
unsigned int MFnGeometryFilter::indexForOutputConnection(unsigned int connection, MStatus* status) const
{
    const std::vector<int> all = own(m_object) ? outputs(*own(m_object)) : std::vector<int>();
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
    // With component tags there is no set.
    give(status, MStatus::kFailure, "MFnGeometryFilter::deformerSet");
    return MObject();
}
float MFnGeometryFilter::envelope(MStatus* status) const
{
    give(status, own(m_object) ? MStatus::kSuccess : MStatus::kFailure, "MFnGeometryFilter::envelope");
    return own(m_object) ? static_cast<float>(fake::number(*own(m_object), "envelope", fake::currentContext())) : 0.0f;
}
MStatus MFnGeometryFilter::setEnvelope(float envelope)
{
    Node* node = own(m_object);
    return node && fake::writePlug(*node, {node->attr("envelope"), {}}, static_cast<double>(envelope), fake::Ptr<fake::Data>())
               ? MStatus()
               : failure("MFnGeometryFilter::setEnvelope");
}

namespace {
// The vertices that a component names; all without one.
std::vector<int> elementsOf(const MObject& component, size_t count)
{
    const fake::Component* given = fake::componentOf(component);
    if (given && !given->isComplete)
        return given->elements;
    std::vector<int> all(given ? static_cast<size_t>(given->completeCount) : count);
    for (size_t i = 0; i < all.size(); ++i)
        all[i] = static_cast<int>(i);
    return all;
}
int outputFor(Node& node, const MDagPath& path)
{
    for (const int index : outputs(node))
        if (shapeAfter(node, index) == fake::nodeOf(path.node()))
            return index;
    return -1;
}
}  // namespace
MStatus MFnWeightGeometryFilter::getWeights(const MDagPath& path, const MObject& components, MFloatArray& weights) const
{
    Node* node = own(m_object);
    const int index = node ? outputFor(*node, path) : -1;
    if (index < 0)
        return failure("MFnWeightGeometryFilter::getWeights", MStatus::kInvalidParameter);
    const auto mesh = fake::meshOf(*fake::nodeOf(path.node()), fake::currentContext());
    weights.setLength(0);
    for (const int vertex : elementsOf(components, mesh ? mesh->points.size() : 0))
        weights.append(static_cast<float>(
            fake::evaluate(*node, {node->attr("weights"), {index, vertex}}, fake::currentContext()).number));
    return MStatus();
}
MStatus MFnWeightGeometryFilter::setWeight(const MDagPath& path, const MObject& components, float weight,
                                           MFloatArray* old)
{
    Node* node = own(m_object);
    const int index = node ? outputFor(*node, path) : -1;
    if (index < 0)
        return failure("MFnWeightGeometryFilter::setWeight", MStatus::kInvalidParameter);
    if (old)
        getWeights(path, components, *old);
    for (const int vertex : elementsOf(components, 0)) {
        fake::Value value;
        value.number = static_cast<double>(weight);
        fake::setStored(*node, {node->attr("weights"), {index, vertex}}, value);
    }
    return MStatus();
}
MString MFnWeightGeometryFilter::weightPlugStrings(const MSelectionList&, MStatus* status) const
{
    give(status, MStatus::kNotImplemented, "MFnWeightGeometryFilter::weightPlugStrings");
    return MString();
}

unsigned int MFnSkinCluster::influenceObjects(MDagPathArray& paths, MStatus* status) const
{
    paths.clear();
    give(status, own(m_object) ? MStatus::kSuccess : MStatus::kFailure, "MFnSkinCluster::influenceObjects");
    if (own(m_object))
        for (const auto& influence : own(m_object)->skin->influences)
            paths.append(fake::toPath(fake::pathsTo(*static_cast<Node*>(influence.get())).at(0)));
    return paths.length();
}
unsigned int MFnSkinCluster::indexForInfluenceObject(const MDagPath& path, MStatus* status) const
{
    if (own(m_object)) {
        const auto& skin = *own(m_object)->skin;
        for (size_t i = 0; i < skin.influences.size(); ++i)
            if (skin.influences[i].get() == fake::nodeOf(path.node())) {
                give(status);
                return static_cast<unsigned int>(skin.indices[i]);
            }
    }
    give(status, MStatus::kInvalidParameter, "MFnSkinCluster::indexForInfluenceObject");
    return 0;
}
namespace {
// Weights of vertices by influences, given by their place among influenceObjects.
template <typename A>
MStatus readWeights(Node* node, const MDagPath& path, const MObject& components, const std::vector<int>& columns, A& weights)
{
    // Maya wants the shape that the skin deforms, and vertices.
    if (!node || !path.isValid() || outputFor(*node, path) < 0)
        return failure("MFnSkinCluster::getWeights", MStatus::kInvalidParameter);
    if (!components.isNull() && !fake::componentOf(components))
        return failure("MFnSkinCluster::getWeights", MStatus::kInvalidParameter);
    weights.setLength(0);
    const auto& rows = node->skin->weights;
    for (const int vertex : elementsOf(components, rows.size())) {
        if (vertex < 0 || vertex >= static_cast<int>(rows.size()))
            return failure("MFnSkinCluster::getWeights", MStatus::kInvalidParameter);
        for (const int column : columns) {
            if (column < 0 || column >= static_cast<int>(node->skin->influences.size()))
                return failure("MFnSkinCluster::getWeights", MStatus::kInvalidParameter);
            const double weight = rows[static_cast<size_t>(vertex)][static_cast<size_t>(column)];
            weights.append(weight);
        }
    }
    return MStatus();
}
std::vector<int> allColumns(Node* node)
{
    std::vector<int> all;
    for (size_t i = 0; node && i < node->skin->influences.size(); ++i)
        all.push_back(static_cast<int>(i));
    return all;
}
}  // namespace
MStatus MFnSkinCluster::getWeights(const MDagPath& path, const MObject& components, MDoubleArray& weights,
                                   unsigned int& count) const
{
    count = static_cast<unsigned int>(allColumns(own(m_object)).size());
    return readWeights(own(m_object), path, components, allColumns(own(m_object)), weights);
}
MStatus MFnSkinCluster::getWeights(const MDagPath& path, const MObject& components, MFloatArray& weights,
                                   unsigned int& count) const
{
    MDoubleArray doubles;
    const MStatus status = getWeights(path, components, doubles, count);
    weights.setLength(doubles.length());
    for (unsigned int i = 0; i < doubles.length(); ++i)
        weights[i] = static_cast<float>(doubles[i]);
    return status;
}
MStatus MFnSkinCluster::getWeights(const MDagPath& path, const MObject& components, unsigned int influence,
                                   MDoubleArray& weights) const
{
    return readWeights(own(m_object), path, components, {static_cast<int>(influence)}, weights);
}
MStatus MFnSkinCluster::getWeights(const MDagPath& path, const MObject& components, MIntArray& influences,
                                   MDoubleArray& weights) const
{
    std::vector<int> columns;
    for (unsigned int i = 0; i < influences.length(); ++i)
        columns.push_back(influences[i]);
    return readWeights(own(m_object), path, components, columns, weights);
}
MStatus MFnSkinCluster::setWeights(const MDagPath&, const MObject&, MIntArray&, MDoubleArray&, bool, MDoubleArray*)
{
    return failure("MFnSkinCluster::setWeights", MStatus::kNotImplemented);
}
MStatus MFnSkinCluster::getPointsAffectedByInfluence(const MDagPath&, MSelectionList&, MDoubleArray&)
{
    return failure("MFnSkinCluster::getPointsAffectedByInfluence", MStatus::kNotImplemented);
}
MStatus MFnSkinCluster::getBlendWeights(const MDagPath&, const MObject&, MDoubleArray&) const
{
    return failure("MFnSkinCluster::getBlendWeights", MStatus::kNotImplemented);
}

OPENMAYA_NAMESPACE_CLOSE
