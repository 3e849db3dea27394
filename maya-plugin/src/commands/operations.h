// The operations that change a motion, in one table: a new one is a line here and a function of a few lines.
#pragma once

#include <functional>
#include <vector>

#include "commands/character.h"
#include "library.h"
#include "options.h"
#include "progress.h"

namespace surefoot {

struct Edited {
    Clip clip;
    Report report;
};

struct EditOperation {
    // As users call it: "surefootRemoveFootskate".
    const char* command;
    // As the library declares it: "remove_footskate".
    const char* operation;
    bool needsPlants;
    bool needsSkins;
    Edited (*run)(const Character&, const Options&, Progress&);
};

constexpr int kEditOperationCount = 4;
extern const EditOperation kEditOperations[kEditOperationCount];

}  // namespace surefoot
