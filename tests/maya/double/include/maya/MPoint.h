#pragma once

#include <maya/MStatus.h>
#include <maya/MTypes.h>
#include <maya/MVector.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MPoint {
public:
    MPoint() : x(0.0), y(0.0), z(0.0), w(1.0) {}
    MPoint(const MPoint& other) : x(other.x), y(other.y), z(other.z), w(other.w) {}
    MPoint(const MVector& vector) : x(vector.x), y(vector.y), z(vector.z), w(1.0) {}
    MPoint(double xx, double yy, double zz = 0.0, double ww = 1.0) : x(xx), y(yy), z(zz), w(ww) {}
    MPoint(const double d[4]) : x(d[0]), y(d[1]), z(d[2]), w(d[3]) {}
    inline MPoint(const MFloatPoint& other);

    MPoint& operator=(const MPoint& other)
    {
        x = other.x;
        y = other.y;
        z = other.z;
        w = other.w;
        return *this;
    }
    double operator()(unsigned int i) const { return (&x)[i]; }
    double operator[](unsigned int i) const { return (&x)[i]; }
    double& operator()(unsigned int i) { return (&x)[i]; }
    double& operator[](unsigned int i) { return (&x)[i]; }
    MVector operator-(const MPoint& r) const { return MVector(x - r.x, y - r.y, z - r.z); }
    MPoint operator+(const MVector& r) const { return MPoint(x + r.x, y + r.y, z + r.z); }
    MPoint operator-(const MVector& r) const { return MPoint(x - r.x, y - r.y, z - r.z); }
    MPoint& operator+=(const MVector& r)
    {
        x += r.x;
        y += r.y;
        z += r.z;
        return *this;
    }
    MPoint& operator-=(const MVector& r)
    {
        x -= r.x;
        y -= r.y;
        z -= r.z;
        return *this;
    }
    MPoint operator*(const double s) const { return MPoint(x * s, y * s, z * s, w); }
    bool operator==(const MPoint& r) const { return x == r.x && y == r.y && z == r.z && w == r.w; }
    bool operator!=(const MPoint& r) const { return !(*this == r); }
    // Row vector: the point stands on the left.
    MPoint operator*(const MMatrix& matrix) const;

    MStatus cartesianize();
    MStatus homogenize();
    MStatus get(double d[4]) const
    {
        d[0] = x;
        d[1] = y;
        d[2] = z;
        d[3] = w;
        return MStatus();
    }
    double distanceTo(const MPoint& other) const { return (*this - other).length(); }
    bool isEquivalent(const MPoint& other, double tolerance = 1.0e-10) const
    {
        return (*this - other).length() <= tolerance;
    }

    static const MPoint origin;

    double x;
    double y;
    double z;
    double w;
};

inline MVector::MVector(const MPoint& point) : x(point.x), y(point.y), z(point.z) {}

OPENMAYA_NAMESPACE_CLOSE
