#include "scene/bake.h"

#include <algorithm>
#include <cmath>

#include <maya/MAngle.h>
#include <maya/MFnDependencyNode.h>
#include <maya/MMatrix.h>
#include <maya/MObject.h>

#include "scene/keys.h"
#include "status.h"

namespace surefoot {

namespace {

constexpr const char* kSuffix = "_surefoot";
// Lengths and scales that change by less, centimetres, are rounding of matrices.
constexpr double kSteady = 1e-9;

MPlug plugOf(const MObject& node, const std::string& name)
{
    MStatus status;
    const MPlug plug = MFnDependencyNode(node).findPlug(mayaText(name), true, &status);
    check(status, "find " + name + " of a copied joint");
    return plug;
}

// Copies what decides how a node's channels become its matrix. Pivots and offsets stay at rest: what they do goes into
// the channels.
void copySettings(MDGModifier& graph, const RigNode& from, const MObject& to)
{
    const MObject source = from.path.node();
    graph.newPlugValueShort(plugOf(to, "rotateOrder"), plugOf(source, "rotateOrder").asShort());
    graph.newPlugValueBool(plugOf(to, "inheritsTransform"), from.inheritsTransform);
    for (const char axis : {'X', 'Y', 'Z'}) {
        const std::string rotateAxis = std::string("rotateAxis") + axis;
        graph.newPlugValueMAngle(plugOf(to, rotateAxis), plugOf(source, rotateAxis).asMAngle());
        if (from.isJoint) {
            const std::string orient = std::string("jointOrient") + axis;
            graph.newPlugValueMAngle(plugOf(to, orient), plugOf(source, orient).asMAngle());
        }
    }
    if (from.isJoint) {
        graph.newPlugValueBool(plugOf(to, "segmentScaleCompensate"), from.compensatesScale);
    }
}

// Rotate, translate and scale of one node, each 3 numbers a frame.
struct Channels {
    std::vector<double> rotate, translate, scale;
};

Channels solve(const Rig& rig, size_t node, const Samples& samples, const std::vector<MMatrix>& world)
{
    RigNode copy = rig.nodes[node];
    copy.rotatePivot = copy.rotatePivotTranslate = copy.scalePivot = copy.scalePivotTranslate = MVector();
    Channels channels;
    double base[3];
    std::copy_n(&samples.rotate[3 * node], 3, base);
    for (size_t frame = 0; frame < samples.frames.count; ++frame) {
        const size_t at = frame * samples.nodeCount + node;
        MMatrix above;
        if (copy.inheritsTransform) {
            above = copy.parent < 0 ? samples.aboveRoot[frame]
                                    : world[frame * samples.nodeCount + static_cast<size_t>(copy.parent)];
        }
        double rotate[3];
        double translate[3];
        double scale[3];
        solveChannels(copy, world[at] * above.inverse(), MMatrix(), &samples.inverseScale[3 * at], base, rotate,
                      translate, scale);
        std::copy_n(rotate, 3, base);
        channels.rotate.insert(channels.rotate.end(), rotate, rotate + 3);
        channels.translate.insert(channels.translate.end(), translate, translate + 3);
        channels.scale.insert(channels.scale.end(), scale, scale + 3);
    }
    return channels;
}

std::vector<double> oneAxis(const std::vector<double>& values, size_t axis)
{
    std::vector<double> result;
    for (size_t at = axis; at < values.size(); at += 3) {
        result.push_back(values[at]);
    }
    return result;
}

bool isSteady(const std::vector<double>& values)
{
    for (const double value : values) {
        if (std::abs(value - values[0]) > kSteady) {
            return false;
        }
    }
    return true;
}

}  // namespace

MDagPath bakeCopy(SceneEdit& edit, const Rig& rig, const Samples& samples, const std::vector<MMatrix>& world)
{
    MObject above;
    MDagPath parentPath = rig.root().path;
    if (parentPath.length() > 1) {
        parentPath.pop(1);
        above = parentPath.node();
    }
    MDagModifier& dag = edit.dag();
    std::vector<MObject> copies;
    for (const RigNode& node : rig.nodes) {
        MStatus status;
        copies.push_back(dag.createNode(node.isJoint ? "joint" : "transform",
                                        node.parent < 0 ? above : copies[node.parent], &status));
        check(status, "make a copy of " + node.label());
        check(dag.renameNode(copies.back(), mayaText(node.name + kSuffix)), "name the copy of " + node.label());
    }
    edit.apply("make a copy of the skeleton");

    MDGModifier& graph = edit.graph();
    for (size_t node = 0; node < rig.nodes.size(); ++node) {
        copySettings(graph, rig.nodes[node], copies[node]);
        const int parent = rig.nodes[node].parent;
        if (parent >= 0 && rig.nodes[node].isJoint) {
            graph.connect(plugOf(copies[parent], "scale"), plugOf(copies[node], "inverseScale"));
        }
    }
    edit.apply("set up the copy of the skeleton");

    const std::vector<MTime> times = timesOf(samples.frames);
    for (size_t node = 0; node < rig.nodes.size(); ++node) {
        const Channels channels = solve(rig, node, samples, world);
        for (size_t axis = 0; axis < 3; ++axis) {
            const auto write = [&](const char* name, const std::vector<double>& values, bool isAlwaysKeyed) {
                const ChannelKeys keys = {plugOf(copies[node], std::string(name) + "XYZ"[axis]), oneAxis(values, axis)};
                if (isAlwaysKeyed || !isSteady(keys.values)) {
                    setNewKeys(edit, keys, times);
                    return;
                }
                // A channel that stays as it is needs its value, not a key on every frame.
                edit.graph().newPlugValueDouble(keys.plug, keys.values[0]);
                edit.apply("place the copy of " + rig.nodes[node].label());
            };
            write("rotate", channels.rotate, true);
            write("translate", channels.translate, node == 0);
            write("scale", channels.scale, false);
        }
    }
    MDagPath root;
    check(MDagPath::getAPathTo(copies[0], root), "find the copy of the skeleton");
    return root;
}

}  // namespace surefoot
