#pragma once

#include <maya/M3dView.h>
#include <maya/MPxNode.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MPxLocatorNode : public MPxNode {
public:
    MPxLocatorNode();
    ~MPxLocatorNode() override;
    Type type() const override;

#if MAYA_DOUBLE_YEAR >= 2024
    // Deprecated since Maya 2024.
    virtual void draw(M3dView& view, const MDagPath& path, M3dView::DisplayStyle style, M3dView::DisplayStatus status);
#else
    virtual void draw(M3dView& view, const MDagPath& path, M3dView::DisplayStyle style, M3dView::DisplayStatus status);
#endif
    virtual bool isBounded() const;
    virtual MBoundingBox boundingBox() const;
    virtual bool excludeAsLocator() const;
    virtual bool isTransparent() const;
    virtual bool drawLast() const;
    virtual bool useClosestPointForSelection() const;
    virtual MPoint closestPoint(MPoint cursorPoint, MVector cursorRay) const;
    virtual MSelectionMask getShapeSelectionMask() const;
    void getCacheSetup(const MEvaluationNode& node, MNodeCacheDisablingInfo& disabling, MNodeCacheSetupInfo& setup,
                       MObjectArray& monitoredAttributes) const override;
#if MAYA_DOUBLE_YEAR >= 2024
    MObject thisMObject() const;
#endif
};

OPENMAYA_NAMESPACE_CLOSE
