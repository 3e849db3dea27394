#pragma once

#include <maya/MMessage.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MModelMessage : public MMessage {
public:
    enum Message { kActiveListModified };
    static MCallbackId addCallback(Message message, MBasicFunction function, void* clientData = nullptr,
                                   MStatus* status = nullptr);
};

OPENMAYA_NAMESPACE_CLOSE
