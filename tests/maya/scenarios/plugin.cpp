// Loading and unloading, and the plug-in over a folder of scenes.

#include "check.h"
#include "fake/scene.h"
#include "fake/session.h"
#include "session.h"
#include "walker.h"

namespace {

using namespace scenario;

const char* const kWalk = "footskate_bench/02_01_walk_skate_60fps.bvh";

std::string sceneText(const Source& source, std::uint32_t seed)
{
    fake::newScene();
    fake::setTimeUnit(MTime::k30FPS);
    WalkerOptions options;
    options.seed = seed;
    options.prefix = "hero_";
    makeWalker(source, options);
    return fake::save();
}

}  // namespace

CASE("everything is registered once, goes when the plug-in does, and comes back")
{
    fake::newScene();
    for (int round = 0; round < 2; ++round) {
        CHECK(fake::loadPlugin());
        const std::vector<std::string> names = fake::registered();
        CHECK(names.size() >= 11);
        std::string all;
        for (const std::string& name : names) {
            all += name + "\n";
        }
        for (const char* name :
             {"surefootShape", "surefootPlants", "surefootDisplay", "surefootDetectPlants", "surefootRemoveFootskate",
              "surefootRemovePenetration", "surefootCorrectBalance", "surefootAdaptToBody", "surefootBuildMotionGraph",
              "surefootSearchMotionGraph", "surefootCaptureBody"}) {
            CHECK_CONTAINS(all, name);
        }
        CHECK(fake::unloadPlugin());
        CHECK(fake::registered().empty());
    }
}

CASE("a registration that fails half-way leaves nothing behind")
{
    fake::newScene();
    CHECK(fake::loadPlugin());
    const int count = static_cast<int>(fake::registered().size());
    CHECK(fake::unloadPlugin());
    for (int which = 1; which <= count; ++which) {
        fake::clearMessages();
        fake::failRegistration(which);
        CHECK(!fake::loadPlugin());
        CHECK(fake::registered().empty());
        CHECK_CONTAINS(fake::errors().back(), "could not register");
    }
    CHECK(fake::loadPlugin());
    CHECK(fake::unloadPlugin());
}

CASE("of ten scenes, one of them broken, nine are done and one is named")
{
    const Session session(30);
    const std::string file = dataFile(kWalk);
    if (file.empty()) {
        return;
    }
    const Source source = readSource(file, 30.0, 40);
    std::vector<std::string> scenes;
    for (std::uint32_t seed = 1; seed <= 10; ++seed) {
        scenes.push_back(sceneText(source, seed));
    }
    int done = 0;
    std::vector<std::string> failures;
    for (size_t index = 0; index < scenes.size(); ++index) {
        fake::newScene();
        CHECK(fake::load(scenes[index]));
        fake::setTimeUnit(MTime::k30FPS);
        if (index == 6) {
            fake::lock("hero_LeftUpLeg.rotateX");
        }
        const std::string before = fake::snapshot();
        fake::clearMessages();
        if (fake::run("surefootRemoveFootskate -startTime 1 -endTime 40 hero_Hips").ok) {
            CHECK(fake::snapshot() != before);
            CHECK(!fake::save().empty());
            ++done;
        } else {
            CHECK_EQUAL(fake::snapshot(), before);
            failures.push_back(fake::errors().at(0));
        }
    }
    CHECK_EQUAL(done, 9);
    CHECK_EQUAL(failures.size(), size_t{1});
    CHECK_CONTAINS(failures[0], "hero_LeftUpLeg.rotateX is locked");
}

CASE("a second undo and redo of every kind of result is exact to the bit")
{
    const Session session(30);
    const std::string file = dataFile(kWalk);
    if (file.empty()) {
        return;
    }
    WalkerOptions options;
    options.addFractionalKeys = true;
    makeWalker(readSource(file, 30.0, 40), options);
    for (const char* result : {"layer", "keys", "bake"}) {
        const std::string before = fake::snapshot();
        session.run(std::string("surefootRemoveFootskate -startTime 5 -endTime 35 -display true -result ") + result +
                    " Hips");
        const std::string after = fake::snapshot();
        CHECK(after != before);
        for (int round = 0; round < 2; ++round) {
            session.undo();
            CHECK_EQUAL(fake::snapshot(), before);
            session.redo();
            CHECK_EQUAL(fake::snapshot(), after);
        }
        session.undo();
        CHECK_EQUAL(fake::snapshot(), before);
    }
}
