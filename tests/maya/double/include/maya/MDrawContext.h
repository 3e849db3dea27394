#pragma once

#include <maya/MTypes.h>
#include <maya/MStatus.h>
#include <maya/MFrameContext.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN
namespace MHWRender {

class MDrawContext : public MFrameContext {
public:
};

}  // namespace MHWRender
OPENMAYA_NAMESPACE_CLOSE
