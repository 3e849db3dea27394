#pragma once

#include <maya/MObject.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MDGModifier {
public:
    MDGModifier();
    virtual ~MDGModifier();

    MObject createNode(const MTypeId& type, MStatus* status = nullptr);
    MObject createNode(const MString& type, MStatus* status = nullptr);
    MStatus deleteNode(const MObject& node);
    MStatus deleteNode(const MObject& node, bool includeParents);
    MStatus renameNode(const MObject& node, const MString& name);
    MStatus setNodeLockState(const MObject& node, bool lock);
    MStatus connect(const MPlug& source, const MPlug& destination);
    MStatus disconnect(const MPlug& source, const MPlug& destination);
    MStatus addAttribute(const MObject& node, const MObject& attribute);
    MStatus removeAttribute(const MObject& node, const MObject& attribute);
    MStatus renameAttribute(const MObject& node, const MObject& attribute, const MString& shortName,
                            const MString& longName);
    MStatus removeMultiInstance(const MPlug& plug, bool breakConnections);
    MStatus newPlugValue(const MPlug& plug, MObject& value);
    MStatus newPlugValueBool(const MPlug& plug, bool value);
    MStatus newPlugValueChar(const MPlug& plug, char value);
    MStatus newPlugValueDouble(const MPlug& plug, double value);
    MStatus newPlugValueFloat(const MPlug& plug, float value);
    MStatus newPlugValueInt(const MPlug& plug, int value);
    MStatus newPlugValueInt64(const MPlug& plug, MInt64 value);
    MStatus newPlugValueShort(const MPlug& plug, short value);
    MStatus newPlugValueString(const MPlug& plug, const MString& value);
    MStatus newPlugValueMAngle(const MPlug& plug, const MAngle& value);
    MStatus newPlugValueMDistance(const MPlug& plug, const MDistance& value);
    MStatus newPlugValueMTime(const MPlug& plug, const MTime& value);
    MStatus commandToExecute(const MString& command);
    MStatus pythonCommandToExecute(const MString& command);
    virtual MStatus doIt();
    MStatus undoIt();

    // Of the double.
    const ::fake::Ref& fakeRef() const { return m_queue; }

private:
    MDGModifier(const MDGModifier&) = delete;
    MDGModifier& operator=(const MDGModifier&) = delete;

protected:
    ::fake::Ref m_queue;
};

OPENMAYA_NAMESPACE_CLOSE
