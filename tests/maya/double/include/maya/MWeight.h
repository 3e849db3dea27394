#pragma once

#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MWeight {
public:
    MWeight() {}
    MWeight(const MWeight& other) = default;
    ~MWeight();
    MWeight& operator=(const MWeight& other) = default;

private:
    float m_influence = 1.0f;
};

OPENMAYA_NAMESPACE_CLOSE
