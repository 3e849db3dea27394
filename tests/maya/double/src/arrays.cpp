// All arrays of the API, of one shape.
#include <vector>

#include <maya/MCallbackIdArray.h>
#include <maya/MColor.h>
#include <maya/MColorArray.h>
#include <maya/MDagPath.h>
#include <maya/MDagPathArray.h>
#include <maya/MDoubleArray.h>
#include <maya/MFloatArray.h>
#include <maya/MFloatPoint.h>
#include <maya/MFloatPointArray.h>
#include <maya/MFloatVector.h>
#include <maya/MFloatVectorArray.h>
#include <maya/MIntArray.h>
#include <maya/MMatrix.h>
#include <maya/MMatrixArray.h>
#include <maya/MObject.h>
#include <maya/MObjectArray.h>
#include <maya/MPlug.h>
#include <maya/MPlugArray.h>
#include <maya/MPoint.h>
#include <maya/MPointArray.h>
#include <maya/MString.h>
#include <maya/MStringArray.h>
#include <maya/MTime.h>
#include <maya/MTimeArray.h>
#include <maya/MUintArray.h>
#include <maya/MVector.h>
#include <maya/MVectorArray.h>

#include "core.h"

OPENMAYA_MAJOR_NAMESPACE_OPEN

namespace {
template <typename T>
std::vector<T>& items(void* p)
{
    return *static_cast<std::vector<T>*>(p);
}
// An index out of range writes over foreign memory in Maya; here it is recorded and lands in a spare element.
template <typename T>
T& at(void* p, unsigned int index, const char* name)
{
    std::vector<T>& all = items<T>(p);
    if (index < all.size())
        return all[index];
    ::fake::misuse(std::string(name) + ": index " + std::to_string(index) + " of " + std::to_string(all.size()));
    static thread_local T spare;
    spare = T();
    return spare;
}
}  // namespace

