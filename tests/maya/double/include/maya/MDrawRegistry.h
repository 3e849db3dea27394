#pragma once

#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN
namespace MHWRender {

class MDrawRegistry {
public:
    typedef MPxDrawOverride* (*DrawOverrideCreator)(const MObject& object);
    static MStatus registerDrawOverrideCreator(const MString& classification, const MString& registrant,
                                               DrawOverrideCreator creator);
    static MStatus deregisterDrawOverrideCreator(const MString& classification, const MString& registrant);
};

}  // namespace MHWRender
OPENMAYA_NAMESPACE_CLOSE
