// Joints that something else moves: told by name, baked to a copy, or changed through their controls.

#include <algorithm>
#include <fstream>

#include <maya/MAngle.h>
#include <maya/MEulerRotation.h>
#include <maya/MFnDependencyNode.h>
#include <maya/MMatrix.h>
#include <maya/MQuaternion.h>
#include <maya/MTime.h>
#include <maya/MTransformationMatrix.h>

#include "check.h"
#include "fake/scene.h"
#include "session.h"
#include "status.h"
#include "walker.h"

namespace {

using namespace scenario;

constexpr size_t kFrames = 75;
constexpr double kSame = 1e-4;
const char* const kWalk = "footskate_bench/02_01_walk_skate_60fps.bvh";
const char* const kRange = " -startTime 1 -endTime 75 ";

std::string nameOf(const Walker& walker, size_t joint)
{
    return walker.joints[joint].fullPathName().asUTF8();
}

size_t jointOf(const Source& source, const std::string& name)
{
    return static_cast<size_t>(std::find(source.names.begin(), source.names.end(), name) - source.names.begin());
}

std::vector<double> cleaned(const Source& source, const surefoot_remove_footskate_options* options = nullptr)
{
    surefoot::Plants plants;
    surefoot::Clip clip;
    surefoot::call(surefoot_detect_plants, source.skeleton.get(), source.clip.get(), nullptr, nullptr, plants.out(),
                   nullptr, nullptr);
    surefoot::call(surefoot_remove_footskate, source.skeleton.get(), source.clip.get(), plants.get(), nullptr, options,
                   clip.out(), nullptr);
    return placesIn(source.skeleton.get(), clip.get());
}

// Takes the keys of a joint's rotation away and lets a node of another kind give the same values.
void driveRotation(const Walker& walker, size_t joint, const std::string& driver)
{
    for (const char* axis : {"X", "Y", "Z"}) {
        const std::string plug = nameOf(walker, joint) + ".rotate" + axis;
        std::vector<double> values;
        for (size_t frame = 0; frame < kFrames; ++frame) {
            values.push_back(fake::getAt(plug, 1.0 + static_cast<double>(frame)) * 3.14159265358979323846 / 180.0);
        }
        fake::disconnect(fake::sourceOf(plug), plug);
        fake::drive(driver, plug, [values](const MTime& time) {
            const double at = std::min(std::max(time.as(MTime::uiUnit()) - 1.0, 0.0), double(kFrames) - 1.0);
            const size_t low = std::min(static_cast<size_t>(at), kFrames - 2);
            const double share = at - static_cast<double>(low);
            return share == 0.0 ? values[low] : (1.0 - share) * values[low] + share * values[low + 1];
        });
    }
}

bool load(Source& source, Walker& walker, WalkerOptions& options)
{
    const std::string file = dataFile(kWalk);
    if (file.empty()) {
        return false;
    }
    source = readSource(file, 30.0, kFrames);
    walker = makeWalker(source, options);
    return true;
}

Walker copyOf(const Source& source)
{
    Walker copy;
    for (const std::string& name : source.names) {
        copy.joints.push_back(fake::path(name + "_surefoot"));
    }
    return copy;
}

}  // namespace

CASE("joints of an IK handle are refused by its name, and baked right although IK is stale at other times")
{
    const Session session(30);
    Source source;
    Walker walker;
    WalkerOptions options;
    if (!load(source, walker, options)) {
        return;
    }
    fake::createDriver("ikHandle", "leftLegIk", true);
    driveRotation(walker, jointOf(source, "LeftUpLeg"), "leftLegIk");
    driveRotation(walker, jointOf(source, "LeftLeg"), "leftLegIk");
    fake::wireIk("leftLegIk", nameOf(walker, jointOf(source, "LeftUpLeg")),
                 nameOf(walker, jointOf(source, "LeftFoot")));
    const std::string before = fake::snapshot();
    CHECK_CONTAINS(session.fails("surefootRemoveFootskate" + std::string(kRange) + nameOf(walker, 0)), "leftLegIk");
    CHECK_EQUAL(fake::snapshot(), before);
    const std::string result =
        session.run("surefootRemoveFootskate -result bake" + std::string(kRange) + nameOf(walker, 0));
    CHECK_CONTAINS(result, "\"sampling\":\"timeline\"");
    CHECK_LESS(farthest(copyOf(source), options, cleaned(source), kFrames), kSame);
    session.undo();
    CHECK_EQUAL(fake::snapshot(), before);
    // Seen to matter: at another time the handle gives the pose of the current one.
    session.run("surefootRemoveFootskate -result bake -sampling context" + std::string(kRange) + nameOf(walker, 0));
    CHECK(farthest(copyOf(source), options, cleaned(source), kFrames) > 0.05);
}

