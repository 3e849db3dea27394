#pragma once

#include <fake/ref.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MArrayDataHandle {
public:
    MArrayDataHandle(const MDataHandle& handle, MStatus* status = nullptr);
    MArrayDataHandle(const MArrayDataHandle& other) = default;
    MArrayDataHandle& operator=(const MArrayDataHandle& other) = default;

    MDataHandle inputValue(MStatus* status = nullptr);
    MDataHandle outputValue(MStatus* status = nullptr);
    MArrayDataHandle inputArrayValue(MStatus* status = nullptr);
    MStatus next();
    unsigned int elementCount(MStatus* status = nullptr);
    unsigned int elementIndex(MStatus* status = nullptr);
    MStatus jumpToElement(unsigned int logicalIndex);
    MStatus jumpToArrayElement(unsigned int physicalIndex);
    MArrayDataBuilder builder(MStatus* status = nullptr);
    MStatus set(MArrayDataBuilder& builder);
    MStatus setClean();
    MStatus setAllClean();

    // Of the double.
    explicit MArrayDataHandle(const ::fake::Ref& array) : m_array(array) {}

private:
    ::fake::Ref m_array;
    unsigned int m_position = 0;
};

OPENMAYA_NAMESPACE_CLOSE
