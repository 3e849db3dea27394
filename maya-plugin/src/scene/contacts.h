// Contacts of a character, kept in the scene on a surefootPlants node.
#pragma once

#include <string>
#include <vector>

#include <maya/MDGModifier.h>
#include <maya/MDagPath.h>
#include <maya/MObject.h>
#include <maya/MTime.h>
#include <maya/MVector.h>

#include "library.h"
#include "scene/sampling.h"
#include "scene/units.h"

namespace surefoot {

// An interval in which a point of the body stays put.
struct Contact {
    // A SUREFOOT_POINT_ number.
    short point = 0;
    // First and last frame; both belong to the contact.
    MTime first;
    MTime last;
    // Where it stays, world, centimetres; unused unless hasPosition.
    MVector position;
    bool hasPosition = false;
    float confidence = 1.0f;
    bool enabled = true;
    // Its element on the node; -1 for a new one.
    int index = -1;
};

// Names of the points by their number, as attributes and interfaces show them: leftAnkle.
const std::vector<std::string>& pointNames();
bool isLeft(int point);

// The node of a skeleton's root; null if it has none.
MObject findPlantsNode(const MDagPath& root);

// The root of a node; not valid if there is none.
MDagPath rootOfPlants(const MObject& node);

// Makes the node and links it to the root. Done with the modifier's doIt, which this calls.
MObject createPlantsNode(MDGModifier& graph, const MDagPath& root);

// In the order of their indices. Fails for what is no surefootPlants node, and for contacts of a point that does not exist.
std::vector<Contact> readContacts(const MObject& node);

// Replaces all contacts; those with an index keep their element and its connections. Adds to the modifier; the caller
// calls doIt.
void writeContacts(MDGModifier& graph, const MObject& node, const std::vector<Contact>& contacts);

// The last result of a command, JSON; empty if there is none.
std::string readReport(const MObject& node);
void writeReport(MDGModifier& graph, const MObject& node, const std::string& json);

// The frames that were looked at when the contacts were found.
void writeRange(MDGModifier& graph, const MObject& node, const FrameRange& frames);

// Enabled contacts inside a range of frames, cut at its ends, as the library has them.
Plants plantsOf(const std::vector<Contact>& contacts, const FrameRange& frames, const Units& units);

// The other way round.
std::vector<Contact> contactsOf(const surefoot_plants* plants, const FrameRange& frames, const Units& units);

}  // namespace surefoot
