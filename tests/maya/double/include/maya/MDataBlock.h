#pragma once

#include <fake/ref.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MDataBlock {
public:
    MDataBlock(const MDataBlock& other) = default;
    MDataBlock& operator=(const MDataBlock& other) = default;
    ~MDataBlock();

    MDGContext context(MStatus* status = nullptr);
    MDataHandle inputValue(const MPlug& plug, MStatus* status = nullptr);
    MDataHandle inputValue(const MObject& attribute, MStatus* status = nullptr);
    MDataHandle outputValue(const MPlug& plug, MStatus* status = nullptr);
    MDataHandle outputValue(const MObject& attribute, MStatus* status = nullptr);
    MArrayDataHandle inputArrayValue(const MPlug& plug, MStatus* status = nullptr);
    MArrayDataHandle inputArrayValue(const MObject& attribute, MStatus* status = nullptr);
    MArrayDataHandle outputArrayValue(const MObject& attribute, MStatus* status = nullptr);
    bool isClean(const MPlug& plug);
    bool isClean(const MObject& attribute, MStatus* status = nullptr);
    MStatus setClean(const MPlug& plug);
    MStatus setClean(const MObject& attribute);

    // Of the double.
    explicit MDataBlock(const ::fake::Ref& block) : m_block(block) {}
    const ::fake::Ref& fakeRef() const { return m_block; }

private:
    ::fake::Ref m_block;
};

OPENMAYA_NAMESPACE_CLOSE
