#pragma once

#include <maya/MPxGeometryFilter.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MPxDeformerNode : public MPxGeometryFilter {
public:
    MPxDeformerNode();
    ~MPxDeformerNode() override;
    Type type() const override;

    float weightValue(MDataBlock& block, unsigned int multiIndex, unsigned int index);
    void setDeformationDetails(unsigned int flags);
#if MAYA_DOUBLE_YEAR >= 2024
    const float* envelopeWeights(MDataBlock& block, unsigned int multiIndex, unsigned int* count = nullptr);
    virtual MIndexMapper indexMapper(unsigned int multiIndex, MStatus* status = nullptr) const;
#endif

    static MObject weightList;
    static MObject weights;
};

OPENMAYA_NAMESPACE_CLOSE
