#pragma once

#include <maya/MFnData.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MFnComponentListData : public MFnData {
public:
    MFnComponentListData() {}
    MFnComponentListData(MObject& object, MStatus* status = nullptr);
    ~MFnComponentListData() override;
    MFn::Type type() const override;
    MObject create(MStatus* status = nullptr);
    unsigned int length(MStatus* status = nullptr) const;
    MStatus add(MObject& component);
};

OPENMAYA_NAMESPACE_CLOSE
