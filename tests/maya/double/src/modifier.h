// Queued edits: done, undone and done again.
#pragma once

#include <maya/MDGModifier.h>

#include "scene.h"

namespace fake {

struct Queue : Counted {
    std::vector<std::function<bool()>> pending;
    std::vector<Ptr<ChangeLog>> done;
    bool undone = false;
};

// Adds a step; it says whether it could be done.
void queue(MDGModifier& modifier, std::function<bool()> step);

}  // namespace fake
