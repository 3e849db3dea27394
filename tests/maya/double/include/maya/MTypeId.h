#pragma once

#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MTypeId {
public:
    MTypeId() {}
    MTypeId(unsigned int id);
    MTypeId(const MTypeId& other) : m_id(other.m_id) {}
    ~MTypeId();
    MTypeId& operator=(const MTypeId& other)
    {
        m_id = other.m_id;
        return *this;
    }
    unsigned int id() const;
    bool operator==(const MTypeId& other) const;
    bool operator!=(const MTypeId& other) const;

private:
    unsigned int m_id = 0;
};

OPENMAYA_NAMESPACE_CLOSE
