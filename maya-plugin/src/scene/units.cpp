#include "scene/units.h"

#include <maya/MGlobal.h>

namespace surefoot {

Units Units::ofScene(double unitScale)
{
    return Units(0.01 * unitScale, MGlobal::isZAxisUp());
}

// For row vectors: (x, y, z) becomes (x, z, -y).
MMatrix Units::turn()
{
    const double rows[4][4] = {{1, 0, 0, 0}, {0, 0, -1, 0}, {0, 1, 0, 0}, {0, 0, 0, 1}};
    return MMatrix(rows);
}

MMatrix Units::worldMatrix(const double* numbers) const
{
    double rows[4][4];
    for (int row = 0; row < 4; ++row) {
        for (int column = 0; column < 4; ++column) {
            rows[row][column] = numbers[4 * column + row];
        }
    }
    for (int column = 0; column < 3; ++column) {
        rows[3][column] /= m_metres;
    }
    return fromYUp(MMatrix(rows));
}

}  // namespace surefoot
