#pragma once

#include <maya/MFnAttribute.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MFnEnumAttribute : public MFnAttribute {
public:
    MFnEnumAttribute() {}
    MFnEnumAttribute(const MObject& object, MStatus* status = nullptr);
    ~MFnEnumAttribute() override;
    MFn::Type type() const override;

    MObject create(const MString& fullName, const MString& briefName, short defaultValue = 0,
                   MStatus* status = nullptr);
    MStatus addField(const MString& field, short index);
    MString fieldName(short index, MStatus* status = nullptr) const;
    short fieldIndex(const MString& name, MStatus* status = nullptr) const;
    MStatus getMin(short& value) const;
    MStatus getMax(short& value) const;
    MStatus setDefault(short value);
};

OPENMAYA_NAMESPACE_CLOSE
