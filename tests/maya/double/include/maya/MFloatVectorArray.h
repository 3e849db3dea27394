#pragma once

#include <maya/MFloatVector.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MFloatVectorArray {
public:
    MFloatVectorArray();
    MFloatVectorArray(const MFloatVectorArray& other);
    MFloatVectorArray(const MFloatVector source[], unsigned int size);
    MFloatVectorArray(unsigned int size, const MFloatVector& value);
    ~MFloatVectorArray();

    MFloatVectorArray& operator=(const MFloatVectorArray& other);
    const MFloatVector& operator[](unsigned int index) const;
    MFloatVector& operator[](unsigned int index);
    MStatus set(const MFloatVector& element, unsigned int index);
    MStatus setLength(unsigned int length);
    unsigned int length() const;
    MStatus remove(unsigned int index);
    MStatus insert(const MFloatVector& element, unsigned int index);
    MStatus append(const MFloatVector& element);
    MStatus copy(const MFloatVectorArray& source);
    MStatus clear();
    void setSizeIncrement(unsigned int increment);
    unsigned int sizeIncrement() const;

private:
    void* m_items;
};

OPENMAYA_NAMESPACE_CLOSE
