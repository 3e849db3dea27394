#pragma once

#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MUserData {
public:
    MUserData();
    virtual ~MUserData();
};

OPENMAYA_NAMESPACE_CLOSE
