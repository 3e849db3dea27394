#include "nodes/plants_node.h"

#include <string>

#include <maya/MDGModifier.h>
#include <maya/MDataHandle.h>
#include <maya/MFnCompoundAttribute.h>
#include <maya/MFnData.h>
#include <maya/MFnEnumAttribute.h>
#include <maya/MFnMessageAttribute.h>
#include <maya/MFnNumericAttribute.h>
#include <maya/MFnNumericData.h>
#include <maya/MFnStringData.h>
#include <maya/MFnTypedAttribute.h>
#include <maya/MFnUnitAttribute.h>
#include <maya/MGlobal.h>

#include "ids.h"
#include "scene/contacts.h"
#include "status.h"

namespace surefoot {

const MTypeId PlantsNode::id(kPlantsId);
MObject PlantsNode::s_contacts;
MObject PlantsNode::s_point;
MObject PlantsNode::s_first;
MObject PlantsNode::s_end;
MObject PlantsNode::s_position;
MObject PlantsNode::s_positionX;
MObject PlantsNode::s_positionY;
MObject PlantsNode::s_positionZ;
MObject PlantsNode::s_hasPosition;
MObject PlantsNode::s_confidence;
MObject PlantsNode::s_enabled;
MObject PlantsNode::s_root;
MObject PlantsNode::s_report;
MObject PlantsNode::s_dataVersion;
MObject PlantsNode::s_rangeStart;
MObject PlantsNode::s_rangeEnd;
MObject PlantsNode::s_changed;

void* PlantsNode::creator()
{
    return new PlantsNode;
}

MStatus PlantsNode::compute(const MPlug& plug, MDataBlock& block)
{
    if (!(plug.attribute() == s_changed)) {
        return MS::kUnknownParameter;
    }
    block.outputValue(s_changed).setInt(0);
    block.setClean(plug);
    return MS::kSuccess;
}

MStatus PlantsNode::initialize()
{
    try {
        MStatus status;
        MFnEnumAttribute enumeration;
        s_point = enumeration.create("point", "pnt", SUREFOOT_POINT_LEFT_ANKLE, &status);
        check(status, "make the attribute point");
        for (size_t i = 0; i < pointNames().size(); ++i) {
            enumeration.addField(mayaText(pointNames()[i]), static_cast<short>(i));
        }
        MFnUnitAttribute unit;
        const auto time = [&](const char* name, const char* shortName) {
            const MObject attribute = unit.create(name, shortName, MFnUnitAttribute::kTime, 0.0, &status);
            check(status, std::string("make the attribute ") + name);
            return attribute;
        };
        const auto distance = [&](const char* name, const char* shortName) {
            const MObject attribute = unit.create(name, shortName, MFnUnitAttribute::kDistance, 0.0, &status);
            check(status, std::string("make the attribute ") + name);
            return attribute;
        };
        s_first = time("first", "fst");
        s_end = time("end", "end");
        s_positionX = distance("positionX", "psx");
        s_positionY = distance("positionY", "psy");
        s_positionZ = distance("positionZ", "psz");
        MFnNumericAttribute number;
        s_position = number.create("position", "pos", s_positionX, s_positionY, s_positionZ, &status);
        check(status, "make the attribute position");
        s_hasPosition = number.create("hasPosition", "hps", MFnNumericData::kBoolean, 0.0, &status);
        check(status, "make the attribute hasPosition");
        s_confidence = number.create("confidence", "cnf", MFnNumericData::kFloat, 1.0, &status);
        check(status, "make the attribute confidence");
        number.setMin(0.0);
        number.setMax(1.0);
        s_enabled = number.create("enabled", "ebd", MFnNumericData::kBoolean, 1.0, &status);
        check(status, "make the attribute enabled");

        MFnCompoundAttribute compound;
        s_contacts = compound.create("contacts", "cts", &status);
        check(status, "make the attribute contacts");
        for (const MObject& child : {s_point, s_first, s_end, s_position, s_hasPosition, s_confidence, s_enabled}) {
            check(compound.addChild(child), "fill the attribute contacts");
        }
        compound.setArray(true);
        compound.setUsesArrayDataBuilder(true);

        MFnMessageAttribute message;
        s_root = message.create("root", "rot", &status);
        check(status, "make the attribute root");
        MFnTypedAttribute typed;
        const MObject none = MFnStringData().create("");
        s_report = typed.create("report", "rpt", MFnData::kString, none, &status);
        check(status, "make the attribute report");
        typed.setHidden(true);
        // Not the current version: Maya does not write values that are the default.
        s_dataVersion = number.create("dataVersion", "dvn", MFnNumericData::kInt, 0.0, &status);
        check(status, "make the attribute dataVersion");
        number.setHidden(true);
        s_rangeStart = time("rangeStart", "rst");
        s_rangeEnd = time("rangeEnd", "red");

        s_changed = number.create("changed", "chg", MFnNumericData::kInt, 0.0, &status);
        check(status, "make the attribute changed");
        number.setWritable(false);
        number.setStorable(false);
        number.setHidden(true);

        for (const MObject& attribute :
             {s_contacts, s_root, s_report, s_dataVersion, s_rangeStart, s_rangeEnd, s_changed}) {
            check(addAttribute(attribute), "add an attribute");
        }
        for (const MObject& attribute : {s_contacts, s_point, s_first, s_end, s_position, s_positionX, s_positionY,
                                         s_positionZ, s_hasPosition, s_confidence, s_enabled}) {
            check(attributeAffects(attribute, s_changed), "connect an attribute to changed");
        }
        return MS::kSuccess;
    } catch (const std::exception& failure) {
        MGlobal::displayError(mayaText(std::string(kPlantsNode) + ": " + failure.what()));
        return MS::kFailure;
    }
}

}  // namespace surefoot
