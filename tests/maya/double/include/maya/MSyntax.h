#pragma once

#include <fake/ref.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MSyntax {
public:
    enum MArgType {
        kInvalidArgType,
        kNoArg = 1,
        kBoolean = 2,
        kLong = 3,
        kDouble = 4,
        kString = 5,
        kUnsigned = 6,
        kDistance = 7,
        kAngle = 8,
        kTime = 9,
        kSelectionItem = 10,
        kLastArgType
    };
    enum MObjectFormat { kInvalidObjectFormat, kNone, kStringObjects, kSelectionList, kLastObjectFormat };

    MSyntax();
    MSyntax(const MSyntax& other);
    ~MSyntax();
    MSyntax& operator=(const MSyntax& other);
    MStatus addFlag(const char* shortName, const char* longName, MArgType type1 = kNoArg, MArgType type2 = kNoArg,
                    MArgType type3 = kNoArg, MArgType type4 = kNoArg, MArgType type5 = kNoArg, MArgType type6 = kNoArg);
    MStatus makeFlagMultiUse(const char* flag);
    MStatus makeFlagQueryWithFullArgs(const char* flag, bool argumentsAreOptional);
    MStatus addArg(MArgType type);
    void useSelectionAsDefault(bool use);
    MStatus setObjectType(MObjectFormat format, unsigned int minimum = 0);
    MStatus setObjectType(MObjectFormat format, unsigned int minimum, unsigned int maximum);
    void setMinObjects(unsigned int minimum);
    void setMaxObjects(unsigned int maximum);
    void enableQuery(bool supportsQuery = true);
    void enableEdit(bool supportsEdit = true);

    // Of the double.
    const ::fake::Ref& fakeRef() const { return m_syntax; }

private:
    ::fake::Ref m_syntax;
};

OPENMAYA_NAMESPACE_CLOSE
