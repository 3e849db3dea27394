// Contacts in the scene: the entries of a surefootPlants node, and the library's plants.
#pragma once

#include <string>
#include <vector>

#include <maya/MDGModifier.h>
#include <maya/MDagPath.h>
#include <maya/MObject.h>
#include <maya/MTime.h>
#include <maya/MVector.h>

#include "library.h"
#include "scene/units.h"

namespace surefoot {

// A foot or hand that stays put. `end` is the time after the last frame.
struct Contact {
    // Its element of the node; -1 for a new one.
    int index = -1;
    // A SUREFOOT_POINT_ number.
    int point = SUREFOOT_POINT_LEFT_ANKLE;
    MTime first;
    MTime end;
    bool hasPosition = false;
    // In the world, Maya's centimetres.
    MVector position;
    double confidence = 1.0;
    bool isEnabled = true;
};

// Names of the points by their number, as attributes and interfaces show them: leftAnkle.
const std::vector<std::string>& pointNames();
bool isLeft(int point);

// The contacts of a node, by their element. Fails for what is no surefootPlants node.
std::vector<Contact> readContacts(const MObject& node);

// Makes the node hold exactly these contacts. Those with an index keep their element, connections included.
void writeContacts(MDGModifier& edit, const MObject& node, const std::vector<Contact>& contacts);

// What else a node holds.
struct PlantsInfo {
    std::string report;
    int version = 0;
    MTime rangeStart;
    MTime rangeEnd;
};
PlantsInfo readPlantsInfo(const MObject& node);
void writePlantsInfo(MDGModifier& edit, const MObject& node, const PlantsInfo& info);

// The node whose contacts belong to the hierarchy below a root joint; null if there is none.
MObject findPlantsNode(const MDagPath& root);
// The root joint of a node; not valid if there is none.
MDagPath rootOfPlants(const MObject& node);
// A node without contacts, linked to the root. It exists after the next doIt of `edit`; the plugs can be used at once.
MObject createPlantsNode(MDGModifier& edit, const MDagPath& root, const PlantsInfo& info);

// Where frame 0 of a clip is in the scene.
struct ClipTime {
    MTime first;
    double frameRate = 30.0;
    size_t frameCount = 0;

    MTime time(double frame) const;
    double frame(const MTime& time) const;
};

// Enabled contacts as plants of a clip, cut to its frames; what lies outside is left out.
std::vector<surefoot_plant> plantsOf(const std::vector<Contact>& contacts, const ClipTime& clip, const Units& units);
std::vector<Contact> contactsOf(const surefoot_plant* plants, size_t count, const ClipTime& clip, const Units& units);

}  // namespace surefoot
