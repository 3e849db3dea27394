// What the commands do to a scene, and what they leave alone.

#include <algorithm>
#include <fstream>

#include <maya/MAnimControl.h>
#include <maya/MFnDependencyNode.h>
#include <maya/MGlobal.h>
#include <maya/MSelectionList.h>
#include <maya/MTime.h>

#include "check.h"
#include "session.h"
#include "status.h"
#include "walker.h"

namespace {

using namespace scenario;

// Frames of the walk that most cases take: three steps.
constexpr size_t kFrames = 75;
constexpr double kSame = 1e-4;
const char* const kWalk = "footskate_bench/02_01_walk_skate_60fps.bvh";

// A walk in a new scene at a frame rate, and what the library makes of it without Maya.
struct Walk {
    Source source;
    WalkerOptions options;
    Walker walker;
    std::vector<double> before;
    std::vector<double> after;

    std::string root() const { return walker.root().fullPathName().asUTF8(); }
    double miss() const { return farthest(walker, options, after, source.frameCount); }
    double missOfOriginal() const { return farthest(walker, options, before, source.frameCount); }
    std::string range() const
    {
        return " -startTime " + std::to_string(options.firstFrame) + " -endTime " +
               std::to_string(options.firstFrame + static_cast<double>(source.frameCount) - 1.0) + " ";
    }
};

// What the command line does with its defaults: find plants, hold them.
std::vector<double> cleaned(const Source& source, const surefoot_remove_footskate_options* options)
{
    surefoot::Plants plants;
    surefoot::Clip clip;
    surefoot::call(surefoot_detect_plants, source.skeleton.get(), source.clip.get(), nullptr, nullptr, plants.out(),
                   nullptr, nullptr);
    surefoot::call(surefoot_remove_footskate, source.skeleton.get(), source.clip.get(), plants.get(), nullptr, options,
                   clip.out(), nullptr);
    return placesIn(source.skeleton.get(), clip.get());
}

bool load(Walk& walk, double frameRate = 30.0, size_t frames = kFrames, const char* file = kWalk)
{
    const std::string path = dataFile(file);
    if (path.empty()) {
        return false;
    }
    walk.source = readSource(path, frameRate, frames);
    walk.walker = makeWalker(walk.source, walk.options);
    walk.before = placesIn(walk.source.skeleton.get(), walk.source.clip.get());
    walk.after = cleaned(walk.source, nullptr);
    return true;
}

bool exists(const std::string& name)
{
    MSelectionList list;
    return list.add(name.c_str()) == MS::kSuccess;
}

MPlug plugOf(const std::string& node, const char* attribute)
{
    MSelectionList list;
    surefoot::check(list.add(node.c_str()), "find " + node);
    MObject object;
    surefoot::check(list.getDependNode(0, object), "find " + node);
    return MFnDependencyNode(object).findPlug(attribute, true);
}

}  // namespace

CASE("the scene shows the walk that it was made of")
{
    const Session session(30);
    Walk walk;
    if (load(walk)) {
        CHECK_LESS(walk.missOfOriginal(), 1e-6);
    }
}

CASE("a walk on awkward joints gives the command line's result")
{
    const Session session(30);
    Walk walk;
    if (load(walk)) {
        const std::string result = session.run("surefootRemoveFootskate" + walk.range() + walk.root());
        CHECK_LESS(walk.miss(), kSame);
        CHECK(farthest(walk.walker, walk.options, walk.before, walk.source.frameCount) > 0.005);
        CHECK_CONTAINS(result, "\"isResult\":true");
        CHECK_CONTAINS(result, "\"slideAfter\":");
    }
}

CASE("straight joints, offset parents, scaled groups, namespaces and other units give the same motion")
{
    for (int variant = 0; variant < 5; ++variant) {
        const Session session(30);
        Walk walk;
        walk.options.seed = variant == 0 ? 0 : 7;
        walk.options.useOffsetParent = variant == 1;
        walk.options.groupScale = variant == 2 ? 2.5 : 1.0;
        walk.options.prefix = variant == 3 ? "crowd:hero:" : "";
        walk.options.metresPerUnit = variant == 4 ? 0.0254 : 0.01;
        if (variant == 3) {
            session.run("namespace -add \"crowd\"");
            session.run("namespace -add \"crowd:hero\"");
        }
        if (load(walk)) {
            CHECK_LESS(walk.missOfOriginal(), 1e-6);
            const std::string scale = variant == 4 ? "-unitScale 2.54 " : "";
            session.run("surefootRemoveFootskate " + scale + walk.range() + walk.root());
            CHECK_LESS(walk.miss(), kSame);
        }
    }
}

