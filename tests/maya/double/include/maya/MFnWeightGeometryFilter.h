#pragma once

#include <maya/MFnGeometryFilter.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MFnWeightGeometryFilter : public MFnGeometryFilter {
public:
    MFnWeightGeometryFilter() {}
    MFnWeightGeometryFilter(MObject& object, MStatus* status = nullptr);
    ~MFnWeightGeometryFilter() override;
    MFn::Type type() const override;
    MStatus getWeights(const MDagPath& path, const MObject& components, MFloatArray& weights) const;
    MStatus setWeight(const MDagPath& path, const MObject& components, float weight, MFloatArray* oldValues = nullptr);
    MString weightPlugStrings(const MSelectionList& list, MStatus* status = nullptr) const;
};

OPENMAYA_NAMESPACE_CLOSE
