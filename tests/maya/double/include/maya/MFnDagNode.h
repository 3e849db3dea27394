#pragma once

#include <maya/MFnDependencyNode.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MFnDagNode : public MFnDependencyNode {
public:
    MFnDagNode() {}
    MFnDagNode(const MObject& object, MStatus* status = nullptr);
    MFnDagNode(const MDagPath& path, MStatus* status = nullptr);
    ~MFnDagNode() override;
    MFn::Type type() const override;

    unsigned int parentCount(MStatus* status = nullptr) const;
    MObject parent(unsigned int index, MStatus* status = nullptr) const;
    unsigned int childCount(MStatus* status = nullptr) const;
    MObject child(unsigned int index, MStatus* status = nullptr) const;
    MObject dagRoot(MStatus* status = nullptr);
    bool hasChild(const MObject& node, MStatus* status = nullptr) const;
    bool isParentOf(const MObject& node, MStatus* status = nullptr) const;
    bool inModel(MStatus* status = nullptr) const;
    bool isInstanced(bool indirect = true, MStatus* status = nullptr) const;
    bool isIntermediateObject(MStatus* status = nullptr) const;
    MStatus getPath(MDagPath& path) const;
    MStatus getAllPaths(MDagPathArray& paths) const;
    MDagPath dagPath(MStatus* status = nullptr) const;
    MString fullPathName(MStatus* status = nullptr) const;
    MString partialPathName(MStatus* status = nullptr) const;
    MMatrix transformationMatrix(MStatus* status = nullptr) const;
    MBoundingBox boundingBox(MStatus* status = nullptr) const;
};

OPENMAYA_NAMESPACE_CLOSE
