#include "commands/character.h"

#include <maya/MGlobal.h>

#include "status.h"

namespace surefoot {

namespace {

Sampling samplingOf(const std::string& word, const Rig& rig)
{
    if (word == "context") {
        return Sampling::kContext;
    }
    if (word == "timeline") {
        return Sampling::kTimeline;
    }
    if (word != "auto") {
        throw Failure("-sampling cannot be " + word + "; give auto, context or timeline.");
    }
    return samplingFor(rig);
}

// Skins tell the shape of the body and where soles are. One that cannot be read costs a character only the operations
// that need it.
void readSkins(Character& character, const std::vector<SkinnedMesh>& meshes)
{
    for (const SkinnedMesh& mesh : meshes) {
        try {
            character.skins.push_back(
                readSkin(mesh, character.rig, character.motion.skeleton.get(), character.units));
        } catch (const Failure& failure) {
            character.skinFailure = failure.what();
        }
    }
    if (!character.skins.empty()) {
        const std::vector<const surefoot_skin*> skins = character.skinPointers();
        Skeleton withSoles;
        call(surefoot_find_soles, static_cast<const surefoot_skeleton*>(character.motion.skeleton.get()), skins.data(),
             skins.size(), withSoles.out(), static_cast<surefoot_notes**>(nullptr));
        character.motion.skeleton = std::move(withSoles);
    }
}

}  // namespace

std::vector<const surefoot_skin*> Character::skinPointers() const
{
    std::vector<const surefoot_skin*> pointers;
    for (const Skin& skin : skins) {
        pointers.push_back(skin.get());
    }
    return pointers;
}

Character readCharacter(const MDagPath& root, const ReadSettings& settings, Progress& progress)
{
    Character character;
    character.rig = readRig(root);
    if (!(settings.unitScale > 0.0)) {
        throw Failure("-unitScale must be above 0.");
    }
    character.units = Units::ofScene(settings.unitScale);
    character.frames = framesBetween(settings.start, settings.end);
    character.sampling = samplingOf(settings.sampling, character.rig);
    character.samples = sampleRig(character.rig, character.frames, character.sampling,
                                  [&](double share) { progress.step(share); });
    const std::vector<SkinnedMesh> meshes = findSkinnedMeshes(character.rig);
    character.motion =
        makeMotion(character.rig, character.samples, readBindPose(meshes, character.rig), character.units);
    readSkins(character, meshes);
    if (settings.hasGround) {
        const double up[3] = {0.0, 1.0, 0.0};
        call(surefoot_ground_create_plane, static_cast<const double*>(up), character.units.metres(settings.ground),
             character.ground.out());
    }
    return character;
}

void findContacts(Character& character, SceneEdit& edit)
{
    const MDagPath& root = character.rig.root().path;
    const MObject node = findPlantsNode(root);
    if (!node.isNull()) {
        const std::vector<Contact> contacts = readContacts(node);
        if (!contacts.empty()) {
            character.plants = plantsOf(contacts, character.frames, character.units);
            character.hasContacts = true;
            return;
        }
    }
    call(surefoot_detect_plants, static_cast<const surefoot_skeleton*>(character.motion.skeleton.get()),
         static_cast<const surefoot_clip*>(character.motion.clip.get()),
         static_cast<const surefoot_ground*>(character.ground.get()),
         static_cast<const surefoot_detect_plants_options*>(nullptr), character.plants.out(),
         static_cast<surefoot_plants**>(nullptr), static_cast<surefoot_report**>(nullptr));
    const MObject made = ensurePlantsNode(root, edit);
    writeContacts(edit.graph(), made, contactsOf(character.plants.get(), character.frames, character.units));
    edit.apply("write the contacts");
}

MObject ensurePlantsNode(const MDagPath& root, SceneEdit& edit)
{
    const MObject node = findPlantsNode(root);
    if (!node.isNull()) {
        return node;
    }
    const MObject made = createPlantsNode(edit.graph(), root);
    edit.apply("make a node for the contacts");
    return made;
}

}  // namespace surefoot
