#pragma once

#include <maya/MFnData.h>
#include <maya/MObject.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MDataHandle {
public:
    MDataHandle();
    MDataHandle(const MDataHandle& other) = default;
    MDataHandle& operator=(const MDataHandle& other) = default;

    MFnData::Type type() const;
    MTypeId typeId() const;
    bool isNumeric() const;
    MObject attribute();
    MObject data();
    MDataHandle child(const MObject& attribute);
    MDataBlock datablock(MStatus* status = nullptr) const;
    MStatus copy(const MDataHandle& source);
    MStatus copyWritable(const MDataHandle& source);
    void setClean();

    bool& asBool() const;
    short& asShort() const;
    int& asInt() const;
    float& asFloat() const;
    double& asDouble() const;
    float3& asFloat3() const;
    double3& asDouble3() const;
    MVector& asVector() const;
    MMatrix& asMatrix() const;
    MFloatMatrix& asFloatMatrix() const;
    MString& asString() const;
    MDistance asDistance() const;
    MAngle asAngle() const;
    MTime asTime() const;
    MObject asMesh() const;
    MObject asMeshTransformed() const;
    MPxData* asPluginData() const;
    const MMatrix& geometryTransformMatrix() const;

    void set(bool value);
    void set(int value);
    void set(double value);
    void set(const MMatrix& value);
    void set(const MString& value);
    MStatus set(const MObject& value);
    void set3Float(float x, float y, float z);
    void set3Double(double x, double y, double z);
    void setBool(bool value);
    void setShort(short value);
    void setInt(int value);
    void setFloat(float value);
    void setDouble(double value);
    void setString(const MString& value);
    void setMAngle(const MAngle& value);
    void setMDistance(const MDistance& value);
    void setMTime(const MTime& value);
    void setMVector(const MVector& value);
    void setMMatrix(const MMatrix& value);
    MStatus setMObject(const MObject& value);
    MStatus setMPxData(MPxData* value);

    // Of the double.
    explicit MDataHandle(const ::fake::Ref& slot) : m_slot(slot) {}
    const ::fake::Ref& fakeRef() const { return m_slot; }

private:
    ::fake::Ref m_slot;
};

OPENMAYA_NAMESPACE_CLOSE
