#pragma once

#include <maya/MFn.h>
#include <maya/MObject.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MItDependencyGraph {
public:
    enum Direction { kDownstream = 0, kUpstream };
    enum Traversal { kDepthFirst = 0, kBreadthFirst };
    enum Level { kNodeLevel = 0, kPlugLevel };

    MItDependencyGraph(MObject& root, MFn::Type filter = MFn::kInvalid, Direction direction = kDownstream,
                       Traversal traversal = kDepthFirst, Level level = kNodeLevel, MStatus* status = nullptr);
    MItDependencyGraph(MPlug& root, MFn::Type filter = MFn::kInvalid, Direction direction = kDownstream,
                       Traversal traversal = kDepthFirst, Level level = kNodeLevel, MStatus* status = nullptr);
    ~MItDependencyGraph();
    MStatus next();
    bool isDone(MStatus* status = nullptr);
    MObject currentItem(MStatus* status = nullptr);
    MObject thisNode(MStatus* status = nullptr);
    MPlug thisPlug(MStatus* status = nullptr);
    MPlug previousPlug(MStatus* status = nullptr);
    MStatus prune();

private:
    void* m_state;
};

OPENMAYA_NAMESPACE_CLOSE
