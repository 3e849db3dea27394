// The attributes of surefootShape. Defaults, ranges and choices are those of the library at load time.

#include "nodes/shape_deformer.h"

#include <string>

#include <maya/MFnCompoundAttribute.h>
#include <maya/MFnData.h>
#include <maya/MFnEnumAttribute.h>
#include <maya/MFnMatrixAttribute.h>
#include <maya/MFnNumericAttribute.h>
#include <maya/MFnNumericData.h>
#include <maya/MFnTypedAttribute.h>
#include <maya/MFnUnitAttribute.h>
#include <maya/MGlobal.h>

#include "ids.h"
#include "options.h"
#include "status.h"

namespace surefoot {

MObject ShapeDeformer::s_part;
MObject ShapeDeformer::s_margin;
MObject ShapeDeformer::s_softness;
MObject ShapeDeformer::s_smoothing;
MObject ShapeDeformer::s_maxPush;
MObject ShapeDeformer::s_unitScale;
MObject ShapeDeformer::s_pose;
MObject ShapeDeformer::s_matrix;
MObject ShapeDeformer::s_bodyMesh;
MObject ShapeDeformer::s_captured;
std::array<MObject, kCapturedCount> ShapeDeformer::s_fields;

namespace {

const surefoot_option& option(const std::string& name)
{
    const surefoot_operation& operation = findOperation("deform_out_of_body");
    for (size_t i = 0; i < operation.option_count; ++i) {
        if (operation.options[i]->name == name) {
            return *operation.options[i];
        }
    }
    throw Failure("the library has no option " + name + " of deform_out_of_body");
}

// A change of these prepares the shape anew, so they are not offered for keys.
MObject length(const char* name, const char* shortName, const char* optionName, bool isKeyable)
{
    const surefoot_option& its = option(optionName);
    constexpr double kCentimetres = 100.0;
    MStatus status;
    MFnUnitAttribute fn;
    const MObject attribute =
        fn.create(name, shortName, MFnUnitAttribute::kDistance, kCentimetres * its.default_value, &status);
    check(status, std::string("make the attribute ") + name);
    fn.setMin(kCentimetres * its.min);
    fn.setMax(kCentimetres * its.max);
    fn.setNiceNameOverride(its.label);
    fn.setKeyable(isKeyable);
    fn.setChannelBox(true);
    return attribute;
}

MFnData::Type dataType(CapturedKind kind)
{
    switch (kind) {
        case CapturedKind::Strings:
            return MFnData::kStringArray;
        case CapturedKind::Ints:
            return MFnData::kIntArray;
        case CapturedKind::Doubles:
            return MFnData::kDoubleArray;
        case CapturedKind::Vectors:
            break;
    }
    return MFnData::kVectorArray;
}

}  // namespace

MStatus ShapeDeformer::initialize()
{
    try {
        MStatus status;
        MFnEnumAttribute enumeration;
        const surefoot_option& part = option("part");
        s_part = enumeration.create("part", "prt", static_cast<short>(part.default_value), &status);
        check(status, "make the attribute part");
        for (size_t i = 0; i < part.choice_count; ++i) {
            enumeration.addField(part.choices[i].name, static_cast<short>(i));
        }
        enumeration.setChannelBox(true);

        s_margin = length("margin", "mrg", "margin", false);
        s_softness = length("softness", "sft", "softness", false);
        s_maxPush = length("maxPush", "mxp", "max_push", true);

        const surefoot_option& smoothing = option("smoothing");
        MFnNumericAttribute number;
        s_smoothing = number.create("smoothing", "smo", MFnNumericData::kInt, smoothing.default_value, &status);
        check(status, "make the attribute smoothing");
        number.setMin(smoothing.min);
        number.setMax(smoothing.max);
        number.setChannelBox(true);

        s_unitScale = number.create("unitScale", "uns", MFnNumericData::kDouble, 1.0, &status);
        check(status, "make the attribute unitScale");
        number.setMin(1e-6);

        s_pose = enumeration.create("pose", "pse", kInputGeometry, &status);
        check(status, "make the attribute pose");
        enumeration.addField("input geometry", kInputGeometry);
        enumeration.addField("joints", kJoints);

        MFnMatrixAttribute matrix;
        s_matrix = matrix.create("matrix", "mtx", MFnMatrixAttribute::kDouble, &status);
        check(status, "make the attribute matrix");
        matrix.setArray(true);
        matrix.setStorable(false);
        matrix.setHidden(true);
        matrix.setDisconnectBehavior(MFnAttribute::kDelete);
        matrix.setUsesArrayDataBuilder(true);

        MFnTypedAttribute typed;
        s_bodyMesh = typed.create("bodyMesh", "bdm", MFnData::kMesh, MObject::kNullObj, &status);
        check(status, "make the attribute bodyMesh");
        typed.setStorable(false);
        typed.setHidden(true);

        for (unsigned i = 0; i < kCapturedCount; ++i) {
            const CapturedField& field = kCapturedFields[i];
            s_fields[i] = typed.create(field.name, field.shortName, dataType(field.kind), MObject::kNullObj, &status);
            check(status, std::string("make the attribute ") + field.name);
            typed.setStorable(true);
            typed.setHidden(true);
            typed.setConnectable(false);
        }
        MFnCompoundAttribute compound;
        s_captured = compound.create("captured", "cap", &status);
        check(status, "make the attribute captured");
        for (const MObject& field : s_fields) {
            check(compound.addChild(field), "fill the attribute captured");
        }
        compound.setArray(true);
        compound.setHidden(true);

        for (const MObject& attribute : {s_part, s_margin, s_softness, s_smoothing, s_maxPush, s_unitScale, s_pose,
                                         s_matrix, s_bodyMesh, s_captured}) {
            check(addAttribute(attribute), "add an attribute");
            check(attributeAffects(attribute, outputGeom), "connect an attribute to the output");
        }
        for (const MObject& field : s_fields) {
            check(attributeAffects(field, outputGeom), "connect an attribute to the output");
        }
        // Without a user interface there is nobody who paints, and the command may be missing.
        if (MGlobal::mayaState() == MGlobal::kInteractive) {
            MGlobal::executeCommand(MString("makePaintable -attrType multiFloat -sm deformer ") + kShapeNode +
                                    " weights");
        }
        return MS::kSuccess;
    } catch (const std::exception& failure) {
        MGlobal::displayError(mayaText(std::string(kShapeNode) + ": " + failure.what()));
        return MS::kFailure;
    }
}

}  // namespace surefoot
