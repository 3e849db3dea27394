#pragma once

#include <maya/MFnDagNode.h>
#include <maya/MSpace.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MFnMesh : public MFnDagNode {
public:
    MFnMesh() {}
    MFnMesh(MObject& object, MStatus* status = nullptr);
    MFnMesh(const MObject& object, MStatus* status = nullptr);
    MFnMesh(const MDagPath& path, MStatus* status = nullptr);
    ~MFnMesh() override;
    MFn::Type type() const override;

    MObject create(int numVertices, int numPolygons, const MPointArray& vertices, const MIntArray& polygonCounts,
                   const MIntArray& polygonConnects, MObject parentOrOwner = MObject::kNullObj,
                   MStatus* status = nullptr);
    MObject copy(const MObject& source, MObject parentOrOwner = MObject::kNullObj, MStatus* status = nullptr);
    int numVertices(MStatus* status = nullptr) const;
    int numEdges(MStatus* status = nullptr) const;
    int numPolygons(MStatus* status = nullptr) const;
    MStatus getPoints(MPointArray& vertices, MSpace::Space space = MSpace::kObject) const;
    MStatus getPoints(MFloatPointArray& vertices, MSpace::Space space = MSpace::kObject) const;
    MStatus setPoints(MPointArray& vertices, MSpace::Space space = MSpace::kObject);
    MStatus getPoint(int vertex, MPoint& position, MSpace::Space space = MSpace::kObject) const;
    MStatus setPoint(int vertex, const MPoint& position, MSpace::Space space = MSpace::kObject);
    const float* getRawPoints(MStatus* status) const;
    const float* getRawNormals(MStatus* status) const;
    MStatus getVertices(MIntArray& vertexCount, MIntArray& vertexList) const;
    MStatus getPolygonVertices(int polygon, MIntArray& vertices) const;
    MStatus getTriangles(MIntArray& triangleCounts, MIntArray& triangleVertices) const;
    MStatus getVertexNormal(int vertex, bool angleWeighted, MVector& normal,
                            MSpace::Space space = MSpace::kObject) const;
    MStatus getVertexNormals(bool angleWeighted, MFloatVectorArray& normals,
                             MSpace::Space space = MSpace::kObject) const;
    MStatus getClosestPoint(const MPoint& toThisPoint, MPoint& closest, MSpace::Space space = MSpace::kObject,
                            int* closestPolygon = nullptr, MMeshIsectAccelParams* acceleration = nullptr) const;
    MStatus updateSurface();
};

OPENMAYA_NAMESPACE_CLOSE
