#pragma once

#include <maya/MMessage.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MConditionMessage : public MMessage {
public:
    static MCallbackId addConditionCallback(const MString& condition, MStateFunction function,
                                            void* clientData = nullptr, MStatus* status = nullptr);
};

OPENMAYA_NAMESPACE_CLOSE
