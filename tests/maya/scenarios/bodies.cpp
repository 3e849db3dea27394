// Operations that need the body: skins of the scene against those of the file, and what comes of them.

#include "check.h"
#include "fake/scene.h"
#include "heavy_scene.h"
#include "session.h"
#include "stage.h"
#include "status.h"
#include "walker.h"

namespace {

using namespace scenario;

constexpr size_t kFrames = 60;
constexpr double kSame = 1e-4;

// The first frames of the clip, and what the library does with them.
std::vector<double> freed(const heavy::Body& body)
{
    surefoot_trim_clip_options trim;
    surefoot::call(surefoot_trim_clip_default_options, &trim, sizeof trim);
    trim.count = kFrames;
    surefoot::Clip clip;
    surefoot::Clip result;
    surefoot::call(surefoot_trim_clip, body.skeleton, body.clip, &trim, clip.out(), nullptr);
    surefoot::call(surefoot_remove_penetration, body.skeleton, clip.get(), &body.skin, size_t{1}, nullptr, size_t{0},
                   nullptr, nullptr, nullptr, result.out(), nullptr);
    return placesIn(body.skeleton, result.get());
}

}  // namespace

CASE("arms leave the body of a skinned character in the scene as they do in the file")
{
    const std::string folder = heavy::dataFolder();
    if (folder.empty()) {
        std::printf("SKIPPED: no test data; set SUREFOOT_DATA\n");
        return;
    }
    const Session session(30);
    const heavy::Body body = heavy::readSalsa(folder);
    const heavy::Scene scene = heavy::buildScene(body);
    Walker walker;
    walker.joints = scene.joints;
    WalkerOptions options;
    options.firstFrame = 0;
    const std::vector<double> wanted = freed(body);
    const std::string root = walker.root().fullPathName().asUTF8();
    const std::string range = " -startTime 0 -endTime " + std::to_string(kFrames - 1) + " ";
    CHECK(farthest(walker, options, wanted, kFrames) > 0.02);

    const std::string before = fake::snapshot();
    CHECK_CONTAINS(session.run("surefootRemovePenetration -display true" + range + root), "\"isResult\":true");
    CHECK_LESS(farthest(walker, options, wanted, kFrames), kSame);
    session.undo();
    CHECK_EQUAL(fake::snapshot(), before);
    const std::string adapted = session.run("surefootAdaptToBody" + range + root);
    CHECK_CONTAINS(adapted, "\"isResult\":true");
    CHECK_CONTAINS(adapted, "\"slideAfter\":");
    session.undo();
    CHECK_EQUAL(fake::snapshot(), before);
}
