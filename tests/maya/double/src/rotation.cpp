// Euler angles and transformation matrices.
#include <cmath>

#include <maya/MEulerRotation.h>
#include <maya/MMatrix.h>
#include <maya/MPoint.h>
#include <maya/MQuaternion.h>
#include <maya/MTransformationMatrix.h>
#include <maya/MVector.h>

#include "core.h"

OPENMAYA_MAJOR_NAMESPACE_OPEN

namespace {

constexpr double kPi = 3.14159265358979323846;

// The axes in the order in which they turn, by MEulerRotation::RotationOrder.
constexpr int kAxes[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {1, 0, 2}, {2, 1, 0}};

MMatrix turn(int axis, double angle)
{
    MMatrix m;
    const int j = (axis + 1) % 3, k = (axis + 2) % 3;
    m[j][j] = m[k][k] = std::cos(angle);
    m[j][k] = std::sin(angle);
    m[k][j] = -std::sin(angle);
    return m;
}
double bounded(double angle)
{
    while (angle > kPi)
        angle -= 2 * kPi;
    while (angle < -kPi)
        angle += 2 * kPi;
    return angle;
}
double nearest(double angle, double target)
{
    return angle + 2 * kPi * std::round((target - angle) / (2 * kPi));
}

}  // namespace

MEulerRotation::MEulerRotation() : x(0.0), y(0.0), z(0.0), order(kXYZ) {}
MEulerRotation::MEulerRotation(const MVector& v, RotationOrder o) : x(v.x), y(v.y), z(v.z), order(o) {}
MEulerRotation::MEulerRotation(double xx, double yy, double zz, RotationOrder o) : x(xx), y(yy), z(zz), order(o) {}
MEulerRotation::~MEulerRotation() {}
MEulerRotation& MEulerRotation::operator=(const MEulerRotation& o)
{
    x = o.x;
    y = o.y;
    z = o.z;
    order = o.order;
    return *this;
}
MEulerRotation& MEulerRotation::operator=(const MMatrix& matrix)
{
    return *this = decompose(matrix, order);
}
MStatus MEulerRotation::setValue(const MVector& v, RotationOrder o)
{
    *this = MEulerRotation(v, o);
    return MStatus();
}
MMatrix MEulerRotation::asMatrix() const
{
    const int* axes = kAxes[order];
    return turn(axes[0], (*this)[axes[0]]) * turn(axes[1], (*this)[axes[1]]) * turn(axes[2], (*this)[axes[2]]);
}
MQuaternion MEulerRotation::asQuaternion() const
{
    MQuaternion q;
    for (const int axis : kAxes[order])
        q = q * MQuaternion((*this)[axis], MVector(axis == 0, axis == 1, axis == 2));
    return q;
}
MVector MEulerRotation::asVector() const
{
    return MVector(x, y, z);
}
MEulerRotation MEulerRotation::decompose(const MMatrix& source, RotationOrder order)
{
    const MMatrix m = source.homogenize();
    const int i = kAxes[order][0], j = kAxes[order][1], k = kAxes[order][2];
    const double sign = (i + 1) % 3 == j ? 1.0 : -1.0;
    // Row i of the matrix is where the first axis ends up, turned by the second and third angle only.
    MEulerRotation e;
    e.order = order;
    const double cosine = std::hypot(m[i][i], m[i][j]);
    e[j] = std::atan2(-sign * m[i][k], cosine);
    if (cosine > 1e-12) {
        e[i] = std::atan2(sign * m[j][k], m[k][k]);
        e[k] = std::atan2(sign * m[i][j], m[i][i]);
    } else {
        e[i] = std::atan2(-sign * m[k][j], m[j][j]);
        e[k] = 0.0;
    }
    return e;
}
bool MEulerRotation::isEquivalent(const MEulerRotation& o, double tolerance) const
{
    const MEulerRotation other = o.order == order ? o : o.reorder(order);
    return std::fabs(x - other.x) <= tolerance && std::fabs(y - other.y) <= tolerance &&
           std::fabs(z - other.z) <= tolerance;
}
MEulerRotation MEulerRotation::reorder(RotationOrder o) const
{
    return o == order ? *this : decompose(asMatrix(), o);
}
MEulerRotation& MEulerRotation::reorderIt(RotationOrder o)
{
    return *this = reorder(o);
}
MEulerRotation MEulerRotation::bound() const
{
    return MEulerRotation(bounded(x), bounded(y), bounded(z), order);
}
MEulerRotation& MEulerRotation::boundIt()
{
    return *this = bound();
}
MEulerRotation MEulerRotation::alternateSolution() const
{
    MEulerRotation e(*this);
    const int* axes = kAxes[order];
    e[axes[0]] = bounded(e[axes[0]] + kPi);
    e[axes[1]] = bounded(kPi - e[axes[1]]);
    e[axes[2]] = bounded(e[axes[2]] + kPi);
    return e;
}
MEulerRotation MEulerRotation::closestCut(const MEulerRotation& target) const
{
    return MEulerRotation(nearest(x, target.x), nearest(y, target.y), nearest(z, target.z), order);
}
MEulerRotation& MEulerRotation::setToClosestCut(const MEulerRotation& target)
{
    return *this = closestCut(target);
}
MEulerRotation MEulerRotation::closestSolution(const MEulerRotation& target) const
{
    const MEulerRotation first = closestCut(target);
    const MEulerRotation second = alternateSolution().closestCut(target);
    const auto far = [&](const MEulerRotation& e) {
        return std::fabs(e.x - target.x) + std::fabs(e.y - target.y) + std::fabs(e.z - target.z);
    };
    return far(second) < far(first) ? second : first;
}
MEulerRotation& MEulerRotation::setToClosestSolution(const MEulerRotation& target)
{
    return *this = closestSolution(target);
}
MEulerRotation MEulerRotation::inverse() const
{
    static const RotationOrder reversed[] = {kZYX, kXZY, kYXZ, kYZX, kZXY, kXYZ};
    return MEulerRotation(-x, -y, -z, reversed[order]);
}
MEulerRotation& MEulerRotation::incrementalRotateBy(const MVector& axis, double angle)
{
    const MQuaternion turned = asQuaternion() * MQuaternion(angle, axis);
    return *this = decompose(turned.asMatrix(), order).closestSolution(*this);
}
MEulerRotation MEulerRotation::operator+(const MEulerRotation& o) const
{
    return MEulerRotation(x + o.x, y + o.y, z + o.z, order);
}
MEulerRotation MEulerRotation::operator*(const MEulerRotation& o) const
{
    return decompose(asMatrix() * o.asMatrix(), order);
}
bool MEulerRotation::operator==(const MEulerRotation& o) const
{
    return x == o.x && y == o.y && z == o.z && order == o.order;
}

