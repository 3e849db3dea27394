#pragma once

#include <maya/MTypes.h>
#include <maya/MStatus.h>
#include <maya/MDGContext.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MDGContextGuard {
public:
    explicit MDGContextGuard(const MDGContext& context);
    ~MDGContextGuard();
    MDGContextGuard(const MDGContextGuard&) = delete;
    MDGContextGuard& operator=(const MDGContextGuard&) = delete;
};

OPENMAYA_NAMESPACE_CLOSE
