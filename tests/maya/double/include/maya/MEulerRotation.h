#pragma once

#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MEulerRotation {
public:
    enum RotationOrder { kXYZ, kYZX, kZXY, kXZY, kYXZ, kZYX };

    MEulerRotation();
    MEulerRotation(const MEulerRotation& other) : x(other.x), y(other.y), z(other.z), order(other.order) {}
    MEulerRotation(const MVector& v, RotationOrder order = kXYZ);
    MEulerRotation(double x, double y, double z, RotationOrder order = kXYZ);
    ~MEulerRotation();

    MEulerRotation& operator=(const MEulerRotation& other);
    MEulerRotation& operator=(const MMatrix& matrix);
    MStatus setValue(const MVector& v, RotationOrder order = kXYZ);
    MQuaternion asQuaternion() const;
    MMatrix asMatrix() const;
    MVector asVector() const;
    bool isEquivalent(const MEulerRotation& other, double tolerance = 1.0e-10) const;
    MEulerRotation reorder(RotationOrder order) const;
    MEulerRotation& reorderIt(RotationOrder order);
    MEulerRotation bound() const;
    MEulerRotation& boundIt();
    MEulerRotation alternateSolution() const;
    MEulerRotation closestSolution(const MEulerRotation& target) const;
    MEulerRotation& setToClosestSolution(const MEulerRotation& target);
    MEulerRotation closestCut(const MEulerRotation& target) const;
    MEulerRotation& setToClosestCut(const MEulerRotation& target);
    MEulerRotation inverse() const;
    MEulerRotation& incrementalRotateBy(const MVector& axis, double angle);
    MEulerRotation operator+(const MEulerRotation& other) const;
    MEulerRotation operator*(const MEulerRotation& other) const;
    bool operator==(const MEulerRotation& other) const;
    bool operator!=(const MEulerRotation& other) const { return !(*this == other); }
    double operator[](unsigned int i) const { return (&x)[i]; }
    double& operator[](unsigned int i) { return (&x)[i]; }

    static MEulerRotation decompose(const MMatrix& matrix, RotationOrder order);

    double x;
    double y;
    double z;
    RotationOrder order;
};

OPENMAYA_NAMESPACE_CLOSE
