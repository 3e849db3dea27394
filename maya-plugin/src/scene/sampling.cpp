#include "scene/sampling.h"

#include <cmath>

#include <maya/MAngle.h>
#include <maya/MAnimControl.h>
#include <maya/MDGContext.h>
#include <maya/MDGContextGuard.h>
#include <maya/MFn.h>
#include <maya/MFnDependencyNode.h>
#include <maya/MFnMatrixData.h>
#include <maya/MGlobal.h>
#include <maya/MItDependencyGraph.h>
#include <maya/MObject.h>

#include "scene/driven.h"
#include "status.h"

namespace surefoot {

namespace {

constexpr double kMostFrames = 1e6;
// Nodes times frames; a sample takes about 700 bytes in all.
constexpr size_t kMostSamples = 8000000;
// Frames between two questions whether ESC was pressed.
constexpr size_t kFramesPerStep = 16;

// Moves the time line without a redraw for every frame, and puts it back.
class TimelineGuard {
public:
    TimelineGuard() : m_time(MAnimControl::currentTime())
    {
        MGlobal::executeCommand("refresh -suspend true", false, false);
    }
    TimelineGuard(const TimelineGuard&) = delete;
    TimelineGuard& operator=(const TimelineGuard&) = delete;
    ~TimelineGuard()
    {
        MAnimControl::setCurrentTime(m_time);
        MGlobal::executeCommand("refresh -suspend false", false, false);
    }

private:
    MTime m_time;
};

MMatrix matrixOf(const MPlug& plug, const std::string& label)
{
    MStatus status;
    MObject data = plug.asMObject(&status);
    check(status, "read " + plainText(plug.name()));
    const MFnMatrixData matrix(data, &status);
    check(status, "read the matrix of " + label);
    const MMatrix& value = matrix.matrix();
    for (int row = 0; row < 4; ++row) {
        for (int column = 0; column < 4; ++column) {
            if (!std::isfinite(value[row][column])) {
                throw Failure(
                    "The matrix of " + label + " holds a value that is not a number at frame " +
                    std::to_string(MDGContext::current().isNormal() ? MAnimControl::currentTime().value() : 0) +
                    "; look for a broken connection or a scale of 0.");
            }
        }
    }
    return value;
}

void sampleFrame(const Rig& rig, size_t frame, Samples& samples)
{
    for (size_t index = 0; index < rig.nodes.size(); ++index) {
        const RigNode& node = rig.nodes[index];
        const std::string label = node.name;
        const size_t at = frame * samples.nodeCount + index;
        samples.world[at] = matrixOf(node.worldMatrix, label);
        // Maya holds no data for a matrix that nobody ever set.
        samples.offsetParent[at] =
            node.offsetParentMatrix.asMObject().isNull() ? MMatrix() : matrixOf(node.offsetParentMatrix, label);
        for (int axis = 0; axis < 3; ++axis) {
            MStatus status;
            samples.rotate[3 * at + axis] = node.rotate[axis].asMAngle(&status).asRadians();
            check(status, "read the rotation of " + label);
            // Internal units: centimetres, whatever the scene shows.
            samples.translate[3 * at + axis] = node.translate[axis].asDouble(&status);
            check(status, "read the translation of " + label);
            // In spite of its name the attribute holds the parent's scale; the joint's matrix takes its inverse.
            const double parentScale = node.compensatesScale ? node.inverseScale.child(axis).asDouble() : 1.0;
            samples.inverseScale[3 * at + axis] = parentScale == 0.0 ? 1.0 : 1.0 / parentScale;
        }
    }
    samples.aboveRoot[frame] = matrixOf(rig.root().parentMatrix, rig.root().name);
}

// Calls `look` in every frame, with the scene evaluated there.
void visitFrames(const FrameRange& frames, Sampling sampling, const std::function<void(size_t)>& look)
{
    if (sampling == Sampling::kTimeline) {
        const TimelineGuard guard;
        for (size_t frame = 0; frame < frames.count; ++frame) {
            check(MAnimControl::setCurrentTime(frames.time(frame)), "go to another frame");
            look(frame);
        }
        return;
    }
    for (size_t frame = 0; frame < frames.count; ++frame) {
        const MDGContext context(frames.time(frame));
        const MDGContextGuard guard(context);
        look(frame);
    }
}

}  // namespace

double FrameRange::rate()
{
    return MTime(1.0, MTime::kSeconds).as(MTime::uiUnit());
}

FrameRange framesBetween(const MTime& start, const MTime& end)
{
    // A range that was given in seconds may miss a whole frame by rounding.
    constexpr double kSlack = 1e-4;
    FrameRange frames;
    frames.first = std::ceil(start.as(MTime::uiUnit()) - kSlack);
    const double last = std::floor(end.as(MTime::uiUnit()) + kSlack);
    const double count = last - frames.first + 1.0;
    if (!(count >= 1.0)) {
        throw Failure("The range from frame " + std::to_string(start.as(MTime::uiUnit())) + " to " +
                      std::to_string(end.as(MTime::uiUnit())) + " holds no frame; give a start before the end.");
    }
    if (count > kMostFrames) {
        throw Failure("The range holds more than a million frames; give a shorter one.");
    }
    frames.count = static_cast<size_t>(count);
    return frames;
}

Sampling samplingFor(const Rig& rig, std::string* why)
{
    const std::string stale = findStaleSource(rig);
    if (why) {
        *why = stale;
    }
    return stale.empty() ? Sampling::kContext : Sampling::kTimeline;
}

Samples sampleRig(const Rig& rig, const FrameRange& frames, Sampling sampling, const Step& step)
{
    Samples samples;
    samples.frames = frames;
    samples.nodeCount = rig.nodes.size();
    const size_t count = frames.count * samples.nodeCount;
    if (count > kMostSamples) {
        throw Failure(rig.root().label() + " has " + std::to_string(samples.nodeCount) + " joints and groups in " +
                      std::to_string(frames.count) + " frames, which takes several gigabytes; give a shorter range.");
    }
    samples.world.resize(count);
    samples.offsetParent.resize(count);
    samples.rotate.resize(3 * count);
    samples.translate.resize(3 * count);
    samples.inverseScale.resize(3 * count);
    samples.aboveRoot.resize(frames.count);
    visitFrames(frames, sampling, [&](size_t frame) {
        if (frame % kFramesPerStep == 0) {
            step(static_cast<double>(frame) / static_cast<double>(frames.count));
        }
        sampleFrame(rig, frame, samples);
    });
    return samples;
}

std::vector<MMatrix> sampleWorld(const std::vector<MDagPath>& paths, const FrameRange& frames, Sampling sampling)
{
    std::vector<MPlug> plugs;
    for (const MDagPath& path : paths) {
        MStatus status;
        const MFnDependencyNode node(path.node(), &status);
        check(status, "read " + plainText(path.partialPathName()));
        plugs.push_back(node.findPlug("worldMatrix", true).elementByLogicalIndex(path.instanceNumber()));
    }
    std::vector<MMatrix> world(frames.count * paths.size());
    visitFrames(frames, sampling, [&](size_t frame) {
        for (size_t index = 0; index < plugs.size(); ++index) {
            world[frame * plugs.size() + index] = matrixOf(plugs[index], plainText(paths[index].partialPathName()));
        }
    });
    return world;
}

}  // namespace surefoot
