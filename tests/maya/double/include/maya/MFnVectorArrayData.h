#pragma once

#include <maya/MFnData.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MFnVectorArrayData : public MFnData {
public:
    MFnVectorArrayData() {}
    MFnVectorArrayData(MObject& object, MStatus* status = nullptr);
    ~MFnVectorArrayData() override;
    MFn::Type type() const override;
    unsigned int length(MStatus* status = nullptr) const;
    MObject create(const MVectorArray& values, MStatus* status = nullptr);
    MVectorArray array(MStatus* status = nullptr);
};

OPENMAYA_NAMESPACE_CLOSE
