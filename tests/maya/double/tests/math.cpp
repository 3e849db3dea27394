// Numbers by hand: matrices, rotations, joints, units.
#include <cmath>

#include <fake/scene.h>
#include <fake/session.h>
#include <maya/MAngle.h>
#include <maya/MDistance.h>
#include <maya/MEulerRotation.h>
#include <maya/MFnDependencyNode.h>
#include <maya/MFnIkJoint.h>
#include <maya/MMatrix.h>
#include <maya/MPlug.h>
#include <maya/MPoint.h>
#include <maya/MQuaternion.h>
#include <maya/MString.h>
#include <maya/MTime.h>
#include <maya/MTransformationMatrix.h>
#include <maya/MVector.h>

#include "check.h"

namespace {

constexpr double kPi = 3.14159265358979323846;

bool near(const MVector& a, const MVector& b)
{
    return a.isEquivalent(b, 1e-12);
}
MVector placeOf(const MMatrix& matrix)
{
    return MVector(matrix[3][0], matrix[3][1], matrix[3][2]);
}

}  // namespace

CASE("vectors stand on the left, and the first factor acts first")
{
    const MMatrix aboutZ = MEulerRotation(0.0, 0.0, kPi / 2).asMatrix();
    CHECK(near(MVector::xAxis * aboutZ, MVector::yAxis));
    MMatrix move;
    move[3][0] = 2.0;
    CHECK(near(MVector(MPoint(1.0, 0.0, 0.0) * (aboutZ * move)), MVector(2.0, 1.0, 0.0)));
    CHECK(near(MVector(MPoint(1.0, 0.0, 0.0) * (move * aboutZ)), MVector(0.0, 3.0, 0.0)));
    CHECK((move * aboutZ * (move * aboutZ).inverse()).isEquivalent(MMatrix::identity, 1e-12));
}

CASE("rotations of every order come back from their matrices, and quaternions agree with them")
{
    for (int order = 0; order < 6; ++order) {
        const MEulerRotation euler(0.3, -0.7, 1.1, static_cast<MEulerRotation::RotationOrder>(order));
        const MMatrix matrix = euler.asMatrix();
        CHECK(MEulerRotation::decompose(matrix, euler.order).isEquivalent(euler, 1e-12));
        CHECK(euler.asQuaternion().asMatrix().isEquivalent(matrix, 1e-12));
        MQuaternion back;
        back = matrix;
        CHECK(back.asMatrix().isEquivalent(matrix, 1e-12));
        CHECK(euler.alternateSolution().asMatrix().isEquivalent(matrix, 1e-12));
        CHECK((euler.inverse().asMatrix() * matrix).isEquivalent(MMatrix::identity, 1e-12));
        const MEulerRotation turned(euler.x + 2 * kPi, euler.y, euler.z - 4 * kPi, euler.order);
        CHECK(turned.closestSolution(euler).isEquivalent(euler, 1e-12));
    }
    const MQuaternion a(kPi / 2, MVector::zAxis), b(kPi / 2, MVector::xAxis);
    CHECK((a * b).asMatrix().isEquivalent(a.asMatrix() * b.asMatrix(), 1e-12));
    CHECK(near(MVector::xAxis.rotateBy(a), MVector::yAxis));
    const MTransformationMatrix whole(a.asMatrix());
    CHECK(whole.rotation().asMatrix().isEquivalent(a.asMatrix(), 1e-12));
    CHECK_EQUAL(static_cast<int>(MTransformationMatrix::kXYZ), 1);
}

CASE("a joint is [S][RO][R][JO][IS][T] and its offset")
{
    fake::newScene();
    fake::createJoint("a");
    fake::createJoint("b", "a");
    fake::set3("a.scale", 2.0, 1.0, 1.0);
    fake::set3("b.translate", 3.0, 0.0, 0.0);
    fake::set3("b.jointOrient", 0.0, 0.0, 90.0);
    fake::set3("b.rotateAxis", 90.0, 0.0, 0.0);
    // The length of the bone is scaled, the child itself is not: its scale is compensated in the parent's axes.
    CHECK(near(placeOf(fake::worldMatrix("b")), MVector(6.0, 0.0, 0.0)));
    CHECK(near(MVector::xAxis * fake::worldMatrix("b"), MVector::yAxis));
    CHECK(near(MVector::yAxis * fake::worldMatrix("b"), MVector(0.0, 0.0, 1.0)));
    CHECK(near(MVector::zAxis * fake::worldMatrix("b"), MVector(1.0, 0.0, 0.0)));
    fake::set("b.segmentScaleCompensate", 0.0);
    CHECK(near(MVector::zAxis * fake::worldMatrix("b"), MVector(2.0, 0.0, 0.0)));
    fake::set("b.inheritsTransform", 0.0);
    CHECK(near(placeOf(fake::worldMatrix("b")), MVector(3.0, 0.0, 0.0)));
    MMatrix offset;
    offset[3][1] = 5.0;
    fake::set("b.offsetParentMatrix", offset);
    CHECK(near(placeOf(fake::worldMatrix("b")), MVector(3.0, 5.0, 0.0)));
    // The plug `matrix` knows no offset.
    CHECK(near(placeOf(fake::getMatrix("b.matrix")), MVector(3.0, 0.0, 0.0)));
    const MFnIkJoint joint(fake::path("b"));
    MEulerRotation orient;
    CHECK(joint.getOrientation(orient));
    CHECK(std::fabs(orient.z - kPi / 2) < 1e-12);
}

CASE("instances have worlds of their own")
{
    fake::newScene();
    fake::createGroup("left");
    fake::createGroup("right");
    fake::set3("right.translate", 7.0, 0.0, 0.0);
    fake::createJoint("j", "left");
    fake::addInstance("j", "right");
    CHECK(near(placeOf(fake::getMatrix("left|j.worldMatrix[0]")), MVector(0.0, 0.0, 0.0)));
    CHECK(near(placeOf(fake::getMatrix("left|j.worldMatrix[1]")), MVector(7.0, 0.0, 0.0)));
    CHECK_EQUAL(fake::path("right|j").instanceNumber(), 1u);
    CHECK(fake::path("right|j").isInstanced());
}

CASE("lengths, angles and times are internal inside and the user's outside")
{
    fake::newScene();
    fake::createGroup("g");
    fake::setLinearUnit("m");
    CHECK(fake::run("setAttr g.translateX 1.5").ok);
    CHECK(fake::run("setAttr g.rotateX 180").ok);
    fake::setLinearUnit("in");
    CHECK(std::fabs(fake::run("getAttr g.translateX").numbers[0] - 150.0 / 2.54) < 1e-12);
    fake::setLinearUnit("cm");
    CHECK_EQUAL(fake::get("g.translateX"), 150.0);
    const MPlug turn = MFnDependencyNode(fake::find("g")).findPlug("rotateX", true);
    CHECK(std::fabs(turn.asMAngle().asRadians() - kPi) < 1e-12);
    CHECK_EQUAL(MDistance(1.0, MDistance::kInches).asCentimeters(), 2.54);
    fake::setTimeUnit(MTime::k30FPS);
    CHECK_EQUAL(MTime(1.0, MTime::kSeconds).as(MTime::uiUnit()), 30.0);
    CHECK(MTime(30.0, MTime::uiUnit()) == MTime(24.0, MTime::k24FPS));
    // A number alone is film, whatever the user's unit.
    CHECK(MTime(30.0) != MTime(30.0, MTime::uiUnit()));
    CHECK_EQUAL(MTime(1001.0, MTime::kSeconds).as(MTime::k29_97FPS), 30000.0);
}
