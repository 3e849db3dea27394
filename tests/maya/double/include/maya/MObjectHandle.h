#pragma once

#include <maya/MObject.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MObjectHandle {
public:
    MObjectHandle();
    MObjectHandle(const MObject& object);
    MObjectHandle(const MObjectHandle& other);
    ~MObjectHandle();

    MObject object() const;
    const MObject& objectRef() const;
    unsigned int hashCode() const;
    bool isValid() const;
    bool isAlive() const;
    bool operator==(const MObject& object) const;
    bool operator==(const MObjectHandle& other) const { return *this == other.objectRef(); }
    bool operator!=(const MObject& object) const { return !(*this == object); }
    bool operator!=(const MObjectHandle& other) const { return !(*this == other); }
    MObjectHandle& operator=(const MObjectHandle& other);

private:
    MObject m_object;
};

OPENMAYA_NAMESPACE_CLOSE
