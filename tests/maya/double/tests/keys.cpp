// Keys, layers, undo and evaluation of the double.
#include <cstring>

#include <fake/scene.h>
#include <fake/session.h>
#include <maya/MAnimControl.h>
#include <maya/MAnimCurveChange.h>
#include <maya/MAnimUtil.h>
#include <maya/MDGContext.h>
#include <maya/MDGContextGuard.h>
#include <maya/MDGModifier.h>
#include <maya/MDagModifier.h>
#include <maya/MDoubleArray.h>
#include <maya/MFnAnimCurve.h>
#include <maya/MFnDependencyNode.h>
#include <maya/MIntArray.h>
#include <maya/MObjectArray.h>
#include <maya/MPlug.h>
#include <maya/MSelectionList.h>
#include <maya/MString.h>
#include <maya/MTime.h>
#include <maya/MTimeArray.h>

#include "check.h"

namespace {

MPlug plug(const char* node, const char* name)
{
    return MFnDependencyNode(fake::find(node)).findPlug(name, true);
}
MTime frame(double number)
{
    return MTime(number, MTime::uiUnit());
}

}  // namespace

CASE("addKeys deletes other keys unless told to keep them, and undo is exact")
{
    fake::newScene();
    fake::createJoint("j");
    fake::keyPlug("j.rotateX", {{1, 10}, {5, -20}, {9, 30}});
    fake::setTangent("j.rotateX", 0, false, 0.6, 0.8);
    const fake::CurveRecord before = fake::curveOf("j.rotateX");
    MFnAnimCurve curve(plug("j", "rotateX"));
    MTimeArray times;
    MDoubleArray values;
    times.append(frame(3));
    values.append(0.25);
    {
        MAnimCurveChange change;
        CHECK(curve.addKeys(&times, &values, MFnAnimCurve::kTangentAuto, MFnAnimCurve::kTangentAuto, true, &change));
        CHECK_EQUAL(curve.numKeys(), 4u);
        const fake::CurveRecord after = fake::curveOf("j.rotateX");
        CHECK(change.undoIt());
        CHECK(fake::curveOf("j.rotateX") == before);
        CHECK(change.redoIt());
        CHECK(fake::curveOf("j.rotateX") == after);
        CHECK(change.undoIt());
    }
    CHECK(curve.addKeys(&times, &values));
    CHECK_EQUAL(curve.numKeys(), 1u);
    CHECK_EQUAL(curve.evaluate(frame(3)), 0.25);
}

CASE("a change that moved and added keys cannot be done again")
{
    fake::newScene();
    fake::createJoint("j");
    fake::keyPlug("j.rotateX", {{1, 10}, {5, -20}});
    MFnAnimCurve curve(plug("j", "rotateX"));
    MAnimCurveChange change;
    CHECK(curve.setTime(1, frame(6), &change));
    CHECK(curve.addKeyframe(frame(8), 1.0, &change));
    CHECK(change.undoIt());
    CHECK(!change.redoIt());
    CHECK(!curve.remove(99));
}

CASE("curves pass through their keys, hold or repeat outside, and keep their shape when a key is inserted")
{
    fake::newScene();
    fake::createGroup("g");
    fake::keyPlug("g.translateX", {{0, 0}, {10, 10}, {20, 0}});
    CHECK_EQUAL(fake::getAt("g.translateX", 10), 10.0);
    CHECK_EQUAL(fake::getAt("g.translateX", 100), 0.0);
    CHECK_EQUAL(fake::getAt("g.translateX", 5), 5.0);
    fake::setInfinity("g.translateX", MFnAnimCurve::kConstant, MFnAnimCurve::kCycle);
    CHECK(std::fabs(fake::getAt("g.translateX", 30) - 10.0) < 1e-9);
    const double early = fake::getAt("g.translateX", 2), late = fake::getAt("g.translateX", 8);
    MFnAnimCurve curve(plug("g", "translateX"));
    curve.insertKey(frame(4));
    CHECK_EQUAL(curve.numKeys(), 4u);
    CHECK(std::fabs(fake::getAt("g.translateX", 2) - early) < 1e-6);
    CHECK(std::fabs(fake::getAt("g.translateX", 8) - late) < 1e-6);
}

