#pragma once

#include <maya/MFn.h>
#include <maya/MObject.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MItDag {
public:
    enum TraversalType { kInvalidType = 0, kDepthFirst, kBreadthFirst };

    MItDag(TraversalType traversal = kDepthFirst, MFn::Type filter = MFn::kInvalid, MStatus* status = nullptr);
    ~MItDag();
    MStatus reset(const MDagPath& root, TraversalType traversal = kDepthFirst, MFn::Type filter = MFn::kInvalid);
    MStatus next();
    bool isDone(MStatus* status = nullptr) const;
    MStatus getPath(MDagPath& path) const;
    MObject currentItem(MStatus* status = nullptr) const;
    MStatus prune();
    unsigned int depth(MStatus* status = nullptr) const;

private:
    void* m_state;
};

OPENMAYA_NAMESPACE_CLOSE
