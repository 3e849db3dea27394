#pragma once

#include <cmath>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MVector {
public:
    MVector() : x(0.0), y(0.0), z(0.0) {}
    MVector(const MVector& other) : x(other.x), y(other.y), z(other.z) {}
    MVector(double xx, double yy, double zz = 0.0) : x(xx), y(yy), z(zz) {}
    MVector(const double d[3]) : x(d[0]), y(d[1]), z(d[2]) {}
    inline MVector(const MPoint& point);
    inline MVector(const MFloatVector& other);

    MVector& operator=(const MVector& other)
    {
        x = other.x;
        y = other.y;
        z = other.z;
        return *this;
    }
    double operator()(unsigned int i) const { return (&x)[i]; }
    double operator[](unsigned int i) const { return (&x)[i]; }
    double& operator()(unsigned int i) { return (&x)[i]; }
    double& operator[](unsigned int i) { return (&x)[i]; }
    MVector operator^(const MVector& r) const
    {
        return MVector(y * r.z - z * r.y, z * r.x - x * r.z, x * r.y - y * r.x);
    }
    double operator*(const MVector& r) const { return x * r.x + y * r.y + z * r.z; }
    MVector operator*(double s) const { return MVector(x * s, y * s, z * s); }
    MVector operator/(double s) const { return MVector(x / s, y / s, z / s); }
    MVector operator+(const MVector& r) const { return MVector(x + r.x, y + r.y, z + r.z); }
    MVector operator-(const MVector& r) const { return MVector(x - r.x, y - r.y, z - r.z); }
    MVector operator-() const { return MVector(-x, -y, -z); }
    MVector& operator+=(const MVector& r)
    {
        x += r.x;
        y += r.y;
        z += r.z;
        return *this;
    }
    MVector& operator-=(const MVector& r)
    {
        x -= r.x;
        y -= r.y;
        z -= r.z;
        return *this;
    }
    MVector& operator*=(double s)
    {
        x *= s;
        y *= s;
        z *= s;
        return *this;
    }
    MVector& operator/=(double s)
    {
        x /= s;
        y /= s;
        z /= s;
        return *this;
    }
    bool operator==(const MVector& r) const { return x == r.x && y == r.y && z == r.z; }
    bool operator!=(const MVector& r) const { return !(*this == r); }
    // A direction through a matrix: the translation does not count.
    MVector operator*(const MMatrix& matrix) const;
    friend MVector operator*(double s, const MVector& v) { return v * s; }

    double length() const { return std::sqrt(x * x + y * y + z * z); }
    MVector normal() const
    {
        const double size = length();
        return size > 0.0 ? *this / size : *this;
    }
    MStatus normalize()
    {
        *this = normal();
        return MStatus();
    }
    MStatus get(double d[3]) const
    {
        d[0] = x;
        d[1] = y;
        d[2] = z;
        return MStatus();
    }
    bool isEquivalent(const MVector& other, double tolerance = 1.0e-10) const
    {
        return (*this - other).length() <= tolerance;
    }
    double angle(const MVector& other) const;
    MVector rotateBy(const MQuaternion& rotation) const;
    MVector transformAsNormal(const MMatrix& matrix) const;

    static const MVector zero;
    static const MVector one;
    static const MVector xAxis;
    static const MVector yAxis;
    static const MVector zAxis;
    static const MVector xNegAxis;
    static const MVector yNegAxis;
    static const MVector zNegAxis;

    double x;
    double y;
    double z;
};

OPENMAYA_NAMESPACE_CLOSE
