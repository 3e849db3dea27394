#pragma once

#include <maya/MFnAttribute.h>
#include <maya/MFnData.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MFnTypedAttribute : public MFnAttribute {
public:
    MFnTypedAttribute() {}
    MFnTypedAttribute(const MObject& object, MStatus* status = nullptr);
    ~MFnTypedAttribute() override;
    MFn::Type type() const override;

    MObject create(const MString& fullName, const MString& briefName, const MTypeId& type,
                   MObject defaultData = MObject::kNullObj, MStatus* status = nullptr);
    MObject create(const MString& fullName, const MString& briefName, MFnData::Type type,
                   MObject defaultData = MObject::kNullObj, MStatus* status = nullptr);
    MFnData::Type attrType(MStatus* status = nullptr) const;
};

OPENMAYA_NAMESPACE_CLOSE
