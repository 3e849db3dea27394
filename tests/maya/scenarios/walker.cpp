#include "walker.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include <maya/MAngle.h>
#include <maya/MAnimUtil.h>
#include <maya/MDGContext.h>
#include <maya/MDGContextGuard.h>
#include <maya/MDagModifier.h>
#include <maya/MDoubleArray.h>
#include <maya/MEulerRotation.h>
#include <maya/MFnAnimCurve.h>
#include <maya/MFnDependencyNode.h>
#include <maya/MFnMatrixData.h>
#include <maya/MObjectArray.h>
#include <maya/MQuaternion.h>
#include <maya/MTime.h>
#include <maya/MTimeArray.h>

#include "status.h"

namespace scenario {

namespace {

using surefoot::call;
using surefoot::check;

// Numbers that are the same on every machine.
class Random {
public:
    explicit Random(std::uint32_t seed) : m_state(seed) {}
    double next()
    {
        m_state = m_state * 1664525u + 1013904223u;
        return static_cast<double>(m_state >> 8) / static_cast<double>(1u << 24);
    }
    MQuaternion rotation()
    {
        const MEulerRotation euler(6.0 * next() - 3.0, 6.0 * next() - 3.0, 6.0 * next() - 3.0, MEulerRotation::kXYZ);
        return euler.asQuaternion();
    }

private:
    std::uint32_t m_state;
};

MQuaternion quaternion(const double* numbers)
{
    return MQuaternion(numbers[0], numbers[1], numbers[2], numbers[3]);
}

MEulerRotation eulerOf(const MQuaternion& rotation, MEulerRotation::RotationOrder order)
{
    MEulerRotation euler = rotation.asEulerRotation();
    euler.reorderIt(order);
    return euler;
}

void setAngles(const MObject& node, const char* name, const MEulerRotation& euler)
{
    const MFnDependencyNode fn(node);
    const double values[3] = {euler.x, euler.y, euler.z};
    for (int axis = 0; axis < 3; ++axis) {
        MPlug plug = fn.findPlug((std::string(name) + "XYZ"[axis]).c_str(), true);
        check(plug.setMAngle(MAngle(values[axis], MAngle::kRadians)), "set an angle");
    }
}

void setNumbers(const MObject& node, const char* name, const MVector& values)
{
    const MFnDependencyNode fn(node);
    for (unsigned int axis = 0; axis < 3; ++axis) {
        MPlug plug = fn.findPlug((std::string(name) + "XYZ"[axis]).c_str(), true);
        check(plug.setDouble(values[axis]), "set a number");
    }
}

void setMatrix(const MObject& node, const MMatrix& matrix)
{
    MPlug plug = MFnDependencyNode(node).findPlug("offsetParentMatrix", true);
    MFnMatrixData data;
    MObject object = data.create(matrix);
    check(plug.setMObject(object), "set a matrix");
}

void setKeys(MPlug plug, const std::vector<double>& values, const WalkerOptions& options)
{
    MFnAnimCurve curve;
    MStatus status;
    curve.create(plug, curve.timedAnimCurveTypeForPlug(plug), nullptr, &status);
    check(status, "make a curve");
    MTimeArray times;
    MDoubleArray numbers;
    for (size_t frame = 0; frame < values.size(); ++frame) {
        const double at = options.firstFrame + static_cast<double>(frame);
        times.append(MTime(at, MTime::uiUnit()));
        numbers.append(values[frame]);
        if (options.addFractionalKeys && frame % 10 == 3 && frame + 1 < values.size()) {
            times.append(MTime(at + 0.4, MTime::uiUnit()));
            numbers.append(0.6 * values[frame] + 0.4 * values[frame + 1]);
        }
    }
    check(curve.addKeys(&times, &numbers, MFnAnimCurve::kTangentLinear, MFnAnimCurve::kTangentLinear, true, nullptr),
          "set keys");
}

// Makes neighbours of an angle continuous.
MEulerRotation continued(const MEulerRotation& euler, const std::vector<double> (&values)[3])
{
    if (values[0].empty()) {
        return euler;
    }
    return euler.closestSolution(MEulerRotation(values[0].back(), values[1].back(), values[2].back(), euler.order));
}

MVector toScene(const double* metres, const WalkerOptions& options)
{
    const MVector place(metres[0] / options.metresPerUnit, metres[1] / options.metresPerUnit,
                        metres[2] / options.metresPerUnit);
    return options.isZUp ? MVector(place.x, -place.z, place.y) : place;
}

// Of row vectors: from Y up to the scene's axis.
MQuaternion turnToScene(const WalkerOptions& options)
{
    return options.isZUp ? MQuaternion(1.5707963267948966, MVector(1, 0, 0)) : MQuaternion();
}

MObject makeGroup(MDagModifier& dag, const std::string& name, const MObject& parent)
{
    MStatus status;
    const MObject group = dag.createNode("transform", parent, &status);
    check(status, "make a group");
    check(dag.renameNode(group, MString(name.c_str())), "name a group");
    check(dag.doIt(), "make a group");
    return group;
}

}  // namespace

Source readSource(const std::string& file, double frameRate, size_t frameCount)
{
    surefoot_document* document = nullptr;
    call(surefoot_read, file.c_str(), nullptr, &document);
    const surefoot_document_view* view = nullptr;
    call(surefoot_document_get, document, &view);
    Source source;
    call(surefoot_skeleton_with_roles, view->skeleton, nullptr, size_t{0}, source.skeleton.out());
    surefoot_resample_clip_options resample;
    call(surefoot_resample_clip_default_options, &resample, sizeof resample);
    resample.frame_rate = frameRate;
    surefoot::Clip whole;
    call(surefoot_resample_clip, view->skeleton, view->clips[0], &resample, whole.out(), nullptr);
    surefoot_trim_clip_options trim;
    call(surefoot_trim_clip_default_options, &trim, sizeof trim);
    trim.count = static_cast<int64_t>(frameCount);
    call(surefoot_trim_clip, view->skeleton, whole.get(), &trim, source.clip.out(), nullptr);
    const surefoot_skeleton_view* skeleton = nullptr;
    call(surefoot_skeleton_get, source.skeleton.get(), &skeleton);
    for (size_t joint = 0; joint < skeleton->joint_count; ++joint) {
        source.names.push_back(skeleton->names[joint]);
        source.parents.push_back(skeleton->parents[joint]);
    }
    const surefoot_clip_view* clip = nullptr;
    call(surefoot_clip_get, source.clip.get(), &clip);
    source.frameCount = clip->frame_count;
    surefoot_document_free(document);
    return source;
}

Walker makeWalker(const Source& source, const WalkerOptions& options)
{
    const surefoot_skeleton_view* skeleton = nullptr;
    const surefoot_clip_view* clip = nullptr;
    call(surefoot_skeleton_get, source.skeleton.get(), &skeleton);
    call(surefoot_clip_get, source.clip.get(), &clip);
    Random random(options.seed);
    Walker walker;
    std::vector<MObject> nodes;
    // Axes of each joint, turned against those of the source: a rigger's choice.
    std::vector<MQuaternion> axes;
    MDagModifier dag;
    MObject above;
    if (options.groupScale != 1.0) {
        above = makeGroup(dag, options.prefix + "world", above);
        const MObject scaled = makeGroup(dag, options.prefix + "scaled", above);
        setNumbers(scaled, "scale", MVector(options.groupScale, options.groupScale, options.groupScale));
        above = scaled;
    }
    for (size_t joint = 0; joint < skeleton->joint_count; ++joint) {
        const int parent = skeleton->parents[joint];
        MStatus status;
        const MObject node = dag.createNode("joint", parent < 0 ? above : nodes[parent], &status);
        check(status, "make a joint");
        check(dag.renameNode(node, MString((options.prefix + skeleton->names[joint]).c_str())), "name a joint");
        check(dag.doIt(), "make a joint");
        nodes.push_back(node);
        MDagPath path;
        check(MDagPath::getAPathTo(node, path), "find a joint");
        walker.joints.push_back(path);

        const bool isPlain = options.seed == 0;
        const MQuaternion own = isPlain ? MQuaternion() : random.rotation();
        const MQuaternion up = parent < 0 ? turnToScene(options).inverse() : axes[parent];
        axes.push_back(own);
        const auto order = static_cast<MEulerRotation::RotationOrder>(isPlain ? 0 : joint % 6);
        const MQuaternion rotateAxis = isPlain || joint % 3 != 0 ? MQuaternion() : random.rotation();
        const MQuaternion offset = options.useOffsetParent && joint % 4 == 1 ? random.rotation() : MQuaternion();
        // Row vectors: local = rotateAxis * rotate * jointOrient * offsetParent.
        const MQuaternion rest = own * quaternion(skeleton->rest_rotations + 4 * joint) * up.inverse();
        const MQuaternion orient = isPlain ? MQuaternion() : rotateAxis.inverse() * rest * offset.inverse();
        MPlug rotateOrder = MFnDependencyNode(node).findPlug("rotateOrder", true);
        check(rotateOrder.setShort(static_cast<short>(order)), "set a rotate order");
        setAngles(node, "jointOrient", eulerOf(orient, MEulerRotation::kXYZ));
        setAngles(node, "rotateAxis", eulerOf(rotateAxis, MEulerRotation::kXYZ));
        if (options.useOffsetParent) {
            setMatrix(node, offset.asMatrix());
        }

        const double* place = skeleton->rest_offsets + 3 * joint;
        const MVector local = (MVector(place[0], place[1], place[2]) / (options.metresPerUnit * options.groupScale))
                                  .rotateBy(up.inverse())
                                  .rotateBy(offset.inverse());
        setNumbers(node, "translate", local);
        std::vector<double> angles[3];
        std::vector<double> places[3];
        for (size_t frame = 0; frame < clip->frame_count; ++frame) {
            const MQuaternion q = quaternion(clip->rotations + 4 * (frame * clip->joint_count + joint));
            const MQuaternion rotation =
                rotateAxis.inverse() * own * q * up.inverse() * offset.inverse() * orient.inverse();
            const MEulerRotation euler = continued(eulerOf(rotation, order), angles);
            const double values[3] = {euler.x, euler.y, euler.z};
            const MVector root = toScene(clip->root_positions + 3 * frame, options) / options.groupScale;
            for (int axis = 0; axis < 3; ++axis) {
                angles[axis].push_back(values[axis]);
                places[axis].push_back(root.rotateBy(offset.inverse())[static_cast<unsigned int>(axis)]);
            }
        }
        for (int axis = 0; axis < 3; ++axis) {
            setKeys(channel(path, std::string("rotate") + "XYZ"[axis]), angles[axis], options);
            if (parent < 0) {
                setKeys(channel(path, std::string("translate") + "XYZ"[axis]), places[axis], options);
            }
        }
    }
    return walker;
}

std::vector<double> placesAt(const Walker& walker, double frame, const WalkerOptions& options)
{
    const MDGContext context(MTime(frame, MTime::uiUnit()));
    const MDGContextGuard guard(context);
    std::vector<double> places;
    for (const MDagPath& joint : walker.joints) {
        MObject data = MFnDependencyNode(joint.node())
                           .findPlug("worldMatrix", true)
                           .elementByLogicalIndex(joint.instanceNumber())
                           .asMObject();
        const MMatrix world = MFnMatrixData(data).matrix();
        const double x = options.metresPerUnit * world[3][0];
        const double y = options.metresPerUnit * world[3][1];
        const double z = options.metresPerUnit * world[3][2];
        places.insert(places.end(), {x, options.isZUp ? z : y, options.isZUp ? -y : z});
    }
    return places;
}

std::vector<double> placesIn(const surefoot_skeleton* skeleton, const surefoot_clip* clip)
{
    const surefoot_clip_view* view = nullptr;
    call(surefoot_clip_get, clip, &view);
    std::vector<double> places(3 * view->joint_count * view->frame_count);
    call(surefoot_world_positions, skeleton, clip, places.data(), places.size());
    return places;
}

double farthest(const Walker& walker, const WalkerOptions& options, const std::vector<double>& places,
                size_t frameCount)
{
    double result = 0.0;
    const size_t count = walker.joints.size();
    for (size_t frame = 0; frame < frameCount; ++frame) {
        const std::vector<double> is = placesAt(walker, options.firstFrame + static_cast<double>(frame), options);
        for (size_t joint = 0; joint < count; ++joint) {
            const double* should = &places[3 * (frame * count + joint)];
            const double x = is[3 * joint] - should[0];
            const double y = is[3 * joint + 1] - should[1];
            const double z = is[3 * joint + 2] - should[2];
            result = std::max(result, std::sqrt(x * x + y * y + z * z));
        }
    }
    return result;
}

MPlug channel(const MDagPath& path, const std::string& name)
{
    MStatus status;
    const MPlug plug = MFnDependencyNode(path.node()).findPlug(name.c_str(), true, &status);
    check(status, "find " + name);
    return plug;
}

std::vector<double> allKeys(const Walker& walker)
{
    std::vector<double> numbers;
    for (const MDagPath& joint : walker.joints) {
        for (const char* name : {"rotateX", "rotateY", "rotateZ", "translateX", "translateY", "translateZ"}) {
            MObjectArray curves;
            const MPlug plug = channel(joint, name);
            MAnimUtil::findAnimation(plug, curves);
            numbers.push_back(curves.length());
            for (unsigned int index = 0; index < curves.length(); ++index) {
                MObject object = curves[index];
                const MFnAnimCurve curve(object);
                numbers.push_back(curve.preInfinityType());
                numbers.push_back(curve.postInfinityType());
                for (unsigned int key = 0; key < curve.numKeys(); ++key) {
                    double x[4];
                    curve.getTangent(key, x[0], x[1], true);
                    curve.getTangent(key, x[2], x[3], false);
                    numbers.insert(numbers.end(), {curve.time(key).value(), curve.value(key), x[0], x[1], x[2], x[3],
                                                   static_cast<double>(curve.inTangentType(key)),
                                                   static_cast<double>(curve.outTangentType(key))});
                }
            }
        }
    }
    return numbers;
}

std::vector<double> allValues(const Walker& walker, double first, size_t frameCount)
{
    std::vector<double> numbers;
    for (size_t frame = 0; frame < frameCount; ++frame) {
        const MDGContext context(MTime(first + static_cast<double>(frame), MTime::uiUnit()));
        const MDGContextGuard guard(context);
        for (const MDagPath& joint : walker.joints) {
            for (const char* name : {"rotateX", "rotateY", "rotateZ", "translateX", "translateY", "translateZ"}) {
                numbers.push_back(channel(joint, name).asDouble());
            }
        }
    }
    return numbers;
}

std::string dataFile(const std::string& name)
{
    const char* folder = std::getenv("SUREFOOT_DATA");
    const std::string file = std::string(folder ? folder : "../shared/data") + "/" + name;
    if (!std::ifstream(file)) {
        std::printf("SKIPPED: no file %s; set SUREFOOT_DATA\n", name.c_str());
        return "";
    }
    return file;
}

}  // namespace scenario