CASE("Z up, all linear units and frame rates give the same motion")
{
    for (const double rate : {24.0, 25.0, 30.0, 60.0, 120.0}) {
        for (const char* unit : {"cm", "m", "in"}) {
            const Session session(static_cast<int>(rate), unit, rate == 25.0 || rate == 60.0);
            Walk walk;
            walk.options.isZUp = rate == 25.0 || rate == 60.0;
            if (load(walk, rate, static_cast<size_t>(1.5 * rate))) {
                session.run("surefootRemoveFootskate" + walk.range() + walk.root());
                CHECK_LESS(walk.miss(), kSame);
            }
        }
    }
}

CASE("a layer leaves the original's keys alone, at weight 0 and 1")
{
    const Session session(30);
    Walk walk;
    walk.options.addFractionalKeys = true;
    if (!load(walk)) {
        return;
    }
    const std::vector<double> keys = allKeys(walk.walker);
    const std::vector<double> values = allValues(walk.walker, walk.options.firstFrame - 10, kFrames + 20);
    session.run("surefootRemoveFootskate -layerName clean" + walk.range() + walk.root());
    CHECK(exists("clean"));
    CHECK_LESS(walk.miss(), kSame);
    session.run("setAttr \"clean.weight\" 0");
    CHECK_EQUAL(allValues(walk.walker, walk.options.firstFrame - 10, kFrames + 20), values);
    session.run("setAttr \"clean.weight\" 1");
    // Outside the range nothing changes at any weight.
    const std::vector<double> now = allValues(walk.walker, walk.options.firstFrame - 10, 10);
    CHECK(std::equal(now.begin(), now.end(), values.begin()));
    session.undoAll();
    CHECK(!exists("clean"));
    CHECK_EQUAL(allKeys(walk.walker), keys);
    CHECK_EQUAL(allValues(walk.walker, walk.options.firstFrame - 10, kFrames + 20), values);
}

CASE("a second run starts from the original and replaces the layer")
{
    const Session session(30);
    Walk walk;
    if (!load(walk)) {
        return;
    }
    const std::string command = "surefootRemoveFootskate -maxStretch 0 " + walk.range() + walk.root();
    session.run("surefootRemoveFootskate" + walk.range() + walk.root());
    session.run(command);
    surefoot_remove_footskate_options rigid;
    surefoot::call(surefoot_remove_footskate_default_options, &rigid, sizeof rigid);
    rigid.max_stretch = 0;
    CHECK_LESS(farthest(walk.walker, walk.options, cleaned(walk.source, &rigid), walk.source.frameCount), kSame);
    const std::vector<double> second = allValues(walk.walker, walk.options.firstFrame, kFrames);
    session.undo();
    CHECK_LESS(walk.miss(), kSame);
    session.redo();
    CHECK_EQUAL(allValues(walk.walker, walk.options.firstFrame, kFrames), second);
}

CASE("keys on the joints: fractional keys go, others stay, undo and redo to the bit")
{
    const Session session(30);
    Walk walk;
    walk.options.addFractionalKeys = true;
    if (!load(walk)) {
        return;
    }
    const std::vector<double> keys = allKeys(walk.walker);
    // A range inside: what lies outside must stay.
    const std::string command = "surefootRemoveFootskate -result keys -startTime 11 -endTime 60 " + walk.root();
    const std::vector<double> outside = allValues(walk.walker, 1, 9);
    session.run(command);
    CHECK_EQUAL(allValues(walk.walker, 1, 9), outside);
    const std::vector<double> edited = allKeys(walk.walker);
    CHECK(edited != keys);
    session.undo();
    CHECK_EQUAL(allKeys(walk.walker), keys);
    session.redo();
    CHECK_EQUAL(allKeys(walk.walker), edited);
    session.undo();
    CHECK_EQUAL(allKeys(walk.walker), keys);
}

CASE("keys on the joints give the result of the command line")
{
    const Session session(30);
    Walk walk;
    walk.options.addFractionalKeys = true;
    if (load(walk)) {
        session.run("surefootRemoveFootskate -result keys" + walk.range() + walk.root());
        CHECK_LESS(walk.miss(), kSame);
    }
}

CASE("a baked copy holds the result, the original is untouched")
{
    const Session session(30);
    Walk walk;
    walk.options.useOffsetParent = true;
    if (!load(walk)) {
        return;
    }
    const std::vector<double> keys = allKeys(walk.walker);
    const std::string result = session.run("surefootRemoveFootskate -result bake" + walk.range() + walk.root());
    CHECK_CONTAINS(result, "\"isResult\":true");
    CHECK(exists(walk.source.names[0] + "_surefoot"));
    CHECK_EQUAL(allKeys(walk.walker), keys);
    session.undoAll();
    CHECK(!exists(walk.source.names[0] + "_surefoot"));
}

