#pragma once

#include <maya/MObject.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MProfiler {
public:
    enum ProfilingColor {
        kColorA_L1,
        kColorA_L2,
        kColorA_L3,
        kColorB_L1,
        kColorB_L2,
        kColorB_L3,
        kColorC_L1,
        kColorC_L2,
        kColorC_L3,
        kColorD_L1,
        kColorD_L2,
        kColorD_L3,
        kColorE_L1,
        kColorE_L2,
        kColorE_L3,
        kColorG_L1,
        kColorG_L2,
        kColorG_L3,
        kColorCount
    };
    static int addCategory(const char* name, const char* info);
};

class MProfilingScope {
public:
    MProfilingScope(int category, MProfiler::ProfilingColor color, const char* event, const char* description = nullptr,
                    const MObject& node = MObject::kNullObj, MStatus* status = nullptr);
    ~MProfilingScope();
};

OPENMAYA_NAMESPACE_CLOSE
