// surefootPlants: the contacts of one hierarchy, kept in the scene file and edited by hand.
#pragma once

#include <maya/MDataBlock.h>
#include <maya/MObject.h>
#include <maya/MPlug.h>
#include <maya/MPxNode.h>
#include <maya/MStatus.h>
#include <maya/MTypeId.h>

namespace surefoot {

class PlantsNode : public MPxNode {
public:
    static const MTypeId id;
    static void* creator();
    static MStatus initialize();
    MStatus compute(const MPlug& plug, MDataBlock& block) override;
    SchedulingType schedulingType() const override { return kParallel; }

    // Raised when old scenes must be read another way.
    static constexpr int kDataVersion = 1;

    // contacts[] and its children.
    static MObject s_contacts;
    static MObject s_point;
    static MObject s_first;
    static MObject s_end;
    static MObject s_position;
    static MObject s_positionX;
    static MObject s_positionY;
    static MObject s_positionZ;
    static MObject s_hasPosition;
    static MObject s_confidence;
    static MObject s_enabled;
    // To the root joint's message.
    static MObject s_root;
    static MObject s_report;
    static MObject s_dataVersion;
    static MObject s_rangeStart;
    static MObject s_rangeEnd;
    // Dirty whenever a contact changed: what shows contacts connects to it, for messages carry no changes.
    static MObject s_changed;
};

}  // namespace surefoot
