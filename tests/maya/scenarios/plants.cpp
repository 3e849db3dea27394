// Contacts in the scene: written, edited, undone, saved, and as the library has them.

#include <cmath>
#include <string>
#include <vector>

#include <maya/MAnimControl.h>
#include <maya/MDGModifier.h>
#include <maya/MDagModifier.h>
#include <maya/MDagPath.h>
#include <maya/MFnDependencyNode.h>
#include <maya/MGlobal.h>
#include <maya/MIntArray.h>
#include <maya/MPlug.h>
#include <maya/MTime.h>

#include "check.h"
#include "ids.h"
#include "nodes/plants_node.h"
#include "scene/contacts.h"
#include "stage.h"
#include "status.h"

using namespace surefoot;

namespace {

MTime frame(double number)
{
    return MTime(number, MTime::uiUnit());
}

std::vector<Contact> someContacts()
{
    Contact left;
    left.point = SUREFOOT_POINT_LEFT_TOE;
    left.first = frame(12.0);
    left.end = frame(24.0);
    left.hasPosition = true;
    left.position = MVector(1.25, -2.5, 1e3 / 3.0);
    left.confidence = 0.75;
    Contact right;
    right.point = SUREFOOT_POINT_RIGHT_ANKLE;
    right.first = frame(-5.0);
    right.end = frame(3.5);
    right.isEnabled = false;
    return {left, right};
}

void expectSame(const Contact& is, const Contact& should)
{
    CHECK_EQUAL(is.point, should.point);
    CHECK(is.first == should.first);
    CHECK(is.end == should.end);
    CHECK_EQUAL(is.hasPosition, should.hasPosition);
    CHECK(is.position == should.position);
    CHECK_EQUAL(is.confidence, should.confidence);
    CHECK_EQUAL(is.isEnabled, should.isEnabled);
}

void expectSame(const std::vector<Contact>& is, const std::vector<Contact>& should)
{
    CHECK_EQUAL(is.size(), should.size());
    for (size_t i = 0; i < is.size(); ++i) {
        expectSame(is[i], should[i]);
    }
}

MObject nodeWith(const MDagPath& root, const std::vector<Contact>& contacts)
{
    PlantsInfo info;
    info.report = "{\"summary\": \"two \\\"contacts\\\"\"}";
    info.rangeStart = frame(-5.0);
    info.rangeEnd = frame(24.0);
    MDGModifier edit;
    const MObject node = createPlantsNode(edit, root, info);
    check(edit.doIt(), "make the node");
    MDGModifier fill;
    writeContacts(fill, node, contacts);
    check(fill.doIt(), "write the contacts");
    return node;
}

}  // namespace

CASE("contacts come back as they were written, and one step undoes them")
{
    stage::newScene();
    const MDagPath root = stage::makeJoint("hips");
    const MObject node = nodeWith(root, someContacts());
    CHECK(findPlantsNode(root) == node);
    CHECK(rootOfPlants(node) == root);
    expectSame(readContacts(node), someContacts());

    // Another list: one stays at its element, one goes, one comes.
    std::vector<Contact> edited = readContacts(node);
    const std::vector<Contact> before = edited;
    edited[0].end = frame(30.0);
    edited[1] = Contact();
    edited[1].point = SUREFOOT_POINT_RIGHT_WRIST;
    edited[1].first = frame(1.0);
    edited[1].end = frame(2.0);
    MDGModifier edit;
    writeContacts(edit, node, edited);
    check(edit.doIt(), "edit");
    const std::vector<Contact> after = readContacts(node);
    expectSame(after, edited);
    CHECK_EQUAL(after[0].index, before[0].index);
    CHECK(after[1].index != before[1].index);
    for (int again = 0; again < 2; ++again) {
        check(edit.undoIt(), "undo");
        expectSame(readContacts(node), before);
        CHECK_EQUAL(int(readContacts(node)[1].index), before[1].index);
        check(edit.doIt(), "redo");
        expectSame(readContacts(node), edited);
    }
    // None at all.
    MDGModifier none;
    writeContacts(none, node, {});
    check(none.doIt(), "remove all");
    CHECK(readContacts(node).empty());
}