#define ARRAY(NAME, TYPE, PASS, GET)                                                                                   \
    NAME::NAME() : m_items(new std::vector<TYPE>) {}                                                                   \
    NAME::NAME(const NAME& other) : m_items(new std::vector<TYPE>(items<TYPE>(other.m_items))) {}                      \
    NAME::~NAME()                                                                                                      \
    {                                                                                                                  \
        delete &items<TYPE>(m_items);                                                                                  \
    }                                                                                                                  \
    NAME& NAME::operator=(const NAME& other)                                                                           \
    {                                                                                                                  \
        if (this != &other)                                                                                            \
            items<TYPE>(m_items) = items<TYPE>(other.m_items);                                                         \
        return *this;                                                                                                  \
    }                                                                                                                  \
    GET NAME::operator[](unsigned int index) const                                                                     \
    {                                                                                                                  \
        return at<TYPE>(m_items, index, #NAME);                                                                        \
    }                                                                                                                  \
    TYPE& NAME::operator[](unsigned int index)                                                                         \
    {                                                                                                                  \
        return at<TYPE>(m_items, index, #NAME);                                                                        \
    }                                                                                                                  \
    MStatus NAME::set(PASS element, unsigned int index)                                                                \
    {                                                                                                                  \
        if (index >= length())                                                                                         \
            return ::fake::failure(#NAME "::set");                                                                     \
        items<TYPE>(m_items)[index] = element;                                                                         \
        return MStatus();                                                                                              \
    }                                                                                                                  \
    MStatus NAME::setLength(unsigned int length)                                                                       \
    {                                                                                                                  \
        items<TYPE>(m_items).resize(length);                                                                           \
        return MStatus();                                                                                              \
    }                                                                                                                  \
    unsigned int NAME::length() const                                                                                  \
    {                                                                                                                  \
        return static_cast<unsigned int>(items<TYPE>(m_items).size());                                                 \
    }                                                                                                                  \
    MStatus NAME::remove(unsigned int index)                                                                           \
    {                                                                                                                  \
        if (index >= length())                                                                                         \
            return ::fake::failure(#NAME "::remove");                                                                  \
        items<TYPE>(m_items).erase(items<TYPE>(m_items).begin() + index);                                              \
        return MStatus();                                                                                              \
    }                                                                                                                  \
    MStatus NAME::insert(PASS element, unsigned int index)                                                             \
    {                                                                                                                  \
        if (index > length())                                                                                          \
            return ::fake::failure(#NAME "::insert");                                                                  \
        items<TYPE>(m_items).insert(items<TYPE>(m_items).begin() + index, element);                                    \
        return MStatus();                                                                                              \
    }                                                                                                                  \
    MStatus NAME::append(PASS element)                                                                                 \
    {                                                                                                                  \
        items<TYPE>(m_items).push_back(element);                                                                       \
        return MStatus();                                                                                              \
    }                                                                                                                  \
    MStatus NAME::copy(const NAME& source)                                                                             \
    {                                                                                                                  \
        *this = source;                                                                                                \
        return MStatus();                                                                                              \
    }                                                                                                                  \
    MStatus NAME::clear()                                                                                              \
    {                                                                                                                  \
        items<TYPE>(m_items).clear();                                                                                  \
        return MStatus();                                                                                              \
    }                                                                                                                  \
    void NAME::setSizeIncrement(unsigned int) {}                                                                       \
    unsigned int NAME::sizeIncrement() const                                                                           \
    {                                                                                                                  \
        return 1;                                                                                                      \
    }

#define FROM_SOURCE(NAME, TYPE)                                                                                        \
    NAME::NAME(const TYPE source[], unsigned int size) : m_items(new std::vector<TYPE>(source, source + size)) {}
#define FROM_VALUE(NAME, TYPE, PASS)                                                                                   \
    NAME::NAME(unsigned int size, PASS value) : m_items(new std::vector<TYPE>(size, value)) {}
#define GET_PLAIN(NAME, TYPE)                                                                                          \
    MStatus NAME::get(TYPE* values) const                                                                              \
    {                                                                                                                  \
        for (const TYPE value : items<TYPE>(m_items))                                                                  \
            *values++ = value;                                                                                         \
        return MStatus();                                                                                              \
    }

ARRAY(MDoubleArray, double, double, double)
FROM_SOURCE(MDoubleArray, double)
FROM_VALUE(MDoubleArray, double, double)
GET_PLAIN(MDoubleArray, double)
ARRAY(MFloatArray, float, float, float)
FROM_SOURCE(MFloatArray, float)
FROM_VALUE(MFloatArray, float, float)
GET_PLAIN(MFloatArray, float)
ARRAY(MIntArray, int, int, int)
FROM_SOURCE(MIntArray, int)
FROM_VALUE(MIntArray, int, int)
GET_PLAIN(MIntArray, int)
ARRAY(MUintArray, unsigned int, unsigned int, unsigned int)
FROM_SOURCE(MUintArray, unsigned int)
FROM_VALUE(MUintArray, unsigned int, unsigned int)
GET_PLAIN(MUintArray, unsigned int)
ARRAY(MStringArray, MString, const MString&, const MString&)
FROM_SOURCE(MStringArray, MString)
FROM_VALUE(MStringArray, MString, const MString&)
ARRAY(MPointArray, MPoint, const MPoint&, const MPoint&)
FROM_SOURCE(MPointArray, MPoint)
FROM_VALUE(MPointArray, MPoint, const MPoint&)
ARRAY(MVectorArray, MVector, const MVector&, const MVector&)
FROM_SOURCE(MVectorArray, MVector)
FROM_VALUE(MVectorArray, MVector, const MVector&)
ARRAY(MFloatPointArray, MFloatPoint, const MFloatPoint&, const MFloatPoint&)
FROM_SOURCE(MFloatPointArray, MFloatPoint)
FROM_VALUE(MFloatPointArray, MFloatPoint, const MFloatPoint&)
ARRAY(MFloatVectorArray, MFloatVector, const MFloatVector&, const MFloatVector&)
FROM_SOURCE(MFloatVectorArray, MFloatVector)
FROM_VALUE(MFloatVectorArray, MFloatVector, const MFloatVector&)
ARRAY(MMatrixArray, MMatrix, const MMatrix&, const MMatrix&)
FROM_SOURCE(MMatrixArray, MMatrix)
FROM_VALUE(MMatrixArray, MMatrix, const MMatrix&)
ARRAY(MColorArray, MColor, const MColor&, const MColor&)
FROM_SOURCE(MColorArray, MColor)
FROM_VALUE(MColorArray, MColor, const MColor&)
ARRAY(MTimeArray, MTime, const MTime&, const MTime&)
FROM_SOURCE(MTimeArray, MTime)
FROM_VALUE(MTimeArray, MTime, const MTime&)
ARRAY(MObjectArray, MObject, const MObject&, const MObject&)
FROM_SOURCE(MObjectArray, MObject)
ARRAY(MPlugArray, MPlug, const MPlug&, const MPlug&)
ARRAY(MDagPathArray, MDagPath, const MDagPath&, const MDagPath&)
ARRAY(MCallbackIdArray, MCallbackId, MCallbackId, MCallbackId)

MStatus MPointArray::get(double values[][4]) const
{
    for (unsigned int i = 0; i < length(); ++i)
        (*this)[i].get(values[i]);
    return MStatus();
}
MStatus MPointArray::append(double x, double y, double z, double w)
{
    return append(MPoint(x, y, z, w));
}

OPENMAYA_NAMESPACE_CLOSE
