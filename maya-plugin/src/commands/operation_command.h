// What all commands share: flags, queries, undo, and that nothing is left behind when one fails.
#pragma once

#include <string>
#include <vector>

#include <maya/MArgDatabase.h>
#include <maya/MArgList.h>
#include <maya/MPxCommand.h>
#include <maya/MSelectionList.h>
#include <maya/MString.h>
#include <maya/MSyntax.h>

#include "commands/common_flags.h"
#include "options.h"
#include "progress.h"
#include "scene/scene_edit.h"

namespace surefoot {

class OperationCommand : public MPxCommand {
public:
    // `command` is the name that users call, `operation` that of the library.
    OperationCommand(const char* command, const char* operation) : m_command(command), m_operation(operation) {}

    MStatus doIt(const MArgList& list) override;
    MStatus undoIt() override;
    MStatus redoIt() override;
    bool isUndoable() const override { return !m_edit.isEmpty(); }
    bool hasSyntax() const override { return true; }

protected:
    // Does the work on what the arguments name, and returns the results: JSON, one a character.
    virtual std::vector<std::string> run(const MArgDatabase& arguments) = 0;

    const surefoot_operation& operation() const { return findOperation(m_operation); }
    SceneEdit& edit() { return m_edit; }
    const std::string& command() const { return m_command; }

private:
    MString query(const MArgDatabase& arguments);
    void takeBack();

    std::string m_command;
    std::string m_operation;
    SceneEdit m_edit;
};

// Keeps what a command may not change: the selection. The time is kept where it is moved.
class SelectionGuard {
public:
    SelectionGuard();
    SelectionGuard(const SelectionGuard&) = delete;
    SelectionGuard& operator=(const SelectionGuard&) = delete;
    ~SelectionGuard();

private:
    MSelectionList m_selection;
};

// Nodes are made in the root namespace, by the names that are asked for, whatever the user's current one is.
class NamespaceGuard {
public:
    NamespaceGuard();
    NamespaceGuard(const NamespaceGuard&) = delete;
    NamespaceGuard& operator=(const NamespaceGuard&) = delete;
    ~NamespaceGuard();

private:
    MString m_namespace;
};

// Warnings of a report in the Script Editor, one a note.
void showNotes(const surefoot_report* report, const FrameRange& frames);

// Text of a report as JSON.
std::string jsonOf(const surefoot_report* report);
std::string summaryOf(const surefoot_report* report);

}  // namespace surefoot
