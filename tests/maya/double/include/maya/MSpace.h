#pragma once

#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MSpace {
public:
    enum Space { kInvalid = 0, kTransform = 1, kPreTransform = 2, kObject = 2, kPostTransform = 3, kWorld = 4, kLast };
};

OPENMAYA_NAMESPACE_CLOSE
