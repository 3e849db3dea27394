#pragma once

#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MMatrix {
public:
    MMatrix();
    MMatrix(const MMatrix& other);
    MMatrix(const double m[4][4]);
    ~MMatrix();

    MMatrix& operator=(const MMatrix& other);
    double& operator()(unsigned int row, unsigned int column) { return matrix[row][column]; }
    double operator()(unsigned int row, unsigned int column) const { return matrix[row][column]; }
    double* operator[](unsigned int row) { return matrix[row]; }
    const double* operator[](unsigned int row) const { return matrix[row]; }
    MStatus get(double dest[4][4]) const;
    MMatrix transpose() const;
    MMatrix& setToIdentity();
    MMatrix operator+(const MMatrix& right) const;
    MMatrix& operator*=(const MMatrix& right);
    MMatrix operator*(const MMatrix& right) const;
    MMatrix operator*(double scale) const;
    bool operator==(const MMatrix& other) const;
    bool operator!=(const MMatrix& other) const;
    MMatrix inverse() const;
    MMatrix adjoint() const;
    MMatrix homogenize() const;
    double det4x4() const;
    double det3x3() const;
    bool isEquivalent(const MMatrix& other, double tolerance = 1.0e-10) const;
    bool isSingular() const;

    static const MMatrix identity;

    double matrix[4][4];
};

OPENMAYA_NAMESPACE_CLOSE
