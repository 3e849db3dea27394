#pragma once

#include <maya/MObject.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN
namespace MHWRender {

enum DrawAPI { kNone = 0, kOpenGL = 1 << 0, kDirectX11 = 1 << 1, kOpenGLCoreProfile = 1 << 2, kAllDevices = 7 };

class MRenderer {
public:
    static void setGeometryDrawDirty(MObject object, bool topologyChanged = true);
};

}  // namespace MHWRender
OPENMAYA_NAMESPACE_CLOSE
