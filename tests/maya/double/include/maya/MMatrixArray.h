#pragma once

#include <maya/MMatrix.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MMatrixArray {
public:
    MMatrixArray();
    MMatrixArray(const MMatrixArray& other);
    MMatrixArray(const MMatrix source[], unsigned int size);
    MMatrixArray(unsigned int size, const MMatrix& value);
    ~MMatrixArray();

    MMatrixArray& operator=(const MMatrixArray& other);
    const MMatrix& operator[](unsigned int index) const;
    MMatrix& operator[](unsigned int index);
    MStatus set(const MMatrix& element, unsigned int index);
    MStatus setLength(unsigned int length);
    unsigned int length() const;
    MStatus remove(unsigned int index);
    MStatus insert(const MMatrix& element, unsigned int index);
    MStatus append(const MMatrix& element);
    MStatus copy(const MMatrixArray& source);
    MStatus clear();
    void setSizeIncrement(unsigned int increment);
    unsigned int sizeIncrement() const;

private:
    void* m_items;
};

OPENMAYA_NAMESPACE_CLOSE
