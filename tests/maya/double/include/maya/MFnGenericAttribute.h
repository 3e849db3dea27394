#pragma once

#include <maya/MFnAttribute.h>
#include <maya/MFnNumericData.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MFnGenericAttribute : public MFnAttribute {
public:
    MFnGenericAttribute() {}
    MFnGenericAttribute(const MObject& object, MStatus* status = nullptr);
    ~MFnGenericAttribute() override;
    MFn::Type type() const override;
    MObject create(const MString& fullName, const MString& briefName, MStatus* status = nullptr);
    MStatus addNumericDataAccept(MFnNumericData::Type type);
};

OPENMAYA_NAMESPACE_CLOSE
