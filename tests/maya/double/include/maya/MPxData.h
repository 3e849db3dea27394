#pragma once

#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MPxData {
public:
    MPxData();
    virtual ~MPxData();
    virtual void copy(const MPxData& source) = 0;
    virtual MTypeId typeId() const = 0;
    virtual MString name() const = 0;
};

OPENMAYA_NAMESPACE_CLOSE
