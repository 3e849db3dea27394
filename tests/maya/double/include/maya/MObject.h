#pragma once

#include <fake/ref.h>
#include <maya/MFn.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MObject {
public:
    MObject();
    MObject(const MObject& other);
    ~MObject();

    static MObject kNullObj;

    bool hasFn(MFn::Type type) const;
    bool isNull() const;
    MFn::Type apiType() const;
    const char* apiTypeStr() const;
    bool operator==(const MObject& other) const;
    bool operator!=(const MObject& other) const;
    MObject& operator=(const MObject& other);

    // Of the double.
    explicit MObject(const ::fake::Ref& object);
    const ::fake::Ref& fakeRef() const { return m_object; }

private:
    ::fake::Ref m_object;
};

OPENMAYA_NAMESPACE_CLOSE
