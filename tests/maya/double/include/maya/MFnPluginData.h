#pragma once

#include <maya/MFnData.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MFnPluginData : public MFnData {
public:
    MFnPluginData() {}
    MFnPluginData(MObject& object, MStatus* status = nullptr);
    ~MFnPluginData() override;
    MFn::Type type() const override;
    MObject create(const MTypeId& id, MStatus* status = nullptr);
    MPxData* data(MStatus* status = nullptr);
};

OPENMAYA_NAMESPACE_CLOSE
