#pragma once

#include <maya/MDagPath.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MDagPathArray {
public:
    MDagPathArray();
    MDagPathArray(const MDagPathArray& other);
    ~MDagPathArray();

    MDagPathArray& operator=(const MDagPathArray& other);
    const MDagPath& operator[](unsigned int index) const;
    MDagPath& operator[](unsigned int index);
    MStatus set(const MDagPath& element, unsigned int index);
    MStatus setLength(unsigned int length);
    unsigned int length() const;
    MStatus remove(unsigned int index);
    MStatus insert(const MDagPath& element, unsigned int index);
    MStatus append(const MDagPath& element);
    MStatus copy(const MDagPathArray& source);
    MStatus clear();
    void setSizeIncrement(unsigned int increment);
    unsigned int sizeIncrement() const;

private:
    void* m_items;
};

OPENMAYA_NAMESPACE_CLOSE
