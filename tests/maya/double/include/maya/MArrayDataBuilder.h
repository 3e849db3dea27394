#pragma once

#include <fake/ref.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MArrayDataBuilder {
public:
    MArrayDataBuilder(const MArrayDataBuilder& other) = default;
    ~MArrayDataBuilder();
    MArrayDataBuilder& operator=(const MArrayDataBuilder& other) = default;
    MDataHandle addElement(unsigned int index, MStatus* status = nullptr);
    MDataHandle addLast(MStatus* status = nullptr);
    MStatus removeElement(unsigned int index);
    unsigned int elementCount(MStatus* status = nullptr) const;

    // Of the double.
    explicit MArrayDataBuilder(const ::fake::Ref& array) : m_array(array) {}
    const ::fake::Ref& fakeRef() const { return m_array; }

private:
    ::fake::Ref m_array;
};

OPENMAYA_NAMESPACE_CLOSE
