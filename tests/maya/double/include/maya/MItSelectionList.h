#pragma once

#include <maya/MFn.h>
#include <maya/MObject.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MItSelectionList {
public:
    MItSelectionList(const MSelectionList& list, MFn::Type filter = MFn::kInvalid, MStatus* status = nullptr);
    ~MItSelectionList();
    bool isDone(MStatus* status = nullptr);
    MStatus next();
    MStatus getDagPath(MDagPath& path);
    MStatus getDagPath(MDagPath& path, MObject& component);
    MStatus getDependNode(MObject& node);
    MStatus getPlug(MPlug& plug);

private:
    void* m_state;
};

OPENMAYA_NAMESPACE_CLOSE
