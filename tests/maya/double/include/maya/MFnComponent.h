#pragma once

#include <maya/MFnBase.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MFnComponent : public MFnBase {
public:
    MFnComponent();
    MFnComponent(const MObject& object, MStatus* status = nullptr);
    ~MFnComponent() override;
    MFn::Type type() const override;
    int elementCount(MStatus* status = nullptr) const;
    MFn::Type componentType(MStatus* status = nullptr) const;
    bool isComplete(MStatus* status = nullptr) const;
};

OPENMAYA_NAMESPACE_CLOSE
