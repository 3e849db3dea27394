#pragma once

#include <maya/MMessage.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MSceneMessage : public MMessage {
public:
    enum Message {
        kSceneUpdate,
        kBeforeNew,
        kAfterNew,
        kBeforeImport,
        kAfterImport,
        kBeforeOpen,
        kAfterOpen,
        kBeforeExport,
        kAfterExport,
        kBeforeSave,
        kAfterSave,
        kBeforeReference,
        kAfterReference,
        kBeforeRemoveReference,
        kAfterRemoveReference,
        kMayaInitialized,
        kMayaExiting,
        kLast
    };
    static MCallbackId addCallback(Message message, MBasicFunction function, void* clientData = nullptr,
                                   MStatus* status = nullptr);
};

OPENMAYA_NAMESPACE_CLOSE
