// A captured geometry as the library deforms it: prepared once, then read by any number of threads.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "library.h"
#include "scene/captured_body.h"

namespace surefoot {

// The options that preparing needs; lengths in metres. The other options belong to the call.
struct PrepareOptions {
    int part = 0;
    double margin = 0.0;
    double softness = 0.0;
    int smoothing = 0;

    bool operator==(const PrepareOptions& other) const
    {
        return part == other.part && margin == other.margin && softness == other.softness &&
               smoothing == other.smoothing;
    }
};

class PreparedShape {
public:
    // Throws Failure.
    PreparedShape(const CapturedBody& body, const PrepareOptions& options);

    bool hasOtherBody() const { return static_cast<bool>(m_pair); }
    size_t vertexCount() const { return m_vertexCount; }
    size_t bodyVertexCount() const { return m_bodyVertexCount; }
    // Whether joints can pose it.
    bool hasJoints() const { return !m_slots.empty(); }

    // What a frame brings, besides its points.
    struct Frame {
        const float* weights = nullptr;
        double envelope = 1.0;
        double maxPush = 0.1;
    };
    // `points` and `out`: 3 numbers a vertex, metres. `bodyPoints` are those of the other body, if there is one.
    surefoot_deformed_frame deformPoints(const float* points, const float* bodyPoints, const Frame& frame,
                                         float* out) const;

    // The slots that `matrix` elements move.
    struct Slot {
        size_t joint;
        int matrixIndex;
    };
    const std::vector<Slot>& slots() const { return m_slots; }
    size_t jointCount() const { return m_jointCount; }
    // `matrices`: 16 numbers a joint, for column vectors, metres, Y up.
    surefoot_deformed_frame deformJoints(const std::vector<double>& matrices, const Frame& frame,
                                         std::vector<float>& out) const;

private:
    CharacterDeformer m_character;
    Deformer m_pair;
    size_t m_vertexCount = 0;
    size_t m_bodyVertexCount = 0;
    size_t m_jointCount = 0;
    std::vector<Slot> m_slots;
};

}  // namespace surefoot