CASE("contacts at elements far apart are read, and attributes edited by hand count")
{
    stage::newScene();
    const MDagPath root = stage::makeJoint("hips");
    std::vector<Contact> contacts = someContacts();
    contacts[0].index = 40;
    contacts[1].index = 7;
    const MObject node = nodeWith(root, contacts);
    const std::vector<Contact> read = readContacts(node);
    CHECK_EQUAL(read.size(), size_t{2});
    CHECK_EQUAL(read[0].index, 7);
    CHECK_EQUAL(read[1].index, 40);
    expectSame(read[1], contacts[0]);
    const std::string name = plainText(MFnDependencyNode(node).name());
    check(MGlobal::executeCommand(mayaText("setAttr \"" + name + ".contacts[40].confidence\" 0.25")), "setAttr");
    CHECK_EQUAL(double(readContacts(node)[1].confidence), 0.25);
}

CASE("contacts survive saving and loading")
{
    stage::newScene();
    const MDagPath root = stage::makeJoint("hips");
    std::vector<Contact> contacts = someContacts();
    contacts[0].index = 3;
    contacts[1].index = 9;
    nodeWith(root, contacts);
    stage::saveAndLoad();
    const MDagPath loaded = stage::pathOf("hips");
    const MObject node = findPlantsNode(loaded);
    CHECK(!node.isNull());
    expectSame(readContacts(node), contacts);
    CHECK_EQUAL(int(readContacts(node)[1].index), 9);
    const PlantsInfo info = readPlantsInfo(node);
    CHECK_EQUAL(info.report, std::string("{\"summary\": \"two \\\"contacts\\\"\"}"));
    CHECK_EQUAL(info.version, PlantsNode::kDataVersion);
    CHECK(info.rangeStart == frame(-5.0));
    CHECK(info.rangeEnd == frame(24.0));
}

CASE("plants of the library and contacts of the scene say the same, at any rate, scale and up axis")
{
    stage::newScene();
    surefoot_plant plant = {};
    plant.point = SUREFOOT_POINT_RIGHT_HEEL;
    plant.has_position = 1;
    plant.first = 10;
    plant.end = 25;
    plant.confidence = 0.5;
    plant.position[0] = 1.0;
    plant.position[1] = 0.25;
    plant.position[2] = -3.0;
    for (const MTime::Unit unit : {MTime::k24FPS, MTime::k25FPS, MTime::k30FPS, MTime::k60FPS, MTime::k120FPS}) {
        for (const bool isZUp : {false, true}) {
            MTime::setUIUnit(unit);
            const Units units(0.01, isZUp);
            ClipTime clip;
            clip.first = frame(101.0);
            clip.frameRate = MTime(1.0, MTime::kSeconds).as(unit);
            clip.frameCount = 40;
            const std::vector<Contact> contacts = contactsOf(&plant, 1, clip, units);
            CHECK_LESS(std::abs(contacts[0].first.as(unit) - 111.0), 1e-6);
            CHECK_LESS(std::abs(contacts[0].end.as(unit) - 126.0), 1e-6);
            CHECK_LESS(std::abs((isZUp ? contacts[0].position.z : contacts[0].position.y) - 25.0), 1e-9);
            const std::vector<surefoot_plant> back = plantsOf(contacts, clip, units);
            CHECK_EQUAL(back.size(), size_t{1});
            CHECK_EQUAL(back[0].point, plant.point);
            CHECK_EQUAL(back[0].first, plant.first);
            CHECK_EQUAL(back[0].end, plant.end);
            for (int axis = 0; axis < 3; ++axis) {
                CHECK_LESS(std::abs(back[0].position[axis] - plant.position[axis]), 1e-12);
            }
        }
    }
    // Cut at the clip's ends; disabled contacts and those outside are left out.
    MTime::setUIUnit(MTime::k30FPS);
    ClipTime clip;
    clip.first = frame(0.0);
    clip.frameCount = 20;
    const std::vector<surefoot_plant> cut = plantsOf(someContacts(), clip, Units(0.01, false));
    CHECK_EQUAL(cut.size(), size_t{1});
    CHECK_EQUAL(cut[0].first, size_t{12});
    CHECK_EQUAL(cut[0].end, size_t{20});
    clip.first = frame(24.0);
    CHECK(plantsOf(someContacts(), clip, Units(0.01, false)).empty());
}

