#include "scene/motion.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include <maya/MEulerRotation.h>
#include <maya/MQuaternion.h>
#include <maya/MTransformationMatrix.h>

namespace surefoot {

namespace {

// Scales and lengths that differ by less are one: rounding of Maya's own matrices.
constexpr double kSameScale = 1e-6;
constexpr double kSameLength = 1e-7;
// Cosine between two axes of a matrix from which it counts as sheared.
constexpr double kMostShear = 1e-3;

// One node relative to its parent, Y up, in Maya's lengths.
struct Local {
    double scale[3];
    MQuaternion rotation;
    MVector translation;
};

MVector row(const MMatrix& matrix, int index)
{
    return MVector(matrix[index][0], matrix[index][1], matrix[index][2]);
}

MMatrix rotationOf(const MVector& x, const MVector& y, const MVector& z)
{
    const double rows[4][4] = {{x.x, x.y, x.z, 0}, {y.x, y.y, y.z, 0}, {z.x, z.y, z.z, 0}, {0, 0, 0, 1}};
    return MMatrix(rows);
}

MQuaternion quaternionOf(const MMatrix& rotation)
{
    MQuaternion result;
    result = rotation;
    return result.normal();
}

// Scales the columns: takes the parent's scale back out of a local matrix.
MMatrix withoutColumns(const MMatrix& matrix, const double scale[3])
{
    MMatrix result = matrix;
    for (int index = 0; index < 3; ++index) {
        for (int column = 0; column < 3; ++column) {
            result[index][column] /= scale[column];
        }
    }
    return result;
}

Local decompose(const MMatrix& local, const double inverseScale[3], const std::string& label)
{
    const MMatrix matrix = withoutColumns(local, inverseScale);
    Local result;
    MVector axes[3];
    const double sign = matrix.det3x3() < 0.0 ? -1.0 : 1.0;
    for (int axis = 0; axis < 3; ++axis) {
        axes[axis] = row(matrix, axis);
        const double length = axes[axis].length();
        if (!(length > 1e-9)) {
            throw Failure(label + " has a scale of 0; a joint without size cannot be read.");
        }
        result.scale[axis] = sign * length;
        axes[axis] = axes[axis] / result.scale[axis];
    }
    const double shear =
        std::max({std::abs(axes[0] * axes[1]), std::abs(axes[1] * axes[2]), std::abs(axes[2] * axes[0])});
    if (shear > kMostShear) {
        throw Failure(label + " is sheared: a node above it has different scales along its axes. Freeze that scale, or "
                              "turn segment scale compensate on.");
    }
    // Gram and Schmidt: what little shear there is must not reach the quaternion.
    axes[1] = (axes[1] - axes[0] * (axes[0] * axes[1])).normal();
    axes[2] = axes[0] ^ axes[1];
    result.rotation = quaternionOf(rotationOf(axes[0], axes[1], axes[2]));
    result.translation = row(local, 3);
    return result;
}

// Reads every node of every frame relative to its parent in the rig.
class Reader {
public:
    Reader(const Rig& rig, const Samples& samples, const Units& units) : m_rig(rig), m_samples(samples), m_units(units)
    {
        m_compensates.resize(rig.nodes.size());
        m_scales.resize(samples.world.size());
        // Parents come first: what a joint takes back is its parent's scale.
        for (size_t node = 0; node < rig.nodes.size(); ++node) {
            m_compensates[node] = compensatesIn(node);
            for (size_t frame = 0; frame < samples.frames.count; ++frame) {
                const Local its = local(frame, node);
                m_scales[frame * samples.nodeCount + node] = MVector(its.scale[0], its.scale[1], its.scale[2]);
            }
        }
    }

    bool compensates(size_t node) const { return m_compensates[node]; }

    Local local(size_t frame, size_t node) const
    {
        const double ones[3] = {1.0, 1.0, 1.0};
        const RigNode& its = m_rig.nodes[node];
        const double* inverse =
            m_compensates[node] ? &m_samples.inverseScale[3 * (frame * m_samples.nodeCount + node)] : ones;
        return decompose(relative(frame, node), inverse, its.label());
    }

private:
    MMatrix relative(size_t frame, size_t node) const
    {
        const int parent = m_rig.nodes[node].parent;
        const MMatrix& world = m_samples.worldAt(frame, node);
        return parent < 0 ? m_units.toYUp(world) : world * m_samples.worldAt(frame, parent).inverse();
    }

