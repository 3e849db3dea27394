#pragma once

#include <maya/MColor.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MColorArray {
public:
    MColorArray();
    MColorArray(const MColorArray& other);
    MColorArray(const MColor source[], unsigned int size);
    MColorArray(unsigned int size, const MColor& value);
    ~MColorArray();

    MColorArray& operator=(const MColorArray& other);
    const MColor& operator[](unsigned int index) const;
    MColor& operator[](unsigned int index);
    MStatus set(const MColor& element, unsigned int index);
    MStatus setLength(unsigned int length);
    unsigned int length() const;
    MStatus remove(unsigned int index);
    MStatus insert(const MColor& element, unsigned int index);
    MStatus append(const MColor& element);
    MStatus copy(const MColorArray& source);
    MStatus clear();
    void setSizeIncrement(unsigned int increment);
    unsigned int sizeIncrement() const;

private:
    void* m_items;
};

OPENMAYA_NAMESPACE_CLOSE