const MTransformationMatrix MTransformationMatrix::identity;
MTransformationMatrix::MTransformationMatrix()
    : m_scale{1.0, 1.0, 1.0}, m_shear{0.0, 0.0, 0.0}, m_rotation{0.0, 0.0, 0.0},
      m_order(kXYZ), m_orientation{0.0, 0.0, 0.0, 1.0}, m_translation{0.0, 0.0, 0.0}
{}
MTransformationMatrix::MTransformationMatrix(const MMatrix& m) : MTransformationMatrix()
{
    MVector row[3];
    for (unsigned int i = 0; i < 3; ++i)
        row[i] = MVector(m[i][0], m[i][1], m[i][2]);
    for (unsigned int i = 0; i < 3; ++i)
        m_translation[i] = m[3][i];
    // Scale, then shear, then rotation: Gram-Schmidt over the rows.
    m_scale[0] = row[0].length();
    row[0].normalize();
    m_shear[0] = row[0] * row[1];
    row[1] -= row[0] * m_shear[0];
    m_scale[1] = row[1].length();
    row[1].normalize();
    m_shear[1] = row[0] * row[2];
    row[2] -= row[0] * m_shear[1];
    m_shear[2] = row[1] * row[2];
    row[2] -= row[1] * m_shear[2];
    m_scale[2] = row[2].length();
    row[2].normalize();
    if (m_scale[1] != 0.0)
        m_shear[0] /= m_scale[1];
    if (m_scale[2] != 0.0) {
        m_shear[1] /= m_scale[2];
        m_shear[2] /= m_scale[2];
    }
    if ((row[0] ^ row[1]) * row[2] < 0.0)
        for (unsigned int i = 0; i < 3; ++i) {
            m_scale[i] = -m_scale[i];
            row[i] = -row[i];
        }
    MMatrix rotation;
    for (unsigned int i = 0; i < 3; ++i)
        for (unsigned int c = 0; c < 3; ++c)
            rotation[i][c] = row[i][c];
    rotateTo(MEulerRotation::decompose(rotation, MEulerRotation::kXYZ));
}
MTransformationMatrix& MTransformationMatrix::operator=(const MTransformationMatrix& other)
{
    for (int i = 0; i < 3; ++i) {
        m_scale[i] = other.m_scale[i];
        m_shear[i] = other.m_shear[i];
        m_rotation[i] = other.m_rotation[i];
        m_translation[i] = other.m_translation[i];
    }
    for (int i = 0; i < 4; ++i)
        m_orientation[i] = other.m_orientation[i];
    m_order = other.m_order;
    return *this;
}
MMatrix MTransformationMatrix::asScaleMatrix() const
{
    MMatrix scale, shear;
    for (int i = 0; i < 3; ++i)
        scale[i][i] = m_scale[i];
    shear[1][0] = m_shear[0];
    shear[2][0] = m_shear[1];
    shear[2][1] = m_shear[2];
    return scale * shear;
}
MMatrix MTransformationMatrix::asRotateMatrix() const
{
    return rotationOrientation().asMatrix() * eulerRotation().asMatrix();
}
MMatrix MTransformationMatrix::asMatrix() const
{
    MMatrix m = asScaleMatrix() * asRotateMatrix();
    for (int i = 0; i < 3; ++i)
        m[3][i] = m_translation[i];
    return m;
}
MMatrix MTransformationMatrix::asMatrixInverse() const
{
    return asMatrix().inverse();
}
MVector MTransformationMatrix::getTranslation(MSpace::Space, MStatus* status) const
{
    fake::give(status);
    return MVector(m_translation);
}
MStatus MTransformationMatrix::setTranslation(const MVector& t, MSpace::Space)
{
    return t.get(m_translation);
}
MStatus MTransformationMatrix::addTranslation(const MVector& t, MSpace::Space)
{
    return (MVector(m_translation) + t).get(m_translation);
}
MEulerRotation MTransformationMatrix::eulerRotation() const
{
    return MEulerRotation(MVector(m_rotation), static_cast<MEulerRotation::RotationOrder>(m_order - 1));
}
MQuaternion MTransformationMatrix::rotation() const
{
    return rotationOrientation() * eulerRotation().asQuaternion();
}
MTransformationMatrix& MTransformationMatrix::rotateTo(const MQuaternion& rotation)
{
    const MQuaternion own = rotationOrientation().inverse() * rotation;
    return rotateTo(MEulerRotation::decompose(own.asMatrix(), static_cast<MEulerRotation::RotationOrder>(m_order - 1)));
}
MTransformationMatrix& MTransformationMatrix::rotateTo(const MEulerRotation& rotation)
{
    rotation.asVector().get(m_rotation);
    m_order = static_cast<RotationOrder>(rotation.order + 1);
    return *this;
}
MTransformationMatrix& MTransformationMatrix::rotateBy(const MQuaternion& q, MSpace::Space space, MStatus* status)
{
    fake::give(status);
    return rotateTo(space == MSpace::kTransform || space == MSpace::kObject ? q * rotation() : rotation() * q);
}
MStatus MTransformationMatrix::getRotation(double rotation[3], RotationOrder& order) const
{
    order = m_order;
    return MVector(m_rotation).get(rotation);
}
MStatus MTransformationMatrix::setRotation(const double rotation[3], RotationOrder order)
{
    if (order <= kInvalid || order >= kLast)
        return fake::failure("MTransformationMatrix::setRotation", MStatus::kInvalidParameter);
    m_order = order;
    return MVector(rotation).get(m_rotation);
}
MStatus MTransformationMatrix::getRotationQuaternion(double& x, double& y, double& z, double& w) const
{
    const MQuaternion q = rotation();
    x = q.x;
    y = q.y;
    z = q.z;
    w = q.w;
    return MStatus();
}
MStatus MTransformationMatrix::setRotationQuaternion(double x, double y, double z, double w)
{
    rotateTo(MQuaternion(x, y, z, w));
    return MStatus();
}
MTransformationMatrix& MTransformationMatrix::setToRotationAxis(const MVector& axis, double angle)
{
    return rotateTo(MQuaternion(angle, axis));
}
MStatus MTransformationMatrix::reorderRotation(const RotationOrder& order)
{
    rotateTo(eulerRotation().reorder(static_cast<MEulerRotation::RotationOrder>(order - 1)));
    return MStatus();
}
MQuaternion MTransformationMatrix::rotationOrientation() const
{
    return MQuaternion(m_orientation[0], m_orientation[1], m_orientation[2], m_orientation[3]);
}
MTransformationMatrix& MTransformationMatrix::setRotationOrientation(const MQuaternion& q)
{
    m_orientation[0] = q.x;
    m_orientation[1] = q.y;
    m_orientation[2] = q.z;
    m_orientation[3] = q.w;
    return *this;
}
MStatus MTransformationMatrix::getScale(double scale[3], MSpace::Space) const
{
    return MVector(m_scale).get(scale);
}
MStatus MTransformationMatrix::setScale(const double scale[3], MSpace::Space)
{
    return MVector(scale).get(m_scale);
}
MStatus MTransformationMatrix::getShear(double shear[3], MSpace::Space) const
{
    return MVector(m_shear).get(shear);
}
MPoint MTransformationMatrix::rotatePivot(MSpace::Space, MStatus* status) const
{
    fake::give(status);
    return MPoint();
}

OPENMAYA_NAMESPACE_CLOSE
