#include "commands/operation_command.h"

#include <exception>

#include <maya/MGlobal.h>
#include <maya/MNamespace.h>
#include <maya/MStringArray.h>

#include "scene/contacts.h"
#include "status.h"

namespace surefoot {

SelectionGuard::SelectionGuard()
{
    MGlobal::getActiveSelectionList(m_selection);
}

SelectionGuard::~SelectionGuard()
{
    MGlobal::setActiveSelectionList(m_selection, MGlobal::kReplaceList);
}

NamespaceGuard::NamespaceGuard() : m_namespace(MNamespace::currentNamespace())
{
    MNamespace::setCurrentNamespace(":");
}

NamespaceGuard::~NamespaceGuard()
{
    MNamespace::setCurrentNamespace(m_namespace);
}

MStatus OperationCommand::doIt(const MArgList& list)
{
    MStatus status;
    const MArgDatabase arguments(syntax(), list, &status);
    if (!status) {
        return status;
    }
    // Outlive what is undone after a failure.
    const SelectionGuard selection;
    const NamespaceGuard rootNamespace;
    try {
        if (arguments.isQuery()) {
            setResult(query(arguments));
            return MS::kSuccess;
        }
        const std::vector<std::string> results = run(arguments);
        if (results.size() == 1) {
            setResult(mayaText(results[0]));
        } else {
            MStringArray all;
            for (const std::string& result : results) {
                all.append(mayaText(result));
            }
            setResult(all);
        }
        return MS::kSuccess;
    } catch (const Cancelled& cancelled) {
        takeBack();
        displayWarning(mayaText(m_command + ": " + cancelled.what()));
    } catch (const std::exception& failure) {
        takeBack();
        displayError(mayaText(m_command + ": " + failure.what()));
    }
    return MS::kFailure;
}

void OperationCommand::takeBack()
{
    if (!m_edit.undo()) {
        displayWarning(
            mayaText(m_command + ": not all of what was done could be undone; undo, or open the scene again."));
    }
}

MStatus OperationCommand::undoIt()
{
    return m_edit.undo();
}

MStatus OperationCommand::redoIt()
{
    const NamespaceGuard rootNamespace;
    return m_edit.redo();
}

MString OperationCommand::query(const MArgDatabase& arguments)
{
    const Units units = Units::ofScene(1.0);
    Json json;
    if (isGiven(arguments, "describe")) {
        describe(operation(), m_command, units, json);
        return mayaText(json.text());
    }
    if (isGiven(arguments, "report")) {
        for (const MDagPath& root : rootsOf(arguments)) {
            const MObject node = findPlantsNode(root);
            const std::string report = node.isNull() ? "" : readPlantsInfo(node).report;
            if (report.empty()) {
                throw Failure(plainText(root.partialPathName()) + " has no report; run a command of Surefoot on it.");
            }
            return mayaText(report);
        }
    }
    if (queryDefault(arguments, operation(), units, json)) {
        return mayaText(json.text());
    }
    throw Failure("nothing to query; give -describe, -report or the flag of an option, whose default is told.");
}

void showNotes(const surefoot_report* report, const FrameRange& frames)
{
    const surefoot_note* notes = nullptr;
    size_t count = 0;
    call(surefoot_report_notes, report, &notes, &count);
    for (size_t index = 0; index < count; ++index) {
        const surefoot_note& note = notes[index];
        std::string text = note.text;
        if (note.frame_count > 0) {
            const double first = frames.first + static_cast<double>(note.frames[0].first);
            text += " (frame " + std::to_string(static_cast<long>(first)) + ")";
        }
        if (note.severity == SUREFOOT_SEVERITY_WARNING) {
            MGlobal::displayWarning(mayaText(text));
        } else {
            MGlobal::displayInfo(mayaText(text));
        }
    }
}

std::string jsonOf(const surefoot_report* report)
{
    const char* text = nullptr;
    call(surefoot_report_json, report, &text);
    return text;
}

std::string summaryOf(const surefoot_report* report)
{
    const char* text = nullptr;
    call(surefoot_report_summary, report, &text);
    return text;
}

}  // namespace surefoot
