// Deformers and locators of plug-ins.
#include <maya/MBoundingBox.h>
#include <maya/MDGContext.h>
#include <maya/MDagModifier.h>
#include <maya/MDataBlock.h>
#include <maya/MEvaluationNode.h>
#include <maya/MIndexMapper.h>
#include <maya/MItGeometry.h>
#include <maya/MNodeCacheDisablingInfo.h>
#include <maya/MNodeCacheSetupInfo.h>
#include <maya/MObjectArray.h>
#include <maya/MPxDeformerNode.h>
#include <maya/MPxLocatorNode.h>
#include <maya/MSelectionMask.h>

#include "builtin.h"
#include "datablock.h"
#include "deform.h"
#include "mesh.h"

namespace fake {

namespace {

class Pushed {
public:
    explicit Pushed(const Context& context) { pushContext(context); }
    ~Pushed() { popContext(); }
    Pushed(const Pushed&) = delete;
};

}  // namespace

bool computeDeformer(Node& node, const Key& key, const Context& context, Value& value)
{
    if (key.attr->name != "outputGeometry" || !isElement(key))
        return false;
    const Pushed pushed(context);
    const int geometry = key.indices.back();
    const Key element = elementKey({node.attr("input"), {}}, geometry);
    value = evaluate(node, childKey(element, node.attr("inputGeometry")), context);
    if (!value.data || !value.data->mesh)
        return true;
    Ptr<Points> points = make<Points>();
    points->mesh = make<MeshData>();
    points->mesh->points = value.data->mesh->points;
    points->mesh->raw = value.data->mesh->raw;
    points->mesh->counts = value.data->mesh->counts;
    points->mesh->connects = value.data->mesh->connects;
    points->toWorld = outputMatrix(node, geometry, context);
    points->node = Ptr<Node>(&node);
    const auto subset = node.subsets.find(geometry);
    if (subset != node.subsets.end())
        points->vertices = subset->second;
    for (size_t i = 0; subset == node.subsets.end() && i < points->mesh->points.size(); ++i)
        points->vertices.push_back(static_cast<int>(i));

    Ptr<Block> block = newBlock(node, context);
    const Key list = elementKey({node.attr("weightList"), {}}, geometry);
    const Key weights = childKey(list, node.attr("weights"));
    if (!elementsOf(node, weights).empty())
        for (const int vertex : points->vertices)
            block->envelope.push_back(static_cast<float>(evaluate(node, elementKey(weights, vertex), context).number));
    {
        MDataBlock data(block.ref());
        MItGeometry iterator(points.ref());
        // A failure leaves the mesh as far as it was deformed.
        static_cast<void>(static_cast<MPxGeometryFilter*>(node.user)
                              ->deform(data, iterator, points->toWorld, static_cast<unsigned int>(geometry))
                              .error());
    }
    block->outputs.clear();
    value.data = meshData(points->mesh);
    if (context.normal) {
        const std::lock_guard<std::mutex> lock(scene().cacheMutex);
        node.cache[key] = value;
    }
    return true;
}

}  // namespace fake

OPENMAYA_MAJOR_NAMESPACE_OPEN

using fake::failure;
using fake::give;

MObject MPxGeometryFilter::input;
MObject MPxGeometryFilter::inputGeom;
MObject MPxGeometryFilter::groupId;
MObject MPxGeometryFilter::outputGeom;
MObject MPxGeometryFilter::envelope;
MObject MPxDeformerNode::weightList;
MObject MPxDeformerNode::weights;

#if MAYA_DOUBLE_YEAR >= 2024
namespace {
[[maybe_unused]] fake::Node* own(const MPxNode* node)
{
    return static_cast<fake::Node*>(node->m_fakeNode.get());
}
}  // namespace
#endif

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
float MPxDeformerNode::weightValue(MDataBlock& block, unsigned int multiIndex, unsigned int index)
{
    const auto* own = static_cast<const fake::Block*>(block.fakeRef().get());
    fake::Node& node = *own->node;
    const fake::Key list = fake::elementKey({node.attr("weightList"), {}}, static_cast<int>(multiIndex));
    const fake::Key weights = fake::childKey(list, node.attr("weights"));
    return static_cast<float>(
        fake::evaluate(node, fake::elementKey(weights, static_cast<int>(index)), own->context).number);
}
void MPxDeformerNode::setDeformationDetails(unsigned int) {}
#if MAYA_DOUBLE_YEAR >= 2024
const float* MPxDeformerNode::envelopeWeights(MDataBlock& block, unsigned int, unsigned int* count)
{
    const auto* own = static_cast<const fake::Block*>(block.fakeRef().get());
    if (count)
        *count = static_cast<unsigned int>(own->envelope.size());
    return own->envelope.empty() ? nullptr : own->envelope.data();
}
MIndexMapper MPxDeformerNode::indexMapper(unsigned int multiIndex, MStatus* status) const
{
    give(status);
    const auto& subsets = own(this)->subsets;
    const auto found = subsets.find(static_cast<int>(multiIndex));
    return MIndexMapper(found == subsets.end() ? 0 : static_cast<unsigned int>(found->second.size()),
                        found == subsets.end());
}
#endif

MPxLocatorNode::MPxLocatorNode() {}
MPxLocatorNode::~MPxLocatorNode() {}
MPxNode::Type MPxLocatorNode::type() const
{
    return kLocatorNode;
}
void MPxLocatorNode::draw(M3dView&, const MDagPath&, M3dView::DisplayStyle, M3dView::DisplayStatus) {}
bool MPxLocatorNode::isBounded() const
{
    return false;
}
MBoundingBox MPxLocatorNode::boundingBox() const
{
    return MBoundingBox();
}
bool MPxLocatorNode::excludeAsLocator() const
{
    return true;
}
bool MPxLocatorNode::isTransparent() const
{
    return false;
}
bool MPxLocatorNode::drawLast() const
{
    return false;
}
bool MPxLocatorNode::useClosestPointForSelection() const
{
    return false;
}
MPoint MPxLocatorNode::closestPoint(MPoint cursorPoint, MVector) const
{
    return cursorPoint;
}
MSelectionMask MPxLocatorNode::getShapeSelectionMask() const
{
    return MSelectionMask();
}
void MPxLocatorNode::getCacheSetup(const MEvaluationNode& node, MNodeCacheDisablingInfo& disabling,
                                   MNodeCacheSetupInfo& setup, MObjectArray& monitored) const
{
    MPxNode::getCacheSetup(node, disabling, setup, monitored);
}
#if MAYA_DOUBLE_YEAR >= 2024
MObject MPxLocatorNode::thisMObject() const
{
    return MPxNode::thisMObject();
}
#endif

OPENMAYA_NAMESPACE_CLOSE
