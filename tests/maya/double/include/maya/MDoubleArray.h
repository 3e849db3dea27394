#pragma once

#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MDoubleArray {
public:
    MDoubleArray();
    MDoubleArray(const MDoubleArray& other);
    MDoubleArray(const double source[], unsigned int size);
    MDoubleArray(unsigned int size, double value);
    ~MDoubleArray();

    MDoubleArray& operator=(const MDoubleArray& other);
    double operator[](unsigned int index) const;
    double& operator[](unsigned int index);
    MStatus set(double element, unsigned int index);
    MStatus setLength(unsigned int length);
    unsigned int length() const;
    MStatus remove(unsigned int index);
    MStatus insert(double element, unsigned int index);
    MStatus append(double element);
    MStatus copy(const MDoubleArray& source);
    MStatus clear();
    MStatus get(double* values) const;
    void setSizeIncrement(unsigned int increment);
    unsigned int sizeIncrement() const;

private:
    void* m_items;
};

OPENMAYA_NAMESPACE_CLOSE
