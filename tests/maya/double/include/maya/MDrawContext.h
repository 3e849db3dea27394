#pragma once

#include <maya/MFrameContext.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN
namespace MHWRender {

class MDrawContext : public MFrameContext {
public:
};

}  // namespace MHWRender
OPENMAYA_NAMESPACE_CLOSE
