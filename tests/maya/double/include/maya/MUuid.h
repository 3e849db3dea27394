#pragma once

#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MUuid {
public:
    MUuid();
    ~MUuid();
    MString asString() const;
    MStatus generate();

private:
    unsigned char m_bytes[16];
};

OPENMAYA_NAMESPACE_CLOSE
