#pragma once

#include <maya/MFnAttribute.h>
#include <maya/MFnNumericData.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MFnNumericAttribute : public MFnAttribute {
public:
    MFnNumericAttribute() {}
    MFnNumericAttribute(const MObject& object, MStatus* status = nullptr);
    ~MFnNumericAttribute() override;
    MFn::Type type() const override;

    MObject create(const MString& fullName, const MString& briefName, MFnNumericData::Type unitType,
                   double defaultValue = 0, MStatus* status = nullptr);
    MObject create(const MString& fullName, const MString& briefName, const MObject& child1,
                   const MObject& child2 = MObject::kNullObj, const MObject& child3 = MObject::kNullObj,
                   MStatus* status = nullptr);
    MObject createColor(const MString& fullName, const MString& briefName, MStatus* status = nullptr);
    MObject createPoint(const MString& fullName, const MString& briefName, MStatus* status = nullptr);
    MFnNumericData::Type unitType(MStatus* status = nullptr) const;
    bool hasMin(MStatus* status = nullptr) const;
    MStatus setDefault(double value);
    MStatus setDefault(int value);
    MStatus setDefault(bool value);
    MStatus setDefault(double value1, double value2, double value3);
    MStatus setMin(double value);
    MStatus setMax(double value);
    MStatus setSoftMin(double value);
    MStatus setSoftMax(double value);
};

OPENMAYA_NAMESPACE_CLOSE
