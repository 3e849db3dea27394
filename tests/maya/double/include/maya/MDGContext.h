#pragma once

#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MDGContext {
public:
    MDGContext();
    MDGContext(const MTime& when);
    MDGContext(const MDGContext& other) = default;
    ~MDGContext();
    MDGContext& operator=(const MDGContext& other) = default;

    bool isNormal(MStatus* status = nullptr) const;
    MStatus getTime(MTime& time) const;
    static MDGContext current();
    static MDGContext fsNormal;

    // Of the double.
    MInt64 fakeTicks() const { return m_ticks; }

private:
    bool m_normal;
    MInt64 m_ticks;
};

OPENMAYA_NAMESPACE_CLOSE
