#pragma once

#include <fake/ref.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MArgList {
public:
    enum { kInvalidArgIndex = 0xffffffff };

    MArgList();
    MArgList(const MArgList& other);
    ~MArgList();
    MArgList& operator=(const MArgList& other);
    unsigned int length(MStatus* status = nullptr) const;
    bool asBool(unsigned int index, MStatus* status = nullptr) const;
    int asInt(unsigned int index, MStatus* status = nullptr) const;
    double asDouble(unsigned int index, MStatus* status = nullptr) const;
    MString asString(unsigned int index, MStatus* status = nullptr) const;
    MStatus get(unsigned int index, int& value) const;
    MStatus get(unsigned int index, double& value) const;
    MStatus get(unsigned int index, MString& value) const;
    MStatus addArg(const MString& value);
    MStatus addArg(int value);
    MStatus addArg(double value);
    unsigned int flagIndex(const char* shortFlag, const char* longFlag = nullptr) const;

    // Of the double.
    const ::fake::Ref& fakeRef() const { return m_args; }

private:
    ::fake::Ref m_args;
};

OPENMAYA_NAMESPACE_CLOSE
