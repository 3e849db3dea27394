#pragma once

#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MNodeCacheDisablingInfo {
public:
    bool getCacheDisabled() const;
    void setCacheDisabled(bool disabled);

private:
    bool m_disabled = false;
};

OPENMAYA_NAMESPACE_CLOSE
