#include "scene/shapes.h"

#include <maya/MDistance.h>
#include <maya/MFn.h>
#include <maya/MFnDependencyNode.h>
#include <maya/MFnGeometryFilter.h>
#include <maya/MItDependencyGraph.h>

#include "ids.h"
#include "nodes/shape_deformer.h"
#include "status.h"

namespace surefoot {

MPlug ShapeNode::captured() const
{
    return plug(ShapeDeformer::s_captured).elementByLogicalIndex(geometry);
}

ShapeNode findShapeNode(const MDagPath& mesh)
{
    MObject shape = mesh.node();
    MStatus status;
    MItDependencyGraph it(shape, MFn::kPluginDeformerNode, MItDependencyGraph::kUpstream,
                          MItDependencyGraph::kDepthFirst, MItDependencyGraph::kNodeLevel, &status);
    for (; status && !it.isDone(); it.next()) {
        MObject node = it.currentItem();
        if (!(MFnDependencyNode(node).typeName() == kShapeNode)) {
            continue;
        }
        // The history also holds deformers of other meshes, such as the body that this one stays out of.
        const MFnGeometryFilter filter(node, &status);
        const unsigned index = filter.indexForOutputShape(shape, &status);
        if (status) {
            return ShapeNode{node, index};
        }
        status = MS::kSuccess;
    }
    return ShapeNode();
}

CapturedBody readCaptured(const ShapeNode& shape)
{
    const MPlug element = shape.captured();
    CapturedData data;
    for (unsigned i = 0; i < kCapturedCount; ++i) {
        data[i] = element.child(ShapeDeformer::s_fields[i]).asMObject();
    }
    return fromData(data);
}

PrepareOptions readPrepareOptions(const ShapeNode& shape, const Units& units)
{
    PrepareOptions options;
    options.part = shape.plug(ShapeDeformer::s_part).asShort();
    options.margin = units.metres(shape.plug(ShapeDeformer::s_margin).asMDistance().asCentimeters());
    options.softness = units.metres(shape.plug(ShapeDeformer::s_softness).asMDistance().asCentimeters());
    options.smoothing = shape.plug(ShapeDeformer::s_smoothing).asInt();
    return options;
}

MObject inputGeometry(const ShapeNode& shape)
{
    MStatus status;
    const MFnDependencyNode node(shape.node);
    const MPlug input = node.findPlug("input", true, &status).elementByLogicalIndex(shape.geometry);
    check(status, "find what goes into " + plainText(node.name()));
    MObject attribute = node.attribute("inputGeometry");
    const MObject geometry = input.child(attribute).asMObject(&status);
    check(status, "read the mesh that goes into " + plainText(node.name()));
    return geometry;
}

MDagPath connectedBody(const ShapeNode& shape)
{
    MDagPath path;
    const MPlug source = shape.plug(ShapeDeformer::s_bodyMesh).source();
    if (!source.isNull()) {
        MDagPath::getAPathTo(source.node(), path);
    }
    return path;
}

}  // namespace surefoot