CASE("a layer adds its weight's share, an override blends, and the base stays as it was")
{
    fake::newScene();
    fake::createJoint("ns:j");
    fake::addNamespace("ns");
    fake::keyPlug("ns:j.rotateX", {{1, 10}, {5, 50}});
    const fake::CurveRecord base = fake::curveOf("ns:j.rotateX");
    const double before = fake::getAt("ns:j.rotateX", 3);
    const std::string scene = fake::snapshot();
    CHECK_EQUAL(fake::run("animLayer \"fix\"").text, std::string("fix"));
    CHECK(fake::run("animLayer -edit -attribute \"|ns:j.rotateX\" \"fix\"").ok);
    const std::string input = fake::run("animLayer -query -layeredPlug \"|ns:j.rotateX\" fix").text;
    const std::string moved = fake::run("animLayer -query -layeredPlug \"ns:j.rotateX\" BaseAnimation").text;
    CHECK(fake::curveOf(moved) == base);
    CHECK(fake::getAt("ns:j.rotateX", 3) == before);
    fake::keyPlug(input, {{1, 4}, {5, 4}});
    fake::set("fix.weight", 0.5);
    CHECK(std::fabs(fake::getAt("ns:j.rotateX", 3) - (before + 2.0)) < 1e-9);
    fake::set("fix.weight", 0.0);
    CHECK(fake::getAt("ns:j.rotateX", 3) == before);
    fake::set("fix.weight", 1.0);
    fake::set("fix.mute", 1.0);
    CHECK(fake::getAt("ns:j.rotateX", 3) == before);
    fake::set("fix.mute", 0.0);
    fake::set("fix.override", 1.0);
    CHECK(std::fabs(fake::getAt("ns:j.rotateX", 3) - 4.0) < 1e-9);
    fake::set("fix.override", 0.0);
    MObjectArray curves;
    CHECK(MAnimUtil::findAnimation(plug("ns:j", "rotateX"), curves));
    CHECK_EQUAL(curves.length(), 2u);
    CHECK_EQUAL(fake::run("animLayer -query -lock fix").text, std::string("0"));
    CHECK(!fake::run("animLayer -query -lock nosuch").ok);
    CHECK(fake::run("delete \"fix\"").ok);
    CHECK(fake::curveOf("ns:j.rotateX") == base);
    while (fake::undo()) {
    }
    CHECK_EQUAL(fake::exists("fix"), false);
    CHECK(fake::curveOf("ns:j.rotateX") == base);
    static_cast<void>(scene);
}

CASE("a modifier can be undone and done again, its steps in order")
{
    fake::newScene();
    fake::createJoint("j");
    const std::string before = fake::snapshot();
    MDagModifier dag;
    const MObject child = dag.createNode("joint", fake::find("j"));
    CHECK(dag.renameNode(child, "k"));
    CHECK(dag.doIt());
    MDGModifier graph;
    CHECK(graph.connect(plug("j", "scale"), plug("k", "inverseScale")));
    CHECK(graph.newPlugValueDouble(plug("k", "translateX"), 3.0));
    CHECK(graph.commandToExecute("addAttr -longName mark -attributeType message \"k\""));
    CHECK(graph.doIt());
    const std::string after = fake::snapshot();
    for (int again = 0; again < 2; ++again) {
        CHECK(graph.undoIt());
        CHECK(dag.undoIt());
        CHECK(fake::snapshot() == before);
        CHECK(dag.doIt());
        CHECK(graph.doIt());
        CHECK(fake::snapshot() == after);
    }
    fake::lock("k.translateY");
    MDGModifier refused;
    CHECK(refused.newPlugValueDouble(plug("k", "translateY"), 3.0));
    CHECK(!refused.doIt());
}

