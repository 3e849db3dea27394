#pragma once

#include <maya/MSpace.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MTransformationMatrix {
public:
    enum RotationOrder { kInvalid = 0, kXYZ = 1, kYZX, kZXY, kXZY, kYXZ, kZYX, kLast };

    MTransformationMatrix();
    MTransformationMatrix(const MMatrix& matrix);

    MTransformationMatrix& operator=(const MTransformationMatrix& other);
    MTransformationMatrix(const MTransformationMatrix& other) = default;
    MMatrix asMatrix() const;
    MMatrix asMatrixInverse() const;
    MMatrix asScaleMatrix() const;
    MMatrix asRotateMatrix() const;
    MVector getTranslation(MSpace::Space space, MStatus* status = nullptr) const;
    MStatus setTranslation(const MVector& translation, MSpace::Space space);
    MStatus addTranslation(const MVector& translation, MSpace::Space space);
    MEulerRotation eulerRotation() const;
    MQuaternion rotation() const;
    MTransformationMatrix& rotateTo(const MQuaternion& rotation);
    MTransformationMatrix& rotateTo(const MEulerRotation& rotation);
    MTransformationMatrix& rotateBy(const MQuaternion& rotation, MSpace::Space space, MStatus* status = nullptr);
    MStatus getRotation(double rotation[3], RotationOrder& order) const;
    MStatus setRotation(const double rotation[3], RotationOrder order);
    MStatus getRotationQuaternion(double& x, double& y, double& z, double& w) const;
    MStatus setRotationQuaternion(double x, double y, double z, double w);
    MTransformationMatrix& setToRotationAxis(const MVector& axis, double rotation);
    MStatus reorderRotation(const RotationOrder& order);
    MQuaternion rotationOrientation() const;
    MTransformationMatrix& setRotationOrientation(const MQuaternion& orientation);
    MStatus getScale(double scale[3], MSpace::Space space) const;
    MStatus setScale(const double scale[3], MSpace::Space space);
    MStatus getShear(double shear[3], MSpace::Space space) const;
    MPoint rotatePivot(MSpace::Space space, MStatus* status = nullptr) const;

    static const MTransformationMatrix identity;

private:
    double m_scale[3];
    double m_shear[3];
    double m_rotation[3];
    RotationOrder m_order;
    double m_orientation[4];
    double m_translation[3];
};

OPENMAYA_NAMESPACE_CLOSE
