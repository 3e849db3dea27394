#pragma once

#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MPxCommand {
public:
    MPxCommand();
    virtual ~MPxCommand();
    virtual MStatus doIt(const MArgList& arguments) = 0;
    virtual MStatus undoIt();
    virtual MStatus redoIt();
    virtual bool isUndoable() const;
    virtual bool hasSyntax() const;
    MSyntax syntax() const;
    bool isHistoryOn() const;
    MString commandString() const;
    MStatus setCommandString(const MString& command);

    static void displayInfo(const MString& message);
    static void displayWarning(const MString& message, bool showLineNumber = false);
    static void displayError(const MString& message, bool showLineNumber = false);
    static void clearResult();
    static void setResult(unsigned int value);
    static void setResult(int value);
    static void setResult(double value);
    static void setResult(bool value);
    static void setResult(const MString& value);
    static void setResult(const MIntArray& value);
    static void setResult(const MDoubleArray& value);
    static void setResult(const MStringArray& value);
    static void appendToResult(int value);
    static void appendToResult(double value);
    static void appendToResult(const MString& value);
    static void appendToResult(const MStringArray& value);

    // Of the double.
    void fakeSetUp(const MString& name, const MSyntax* syntax);

private:
    MPxCommand(const MPxCommand&) = delete;
    MPxCommand& operator=(const MPxCommand&) = delete;
    void* m_state;
};

OPENMAYA_NAMESPACE_CLOSE
