#include "nodes/prepared_shape.h"

namespace surefoot {

namespace {

std::vector<float> floats(const std::vector<double>& values)
{
    return std::vector<float>(values.begin(), values.end());
}

std::vector<uint32_t> corners(const std::vector<int>& values)
{
    return std::vector<uint32_t>(values.begin(), values.end());
}

surefoot_mesh_shape shapeOf(const std::vector<float>& points, const std::vector<uint32_t>& triangles)
{
    surefoot_mesh_shape shape = {};
    shape.point_count = points.size() / 3;
    shape.points = points.data();
    shape.triangle_count = triangles.size() / 3;
    shape.triangles = triangles.data();
    return shape;
}

}  // namespace

PreparedShape::PreparedShape(const CapturedBody& body, const PrepareOptions& options)
    : m_vertexCount(body.vertexCount()), m_bodyVertexCount(body.bodyVertexCount()), m_jointCount(body.jointCount())
{
    surefoot_deform_out_of_body_options own = {};
    call(surefoot_deform_out_of_body_default_options, &own, sizeof own);
    own.part = options.part;
    own.margin = options.margin;
    own.softness = options.softness;
    own.smoothing = options.smoothing;
    if (body.hasOtherBody()) {
        const auto points = floats(body.restPoints);
        const auto triangles = corners(body.triangles);
        const auto bodyPoints = floats(body.bodyPoints);
        const auto bodyTriangles = corners(body.bodyTriangles);
        const surefoot_mesh_shape part = shapeOf(points, triangles);
        const surefoot_mesh_shape other = shapeOf(bodyPoints, bodyTriangles);
        call(surefoot_deformer_create, &other, &part, static_cast<const float*>(nullptr), &own, m_pair.out());
        return;
    }
    const Skeleton skeleton = body.makeSkeleton();
    const Skin skin = body.makeSkin(skeleton.get());
    const surefoot_skin* skins[] = {skin.get()};
    call(surefoot_character_deformer_create, skeleton.get(), static_cast<const surefoot_skin* const*>(skins), size_t{1},
         &own, m_character.out());
    if (body.matrixIndices.size() == body.slotJoints.size()) {
        for (size_t slot = 0; slot < body.slotJoints.size(); ++slot) {
            m_slots.push_back({static_cast<size_t>(body.slotJoints[slot]), body.matrixIndices[slot]});
        }
    }
}

surefoot_deformed_frame PreparedShape::deformPoints(const float* points, const float* bodyPoints, const Frame& frame,
                                                    float* out) const
{
    surefoot_deformed_frame done = {};
    if (m_pair) {
        call(surefoot_deformer_deform_with, m_pair.get(), bodyPoints, points, frame.weights, frame.envelope,
             frame.maxPush, out, &done);
    } else {
        call(surefoot_character_deformer_deform_points, m_character.get(), points, frame.weights, frame.envelope,
             frame.maxPush, out, 3 * m_vertexCount, &done);
    }
    return done;
}

surefoot_deformed_frame PreparedShape::deformJoints(const std::vector<double>& matrices, const Frame& frame,
                                                    std::vector<float>& out) const
{
    surefoot_deformed_frame done = {};
    out.resize(3 * m_vertexCount);
    call(surefoot_character_deformer_deform_joints, m_character.get(), matrices.data(), matrices.size(), frame.weights,
         frame.envelope, frame.maxPush, out.data(), out.size(), &done);
    return done;
}

}  // namespace surefoot
