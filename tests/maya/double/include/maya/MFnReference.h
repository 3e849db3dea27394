#pragma once

#include <maya/MFnDependencyNode.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MFnReference : public MFnDependencyNode {
public:
    MFnReference() {}
    MFnReference(const MObject& object, MStatus* status = nullptr);
    ~MFnReference() override;
    MFn::Type type() const override;
    MString fileName(bool resolvedName, bool includePath, bool includeCopyNumber, MStatus* status = nullptr) const;
    MString associatedNamespace(bool shortName, MStatus* status = nullptr) const;
    bool isLoaded(MStatus* status = nullptr) const;
    bool isLocked(MStatus* status = nullptr) const;
};

OPENMAYA_NAMESPACE_CLOSE
