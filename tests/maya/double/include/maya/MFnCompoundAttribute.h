#pragma once

#include <maya/MFnAttribute.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MFnCompoundAttribute : public MFnAttribute {
public:
    MFnCompoundAttribute() {}
    MFnCompoundAttribute(const MObject& object, MStatus* status = nullptr);
    ~MFnCompoundAttribute() override;
    MFn::Type type() const override;
    MObject create(const MString& fullName, const MString& briefName, MStatus* status = nullptr);
    MStatus addChild(const MObject& child);
    MObject child(unsigned int index, MStatus* status = nullptr) const;
    unsigned int numChildren(MStatus* status = nullptr) const;
};

OPENMAYA_NAMESPACE_CLOSE
