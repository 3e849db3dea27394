#include "commands/operations.h"

namespace surefoot {

namespace {

Edited removeFootskate(const Character& character, const Options& options, Progress& progress)
{
    Edited edited;
    progress.run([&](surefoot_progress, void*, surefoot_error* error) {
        return surefoot_remove_footskate(character.motion.skeleton.get(), character.motion.clip.get(),
                                         character.plants.get(), character.ground.get(),
                                         options.as<surefoot_remove_footskate_options>(), edited.clip.out(),
                                         edited.report.out(), error);
    });
    return edited;
}

Edited removePenetration(const Character& character, const Options& options, Progress& progress)
{
    Edited edited;
    const std::vector<const surefoot_skin*> skins = character.skinPointers();
    progress.run([&](surefoot_progress report, void* user, surefoot_error* error) {
        return surefoot_remove_penetration(character.motion.skeleton.get(), character.motion.clip.get(), skins.data(),
                                           skins.size(), nullptr, 0, options.as<surefoot_remove_penetration_options>(),
                                           report, user, edited.clip.out(), edited.report.out(), error);
    });
    return edited;
}

surefoot_balance_scene sceneOf(const Character& character)
{
    surefoot_balance_scene scene = {};
    scene.struct_size = sizeof scene;
    scene.plants = character.plants.get();
    scene.ground = character.ground.get();
    return scene;
}

Edited correctBalance(const Character& character, const Options& options, Progress& progress)
{
    Edited edited;
    const std::vector<const surefoot_skin*> skins = character.skinPointers();
    const surefoot_balance_scene scene = sceneOf(character);
    progress.run([&](surefoot_progress report, void* user, surefoot_error* error) {
        return surefoot_correct_balance(character.motion.skeleton.get(), character.motion.clip.get(), skins.data(),
                                        skins.size(), &scene, nullptr, nullptr,
                                        options.as<surefoot_correct_balance_options>(), report, user, edited.clip.out(),
                                        edited.report.out(), error);
    });
    return edited;
}

Edited adaptToBody(const Character& character, const Options& options, Progress& progress)
{
    Edited edited;
    const std::vector<const surefoot_skin*> skins = character.skinPointers();
    progress.run([&](surefoot_progress report, void* user, surefoot_error* error) {
        return surefoot_adapt_to_body(character.motion.skeleton.get(), character.motion.clip.get(), skins.data(),
                                      skins.size(), character.plants.get(), character.ground.get(), nullptr, nullptr,
                                      nullptr, nullptr, options.as<surefoot_adapt_to_body_options>(), report, user,
                                      edited.clip.out(), edited.report.out(), error);
    });
    return edited;
}

}  // namespace

const EditOperation kEditOperations[kEditOperationCount] = {
    {"surefootRemoveFootskate", "remove_footskate", true, false, removeFootskate},
    {"surefootRemovePenetration", "remove_penetration", false, true, removePenetration},
    {"surefootCorrectBalance", "correct_balance", true, false, correctBalance},
    {"surefootAdaptToBody", "adapt_to_body", true, true, adaptToBody},
};

}  // namespace surefoot
