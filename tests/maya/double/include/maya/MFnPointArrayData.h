#pragma once

#include <maya/MFnData.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MFnPointArrayData : public MFnData {
public:
    MFnPointArrayData() {}
    MFnPointArrayData(MObject& object, MStatus* status = nullptr);
    ~MFnPointArrayData() override;
    MFn::Type type() const override;
    unsigned int length(MStatus* status = nullptr) const;
    MObject create(const MPointArray& values, MStatus* status = nullptr);
    MPointArray array(MStatus* status = nullptr);
};

OPENMAYA_NAMESPACE_CLOSE