CASE("IK is stale under a context and right where the time line stands; contexts nest")
{
    fake::newScene();
    fake::setTimeUnit(MTime::k30FPS);
    fake::setCurrentTime(0);
    fake::createJoint("j");
    fake::createJoint("k");
    fake::createDriver("ikHandle", "ik", true);
    fake::createDriver("orientConstraint", "con", false);
    fake::drive("ik", "j.rotateX", [](const MTime& time) { return time.as(MTime::k30FPS); });
    fake::drive("con", "k.rotateX", [](const MTime& time) { return time.as(MTime::k30FPS); });
    const MPlug stale = plug("j", "rotateX"), right = plug("k", "rotateX");
    {
        const MDGContextGuard outer{MDGContext(frame(7))};
        CHECK_EQUAL(right.asDouble(), 7.0);
        CHECK_EQUAL(stale.asDouble(), 0.0);
        {
            const MDGContextGuard inner{MDGContext(frame(9))};
            CHECK_EQUAL(right.asDouble(), 9.0);
        }
        CHECK_EQUAL(right.asDouble(), 7.0);
    }
    CHECK(MDGContext::current().isNormal());
    CHECK_EQUAL(right.asDouble(), 0.0);
    CHECK(MAnimControl::setCurrentTime(frame(7)));
    CHECK_EQUAL(stale.asDouble(), 7.0);
    MObject constraint;
    MObjectArray targets;
    CHECK(MAnimUtil::findConstraint(right, constraint, targets));
    CHECK(!MAnimUtil::findConstraint(stale, constraint, targets));
    CHECK_EQUAL(static_cast<int>(right.isFreeToChange()), static_cast<int>(MPlug::kNotFreeToChange));
}

CASE("arrays are sparse, and what is not there is an error")
{
    fake::newScene();
    fake::createNode("skinCluster", "skin");
    fake::set("skin.bindPreMatrix[7]", MMatrix());
    fake::set("skin.bindPreMatrix[2]", MMatrix());
    MPlug array = plug("skin", "bindPreMatrix");
    MIntArray indices;
    CHECK_EQUAL(array.getExistingArrayAttributeIndices(indices), 2u);
    CHECK_EQUAL(indices[0], 2);
    CHECK_EQUAL(array.elementByPhysicalIndex(1).logicalIndex(), 7u);
    MStatus status;
    array.elementByPhysicalIndex(2, &status);
    CHECK(!status);
    MFnDependencyNode(fake::find("skin")).findPlug("nosuch", true, &status);
    CHECK(!status);
    CHECK(!MFnDependencyNode(MObject::kNullObj, &status).hasAttribute("x"));
    CHECK(!status);
    MSelectionList list;
    CHECK(!list.add("nosuch"));
    fake::forgetErrors();
    array.setNumElements(3);
    plug("skin", "envelope").setLocked(true);
    plug("skin", "envelope").setDouble(0.5);
    CHECK_EQUAL(fake::ignoredErrors().size(), size_t{1});
}

CASE("unknown commands and flags fail by name, and a failed command leaves nothing")
{
    fake::newScene();
    fake::createJoint("j");
    const std::string before = fake::snapshot();
    CHECK(!fake::run("noSuchCommand 1").ok);
    CHECK_CONTAINS(fake::errors().back(), "noSuchCommand");
    CHECK(!fake::run("rename -noSuchFlag j k").ok);
    CHECK_CONTAINS(fake::errors().back(), "noSuchFlag");
    CHECK(!fake::run("delete j nosuch").ok);
    CHECK_EQUAL(fake::undoCount(), size_t{0});
    CHECK(fake::snapshot() == before);
    CHECK(fake::run("rename j k").ok);
    CHECK(fake::undo());
    CHECK(fake::snapshot() == before);
}

CASE("a scene is saved and loaded")
{
    fake::newScene();
    fake::createGroup("ns:g");
    fake::createJoint("ns:j", "ns:g");
    fake::keyPlug("ns:j.rotateX", {{1, 10}, {5, 50}});
    CHECK(fake::run("addAttr -longName note -dataType \"string\" \"ns:j\"").ok);
    fake::set("ns:j.note", "say \"hi\"\nand go");
    fake::lock("ns:j.translateX");
    const fake::CurveRecord keys = fake::curveOf("ns:j.rotateX");
    CHECK(fake::load(fake::save()));
    CHECK(fake::curveOf("ns:j.rotateX") == keys);
    CHECK_EQUAL(fake::getString("ns:g|ns:j.note"), std::string("say \"hi\"\nand go"));
    CHECK(plug("ns:j", "translateX").isLocked());
}
