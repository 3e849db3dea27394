// surefootShape deformers of meshes in the scene, seen from outside.
#pragma once

#include <maya/MDagPath.h>
#include <maya/MObject.h>
#include <maya/MPlug.h>

#include "nodes/prepared_shape.h"
#include "scene/captured_body.h"
#include "scene/units.h"

namespace surefoot {

// The deformer of a mesh, and which of its geometries the mesh is.
struct ShapeNode {
    MObject node;
    unsigned geometry = 0;

    bool isNull() const { return node.isNull(); }
    MPlug plug(const MObject& attribute) const { return MPlug(node, attribute); }
    // The captured arrays of this geometry.
    MPlug captured() const;
};

// Null where the mesh has none.
ShapeNode findShapeNode(const MDagPath& mesh);

CapturedBody readCaptured(const ShapeNode& shape);

PrepareOptions readPrepareOptions(const ShapeNode& shape, const Units& units);

// The mesh before this deformer, at the current time.
MObject inputGeometry(const ShapeNode& shape);

// The node whose mesh is connected as the body; null where there is none.
MDagPath connectedBody(const ShapeNode& shape);

}  // namespace surefoot
