#include "commands/show_result.h"

#include "scene/display.h"
#include "status.h"

namespace surefoot {

namespace {

std::vector<size_t> footJoints(const Character& character)
{
    const surefoot_skeleton_view* view = nullptr;
    call(surefoot_skeleton_get, character.motion.skeleton.get(), &view);
    std::vector<size_t> joints;
    for (size_t joint = 0; joint < view->joint_count; ++joint) {
        switch (view->roles[joint]) {
            case SUREFOOT_ROLE_LEFT_FOOT:
            case SUREFOOT_ROLE_LEFT_TOE:
            case SUREFOOT_ROLE_RIGHT_FOOT:
            case SUREFOOT_ROLE_RIGHT_TOE:
                joints.push_back(joint);
                break;
            default:
                break;
        }
    }
    return joints;
}

std::vector<std::vector<MVector>> trails(const Character& character, const surefoot_clip* clip,
                                         const std::vector<size_t>& joints)
{
    const std::vector<MMatrix> world = worldMatrices(character.motion, clip, character.units);
    std::vector<std::vector<MVector>> result;
    for (const size_t joint : joints) {
        std::vector<MVector> trail;
        for (size_t frame = 0; frame < character.frames.count; ++frame) {
            const MMatrix& at = world[frame * character.samples.nodeCount + joint];
            trail.emplace_back(at[3][0], at[3][1], at[3][2]);
        }
        result.push_back(std::move(trail));
    }
    return result;
}

std::vector<MVector> places(const double* numbers, size_t count, const Units& units)
{
    std::vector<MVector> result;
    for (size_t index = 0; index < count; ++index) {
        result.push_back(units.fromLibrary(numbers + 3 * index));
    }
    return result;
}

void addBalance(const Character& character, const surefoot_clip* clip, DisplayData& data)
{
    const std::vector<const surefoot_skin*> skins = character.skinPointers();
    surefoot_balance_scene scene = {};
    scene.struct_size = sizeof scene;
    scene.plants = character.plants.get();
    scene.ground = character.ground.get();
    Balance balance;
    surefoot_error error = {};
    // A character without feet can still be shown; the operation itself has told what is missing.
    if (surefoot_measure_balance(character.motion.skeleton.get(), clip, skins.data(), skins.size(), &scene, nullptr,
                                 balance.out(), nullptr, &error) != SUREFOOT_OK) {
        return;
    }
    const surefoot_balance_view* view = nullptr;
    call(surefoot_balance_get, balance.get(), &view);
    data.centres = places(view->centres, view->frame_count, character.units);
    data.zeroMomentPoints = places(view->zero_moment_points, view->frame_count, character.units);
    data.areaCorners = places(view->area_corners, view->corner_count, character.units);
    for (size_t frame = 0; frame <= view->frame_count; ++frame) {
        data.areaFirst.push_back(static_cast<unsigned int>(view->area_first[frame]));
    }
}

}  // namespace

void showResult(const Character& character, const surefoot_clip* edited, SceneEdit& edit)
{
    DisplayData data;
    data.first = character.frames.time(0);
    data.frameRate = FrameRange::rate();
    data.groundHeight = character.groundHeight;
    const std::vector<size_t> joints = footJoints(character);
    data.before = trails(character, character.motion.clip.get(), joints);
    data.after = trails(character, edited, joints);
    addBalance(character, edited, data);
    MDagModifier& dag = edit.dag();
    MDGModifier& graph = edit.graph();
    writeDisplay(dag, graph, character.rig.root().path, data);
    edit.apply("show the result");
}

}  // namespace surefoot
