#pragma once

#include <maya/MFnGeometryFilter.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MFnSkinCluster : public MFnGeometryFilter {
public:
    MFnSkinCluster() {}
    MFnSkinCluster(MObject& object, MStatus* status = nullptr);
    ~MFnSkinCluster() override;
    MFn::Type type() const override;

    unsigned int influenceObjects(MDagPathArray& paths, MStatus* status = nullptr) const;
    unsigned int indexForInfluenceObject(const MDagPath& path, MStatus* status = nullptr) const;
    MStatus getPointsAffectedByInfluence(const MDagPath& path, MSelectionList& result, MDoubleArray& weights);
    MStatus getWeights(const MDagPath& path, const MObject& components, MDoubleArray& weights,
                       unsigned int& influenceCount) const;
    MStatus getWeights(const MDagPath& path, const MObject& components, MFloatArray& weights,
                       unsigned int& influenceCount) const;
    MStatus getWeights(const MDagPath& path, const MObject& components, unsigned int influenceIndex,
                       MDoubleArray& weights) const;
    MStatus getWeights(const MDagPath& path, const MObject& components, MIntArray& influenceIndices,
                       MDoubleArray& weights) const;
    MStatus setWeights(const MDagPath& path, const MObject& components, MIntArray& influenceIndices,
                       MDoubleArray& weights, bool normalize = true, MDoubleArray* oldValues = nullptr);
    MStatus getBlendWeights(const MDagPath& path, const MObject& components, MDoubleArray& weights) const;
};

OPENMAYA_NAMESPACE_CLOSE
