#include "scene/captured_body.h"

#include <algorithm>

#include <maya/MDoubleArray.h>
#include <maya/MFnDoubleArrayData.h>
#include <maya/MFnIntArrayData.h>
#include <maya/MFnStringArrayData.h>
#include <maya/MFnVectorArrayData.h>
#include <maya/MIntArray.h>
#include <maya/MStringArray.h>
#include <maya/MVector.h>
#include <maya/MVectorArray.h>

namespace surefoot {

const std::array<CapturedField, kCapturedCount> kCapturedFields = {{
    {Captured::JointNames, "jointNames", "cjn", CapturedKind::Strings},
    {Captured::JointParents, "jointParents", "cjp", CapturedKind::Ints},
    {Captured::JointRoles, "jointRoles", "cjr", CapturedKind::Ints},
    {Captured::JointScaleCompensates, "jointScaleCompensates", "cjs", CapturedKind::Ints},
    {Captured::RestOffsets, "restOffsets", "cro", CapturedKind::Vectors},
    {Captured::RestRotations, "restRotations", "crr", CapturedKind::Doubles},
    {Captured::RestScales, "restScales", "crs", CapturedKind::Vectors},
    {Captured::RestPoints, "restPoints", "crp", CapturedKind::Vectors},
    {Captured::Triangles, "triangles", "ctr", CapturedKind::Ints},
    {Captured::SlotJoints, "slotJoints", "csj", CapturedKind::Ints},
    {Captured::InverseBinds, "inverseBinds", "cib", CapturedKind::Doubles},
    {Captured::InfluenceOffsets, "influenceOffsets", "cio", CapturedKind::Ints},
    {Captured::InfluenceSlots, "influenceSlots", "cis", CapturedKind::Ints},
    {Captured::InfluenceWeights, "influenceWeights", "ciw", CapturedKind::Doubles},
    {Captured::MatrixIndices, "matrixIndices", "cmi", CapturedKind::Ints},
    {Captured::BodyPoints, "bodyPoints", "cbp", CapturedKind::Vectors},
    {Captured::BodyTriangles, "bodyTriangles", "cbt", CapturedKind::Ints},
}};

namespace {

// A function set on `data`, or a Failure: the array of another type was put into the attribute.
template <typename Set>
auto arrayOf(MObject data, const char* name)
{
    Set set;
    if (!set.setObject(data)) {
        throw Failure(std::string("the captured ") + name + " are damaged; capture the mesh again");
    }
    return set.array();
}

std::vector<int> ints(const MObject& data, const char* name)
{
    if (data.isNull()) {
        return {};
    }
    const MIntArray array = arrayOf<MFnIntArrayData>(data, name);
    std::vector<int> out(array.length());
    array.get(out.data());
    return out;
}

std::vector<double> doubles(const MObject& data, const char* name)
{
    if (data.isNull()) {
        return {};
    }
    const MDoubleArray array = arrayOf<MFnDoubleArrayData>(data, name);
    std::vector<double> out(array.length());
    array.get(out.data());
    return out;
}

std::vector<double> vectors(const MObject& data, const char* name)
{
    if (data.isNull()) {
        return {};
    }
    MVectorArray array = arrayOf<MFnVectorArrayData>(data, name);
    std::vector<double> out;
    out.reserve(size_t{3} * array.length());
    for (unsigned i = 0; i < array.length(); ++i) {
        out.insert(out.end(), {array[i].x, array[i].y, array[i].z});
    }
    return out;
}

// 16 numbers each: whether Maya writes arrays of matrices to its ASCII files is not documented, arrays of numbers it
// does.
std::vector<MMatrix> matrices(const MObject& data, const char* name)
{
    const std::vector<double> numbers = doubles(data, name);
    std::vector<MMatrix> out;
    for (size_t at = 0; at + 16 <= numbers.size(); at += 16) {
        double rows[4][4];
        std::copy_n(&numbers[at], 16, &rows[0][0]);
        out.push_back(MMatrix(rows));
    }
    return out;
}

std::vector<std::string> strings(const MObject& data, const char* name)
{
    if (data.isNull()) {
        return {};
    }
    MStringArray array = arrayOf<MFnStringArrayData>(data, name);
    std::vector<std::string> out;
    for (unsigned i = 0; i < array.length(); ++i) {
        out.push_back(plainText(array[i]));
    }
    return out;
}

MObject toData(const std::vector<int>& values)
{
    return MFnIntArrayData().create(MIntArray(values.data(), static_cast<unsigned>(values.size())));
}

MObject toData(const std::vector<double>& values)
{
    return MFnDoubleArrayData().create(MDoubleArray(values.data(), static_cast<unsigned>(values.size())));
}

MObject vectorData(const std::vector<double>& values)
{
    MVectorArray array;
    array.setLength(static_cast<unsigned>(values.size() / 3));
    for (unsigned i = 0; i < array.length(); ++i) {
        array[i] = MVector(values[3 * size_t{i}], values[3 * size_t{i} + 1], values[3 * size_t{i} + 2]);
    }
    return MFnVectorArrayData().create(array);
}

MObject toData(const std::vector<MMatrix>& values)
{
    std::vector<double> numbers;
    for (const MMatrix& value : values) {
        for (int row = 0; row < 4; ++row) {
            numbers.insert(numbers.end(), value[row], value[row] + 4);
        }
    }
    return toData(numbers);
}

MObject toData(const std::vector<std::string>& values)
{
    MStringArray array;
    for (const std::string& value : values) {
        array.append(mayaText(value));
    }
    return MFnStringArrayData().create(array);
}

template <typename To, typename From>
std::vector<To> converted(const std::vector<From>& values)
{
    return std::vector<To>(values.begin(), values.end());
}

void require(bool holds)
{
    if (!holds) {
        throw Failure("the captured arrays do not fit each other; capture the mesh again");
    }
}

}  // namespace

Skeleton CapturedBody::makeSkeleton() const
{
    const size_t joints = jointNames.size();
    require(jointParents.size() == joints && restOffsets.size() == 3 * joints && restRotations.size() == 4 * joints &&
            restScales.size() == 3 * joints && jointScaleCompensates.size() == joints && jointRoles.size() == joints);
    std::vector<const char*> names;
    for (const std::string& name : jointNames) {
        names.push_back(name.c_str());
    }
    const auto parents = converted<int32_t>(jointParents);
    const auto compensates = converted<uint8_t>(jointScaleCompensates);
    surefoot_skeleton_data data = {};
    data.struct_size = sizeof data;
    data.joint_count = joints;
    data.names = names.data();
    data.parents = parents.data();
    data.rest_offsets = restOffsets.data();
    data.rest_rotations = restRotations.data();
    data.rest_scales = restScales.data();
    data.compensates_parent_scale = compensates.data();
    Skeleton found;
    call(surefoot_skeleton_create, &data, found.out());

    // The roles of the capture count: the user may have given some by hand.
    const surefoot_skeleton_view* view = nullptr;
    call(surefoot_skeleton_get, found.get(), &view);
    std::vector<surefoot_role_entry> entries;
    for (size_t joint = 0; joint < joints; ++joint) {
        const bool isTaken = std::find(jointRoles.begin(), jointRoles.end(), view->roles[joint]) != jointRoles.end();
        if (view->roles[joint] != SUREFOOT_ROLE_NONE && !isTaken) {
            entries.push_back({view->roles[joint], nullptr});
        }
    }
    bool isSame = entries.empty();
    for (size_t joint = 0; joint < joints; ++joint) {
        isSame = isSame && view->roles[joint] == jointRoles[joint];
        if (jointRoles[joint] != SUREFOOT_ROLE_NONE) {
            entries.push_back({jointRoles[joint], names[joint]});
        }
    }
    if (isSame) {
        return found;
    }
    Skeleton skeleton;
    call(surefoot_skeleton_with_roles, found.get(), entries.data(), entries.size(), skeleton.out());
    return skeleton;
}

Skin CapturedBody::makeSkin(const surefoot_skeleton* skeleton) const
{
    require(restPoints.size() % 3 == 0 && triangles.size() % 3 == 0 && inverseBinds.size() == slotJoints.size() &&
            influenceOffsets.size() == vertexCount() + 1 && influenceSlots.size() == influenceWeights.size());
    const auto positions = converted<float>(restPoints);
    const auto corners = converted<uint32_t>(triangles);
    const auto joints = converted<int32_t>(slotJoints);
    const auto offsets = converted<uint32_t>(influenceOffsets);
    const auto slots = converted<uint32_t>(influenceSlots);
    const auto weights = converted<float>(influenceWeights);
    std::vector<double> binds;
    for (const MMatrix& bind : inverseBinds) {
        for (int row = 0; row < 4; ++row) {
            for (int column = 0; column < 4; ++column) {
                binds.push_back(bind[column][row]);
            }
        }
    }
    surefoot_skin_data data = {};
    data.struct_size = sizeof data;
    data.vertex_count = vertexCount();
    data.positions = positions.data();
    data.triangle_count = corners.size() / 3;
    data.triangles = corners.data();
    data.slot_count = joints.size();
    data.slot_joints = joints.data();
    data.inverse_binds = binds.data();
    data.influence_offsets = offsets.data();
    data.influence_count = slots.size();
    data.influence_slots = slots.data();
    data.influence_weights = weights.data();
    Skin skin;
    call(surefoot_skin_create, skeleton, &data, skin.out());
    return skin;
}

CapturedBody captureOf(const surefoot_skeleton* skeleton, const surefoot_skin* skin)
{
    const surefoot_skeleton_view* joints = nullptr;
    const surefoot_skin_view* mesh = nullptr;
    call(surefoot_skeleton_get, skeleton, &joints);
    call(surefoot_skin_get, skin, &mesh);
    CapturedBody out;
    const size_t count = joints->joint_count;
    out.jointNames.assign(joints->names, joints->names + count);
    out.jointParents.assign(joints->parents, joints->parents + count);
    out.jointRoles.assign(joints->roles, joints->roles + count);
    out.restOffsets.assign(joints->rest_offsets, joints->rest_offsets + 3 * count);
    out.restRotations.assign(joints->rest_rotations, joints->rest_rotations + 4 * count);
    out.restScales.assign(joints->rest_scales, joints->rest_scales + 3 * count);
    out.jointScaleCompensates.assign(joints->compensates_parent_scale, joints->compensates_parent_scale + count);
    out.restPoints.assign(mesh->positions, mesh->positions + 3 * mesh->vertex_count);
    out.triangles.assign(mesh->triangles, mesh->triangles + 3 * mesh->triangle_count);
    out.slotJoints.assign(mesh->slot_joints, mesh->slot_joints + mesh->slot_count);
    for (size_t slot = 0; slot < mesh->slot_count; ++slot) {
        MMatrix bind;
        for (int row = 0; row < 4; ++row) {
            for (int column = 0; column < 4; ++column) {
                bind[column][row] = mesh->inverse_binds[16 * slot + 4 * row + column];
            }
        }
        out.inverseBinds.push_back(bind);
    }
    out.influenceOffsets.assign(mesh->influence_offsets, mesh->influence_offsets + mesh->vertex_count + 1);
    out.influenceSlots.assign(mesh->influence_slots, mesh->influence_slots + mesh->influence_count);
    out.influenceWeights.assign(mesh->influence_weights, mesh->influence_weights + mesh->influence_count);
    return out;
}

CapturedBody fromData(const CapturedData& data)
{
    const auto of = [&](Captured field) -> const MObject& { return data[static_cast<unsigned>(field)]; };
    CapturedBody out;
    out.jointNames = strings(of(Captured::JointNames), "joint names");
    out.jointParents = ints(of(Captured::JointParents), "joint parents");
    out.jointRoles = ints(of(Captured::JointRoles), "joint roles");
    out.jointScaleCompensates = ints(of(Captured::JointScaleCompensates), "joint scales");
    out.restOffsets = vectors(of(Captured::RestOffsets), "rest offsets");
    out.restRotations = doubles(of(Captured::RestRotations), "rest rotations");
    out.restScales = vectors(of(Captured::RestScales), "rest scales");
    out.restPoints = vectors(of(Captured::RestPoints), "rest points");
    out.triangles = ints(of(Captured::Triangles), "triangles");
    out.slotJoints = ints(of(Captured::SlotJoints), "influences");
    out.inverseBinds = matrices(of(Captured::InverseBinds), "bind matrices");
    out.influenceOffsets = ints(of(Captured::InfluenceOffsets), "skin weights");
    out.influenceSlots = ints(of(Captured::InfluenceSlots), "skin weights");
    out.influenceWeights = doubles(of(Captured::InfluenceWeights), "skin weights");
    out.matrixIndices = ints(of(Captured::MatrixIndices), "matrix indices");
    out.bodyPoints = vectors(of(Captured::BodyPoints), "points of the body");
    out.bodyTriangles = ints(of(Captured::BodyTriangles), "triangles of the body");
    return out;
}

CapturedData toData(const CapturedBody& body)
{
    CapturedData data;
    const auto of = [&](Captured field) -> MObject& { return data[static_cast<unsigned>(field)]; };
    of(Captured::JointNames) = toData(body.jointNames);
    of(Captured::JointParents) = toData(body.jointParents);
    of(Captured::JointRoles) = toData(body.jointRoles);
    of(Captured::JointScaleCompensates) = toData(body.jointScaleCompensates);
    of(Captured::RestOffsets) = vectorData(body.restOffsets);
    of(Captured::RestRotations) = toData(body.restRotations);
    of(Captured::RestScales) = vectorData(body.restScales);
    of(Captured::RestPoints) = vectorData(body.restPoints);
    of(Captured::Triangles) = toData(body.triangles);
    of(Captured::SlotJoints) = toData(body.slotJoints);
    of(Captured::InverseBinds) = toData(body.inverseBinds);
    of(Captured::InfluenceOffsets) = toData(body.influenceOffsets);
    of(Captured::InfluenceSlots) = toData(body.influenceSlots);
    of(Captured::InfluenceWeights) = toData(body.influenceWeights);
    of(Captured::MatrixIndices) = toData(body.matrixIndices);
    of(Captured::BodyPoints) = vectorData(body.bodyPoints);
    of(Captured::BodyTriangles) = toData(body.bodyTriangles);
    return data;
}

}  // namespace surefoot
