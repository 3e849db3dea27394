#pragma once

#include <maya/MFnDependencyNode.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MFnGeometryFilter : public MFnDependencyNode {
public:
    MFnGeometryFilter() {}
    MFnGeometryFilter(MObject& object, MStatus* status = nullptr);
    ~MFnGeometryFilter() override;
    MFn::Type type() const override;

    MStatus getInputGeometry(MObjectArray& objects) const;
    MStatus getOutputGeometry(MObjectArray& objects) const;
    MObject inputShapeAtIndex(unsigned int index, MStatus* status = nullptr) const;
    MObject outputShapeAtIndex(unsigned int index, MStatus* status = nullptr) const;
    unsigned int indexForOutputShape(const MObject& shape, MStatus* status = nullptr) const;
    MStatus getPathAtIndex(unsigned int index, MDagPath& path) const;
    unsigned int numOutputConnections(MStatus* status = nullptr) const;
    unsigned int indexForOutputConnection(unsigned int connection, MStatus* status = nullptr) const;
    unsigned int groupIdAtIndex(unsigned int index, MStatus* status = nullptr) const;
    MObject deformerSet(MStatus* status = nullptr) const;
    float envelope(MStatus* status = nullptr) const;
    MStatus setEnvelope(float envelope);
};

OPENMAYA_NAMESPACE_CLOSE
