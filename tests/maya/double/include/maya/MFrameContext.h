#pragma once

#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN
namespace MHWRender {

class MFrameContext {
public:
    enum DisplayStyle {
        kGouraudShaded = 0x1,
        kWireFrame = 0x2,
        kBoundingBox = 0x4,
        kTextured = 0x8,
        kDefaultMaterial = 0x10,
        kXrayJoint = 0x20,
        kXray = 0x40,
        kTwoSidedLighting = 0x80,
        kFlatShaded = 0x100,
        kShadeActiveOnly = 0x200,
        kXrayActiveComponents = 0x400,
        kBackfaceCulling = 0x800,
        kSmoothWireframe = 0x1000
    };
    unsigned int getDisplayStyle() const;
};

}  // namespace MHWRender
OPENMAYA_NAMESPACE_CLOSE
