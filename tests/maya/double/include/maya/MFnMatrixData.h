#pragma once

#include <maya/MFnData.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MFnMatrixData : public MFnData {
public:
    MFnMatrixData() {}
    MFnMatrixData(MObject& object, MStatus* status = nullptr);
    ~MFnMatrixData() override;
    MFn::Type type() const override;
    MObject create(const MMatrix& matrix, MStatus* status = nullptr);
    const MMatrix& matrix(MStatus* status = nullptr) const;
};

OPENMAYA_NAMESPACE_CLOSE
