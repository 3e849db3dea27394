#pragma once

#include <maya/MFnAttribute.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MFnUnitAttribute : public MFnAttribute {
public:
    enum Type { kInvalid = 0, kAngle, kDistance, kTime, kLast };

    MFnUnitAttribute() {}
    MFnUnitAttribute(const MObject& object, MStatus* status = nullptr);
    ~MFnUnitAttribute() override;
    MFn::Type type() const override;

    MObject create(const MString& fullName, const MString& briefName, Type unitType, double defaultValue = 0.0,
                   MStatus* status = nullptr);
    MObject create(const MString& fullName, const MString& briefName, const MAngle& defaultValue,
                   MStatus* status = nullptr);
    MObject create(const MString& fullName, const MString& briefName, const MDistance& defaultValue,
                   MStatus* status = nullptr);
    MObject create(const MString& fullName, const MString& briefName, const MTime& defaultValue,
                   MStatus* status = nullptr);
    Type unitType(MStatus* status = nullptr) const;
    MStatus setDefault(double value);
    MStatus setMin(double value);
    MStatus setMax(double value);
    MStatus setSoftMin(double value);
    MStatus setSoftMax(double value);
};

OPENMAYA_NAMESPACE_CLOSE
