#pragma once

#include <maya/MDGContext.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MDGContextGuard {
public:
    explicit MDGContextGuard(const MDGContext& context);
    ~MDGContextGuard();
    MDGContextGuard(const MDGContextGuard&) = delete;
    MDGContextGuard& operator=(const MDGContextGuard&) = delete;
};

OPENMAYA_NAMESPACE_CLOSE
