// What locators draw, for tests.
#pragma once

#include <string>
#include <vector>

#include <maya/MPoint.h>

#include "scene.h"

namespace fake {

// What one drawing of a locator made.
struct Picture : Counted {
    int strips = 0, lines = 0, meshes = 0, filledCircles = 0, rings = 0, spheres = 0;
    int points = 0;
    std::vector<std::string> texts;
    MPoint firstSphere;
    // Values of the scene that were read while it drew.
    uint64_t sceneReads = 0;
    bool isOpen = false;
};

// As the viewport does: prepareForDraw with the data of the last time, then addUIDrawables. Clears the dirty flag.
Ptr<Picture> draw(const MDagPath& locator);
void forgetDrawing();
// Registrants of draw overrides.
std::vector<std::string> registeredDrawing();
// True while addUIDrawables runs, where the graph must not be read.
bool isDrawing();

// Counts every value of the scene that somebody asks for.
extern std::atomic<uint64_t> g_reads;

}  // namespace fake
