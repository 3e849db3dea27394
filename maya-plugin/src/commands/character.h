// A character of the scene, read for an operation.
#pragma once

#include <string>
#include <vector>

#include "library.h"
#include "progress.h"
#include "scene/contacts.h"
#include "scene/motion.h"
#include "scene/rig.h"
#include "scene/sampling.h"
#include "scene/scene_edit.h"
#include "scene/skins.h"
#include "scene/units.h"

namespace surefoot {

struct Character {
    Rig rig;
    Units units{0.01, false};
    FrameRange frames;
    Sampling sampling = Sampling::kContext;
    Samples samples;
    Motion motion;
    std::vector<Skin> skins;
    // What stands in its way, where a mesh was left out.
    std::string skinFailure;
    // Null without a floor.
    Ground ground;
    // Height of that floor along the scene's up axis, centimetres.
    double groundHeight = 0.0;
    Plants plants;

    std::vector<const surefoot_skin*> skinPointers() const;
};

// How characters are read.
struct ReadSettings {
    MTime start;
    MTime end;
    // "auto", "context" or "timeline".
    std::string sampling = "auto";
    double unitScale = 1.0;
    bool hasGround = false;
    // Height of a level floor, centimetres.
    double ground = 0.0;
};

// Reads rig, motion, skins and floor.
Character readCharacter(const MDagPath& root, const ReadSettings& settings, Progress& progress);

// Takes the contacts of the scene. Looks for them with the default options in frames that were never searched, and
// leaves those in the scene for the user to edit.
void findContacts(Character& character, SceneEdit& edit);

// Fails for a character that stands still in all frames: somebody chose the wrong range, or the wrong hierarchy.
void requireMotion(const Character& character);

// Looks for the contacts of the clip with the default options.
Plants detectPlants(const Character& character);

// The contacts that the scene has for these frames; null if it has none for the character at all.
Plants plantsInScene(const Character& character);

// Keeps contacts in the scene, and the report of what was done, JSON. Either may be null.
void keepInScene(const Character& character, SceneEdit& edit, const surefoot_plants* plants, const std::string* report);

}  // namespace surefoot
