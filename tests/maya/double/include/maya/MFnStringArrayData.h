#pragma once

#include <maya/MFnData.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MFnStringArrayData : public MFnData {
public:
    MFnStringArrayData() {}
    MFnStringArrayData(MObject& object, MStatus* status = nullptr);
    ~MFnStringArrayData() override;
    MFn::Type type() const override;
    unsigned int length(MStatus* status = nullptr) const;
    MObject create(const MStringArray& values, MStatus* status = nullptr);
    MStringArray array(MStatus* status = nullptr);
};

OPENMAYA_NAMESPACE_CLOSE
