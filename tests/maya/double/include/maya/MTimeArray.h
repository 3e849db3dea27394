#pragma once

#include <maya/MStatus.h>
#include <maya/MTime.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MTimeArray {
public:
    MTimeArray();
    MTimeArray(const MTimeArray& other);
    MTimeArray(const MTime source[], unsigned int size);
    MTimeArray(unsigned int size, const MTime& value);
    ~MTimeArray();

    MTimeArray& operator=(const MTimeArray& other);
    const MTime& operator[](unsigned int index) const;
    MTime& operator[](unsigned int index);
    MStatus set(const MTime& element, unsigned int index);
    MStatus setLength(unsigned int length);
    unsigned int length() const;
    MStatus remove(unsigned int index);
    MStatus insert(const MTime& element, unsigned int index);
    MStatus append(const MTime& element);
    MStatus copy(const MTimeArray& source);
    MStatus clear();
    void setSizeIncrement(unsigned int increment);
    unsigned int sizeIncrement() const;

private:
    void* m_items;
};

OPENMAYA_NAMESPACE_CLOSE
