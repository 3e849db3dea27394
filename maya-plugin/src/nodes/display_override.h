// Draws surefootDisplay in Viewport 2.
#pragma once

#include <maya/MBoundingBox.h>
#include <maya/MDagPath.h>
#include <maya/MFrameContext.h>
#include <maya/MObject.h>
#include <maya/MPxDrawOverride.h>
#include <maya/MUIDrawManager.h>
#include <maya/MUserData.h>

namespace surefoot {

class DisplayOverride : public MHWRender::MPxDrawOverride {
public:
    static MHWRender::MPxDrawOverride* creator(const MObject& node);

    MHWRender::DrawAPI supportedDrawAPIs() const override { return MHWRender::kAllDevices; }
    bool isBounded(const MDagPath& path, const MDagPath& camera) const override;
    MBoundingBox boundingBox(const MDagPath& path, const MDagPath& camera) const override;
    // Copies all that is drawn: while Maya draws, the scene may be evaluated already for the next frame.
    MUserData* prepareForDraw(const MDagPath& path, const MDagPath& camera, const MHWRender::MFrameContext& context,
                              MUserData* old) override;
    bool hasUIDrawables() const override { return true; }
    void addUIDrawables(const MDagPath& path, MHWRender::MUIDrawManager& manager,
                        const MHWRender::MFrameContext& context, const MUserData* data) override;

private:
    explicit DisplayOverride(const MObject& node);
};

}  // namespace surefoot
