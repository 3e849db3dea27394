#pragma once

#include <maya/MPoint.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MPointArray {
public:
    MPointArray();
    MPointArray(const MPointArray& other);
    MPointArray(const MPoint source[], unsigned int size);
    MPointArray(unsigned int size, const MPoint& value);
    ~MPointArray();

    MPointArray& operator=(const MPointArray& other);
    const MPoint& operator[](unsigned int index) const;
    MPoint& operator[](unsigned int index);
    MStatus set(const MPoint& element, unsigned int index);
    MStatus setLength(unsigned int length);
    unsigned int length() const;
    MStatus remove(unsigned int index);
    MStatus insert(const MPoint& element, unsigned int index);
    MStatus append(const MPoint& element);
    MStatus append(double x, double y, double z, double w = 1.0);
    MStatus copy(const MPointArray& source);
    MStatus clear();
    MStatus get(double values[][4]) const;
    void setSizeIncrement(unsigned int increment);
    unsigned int sizeIncrement() const;

private:
    void* m_items;
};

OPENMAYA_NAMESPACE_CLOSE
