#pragma once

#include <maya/MMessage.h>
#include <maya/MStatus.h>
#include <maya/MString.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MDGMessage : public MMessage {
public:
    static MCallbackId addTimeChangeCallback(MTimeFunction function, void* clientData = nullptr,
                                             MStatus* status = nullptr);
    static MCallbackId addNodeAddedCallback(MNodeFunction function, const MString& type = "dependNode",
                                            void* clientData = nullptr, MStatus* status = nullptr);
    static MCallbackId addNodeRemovedCallback(MNodeFunction function, const MString& type = "dependNode",
                                              void* clientData = nullptr, MStatus* status = nullptr);
};

OPENMAYA_NAMESPACE_CLOSE
