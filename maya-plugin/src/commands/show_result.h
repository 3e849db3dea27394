// Fills the display of a character with what an operation did.
#pragma once

#include "commands/character.h"

namespace surefoot {

// Trails of the feet before and after; centre of mass, zero moment point and what carries the body after.
void showResult(const Character& character, const surefoot_clip* edited, SceneEdit& edit);

}  // namespace surefoot