CASE("what is no contact is refused with a reason")
{
    stage::newScene();
    const MDagPath root = stage::makeJoint("hips");
    const MDagPath other = stage::makeJoint("other");
    const MObject node = nodeWith(root, someContacts());
    CHECK(findPlantsNode(other).isNull());
    CHECK_CONTAINS(stage::failureOf([&] { readContacts(root.node()); }), "surefootPlants");
    CHECK_CONTAINS(stage::failureOf([&] { readContacts(MObject::kNullObj); }), "surefootPlants");
    std::vector<Contact> twice = someContacts();
    twice[0].index = twice[1].index = 1;
    MDGModifier edit;
    CHECK_CONTAINS(stage::failureOf([&] { writeContacts(edit, node, twice); }), "element 1");
    MPlug point = MPlug(node, PlantsNode::s_contacts).elementByLogicalIndex(0).child(PlantsNode::s_point);
    point.setShort(99);
    CHECK_CONTAINS(stage::failureOf([&] { readContacts(node); }), "point 99");
    // The root is gone, the contacts are not.
    point.setShort(2);
    check(MGlobal::executeCommand("delete hips"), "delete the root");
    CHECK(!rootOfPlants(node).isValid());
    CHECK_EQUAL(readContacts(node).size(), size_t{2});
}

#if MAYA_API_VERSION >= 20230000
CASE("contacts are marks on the Time Slider, follow edits and go with the node")
{
    stage::newScene();
    const MDagPath root = stage::makeJoint("hips");
    const MObject node = nodeWith(root, someContacts());
    stage::idle();
    std::vector<stage::Mark> marks = stage::marks();
    // The disabled one has none.
    CHECK_EQUAL(marks.size(), size_t{1});
    CHECK_EQUAL(marks[0].first, 12.0);
    CHECK_EQUAL(marks[0].last, 23.0);
    CHECK_CONTAINS(marks[0].row, "Left");
    std::vector<Contact> contacts = readContacts(node);
    contacts[1].isEnabled = true;
    MDGModifier edit;
    writeContacts(edit, node, contacts);
    check(edit.doIt(), "edit");
    stage::idle();
    marks = stage::marks();
    CHECK_EQUAL(marks.size(), size_t{2});

    // Two hierarchies: the selected one counts.
    const MDagPath other = stage::makeJoint("other");
    std::vector<Contact> one = someContacts();
    one.resize(1);
    one[0].first = frame(50.0);
    one[0].end = frame(60.0);
    nodeWith(other, one);
    check(MGlobal::executeCommand("select other"), "select");
    stage::idle();
    CHECK_EQUAL(stage::marks().size(), size_t{1});
    CHECK_EQUAL(double(stage::marks()[0].first), 50.0);
    check(MGlobal::executeCommand("select -clear"), "select nothing");
    stage::idle();
    CHECK(stage::marks().empty());
    check(MGlobal::executeCommand("select hips"), "select");
    stage::idle();
    CHECK_EQUAL(stage::marks().size(), size_t{2});
    check(MGlobal::executeCommand(mayaText("delete " + plainText(MFnDependencyNode(node).name()))), "delete");
    stage::idle();
    // The other hierarchy is the only one now.
    CHECK_EQUAL(stage::marks().size(), size_t{1});
}
#endif
