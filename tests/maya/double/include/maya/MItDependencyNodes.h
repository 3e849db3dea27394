#pragma once

#include <maya/MFn.h>
#include <maya/MObject.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MItDependencyNodes {
public:
    MItDependencyNodes(MFn::Type filter = MFn::kInvalid, MStatus* status = nullptr);
    ~MItDependencyNodes();
    MStatus next();
    bool isDone(MStatus* status = nullptr) const;
    MObject thisNode(MStatus* status = nullptr) const;

private:
    void* m_state;
};

OPENMAYA_NAMESPACE_CLOSE
