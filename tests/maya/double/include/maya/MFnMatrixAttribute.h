#pragma once

#include <maya/MFnAttribute.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MFnMatrixAttribute : public MFnAttribute {
public:
    enum Type { kFloat, kDouble };

    MFnMatrixAttribute() {}
    MFnMatrixAttribute(const MObject& object, MStatus* status = nullptr);
    ~MFnMatrixAttribute() override;
    MFn::Type type() const override;
    MObject create(const MString& fullName, const MString& briefName, Type type = kDouble, MStatus* status = nullptr);
};

OPENMAYA_NAMESPACE_CLOSE
