#pragma once

#include <maya/MStatus.h>
#include <maya/MTypes.h>
#include <maya/MViewport2Renderer.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN
namespace MHWRender {

class MPxDrawOverride {
public:
    typedef void (*GeometryDrawOverrideCb)(const MDrawContext& context, const MUserData* data);

    MPxDrawOverride(const MObject& object, GeometryDrawOverrideCb callback, bool isAlwaysDirty = true);
    virtual ~MPxDrawOverride();
    virtual DrawAPI supportedDrawAPIs() const;
    virtual bool isBounded(const MDagPath& path, const MDagPath& cameraPath) const;
    virtual MBoundingBox boundingBox(const MDagPath& path, const MDagPath& cameraPath) const;
    virtual bool disableInternalBoundingBoxDraw() const;
    virtual MMatrix transform(const MDagPath& path, const MDagPath& cameraPath) const;
    virtual MUserData* prepareForDraw(const MDagPath& path, const MDagPath& cameraPath,
                                      const MFrameContext& frameContext, MUserData* oldData) = 0;
    virtual bool hasUIDrawables() const;
    virtual void addUIDrawables(const MDagPath& path, MUIDrawManager& drawManager, const MFrameContext& frameContext,
                                const MUserData* data);
    virtual bool traceCallSequence() const;
    virtual void handleTraceMessage(const MString& message) const;
    virtual bool refineSelectionPath(const MSelectionInfo& selectInfo, const MRenderItem& hitItem, MDagPath& path,
                                     MObject& component, MSelectionMask& mask);
    virtual void updateSelectionGranularity(const MDagPath& path, MSelectionContext& context);
    virtual bool wantUserSelection() const;
    virtual bool userSelect(const MSelectionInfo& selectInfo, const MDrawContext& context, const MDagPath& path,
                            const MUserData* data, MSelectionList& list, MPointArray& points);
    virtual bool userSelect(MSelectionInfo& selectInfo, const MDrawContext& context, MPoint& hitPoint,
                            const MUserData* data);

protected:
    virtual void invokeTheCallback(MDrawContext& context, MUserData* data);

private:
    MPxDrawOverride(const MPxDrawOverride&) = delete;
    MPxDrawOverride& operator=(const MPxDrawOverride&) = delete;
};

}  // namespace MHWRender
OPENMAYA_NAMESPACE_CLOSE
