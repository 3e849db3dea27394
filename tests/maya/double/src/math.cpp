// Vectors, matrices and rotations: row vectors, the first factor acts first.
#include <algorithm>
#include <cmath>
#include <cstring>

#include <maya/MBoundingBox.h>
#include <maya/MColor.h>
#include <maya/MEulerRotation.h>
#include <maya/MMatrix.h>
#include <maya/MPoint.h>
#include <maya/MQuaternion.h>
#include <maya/MVector.h>

#include "core.h"

OPENMAYA_MAJOR_NAMESPACE_OPEN

namespace {
constexpr double kPi = 3.14159265358979323846;
}

const MVector MVector::zero(0.0, 0.0, 0.0);
const MVector MVector::one(1.0, 1.0, 1.0);
const MVector MVector::xAxis(1.0, 0.0, 0.0);
const MVector MVector::yAxis(0.0, 1.0, 0.0);
const MVector MVector::zAxis(0.0, 0.0, 1.0);
const MVector MVector::xNegAxis(-1.0, 0.0, 0.0);
const MVector MVector::yNegAxis(0.0, -1.0, 0.0);
const MVector MVector::zNegAxis(0.0, 0.0, -1.0);
const MPoint MPoint::origin(0.0, 0.0, 0.0);

MVector MVector::operator*(const MMatrix& m) const
{
    return MVector(x * m[0][0] + y * m[1][0] + z * m[2][0], x * m[0][1] + y * m[1][1] + z * m[2][1],
                   x * m[0][2] + y * m[1][2] + z * m[2][2]);
}
double MVector::angle(const MVector& other) const
{
    return std::atan2((*this ^ other).length(), *this * other);
}
MVector MVector::rotateBy(const MQuaternion& rotation) const
{
    return *this * rotation.asMatrix();
}
MVector MVector::transformAsNormal(const MMatrix& matrix) const
{
    return *this * matrix.inverse().transpose();
}
MPoint MPoint::operator*(const MMatrix& m) const
{
    return MPoint(
        x * m[0][0] + y * m[1][0] + z * m[2][0] + w * m[3][0], x * m[0][1] + y * m[1][1] + z * m[2][1] + w * m[3][1],
        x * m[0][2] + y * m[1][2] + z * m[2][2] + w * m[3][2], x * m[0][3] + y * m[1][3] + z * m[2][3] + w * m[3][3]);
}
MStatus MPoint::cartesianize()
{
    if (w != 0.0 && w != 1.0)
        *this = MPoint(x / w, y / w, z / w, 1.0);
    return MStatus();
}
MStatus MPoint::homogenize()
{
    if (w != 0.0 && w != 1.0)
        *this = MPoint(x * w, y * w, z * w, w);
    return MStatus();
}

MColor::~MColor() {}
MColor& MColor::operator*=(float scale)
{
    r *= scale;
    g *= scale;
    b *= scale;
    return *this;
}

MBoundingBox::MBoundingBox() : m_empty(true) {}
MBoundingBox::MBoundingBox(const MPoint& corner1, const MPoint& corner2) : m_empty(true)
{
    expand(corner1);
    expand(corner2);
}
MBoundingBox::~MBoundingBox() {}
void MBoundingBox::clear()
{
    *this = MBoundingBox();
}
void MBoundingBox::expand(const MPoint& point)
{
    if (m_empty) {
        m_min = m_max = point;
        m_empty = false;
        return;
    }
    for (unsigned int i = 0; i < 3; ++i) {
        m_min[i] = std::min(m_min[i], point[i]);
        m_max[i] = std::max(m_max[i], point[i]);
    }
}
void MBoundingBox::expand(const MBoundingBox& box)
{
    if (!box.m_empty) {
        expand(box.m_min);
        expand(box.m_max);
    }
}
void MBoundingBox::transformUsing(const MMatrix& matrix)
{
    MBoundingBox result;
    if (!m_empty)
        for (int i = 0; i < 8; ++i)
            result.expand(MPoint(i & 1 ? m_max.x : m_min.x, i & 2 ? m_max.y : m_min.y, i & 4 ? m_max.z : m_min.z) *
                          matrix);
    *this = result;
}
MPoint MBoundingBox::center() const
{
    return MPoint((m_min.x + m_max.x) / 2, (m_min.y + m_max.y) / 2, (m_min.z + m_max.z) / 2);
}
MPoint MBoundingBox::min() const
{
    return m_min;
}
MPoint MBoundingBox::max() const
{
    return m_max;
}

