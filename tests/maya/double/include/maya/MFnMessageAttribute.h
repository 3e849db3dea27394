#pragma once

#include <maya/MFnAttribute.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MFnMessageAttribute : public MFnAttribute {
public:
    MFnMessageAttribute() {}
    MFnMessageAttribute(const MObject& object, MStatus* status = nullptr);
    ~MFnMessageAttribute() override;
    MFn::Type type() const override;
    MObject create(const MString& fullName, const MString& briefName, MStatus* status = nullptr);
};

OPENMAYA_NAMESPACE_CLOSE
