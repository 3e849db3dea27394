// Drawing that plug-ins registered.
#pragma once

#include <string>
#include <vector>

namespace fake {

std::vector<std::string> registeredDrawing();
// True while addUIDrawables runs, where the graph must not be read.
bool isDrawing();
void readDuringDraw(const std::string& what);
void forgetDrawing();
// Registrants of draw overrides.
std::vector<std::string> registeredDrawing();
// True while addUIDrawables runs, where the graph must not be read.
bool isDrawing();

}  // namespace fake
