#pragma once

#include <maya/MFnDagNode.h>
#include <maya/MSpace.h>
#include <maya/MStatus.h>
#include <maya/MTransformationMatrix.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MFnTransform : public MFnDagNode {
public:
    enum LimitType {
        kScaleMinX,
        kScaleMaxX,
        kScaleMinY,
        kScaleMaxY,
        kScaleMinZ,
        kScaleMaxZ,
        kShearMinXY,
        kShearMaxXY,
        kShearMinXZ,
        kShearMaxXZ,
        kShearMinYZ,
        kShearMaxYZ,
        kRotateMinX,
        kRotateMaxX,
        kRotateMinY,
        kRotateMaxY,
        kRotateMinZ,
        kRotateMaxZ,
        kTranslateMinX,
        kTranslateMaxX,
        kTranslateMinY,
        kTranslateMaxY,
        kTranslateMinZ,
        kTranslateMaxZ
    };

    MFnTransform() {}
    MFnTransform(const MObject& object, MStatus* status = nullptr);
    MFnTransform(const MDagPath& path, MStatus* status = nullptr);
    ~MFnTransform() override;
    MFn::Type type() const override;

    MTransformationMatrix transformation(MStatus* status = nullptr) const;
    MStatus set(const MTransformationMatrix& transform);
    MVector getTranslation(MSpace::Space space, MStatus* status = nullptr) const;
    MStatus setTranslation(const MVector& translation, MSpace::Space space);
    MStatus getRotation(MEulerRotation& rotation) const;
    MStatus setRotation(const MEulerRotation& rotation);
    MStatus getRotation(MQuaternion& rotation, MSpace::Space space = MSpace::kTransform) const;
    MStatus setRotation(const MQuaternion& rotation, MSpace::Space space = MSpace::kTransform);
    MTransformationMatrix::RotationOrder rotationOrder(MStatus* status = nullptr) const;
    MStatus setRotationOrder(MTransformationMatrix::RotationOrder order, bool reorder);
    MQuaternion rotateOrientation(MSpace::Space space, MStatus* status = nullptr) const;
    MStatus setRotateOrientation(const MQuaternion& orientation, MSpace::Space space, bool balance);
    MStatus getScale(double scale[3]) const;
    MStatus setScale(const double scale[3]);
    MStatus getShear(double shear[3]) const;
    MPoint rotatePivot(MSpace::Space space, MStatus* status = nullptr) const;
    MVector rotatePivotTranslation(MSpace::Space space, MStatus* status = nullptr) const;
    MTransformationMatrix restPosition(MStatus* status = nullptr) const;
    bool isLimited(LimitType limit, MStatus* status = nullptr) const;
    double limitValue(LimitType limit, MStatus* status = nullptr) const;
};

OPENMAYA_NAMESPACE_CLOSE
