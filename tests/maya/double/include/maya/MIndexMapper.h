#pragma once

#include <fake/ref.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MIndexMapper {
public:
    unsigned int affectCount() const;
    bool isIdentityMap() const;

    // Of the double.
    MIndexMapper(unsigned int count, bool identity) : m_count(count), m_identity(identity) {}

private:
    unsigned int m_count;
    bool m_identity;
};

OPENMAYA_NAMESPACE_CLOSE
