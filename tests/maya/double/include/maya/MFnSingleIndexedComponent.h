#pragma once

#include <maya/MFnComponent.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MFnSingleIndexedComponent : public MFnComponent {
public:
    MFnSingleIndexedComponent() {}
    MFnSingleIndexedComponent(MObject& object, MStatus* status = nullptr);
    ~MFnSingleIndexedComponent() override;
    MFn::Type type() const override;
    MObject create(MFn::Type componentType, MStatus* status = nullptr);
    MStatus addElement(int element);
    MStatus addElements(MIntArray& elements);
    int element(int index, MStatus* status = nullptr) const;
    MStatus getElements(MIntArray& elements) const;
    MStatus setCompleteData(int count);
    MStatus getCompleteData(int& count) const;
};

OPENMAYA_NAMESPACE_CLOSE
