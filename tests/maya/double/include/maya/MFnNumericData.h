#pragma once

#include <maya/MFnData.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MFnNumericData : public MFnData {
public:
    enum Type {
        kInvalid = 0,
        kBoolean,
        kByte,
        kChar,
        kShort,
        k2Short,
        k3Short,
        kLong,
        kInt = kLong,
        k2Long,
        k2Int = k2Long,
        k3Long,
        k3Int = k3Long,
        kInt64,
        kFloat,
        k2Float,
        k3Float,
        kDouble,
        k2Double,
        k3Double,
        k4Double,
        kAddr,
        kLast
    };

    MFnNumericData() {}
    MFnNumericData(MObject& object, MStatus* status = nullptr);
    ~MFnNumericData() override;
    MFn::Type type() const override;
    MObject create(Type type, MStatus* status = nullptr);
    MStatus getData3Double(double& x, double& y, double& z);
    MStatus setData3Double(double x, double y, double z);
};

OPENMAYA_NAMESPACE_CLOSE
