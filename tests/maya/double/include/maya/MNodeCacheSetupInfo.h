#pragma once

#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MNodeCacheSetupInfo {
public:
    enum PreferenceFlag { kWantToCacheByDefault, kSimulationSupport };
    bool getPreference(PreferenceFlag flag) const;
    void setPreference(PreferenceFlag flag, bool value);

private:
    bool m_flags[2] = {false, false};
};

OPENMAYA_NAMESPACE_CLOSE
