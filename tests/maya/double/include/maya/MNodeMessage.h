#pragma once

#include <maya/MMessage.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MNodeMessage : public MMessage {
public:
    enum AttributeMessage {
        kConnectionMade = 0x01,
        kConnectionBroken = 0x02,
        kAttributeEval = 0x04,
        kAttributeSet = 0x08,
        kAttributeLocked = 0x10,
        kAttributeUnlocked = 0x20,
        kAttributeAdded = 0x40,
        kAttributeRemoved = 0x80,
        kAttributeRenamed = 0x100,
        kAttributeKeyable = 0x200,
        kAttributeUnkeyable = 0x400,
        kIncomingDirection = 0x800,
        kAttributeArrayAdded = 0x1000,
        kAttributeArrayRemoved = 0x2000,
        kOtherPlugSet = 0x4000
    };
    typedef void (*MAttr2PlugFunction)(AttributeMessage message, MPlug& plug, MPlug& otherPlug, void* clientData);

    static MCallbackId addAttributeChangedCallback(MObject& node, MAttr2PlugFunction function,
                                                   void* clientData = nullptr, MStatus* status = nullptr);
    static MCallbackId addNodePreRemovalCallback(MObject& node, MNodeFunction function, void* clientData = nullptr,
                                                 MStatus* status = nullptr);
};

OPENMAYA_NAMESPACE_CLOSE
