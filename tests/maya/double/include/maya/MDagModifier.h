#pragma once

#include <maya/MDGModifier.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MDagModifier : public MDGModifier {
public:
    MDagModifier();
    ~MDagModifier() override;
    using MDGModifier::createNode;
    MObject createNode(const MString& type, const MObject& parent = MObject::kNullObj, MStatus* status = nullptr);
    MObject createNode(const MTypeId& type, const MObject& parent = MObject::kNullObj, MStatus* status = nullptr);
    MStatus reparentNode(const MObject& node, const MObject& newParent = MObject::kNullObj);
};

OPENMAYA_NAMESPACE_CLOSE