CASE("constraints, HumanIK, set driven keys and referenced keys are named")
{
    for (const char* type : {"orientConstraint", "HIKState2SK"}) {
        const Session session(30);
        Source source;
        Walker walker;
        WalkerOptions options;
        if (!load(source, walker, options)) {
            return;
        }
        fake::createDriver(type, "driver1", false);
        driveRotation(walker, jointOf(source, "RightLeg"), "driver1");
        const std::string before = fake::snapshot();
        const std::string why = session.fails("surefootRemoveFootskate" + std::string(kRange) + nameOf(walker, 0));
        CHECK_CONTAINS(why, "driver1");
        CHECK_CONTAINS(why, "RightLeg.rotate");
        CHECK_EQUAL(fake::snapshot(), before);
    }
    const Session session(30);
    Source source;
    Walker walker;
    WalkerOptions options;
    if (!load(source, walker, options)) {
        return;
    }
    for (const char* axis : {"X", "Y", "Z"}) {
        fake::setReferenced(fake::curveName(nameOf(walker, jointOf(source, "LeftLeg")) + ".rotate" + axis));
    }
    CHECK_CONTAINS(session.fails("surefootRemoveFootskate -result keys" + std::string(kRange) + nameOf(walker, 0)),
                   "referenced");
    session.run("surefootRemoveFootskate" + std::string(kRange) + nameOf(walker, 0));
    CHECK_LESS(farthest(walker, options, cleaned(source), kFrames), kSame);
}

namespace {

MMatrix rowMatrix(const double* columns)
{
    double rows[4][4];
    for (int row = 0; row < 4; ++row) {
        for (int column = 0; column < 4; ++column) {
            rows[row][column] = columns[4 * column + row];
        }
    }
    return MMatrix(rows);
}

MMatrix turned(double x, double y, double z)
{
    return MEulerRotation(x, y, z, MEulerRotation::kXYZ).asMatrix();
}

MEulerRotation eulerOf(const MMatrix& matrix)
{
    return MTransformationMatrix(matrix).eulerRotation();
}

double degrees(double radians)
{
    return radians * 180.0 / 3.14159265358979323846;
}

// Controls above one another as the joints are, each below a group that is turned, each turned against its joint.
struct ControlRig {
    Walker joints;
    std::vector<std::string> controls;
};

ControlRig makeControlRig(const Source& source)
{
    const surefoot_skeleton_view* skeleton = nullptr;
    surefoot::call(surefoot_skeleton_get, source.skeleton.get(), &skeleton);
    std::vector<double> numbers(16 * skeleton->joint_count * source.frameCount);
    surefoot::call(surefoot_world_matrices, source.skeleton.get(), source.clip.get(), numbers.data(), numbers.size());
    ControlRig rig;
    std::vector<MMatrix> offsets;
    const std::vector<int>& parents = source.parents;
    for (size_t joint = 0; joint < source.names.size(); ++joint) {
        const double a = 0.3 * static_cast<double>(joint % 5);
        offsets.push_back(turned(a, -0.5 * a, 0.2 + a));
        const std::string name = source.names[joint];
        const std::string above = parents[joint] < 0 ? "" : rig.controls[static_cast<size_t>(parents[joint])];
        fake::createGroup(name + "_zero", above);
        fake::set3(name + "_zero.rotate", 10.0 * static_cast<double>(joint % 4), 25.0, -15.0);
        fake::createGroup(name + "_ctl", name + "_zero");
        rig.controls.push_back(name + "_ctl");
        // Controls stand where their joints do at rest, relative to the control above.
        const double* place = skeleton->rest_offsets + 3 * joint;
        if (parents[joint] >= 0) {
            const MVector local = MVector(100.0 * place[0], 100.0 * place[1], 100.0 * place[2]) *
                                  offsets[static_cast<size_t>(parents[joint])].inverse();
            fake::set3(name + "_zero.translate", local.x, local.y, local.z);
        }
        std::vector<fake::KeyAt> keys[6];
        MEulerRotation last;
        for (size_t frame = 0; frame < source.frameCount; ++frame) {
            const double* at = &numbers[16 * (frame * source.names.size() + joint)];
            MMatrix world = offsets[joint] * rowMatrix(at);
            for (int axis = 0; axis < 3; ++axis) {
                world[3][axis] = 100.0 * at[4 * axis + 3];
            }
            const double time = 1.0 + static_cast<double>(frame);
            const MMatrix local = world * fake::worldMatrixAt(name + "_zero", time).inverse();
            MEulerRotation euler = eulerOf(local);
            euler = frame == 0 ? euler : euler.closestSolution(last);
            last = euler;
            const double values[6] = {degrees(euler.x), degrees(euler.y), degrees(euler.z),
                                      local[3][0],      local[3][1],      local[3][2]};
            for (int index = 0; index < 6; ++index) {
                keys[index].push_back({time, values[index]});
            }
        }
        const char* const names[6] = {"rotateX", "rotateY", "rotateZ", "translateX", "translateY", "translateZ"};
        for (int index = 0; index < (parents[joint] < 0 ? 6 : 3); ++index) {
            fake::keyPlug(name + "_ctl." + names[index], keys[index]);
        }
    }
    for (size_t joint = 0; joint < source.names.size(); ++joint) {
        const std::string name = source.names[joint];
        const int parent = parents[joint];
        fake::createJoint(name, parent < 0 ? "" : source.names[static_cast<size_t>(parent)]);
        rig.joints.joints.push_back(fake::path(name));
        const double* place = skeleton->rest_offsets + 3 * joint;
        fake::set3(name + ".translate", 100.0 * place[0], 100.0 * place[1], 100.0 * place[2]);
        fake::createDriver(parent < 0 ? "parentConstraint" : "orientConstraint", name + "_constraint", false);
        const std::string control = rig.controls[joint];
        const std::string aboveControl = parent < 0 ? "" : rig.controls[static_cast<size_t>(parent)];
        const MMatrix own = offsets[joint].inverse();
        const MMatrix above = parent < 0 ? MMatrix() : offsets[static_cast<size_t>(parent)].inverse();
        const auto local = [=](const MTime& time) {
            const double frame = time.as(MTime::uiUnit());
            const MMatrix world = own * fake::worldMatrixAt(control, frame);
            return aboveControl.empty() ? world : world * (above * fake::worldMatrixAt(aboveControl, frame)).inverse();
        };
        const char* const axes[3] = {"X", "Y", "Z"};
        for (int axis = 0; axis < 3; ++axis) {
            fake::drive(name + "_constraint", name + ".rotate" + axes[axis], [=](const MTime& time) {
                const MEulerRotation euler = eulerOf(local(time));
                return axis == 0 ? euler.x : axis == 1 ? euler.y : euler.z;
            });
            if (parent < 0) {
                fake::drive(name + "_constraint", name + ".translate" + axes[axis],
                            [=](const MTime& time) { return local(time)[3][axis]; });
            }
        }
    }
    return rig;
}

}  // namespace

