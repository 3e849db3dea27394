#pragma once

#include <maya/MFnDependencyNode.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MFnSet : public MFnDependencyNode {
public:
    MFnSet() {}
    MFnSet(const MObject& object, MStatus* status = nullptr);
    ~MFnSet() override;
    MFn::Type type() const override;
    MStatus getMembers(MSelectionList& members, bool flatten) const;
};

OPENMAYA_NAMESPACE_CLOSE
