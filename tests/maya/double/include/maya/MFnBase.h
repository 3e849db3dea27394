#pragma once

#include <maya/MFn.h>
#include <maya/MObject.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MFnBase {
public:
    MFnBase();
    virtual ~MFnBase();
    virtual MFn::Type type() const;
    bool hasObj(MFn::Type type) const;
    bool hasObj(const MObject& object) const;
    MObject object(MStatus* status = nullptr) const;
    virtual MStatus setObject(MObject& object);
    virtual MStatus setObject(const MObject& object);

protected:
    // Of the double: takes the object if it has this function set.
    MStatus fakeSet(const MObject& object, MFn::Type type);
    MStatus fakeSetPath(const MDagPath& path, MFn::Type type);
    ::fake::Ref m_object;
    ::fake::Ref m_path;
};

OPENMAYA_NAMESPACE_CLOSE
