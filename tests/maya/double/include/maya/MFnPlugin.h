#pragma once

#include <maya/MObject.h>
#include <maya/MPxNode.h>
#include <maya/MStatus.h>
#include <maya/MString.h>
#include <maya/MTypeId.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

typedef void* (*MCreatorFunction)();
typedef MStatus (*MInitializeFunction)();
typedef MSyntax (*MCreateSyntaxFunction)();

class MFnPlugin {
public:
    MFnPlugin(MObject& object, const char* vendor = "Unknown", const char* version = "Unknown",
              const char* requiredApiVersion = "Any", MStatus* status = nullptr);
    virtual ~MFnPlugin();

    MString name(MStatus* status = nullptr) const;
    MString version(MStatus* status = nullptr) const;
    MString apiVersion(MStatus* status = nullptr) const;
    MString loadPath(MStatus* status = nullptr) const;
    MStatus setName(const MString& name, bool allowRename = true);
    MStatus setVersion(const MString& version);
    MStatus registerCommand(const MString& name, MCreatorFunction creator, MCreateSyntaxFunction syntax = nullptr);
    MStatus deregisterCommand(const MString& name);
    MStatus registerNode(const MString& name, const MTypeId& id, MCreatorFunction creator,
                         MInitializeFunction initialize, MPxNode::Type type = MPxNode::kDependNode,
                         const MString* classification = nullptr);
    MStatus deregisterNode(const MTypeId& id);
    MStatus registerUI(const MString& creationProc, const MString& deletionProc, const MString& creationBatchProc = "",
                       const MString& deletionBatchProc = "");

private:
    MFnPlugin(const MFnPlugin&) = delete;
    MFnPlugin& operator=(const MFnPlugin&) = delete;
    ::fake::Ref m_plugin;
};

OPENMAYA_NAMESPACE_CLOSE

#if defined(_WIN32)
#define PLUGIN_EXPORT __declspec(dllexport)
#else
#define PLUGIN_EXPORT __attribute__((visibility("default")))
#endif

#if !defined(MNoPluginEntry)
PLUGIN_EXPORT MStatus initializePlugin(MObject object);
PLUGIN_EXPORT MStatus uninitializePlugin(MObject object);
#endif

// Definitions: a second file that includes this header fails to link, as with the real one.
#if !defined(MNoVersionString)
#define MAYA_DOUBLE_TEXT_(x) #x
#define MAYA_DOUBLE_TEXT(x) MAYA_DOUBLE_TEXT_(x)
PLUGIN_EXPORT char MApiVersion[] = MAYA_DOUBLE_TEXT(MAYA_DOUBLE_YEAR) "0000";
PLUGIN_EXPORT char ADSK_PLUGIN_SIGNATURE[] = "double";
#endif
