#pragma once

#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MUintArray {
public:
    MUintArray();
    MUintArray(const MUintArray& other);
    MUintArray(const unsigned int source[], unsigned int size);
    MUintArray(unsigned int size, unsigned int value);
    ~MUintArray();

    MUintArray& operator=(const MUintArray& other);
    unsigned int operator[](unsigned int index) const;
    unsigned int& operator[](unsigned int index);
    MStatus set(unsigned int element, unsigned int index);
    MStatus setLength(unsigned int length);
    unsigned int length() const;
    MStatus remove(unsigned int index);
    MStatus insert(unsigned int element, unsigned int index);
    MStatus append(unsigned int element);
    MStatus copy(const MUintArray& source);
    MStatus clear();
    MStatus get(unsigned int* values) const;
    void setSizeIncrement(unsigned int increment);
    unsigned int sizeIncrement() const;

private:
    void* m_items;
};

OPENMAYA_NAMESPACE_CLOSE
