#pragma once

#include <maya/MObject.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MPlug {
public:
    enum FreeToChangeState { kFreeToChange = 0, kNotFreeToChange, kChildrenNotFreeToChange };
    enum MValueSelector { kAll = 0, kNonDefault, kChanged, kLastAttrSelector };

    MPlug();
    MPlug(const MPlug& other);
    MPlug(const MObject& node, const MObject& attribute);
    ~MPlug();

    const MPlug& operator=(const MPlug& other);
    bool operator==(const MPlug& other) const;
    bool operator!=(const MPlug& other) const { return !(*this == other); }
    bool operator==(const MObject& attribute) const;
    bool operator!=(const MObject& attribute) const;

    MStatus setAttribute(MObject& attribute);
    MObject attribute(MStatus* status = nullptr) const;
    MObject node(MStatus* status = nullptr) const;
    MString name(MStatus* status = nullptr) const;
    MString info(MStatus* status = nullptr) const;
    MString partialName(bool includeNodeName = false, bool includeNonMandatoryIndices = false,
                        bool includeInstancedIndices = false, bool useAlias = false, bool useFullAttributePath = false,
                        bool useLongNames = false, MStatus* status = nullptr) const;
    MStatus selectAncestorLogicalIndex(unsigned int index, const MObject& attribute = MObject::kNullObj);
    unsigned int logicalIndex(MStatus* status = nullptr) const;

    bool isNull(MStatus* status = nullptr) const;
    bool isArray(MStatus* status = nullptr) const;
    bool isElement(MStatus* status = nullptr) const;
    bool isCompound(MStatus* status = nullptr) const;
    bool isChild(MStatus* status = nullptr) const;
    bool isNetworked(MStatus* status = nullptr) const;
    bool isConnected(MStatus* status = nullptr) const;
    bool isSource(MStatus* status = nullptr) const;
    bool isDestination(MStatus* status = nullptr) const;
    bool isDynamic(MStatus* status = nullptr) const;
    bool isProcedural(MStatus* status = nullptr) const;
    bool isKeyable(MStatus* status = nullptr) const;
    bool isLocked(MStatus* status = nullptr) const;
    bool isChannelBoxFlagSet(MStatus* status = nullptr) const;
    bool isIgnoredWhenRendering(MStatus* status = nullptr) const;
    bool isFromReferencedFile(MStatus* status = nullptr) const;
    bool isDefaultValue(bool forcePlugEval = false, MStatus* status = nullptr) const;
    FreeToChangeState isFreeToChange(bool checkParents = true, bool checkChildren = true,
                                     MStatus* status = nullptr) const;
    MStatus setKeyable(bool keyable);
    MStatus setLocked(bool locked);
    MStatus setChannelBox(bool shown);

    MPlug array(MStatus* status = nullptr) const;
    MPlug parent(MStatus* status = nullptr) const;
    MPlug child(MObject& attribute, MStatus* status = nullptr) const;
    MPlug child(unsigned int index, MStatus* status = nullptr) const;
    unsigned int numChildren(MStatus* status = nullptr) const;
    unsigned int numElements(MStatus* status = nullptr) const;
    unsigned int numConnectedElements(MStatus* status = nullptr) const;
    unsigned int evaluateNumElements(MStatus* status = nullptr);
    unsigned int getExistingArrayAttributeIndices(MIntArray& indices, MStatus* status = nullptr);
    MPlug elementByLogicalIndex(unsigned int index, MStatus* status = nullptr) const;
    MPlug elementByPhysicalIndex(unsigned int index, MStatus* status = nullptr) const;
    MStatus setNumElements(unsigned int count);

    bool connectedTo(MPlugArray& plugs, bool asDestination, bool asSource, MStatus* status = nullptr) const;
    MPlug source(MStatus* status = nullptr) const;
    MPlug sourceWithConversion(MStatus* status = nullptr) const;
    bool destinations(MPlugArray& plugs, MStatus* status = nullptr) const;
    bool destinationsWithConversions(MPlugArray& plugs, MStatus* status = nullptr) const;

    MStatus getValue(MObject& value) const;
    MStatus getValue(double& value) const;
    MStatus getValue(float& value) const;
    MStatus getValue(int& value) const;
    MStatus getValue(short& value) const;
    MStatus getValue(bool& value) const;
    MStatus getValue(MDistance& value) const;
    MStatus getValue(MAngle& value) const;
    MStatus getValue(MTime& value) const;
    MStatus getValue(MString& value) const;
    MObject asMObject(MStatus* status = nullptr) const;
    MDataHandle asMDataHandle(MStatus* status = nullptr) const;
    double asDouble(MStatus* status = nullptr) const;
    float asFloat(MStatus* status = nullptr) const;
    int asInt(MStatus* status = nullptr) const;
    short asShort(MStatus* status = nullptr) const;
    bool asBool(MStatus* status = nullptr) const;
    MDistance asMDistance(MStatus* status = nullptr) const;
    MAngle asMAngle(MStatus* status = nullptr) const;
    MTime asMTime(MStatus* status = nullptr) const;
    MString asString(MStatus* status = nullptr) const;

    MStatus setValue(const MObject& value);
    MStatus setValue(double value);
    MStatus setValue(float value);
    MStatus setValue(int value);
    MStatus setValue(short value);
    MStatus setValue(bool value);
    MStatus setValue(const MDistance& value);
    MStatus setValue(const MAngle& value);
    MStatus setValue(const MTime& value);
    MStatus setValue(const MString& value);
    MStatus setMObject(const MObject& value);
    MStatus setMDataHandle(const MDataHandle& value);
    MStatus setDouble(double value);
    MStatus setFloat(float value);
    MStatus setInt(int value);
    MStatus setShort(short value);
    MStatus setBool(bool value);
    MStatus setMDistance(const MDistance& value);
    MStatus setMAngle(const MAngle& value);
    MStatus setMTime(const MTime& value);
    MStatus setString(const MString& value);
    MStatus getSetAttrCmds(MStringArray& commands, MValueSelector valueSelector = kNonDefault,
                           bool useLongNames = false);

    // Of the double.
    explicit MPlug(const ::fake::Ref& plug) : m_plug(plug) {}
    const ::fake::Ref& fakeRef() const { return m_plug; }

private:
    ::fake::Ref m_plug;
};

OPENMAYA_NAMESPACE_CLOSE
