#pragma once

#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MQuaternion {
public:
    MQuaternion();
    MQuaternion(const MQuaternion& other);
    MQuaternion(double xx, double yy, double zz, double ww);
    MQuaternion(const MVector& a, const MVector& b);
    MQuaternion(double angle, const MVector& axis);
    ~MQuaternion();

    MQuaternion& operator=(const MQuaternion& other);
    MQuaternion& operator=(const MMatrix& matrix);
    MMatrix asMatrix() const;
    MEulerRotation asEulerRotation() const;
    bool getAxisAngle(MVector& axis, double& angle) const;
    MQuaternion& setToXAxis(double angle);
    MQuaternion operator+(const MQuaternion& other) const;
    MQuaternion operator-(const MQuaternion& other) const;
    // First this, then the other: row vectors, as everywhere.
    MQuaternion operator*(const MQuaternion& other) const;
    double& operator[](unsigned int i);
    bool operator==(const MQuaternion& other) const;
    bool operator!=(const MQuaternion& other) const { return !(*this == other); }
    bool isEquivalent(const MQuaternion& other, double tolerance = 1.0e-10) const;
    MQuaternion normal() const;
    MQuaternion& normalizeIt();
    MQuaternion conjugate() const;
    MQuaternion inverse() const;
    MQuaternion& invertIt();
    MQuaternion& negateIt();
    MQuaternion log() const;
    MQuaternion exp() const;

    static const MQuaternion identity;

    double x;
    double y;
    double z;
    double w;
};

OPENMAYA_NAMESPACE_CLOSE
