// Flags that every command has, and what it works on.
#pragma once

#include <string>
#include <vector>

#include <maya/MArgDatabase.h>
#include <maya/MDagPath.h>
#include <maya/MSyntax.h>

#include "commands/character.h"

namespace surefoot {

enum class ResultKind {
    // Keys on a new layer; the original stays as it is.
    kLayer,
    // Keys on the joints' own curves.
    kKeys,
    // Keys on controls, in a layer of their own.
    kControls,
    // Keys on a copy of the skeleton.
    kBake,
};

// The word of -result.
const char* kindName(ResultKind kind);

// How a result is written.
struct WriteSettings {
    ResultKind kind = ResultKind::kLayer;
    // Empty: a name made of the root's.
    std::string layer;
    // The file of controls.
    std::string controls;
    bool display = false;
};

// "-st" for start_time.
std::string flagOf(const std::string& name);
bool isGiven(const MArgDatabase& arguments, const std::string& name);
// The first argument of a flag as a word; empty if it was not given.
std::string word(const MArgDatabase& arguments, const std::string& name);

// Objects, range, sampling, unit, floor, description.
void addReadFlags(MSyntax& syntax);
// Kind of result, layer, controls, display.
void addWriteFlags(MSyntax& syntax);

ReadSettings readSettings(const MArgDatabase& arguments);
WriteSettings writeSettings(const MArgDatabase& arguments);

// Roots of what was named, or else of what is selected. Several characters may be named, but only one be selected: a
// selection that reaches into a second one is more often an oversight than a wish.
std::vector<MDagPath> rootsOf(const MArgDatabase& arguments);

}  // namespace surefoot
