#pragma once

#include <maya/MTypes.h>
#include <maya/MStatus.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MSelectionMask {
public:
    MSelectionMask() {}
    MSelectionMask(const MSelectionMask&) = default;
    ~MSelectionMask() {}
    MSelectionMask& operator=(const MSelectionMask&) = default;
};

OPENMAYA_NAMESPACE_CLOSE
