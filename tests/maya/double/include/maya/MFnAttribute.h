#pragma once

#include <maya/MFnBase.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MFnAttribute : public MFnBase {
public:
    enum DisconnectBehavior { kDelete, kReset, kNothing };

    MFnAttribute() {}
    MFnAttribute(const MObject& object, MStatus* status = nullptr);
    ~MFnAttribute() override;
    MFn::Type type() const override;

    bool isReadable(MStatus* status = nullptr) const;
    bool isWritable(MStatus* status = nullptr) const;
    bool isConnectable(MStatus* status = nullptr) const;
    bool isStorable(MStatus* status = nullptr) const;
    bool isKeyable(MStatus* status = nullptr) const;
    bool isHidden(MStatus* status = nullptr) const;
    bool isArray(MStatus* status = nullptr) const;
    bool isDynamic(MStatus* status = nullptr) const;
    MStatus setReadable(bool state);
    MStatus setWritable(bool state);
    MStatus setConnectable(bool state);
    MStatus setStorable(bool state);
    MStatus setCached(bool state);
    MStatus setArray(bool state);
    MStatus setIndexMatters(bool state);
    MStatus setKeyable(bool state);
    MStatus setChannelBox(bool state);
    MStatus setHidden(bool state);
    MStatus setUsedAsColor(bool state);
    MStatus setUsedAsFilename(bool state);
    MStatus setIndeterminant(bool state);
    MStatus setRenderSource(bool state);
    MStatus setDisconnectBehavior(DisconnectBehavior behavior);
    MStatus setUsesArrayDataBuilder(bool state);
    MStatus setInternal(bool state);
    MStatus setWorldSpace(bool state);
    MStatus setAffectsWorldSpace(bool state);
    MStatus setAffectsAppearance(bool state);
    MStatus setProxyAttribute(bool state);
    MStatus setNiceNameOverride(const MString& name);
    MStatus addToCategory(const MString& category);
    MObject parent(MStatus* status = nullptr) const;
    MString name(MStatus* status = nullptr) const;
    MString shortName(MStatus* status = nullptr) const;
};

OPENMAYA_NAMESPACE_CLOSE
