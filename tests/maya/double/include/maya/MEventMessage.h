#pragma once

#include <maya/MMessage.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MEventMessage : public MMessage {
public:
    static MCallbackId addEventCallback(const MString& event, MBasicFunction function, void* clientData = nullptr,
                                        MStatus* status = nullptr);
};

OPENMAYA_NAMESPACE_CLOSE
