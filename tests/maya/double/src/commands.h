// Commands of plug-ins.
#pragma once

#include <memory>

#include <maya/MPxCommand.h>

#include "mel.h"

namespace fake {

// Null if no plug-in has registered the name.
MPxCommand* newCommand(const std::string& name);
Result& currentResult();
bool undoing();
bool redoing();
void openChunk();
void closeChunk();

}  // namespace fake
