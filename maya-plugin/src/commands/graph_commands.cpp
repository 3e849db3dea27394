#include "commands/graph_commands.h"

#include <algorithm>

#include <maya/MDistance.h>
#include <maya/MGlobal.h>

#include "commands/show_result.h"
#include "commands/write_result.h"
#include "scene/layer.h"
#include "status.h"

namespace surefoot {

namespace {

void add(MSyntax& syntax, const char* name, MSyntax::MArgType type, MSyntax::MArgType second = MSyntax::kNoArg,
         MSyntax::MArgType third = MSyntax::kNoArg)
{
    syntax.addFlag(flagOf(name).c_str(), ("-" + longFlag(name)).c_str(), type, second, third);
}

std::string graphFile(const MArgDatabase& arguments)
{
    const std::string file = word(arguments, "graph_file");
    if (file.empty()) {
        throw Failure("give the graph file with -graphFile.");
    }
    return file;
}

MDagPath oneRoot(const MArgDatabase& arguments)
{
    const std::vector<MDagPath> roots = rootsOf(arguments);
    if (roots.size() > 1) {
        throw Failure("a graph is of one character; name one root, not " + std::to_string(roots.size()) + ".");
    }
    return roots[0];
}

// A stretch of the time line.
struct NamedRange {
    std::string name;
    MTime start;
    MTime end;
};

std::vector<NamedRange> rangesOf(const MArgDatabase& arguments, const ReadSettings& settings)
{
    const std::string flag = flagOf("clip_range");
    std::vector<NamedRange> ranges;
    for (unsigned int use = 0; use < arguments.numberOfFlagUses(flag.c_str()); ++use) {
        MArgList list;
        check(arguments.getFlagArgumentList(flag.c_str(), use, list), "read -clipRange");
        NamedRange range;
        range.name = plainText(list.asString(0));
        range.start = MTime(list.asDouble(1), MTime::uiUnit());
        range.end = MTime(list.asDouble(2), MTime::uiUnit());
        ranges.push_back(range);
    }
    if (ranges.empty()) {
        ranges.push_back({"clip", settings.start, settings.end});
    }
    return ranges;
}

// A copy of a clip of the rig under the name of its range.
Clip named(const Motion& motion, const std::string& name)
{
    const surefoot_clip_view* view = nullptr;
    call(surefoot_clip_get, motion.clip.get(), &view);
    surefoot_clip_data data = {};
    data.struct_size = sizeof data;
    data.name = name.c_str();
    data.frame_rate = view->frame_rate;
    data.frame_count = view->frame_count;
    data.rotations = view->rotations;
    data.root_positions = view->root_positions;
    data.translation_count = view->translation_count;
    data.translations = view->translations;
    data.scale_count = view->scale_count;
    data.scales = view->scales;
    Clip clip;
    call(surefoot_clip_create, motion.skeleton.get(), &data, clip.out());
    return clip;
}

// The query with what it points to.
struct Query {
    surefoot_motion_query query = {};
    std::string label;
    std::vector<double> points;
};

void readQuery(const MArgDatabase& arguments, const Units& units, Query& result)
{
    call(surefoot_motion_query_default, &result.query, sizeof result.query);
    if (isGiven(arguments, "seconds")) {
        check(arguments.getFlagArgument(flagOf("seconds").c_str(), 0, result.query.seconds), "read -seconds");
    }
    if (isGiven(arguments, "label")) {
        result.label = word(arguments, "label");
        result.query.label = result.label.c_str();
    }
    const std::string flag = flagOf("point");
    for (unsigned int use = 0; use < arguments.numberOfFlagUses(flag.c_str()); ++use) {
        MArgList list;
        check(arguments.getFlagArgumentList(flag.c_str(), use, list), "read -point");
        MVector place;
        for (unsigned int axis = 0; axis < 3; ++axis) {
            // Values of a list come as they were typed.
            place[axis] = MDistance(list.asDouble(axis), MDistance::uiUnit()).asCentimeters();
        }
        double metres[3];
        units.toLibrary(place, metres);
        result.points.insert(result.points.end(), metres, metres + 3);
    }
    if (!result.points.empty()) {
        if (result.points.size() < 6) {
            throw Failure("a path needs two points or more; give -point again.");
        }
        result.query.kind = SUREFOOT_QUERY_PATH;
        result.query.points = result.points.data();
        result.query.point_count = result.points.size() / 3;
    }
}

// The joint of the graph's skeleton for each node of the rig.
std::vector<size_t> matchJoints(const surefoot_skeleton* graph, const Rig& rig)
{
    const surefoot_skeleton_view* view = nullptr;
    call(surefoot_skeleton_get, graph, &view);
    std::vector<size_t> joints;
    for (const RigNode& node : rig.nodes) {
        const char* const* end = view->names + view->joint_count;
        const char* const* found = std::find_if(view->names, end, [&](const char* name) { return node.name == name; });
        if (found == end) {
            throw Failure("the graph's skeleton has no joint " + node.name + "; it is of another character.");
        }
        joints.push_back(static_cast<size_t>(found - view->names));
    }
    return joints;
}

// Motion of a graph on the rig's skeleton.
Clip onRig(const surefoot_clip* found, const std::vector<size_t>& joints, const Skeleton& skeleton)
{
    const surefoot_clip_view* view = nullptr;
    call(surefoot_clip_get, found, &view);
    std::vector<double> rotations;
    for (size_t frame = 0; frame < view->frame_count; ++frame) {
        for (const size_t joint : joints) {
            const double* at = view->rotations + 4 * (frame * view->joint_count + joint);
            rotations.insert(rotations.end(), at, at + 4);
        }
    }
    const auto carried = [&](const surefoot_track* tracks, size_t count) {
        std::vector<surefoot_track> result;
        for (size_t index = 0; index < count; ++index) {
            const auto place = std::find(joints.begin(), joints.end(), static_cast<size_t>(tracks[index].joint));
            if (place != joints.end()) {
                result.push_back({static_cast<int32_t>(place - joints.begin()), tracks[index].values});
            }
        }
        return result;
    };
    const std::vector<surefoot_track> translations = carried(view->translations, view->translation_count);
    const std::vector<surefoot_track> scales = carried(view->scales, view->scale_count);
    surefoot_clip_data data = {};
    data.struct_size = sizeof data;
    data.frame_rate = view->frame_rate;
    data.frame_count = view->frame_count;
    data.rotations = rotations.data();
    data.root_positions = view->root_positions;
    data.translation_count = translations.size();
    data.translations = translations.data();
    data.scale_count = scales.size();
    data.scales = scales.data();
    Clip clip;
    call(surefoot_clip_create, skeleton.get(), &data, clip.out());
    return clip;
}

Clip atRate(const Skeleton& skeleton, Clip clip, double rate)
{
    const surefoot_clip_view* view = nullptr;
    call(surefoot_clip_get, clip.get(), &view);
    if (view->frame_rate == rate) {
        return clip;
    }
    surefoot_resample_clip_options options;
    call(surefoot_resample_clip_default_options, &options, sizeof options);
    options.frame_rate = rate;
    Clip result;
    call(surefoot_resample_clip, skeleton.get(), clip.get(), &options, result.out(), nullptr);
    return result;
}

size_t frameCount(const Clip& clip)
{
    const surefoot_clip_view* view = nullptr;
    call(surefoot_clip_get, clip.get(), &view);
    return view->frame_count;
}

}  // namespace

MSyntax BuildGraphCommand::newSyntax()
{
    MSyntax syntax;
    addReadFlags(syntax);
    add(syntax, "graph_file", MSyntax::kString);
    add(syntax, "clip_range", MSyntax::kString, MSyntax::kDouble, MSyntax::kDouble);
    syntax.makeFlagMultiUse(flagOf("clip_range").c_str());
    addOptionFlags(syntax, findOperation("build_motion_graph"));
    return syntax;
}

std::vector<std::string> BuildGraphCommand::run(const MArgDatabase& arguments)
{
    const std::string file = graphFile(arguments);
    const MDagPath root = oneRoot(arguments);
    ReadSettings settings = readSettings(arguments);
    const std::vector<NamedRange> ranges = rangesOf(arguments, settings);

    Progress progress;
    std::vector<Character> characters;
    std::vector<Clip> clips;
    std::vector<surefoot_graph_clip> inputs;
    for (size_t index = 0; index < ranges.size(); ++index) {
        progress.stage("Reading " + ranges[index].name,
                       0.5 * static_cast<double>(index + 1) / static_cast<double>(ranges.size()));
        settings.start = ranges[index].start;
        settings.end = ranges[index].end;
        Character character = readCharacter(root, settings, progress);
        // Contacts that the user edited count here, too. None are left in the scene: they would be of one range alone.
        character.plants = plantsInScene(character);
        if (!character.plants) {
            character.plants = detectPlants(character);
        }
        clips.push_back(named(character.motion, ranges[index].name));
        characters.push_back(std::move(character));
    }
    for (size_t index = 0; index < ranges.size(); ++index) {
        surefoot_graph_clip input = {};
        input.skeleton = characters[index].motion.skeleton.get();
        input.clip = clips[index].get();
        input.plants = characters[index].plants.get();
        inputs.push_back(input);
    }

    progress.stage(operation().label, 1.0);
    Options options(operation());
    options.readFlags(arguments, characters[0].units);
    MotionGraph graph;
    Report report;
    progress.run([&](surefoot_progress tell, void* user, surefoot_error* error) {
        return surefoot_build_motion_graph(inputs.data(), inputs.size(),
                                           options.as<surefoot_build_motion_graph_options>(), tell, user, graph.out(),
                                           report.out(), error);
    });
    call(surefoot_motion_graph_write, file.c_str(), graph.get());
    showNotes(report.get(), characters[0].frames);
    MGlobal::displayInfo(mayaText(summaryOf(report.get())));
    Json json;
    json.openObject();
    json.name("operation").value(operation().name);
    json.name("root").value(plainText(root.partialPathName()));
    json.name("summary").value(summaryOf(report.get()));
    json.name("file").value(file);
    json.name("report").raw(jsonOf(report.get()));
    json.closeObject();
    return {json.text()};
}

MSyntax SearchGraphCommand::newSyntax()
{
    MSyntax syntax;
    addReadFlags(syntax);
    addWriteFlags(syntax);
    add(syntax, "graph_file", MSyntax::kString);
    add(syntax, "seconds", MSyntax::kDouble);
    add(syntax, "label", MSyntax::kString);
    add(syntax, "point", MSyntax::kDouble, MSyntax::kDouble, MSyntax::kDouble);
    syntax.makeFlagMultiUse(flagOf("point").c_str());
    addOptionFlags(syntax, findOperation("search_motion_graph"));
    return syntax;
}

std::vector<std::string> SearchGraphCommand::run(const MArgDatabase& arguments)
{
    const std::string file = graphFile(arguments);
    const MDagPath root = oneRoot(arguments);
    const WriteSettings write = writeSettings(arguments);
    ReadSettings settings = readSettings(arguments);
    const Units units = Units::ofScene(settings.unitScale);
    Options options(operation());
    options.readFlags(arguments, units);

    Progress progress;
    progress.stage(operation().label, 0.5);
    MotionGraph graph;
    call(surefoot_motion_graph_read, file.c_str(), graph.out());
    Query query;
    readQuery(arguments, units, query);
    FoundMotion found;
    progress.run([&](surefoot_progress tell, void* user, surefoot_error* error) {
        return surefoot_search_motion_graph(graph.get(), &query.query,
                                            options.as<surefoot_search_motion_graph_options>(), tell, user, found.out(),
                                            error);
    });
    const surefoot_found_motion_view* view = nullptr;
    call(surefoot_found_motion_get, found.get(), &view);
    const surefoot_motion_graph_view* its = nullptr;
    call(surefoot_motion_graph_get, graph.get(), &its);

    progress.stage("Reading " + shortName(root), 0.75);
    if (write.kind == ResultKind::kLayer || write.kind == ResultKind::kControls) {
        removeOwnLayers(edit(), layerNameFor(write, root), root);
    }
    // What the joints hold where the motion will go: one frame tells the skeleton, the motion tells how many there are.
    settings.end = settings.start;
    Character character = readCharacter(root, settings, progress);
    Clip clip = atRate(character.motion.skeleton,
                       onRig(view->clip, matchJoints(its->skeleton, character.rig), character.motion.skeleton),
                       FrameRange::rate());
    const size_t count = frameCount(clip);
    settings.end = MTime(settings.start.as(MTime::uiUnit()) + static_cast<double>(count) - 1.0, MTime::uiUnit());
    character = readCharacter(root, settings, progress);
    // The motion was made without knowing of the range; a start between two frames can cost the last one.
    if (character.frames.count != count) {
        throw Failure("the motion of " + std::to_string(count) + " frames does not fit from frame " +
                      std::to_string(settings.start.as(MTime::uiUnit())) + " on; start on a whole frame.");
    }

    progress.stage("Writing " + shortName(root), 1.0);
    const Written written = writeResult(character, clip.get(), write, edit(), progress);
    if (write.display) {
        showResult(character, clip.get(), edit());
    }
    showNotes(view->report, character.frames);
    MGlobal::displayInfo(mayaText(summaryOf(view->report)));
    Json json;
    json.openObject();
    json.name("operation").value(operation().name);
    json.name("root").value(plainText(root.partialPathName()));
    json.name("summary").value(summaryOf(view->report));
    json.name("result").openObject();
    json.name("kind").value(kindName(write.kind));
    json.name("name").value(written.name);
    json.name("channels").value(static_cast<double>(written.channelCount));
    json.name("frames").value(static_cast<double>(count));
    json.closeObject();
    json.name("scene").openObject().name("farthest").value(written.check.farthest).closeObject();
    json.name("report").raw(jsonOf(view->report));
    json.closeObject();
    keepInScene(character, edit(), nullptr, &json.text());
    return {json.text()};
}

}  // namespace surefoot
