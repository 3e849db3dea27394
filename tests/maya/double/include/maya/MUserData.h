#pragma once

#include <maya/MTypes.h>
#include <maya/MStatus.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MUserData {
public:
    MUserData();
    virtual ~MUserData();
};

OPENMAYA_NAMESPACE_CLOSE
