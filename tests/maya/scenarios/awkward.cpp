// Scenes that are less tidy than a test's: scale that moves, pivots, contacts of other frames, another current
// namespace.

#include <algorithm>

#include <maya/MNamespace.h>

#include "check.h"
#include "fake/scene.h"
#include "scene/contacts.h"
#include "session.h"
#include "status.h"
#include "walker.h"

namespace {

using namespace scenario;

const char* const kWalk = "footskate_bench/02_01_walk_skate_60fps.bvh";

bool load(Source& source, Walker& walker, const WalkerOptions& options, size_t frames)
{
    const std::string file = dataFile(kWalk);
    if (file.empty()) {
        return false;
    }
    source = readSource(file, 30.0, frames);
    walker = makeWalker(source, options);
    return true;
}

std::string nameOf(const Source& source, const Walker& walker, const char* joint)
{
    const auto found = std::find(source.names.begin(), source.names.end(), joint);
    return walker.joints[static_cast<size_t>(found - source.names.begin())].fullPathName().asUTF8();
}

}  // namespace

CASE("a limb that is squashed later in the clip is no shear, in any kind of result")
{
    for (const char* result : {"layer", "keys", "bake"}) {
        const Session session(30);
        Source source;
        Walker walker;
        if (!load(source, walker, WalkerOptions(), 40)) {
            return;
        }
        const std::string arm = nameOf(source, walker, "LeftArm");
        const std::string below = nameOf(source, walker, "LeftForeArm");
        fake::keyPlug(arm + ".scaleX", {{1, 1.0}, {10, 1.0}, {30, 1.4}});
        fake::keyPlug(arm + ".scaleY", {{1, 1.0}, {10, 1.0}, {30, 0.8}});
        fake::connect(arm + ".scale", below + ".inverseScale");
        CHECK_CONTAINS(
            session.run(std::string("surefootRemoveFootskate -startTime 1 -endTime 40 -result ") + result + " Hips"),
            "\"isResult\":true");
    }
}

CASE("contacts of other frames stay, and frames without any get their own")
{
    const Session session(30);
    Source source;
    Walker walker;
    if (!load(source, walker, WalkerOptions(), 75)) {
        return;
    }
    session.run("surefootDetectPlants -startTime 1 -endTime 30 Hips");
    const MObject node = surefoot::findPlantsNode(walker.root());
    const size_t first = surefoot::readContacts(node).size();
    CHECK(first > 0);
    const std::string result = session.run("surefootRemoveFootskate -startTime 40 -endTime 75 Hips");
    const std::vector<surefoot::Contact> now = surefoot::readContacts(node);
    CHECK(now.size() > first);
    CHECK(std::count_if(now.begin(), now.end(), [](const surefoot::Contact& contact) {
              return contact.end <= MTime(31, MTime::uiUnit());
          }) == static_cast<long>(first));
    CHECK(result.find("over 0 plants") == std::string::npos);
    // Detecting again replaces those of its frames alone.
    session.run("surefootDetectPlants -startTime 1 -endTime 30 Hips");
    CHECK_EQUAL(surefoot::readContacts(node).size(), now.size());
    // Frames that were searched only in part: what is known stays, the rest is found.
    session.undoAll();
    session.run("surefootDetectPlants -startTime 1 -endTime 30 Hips");
    session.run("surefootRemoveFootskate -startTime 1 -endTime 75 Hips");
    const std::vector<surefoot::Contact> whole = surefoot::readContacts(surefoot::findPlantsNode(walker.root()));
    CHECK(whole.size() > first);
    CHECK(std::any_of(whole.begin(), whole.end(),
                      [](const surefoot::Contact& contact) { return contact.first > MTime(40, MTime::uiUnit()); }));
    // A scene of a version to come is not misread.
    fake::set("surefootPlants1.dataVersion", 99);
    CHECK_CONTAINS(session.fails("surefootRemoveFootskate -startTime 1 -endTime 75 Hips"), "newer Surefoot");
    fake::set("surefootPlants1.dataVersion", 1);
    session.undoAll();
    CHECK(surefoot::findPlantsNode(walker.root()).isNull());
}

CASE("the user's current namespace is neither used nor changed")
{
    const Session session(30);
    Source source;
    Walker walker;
    if (!load(source, walker, WalkerOptions(), 40)) {
        return;
    }
    fake::addNamespace("work");
    CHECK(MNamespace::setCurrentNamespace("work"));
    for (const char* result : {"layer", "bake"}) {
        CHECK_CONTAINS(
            session.run(std::string("surefootRemoveFootskate -startTime 1 -endTime 40 -result ") + result + " Hips"),
            "\"isResult\":true");
    }
    CHECK(fake::exists("surefoot_Hips"));
    CHECK(fake::exists("Hips_surefoot"));
    CHECK_CONTAINS(std::string(MNamespace::currentNamespace().asUTF8()), "work");
}

CASE("an earlier layer goes whatever name it was given")
{
    const Session session(30);
    Source source;
    Walker walker;
    if (!load(source, walker, WalkerOptions(), 40)) {
        return;
    }
    session.run("surefootRemoveFootskate -startTime 1 -endTime 40 -layerName one Hips");
    session.run("surefootRemoveFootskate -startTime 1 -endTime 40 -layerName two Hips");
    CHECK(!fake::exists("one"));
    CHECK(fake::exists("two"));
    session.undo();
    CHECK(fake::exists("one"));
    CHECK(!fake::exists("two"));
}
