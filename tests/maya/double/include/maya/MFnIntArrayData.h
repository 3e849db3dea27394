#pragma once

#include <maya/MFnData.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MFnIntArrayData : public MFnData {
public:
    MFnIntArrayData() {}
    MFnIntArrayData(MObject& object, MStatus* status = nullptr);
    ~MFnIntArrayData() override;
    MFn::Type type() const override;
    unsigned int length(MStatus* status = nullptr) const;
    MObject create(const MIntArray& values, MStatus* status = nullptr);
    MIntArray array(MStatus* status = nullptr);
};

OPENMAYA_NAMESPACE_CLOSE
