#pragma once

#include <maya/MArgParser.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MArgDatabase : public MArgParser {
public:
    MArgDatabase(const MSyntax& syntax, const MArgList& arguments, MStatus* status = nullptr);
    MArgDatabase(const MArgDatabase& other);
    ~MArgDatabase();

    MStatus getFlagArgument(const char* flag, unsigned int index, bool& value) const;
    MStatus getFlagArgument(const char* flag, unsigned int index, int& value) const;
    MStatus getFlagArgument(const char* flag, unsigned int index, unsigned int& value) const;
    MStatus getFlagArgument(const char* flag, unsigned int index, double& value) const;
    MStatus getFlagArgument(const char* flag, unsigned int index, MString& value) const;
    MStatus getFlagArgument(const char* flag, unsigned int index, MDistance& value) const;
    MStatus getFlagArgument(const char* flag, unsigned int index, MAngle& value) const;
    MStatus getFlagArgument(const char* flag, unsigned int index, MTime& value) const;
    MStatus getFlagArgument(const char* flag, unsigned int index, MSelectionList& value) const;
    MStatus getObjects(MSelectionList& objects) const;
};

OPENMAYA_NAMESPACE_CLOSE