const MMatrix MMatrix::identity;
MMatrix::MMatrix()
{
    setToIdentity();
}
MMatrix::MMatrix(const MMatrix& other)
{
    std::memcpy(matrix, other.matrix, sizeof(matrix));
}
MMatrix::MMatrix(const double m[4][4])
{
    std::memcpy(matrix, m, sizeof(matrix));
}
MMatrix::~MMatrix() {}
MMatrix& MMatrix::operator=(const MMatrix& other)
{
    if (this != &other)
        std::memcpy(matrix, other.matrix, sizeof(matrix));
    return *this;
}
MStatus MMatrix::get(double dest[4][4]) const
{
    std::memcpy(dest, matrix, sizeof(matrix));
    return MStatus();
}
MMatrix& MMatrix::setToIdentity()
{
    for (int r = 0; r < 4; ++r)
        for (int c = 0; c < 4; ++c)
            matrix[r][c] = r == c ? 1.0 : 0.0;
    return *this;
}
MMatrix MMatrix::transpose() const
{
    MMatrix result;
    for (int r = 0; r < 4; ++r)
        for (int c = 0; c < 4; ++c)
            result.matrix[r][c] = matrix[c][r];
    return result;
}
MMatrix MMatrix::operator+(const MMatrix& right) const
{
    MMatrix result;
    for (int r = 0; r < 4; ++r)
        for (int c = 0; c < 4; ++c)
            result.matrix[r][c] = matrix[r][c] + right.matrix[r][c];
    return result;
}
MMatrix MMatrix::operator*(const MMatrix& right) const
{
    MMatrix result;
    for (int r = 0; r < 4; ++r)
        for (int c = 0; c < 4; ++c) {
            double sum = 0.0;
            for (int k = 0; k < 4; ++k)
                sum += matrix[r][k] * right.matrix[k][c];
            result.matrix[r][c] = sum;
        }
    return result;
}
MMatrix& MMatrix::operator*=(const MMatrix& right)
{
    return *this = *this * right;
}
MMatrix MMatrix::operator*(double scale) const
{
    MMatrix result;
    for (int r = 0; r < 4; ++r)
        for (int c = 0; c < 4; ++c)
            result.matrix[r][c] = matrix[r][c] * scale;
    return result;
}
bool MMatrix::operator==(const MMatrix& other) const
{
    for (int r = 0; r < 4; ++r)
        for (int c = 0; c < 4; ++c)
            if (matrix[r][c] != other.matrix[r][c])
                return false;
    return true;
}
bool MMatrix::operator!=(const MMatrix& other) const
{
    return !(*this == other);
}
bool MMatrix::isEquivalent(const MMatrix& other, double tolerance) const
{
    for (int r = 0; r < 4; ++r)
        for (int c = 0; c < 4; ++c)
            if (!(std::fabs(matrix[r][c] - other.matrix[r][c]) <= tolerance))
                return false;
    return true;
}
namespace {
double minor3(const double m[4][4], int row, int column)
{
    double s[3][3];
    for (int r = 0, i = 0; r < 4; ++r) {
        if (r == row)
            continue;
        for (int c = 0, j = 0; c < 4; ++c)
            if (c != column)
                s[i][j++] = m[r][c];
        ++i;
    }
    return s[0][0] * (s[1][1] * s[2][2] - s[1][2] * s[2][1]) - s[0][1] * (s[1][0] * s[2][2] - s[1][2] * s[2][0]) +
           s[0][2] * (s[1][0] * s[2][1] - s[1][1] * s[2][0]);
}
}  // namespace
MMatrix MMatrix::adjoint() const
{
    MMatrix result;
    for (int r = 0; r < 4; ++r)
        for (int c = 0; c < 4; ++c)
            result.matrix[c][r] = ((r + c) % 2 ? -1.0 : 1.0) * minor3(matrix, r, c);
    return result;
}
double MMatrix::det3x3() const
{
    return minor3(matrix, 3, 3);
}
double MMatrix::det4x4() const
{
    double sum = 0.0;
    for (int c = 0; c < 4; ++c)
        sum += (c % 2 ? -1.0 : 1.0) * matrix[0][c] * minor3(matrix, 0, c);
    return sum;
}
MMatrix MMatrix::inverse() const
{
    const double det = det4x4();
    // Maya gives back the matrix itself when it has no inverse.
    if (det == 0.0)
        return *this;
    return adjoint() * (1.0 / det);
}
bool MMatrix::isSingular() const
{
    return std::fabs(det4x4()) < 1.0e-10;
}
MMatrix MMatrix::homogenize() const
{
    MMatrix result(*this);
    for (int axis = 0; axis < 3; ++axis) {
        MVector row(matrix[axis][0], matrix[axis][1], matrix[axis][2]);
        row.normalize();
        for (unsigned int c = 0; c < 3; ++c)
            result.matrix[axis][c] = row[c];
    }
    return result;
}