CASE("time and selection are as before, also after a failure")
{
    const Session session(30);
    Walk walk;
    if (!load(walk)) {
        return;
    }
    MAnimControl::setCurrentTime(MTime(17.25, MTime::uiUnit()));
    session.run("select \"" + walk.root() + "\"");
    session.run("surefootRemoveFootskate -sampling timeline" + walk.range());
    CHECK(MAnimControl::currentTime() == MTime(17.25, MTime::uiUnit()));
    CHECK_LESS(walk.miss(), kSame);
    MSelectionList selected;
    MGlobal::getActiveSelectionList(selected);
    MDagPath path;
    MObject component;
    CHECK(selected.length() == 1 && selected.getDagPath(0, path, component) && path == walk.walker.root());
    session.fails("surefootRemoveFootskate -sampling timeline -maxStretch 7" + walk.range());
    CHECK(MAnimControl::currentTime() == MTime(17.25, MTime::uiUnit()));
    CHECK(!session.isRefreshSuspended());
}

CASE("cancel half-way leaves the scene untouched")
{
    Session session(30);
    Walk walk;
    if (!load(walk)) {
        return;
    }
    session.run("surefootRemoveFootskate -layerName kept" + walk.range() + walk.root());
    const std::vector<double> keys = allKeys(walk.walker);
    const std::vector<double> values = allValues(walk.walker, walk.options.firstFrame, kFrames);
    for (const int polls : {1, 3, 6, 9}) {
        session.pressEscapeAfter(polls);
        session.fails("surefootRemoveFootskate -layerName kept -maxStretch 0" + walk.range() + walk.root());
        session.pressEscapeAfter(-1);
        CHECK(exists("kept"));
        CHECK_EQUAL(allKeys(walk.walker), keys);
        CHECK_EQUAL(allValues(walk.walker, walk.options.firstFrame, kFrames), values);
    }
}

CASE("contacts are found, kept, edited and used")
{
    const Session session(30);
    Walk walk;
    if (!load(walk)) {
        return;
    }
    const std::string result = session.run("surefootDetectPlants" + walk.range() + walk.root());
    CHECK_CONTAINS(result, "\"operation\":\"detect_plants\"");
    CHECK_CONTAINS(session.run("surefootDetectPlants -query -report " + walk.root()), "detect_plants");
    session.run("surefootRemoveFootskate" + walk.range() + walk.root());
    CHECK_LESS(walk.miss(), kSame);
    // Without contacts there is nothing to hold; every contact disabled gives the original.
    session.undo();
    MSelectionList list;
    surefoot::check(list.add("surefootPlants1"), "find the contacts");
    MObject node;
    surefoot::check(list.getDependNode(0, node), "find the contacts");
    MPlug contacts = MFnDependencyNode(node).findPlug("contacts", true);
    for (unsigned int index = 0; index < contacts.numElements(); ++index) {
        MPlug contact = contacts.elementByPhysicalIndex(index);
        for (unsigned int child = 0; child < contact.numChildren(); ++child) {
            MPlug plug = contact.child(child);
            if (std::string(plug.name().asUTF8()).find(".enabled") != std::string::npos) {
                plug.setBool(false);
            }
        }
    }
    session.run("surefootRemoveFootskate -denoise false -fitRootPath false" + walk.range() + walk.root());
    CHECK_LESS(walk.missOfOriginal(), 1e-3);
}

CASE("two characters named are both cleaned, two selected are refused")
{
    const Session session(30);
    Walk first;
    Walk second;
    second.options.seed = 99;
    second.options.prefix = "other_";
    if (!load(first) || !load(second)) {
        return;
    }
    session.run("select \"" + first.root() + "\" \"" + second.root() + "\"");
    CHECK_CONTAINS(session.fails("surefootRemoveFootskate" + first.range()), "Two characters are selected");
    session.run("surefootRemoveFootskate" + first.range() + first.root() + " " + second.root());
    CHECK_LESS(first.miss(), kSame);
    CHECK_LESS(second.miss(), kSame);
    session.undo();
    CHECK_LESS(first.missOfOriginal(), 1e-6);
    CHECK_LESS(second.missOfOriginal(), 1e-6);
}

