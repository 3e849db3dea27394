// Maya's spaces and ours. Maya computes in centimetres with row vectors, Y or Z up; the library in metres with column
// vectors, Y up. Nothing else in the plug-in converts.
#pragma once

#include <maya/MMatrix.h>
#include <maya/MPoint.h>
#include <maya/MQuaternion.h>
#include <maya/MVector.h>

namespace surefoot {

class Units {
public:
    // `metresPerUnit`: metres of one of Maya's internal centimetres; 0.01 unless the scene has another scale.
    Units(double metresPerUnit, bool isZUp) : m_metres(metresPerUnit), m_isZUp(isZUp) {}
    // Those of the open scene. `unitScale` multiplies its lengths.
    static Units ofScene(double unitScale);

    double metres(double length) const { return length * m_metres; }
    double length(double metres) const { return metres / m_metres; }

    // Places and directions in the world.
    void toLibrary(const MVector& place, double out[3]) const
    {
        out[0] = place.x * m_metres;
        out[1] = (m_isZUp ? place.z : place.y) * m_metres;
        out[2] = (m_isZUp ? -place.y : place.z) * m_metres;
    }
    MVector fromLibrary(const double place[3]) const
    {
        const MVector p(place[0] / m_metres, place[1] / m_metres, place[2] / m_metres);
        return m_isZUp ? MVector(p.x, -p.z, p.y) : p;
    }

    // World matrices: turned to Y up, still row vectors and Maya's lengths.
    MMatrix toYUp(const MMatrix& world) const { return m_isZUp ? world * turn() : world; }
    MMatrix fromYUp(const MMatrix& world) const { return m_isZUp ? world * turn().transpose() : world; }

    // A matrix of the library (row after row, for column vectors, Y up, metres) as a world matrix of Maya.
    MMatrix worldMatrix(const double* numbers) const;

private:
    static MMatrix turn();

    double m_metres;
    bool m_isZUp;
};

}  // namespace surefoot
