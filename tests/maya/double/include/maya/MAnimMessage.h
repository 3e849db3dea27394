#pragma once

#include <maya/MMessage.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MAnimMessage : public MMessage {
public:
    static MCallbackId addAnimCurveEditedCallback(void (*function)(MObjectArray& curves, void* clientData),
                                                  void* clientData = nullptr, MStatus* status = nullptr);
    static MCallbackId addAnimKeyframeEditedCallback(void (*function)(MObjectArray& keys, void* clientData),
                                                     void* clientData = nullptr, MStatus* status = nullptr);
};

OPENMAYA_NAMESPACE_CLOSE
