#pragma once

#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MCacheSchema {
public:
    MCacheSchema();
    ~MCacheSchema();
    void add(const MObject& attribute);

    // Of the double.
    unsigned int fakeCount() const { return m_count; }

private:
    unsigned int m_count = 0;
};

OPENMAYA_NAMESPACE_CLOSE
