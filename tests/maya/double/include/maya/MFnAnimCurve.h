#pragma once

#include <maya/MFnDependencyNode.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MFnAnimCurve : public MFnDependencyNode {
public:
    enum AnimCurveType {
        kAnimCurveTA = 0,
        kAnimCurveTL,
        kAnimCurveTT,
        kAnimCurveTU,
        kAnimCurveUA,
        kAnimCurveUL,
        kAnimCurveUT,
        kAnimCurveUU,
        kAnimCurveUnknown
    };
    enum TangentType {
        kTangentGlobal = 0,
        kTangentFixed,
        kTangentLinear,
        kTangentFlat,
        kTangentSmooth,
        kTangentStep,
        kTangentSlow,
        kTangentFast,
        kTangentClamped,
        kTangentPlateau,
        kTangentStepNext,
        kTangentAuto
    };
    enum InfinityType { kConstant = 0, kLinear = 1, kCycle = 3, kCycleRelative = 4, kOscillate = 5 };

    MFnAnimCurve() {}
    MFnAnimCurve(MObject& object, MStatus* status = nullptr);
    MFnAnimCurve(const MPlug& plug, MStatus* status = nullptr);
    ~MFnAnimCurve() override;
    MFn::Type type() const override;

    MObject create(const MPlug& plug, MDGModifier* modifier = nullptr, MStatus* status = nullptr);
    MObject create(const MPlug& plug, AnimCurveType type, MDGModifier* modifier = nullptr, MStatus* status = nullptr);
    MObject create(const MObject& node, const MObject& attribute, AnimCurveType type, MDGModifier* modifier = nullptr,
                   MStatus* status = nullptr);
    MObject create(AnimCurveType type, MDGModifier* modifier = nullptr, MStatus* status = nullptr);
    AnimCurveType animCurveType(MStatus* status = nullptr) const;
    AnimCurveType timedAnimCurveTypeForPlug(MPlug& plug, MStatus* status = nullptr) const;

    double evaluate(const MTime& time, MStatus* status = nullptr) const;
    MStatus evaluate(const MTime& time, double& value) const;
    bool isStatic(MStatus* status = nullptr) const;
    unsigned int numKeys(MStatus* status = nullptr) const;
    MStatus remove(unsigned int index, MAnimCurveChange* change = nullptr);
    unsigned int addKey(const MTime& time, double value, TangentType tangentIn = kTangentGlobal,
                        TangentType tangentOut = kTangentGlobal, MAnimCurveChange* change = nullptr,
                        MStatus* status = nullptr);
    MStatus addKeyframe(const MTime& time, double value, MAnimCurveChange* change = nullptr);
    MStatus addKeys(MTimeArray* times, MDoubleArray* values, TangentType tangentIn = kTangentGlobal,
                    TangentType tangentOut = kTangentGlobal, bool keepExistingKeys = false,
                    MAnimCurveChange* change = nullptr);
    MStatus addKeysWithTangents(MTimeArray* times, MDoubleArray* values, TangentType tangentIn = kTangentGlobal,
                                TangentType tangentOut = kTangentGlobal, MIntArray* tangentInTypes = nullptr,
                                MIntArray* tangentOutTypes = nullptr, MDoubleArray* tangentInX = nullptr,
                                MDoubleArray* tangentInY = nullptr, MDoubleArray* tangentOutX = nullptr,
                                MDoubleArray* tangentOutY = nullptr, MIntArray* tangentsLocked = nullptr,
                                MIntArray* weightsLocked = nullptr, bool convertUnits = true,
                                bool keepExistingKeys = false, MAnimCurveChange* change = nullptr);
    unsigned int insertKey(const MTime& time, bool breakdown = false, MAnimCurveChange* change = nullptr,
                           MStatus* status = nullptr);
    bool find(const MTime& time, unsigned int& index, MStatus* status = nullptr) const;
    unsigned int findClosest(const MTime& time, MStatus* status = nullptr) const;
    MTime time(unsigned int index, MStatus* status = nullptr) const;
    double value(unsigned int index, MStatus* status = nullptr) const;
    MStatus setValue(unsigned int index, double value, MAnimCurveChange* change = nullptr);
    MStatus setTime(unsigned int index, const MTime& time, MAnimCurveChange* change = nullptr);
    TangentType inTangentType(unsigned int index, MStatus* status = nullptr) const;
    TangentType outTangentType(unsigned int index, MStatus* status = nullptr) const;
    MStatus setInTangentType(unsigned int index, TangentType type, MAnimCurveChange* change = nullptr);
    MStatus setOutTangentType(unsigned int index, TangentType type, MAnimCurveChange* change = nullptr);
    MStatus setTangentTypes(MIntArray indices, TangentType tangentIn = kTangentGlobal,
                            TangentType tangentOut = kTangentGlobal, MAnimCurveChange* change = nullptr);
    MStatus getTangent(unsigned int index, double& x, double& y, bool inTangent) const;
    MStatus getTangent(unsigned int index, MAngle& angle, double& weight, bool inTangent) const;
    MStatus setTangent(unsigned int index, double x, double y, bool inTangent, MAnimCurveChange* change = nullptr,
                       bool convertUnits = true);
    bool tangentsLocked(unsigned int index, MStatus* status = nullptr) const;
    bool weightsLocked(unsigned int index, MStatus* status = nullptr) const;
    MStatus setTangentsLocked(unsigned int index, bool locked, MAnimCurveChange* change = nullptr);
    MStatus setWeightsLocked(unsigned int index, bool locked, MAnimCurveChange* change = nullptr);
    bool isWeighted(MStatus* status = nullptr) const;
    MStatus setIsWeighted(bool weighted, MAnimCurveChange* change = nullptr);
    bool isBreakdown(unsigned int index, MStatus* status = nullptr) const;
    MStatus setIsBreakdown(unsigned int index, bool breakdown, MAnimCurveChange* change = nullptr);
    bool isTimeInput(MStatus* status = nullptr) const;
    InfinityType preInfinityType(MStatus* status = nullptr) const;
    InfinityType postInfinityType(MStatus* status = nullptr) const;
    MStatus setPreInfinityType(InfinityType type, MAnimCurveChange* change = nullptr);
    MStatus setPostInfinityType(InfinityType type, MAnimCurveChange* change = nullptr);
};

OPENMAYA_NAMESPACE_CLOSE
