// Node types of Maya's own, as far as the plug-in meets them.
#include "builtin.h"

namespace fake {

Ptr<Attr> makeAttr(const std::string& name, const std::string& brief, Kind kind, double value)
{
    Ptr<Attr> attr = make<Attr>();
    attr->name = name;
    attr->brief = brief;
    attr->kind = kind;
    attr->defaultNumber = value;
    switch (kind) {
        case Kind::kAngle:
            attr->api = MFn::kDoubleAngleAttribute;
            break;
        case Kind::kDistance:
            attr->api = MFn::kDoubleLinearAttribute;
            break;
        case Kind::kTime:
            attr->api = MFn::kTimeAttribute;
            break;
        case Kind::kMatrix:
            attr->api = MFn::kMatrixAttribute;
            attr->dataType = MFnData::kMatrix;
            break;
        case Kind::kString:
            attr->api = MFn::kTypedAttribute;
            attr->dataType = MFnData::kString;
            break;
        case Kind::kData:
            attr->api = MFn::kTypedAttribute;
            break;
        case Kind::kMessage:
            attr->api = MFn::kMessageAttribute;
            break;
        case Kind::kCompound:
            attr->api = MFn::kCompoundAttribute;
            break;
        case Kind::kEnum:
            attr->api = MFn::kEnumAttribute;
            break;
        default:
            attr->api = MFn::kNumericAttribute;
            break;
    }
    return attr;
}
Ptr<Attr> makeCompound(const std::string& name, const std::string& brief, const std::vector<Ptr<Attr>>& children)
{
    Ptr<Attr> attr = makeAttr(name, brief, Kind::kCompound);
    attr->children = children;
    for (const Ptr<Attr>& child : children)
        child->parent = attr.get();
    return attr;
}
Ptr<Attr> makeTriple(const std::string& name, const std::string& brief, Kind kind, double value)
{
    std::vector<Ptr<Attr>> children;
    for (const char* axis : {"X", "Y", "Z"}) {
        std::string lower = axis;
        lower[0] = static_cast<char>(lower[0] + 32);
        children.push_back(makeAttr(name + axis, brief + lower, kind, value));
    }
    Ptr<Attr> attr = makeCompound(name, brief, children);
    attr->api = MFn::kAttribute3Double;
    attr->numeric = MFnNumericData::k3Double;
    return attr;
}

Attr* NodeType::find(const std::string& wanted) const
{
    const std::function<Attr*(const Ptr<Attr>&)> look = [&](const Ptr<Attr>& attr) -> Attr* {
        if (attr->name == wanted || attr->brief == wanted)
            return attr.get();
        for (const Ptr<Attr>& child : attr->children)
            if (Attr* found = look(child))
                return found;
        return nullptr;
    };
    for (const Ptr<Attr>& attr : attrs)
        if (Attr* found = look(attr))
            return found;
    return nullptr;
}

std::shared_ptr<NodeType> findType(const std::string& name)
{
    const auto found = scene().types.find(name);
    return found == scene().types.end() ? nullptr : found->second;
}

Ptr<Attr> hidden(Ptr<Attr> attr)
{
    attr->hidden = true;
    return attr;
}
Ptr<Attr> arrayOf(Ptr<Attr> attr)
{
    attr->array = true;
    return attr;
}
Ptr<Attr> keyableAttr(Ptr<Attr> attr)
{
    attr->keyable = true;
    for (const Ptr<Attr>& child : attr->children)
        child->keyable = true;
    return attr;
}
Ptr<Attr> typed(const std::string& name, const std::string& brief, MFnData::Type type)
{
    Ptr<Attr> attr = makeAttr(name, brief, Kind::kData);
    attr->dataType = type;
    return attr;
}
Ptr<Attr> outputAttr(Ptr<Attr> attr)
{
    attr->storable = false;
    attr->writable = false;
    return attr;
}

std::shared_ptr<NodeType> derive(const std::string& base, const std::string& name, MFn::Type api,
                                 const std::vector<Ptr<Attr>>& attrs)
{
    auto type = std::make_shared<NodeType>();
    if (const auto parent = findType(base))
        *type = *parent;
    type->name = name;
    type->api = api;
    type->functions.insert(api);
    type->attrs.insert(type->attrs.end(), attrs.begin(), attrs.end());
    scene().types[name] = type;
    return type;
}

void registerDagTypes()
{
    auto dag = derive(
        "dependNode", "dagNode", MFn::kDagNode,
        {keyableAttr(makeAttr("visibility", "v", Kind::kBool, 1)), makeAttr("intermediateObject", "io", Kind::kBool),
         outputAttr(makeAttr("matrix", "m", Kind::kMatrix)), outputAttr(makeAttr("inverseMatrix", "im", Kind::kMatrix)),
         outputAttr(arrayOf(makeAttr("worldMatrix", "wm", Kind::kMatrix))),
         outputAttr(arrayOf(makeAttr("worldInverseMatrix", "wim", Kind::kMatrix))),
         outputAttr(arrayOf(makeAttr("parentMatrix", "pm", Kind::kMatrix))),
         outputAttr(arrayOf(makeAttr("parentInverseMatrix", "pim", Kind::kMatrix)))});
    dag->isDag = true;
    dag->compute = computeDag;
    derive("dagNode", "world", MFn::kWorld, {});
    derive("dagNode", "transform", MFn::kTransform,
           {keyableAttr(makeTriple("translate", "t", Kind::kDistance)),
            keyableAttr(makeTriple("rotate", "r", Kind::kAngle)),
            keyableAttr(makeTriple("scale", "s", Kind::kDouble, 1)), makeTriple("shear", "sh", Kind::kDouble),
            makeTriple("rotatePivot", "rp", Kind::kDistance),
            makeTriple("rotatePivotTranslate", "rpt", Kind::kDistance), makeTriple("scalePivot", "sp", Kind::kDistance),
            makeTriple("scalePivotTranslate", "spt", Kind::kDistance), makeTriple("rotateAxis", "ra", Kind::kAngle),
            makeAttr("rotateOrder", "ro", Kind::kEnum), makeAttr("inheritsTransform", "it", Kind::kBool, 1),
            makeAttr("offsetParentMatrix", "opm", Kind::kMatrix),
            outputAttr(makeAttr("dagLocalMatrix", "dlm", Kind::kMatrix))});
    derive("transform", "joint", MFn::kJoint,
           {makeTriple("jointOrient", "jo", Kind::kAngle), makeAttr("segmentScaleCompensate", "ssc", Kind::kBool, 1),
            makeTriple("inverseScale", "is", Kind::kDouble, 1), makeTriple("preferredAngle", "pa", Kind::kAngle),
            keyableAttr(makeAttr("radius", "radi", Kind::kDouble, 1)), makeAttr("side", "sd", Kind::kEnum),
            makeAttr("type", "typ", Kind::kEnum), makeAttr("drawStyle", "ds", Kind::kEnum),
            makeAttr("bindPose", "bps", Kind::kMatrix)});
    derive("dagNode", "shape", MFn::kShape, {});
    derive("shape", "locator", MFn::kLocator,
           {makeTriple("localPosition", "lp", Kind::kDistance), makeTriple("localScale", "los", Kind::kDouble, 1)});
    derive("shape", "camera", MFn::kCamera, {});
    derive("shape", "mesh", MFn::kMesh,
           {hidden(typed("inMesh", "i", MFnData::kMesh)), outputAttr(typed("outMesh", "o", MFnData::kMesh)),
            outputAttr(arrayOf(typed("worldMesh", "w", MFnData::kMesh)))})
        ->compute = computeMesh;
    for (const auto& [name, api] : {std::pair<const char*, MFn::Type>{"orientConstraint", MFn::kOrientConstraint},
                                    {"parentConstraint", MFn::kParentConstraint},
                                    {"pointConstraint", MFn::kPointConstraint},
                                    {"aimConstraint", MFn::kAimConstraint},
                                    {"scaleConstraint", MFn::kScaleConstraint},
                                    {"poleVectorConstraint", MFn::kPoleVectorConstraint}}) {
        auto type = derive("transform", name, api,
                           {makeTriple("constraintTranslate", "ct", Kind::kDistance),
                            makeTriple("constraintRotate", "cr", Kind::kAngle),
                            makeTriple("constraintScale", "cs", Kind::kDouble, 1),
                            arrayOf(makeCompound("target", "tg",
                                                 {makeAttr("targetParentMatrix", "tpm", Kind::kMatrix),
                                                  makeAttr("targetWeight", "tw", Kind::kDouble, 1)}))});
        type->functions.insert(MFn::kConstraint);
    }
    derive("transform", "ikEffector", MFn::kIkEffector, {makeAttr("handlePath", "hp", Kind::kMessage)});
    derive("transform", "ikHandle", MFn::kIkHandle,
           {makeAttr("startJoint", "hsj", Kind::kMessage), makeAttr("endEffector", "hee", Kind::kMessage),
            makeTriple("outRotate", "or", Kind::kAngle), arrayOf(makeTriple("jointRotate", "jr", Kind::kAngle))});
}

void registerDgTypes()
{
    auto time = derive("dependNode", "time", MFn::kTime, {makeAttr("outTime", "o", Kind::kTime)});
    time->compute = [](Node&, const Key& key, const Context& context, Value& value) {
        value.number = static_cast<double>(timeOf(context));
        return key.attr->name == "outTime";
    };
    const auto curve = [](const char* name, MFn::Type api, Kind input, Kind output) {
        auto type = derive("dependNode", name, api,
                           {makeAttr("input", "i", input), outputAttr(makeAttr("output", "o", output)),
                            makeAttr("preInfinity", "pri", Kind::kEnum), makeAttr("postInfinity", "poi", Kind::kEnum)});
        type->functions.insert(MFn::kAnimCurve);
        type->compute = computeCurve;
    };
    curve("animCurveTA", MFn::kAnimCurveTimeToAngular, Kind::kTime, Kind::kAngle);
    curve("animCurveTL", MFn::kAnimCurveTimeToDistance, Kind::kTime, Kind::kDistance);
    curve("animCurveTT", MFn::kAnimCurveTimeToTime, Kind::kTime, Kind::kTime);
    curve("animCurveTU", MFn::kAnimCurveTimeToUnitless, Kind::kTime, Kind::kDouble);
    curve("animCurveUA", MFn::kAnimCurveUnitlessToAngular, Kind::kDouble, Kind::kAngle);
    curve("animCurveUL", MFn::kAnimCurveUnitlessToDistance, Kind::kDouble, Kind::kDistance);
    curve("animCurveUT", MFn::kAnimCurveUnitlessToTime, Kind::kDouble, Kind::kTime);
    curve("animCurveUU", MFn::kAnimCurveUnitlessToUnitless, Kind::kDouble, Kind::kDouble);

    for (const char* name : {"HIKState2SK", "HIKSolverNode", "HIKCharacterNode", "HIKRetargeterNode"})
        derive("dependNode", name, MFn::kHikSolver,
               {arrayOf(makeTriple("outputR", "or", Kind::kAngle)),
                arrayOf(makeTriple("outputT", "ot", Kind::kDistance))});
    derive("dependNode", "ikSolver", MFn::kIkSolver, {});
    derive("dependNode", "nucleus", MFn::kNucleus, {makeTriple("output", "ou", Kind::kDouble)});
    derive("dependNode", "expression", MFn::kExpression, {arrayOf(makeAttr("output", "out", Kind::kDouble))});
    derive("dependNode", "unitConversion", MFn::kUnitConversion,
           {makeAttr("input", "i", Kind::kDouble), outputAttr(makeAttr("output", "o", Kind::kDouble)),
            makeAttr("conversionFactor", "cf", Kind::kDouble, 1)});
    derive("dependNode", "reference", MFn::kReference, {});
    derive("dependNode", "dagPose", MFn::kDagPose, {});
    derive("dependNode", "network", MFn::kDependencyNode, {});
    derive("dependNode", "objectSet", MFn::kSet,
           {arrayOf(makeAttr("dagSetMembers", "dsm", Kind::kMessage)),
            arrayOf(makeAttr("dnSetMembers", "dnsm", Kind::kMessage))});
    auto layer = derive(
        "objectSet", "animLayer", MFn::kAnimLayer,
        {keyableAttr(makeAttr("weight", "w", Kind::kDouble, 1)), keyableAttr(makeAttr("mute", "m", Kind::kBool)),
         makeAttr("solo", "s", Kind::kBool), makeAttr("lock", "l", Kind::kBool), makeAttr("override", "o", Kind::kBool),
         makeAttr("passthrough", "p", Kind::kBool, 1), makeAttr("ghost", "g", Kind::kBool),
         makeAttr("selected", "sel", Kind::kBool), makeAttr("preferred", "pref", Kind::kBool),
         makeAttr("parentLayer", "pl", Kind::kMessage), arrayOf(makeAttr("childrenLayers", "cl", Kind::kMessage)),
         makeAttr("rotationAccumulationMode", "ram", Kind::kEnum),
         makeAttr("scaleAccumulationMode", "sam", Kind::kEnum, 1),
         outputAttr(makeAttr("foregroundWeight", "fgw", Kind::kDouble, 1)),
         outputAttr(makeAttr("backgroundWeight", "bgw", Kind::kDouble, 1)),
         arrayOf(makeAttr("blendNodes", "bnds", Kind::kMessage))});
    layer->compute = computeLayer;
    const auto blend = [](const char* name, MFn::Type api, Kind kind, bool triple, double value) {
        std::vector<Ptr<Attr>> attrs = {keyableAttr(makeAttr("weightA", "wa", Kind::kDouble, 1)),
                                        keyableAttr(makeAttr("weightB", "wb", Kind::kDouble, 1))};
        if (triple) {
            attrs.push_back(keyableAttr(makeTriple("inputA", "ia", kind, value)));
            attrs.push_back(keyableAttr(makeTriple("inputB", "ib", kind, value)));
            attrs.push_back(outputAttr(makeTriple("output", "o", kind, value)));
            attrs.push_back(makeAttr("accumulationMode", "acm", Kind::kEnum));
            attrs.push_back(makeAttr("rotateOrder", "ro", Kind::kEnum));
        } else {
            attrs.push_back(keyableAttr(makeAttr("inputA", "ia", kind, value)));
            attrs.push_back(keyableAttr(makeAttr("inputB", "ib", kind, value)));
            attrs.push_back(outputAttr(makeAttr("output", "o", kind, value)));
            attrs.push_back(makeAttr("accumulationMode", "acm", Kind::kEnum));
        }
        auto type = derive("dependNode", name, api, attrs);
        type->functions.insert(MFn::kBlendNodeBase);
        type->compute = computeBlend;
    };
    blend("animBlendNodeAdditive", MFn::kBlendNodeDouble, Kind::kDouble, false, 0);
    blend("animBlendNodeAdditiveDA", MFn::kBlendNodeDoubleAngle, Kind::kAngle, false, 0);
    blend("animBlendNodeAdditiveDL", MFn::kBlendNodeDoubleLinear, Kind::kDistance, false, 0);
    blend("animBlendNodeAdditiveScale", MFn::kBlendNodeAdditiveScale, Kind::kDouble, false, 1);
    blend("animBlendNodeAdditiveRotation", MFn::kBlendNodeAdditiveRotation, Kind::kAngle, true, 0);

    auto filter = derive(
        "dependNode", "geometryFilter", MFn::kGeometryFilt,
        {arrayOf(makeCompound("input", "ip",
                              {typed("inputGeometry", "ig", MFnData::kMesh), makeAttr("groupId", "gi", Kind::kInt)})),
         keyableAttr(makeAttr("envelope", "en", Kind::kFloat, 1)),
         outputAttr(arrayOf(typed("outputGeometry", "og", MFnData::kMesh)))});
    filter->functions.insert(MFn::kGeometryFilt);
    Ptr<Attr> weights = arrayOf(makeAttr("weights", "w", Kind::kFloat, 1));
    weights->usesBuilder = true;
    derive("geometryFilter", "weightGeometryFilter", MFn::kWeightGeometryFilt,
           {arrayOf(makeCompound("weightList", "wl", {weights}))});
    derive("geometryFilter", "skinCluster", MFn::kSkinClusterFilter,
           {arrayOf(makeAttr("matrix", "ma", Kind::kMatrix)), arrayOf(makeAttr("bindPreMatrix", "pm", Kind::kMatrix)),
            makeAttr("geomMatrix", "gm", Kind::kMatrix), makeAttr("skinningMethod", "skm", Kind::kEnum)})
        ->compute = computeSkin;
    derive("geometryFilter", "tweak", MFn::kTweak, {})->compute = computeTweak;
}

void registerBuiltinTypes(Scene& owner)
{
    if (!owner.types.empty())
        return;
    auto base = std::make_shared<NodeType>();
    base->name = "dependNode";
    base->functions = {MFn::kBase, MFn::kNamedObject, MFn::kDependencyNode};
    base->attrs = {hidden(makeAttr("message", "msg", Kind::kMessage)), makeAttr("caching", "cch", Kind::kBool),
                   makeAttr("isHistoricallyInteresting", "ihi", Kind::kChar, 2),
                   makeAttr("nodeState", "nds", Kind::kEnum), makeAttr("frozen", "fzn", Kind::kBool)};
    base->attrs[0]->storable = false;
    owner.types["dependNode"] = base;
    registerDagTypes();
    registerDgTypes();
}

}  // namespace fake