CASE("balance, graph and search work on a walk")
{
    const Session session(30);
    Walk walk;
    if (!load(walk, 30.0, 0, "cmu/16_17_walk_turn90_left.bvh")) {
        return;
    }
    CHECK_CONTAINS(session.run("surefootCorrectBalance" + walk.range() + walk.root()), "\"isResult\":true");
    session.undo();
    const std::string graph = session.temporaryFile("walk.sfgraph");
    const std::string end = std::to_string(walk.options.firstFrame + static_cast<double>(walk.source.frameCount) - 1);
    CHECK_CONTAINS(session.run("surefootBuildMotionGraph -graphFile \"" + graph + "\" -clipRange turn 1 " + end +
                               " -thresholdFactor 20 -maxThresholdFactor 20 -mirror true " + walk.root()),
                   "\"file\"");
    CHECK(std::ifstream(graph).good());
    const std::string found = session.run("surefootSearchMotionGraph -graphFile \"" + graph +
                                          "\" -seconds 4 -seed 3 -startTime 200 " + walk.root());
    CHECK_CONTAINS(found, "\"frames\":");
    session.undo();
    CHECK_LESS(walk.missOfOriginal(), 1e-6);
    CHECK_CONTAINS(session.fails("surefootSearchMotionGraph -graphFile \"no such file\" " + walk.root()),
                   "no such file");
}

CASE("queries tell options and defaults")
{
    const Session session(30, "m");
    const std::string text = session.run("surefootRemovePenetration -query -describe");
    CHECK_CONTAINS(text, "\"flag\":\"widenStance\"");
    // The declared 0.0035 m, in the scene's unit.
    CHECK_CONTAINS(text, "\"unit\":\"m\",\"kind\":\"number\",\"default\":0.0035");
    CHECK_EQUAL(session.run("surefootRemoveFootskate -query -maxStretch"), "0.03");
    CHECK_EQUAL(session.run("surefootRemoveFootskate -query -method"), "\"limbs\"");
    CHECK_CONTAINS(session.fails("surefootRemoveFootskate -query"), "nothing to query");
}

CASE("misuse is told and leaves nothing behind")
{
    const Session session(30);
    Walk walk;
    if (!load(walk, 30.0, 30)) {
        return;
    }
    CHECK_CONTAINS(session.fails("surefootRemoveFootskate"), "Nothing is selected");
    session.run("createNode \"transform\" -name \"lonely\"");
    CHECK_CONTAINS(session.fails("surefootRemoveFootskate \"lonely\""), "not a joint");
    CHECK_CONTAINS(session.fails("surefootRemoveFootskate -startTime 20 -endTime 10 " + walk.root()), "no frame");
    for (const char* command : {"surefootRemoveFootskate", "surefootDetectPlants", "surefootCorrectBalance"}) {
        CHECK_CONTAINS(session.fails(command + std::string(" -startTime 500 -endTime 520 ") + walk.root()),
                       "does not move from frame 500 to 520");
    }
    CHECK_CONTAINS(session.fails("surefootRemoveFootskate -result somewhere" + walk.range() + walk.root()), "layer");
    CHECK_CONTAINS(session.fails("surefootRemoveFootskate -result controls" + walk.range() + walk.root()), "-controls");
    CHECK_CONTAINS(session.fails("surefootRemoveFootskate -maxStretch 5" + walk.range() + walk.root()), "max_stretch");
    CHECK_CONTAINS(session.fails("surefootRemovePenetration" + walk.range() + walk.root()), "no skinned mesh");
    CHECK_CONTAINS(session.fails("surefootAdaptToBody" + walk.range() + walk.root()), "no skinned mesh");
    CHECK_CONTAINS(session.fails("surefootRemoveFootskate -method sideways" + walk.range() + walk.root()), "limbs");
    session.run("animLayer \"mine\"");
    CHECK_CONTAINS(session.fails("surefootRemoveFootskate -layerName mine" + walk.range() + walk.root()),
                   "not made for this character");
    CHECK(exists("mine"));
    CHECK_LESS(walk.missOfOriginal(), 1e-6);
    CHECK(!exists("surefootPlants1"));
}

CASE("channels that cannot be keyed are refused by name")
{
    const Session session(30);
    Walk walk;
    if (!load(walk)) {
        return;
    }
    MPlug locked = channel(
        walk.walker.joints[static_cast<size_t>(
            std::find(walk.source.names.begin(), walk.source.names.end(), "LeftUpLeg") - walk.source.names.begin())],
        "rotateY");
    locked.setLocked(true);
    CHECK_CONTAINS(session.fails("surefootRemoveFootskate" + walk.range() + walk.root()),
                   "LeftUpLeg.rotateY is locked");
    CHECK(!exists("surefootPlants1"));
    locked.setLocked(false);
    session.run("surefootRemoveFootskate" + walk.range() + walk.root());
    CHECK_LESS(walk.miss(), kSame);
    const MPlug weight = plugOf("surefoot_" + walk.source.names[0], "weight");
    CHECK(!weight.isNull());
}
