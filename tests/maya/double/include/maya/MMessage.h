#pragma once

#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MMessage {
public:
    typedef void (*MBasicFunction)(void* clientData);
    typedef void (*MStringFunction)(const MString& text, void* clientData);
    typedef void (*MTimeFunction)(MTime& time, void* clientData);
    typedef void (*MNodeFunction)(MObject& node, void* clientData);
    typedef void (*MStateFunction)(bool state, void* clientData);
    typedef void (*MObjArray)(MObjectArray& objects, void* clientData);

    static MStatus removeCallback(MCallbackId id);
    static MStatus removeCallbacks(MCallbackIdArray& ids);
};

OPENMAYA_NAMESPACE_CLOSE
