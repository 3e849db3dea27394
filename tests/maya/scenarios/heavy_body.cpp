#include "heavy_body.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>

namespace heavy {

namespace {

constexpr const char* kSalsa = "animated/makehuman_heavy_salsa_30fps.glb";

using Vec = std::array<double, 3>;

Vec minus(const Vec& a, const Vec& b)
{
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
double dot(const Vec& a, const Vec& b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
Vec cross(const Vec& a, const Vec& b)
{
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
double length(const Vec& a)
{
    return std::sqrt(dot(a, a));
}
Vec point(const std::vector<float>& points, size_t vertex)
{
    return {points[3 * vertex], points[3 * vertex + 1], points[3 * vertex + 2]};
}

// Ericson, Real-Time Collision Detection, 5.1.5.
double distanceToTriangle(const Vec& p, const Vec& a, const Vec& b, const Vec& c)
{
    const Vec ab = minus(b, a), ac = minus(c, a), ap = minus(p, a);
    const auto at = [&](double v, double w) {
        const Vec q = {a[0] + v * ab[0] + w * ac[0], a[1] + v * ab[1] + w * ac[1], a[2] + v * ab[2] + w * ac[2]};
        return length(minus(p, q));
    };
    const double d1 = dot(ab, ap), d2 = dot(ac, ap);
    if (d1 <= 0 && d2 <= 0) {
        return at(0, 0);
    }
    const Vec bp = minus(p, b);
    const double d3 = dot(ab, bp), d4 = dot(ac, bp);
    if (d3 >= 0 && d4 <= d3) {
        return at(1, 0);
    }
    const double vc = d1 * d4 - d3 * d2;
    if (vc <= 0 && d1 >= 0 && d3 <= 0) {
        return at(d1 / (d1 - d3), 0);
    }
    const Vec cp = minus(p, c);
    const double d5 = dot(ab, cp), d6 = dot(ac, cp);
    if (d6 >= 0 && d5 <= d6) {
        return at(0, 1);
    }
    const double vb = d5 * d2 - d1 * d6;
    if (vb <= 0 && d2 >= 0 && d6 <= 0) {
        return at(0, d2 / (d2 - d6));
    }
    const double va = d3 * d6 - d5 * d4;
    if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
        const double w = (d4 - d3) / ((d4 - d3) + (d5 - d6));
        return at(1 - w, w);
    }
    const double scale = 1 / (va + vb + vc);
    return at(vb * scale, vc * scale);
}

// The share of a sphere around `p` that a triangle covers, signed (Van Oosterom and Strackee 1983).
double solidAngle(const Vec& p, const Vec& a, const Vec& b, const Vec& c)
{
    const Vec x = minus(a, p), y = minus(b, p), z = minus(c, p);
    const double lx = length(x), ly = length(y), lz = length(z);
    const double above = dot(x, cross(y, z));
    const double below = lx * ly * lz + dot(x, y) * lz + dot(y, z) * lx + dot(z, x) * ly;
    return 2 * std::atan2(above, below) / (4 * 3.14159265358979323846);
}

// The joint that moves each vertex most.
std::vector<int32_t> leadingJoints(const surefoot_skin_view& mesh)
{
    std::vector<int32_t> out(mesh.vertex_count);
    for (size_t vertex = 0; vertex < mesh.vertex_count; ++vertex) {
        float most = -1;
        for (uint32_t i = mesh.influence_offsets[vertex]; i < mesh.influence_offsets[vertex + 1]; ++i) {
            if (mesh.influence_weights[i] > most) {
                most = mesh.influence_weights[i];
                out[vertex] = mesh.slot_joints[mesh.influence_slots[i]];
            }
        }
    }
    return out;
}

bool isBelow(const surefoot_skeleton_view& joints, int32_t joint, int32_t left, int32_t right)
{
    for (; joint >= 0; joint = joints.parents[joint]) {
        if (joints.roles[joint] == left || joints.roles[joint] == right) {
            return true;
        }
    }
    return false;
}

}  // namespace

std::string dataFolder()
{
    const char* given = std::getenv("SUREFOOT_DATA");
    const std::string folder = given != nullptr ? given : std::string(SUREFOOT_ROOT) + "/../shared/data";
    return std::ifstream(folder + "/" + kSalsa).good() ? folder : std::string();
}

Body readSalsa(const std::string& folder)
{
    using surefoot::call;
    Body body;
    call(surefoot_read, (folder + "/" + kSalsa).c_str(), static_cast<const surefoot_read_options*>(nullptr),
         body.document.out());
    const surefoot_document_view* file = nullptr;
    call(surefoot_document_get, static_cast<const surefoot_document*>(body.document.get()), &file);
    if (file->clip_count == 0 || file->skin_count != 1) {
        throw surefoot::Failure("the salsa has another shape than expected");
    }
    body.skeleton = file->skeleton;
    body.clip = file->clips[0];
    body.skin = file->skins[0];
    call(surefoot_skeleton_get, body.skeleton, &body.joints);
    call(surefoot_skin_get, body.skin, &body.mesh);
    const surefoot_clip_view* clip = nullptr;
    call(surefoot_clip_get, body.clip, &clip);
    body.frameCount = clip->frame_count;
    body.frameRate = clip->frame_rate;
    body.world.resize(16 * body.joints->joint_count * body.frameCount);
    call(surefoot_world_matrices, body.skeleton, body.clip, body.world.data(), body.world.size());
    return body;
}

std::vector<float> posed(const Body& body, size_t frame)
{
    std::vector<float> points(3 * body.mesh->vertex_count);
    surefoot::call(surefoot_deform_skin, body.skeleton, body.clip, body.skin, frame, points.data(), points.size());
    return points;
}

std::vector<bool> isLowerArm(const Body& body)
{
    const std::vector<int32_t> leading = leadingJoints(*body.mesh);
    std::vector<bool> out(leading.size());
    for (size_t vertex = 0; vertex < out.size(); ++vertex) {
        out[vertex] = isBelow(*body.joints, leading[vertex], SUREFOOT_ROLE_LEFT_FOREARM, SUREFOOT_ROLE_RIGHT_FOREARM);
    }
    return out;
}

double deepest(const Body& body, const std::vector<float>& points, const std::vector<size_t>& candidates)
{
    const std::vector<int32_t> leading = leadingJoints(*body.mesh);
    std::vector<bool> isArm(leading.size());
    for (size_t vertex = 0; vertex < leading.size(); ++vertex) {
        isArm[vertex] =
            isBelow(*body.joints, leading[vertex], SUREFOOT_ROLE_LEFT_CLAVICLE, SUREFOOT_ROLE_RIGHT_CLAVICLE);
    }
    std::vector<std::array<Vec, 3>> triangles;
    for (size_t i = 0; i < body.mesh->triangle_count; ++i) {
        const uint32_t* corner = body.mesh->triangles + 3 * i;
        if (!isArm[corner[0]] && !isArm[corner[1]] && !isArm[corner[2]]) {
            triangles.push_back({point(points, corner[0]), point(points, corner[1]), point(points, corner[2])});
        }
    }
    double deepest = 0;
    for (const size_t vertex : candidates) {
        const Vec p = point(points, vertex);
        double winding = 0;
        for (const auto& t : triangles) {
            winding += solidAngle(p, t[0], t[1], t[2]);
        }
        if (winding < 0.5) {
            continue;
        }
        double nearest = 1e9;
        for (const auto& t : triangles) {
            nearest = std::min(nearest, distanceToTriangle(p, t[0], t[1], t[2]));
        }
        deepest = std::max(deepest, nearest);
    }
    return deepest;
}

double accelerationP99(const std::vector<std::vector<float>>& frames, const std::vector<size_t>& vertices)
{
    std::vector<double> all;
    for (size_t f = 1; f + 1 < frames.size(); ++f) {
        for (const size_t vertex : vertices) {
            const Vec a = point(frames[f - 1], vertex), b = point(frames[f], vertex), c = point(frames[f + 1], vertex);
            all.push_back(length({a[0] - 2 * b[0] + c[0], a[1] - 2 * b[1] + c[1], a[2] - 2 * b[2] + c[2]}));
        }
    }
    if (all.empty()) {
        return 0;
    }
    const auto at = all.begin() + static_cast<std::ptrdiff_t>(0.99 * static_cast<double>(all.size() - 1));
    std::nth_element(all.begin(), at, all.end());
    return *at;
}

}  // namespace heavy
