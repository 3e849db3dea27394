#pragma once

#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MTimeRange {
public:
    MTimeRange();
    MTimeRange(const MTimeRange& other);
    ~MTimeRange();

private:
    double m_first;
    double m_last;
};

OPENMAYA_NAMESPACE_CLOSE
