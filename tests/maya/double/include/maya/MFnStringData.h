#pragma once

#include <maya/MFnData.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MFnStringData : public MFnData {
public:
    MFnStringData() {}
    MFnStringData(MObject& object, MStatus* status = nullptr);
    ~MFnStringData() override;
    MFn::Type type() const override;
    MObject create(const MString& text, MStatus* status = nullptr);
    MString string(MStatus* status = nullptr) const;
};

OPENMAYA_NAMESPACE_CLOSE
