#include "commands/detect_command.h"

#include <maya/MGlobal.h>

#include "status.h"

namespace surefoot {

MSyntax DetectCommand::newSyntax()
{
    MSyntax syntax;
    addReadFlags(syntax);
    addOptionFlags(syntax, findOperation("detect_plants"));
    return syntax;
}

std::vector<std::string> DetectCommand::run(const MArgDatabase& arguments)
{
    const ReadSettings settings = readSettings(arguments);
    const std::vector<MDagPath> roots = rootsOf(arguments);
    std::vector<std::string> results;
    for (const MDagPath& root : roots) {
        Progress progress;
        progress.stage("Reading " + shortName(root), 0.8);
        const Character character = readCharacter(root, settings, progress);
        requireMotion(character);
        Options options(operation());
        options.readFlags(arguments, character.units);

        progress.stage("Detecting contacts", 0.95);
        Plants plants;
        Report report;
        progress.run([&](surefoot_progress, void*, surefoot_error* error) {
            return surefoot_detect_plants(character.motion.skeleton.get(), character.motion.clip.get(),
                                          character.ground.get(), options.as<surefoot_detect_plants_options>(),
                                          plants.out(), nullptr, report.out(), error);
        });
        progress.stage("Writing contacts", 1.0);
        const surefoot_plant* items = nullptr;
        size_t count = 0;
        call(surefoot_plants_get, plants.get(), &items, &count, nullptr);
        Json json;
        json.openObject();
        json.name("operation").value(operation().name);
        json.name("root").value(plainText(root.partialPathName()));
        json.name("summary").value(summaryOf(report.get()));
        json.name("contacts").value(static_cast<double>(count));
        json.name("report").raw(jsonOf(report.get()));
        json.closeObject();
        keepInScene(character, edit(), plants.get(), &json.text());
        showNotes(report.get(), character.frames);
        MGlobal::displayInfo(mayaText(summaryOf(report.get())));
        results.push_back(json.text());
    }
    return results;
}

}  // namespace surefoot
