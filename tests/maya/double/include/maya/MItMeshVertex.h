#pragma once

#include <maya/MObject.h>
#include <maya/MSpace.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MItMeshVertex {
public:
    MItMeshVertex(MObject& mesh, MStatus* status = nullptr);
    ~MItMeshVertex();
    bool isDone(MStatus* status = nullptr);
    MStatus next();
    int index(MStatus* status = nullptr);
    MPoint position(MSpace::Space space = MSpace::kObject, MStatus* status = nullptr);
    MStatus getConnectedVertices(MIntArray& vertices);

private:
    ::fake::Ref m_mesh;
    int m_index = 0;
};

OPENMAYA_NAMESPACE_CLOSE
