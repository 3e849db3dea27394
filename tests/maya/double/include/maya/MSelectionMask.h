#pragma once

#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MSelectionMask {
public:
    MSelectionMask() {}
    MSelectionMask(const MSelectionMask&) = default;
    ~MSelectionMask() {}
    MSelectionMask& operator=(const MSelectionMask&) = default;
};

OPENMAYA_NAMESPACE_CLOSE