    // The library takes back the scale that it knows of the parent. Below a scaled group that is not what Maya takes
    // back; a scale that is the same along all axes needs nothing taken back to be read.
    bool compensatesIn(size_t node) const
    {
        const RigNode& its = m_rig.nodes[node];
        if (!its.compensatesScale || its.parent < 0) {
            return false;
        }
        bool isNeeded = false;
        for (size_t frame = 0; frame < m_samples.frames.count; ++frame) {
            const size_t first = frame * m_samples.nodeCount;
            const MVector& scale = m_scales[first + static_cast<size_t>(its.parent)];
            for (unsigned int axis = 0; axis < 3; ++axis) {
                const double inverse = m_samples.inverseScale[3 * (first + node) + axis];
                if (std::abs(inverse * scale[axis] - 1.0) > kSameScale) {
                    return false;
                }
                isNeeded = isNeeded || std::abs(scale[axis] - 1.0) > kSameScale;
            }
        }
        return isNeeded;
    }

    const Rig& m_rig;
    const Samples& m_samples;
    const Units& m_units;
    std::vector<bool> m_compensates;
    // Own scale of every node in every frame.
    std::vector<MVector> m_scales;
};

void appendQuaternion(std::vector<double>& numbers, const MQuaternion& q)
{
    numbers.insert(numbers.end(), {q.x, q.y, q.z, q.w});
}

// Rotation of the rest pose: from the bind matrices of node and parent, else with all rotations at zero.
MQuaternion restRotation(const Rig& rig, size_t node, const BindPose& bind, const Units& units,
                         const MMatrix& aboveRoot)
{
    const RigNode& its = rig.nodes[node];
    const double ones[3] = {1.0, 1.0, 1.0};
    const bool isParentKnown = its.parent < 0 || bind.isKnown[its.parent];
    if (bind.isKnown[node] && isParentKnown) {
        const MMatrix relative =
            its.parent < 0 ? units.toYUp(bind.world[node]) : bind.world[node] * bind.world[its.parent].inverse();
        return decompose(relative, ones, its.label()).rotation;
    }
    const MQuaternion zero = its.rotateAxis * its.jointOrient;
    if (its.parent >= 0) {
        return zero;
    }
    return decompose(units.toYUp(zero.asMatrix() * aboveRoot), ones, its.label()).rotation;
}

bool isSteady(const std::vector<double>& values, double tolerance)
{
    for (size_t at = 3; at < values.size(); ++at) {
        if (std::abs(values[at] - values[at % 3]) > tolerance) {
            return false;
        }
    }
    return true;
}

// The numbers of a clip, joint by joint.
struct ClipArrays {
    std::vector<double> rotations;
    std::vector<double> roots;
    // By node: 3 numbers a frame, metres.
    std::vector<std::vector<double>> translations;
    std::vector<std::vector<double>> scales;
};

ClipArrays readArrays(const Reader& reader, const Samples& samples, const Units& units)
{
    const size_t nodes = samples.nodeCount;
    ClipArrays arrays;
    arrays.rotations.reserve(4 * nodes * samples.frames.count);
    arrays.roots.reserve(3 * samples.frames.count);
    arrays.translations.resize(nodes);
    arrays.scales.resize(nodes);
    for (size_t frame = 0; frame < samples.frames.count; ++frame) {
        for (size_t node = 0; node < nodes; ++node) {
            const Local local = reader.local(frame, node);
            appendQuaternion(arrays.rotations, local.rotation);
            const double place[3] = {units.metres(local.translation.x), units.metres(local.translation.y),
                                     units.metres(local.translation.z)};
            std::vector<double>& places = node == 0 ? arrays.roots : arrays.translations[node];
            places.insert(places.end(), place, place + 3);
            arrays.scales[node].insert(arrays.scales[node].end(), local.scale, local.scale + 3);
        }
    }
    return arrays;
}

Clip createClip(const surefoot_skeleton* skeleton, const ClipArrays& arrays, const Samples& samples)
{
    std::vector<surefoot_track> translations;
    std::vector<surefoot_track> scales;
    for (size_t node = 0; node < samples.nodeCount; ++node) {
        if (node > 0 && !isSteady(arrays.translations[node], kSameLength)) {
            translations.push_back({static_cast<int32_t>(node), arrays.translations[node].data()});
        }
        if (!isSteady(arrays.scales[node], kSameScale)) {
            scales.push_back({static_cast<int32_t>(node), arrays.scales[node].data()});
        }
    }
    surefoot_clip_data data = {};
    data.struct_size = sizeof data;
    data.frame_rate = FrameRange::rate();
    data.frame_count = samples.frames.count;
    data.rotations = arrays.rotations.data();
    data.root_positions = arrays.roots.data();
    data.translation_count = translations.size();
    data.translations = translations.data();
    data.scale_count = scales.size();
    data.scales = scales.data();
    Clip clip;
    call(surefoot_clip_create, skeleton, &data, clip.out());
    return clip;
}

// Whether a frame of a clip differs from the same frame of another in one joint.
class Difference {
public:
    Difference(const surefoot_clip* before, const surefoot_clip* after)
    {
        call(surefoot_clip_get, before, &m_before);
        call(surefoot_clip_get, after, &m_after);
    }

