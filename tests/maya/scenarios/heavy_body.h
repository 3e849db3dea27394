// The heavy man who dances a salsa, as the library reads him, and what is measured on him.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "library.h"

namespace heavy {

using Document = surefoot::Handle<surefoot_document, surefoot_document_free>;

struct Body {
    Document document;
    const surefoot_skeleton* skeleton = nullptr;
    const surefoot_clip* clip = nullptr;
    const surefoot_skin* skin = nullptr;
    const surefoot_skeleton_view* joints = nullptr;
    const surefoot_skin_view* mesh = nullptr;
    size_t frameCount = 0;
    double frameRate = 30.0;
    // World matrices, 16 numbers a joint, frame after frame; row after row for column vectors, metres.
    std::vector<double> world;

    const double* worldOf(size_t frame, size_t joint) const
    {
        return &world[16 * (frame * joints->joint_count + joint)];
    }
};

// The folder of test data: SUREFOOT_DATA, or ../shared/data beside the repository. Empty if there is none.
std::string dataFolder();

// Throws surefoot::Failure.
Body readSalsa(const std::string& folder);

// Points of one frame, metres.
std::vector<float> posed(const Body& body, size_t frame);

// An independent measure, slow and obvious: how deep vertices of hands and forearms lie inside the surface of
// everything but the arms, by its winding number and the distance to every triangle. Metres. Only `candidates` are
// looked at.
double deepest(const Body& body, const std::vector<float>& points, const std::vector<size_t>& candidates);

// Whether a vertex mostly follows a hand or a forearm.
std::vector<bool> isLowerArm(const Body& body);

// The 99th percentile of accelerations, units of length a frame squared, of the given vertices in consecutive frames.
double accelerationP99(const std::vector<std::vector<float>>& frames, const std::vector<size_t>& vertices);

}  // namespace heavy
