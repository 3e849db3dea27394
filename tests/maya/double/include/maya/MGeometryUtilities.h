#pragma once

#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN
namespace MHWRender {

enum DisplayStatus {
    kActive,
    kLive,
    kDormant,
    kInvisible,
    kHilite,
    kTemplate,
    kActiveTemplate,
    kActiveComponent,
    kLead,
    kIntermediateObject,
    kActiveAffected,
    kNoStatus
};

class MGeometryUtilities {
public:
    static DisplayStatus displayStatus(const MDagPath& path, MStatus* status = nullptr);
    static MColor wireframeColor(const MDagPath& path);
};

}  // namespace MHWRender
OPENMAYA_NAMESPACE_CLOSE
