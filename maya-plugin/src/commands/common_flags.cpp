#include "commands/common_flags.h"

#include <maya/MAnimControl.h>
#include <maya/MDistance.h>
#include <maya/MFn.h>
#include <maya/MGlobal.h>
#include <maya/MItSelectionList.h>
#include <maya/MSelectionList.h>

#include "options.h"
#include "status.h"

namespace surefoot {

namespace {

void add(MSyntax& syntax, const char* name, MSyntax::MArgType type)
{
    syntax.addFlag(flagOf(name).c_str(), ("-" + longFlag(name)).c_str(), type);
}

ResultKind kindOf(const std::string& text)
{
    if (text.empty() || text == "layer") {
        return ResultKind::kLayer;
    }
    if (text == "keys") {
        return ResultKind::kKeys;
    }
    if (text == "controls") {
        return ResultKind::kControls;
    }
    if (text == "bake") {
        return ResultKind::kBake;
    }
    throw Failure("-result cannot be " + text + "; give layer, keys, controls or bake.");
}

std::vector<MDagPath> pathsIn(const MSelectionList& list)
{
    std::vector<MDagPath> paths;
    for (unsigned int index = 0; index < list.length(); ++index) {
        MDagPath path;
        MObject component;
        if (list.getDagPath(index, path, component)) {
            paths.push_back(path);
        }
    }
    return paths;
}

}  // namespace

const char* kindName(ResultKind kind)
{
    switch (kind) {
        case ResultKind::kLayer:
            return "layer";
        case ResultKind::kKeys:
            return "keys";
        case ResultKind::kControls:
            return "controls";
        case ResultKind::kBake:
            return "bake";
    }
    return "";
}

std::string flagOf(const std::string& name)
{
    return "-" + shortFlag(name);
}

bool isGiven(const MArgDatabase& arguments, const std::string& name)
{
    return arguments.isFlagSet(flagOf(name).c_str());
}

std::string word(const MArgDatabase& arguments, const std::string& name)
{
    MString text;
    if (isGiven(arguments, name)) {
        check(arguments.getFlagArgument(flagOf(name).c_str(), 0, text), "read -" + longFlag(name));
    }
    return plainText(text);
}

void addReadFlags(MSyntax& syntax)
{
    syntax.setObjectType(MSyntax::kSelectionList, 0);
    // The selection is taken by hand: only so a selected character can be told from a named one.
    syntax.useSelectionAsDefault(false);
    syntax.enableQuery(true);
    add(syntax, "start_time", MSyntax::kTime);
    add(syntax, "end_time", MSyntax::kTime);
    add(syntax, "sampling", MSyntax::kString);
    add(syntax, "unit_scale", MSyntax::kDouble);
    add(syntax, "ground", MSyntax::kDistance);
    add(syntax, "describe", MSyntax::kNoArg);
    add(syntax, "report", MSyntax::kNoArg);
}

void addWriteFlags(MSyntax& syntax)
{
    add(syntax, "result", MSyntax::kString);
    add(syntax, "layer_name", MSyntax::kString);
    add(syntax, "controls", MSyntax::kString);
    add(syntax, "display", MSyntax::kBoolean);
}

ReadSettings readSettings(const MArgDatabase& arguments)
{
    ReadSettings settings;
    settings.start = MAnimControl::minTime();
    settings.end = MAnimControl::maxTime();
    if (isGiven(arguments, "start_time")) {
        check(arguments.getFlagArgument(flagOf("start_time").c_str(), 0, settings.start), "read -startTime");
    }
    if (isGiven(arguments, "end_time")) {
        check(arguments.getFlagArgument(flagOf("end_time").c_str(), 0, settings.end), "read -endTime");
    }
    if (isGiven(arguments, "sampling")) {
        settings.sampling = word(arguments, "sampling");
    }
    if (isGiven(arguments, "unit_scale")) {
        check(arguments.getFlagArgument(flagOf("unit_scale").c_str(), 0, settings.unitScale), "read -unitScale");
    }
    if (isGiven(arguments, "ground")) {
        MDistance height;
        check(arguments.getFlagArgument(flagOf("ground").c_str(), 0, height), "read -ground");
        settings.hasGround = true;
        settings.ground = height.asCentimeters();
    }
    return settings;
}

WriteSettings writeSettings(const MArgDatabase& arguments)
{
    WriteSettings settings;
    settings.kind = kindOf(word(arguments, "result"));
    settings.layer = word(arguments, "layer_name");
    settings.controls = word(arguments, "controls");
    if (isGiven(arguments, "display")) {
        check(arguments.getFlagArgument(flagOf("display").c_str(), 0, settings.display), "read -display");
    }
    if (settings.kind == ResultKind::kControls && settings.controls.empty()) {
        throw Failure("-result controls needs a file that names the control of each joint; give it with -controls.");
    }
    return settings;
}

std::vector<MDagPath> rootsOf(const MArgDatabase& arguments)
{
    MSelectionList named;
    check(arguments.getObjects(named), "read what to work on");
    if (!named.isEmpty()) {
        return findRoots(pathsIn(named));
    }
    MSelectionList selected;
    check(MGlobal::getActiveSelectionList(selected), "read the selection");
    const std::vector<MDagPath> roots = findRoots(pathsIn(selected));
    if (roots.size() > 1) {
        throw Failure("Two characters are selected, " + plainText(roots[0].partialPathName()) + " and " +
                      plainText(roots[1].partialPathName()) + "; select one, or name both.");
    }
    return roots;
}

}  // namespace surefoot
