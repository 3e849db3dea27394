#pragma once

#include <maya/MFnData.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MFnDoubleArrayData : public MFnData {
public:
    MFnDoubleArrayData() {}
    MFnDoubleArrayData(MObject& object, MStatus* status = nullptr);
    ~MFnDoubleArrayData() override;
    MFn::Type type() const override;
    unsigned int length(MStatus* status = nullptr) const;
    MObject create(const MDoubleArray& values, MStatus* status = nullptr);
    MDoubleArray array(MStatus* status = nullptr);
};

OPENMAYA_NAMESPACE_CLOSE