const MQuaternion MQuaternion::identity;
MQuaternion::MQuaternion() : x(0.0), y(0.0), z(0.0), w(1.0) {}
MQuaternion::MQuaternion(const MQuaternion& o) : x(o.x), y(o.y), z(o.z), w(o.w) {}
MQuaternion::MQuaternion(double xx, double yy, double zz, double ww) : x(xx), y(yy), z(zz), w(ww) {}
MQuaternion::MQuaternion(const MVector& a, const MVector& b)
{
    const MVector from = a.normal(), to = b.normal();
    const double dot = from * to;
    MVector axis = from ^ to;
    if (dot < -1.0 + 1e-12) {
        axis = std::fabs(from.x) < 0.9 ? from ^ MVector::xAxis : from ^ MVector::yAxis;
        *this = MQuaternion(kPi, axis);
        return;
    }
    *this = MQuaternion(axis.x, axis.y, axis.z, 1.0 + dot).normal();
}
MQuaternion::MQuaternion(double angle, const MVector& axis)
{
    const MVector unit = axis.normal() * std::sin(angle / 2);
    x = unit.x;
    y = unit.y;
    z = unit.z;
    w = std::cos(angle / 2);
}
MQuaternion::~MQuaternion() {}
MQuaternion& MQuaternion::operator=(const MQuaternion& o)
{
    x = o.x;
    y = o.y;
    z = o.z;
    w = o.w;
    return *this;
}
MQuaternion& MQuaternion::operator=(const MMatrix& source)
{
    const MMatrix m = source.homogenize();
    const double trace = m[0][0] + m[1][1] + m[2][2];
    if (trace > 0.0) {
        const double s = std::sqrt(trace + 1.0) * 2;
        *this = MQuaternion((m[1][2] - m[2][1]) / s, (m[2][0] - m[0][2]) / s, (m[0][1] - m[1][0]) / s, s / 4);
    } else {
        const int i = m[0][0] > m[1][1] ? (m[0][0] > m[2][2] ? 0 : 2) : (m[1][1] > m[2][2] ? 1 : 2);
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const double s = std::sqrt(1.0 + m[i][i] - m[j][j] - m[k][k]) * 2;
        double q[3];
        q[i] = s / 4;
        q[j] = (m[i][j] + m[j][i]) / s;
        q[k] = (m[k][i] + m[i][k]) / s;
        *this = MQuaternion(q[0], q[1], q[2], (m[j][k] - m[k][j]) / s);
    }
    return normalizeIt();
}
MMatrix MQuaternion::asMatrix() const
{
    MMatrix m;
    const double n = x * x + y * y + z * z + w * w;
    const double s = n > 0.0 ? 2.0 / n : 0.0;
    m[0][0] = 1 - s * (y * y + z * z);
    m[0][1] = s * (x * y + w * z);
    m[0][2] = s * (x * z - w * y);
    m[1][0] = s * (x * y - w * z);
    m[1][1] = 1 - s * (x * x + z * z);
    m[1][2] = s * (y * z + w * x);
    m[2][0] = s * (x * z + w * y);
    m[2][1] = s * (y * z - w * x);
    m[2][2] = 1 - s * (x * x + y * y);
    return m;
}
MEulerRotation MQuaternion::asEulerRotation() const
{
    return MEulerRotation::decompose(asMatrix(), MEulerRotation::kXYZ);
}
bool MQuaternion::getAxisAngle(MVector& axis, double& angle) const
{
    const MVector v(x, y, z);
    angle = 2 * std::atan2(v.length(), w);
    const bool hasAxis = v.length() > 1e-12;
    axis = hasAxis ? v.normal() : MVector::zAxis;
    return hasAxis;
}
MQuaternion& MQuaternion::setToXAxis(double angle)
{
    return *this = MQuaternion(angle, MVector::xAxis);
}
MQuaternion MQuaternion::operator+(const MQuaternion& o) const
{
    return MQuaternion(x + o.x, y + o.y, z + o.z, w + o.w);
}
MQuaternion MQuaternion::operator-(const MQuaternion& o) const
{
    return MQuaternion(x - o.x, y - o.y, z - o.z, w - o.w);
}
MQuaternion MQuaternion::operator*(const MQuaternion& o) const
{
    return MQuaternion(o.w * x + o.x * w + o.y * z - o.z * y, o.w * y - o.x * z + o.y * w + o.z * x,
                       o.w * z + o.x * y - o.y * x + o.z * w, o.w * w - o.x * x - o.y * y - o.z * z);
}
double& MQuaternion::operator[](unsigned int i)
{
    return (&x)[i];
}
bool MQuaternion::operator==(const MQuaternion& o) const
{
    return x == o.x && y == o.y && z == o.z && w == o.w;
}
bool MQuaternion::isEquivalent(const MQuaternion& o, double tolerance) const
{
    return std::fabs(x - o.x) <= tolerance && std::fabs(y - o.y) <= tolerance && std::fabs(z - o.z) <= tolerance &&
           std::fabs(w - o.w) <= tolerance;
}
MQuaternion MQuaternion::normal() const
{
    MQuaternion result(*this);
    return result.normalizeIt();
}
MQuaternion& MQuaternion::normalizeIt()
{
    const double size = std::sqrt(x * x + y * y + z * z + w * w);
    if (size > 0.0)
        *this = MQuaternion(x / size, y / size, z / size, w / size);
    return *this;
}
MQuaternion MQuaternion::conjugate() const
{
    return MQuaternion(-x, -y, -z, w);
}
MQuaternion MQuaternion::inverse() const
{
    const double n = x * x + y * y + z * z + w * w;
    return n > 0.0 ? MQuaternion(-x / n, -y / n, -z / n, w / n) : *this;
}
MQuaternion& MQuaternion::invertIt()
{
    return *this = inverse();
}
MQuaternion& MQuaternion::negateIt()
{
    return *this = MQuaternion(-x, -y, -z, -w);
}
MQuaternion MQuaternion::log() const
{
    const MVector v(x, y, z);
    const double size = v.length();
    const double scale = size > 1e-15 ? std::atan2(size, w) / size : 1.0;
    return MQuaternion(x * scale, y * scale, z * scale, 0.0);
}
MQuaternion MQuaternion::exp() const
{
    const double angle = MVector(x, y, z).length();
    const double scale = angle > 1e-15 ? std::sin(angle) / angle : 1.0;
    return MQuaternion(x * scale, y * scale, z * scale, std::cos(angle));
}

OPENMAYA_NAMESPACE_CLOSE
