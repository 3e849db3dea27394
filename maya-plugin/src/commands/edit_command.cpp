#include "commands/edit_command.h"

#include <maya/MGlobal.h>

#include "commands/show_result.h"
#include "commands/write_result.h"
#include "scene/layer.h"
#include "status.h"

namespace surefoot {

namespace {

// A scene that is farther than this from the result does not show it, metres.
constexpr double kMostMiss = 1e-4;

void writeCheck(const SceneCheck& check, Json& json)
{
    json.openObject();
    json.name("farthest").value(check.farthest);
    json.name("joint").value(check.joint);
    json.name("frame").value(check.frame);
    json.name("isResult").value(check.farthest <= kMostMiss);
    if (check.slideAfter >= 0.0) {
        json.name("slideBefore").value(check.slideBefore);
        json.name("slideAfter").value(check.slideAfter);
        json.name("summary").value(check.summary);
    }
    json.closeObject();
}

// The scene is what counts: its figures come first, and a scene that shows something else is told.
void tellScene(const std::string& label, const SceneCheck& check)
{
    if (check.farthest > kMostMiss) {
        MGlobal::displayWarning(mayaText(label + ": in the scene " + check.joint + " is " +
                                         std::to_string(100.0 * check.farthest) + " cm from the result at frame " +
                                         std::to_string(static_cast<long>(check.frame)) +
                                         "; something else moves it, such as a constraint, a limit or another layer."));
    }
    if (check.slideAfter >= 0.0) {
        MGlobal::displayInfo(mayaText(label + ": in the scene planted feet slide " +
                                      std::to_string(100.0 * check.slideBefore) + " to " +
                                      std::to_string(100.0 * check.slideAfter) + " cm/s."));
    }
}

}  // namespace

MSyntax EditCommand::syntaxOf(const EditOperation& operation)
{
    MSyntax syntax;
    addReadFlags(syntax);
    addWriteFlags(syntax);
    addOptionFlags(syntax, findOperation(operation.operation));
    return syntax;
}

std::vector<std::string> EditCommand::run(const MArgDatabase& arguments)
{
    std::vector<std::string> results;
    const std::vector<MDagPath> roots = rootsOf(arguments);
    if (roots.size() > 1 && isGiven(arguments, "layer_name")) {
        throw Failure("each character needs a layer of its own; leave -layerName out, or name one character.");
    }
    for (const MDagPath& root : roots) {
        results.push_back(runOne(root, arguments));
    }
    return results;
}

std::string EditCommand::runOne(const MDagPath& root, const MArgDatabase& arguments)
{
    const WriteSettings write = writeSettings(arguments);
    Progress progress;
    progress.stage("Reading " + shortName(root), 0.35);
    if (write.kind == ResultKind::kLayer || write.kind == ResultKind::kControls) {
        removeOwnLayers(edit(), layerNameFor(write, root), root);
    }
    Character character = readCharacter(root, readSettings(arguments), progress);
    requireMotion(character);
    if (m_operation.needsSkins && character.skins.empty()) {
        throw Failure(character.skinFailure.empty()
                          ? plainText(root.partialPathName()) +
                                " moves no skinned mesh; bind one, or use an operation that needs none."
                          : character.skinFailure);
    }
    if (m_operation.needsPlants) {
        findContacts(character, edit());
    }
    Options options(operation());
    options.readFlags(arguments, character.units);

    progress.stage(operation().label, 0.75);
    const Edited edited = m_operation.run(character, options, progress);
    progress.stage("Writing " + shortName(root), 0.95);
    const Written written = writeResult(character, edited.clip.get(), write, edit(), progress);
    if (write.display) {
        showResult(character, edited.clip.get(), edit());
    }

    Json json;
    json.openObject();
    json.name("operation").value(operation().name);
    json.name("root").value(plainText(root.partialPathName()));
    json.name("summary").value(summaryOf(edited.report.get()));
    json.name("result").openObject();
    json.name("kind").value(kindName(write.kind));
    json.name("name").value(written.name);
    json.name("channels").value(static_cast<double>(written.channelCount));
    json.closeObject();
    json.name("scene");
    writeCheck(written.check, json);
    json.name("sampling").value(character.sampling == Sampling::kContext ? "context" : "timeline");
    json.name("report").raw(jsonOf(edited.report.get()));
    json.closeObject();
    keepInScene(character, edit(), nullptr, &json.text());

    progress.stage("Done", 1.0);
    showNotes(edited.report.get(), character.frames);
    MGlobal::displayInfo(mayaText(summaryOf(edited.report.get())));
    tellScene(shortName(root), written.check);
    return json.text();
}

}  // namespace surefoot
