#pragma once

#include <maya/MFnBase.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MFnDependencyNode : public MFnBase {
public:
    MFnDependencyNode() {}
    MFnDependencyNode(MObject& object, MStatus* status = nullptr);
    MFnDependencyNode(const MObject& object, MStatus* status = nullptr);
    ~MFnDependencyNode() override;
    MFn::Type type() const override;

    MObject create(const MString& type, MStatus* status = nullptr);
    MObject create(const MString& type, const MString& name, MStatus* status = nullptr);
    MTypeId typeId(MStatus* status = nullptr) const;
    MString typeName(MStatus* status = nullptr) const;
    MString name(MStatus* status = nullptr) const;
    MString absoluteName(MStatus* status = nullptr) const;
    MString setName(const MString& name, bool createNamespace = false, MStatus* status = nullptr);
    MString parentNamespace(MStatus* status = nullptr) const;
    MString pluginName(MStatus* status = nullptr) const;
    MUuid uuid(MStatus* status = nullptr) const;
    MStatus getConnections(MPlugArray& plugs) const;
    unsigned int attributeCount(MStatus* status = nullptr) const;
    MObject attribute(unsigned int index, MStatus* status = nullptr) const;
    MObject attribute(const MString& name, MStatus* status = nullptr) const;
    bool hasAttribute(const MString& name, MStatus* status = nullptr) const;
    MPlug findPlug(const MString& name, bool wantNetworkedPlug, MStatus* status = nullptr) const;
    MPlug findPlug(const MObject& attribute, bool wantNetworkedPlug, MStatus* status = nullptr) const;
    MStatus addAttribute(const MObject& attribute);
    MStatus removeAttribute(const MObject& attribute);
    MPxNode* userNode(MStatus* status = nullptr) const;
    bool affectsAnimation(MStatus* status = nullptr) const;
    bool canBeWritten(MStatus* status = nullptr) const;
    bool hasUniqueName(MStatus* status = nullptr) const;
    bool isDefaultNode(MStatus* status = nullptr) const;
    bool isFromReferencedFile(MStatus* status = nullptr) const;
    bool isLocked(MStatus* status = nullptr) const;
    bool isShared(MStatus* status = nullptr) const;
    bool isTrackingEdits(MStatus* status = nullptr) const;
    MStatus setDoNotWrite(bool doNotWrite);
    MStatus setLocked(bool locked);
};

OPENMAYA_NAMESPACE_CLOSE
