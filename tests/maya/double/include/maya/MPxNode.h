#pragma once

#include <maya/MObject.h>
#include <maya/MStatus.h>
#include <maya/MTypeId.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MPxNode {
public:
    enum Type {
        kDependNode,
        kLocatorNode,
        kDeformerNode,
        kManipContainer,
        kSurfaceShape,
        kFieldNode,
        kEmitterNode,
        kSpringNode,
        kIkSolverNode,
        kHardwareShader,
        kHwShaderNode,
        kTransformNode,
        kObjectSet,
        kFluidEmitterNode,
        kImagePlaneNode,
        kParticleAttributeMapperNode,
        kCameraSetNode,
        kConstraintNode,
        kManipulatorNode,
        kClientDeviceNode,
        kThreadedDeviceNode,
        kAssembly,
        kSkinCluster,
        kGeometryFilter,
        kBlendShape,
        kMotionPathNode,
        kLast
    };
#if MAYA_DOUBLE_YEAR >= 2024
    enum SchedulingType {
        kUntrusted = 0,
        kParallel = 1,
        kSerialize,
        kGloballySerialize,
        kDefaultScheduling = kSerialize
    };
#else
    enum SchedulingType { kParallel = 0, kSerialize, kGloballySerialize, kUntrusted, kDefaultScheduling = kParallel };
#endif
    enum PostEvaluationEnum { kEvaluatedIndirectly = 1 << 0, kEvaluatedDirectly = 1 << 1, kLeaveDirty = 1 << 2 };
    typedef unsigned int PostEvaluationType;

    MPxNode();
    virtual ~MPxNode();

    virtual void postConstructor();
    virtual MStatus compute(const MPlug& plug, MDataBlock& block);
    virtual MPlug passThroughToOne(const MPlug& plug) const;
    virtual bool passThroughToMany(const MPlug& plug, MPlugArray& plugs) const;
    virtual MStatus connectionMade(const MPlug& plug, const MPlug& otherPlug, bool asSource);
    virtual MStatus connectionBroken(const MPlug& plug, const MPlug& otherPlug, bool asSource);
    virtual MStatus legalConnection(const MPlug& plug, const MPlug& otherPlug, bool asSource, bool& isLegal) const;
    virtual MStatus legalDisconnection(const MPlug& plug, const MPlug& otherPlug, bool asSource, bool& isLegal) const;
    virtual MStatus setDependentsDirty(const MPlug& plug, MPlugArray& affected);
    virtual MStatus preEvaluation(const MDGContext& context, const MEvaluationNode& node);
    virtual MStatus postEvaluation(const MDGContext& context, const MEvaluationNode& node, PostEvaluationType type);
    virtual bool getInternalValue(const MPlug& plug, MDataHandle& handle);
    virtual bool setInternalValue(const MPlug& plug, const MDataHandle& handle);
    virtual bool getInternalValueInContext(const MPlug& plug, MDataHandle& handle, MDGContext& context);
    virtual bool setInternalValueInContext(const MPlug& plug, const MDataHandle& handle, MDGContext& context);
    virtual int internalArrayCount(const MPlug& plug) const;
    virtual int internalArrayCount(const MPlug& plug, const MDGContext& context) const;
    virtual void copyInternalData(MPxNode* node);
    virtual MStatus shouldSave(const MPlug& plug, bool& result);
    virtual MStatus dependsOn(const MPlug& plug, const MPlug& otherPlug, bool& depends) const;
    virtual bool isPassiveOutput(const MPlug& plug) const;
    virtual bool isAbstractClass() const;
    virtual bool isTrackingTopology() const;
    virtual SchedulingType schedulingType() const;
    virtual void getCacheSetup(const MEvaluationNode& node, MNodeCacheDisablingInfo& disabling,
                               MNodeCacheSetupInfo& setup, MObjectArray& monitoredAttributes) const;
    virtual void configCache(const MEvaluationNode& node, MCacheSchema& schema) const;
    virtual MTimeRange transformInvalidationRange(const MPlug& source, const MTimeRange& input) const;
    virtual MStringArray getFilesToArchive(bool shortName = false, bool unresolvedName = false,
                                           bool markCouldBeImageSequence = false) const;
    virtual void getExternalContent(MExternalContentInfoTable& table) const;
    virtual void setExternalContent(const MExternalContentLocationTable& table);
    virtual Type type() const;

    MObject thisMObject() const;
    MTypeId typeId() const;
    MString typeName() const;
    MString name() const;
    MDataBlock forceCache();
    MDataBlock forceCache(const MDGContext& context);
    bool existWithoutInConnections(MStatus* status = nullptr) const;
    bool existWithoutOutConnections(MStatus* status = nullptr) const;
    MStatus setExistWithoutInConnections(bool flag);
    MStatus setExistWithoutOutConnections(bool flag);
    bool doNotWrite(MStatus* status = nullptr) const;
    MStatus setDoNotWrite(bool flag);
    MStatus setMPSafe(bool flag);

    static MStatus addAttribute(const MObject& attribute);
    static MStatus attributeAffects(const MObject& whenChanges, const MObject& isAffected);
    static MStatus inheritAttributesFrom(const MString& parentClassName);

    static MObject message;
    static MObject state;
    static MObject caching;
    static MObject frozen;
    static MObject isHistoricallyInteresting;

    // Of the double.
    ::fake::Ref m_fakeNode;

private:
    MPxNode(const MPxNode&) = delete;
    MPxNode& operator=(const MPxNode&) = delete;
};

OPENMAYA_NAMESPACE_CLOSE