    bool rotates(size_t frame, size_t joint) const
    {
        const size_t at = 4 * (frame * m_after->joint_count + joint);
        const double* before = m_before->rotations + at;
        const double* after = m_after->rotations + at;
        // A clip may turn to the other hemisphere: q and -q are one rotation.
        const double other[4] = {-after[0], -after[1], -after[2], -after[3]};
        return differs(before, after, 4) && differs(before, other, 4);
    }

    bool translates(size_t frame, size_t joint) const
    {
        if (joint == 0) {
            return differs(m_before->root_positions + 3 * frame, m_after->root_positions + 3 * frame, 3);
        }
        const double* before = track(m_before, joint);
        const double* after = track(m_after, joint);
        if (!before || !after) {
            return before != after;
        }
        return differs(before + 3 * frame, after + 3 * frame, 3);
    }

private:
    static bool differs(const double* before, const double* after, size_t count)
    {
        return std::memcmp(before, after, count * sizeof(double)) != 0;
    }

    static const double* track(const surefoot_clip_view* clip, size_t joint)
    {
        for (size_t index = 0; index < clip->translation_count; ++index) {
            if (clip->translations[index].joint == static_cast<int32_t>(joint)) {
                return clip->translations[index].values;
            }
        }
        return nullptr;
    }

