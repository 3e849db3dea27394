#include "scene/contacts.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <maya/MDistance.h>
#include <maya/MFn.h>
#include <maya/MFnDependencyNode.h>
#include <maya/MIntArray.h>
#include <maya/MItDependencyNodes.h>
#include <maya/MPlug.h>

#include "ids.h"
#include "nodes/plants_node.h"
#include "status.h"

namespace surefoot {

namespace {

MPlug child(const MPlug& contact, MObject attribute)
{
    MStatus status;
    const MPlug plug = contact.child(attribute, &status);
    check(status, "find an attribute of " + plainText(contact.name()));
    return plug;
}

MPlug contactsPlug(const MObject& node)
{
    MStatus status;
    const MFnDependencyNode fn(node, &status);
    if (!status || !(fn.typeName() == kPlantsNode)) {
        throw Failure("Contacts are kept by a surefootPlants node; this is none.");
    }
    return MPlug(node, PlantsNode::s_contacts);
}

std::vector<int> existing(MPlug& contacts)
{
    MIntArray indices;
    MStatus status;
    contacts.getExistingArrayAttributeIndices(indices, &status);
    check(status, "read " + plainText(contacts.name()));
    std::vector<int> out;
    for (unsigned i = 0; i < indices.length(); ++i) {
        out.push_back(indices[i]);
    }
    std::sort(out.begin(), out.end());
    return out;
}

MVector readPosition(const MPlug& contact)
{
    const MPlug position = child(contact, PlantsNode::s_position);
    return MVector(child(position, PlantsNode::s_positionX).asMDistance().asCentimeters(),
                   child(position, PlantsNode::s_positionY).asMDistance().asCentimeters(),
                   child(position, PlantsNode::s_positionZ).asMDistance().asCentimeters());
}

void writeContact(MDGModifier& edit, const MPlug& plug, const Contact& contact)
{
    const auto centimetres = [](double value) { return MDistance(value, MDistance::kCentimeters); };
    const MPlug position = child(plug, PlantsNode::s_position);
    const std::string what = "write " + plainText(plug.name());
    check(edit.newPlugValueShort(child(plug, PlantsNode::s_point), static_cast<short>(contact.point)), what);
    check(edit.newPlugValueMTime(child(plug, PlantsNode::s_first), contact.first), what);
    check(edit.newPlugValueMTime(child(plug, PlantsNode::s_end), contact.end), what);
    check(edit.newPlugValueMDistance(child(position, PlantsNode::s_positionX), centimetres(contact.position.x)), what);
    check(edit.newPlugValueMDistance(child(position, PlantsNode::s_positionY), centimetres(contact.position.y)), what);
    check(edit.newPlugValueMDistance(child(position, PlantsNode::s_positionZ), centimetres(contact.position.z)), what);
    check(edit.newPlugValueBool(child(plug, PlantsNode::s_hasPosition), contact.hasPosition), what);
    check(edit.newPlugValueFloat(child(plug, PlantsNode::s_confidence), static_cast<float>(contact.confidence)), what);
    check(edit.newPlugValueBool(child(plug, PlantsNode::s_enabled), contact.isEnabled), what);
}

}  // namespace

const std::vector<std::string>& pointNames()
{
    static const std::vector<std::string> names = [] {
        std::vector<std::string> out(12);
        out[SUREFOOT_POINT_LEFT_ANKLE] = "leftAnkle";
        out[SUREFOOT_POINT_LEFT_HEEL] = "leftHeel";
        out[SUREFOOT_POINT_LEFT_TOE] = "leftToe";
        out[SUREFOOT_POINT_LEFT_TOE_TIP] = "leftToeTip";
        out[SUREFOOT_POINT_LEFT_WRIST] = "leftWrist";
        out[SUREFOOT_POINT_LEFT_FINGERTIPS] = "leftFingertips";
        out[SUREFOOT_POINT_RIGHT_ANKLE] = "rightAnkle";
        out[SUREFOOT_POINT_RIGHT_HEEL] = "rightHeel";
        out[SUREFOOT_POINT_RIGHT_TOE] = "rightToe";
        out[SUREFOOT_POINT_RIGHT_TOE_TIP] = "rightToeTip";
        out[SUREFOOT_POINT_RIGHT_WRIST] = "rightWrist";
        out[SUREFOOT_POINT_RIGHT_FINGERTIPS] = "rightFingertips";
        return out;
    }();
    return names;
}

bool isLeft(int point)
{
    return point < SUREFOOT_POINT_RIGHT_ANKLE;
}

std::vector<Contact> readContacts(const MObject& node)
{
    MPlug contacts = contactsPlug(node);
    if (MPlug(node, PlantsNode::s_dataVersion).asInt() > PlantsNode::kDataVersion) {
        throw Failure(plainText(contacts.name()) + " was written by a newer Surefoot; load that one.");
    }
    std::vector<Contact> out;
    for (const int index : existing(contacts)) {
        const MPlug plug = contacts.elementByLogicalIndex(static_cast<unsigned>(index));
        Contact contact;
        contact.index = index;
        contact.point = child(plug, PlantsNode::s_point).asShort();
        if (contact.point < 0 || static_cast<size_t>(contact.point) >= pointNames().size()) {
            throw Failure(plainText(plug.name()) + " is of point " + std::to_string(contact.point) +
                          ", which does not exist.");
        }
        contact.first = child(plug, PlantsNode::s_first).asMTime();
        contact.end = child(plug, PlantsNode::s_end).asMTime();
        contact.hasPosition = child(plug, PlantsNode::s_hasPosition).asBool();
        contact.position = readPosition(plug);
        contact.confidence = child(plug, PlantsNode::s_confidence).asFloat();
        contact.isEnabled = child(plug, PlantsNode::s_enabled).asBool();
        out.push_back(contact);
    }
    return out;
}

void writeContacts(MDGModifier& edit, const MObject& node, const std::vector<Contact>& contacts)
{
    MPlug plug = contactsPlug(node);
    std::set<int> kept;
    for (const Contact& contact : contacts) {
        if (contact.index >= 0 && !kept.insert(contact.index).second) {
            throw Failure("Two contacts have the element " + std::to_string(contact.index) + ".");
        }
    }
    const std::vector<int> before = existing(plug);
    for (const int index : before) {
        if (kept.count(index) == 0) {
            check(edit.removeMultiInstance(plug.elementByLogicalIndex(static_cast<unsigned>(index)), true),
                  "remove a contact");
        }
    }
    // After all that were there: an element that goes and comes back in one step would not undo.
    std::set<int> taken(before.begin(), before.end());
    taken.insert(kept.begin(), kept.end());
    int next = taken.empty() ? 0 : *taken.rbegin() + 1;
    for (const Contact& contact : contacts) {
        const int index = contact.index >= 0 ? contact.index : next++;
        writeContact(edit, plug.elementByLogicalIndex(static_cast<unsigned>(index)), contact);
    }
}

PlantsInfo readPlantsInfo(const MObject& node)
{
    contactsPlug(node);
    PlantsInfo info;
    info.report = plainText(MPlug(node, PlantsNode::s_report).asString());
    info.version = MPlug(node, PlantsNode::s_dataVersion).asInt();
    info.rangeStart = MPlug(node, PlantsNode::s_rangeStart).asMTime();
    info.rangeEnd = MPlug(node, PlantsNode::s_rangeEnd).asMTime();
    return info;
}

void writePlantsInfo(MDGModifier& edit, const MObject& node, const PlantsInfo& info)
{
    contactsPlug(node);
    check(edit.newPlugValueString(MPlug(node, PlantsNode::s_report), mayaText(info.report)), "write the report");
    check(edit.newPlugValueInt(MPlug(node, PlantsNode::s_dataVersion), PlantsNode::kDataVersion), "write the version");
    check(edit.newPlugValueMTime(MPlug(node, PlantsNode::s_rangeStart), info.rangeStart), "write the range");
    check(edit.newPlugValueMTime(MPlug(node, PlantsNode::s_rangeEnd), info.rangeEnd), "write the range");
}

MObject findPlantsNode(const MDagPath& root)
{
    const MObject joint = root.node();
    for (MItDependencyNodes it(MFn::kPluginDependNode); !it.isDone(); it.next()) {
        const MObject node = it.thisNode();
        if (!(MFnDependencyNode(node).typeName() == kPlantsNode)) {
            continue;
        }
        const MPlug source = MPlug(node, PlantsNode::s_root).source();
        if (!source.isNull() && source.node() == joint) {
            return node;
        }
    }
    return MObject::kNullObj;
}

MDagPath rootOfPlants(const MObject& node)
{
    contactsPlug(node);
    MDagPath path;
    const MPlug source = MPlug(node, PlantsNode::s_root).source();
    if (!source.isNull()) {
        MDagPath::getAPathTo(source.node(), path);
    }
    return path;
}

MObject createPlantsNode(MDGModifier& edit, const MDagPath& root, const PlantsInfo& info)
{
    MStatus status;
    const MObject node = edit.createNode(PlantsNode::id, &status);
    check(status, "make a surefootPlants node; is the plug-in loaded?");
    const MPlug message = MFnDependencyNode(root.node()).findPlug("message", true, &status);
    check(status, "link the contacts to " + plainText(root.partialPathName()));
    check(edit.connect(message, MPlug(node, PlantsNode::s_root)),
          "link the contacts to " + plainText(root.partialPathName()));
    writePlantsInfo(edit, node, info);
    return node;
}

MTime ClipTime::time(double frame) const
{
    return first + MTime(frame / frameRate, MTime::kSeconds);
}

double ClipTime::frame(const MTime& time) const
{
    return (time - first).as(MTime::kSeconds) * frameRate;
}

std::vector<surefoot_plant> plantsOf(const std::vector<Contact>& contacts, const ClipTime& clip, const Units& units)
{
    std::vector<surefoot_plant> out;
    const double last = static_cast<double>(clip.frameCount);
    for (const Contact& contact : contacts) {
        const double first = std::max(0.0, std::round(clip.frame(contact.first)));
        const double end = std::min(last, std::round(clip.frame(contact.end)));
        if (!contact.isEnabled || !(first < end)) {
            continue;
        }
        surefoot_plant plant = {};
        plant.point = contact.point;
        plant.has_position = contact.hasPosition;
        plant.first = static_cast<size_t>(first);
        plant.end = static_cast<size_t>(end);
        plant.confidence = contact.confidence;
        if (contact.hasPosition) {
            units.toLibrary(contact.position, plant.position);
        }
        out.push_back(plant);
    }
    return out;
}

std::vector<Contact> contactsOf(const surefoot_plant* plants, size_t count, const ClipTime& clip, const Units& units)
{
    std::vector<Contact> out;
    for (size_t i = 0; i < count; ++i) {
        const surefoot_plant& plant = plants[i];
        Contact contact;
        contact.point = plant.point;
        contact.first = clip.time(static_cast<double>(plant.first));
        contact.end = clip.time(static_cast<double>(plant.end));
        contact.hasPosition = plant.has_position != 0;
        contact.confidence = plant.confidence;
        if (contact.hasPosition) {
            contact.position = units.fromLibrary(plant.position);
        }
        out.push_back(contact);
    }
    return out;
}

}  // namespace surefoot
