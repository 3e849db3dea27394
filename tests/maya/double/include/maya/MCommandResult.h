#pragma once

#include <fake/ref.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MCommandResult {
public:
    enum Type {
        kInvalid = 0,
        kInt,
        kInt64,
        kIntArray,
        kDouble,
        kDoubleArray,
        kString,
        kStringArray,
        kVector,
        kVectorArray,
        kMatrix,
        kMatrixArray,
        kNumTypes
    };

    MCommandResult(MStatus* status = nullptr);
    ~MCommandResult();
    Type resultType(MStatus* status = nullptr) const;
    MString stringResult(MStatus* status = nullptr) const;
    MStatus getResult(int& result) const;
    MStatus getResult(MIntArray& result) const;
    MStatus getResult(double& result) const;
    MStatus getResult(MDoubleArray& result) const;
    MStatus getResult(MString& result) const;
    MStatus getResult(MStringArray& result) const;

    // Of the double.
    void fakeSet(const ::fake::Ref& result) { m_result = result; }

private:
    MCommandResult(const MCommandResult&) = delete;
    MCommandResult& operator=(const MCommandResult&) = delete;
    ::fake::Ref m_result;
};

OPENMAYA_NAMESPACE_CLOSE
