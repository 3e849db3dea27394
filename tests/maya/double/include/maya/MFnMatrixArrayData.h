#pragma once

#include <maya/MFnData.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MFnMatrixArrayData : public MFnData {
public:
    MFnMatrixArrayData() {}
    MFnMatrixArrayData(MObject& object, MStatus* status = nullptr);
    ~MFnMatrixArrayData() override;
    MFn::Type type() const override;
    unsigned int length(MStatus* status = nullptr) const;
    MObject create(const MMatrixArray& values, MStatus* status = nullptr);
    MMatrixArray array(MStatus* status = nullptr);
};

OPENMAYA_NAMESPACE_CLOSE
