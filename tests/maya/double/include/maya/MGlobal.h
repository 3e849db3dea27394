#pragma once

#include <maya/MObject.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MGlobal {
public:
    enum MMayaState { kInteractive = 0, kBatch = 1, kLibraryApp = 2, kBaseUIMode = 3 };
    enum ListAdjustment { kReplaceList, kXORWithList, kAddToList, kRemoveFromList, kAddToHeadOfList };
    enum MSelectionMode {
        kSelectObjectMode = 0,
        kSelectComponentMode,
        kSelectRootMode,
        kSelectLeafMode,
        kSelectTemplateMode
    };

    static MMayaState mayaState(MStatus* status = nullptr);
    static MString mayaVersion();
    static int apiVersion();
    static bool isUndoing();
    static bool isRedoing();

    static void displayInfo(const MString& message);
    static void displayWarning(const MString& message);
    static void displayError(const MString& message);
    static bool startErrorLogging();

    static MStatus executeCommand(const MString& command, bool displayEnabled = false, bool undoEnabled = false);
    static MStatus executeCommand(const MString& command, MCommandResult& result, bool displayEnabled = false,
                                  bool undoEnabled = false);
    static MStatus executeCommand(const MString& command, int& result, bool displayEnabled = false,
                                  bool undoEnabled = false);
    static MStatus executeCommand(const MString& command, MIntArray& result, bool displayEnabled = false,
                                  bool undoEnabled = false);
    static MStatus executeCommand(const MString& command, double& result, bool displayEnabled = false,
                                  bool undoEnabled = false);
    static MStatus executeCommand(const MString& command, MDoubleArray& result, bool displayEnabled = false,
                                  bool undoEnabled = false);
    static MStatus executeCommand(const MString& command, MString& result, bool displayEnabled = false,
                                  bool undoEnabled = false);
    static MStatus executeCommand(const MString& command, MStringArray& result, bool displayEnabled = false,
                                  bool undoEnabled = false);
    static MString executeCommandStringResult(const MString& command, bool displayEnabled = false,
                                              bool undoEnabled = false, MStatus* status = nullptr);
    static MStatus executeCommandOnIdle(const MString& command, bool displayEnabled = false);
    static MStatus executePythonCommand(const MString& command, bool displayEnabled = false, bool undoEnabled = false);
    static MStatus executePythonCommand(const MString& command, int& result, bool displayEnabled = false,
                                        bool undoEnabled = false);
    static MStatus executePythonCommand(const MString& command, MString& result, bool displayEnabled = false,
                                        bool undoEnabled = false);
    static MStatus executePythonCommand(const MString& command, MStringArray& result, bool displayEnabled = false,
                                        bool undoEnabled = false);
    static MString executePythonCommandStringResult(const MString& command, bool displayEnabled, bool undoEnabled,
                                                    MStatus* status = nullptr);
    static MStatus executePythonCommandOnIdle(const MString& command, bool displayEnabled = false);
    static MStatus sourceFile(const MString& fileName);

    static MStatus getActiveSelectionList(MSelectionList& list, bool orderedSelectionIfAvailable = false);
    static MStatus setActiveSelectionList(const MSelectionList& list, ListAdjustment adjustment = kReplaceList);
    static MStatus getSelectionListByName(const MString& name, MSelectionList& list);
    static MStatus clearSelectionList();
    static MStatus select(MObject& object, ListAdjustment adjustment = kAddToList);
    static MStatus selectByName(const MString& name, ListAdjustment adjustment = kAddToList);
    static MSelectionMode selectionMode(MStatus* status = nullptr);
    static MStatus getFunctionSetList(MObject object, MStringArray& names);

    static MVector upAxis(MStatus* status = nullptr);
    static bool isYAxisUp(MStatus* status = nullptr);
    static bool isZAxisUp(MStatus* status = nullptr);
    static MStatus setYAxisUp(bool rotateView = false);
    static MStatus setZAxisUp(bool rotateView = false);
    static MStatus viewFrame(double time);
    static MStatus viewFrame(const MTime& time);

    static bool setOptionVarValue(const MString& name, int value);
    static bool setOptionVarValue(const MString& name, double value);
    static bool setOptionVarValue(const MString& name, MString value);
    static int optionVarIntValue(const MString& name, bool* exists = nullptr);
    static double optionVarDoubleValue(const MString& name, bool* exists = nullptr);
    static MString optionVarStringValue(const MString& name, bool* exists = nullptr);
    static bool optionVarExists(const MString& name);
    static bool removeOptionVar(const MString& name);
};

OPENMAYA_NAMESPACE_CLOSE
