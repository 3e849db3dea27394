#pragma once

#include <maya/MPxNode.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MPxGeometryFilter : public MPxNode {
public:
    MPxGeometryFilter();
    ~MPxGeometryFilter() override;
    Type type() const override;

    virtual MStatus deform(MDataBlock& block, MItGeometry& iterator, const MMatrix& localToWorld,
                           unsigned int multiIndex);
    virtual MObject& accessoryAttribute() const;
    virtual MStatus accessoryNodeSetup(MDagModifier& command);
    virtual void setModifiedCallback(MSelectionList& list, bool listAdded);
#if MAYA_DOUBLE_YEAR >= 2025
    virtual MStatus prepareDeform(MDataBlock& block, unsigned int multiIndex, unsigned int changeFlags);
    virtual MStatus getFixedSetupData(const MString& name, unsigned int index);
#else
    virtual MStatus getFixedSetupData(const MString& name);
#endif
#if MAYA_DOUBLE_YEAR >= 2024
    MObject thisMObject() const;
#endif

    static MObject input;
    static MObject inputGeom;
    static MObject groupId;
    static MObject outputGeom;
    static MObject envelope;
};

OPENMAYA_NAMESPACE_CLOSE
