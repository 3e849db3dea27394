#include "commands/character.h"

#include <algorithm>

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
            character.skins.push_back(readSkin(mesh, character.rig, character.motion.skeleton.get(), character.units));
        } catch (const Failure& failure) {
            character.skinFailure = failure.what();
        }
    }
    if (!character.skins.empty()) {
        const std::vector<const surefoot_skin*> skins = character.skinPointers();
        Skeleton withSoles;
        call(surefoot_find_soles, character.motion.skeleton.get(), skins.data(), skins.size(), withSoles.out(),
             nullptr);
        character.motion.skeleton = std::move(withSoles);
    }
}

ClipTime clipTime(const Character& character)
{
    ClipTime clip;
    clip.first = character.frames.time(0);
    clip.frameRate = FrameRange::rate();
    clip.frameCount = character.frames.count;
    return clip;
}

// Whether a contact shares a frame with the clip. One without any length is what undo leaves of a new one.
bool isIn(const Contact& contact, const Character& character)
{
    return contact.first < contact.end && contact.first < character.frames.time(character.frames.count) &&
           contact.end > character.frames.time(0);
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
    character.samples =
        sampleRig(character.rig, character.frames, character.sampling, [&](double share) { progress.step(share); });
    const std::vector<SkinnedMesh> meshes = findSkinnedMeshes(character.rig);
    character.motion =
        makeMotion(character.rig, character.samples, readBindPose(meshes, character.rig), character.units);
    readSkins(character, meshes);
    if (settings.hasGround) {
        character.groundHeight = settings.ground;
        const double up[3] = {0.0, 1.0, 0.0};
        call(surefoot_ground_create_plane, up, character.units.metres(settings.ground), character.ground.out());
    }
    return character;
}

void requireMotion(const Character& character)
{
    const Samples& samples = character.samples;
    for (size_t at = samples.nodeCount; at < samples.world.size(); ++at) {
        if (samples.world[at] != samples.world[at % samples.nodeCount]) {
            return;
        }
    }
    const auto shown = [&](size_t frame) {
        return std::to_string(static_cast<long>(character.frames.time(frame).as(MTime::uiUnit())));
    };
    throw Failure(character.rig.root().label() + " does not move from frame " + shown(0) + " to " +
                  shown(character.frames.count - 1) + "; give the range of its animation.");
}

Plants detectPlants(const Character& character)
{
    Plants plants;
    call(surefoot_detect_plants, character.motion.skeleton.get(), character.motion.clip.get(), character.ground.get(),
         nullptr, plants.out(), nullptr, nullptr);
    return plants;
}

Plants plantsInScene(const Character& character)
{
    const MObject node = findPlantsNode(character.rig.root().path);
    const std::vector<Contact> contacts = node.isNull() ? std::vector<Contact>() : readContacts(node);
    const bool isKnown =
        std::any_of(contacts.begin(), contacts.end(), [&](const Contact& contact) { return isIn(contact, character); });
    Plants plants;
    if (isKnown) {
        const std::vector<surefoot_plant> items = plantsOf(contacts, clipTime(character), character.units);
        call(surefoot_plants_create, character.frames.count, items.data(), items.size(), plants.out());
    }
    return plants;
}

void keepInScene(const Character& character, SceneEdit& edit, const surefoot_plants* plants, const std::string* report)
{
    const MDagPath& root = character.rig.root().path;
    MObject node = findPlantsNode(root);
    if (node.isNull()) {
        node = createPlantsNode(edit.graph(), root, PlantsInfo());
        edit.apply("make a node for the contacts");
    }
    PlantsInfo info = readPlantsInfo(node);
    MDGModifier& graph = edit.graph();
    if (plants) {
        const surefoot_plant* items = nullptr;
        size_t count = 0;
        call(surefoot_plants_get, plants, &items, &count, nullptr);
        // What the user has for other frames stays.
        std::vector<Contact> contacts;
        for (const Contact& contact : readContacts(node)) {
            if (contact.first < contact.end && !isIn(contact, character)) {
                contacts.push_back(contact);
            }
        }
        const std::vector<Contact> found = contactsOf(items, count, clipTime(character), character.units);
        contacts.insert(contacts.end(), found.begin(), found.end());
        writeContacts(graph, node, contacts);
        info.rangeStart = character.frames.time(0);
        info.rangeEnd = character.frames.time(character.frames.count);
    }
    if (report) {
        info.report = *report;
    }
    writePlantsInfo(graph, node, info);
    edit.apply("keep contacts and report in the scene");
}

void findContacts(Character& character, SceneEdit& edit)
{
    character.plants = plantsInScene(character);
    if (!character.plants) {
        character.plants = detectPlants(character);
        keepInScene(character, edit, character.plants.get(), nullptr);
        return;
    }
    const MObject node = findPlantsNode(character.rig.root().path);
    PlantsInfo info = readPlantsInfo(node);
    const MTime start = character.frames.time(0);
    const MTime end = character.frames.time(character.frames.count);
    // A list that was made by hand alone says all that is wanted.
    const bool wasSearched = info.rangeStart < info.rangeEnd;
    if (!wasSearched || (info.rangeStart <= start && info.rangeEnd >= end)) {
        return;
    }
    // Nobody has looked for contacts in some of these frames yet. What the user has, enabled or not, stays as it is.
    const Plants found = detectPlants(character);
    const surefoot_plant* items = nullptr;
    size_t count = 0;
    call(surefoot_plants_get, found.get(), &items, &count, nullptr);
    std::vector<Contact> contacts = readContacts(node);
    const size_t known = contacts.size();
    for (const Contact& contact : contactsOf(items, count, clipTime(character), character.units)) {
        const bool isKnown = contact.first < info.rangeEnd && contact.end > info.rangeStart;
        const bool isTaken = std::any_of(
            contacts.begin(), contacts.begin() + static_cast<std::ptrdiff_t>(known), [&](const Contact& other) {
                return other.point == contact.point && other.first < contact.end && contact.first < other.end;
            });
        if (!isKnown && !isTaken) {
            contacts.push_back(contact);
        }
    }
    info.rangeStart = start;
    info.rangeEnd = end;
    MDGModifier& graph = edit.graph();
    writeContacts(graph, node, contacts);
    writePlantsInfo(graph, node, info);
    edit.apply("add contacts of frames that were not searched");
    character.plants = plantsInScene(character);
}

}  // namespace surefoot
