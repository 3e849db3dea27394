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

// The node stores the time after the last frame, which stays right when the scene's frame rate changes.
MTime oneFrame()
{
    return MTime(1.0, MTime::uiUnit());
}

MVector readPosition(const MPlug& contact)
{
    const MPlug position = child(contact, PlantsNode::s_position);
    return MVector(child(position, PlantsNode::s_positionX).asMDistance().asCentimeters(),
                   child(position, PlantsNode::s_positionY).asMDistance().asCentimeters(),
                   child(position, PlantsNode::s_positionZ).asMDistance().asCentimeters());
}

void writeContact(MDGModifier& graph, const MPlug& plug, const Contact& contact)
{
    const auto centimetres = [](double value) { return MDistance(value, MDistance::kCentimeters); };
    const MPlug position = child(plug, PlantsNode::s_position);
    const std::string what = "write " + plainText(plug.name());
    check(graph.newPlugValueShort(child(plug, PlantsNode::s_point), contact.point), what);
    check(graph.newPlugValueMTime(child(plug, PlantsNode::s_first), contact.first), what);
    check(graph.newPlugValueMTime(child(plug, PlantsNode::s_end), contact.last + oneFrame()), what);
    check(graph.newPlugValueMDistance(child(position, PlantsNode::s_positionX), centimetres(contact.position.x)), what);
    check(graph.newPlugValueMDistance(child(position, PlantsNode::s_positionY), centimetres(contact.position.y)), what);
    check(graph.newPlugValueMDistance(child(position, PlantsNode::s_positionZ), centimetres(contact.position.z)), what);
    check(graph.newPlugValueBool(child(plug, PlantsNode::s_hasPosition), contact.hasPosition), what);
    check(graph.newPlugValueFloat(child(plug, PlantsNode::s_confidence), contact.confidence), what);
    check(graph.newPlugValueBool(child(plug, PlantsNode::s_enabled), contact.enabled), what);
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
        contact.last = child(plug, PlantsNode::s_end).asMTime() - oneFrame();
        contact.hasPosition = child(plug, PlantsNode::s_hasPosition).asBool();
        contact.position = readPosition(plug);
        contact.confidence = child(plug, PlantsNode::s_confidence).asFloat();
        contact.enabled = child(plug, PlantsNode::s_enabled).asBool();
        out.push_back(contact);
    }
    return out;
}

void writeContacts(MDGModifier& graph, const MObject& node, const std::vector<Contact>& contacts)
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
            check(graph.removeMultiInstance(plug.elementByLogicalIndex(static_cast<unsigned>(index)), true),
                  "remove a contact");
        }
    }
    // After all that were there: an element that goes and comes back in one step would not undo.
    std::set<int> taken(before.begin(), before.end());
    taken.insert(kept.begin(), kept.end());
    int next = taken.empty() ? 0 : *taken.rbegin() + 1;
    for (const Contact& contact : contacts) {
        const int index = contact.index >= 0 ? contact.index : next++;
        writeContact(graph, plug.elementByLogicalIndex(static_cast<unsigned>(index)), contact);
    }
}

std::string readReport(const MObject& node)
{
    contactsPlug(node);
    return plainText(MPlug(node, PlantsNode::s_report).asString());
}

void writeReport(MDGModifier& graph, const MObject& node, const std::string& json)
{
    contactsPlug(node);
    check(graph.newPlugValueString(MPlug(node, PlantsNode::s_report), mayaText(json)), "write the report");
}

void writeRange(MDGModifier& graph, const MObject& node, const FrameRange& frames)
{
    contactsPlug(node);
    check(graph.newPlugValueMTime(MPlug(node, PlantsNode::s_rangeStart), frames.time(0)), "write the range");
    check(graph.newPlugValueMTime(MPlug(node, PlantsNode::s_rangeEnd), frames.time(frames.count)), "write the range");
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

MObject createPlantsNode(MDGModifier& graph, const MDagPath& root)
{
    const std::string to = "link the contacts to " + plainText(root.partialPathName());
    MStatus status;
    const MObject node = graph.createNode(PlantsNode::id, &status);
    check(status, "make a surefootPlants node");
    const MPlug message = MFnDependencyNode(root.node()).findPlug("message", true, &status);
    check(status, to);
    check(graph.connect(message, MPlug(node, PlantsNode::s_root)), to);
    check(graph.newPlugValueInt(MPlug(node, PlantsNode::s_dataVersion), PlantsNode::kDataVersion), "write the version");
    check(graph.doIt(), to);
    return node;
}

Plants plantsOf(const std::vector<Contact>& contacts, const FrameRange& frames, const Units& units)
{
    std::vector<surefoot_plant> items;
    const double count = static_cast<double>(frames.count);
    for (const Contact& contact : contacts) {
        const double first = std::max(0.0, std::round(contact.first.as(MTime::uiUnit()) - frames.first));
        const double end = std::min(count, std::round(contact.last.as(MTime::uiUnit()) - frames.first) + 1.0);
        if (!contact.enabled || !(first < end)) {
            continue;
        }
        surefoot_plant plant = {};
        plant.point = contact.point;
        plant.has_position = contact.hasPosition;
        plant.first = static_cast<size_t>(first);
        plant.end = static_cast<size_t>(end);
        plant.confidence = static_cast<double>(contact.confidence);
        if (contact.hasPosition) {
            units.toLibrary(contact.position, plant.position);
        }
        items.push_back(plant);
    }
    Plants plants;
    call(surefoot_plants_create, frames.count, static_cast<const surefoot_plant*>(items.data()), items.size(),
         plants.out());
    return plants;
}

std::vector<Contact> contactsOf(const surefoot_plants* plants, const FrameRange& frames, const Units& units)
{
    const surefoot_plant* items = nullptr;
    size_t count = 0;
    size_t frameCount = 0;
    call(surefoot_plants_get, plants, &items, &count, &frameCount);
    std::vector<Contact> out;
    for (size_t i = 0; i < count; ++i) {
        const surefoot_plant& plant = items[i];
        Contact contact;
        contact.point = static_cast<short>(plant.point);
        contact.first = frames.time(plant.first);
        contact.last = frames.time(plant.end - 1);
        contact.hasPosition = plant.has_position != 0;
        contact.confidence = static_cast<float>(plant.confidence);
        if (contact.hasPosition) {
            contact.position = units.fromLibrary(plant.position);
        }
        out.push_back(contact);
    }
    return out;
}

}  // namespace surefoot
