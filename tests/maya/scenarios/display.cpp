// What surefootDisplay draws, when it draws anew, and that it asks the scene for nothing while it draws.

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <maya/MBoundingBox.h>
#include <maya/MDGModifier.h>
#include <maya/MDagModifier.h>
#include <maya/MDagPath.h>
#include <maya/MFnDagNode.h>
#include <maya/MFnDependencyNode.h>
#include <maya/MFnIntArrayData.h>
#include <maya/MGlobal.h>
#include <maya/MIntArray.h>
#include <maya/MPlug.h>
#include <maya/MPoint.h>
#include <maya/MTime.h>

#include "check.h"
#include "nodes/display_locator.h"
#include "scene/contacts.h"
#include "scene/display.h"
#include "stage.h"
#include "status.h"

using namespace surefoot;

namespace {

MTime frame(double number)
{
    return MTime(number, MTime::uiUnit());
}

// Three frames from frame 10 on.
DisplayData someData()
{
    const double none = std::numeric_limits<double>::quiet_NaN();
    DisplayData data;
    data.first = frame(10.0);
    data.frameRate = 30.0;
    data.before = {{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, {{0, 0, 5}, {1, 0, 5}, {2, 0, 5}}};
    data.after = {{{0, 0, 1}, {0, 0, 1}, {0, 0, 1}}, {{0, 0, 6}, {1, 0, 6}, {2, 0, 6}}};
    data.centres = {{0, 90, 0}, {1, 91, 0}, {2, 92, 0}};
    data.zeroMomentPoints = {{0, 0, 0}, {none, none, none}, {3, 0, 3}};
    data.areaFirst = {0, 4, 4, 7};
    data.areaCorners = {{0, 0, 0}, {4, 0, 0}, {4, 0, 4}, {0, 0, 4}, {1, 0, 1}, {2, 0, 1}, {2, 0, 2}};
    data.penetratingFirst = {0, 0, 2, 2};
    data.penetratingPoints = {{7, 50, 7}, {8, 51, 8}};
    return data;
}

Contact someContact()
{
    Contact contact;
    contact.point = SUREFOOT_POINT_LEFT_TOE;
    contact.first = frame(10.0);
    contact.end = frame(12.0);
    contact.hasPosition = true;
    contact.position = MVector(-20.0, 0.0, 1.0);
    return contact;
}

struct Shown {
    MDagPath root;
    MObject plants;
    MObject node;
    MDagPath path;
};

Shown show(const DisplayData& data)
{
    Shown out;
    out.root = stage::makeJoint("hips");
    MDGModifier make;
    out.plants = createPlantsNode(make, out.root, PlantsInfo());
    check(make.doIt(), "make the contacts");
    MDGModifier fill;
    writeContacts(fill, out.plants, {someContact()});
    check(fill.doIt(), "write the contacts");
    MDagModifier dag;
    MDGModifier graph;
    out.node = writeDisplay(dag, graph, out.root, data);
    check(dag.doIt(), "make the display");
    check(graph.doIt(), "fill the display");
    check(MDagPath::getAPathTo(out.node, out.path), "find the display");
    return out;
}

stage::Picture drawAt(const Shown& shown, double number)
{
    MGlobal::viewFrame(frame(number));
    return stage::draw(shown.path);
}

}  // namespace

CASE("the display holds what it was given")
{
    stage::newScene();
    const Shown shown = show(someData());
    CHECK(findDisplay(shown.root) == shown.node);
    const DisplayData is = readDisplay(shown.node), should = someData();
    CHECK(is.first == should.first);
    CHECK(is.before == should.before);
    CHECK(is.after == should.after);
    CHECK(is.centres == should.centres);
    CHECK(is.areaFirst == should.areaFirst);
    CHECK(is.areaCorners == should.areaCorners);
    CHECK(is.penetratingFirst == should.penetratingFirst);
    CHECK(is.penetratingPoints == should.penetratingPoints);
    CHECK_EQUAL(is.zeroMomentPoints.size(), size_t{3});
    CHECK(std::isnan(is.zeroMomentPoints[1].x));
    CHECK(is.zeroMomentPoints[2] == should.zeroMomentPoints[2]);
    // Another result goes to the same display.
    DisplayData other = someData();
    other.before.clear();
    MDagModifier dag;
    MDGModifier graph;
    CHECK(writeDisplay(dag, graph, shown.root, other) == shown.node);
    check(dag.doIt(), "update");
    check(graph.doIt(), "update");
    CHECK(readDisplay(shown.node).before.empty());
    check(graph.undoIt(), "undo");
    CHECK(readDisplay(shown.node).before == should.before);
}

CASE("each frame shows its own contacts, balance and penetration, and nothing is read while drawing")
{
    stage::newScene();
    const Shown shown = show(someData());
    const stage::Picture first = drawAt(shown, 10.0);
    CHECK_EQUAL(first.sceneReads, 0);
    // Two trails before, two after, and the outline of the area.
    CHECK_EQUAL(first.strips, 5);
    CHECK_EQUAL(first.meshes, 1);
    CHECK_EQUAL(first.filledCircles, 2);
    CHECK_EQUAL(first.spheres, 1);
    CHECK_EQUAL(first.points, 0);
    CHECK_EQUAL(first.texts.size(), size_t{2});
    CHECK_EQUAL(first.texts[0], std::string("10-11"));
    CHECK_EQUAL(first.texts[1], std::string("ZMP"));

    const stage::Picture second = drawAt(shown, 11.0);
    CHECK_EQUAL(second.sceneReads, 0);
    CHECK_EQUAL(second.points, 2);
    CHECK_EQUAL(second.meshes, 0);
    // No zero moment point.
    CHECK_EQUAL(second.filledCircles, 1);

    // The contact has ended: a ring instead of a disc, and the triangle of the last frame.
    const stage::Picture third = drawAt(shown, 12.0);
    CHECK_EQUAL(third.filledCircles, 1);
    CHECK_EQUAL(third.rings, 2);
    CHECK_EQUAL(third.meshes, 1);

    // Outside the clip only what does not belong to a frame.
    const stage::Picture outside = drawAt(shown, 99.0);
    CHECK_EQUAL(outside.strips, 4);
    CHECK_EQUAL(outside.spheres, 0);
    CHECK_EQUAL(outside.points, 0);
}

CASE("what is switched off is not drawn")
{
    stage::newScene();
    const Shown shown = show(someData());
    for (const MObject& toggle :
         {DisplayLocator::s_showContacts, DisplayLocator::s_showBefore, DisplayLocator::s_showAfter,
          DisplayLocator::s_showBalance, DisplayLocator::s_showArea, DisplayLocator::s_showPenetration}) {
        MPlug(shown.node, toggle).setBool(false);
    }
    const stage::Picture none = drawAt(shown, 10.0);
    CHECK_EQUAL(none.strips + none.meshes + none.filledCircles + none.rings + none.spheres + none.points, 0);
    MPlug(shown.node, DisplayLocator::s_showBefore).setBool(true);
    CHECK_EQUAL(drawAt(shown, 10.0).strips, 2);
}

CASE("a change asks for a new picture, another time in the background does not")
{
    stage::newScene();
    const Shown shown = show(someData());
    stage::draw(shown.path);
    CHECK(!stage::isDrawDirty(shown.node));
    MPlug(shown.node, DisplayLocator::s_discRadius).setDouble(9.0);
    CHECK(stage::isDrawDirty(shown.node));
    stage::draw(shown.path);
    // A contact on the other node.
    std::vector<Contact> contacts = readContacts(shown.plants);
    contacts[0].end = frame(20.0);
    MDGModifier edit;
    writeContacts(edit, shown.plants, contacts);
    check(edit.doIt(), "edit");
    CHECK(stage::isDrawDirty(shown.node));
    const stage::Picture redrawn = stage::draw(shown.path);
    CHECK(!redrawn.texts.empty());
    CHECK_CONTAINS(redrawn.texts[0], "10-19");
    MGlobal::viewFrame(frame(11.0));
    CHECK(stage::isDrawDirty(shown.node));

    stage::useManager(true);
    stage::draw(shown.path);
    stage::evaluateInBackground(shown.node, 30.0);
    CHECK(!stage::isDrawDirty(shown.node));
    MGlobal::viewFrame(frame(10.0));
    CHECK(stage::isDrawDirty(shown.node));
    stage::useManager(false);
}

CASE("the box holds all that is drawn, wherever the locator stands")
{
    stage::newScene();
    const Shown shown = show(someData());
    const auto expectInside = [&] {
        const MBoundingBox box = DisplayLocator::boundsOf(shown.node);
        const MMatrix toLocal = shown.path.inclusiveMatrixInverse();
        for (const MPoint& place :
             {MPoint(0, 92, 0), MPoint(8, 51, 8), MPoint(-20, 0, 1), MPoint(2, 0, 6), MPoint(3, 0, 3)}) {
            const MPoint p = place * toLocal;
            CHECK(box.min().x <= p.x && p.x <= box.max().x);
            CHECK(box.min().y <= p.y && p.y <= box.max().y);
            CHECK(box.min().z <= p.z && p.z <= box.max().z);
        }
    };
    expectInside();
    MDagPath group = shown.path;
    group.pop();
    const stage::Picture before = drawAt(shown, 10.0);
    MFnDependencyNode(group.node()).findPlug("translateX", true).setDouble(100.0);
    MFnDependencyNode(group.node()).findPlug("rotateY", true).setDouble(0.5);
    expectInside();
    // What is drawn stays in the world: its own space moved the other way.
    const stage::Picture after = drawAt(shown, 10.0);
    const MPoint world = after.firstSphere * shown.path.inclusiveMatrix();
    CHECK_LESS(std::abs(world.x - before.firstSphere.x) + std::abs(world.y - before.firstSphere.y) +
                   std::abs(world.z - before.firstSphere.z),
               1e-9);
}

CASE("damaged arrays draw nothing and are said once")
{
    stage::newScene();
    const Shown shown = show(someData());
    const int wrong[2] = {0, 1000};
    MPlug(shown.node, DisplayLocator::s_beforeFirst).setMObject(MFnIntArrayData().create(MIntArray(wrong, 2)));
    stage::clearMessages();
    for (const double number : {10.0, 11.0, 12.0}) {
        const stage::Picture picture = drawAt(shown, number);
        CHECK_EQUAL(picture.strips + picture.spheres + picture.filledCircles, 0);
    }
    CHECK_EQUAL(stage::errors().size(), size_t{1});
    CHECK_CONTAINS(stage::errors()[0], "beforeFirst");
    // The contacts' node is gone: the rest is drawn.
    MPlug(shown.node, DisplayLocator::s_beforeFirst).setMObject(MFnIntArrayData().create(MIntArray(wrong, 0)));
    check(MGlobal::executeCommand(mayaText("delete " + plainText(MFnDependencyNode(shown.plants).name()))), "delete");
    CHECK_EQUAL(drawAt(shown, 10.0).spheres, 1);
}
