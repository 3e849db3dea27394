#include "commands/write_result.h"

#include <cmath>

#include "scene/bake.h"
#include "scene/controls.h"
#include "scene/display.h"
#include "scene/driven.h"
#include "scene/keys.h"
#include "scene/layer.h"
#include "status.h"

namespace surefoot {

namespace {

// One channel of a node and what it must hold.
struct WantedChannel {
    size_t node = 0;
    int axis = 0;
    bool isRotation = false;
    ChannelKeys keys;
};

std::vector<WantedChannel> wantedChannels(const std::vector<RigNode>& nodes, const std::vector<NodeChannels>& changed)
{
    std::vector<WantedChannel> channels;
    for (const NodeChannels& node : changed) {
        for (const bool isRotation : {true, false}) {
            const std::vector<double>& values = isRotation ? node.rotate : node.translate;
            for (int axis = 0; axis < 3 && (isRotation ? node.rotates : node.translates); ++axis) {
                WantedChannel channel;
                channel.node = node.node;
                channel.axis = axis;
                channel.isRotation = isRotation;
                channel.keys.plug = isRotation ? nodes[node.node].rotate[axis] : nodes[node.node].translate[axis];
                for (size_t at = static_cast<size_t>(axis); at < values.size(); at += 3) {
                    channel.keys.values.push_back(values[at]);
                }
                channels.push_back(std::move(channel));
            }
        }
    }
    return channels;
}

// What a layer has to add to what the channels hold.
std::vector<LayerChannel> layerChannels(std::vector<WantedChannel> wanted, const Samples& samples)
{
    std::vector<LayerChannel> channels;
    for (WantedChannel& channel : wanted) {
        const std::vector<double>& held = channel.isRotation ? samples.rotate : samples.translate;
        LayerChannel added = {channel.keys.plug, std::move(channel.keys.values)};
        for (size_t frame = 0; frame < added.offsets.size(); ++frame) {
            added.offsets[frame] -= held[3 * (frame * samples.nodeCount + channel.node) + channel.axis];
        }
        channels.push_back(std::move(added));
    }
    return channels;
}

void refuse(const RigNode& node, bool isRotation, Keying keying)
{
    for (int axis = 0; axis < 3; ++axis) {
        const std::string why = whyNotKeyed(isRotation ? node.rotate[axis] : node.translate[axis], keying);
        if (!why.empty()) {
            throw Failure(why);
        }
    }
}

void refuseChannels(const std::vector<RigNode>& nodes, const std::vector<NodeChannels>& changed, Keying keying)
{
    for (const NodeChannels& node : changed) {
        if (node.rotates) {
            refuse(nodes[node.node], true, keying);
        }
        if (node.translates) {
            refuse(nodes[node.node], false, keying);
        }
    }
}

void refuseIk(const Rig& rig, const std::vector<NodeChannels>& changed)
{
    const std::vector<std::string> handles = findIkHandles(rig);
    for (const NodeChannels& node : changed) {
        if (!handles[node.node].empty()) {
            throw Failure(rig.nodes[node.node].label() + " is moved by the IK handle " + handles[node.node] +
                          "; key its controls (-result controls), or a copy of the skeleton (-result bake).");
        }
    }
}

double slideOf(const surefoot_report* report)
{
    double slide = 0.0;
    call(surefoot_report_number, report, "slide_mean", &slide);
    return slide;
}

SceneCheck checkScene(const Character& character, const Rig& rig, const std::vector<MMatrix>& wanted,
                      Progress& progress)
{
    const Samples samples =
        sampleRig(rig, character.frames, character.sampling, [&](double share) { progress.step(share); });
    SceneCheck result;
    for (size_t frame = 0; frame < character.frames.count; ++frame) {
        for (size_t node = 0; node < samples.nodeCount; ++node) {
            const MMatrix& is = samples.worldAt(frame, node);
            const MMatrix& should = wanted[frame * samples.nodeCount + node];
            const MVector way(is[3][0] - should[3][0], is[3][1] - should[3][1], is[3][2] - should[3][2]);
            const double distance = character.units.metres(way.length());
            if (distance > result.farthest) {
                result.farthest = distance;
                result.joint = rig.nodes[node].label();
                result.frame = character.frames.first + static_cast<double>(frame);
            }
        }
    }
    if (character.plants) {
        const surefoot_skeleton* skeleton = character.motion.skeleton.get();
        const surefoot_clip* before = character.motion.clip.get();
        const Clip clip = makeClip(rig, samples, character.motion.skeleton, character.units);
        Report report;
        call(surefoot_measure_footskate, skeleton, clip.get(), character.plants.get(), character.ground.get(), before,
             report.out());
        const char* summary = nullptr;
        call(surefoot_report_summary, report.get(), &summary);
        result.summary = summary;
        result.slideAfter = slideOf(report.get());
        call(surefoot_measure_footskate, skeleton, before, character.plants.get(), character.ground.get(), nullptr,
             report.out());
        result.slideBefore = slideOf(report.get());
    }
    return result;
}

}  // namespace

std::string layerNameFor(const WriteSettings& settings, const MDagPath& root)
{
    return settings.layer.empty() ? layerName(root) : settings.layer;
}

Written writeResult(const Character& character, const surefoot_clip* edited, const WriteSettings& settings,
                    SceneEdit& edit, Progress& progress)
{
    const Rig& rig = character.rig;
    const std::vector<MMatrix> world = worldMatrices(character.motion, edited, character.units);
    std::vector<NodeChannels> changed =
        changedChannels(rig, character.samples, character.motion.clip.get(), edited, world);
    Written written;
    Rig measured = rig;
    const auto writeOnLayer = [&](const std::vector<LayerChannel>& channels) {
        written.channelCount = channels.size();
        if (!channels.empty()) {
            written.name = layerNameFor(settings, rig.root().path);
            writeLayer(edit, written.name, rig.root().path, channels, character.frames);
        }
    };
    switch (settings.kind) {
        case ResultKind::kLayer: {
            refuseIk(rig, changed);
            refuseChannels(rig.nodes, changed, Keying::kLayer);
            writeOnLayer(layerChannels(wantedChannels(rig.nodes, changed), character.samples));
            break;
        }
        case ResultKind::kKeys: {
            refuseIk(rig, changed);
            refuseChannels(rig.nodes, changed, Keying::kCurve);
            const std::vector<WantedChannel> channels = wantedChannels(rig.nodes, changed);
            written.channelCount = channels.size();
            for (const WantedChannel& channel : channels) {
                replaceKeys(edit, channel.keys, character.frames);
            }
            break;
        }
        case ResultKind::kControls: {
            const ControlMap map = readControls(settings.controls, rig);
            const ControlSamples before =
                sampleControls(map, character.frames, character.sampling, [&](double share) { progress.step(share); });
            changed = controlChannels(map, before, rig, character.samples, changed, world);
            refuseChannels(map.controls, changed, Keying::kLayer);
            writeOnLayer(layerChannels(wantedChannels(map.controls, changed), before.samples));
            break;
        }
        case ResultKind::kBake: {
            const MDagPath copy = bakeCopy(edit, rig, character.samples, world);
            written.name = plainText(copy.partialPathName());
            written.channelCount = 3 * rig.nodes.size();
            measured = readRig(copy);
            break;
        }
    }
    written.check = checkScene(character, measured, world, progress);
    return written;
}

}  // namespace surefoot
