#pragma once

#include <fake/ref.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MArgParser {
public:
    MArgParser(const MSyntax& syntax, const MArgList& arguments, MStatus* status = nullptr);
    MArgParser(const MArgParser& other);
    ~MArgParser();

    bool isEdit(MStatus* status = nullptr) const;
    bool isQuery(MStatus* status = nullptr) const;
    bool isFlagSet(const char* flag, MStatus* status = nullptr) const;
    unsigned int numberOfFlagsUsed() const;
    unsigned int numberOfFlagUses(const char* flag) const;
    MStatus getFlagArgumentList(const char* flag, unsigned int use, MArgList& arguments) const;
    MStatus getFlagArgument(const char* flag, unsigned int index, bool& value) const;
    MStatus getFlagArgument(const char* flag, unsigned int index, int& value) const;
    MStatus getFlagArgument(const char* flag, unsigned int index, unsigned int& value) const;
    MStatus getFlagArgument(const char* flag, unsigned int index, double& value) const;
    MStatus getFlagArgument(const char* flag, unsigned int index, MString& value) const;
    MStatus getFlagArgument(const char* flag, unsigned int index, MDistance& value) const;
    MStatus getFlagArgument(const char* flag, unsigned int index, MAngle& value) const;
    MStatus getFlagArgument(const char* flag, unsigned int index, MTime& value) const;

protected:
    ::fake::Ref m_parsed;
};

OPENMAYA_NAMESPACE_CLOSE
