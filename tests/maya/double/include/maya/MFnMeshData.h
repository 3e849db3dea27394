#pragma once

#include <maya/MFnData.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MFnMeshData : public MFnData {
public:
    MFnMeshData() {}
    MFnMeshData(MObject& object, MStatus* status = nullptr);
    ~MFnMeshData() override;
    MFn::Type type() const override;
    MObject create(MStatus* status = nullptr);
};

OPENMAYA_NAMESPACE_CLOSE
