#pragma once

#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MIntArray {
public:
    MIntArray();
    MIntArray(const MIntArray& other);
    MIntArray(const int source[], unsigned int size);
    MIntArray(unsigned int size, int value);
    ~MIntArray();

    MIntArray& operator=(const MIntArray& other);
    int operator[](unsigned int index) const;
    int& operator[](unsigned int index);
    MStatus set(int element, unsigned int index);
    MStatus setLength(unsigned int length);
    unsigned int length() const;
    MStatus remove(unsigned int index);
    MStatus insert(int element, unsigned int index);
    MStatus append(int element);
    MStatus copy(const MIntArray& source);
    MStatus clear();
    MStatus get(int* values) const;
    void setSizeIncrement(unsigned int increment);
    unsigned int sizeIncrement() const;

private:
    void* m_items;
};

OPENMAYA_NAMESPACE_CLOSE