CASE("controls with pivots, as Freeze Transformations leaves them, bring their joints to the result")
{
    const Session session(30);
    const std::string file = dataFile(kWalk);
    if (file.empty()) {
        return;
    }
    const Source source = readSource(file, 30.0, kFrames);
    const ControlRig rig = makeControlRig(source);
    // The motion changes with the pivots; what counts is that the scene shows what the library made of it.
    for (const std::string& control : rig.controls) {
        fake::set3(control + ".rotatePivot", 4.0, -2.0, 3.0);
        fake::set3(control + ".rotatePivotTranslate", -1.0, 0.5, 0.0);
    }
    const std::string list = session.temporaryFile("controls.txt");
    std::ofstream stream(list);
    for (size_t joint = 0; joint < source.names.size(); ++joint) {
        stream << source.names[joint] << " = " << rig.controls[joint] << "\n";
    }
    stream.close();
    CHECK_CONTAINS(session.run("surefootRemoveFootskate -maxStretch 0 -result controls -controls \"" + list + "\"" +
                               kRange + source.names[0]),
                   "\"isResult\":true");
}

CASE("controls bring their joints to the result")
{
    const Session session(30);
    const std::string file = dataFile(kWalk);
    if (file.empty()) {
        return;
    }
    const Source source = readSource(file, 30.0, kFrames);
    const ControlRig rig = makeControlRig(source);
    const WalkerOptions options;
    CHECK_LESS(farthest(rig.joints, options, placesIn(source.skeleton.get(), source.clip.get()), kFrames), 1e-6);
    const std::string list = session.temporaryFile("controls.txt");
    {
        std::ofstream stream(list);
        stream << "# joint = control\n";
        for (size_t joint = 0; joint < source.names.size(); ++joint) {
            stream << source.names[joint] << " = " << rig.controls[joint] << "\n";
        }
    }
    const std::string before = fake::snapshot();
    const std::string common =
        "surefootRemoveFootskate -maxStretch 0 -result controls -controls \"" + list + "\"" + kRange + source.names[0];
    const std::string result = session.run(common);
    CHECK_CONTAINS(result, "\"isResult\":true");
    surefoot_remove_footskate_options rigid;
    surefoot::call(surefoot_remove_footskate_default_options, &rigid, sizeof rigid);
    rigid.max_stretch = 0;
    CHECK_LESS(farthest(rig.joints, options, cleaned(source, &rigid), kFrames), kSame);
    session.undo();
    CHECK_EQUAL(fake::snapshot(), before);
    // Legs that would have to stretch are told, and so is a control that is missing or named twice.
    CHECK_CONTAINS(
        session.fails("surefootRemoveFootskate -result controls -controls \"" + list + "\"" + kRange + source.names[0]),
        "-maxStretch 0");
    std::ofstream(list) << source.names[0] << " = " << rig.controls[0] << "\n";
    CHECK_CONTAINS(session.fails(common), "no control is given");
    std::ofstream(list) << "Hips = nobody\n";
    CHECK_CONTAINS(session.fails(common), "nobody");
    std::ofstream(list) << "Hips Hips_ctl\n";
    CHECK_CONTAINS(session.fails(common), "joint = control");
    CHECK_EQUAL(fake::snapshot(), before);
}
