// Points of meshes as the library's deformers take them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <maya/MFnMesh.h>
#include <maya/MMatrix.h>
#include <maya/MString.h>
#include <maya/MVector.h>

#include "library.h"
#include "scene/units.h"

namespace surefoot {

// The linear part of a matrix into the library's axes and units. Only differences between points matter to a deformer,
// and without a translation their floats keep all digits far from the world's centre.
class ToLibrary {
public:
    ToLibrary(const MMatrix& matrix, const Units& units)
    {
        for (int i = 0; i < 3; ++i) {
            units.toLibrary(MVector(matrix[i][0], matrix[i][1], matrix[i][2]), m_rows[i]);
        }
    }
    // The translation of `matrix` as well, seen from that of `zero`.
    ToLibrary(const MMatrix& matrix, const MMatrix& zero, const Units& units) : ToLibrary(matrix, units)
    {
        units.toLibrary(MVector(matrix[3][0] - zero[3][0], matrix[3][1] - zero[3][1], matrix[3][2] - zero[3][2]),
                        m_origin);
    }

    void convert(const float* points, size_t count, std::vector<float>& out) const
    {
        out.resize(3 * count);
        for (size_t i = 0; i < count; ++i) {
            const double x = points[3 * i];
            const double y = points[3 * i + 1];
            const double z = points[3 * i + 2];
            for (int axis = 0; axis < 3; ++axis) {
                out[3 * i + axis] = static_cast<float>(x * m_rows[0][axis] + y * m_rows[1][axis] + z * m_rows[2][axis] +
                                                       m_origin[axis]);
            }
        }
    }

private:
    double m_rows[3][3];
    double m_origin[3] = {0.0, 0.0, 0.0};
};

inline const float* rawPoints(const MFnMesh& mesh)
{
    MStatus status;
    const float* points = mesh.getRawPoints(&status);
    if (!status || points == nullptr) {
        throw Failure("the points of " + plainText(mesh.name()) + " cannot be read");
    }
    return points;
}

}  // namespace surefoot
