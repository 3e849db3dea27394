#pragma once

#include <maya/MFnTransform.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MFnIkJoint : public MFnTransform {
public:
    MFnIkJoint() {}
    MFnIkJoint(const MObject& object, MStatus* status = nullptr);
    MFnIkJoint(const MDagPath& path, MStatus* status = nullptr);
    ~MFnIkJoint() override;
    MFn::Type type() const override;

    MObject create(MObject parent = MObject::kNullObj, MStatus* status = nullptr);
    MStatus getOrientation(double rotation[3], MTransformationMatrix::RotationOrder& order) const;
    MStatus getOrientation(MEulerRotation& rotation) const;
    MStatus getOrientation(MQuaternion& rotation) const;
    MStatus setOrientation(const MQuaternion& rotation);
    MStatus getScaleOrientation(double rotation[3], MTransformationMatrix::RotationOrder& order) const;
    MStatus getScaleOrientation(MQuaternion& rotation) const;
    MStatus setScaleOrientation(const MQuaternion& rotation);
    MStatus getSegmentScale(double scale[3]) const;
    MStatus getPreferredAngle(double rotation[3]) const;
    MStatus getStiffness(double stiffness[3]) const;
    MStatus getDegreesOfFreedom(bool& freeInX, bool& freeInY, bool& freeInZ) const;
    double minRotateDampXRange(MStatus* status = nullptr) const;
    MString hikJointName(MStatus* status = nullptr) const;
};

OPENMAYA_NAMESPACE_CLOSE
