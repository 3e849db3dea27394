#include "scene/display.h"

#include <cmath>
#include <limits>
#include <string>

#include <maya/MDistance.h>
#include <maya/MFn.h>
#include <maya/MFnDependencyNode.h>
#include <maya/MFnIntArrayData.h>
#include <maya/MFnVectorArrayData.h>
#include <maya/MIntArray.h>
#include <maya/MItDependencyNodes.h>
#include <maya/MPlug.h>
#include <maya/MSelectionList.h>
#include <maya/MVectorArray.h>

#include "ids.h"
#include "nodes/display_locator.h"
#include "nodes/plants_node.h"
#include "scene/contacts.h"
#include "status.h"

namespace surefoot {

namespace {

[[noreturn]] void damaged(const MPlug& plug)
{
    throw Failure(plainText(plug.name()) + " is damaged; show the result again.");
}

std::vector<MVector> readVectors(const MObject& node, const MObject& attribute)
{
    const MPlug plug(node, attribute);
    MObject object = plug.asMObject();
    if (object.isNull()) {
        return {};
    }
    MFnVectorArrayData fn;
    if (!fn.setObject(object)) {
        damaged(plug);
    }
    MVectorArray array = fn.array();
    std::vector<MVector> out;
    out.reserve(array.length());
    for (unsigned i = 0; i < array.length(); ++i) {
        out.push_back(array[i]);
    }
    return out;
}

std::vector<unsigned> readNumbers(const MObject& node, const MObject& attribute)
{
    const MPlug plug(node, attribute);
    MObject object = plug.asMObject();
    if (object.isNull()) {
        return {};
    }
    MFnIntArrayData fn;
    if (!fn.setObject(object)) {
        damaged(plug);
    }
    MIntArray array = fn.array();
    std::vector<unsigned> out;
    for (unsigned i = 0; i < array.length(); ++i) {
        if (array[i] < 0) {
            damaged(plug);
        }
        out.push_back(static_cast<unsigned>(array[i]));
    }
    return out;
}

// Where stretches of an array begin: ascending, and no farther than its end.
std::vector<unsigned> readStarts(const MObject& node, const MObject& attribute, size_t length)
{
    const std::vector<unsigned> starts = readNumbers(node, attribute);
    for (size_t i = 0; i < starts.size(); ++i) {
        if (starts[i] > length || (i > 0 && starts[i] < starts[i - 1])) {
            damaged(MPlug(node, attribute));
        }
    }
    return starts;
}

std::vector<std::vector<MVector>> readTrails(const MObject& node, const MObject& places, const MObject& starts)
{
    const std::vector<MVector> all = readVectors(node, places);
    const std::vector<unsigned> first = readStarts(node, starts, all.size());
    std::vector<std::vector<MVector>> out;
    for (size_t i = 0; i + 1 < first.size(); ++i) {
        out.emplace_back(all.begin() + first[i], all.begin() + first[i + 1]);
    }
    return out;
}

void writeVectors(MDGModifier& graph, const MObject& node, const MObject& attribute, const std::vector<MVector>& places)
{
    MVectorArray array;
    array.setLength(static_cast<unsigned>(places.size()));
    for (unsigned i = 0; i < array.length(); ++i) {
        array[i] = places[i];
    }
    MObject data = MFnVectorArrayData().create(array);
    const MPlug plug(node, attribute);
    check(graph.newPlugValue(plug, data), "write " + plainText(plug.name()));
}

void writeNumbers(MDGModifier& graph, const MObject& node, const MObject& attribute,
                  const std::vector<unsigned>& numbers)
{
    MIntArray array;
    array.setLength(static_cast<unsigned>(numbers.size()));
    for (unsigned i = 0; i < array.length(); ++i) {
        array[i] = static_cast<int>(numbers[i]);
    }
    MObject data = MFnIntArrayData().create(array);
    const MPlug plug(node, attribute);
    check(graph.newPlugValue(plug, data), "write " + plainText(plug.name()));
}

void writeTrails(MDGModifier& graph, const MObject& node, const MObject& places, const MObject& starts,
                 const std::vector<std::vector<MVector>>& trails)
{
    std::vector<MVector> all;
    std::vector<unsigned> first = {0};
    for (const auto& trail : trails) {
        all.insert(all.end(), trail.begin(), trail.end());
        first.push_back(static_cast<unsigned>(all.size()));
    }
    writeVectors(graph, node, places, all);
    writeNumbers(graph, node, starts, first);
}

void connect(MDGModifier& graph, const MPlug& from, const MPlug& to)
{
    const MPlug source = to.source();
    if (source == from) {
        return;
    }
    if (!source.isNull()) {
        check(graph.disconnect(source, to), "disconnect " + plainText(to.name()));
    }
    check(graph.connect(from, to), "connect " + plainText(to.name()));
}

MPlug timePlug()
{
    MSelectionList list;
    MObject node;
    if (!list.add("time1") || !list.getDependNode(0, node)) {
        return MPlug();
    }
    return MFnDependencyNode(node).findPlug("outTime", true);
}

}  // namespace

MObject findDisplay(const MDagPath& root)
{
    const MObject joint = root.node();
    for (MItDependencyNodes it(MFn::kPluginLocatorNode); !it.isDone(); it.next()) {
        const MObject node = it.thisNode();
        if (MFnDependencyNode(node).typeName() == kDisplayNode) {
            const MPlug source = MPlug(node, DisplayLocator::s_root).source();
            if (!source.isNull() && source.node() == joint) {
                return node;
            }
        }
    }
    return MObject::kNullObj;
}

MObject writeDisplay(MDagModifier& dag, MDGModifier& graph, const MDagPath& root, const DisplayData& data)
{
    MObject node = findDisplay(root);
    if (node.isNull()) {
        MStatus status;
        const MObject transform = dag.createNode("transform", MObject::kNullObj, &status);
        check(status, "make a group for the display");
        node = dag.createNode(kDisplayNode, transform, &status);
        check(status, "make the display; is the plug-in loaded?");
        check(dag.renameNode(transform, MString(kDisplayNode) + "1"), "name the display");
        check(graph.connect(MFnDependencyNode(root.node()).findPlug("message", true),
                            MPlug(node, DisplayLocator::s_root)),
              "link the display to " + plainText(root.partialPathName()));
        const MPlug time = timePlug();
        if (!time.isNull()) {
            check(graph.connect(time, MPlug(node, DisplayLocator::s_time)), "connect the display to the time");
        }
    }
    const MObject plants = findPlantsNode(root);
    if (!plants.isNull()) {
        connect(graph, MFnDependencyNode(plants).findPlug("message", true), MPlug(node, DisplayLocator::s_contacts));
        connect(graph, MPlug(plants, PlantsNode::s_changed), MPlug(node, DisplayLocator::s_contactsChanged));
    }

    check(graph.newPlugValueMTime(MPlug(node, DisplayLocator::s_firstTime), data.first), "write the first frame");
    check(graph.newPlugValueDouble(MPlug(node, DisplayLocator::s_frameRate), data.frameRate), "write the frame rate");
    check(graph.newPlugValueMDistance(MPlug(node, DisplayLocator::s_groundHeight),
                                      MDistance(data.groundHeight, MDistance::kCentimeters)),
          "write the height of the ground");
    writeTrails(graph, node, DisplayLocator::s_before, DisplayLocator::s_beforeFirst, data.before);
    writeTrails(graph, node, DisplayLocator::s_after, DisplayLocator::s_afterFirst, data.after);
    writeVectors(graph, node, DisplayLocator::s_centres, data.centres);
    // A scene file cannot hold what is not a number.
    std::vector<MVector> zeroMomentPoints;
    std::vector<unsigned> zeroMomentFrames;
    for (size_t frame = 0; frame < data.zeroMomentPoints.size(); ++frame) {
        const MVector& point = data.zeroMomentPoints[frame];
        if (std::isfinite(point.x) && std::isfinite(point.y) && std::isfinite(point.z)) {
            zeroMomentPoints.push_back(point);
            zeroMomentFrames.push_back(static_cast<unsigned>(frame));
        }
    }
    writeVectors(graph, node, DisplayLocator::s_zeroMomentPoints, zeroMomentPoints);
    writeNumbers(graph, node, DisplayLocator::s_zeroMomentFrames, zeroMomentFrames);
    writeVectors(graph, node, DisplayLocator::s_areaCorners, data.areaCorners);
    writeNumbers(graph, node, DisplayLocator::s_areaFirst, data.areaFirst);
    writeVectors(graph, node, DisplayLocator::s_penetratingPoints, data.penetratingPoints);
    writeNumbers(graph, node, DisplayLocator::s_penetratingFirst, data.penetratingFirst);
    return node;
}

DisplayData readDisplay(const MObject& node)
{
    DisplayData data;
    data.first = MPlug(node, DisplayLocator::s_firstTime).asMTime();
    data.frameRate = MPlug(node, DisplayLocator::s_frameRate).asDouble();
    data.groundHeight = MPlug(node, DisplayLocator::s_groundHeight).asMDistance().asCentimeters();
    data.before = readTrails(node, DisplayLocator::s_before, DisplayLocator::s_beforeFirst);
    data.after = readTrails(node, DisplayLocator::s_after, DisplayLocator::s_afterFirst);
    data.centres = readVectors(node, DisplayLocator::s_centres);
    const std::vector<MVector> points = readVectors(node, DisplayLocator::s_zeroMomentPoints);
    const std::vector<unsigned> frames = readNumbers(node, DisplayLocator::s_zeroMomentFrames);
    // More frames than anybody animates would only fill the memory.
    constexpr unsigned kMostFrames = 10000000;
    if (points.size() != frames.size() || (!frames.empty() && frames.back() > kMostFrames)) {
        damaged(MPlug(node, DisplayLocator::s_zeroMomentFrames));
    }
    if (!frames.empty()) {
        const double none = std::numeric_limits<double>::quiet_NaN();
        data.zeroMomentPoints.resize(size_t{frames.back()} + 1, MVector(none, none, none));
        for (size_t i = 0; i < frames.size(); ++i) {
            if (frames[i] >= data.zeroMomentPoints.size()) {
                damaged(MPlug(node, DisplayLocator::s_zeroMomentFrames));
            }
            data.zeroMomentPoints[frames[i]] = points[i];
        }
    }
    data.areaCorners = readVectors(node, DisplayLocator::s_areaCorners);
    data.areaFirst = readStarts(node, DisplayLocator::s_areaFirst, data.areaCorners.size());
    data.penetratingPoints = readVectors(node, DisplayLocator::s_penetratingPoints);
    data.penetratingFirst = readStarts(node, DisplayLocator::s_penetratingFirst, data.penetratingPoints.size());
    return data;
}

}  // namespace surefoot