    const surefoot_clip_view* m_before = nullptr;
    const surefoot_clip_view* m_after = nullptr;
};

}  // namespace

Motion makeMotion(const Rig& rig, const Samples& samples, const BindPose& bind, const Units& units)
{
    const Reader reader(rig, samples, units);
    const size_t count = rig.nodes.size();
    std::vector<const char*> names;
    std::vector<int32_t> parents;
    std::vector<double> offsets;
    std::vector<double> rotations;
    std::vector<double> scales;
    std::vector<uint8_t> compensates;
    for (size_t node = 0; node < count; ++node) {
        const Local local = reader.local(0, node);
        names.push_back(rig.nodes[node].name.c_str());
        parents.push_back(rig.nodes[node].parent);
        offsets.insert(offsets.end(), {units.metres(local.translation.x), units.metres(local.translation.y),
                                       units.metres(local.translation.z)});
        appendQuaternion(rotations, restRotation(rig, node, bind, units, samples.aboveRoot[0]));
        scales.insert(scales.end(), local.scale, local.scale + 3);
        compensates.push_back(reader.compensates(node));
    }
    surefoot_skeleton_data data = {};
    data.struct_size = sizeof data;
    data.joint_count = count;
    data.names = names.data();
    data.parents = parents.data();
    data.rest_offsets = offsets.data();
    data.rest_rotations = rotations.data();
    data.rest_scales = scales.data();
    data.compensates_parent_scale = compensates.data();
    Motion motion;
    call(surefoot_skeleton_create, &data, motion.skeleton.out());
    motion.clip = createClip(motion.skeleton.get(), readArrays(reader, samples, units), samples);
    return motion;
}

Clip makeClip(const Rig& rig, const Samples& samples, const Skeleton& skeleton, const Units& units)
{
    const Reader reader(rig, samples, units);
    return createClip(skeleton.get(), readArrays(reader, samples, units), samples);
}

std::vector<MMatrix> worldMatrices(const Motion& motion, const surefoot_clip* clip, const Units& units)
{
    const surefoot_clip_view* view = nullptr;
    call(surefoot_clip_get, clip, &view);
    const size_t count = view->joint_count * view->frame_count;
    std::vector<double> numbers(16 * count);
    call(surefoot_world_matrices, motion.skeleton.get(), clip, numbers.data(), numbers.size());
    std::vector<MMatrix> world(count);
    for (size_t index = 0; index < count; ++index) {
        world[index] = units.worldMatrix(&numbers[16 * index]);
    }
    return world;
}

void solveChannels(const RigNode& node, const MMatrix& local, const MMatrix& offsetParent, const double inverseScale[3],
                   const double base[3], double rotate[3], double translate[3], double* scale)
{
    const MMatrix own = local * offsetParent.inverse();
    const Local parts = decompose(own, inverseScale, node.label());
    // [rotateAxis][rotate][jointOrient] for row vectors; Maya's quaternions multiply in the same order.
    const MQuaternion rotation = node.rotateAxis.inverse() * parts.rotation * node.jointOrient.inverse();
    MEulerRotation euler = rotation.asEulerRotation();
    euler.reorderIt(node.rotationOrder);
    const MEulerRotation close = euler.closestSolution(MEulerRotation(base[0], base[1], base[2], node.rotationOrder));
    rotate[0] = close.x;
    rotate[1] = close.y;
    rotate[2] = close.z;
    // Where pivots take the origin before translate does.
    MVector origin = -node.scalePivot;
    for (unsigned int axis = 0; axis < 3; ++axis) {
        origin[axis] *= parts.scale[axis];
    }
    origin += node.scalePivot + node.scalePivotTranslate - node.rotatePivot;
    origin = origin.rotateBy(parts.rotation) + node.rotatePivot + node.rotatePivotTranslate;
    const MVector place = row(own, 3) - origin;
    translate[0] = place.x;
    translate[1] = place.y;
    translate[2] = place.z;
    if (scale) {
        std::copy_n(parts.scale, 3, scale);
    }
}

std::vector<NodeChannels> changedChannels(const Rig& rig, const Samples& samples, const surefoot_clip* before,
                                          const surefoot_clip* after, const std::vector<MMatrix>& world)
{
    const Difference difference(before, after);
    const size_t nodes = samples.nodeCount;
    std::vector<NodeChannels> changed;
    // A node that does not inherit its parent's transform moves in its own channels when anything above it does.
    std::vector<bool> movedAbove(nodes);
    std::vector<bool> moved(nodes);
    for (size_t node = 0; node < nodes; ++node) {
        const RigNode& its = rig.nodes[node];
        NodeChannels channels;
        channels.node = node;
        movedAbove[node] = its.parent >= 0 && (moved[its.parent] || movedAbove[its.parent]);
        const bool isFree = !its.inheritsTransform && movedAbove[node];
        for (size_t frame = 0; frame < samples.frames.count; ++frame) {
            channels.rotates = channels.rotates || isFree || difference.rotates(frame, node);
            channels.translates = channels.translates || isFree || difference.translates(frame, node);
        }
        moved[node] = channels.rotates || channels.translates;
        if (!moved[node]) {
            continue;
        }
        for (size_t frame = 0; frame < samples.frames.count; ++frame) {
            const size_t at = frame * nodes + node;
            double rotate[3];
            double translate[3];
            std::copy_n(&samples.rotate[3 * at], 3, rotate);
            std::copy_n(&samples.translate[3 * at], 3, translate);
            const bool turns = isFree || difference.rotates(frame, node);
            const bool goes = isFree || difference.translates(frame, node);
            if (turns || goes) {
                MMatrix above;
                if (its.inheritsTransform) {
                    above = its.parent < 0 ? samples.aboveRoot[frame] : world[frame * nodes + its.parent];
                }
                double solvedRotate[3];
                double solvedTranslate[3];
                solveChannels(its, world[at] * above.inverse(), samples.offsetParent[at], &samples.inverseScale[3 * at],
                              rotate, solvedRotate, solvedTranslate);
                std::copy_n(turns ? solvedRotate : rotate, 3, rotate);
                std::copy_n(goes ? solvedTranslate : translate, 3, translate);
            }
            if (channels.rotates) {
                channels.rotate.insert(channels.rotate.end(), rotate, rotate + 3);
            }
            if (channels.translates) {
                channels.translate.insert(channels.translate.end(), translate, translate + 3);
            }
        }
        changed.push_back(std::move(channels));
    }
    return changed;
}

}  // namespace surefoot
