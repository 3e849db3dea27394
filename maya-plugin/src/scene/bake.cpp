#include "scene/bake.h"

#include <maya/MAngle.h>
#include <maya/MFnDependencyNode.h>
#include <maya/MFnMatrixData.h>
#include <maya/MObject.h>

#include "scene/keys.h"
#include "status.h"

namespace surefoot {

namespace {

constexpr const char* kSuffix = "_surefoot";

MPlug plugOf(const MObject& node, const std::string& name)
{
    MStatus status;
    const MPlug plug = MFnDependencyNode(node).findPlug(mayaText(name), true, &status);
    check(status, "find " + name + " of a copied joint");
    return plug;
}

// Copies what decides how a node's channels become its matrix.
void copySettings(MDGModifier& graph, const RigNode& from, const MObject& to, const Samples& samples, size_t node)
{
    const MObject source = from.path.node();
    graph.newPlugValueShort(plugOf(to, "rotateOrder"), plugOf(source, "rotateOrder").asShort());
    graph.newPlugValueBool(plugOf(to, "inheritsTransform"), from.inheritsTransform);
    const char* const axes[3] = {"X", "Y", "Z"};
    for (int axis = 0; axis < 3; ++axis) {
        const std::string letter = axes[axis];
        for (const char* name : {"rotateAxis", "jointOrient"}) {
            if (name[0] == 'r' || from.isJoint) {
                graph.newPlugValueMAngle(plugOf(to, name + letter), plugOf(source, name + letter).asMAngle());
            }
        }
        graph.newPlugValueDouble(plugOf(to, "scale" + letter), plugOf(source, "scale" + letter).asDouble());
    }
    if (from.isJoint) {
        graph.newPlugValueBool(plugOf(to, "segmentScaleCompensate"), from.compensatesScale);
    }
    MFnMatrixData data;
    MObject matrix = data.create(samples.offsetParent[node]);
    graph.newPlugValue(plugOf(to, "offsetParentMatrix"), matrix);
}

// The values of one node's channel, from what changed or else from what was sampled.
std::vector<double> channelValues(const Samples& samples, size_t node, int axis, bool isRotation,
                                  const std::vector<NodeChannels>& changed)
{
    std::vector<double> values(samples.frames.count);
    const NodeChannels* found = nullptr;
    for (const NodeChannels& channels : changed) {
        if (channels.node == node && (isRotation ? channels.rotates : channels.translates)) {
            found = &channels;
        }
    }
    const std::vector<double>& sampled = isRotation ? samples.rotate : samples.translate;
    for (size_t frame = 0; frame < values.size(); ++frame) {
        values[frame] = found ? (isRotation ? found->rotate : found->translate)[3 * frame + axis]
                              : sampled[3 * (frame * samples.nodeCount + node) + axis];
    }
    return values;
}

bool isSteady(const std::vector<double>& values)
{
    for (const double value : values) {
        if (value != values[0]) {
            return false;
        }
    }
    return true;
}

}  // namespace

MDagPath bakeCopy(SceneEdit& edit, const Rig& rig, const Samples& samples, const std::vector<NodeChannels>& changed)
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
        copySettings(graph, rig.nodes[node], copies[node], samples, node);
        const int parent = rig.nodes[node].parent;
        if (parent >= 0 && rig.nodes[node].isJoint) {
            graph.connect(plugOf(copies[parent], "scale"), plugOf(copies[node], "inverseScale"));
        }
    }
    edit.apply("set up the copy of the skeleton");

    for (size_t node = 0; node < rig.nodes.size(); ++node) {
        for (const bool isRotation : {true, false}) {
            for (int axis = 0; axis < 3; ++axis) {
                const std::string name = std::string(isRotation ? "rotate" : "translate") + (axis == 0   ? "X"
                                                                                             : axis == 1 ? "Y"
                                                                                                         : "Z");
                ChannelKeys keys = {plugOf(copies[node], name),
                                    channelValues(samples, node, axis, isRotation, changed)};
                if (isRotation || node == 0 || !isSteady(keys.values)) {
                    setNewKeys(edit, keys, timesOf(samples.frames));
                } else {
                    // A channel that stays as it is needs its value, not a key on every frame.
                    edit.graph().newPlugValueDouble(keys.plug, keys.values[0]);
                    edit.apply("place the copy of " + rig.nodes[node].label());
                }
            }
        }
    }
    MDagPath root;
    check(MDagPath::getAPathTo(copies[0], root), "find the copy of the skeleton");
    return root;
}

}  // namespace surefoot
