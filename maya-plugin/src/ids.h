// Names and ids of everything that the plug-in registers.
#pragma once

#include <maya/MTypeId.h>

namespace surefoot {

constexpr const char* kShapeNode = "surefootShape";
constexpr const char* kPlantsNode = "surefootPlants";
constexpr const char* kDisplayNode = "surefootDisplay";
constexpr const char* kDisplayClassification = "drawdb/geometry/surefootDisplay";
constexpr const char* kDisplayRegistrant = "surefootDisplay";

// The test block of Maya. Ids are stored in scene files, so a block of our own has to be reserved with Autodesk before
// the first release, and these numbers then change once and never again.
constexpr unsigned int kShapeId = 0x00007a01;
constexpr unsigned int kPlantsId = 0x00007a02;
constexpr unsigned int kDisplayId = 0x00007a03;

}  // namespace surefoot
