// surefootShape on the heavy man who dances: the same numbers as the library, whatever evaluates it.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

#include <maya/MAnimControl.h>
#include <maya/MDGContext.h>
#include <maya/MDGContextGuard.h>
#include <maya/MDGModifier.h>
#include <maya/MFnDependencyNode.h>
#include <maya/MFnIntArrayData.h>
#include <maya/MFnMesh.h>
#include <maya/MGlobal.h>
#include <maya/MIntArray.h>
#include <maya/MMatrix.h>
#include <maya/MPlug.h>
#include <maya/MTime.h>

#include "check.h"
#include "heavy_scene.h"
#include "nodes/shape_deformer.h"
#include "scene/shapes.h"
#include "stage.h"
#include "status.h"

using namespace surefoot;

namespace {

constexpr double kCentimetres = 100.0;

// Read once; nothing changes it.
const heavy::Body* salsa()
{
    static const std::string folder = heavy::dataFolder();
    static const heavy::Body body = folder.empty() ? heavy::Body() : heavy::readSalsa(folder);
    if (folder.empty()) {
        std::puts("  SKIPPED: no test data; set SUREFOOT_DATA");
        return nullptr;
    }
    return &body;
}

std::string pathText(const MDagPath& path)
{
    return plainText(path.fullPathName());
}

// The man in a new scene, with a deformer that was given his body.
heavy::Scene captured(const heavy::Body& body)
{
    stage::newScene();
    heavy::Scene scene = heavy::buildScene(body);
    check(MGlobal::executeCommand(mayaText("surefootCaptureBody \"" + pathText(scene.mesh) + "\"")), "capture");
    return scene;
}

std::vector<float> inputOf(const ShapeNode& shape)
{
    MObject geometry = inputGeometry(shape);
    const MFnMesh mesh(geometry);
    const float* points = mesh.getRawPoints(nullptr);
    return std::vector<float>(points, points + 3 * static_cast<size_t>(mesh.numVertices()));
}

// Output of the deformer itself at a time, as parallel evaluation and caching ask for it.
std::vector<float> outputAt(const ShapeNode& shape, double frame)
{
    const MDGContext context(MTime(frame, MTime::uiUnit()));
    const MDGContextGuard guard(context);
    MObject geometry =
        MPlug(shape.node, MPxGeometryFilter::outputGeom).elementByLogicalIndex(shape.geometry).asMObject();
    const MFnMesh mesh(geometry);
    const float* points = mesh.getRawPoints(nullptr);
    return std::vector<float>(points, points + 3 * static_cast<size_t>(mesh.numVertices()));
}

bool isSame(const std::vector<float>& a, const std::vector<float>& b, size_t vertex)
{
    return std::memcmp(&a[3 * vertex], &b[3 * vertex], 3 * sizeof(float)) == 0;
}

bool isSame(const std::vector<float>& a, const std::vector<float>& b)
{
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

std::vector<size_t> movedOf(const std::vector<float>& before, const std::vector<float>& after)
{
    std::vector<size_t> moved;
    for (size_t vertex = 0; vertex < before.size() / 3; ++vertex) {
        if (!isSame(before, after, vertex)) {
            moved.push_back(vertex);
        }
    }
    return moved;
}

std::vector<float> metres(const std::vector<float>& points)
{
    std::vector<float> out(points.size());
    for (size_t i = 0; i < points.size(); ++i) {
        out[i] = static_cast<float>(points[i] / kCentimetres);
    }
    return out;
}

// What the library itself makes of the clip.
struct Reference {
    Handle<surefoot_deformed_clip, surefoot_deformed_clip_free> deformed;
    const surefoot_deformed_clip_view* view = nullptr;
    double seconds = 0.0;
};

Reference reference(const heavy::Body& body)
{
    Reference out;
    const surefoot_skin* skins[] = {body.skin};
    const auto start = std::chrono::steady_clock::now();
    call(surefoot_deform_out_of_body, body.skeleton, body.clip, static_cast<const surefoot_skin* const*>(skins),
         size_t{1}, static_cast<const float* const*>(nullptr),
         static_cast<const surefoot_deform_out_of_body_options*>(nullptr), out.deformed.out(),
         static_cast<surefoot_report**>(nullptr));
    out.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    call(surefoot_deformed_clip_get, static_cast<const surefoot_deformed_clip*>(out.deformed.get()), &out.view);
    return out;
}

// Frames that a case looks at: all of them, or a few where SUREFOOT_QUICK asks for that (sanitizers are slow).
size_t strideOf()
{
    const char* quick = std::getenv("SUREFOOT_QUICK");
    return quick != nullptr && *quick != '\0' ? 25 : 1;
}

void setNumber(const ShapeNode& shape, const MObject& attribute, double value)
{
    check(shape.plug(attribute).setDouble(value), "set an attribute");
}

}  // namespace

CASE("the arms of the dancing man come out of his body, and nothing else moves")
{
    const heavy::Body* body = salsa();
    if (body == nullptr) {
        return;
    }
    const heavy::Scene scene = captured(*body);
    const ShapeNode shape = findShapeNode(scene.mesh);
    CHECK(!shape.isNull());
    const Reference library = reference(*body);
    const surefoot_deformed_skin_view& skin = library.view->skins[0];
    std::vector<bool> mayMove(body->mesh->vertex_count);
    for (size_t i = 0; i < skin.vertex_count; ++i) {
        mayMove[skin.vertices[i]] = true;
    }
    const std::vector<bool> isLower = heavy::isLowerArm(*body);

    std::vector<std::vector<float>> before, after;
    std::vector<bool> isPushed(body->mesh->vertex_count);
    double farthest = 0.0, deepestAfter = 0.0, worstPose = 0.0;
    size_t differing = 0, compared = 0, measured = 0, strays = 0;
    double strayed = 0.0;
    const size_t stride = strideOf();
    for (size_t frame = 0; frame < body->frameCount; frame += stride) {
        heavy::goTo(static_cast<double>(frame));
        after.push_back(heavy::pointsOf(scene.mesh));
        before.push_back(inputOf(shape));
        const std::vector<float> pose = heavy::posed(*body, frame);
        for (size_t i = 0; i < pose.size(); ++i) {
            worstPose = std::max(worstPose, std::abs(double(before.back()[i]) / kCentimetres - pose[i]));
        }
        const std::vector<size_t> moved = movedOf(before.back(), after.back());
        for (const size_t vertex : moved) {
            isPushed[vertex] = mayMove[vertex];
            if (mayMove[vertex]) {
                continue;
            }
            // Where a push begins, rounding decides whether it is nothing.
            ++strays;
            for (int axis = 0; axis < 3; ++axis) {
                const size_t i = 3 * vertex + static_cast<size_t>(axis);
                strayed = std::max(strayed, std::abs(double(after.back()[i]) - before.back()[i]));
            }
        }
        for (size_t i = 0; i < skin.vertex_count; ++i) {
            const size_t vertex = skin.vertices[i];
            const float* way = skin.offsets + 3 * (frame * skin.vertex_count + i);
            double off = 0.0;
            for (int axis = 0; axis < 3; ++axis) {
                const double own = double(after.back()[3 * vertex + axis]) - before.back()[3 * vertex + axis];
                off = std::max(off, std::abs(own / kCentimetres - way[axis]));
            }
            farthest = std::max(farthest, off);
            differing += off > 2e-5;
            ++compared;
        }
        // Measured by other means every now and then: it is slow.
        if (frame % 25 == 0 && library.view->frames[frame].depth_before <= 0.03) {
            std::vector<size_t> candidates;
            for (const size_t vertex : moved) {
                if (isLower[vertex]) {
                    candidates.push_back(vertex);
                }
            }
            deepestAfter = std::max(deepestAfter, heavy::deepest(*body, metres(after.back()), candidates));
            ++measured;
        }
    }
    std::printf("  pose within %.2g m of the library's, pushes within %.2g m, %zu of %zu beyond 0.02 mm\n", worstPose,
                farthest, differing, compared);
    std::printf("  deepest %.4f cm in %zu frames measured by winding numbers\n", kCentimetres * deepestAfter, measured);
    std::printf("  %zu vertices moved that the library left, by %.2g cm at most\n", strays, strayed);
    CHECK_LESS(strayed, 1e-5);
    CHECK_LESS(static_cast<double>(strays), 1e-4 * static_cast<double>(before.size() * isPushed.size()));
    CHECK_LESS(worstPose, 2e-6);
    // Where two ways out are equally near, rounding chooses; that may happen to single vertices.
    CHECK_LESS(static_cast<double>(differing) / static_cast<double>(compared), 1e-4);
    CHECK(measured > 0);
    CHECK_LESS(deepestAfter, 0.001);

    if (stride == 1) {
        std::vector<size_t> pushed;
        for (size_t vertex = 0; vertex < isPushed.size(); ++vertex) {
            if (isPushed[vertex]) {
                pushed.push_back(vertex);
            }
        }
        const double ratio = heavy::accelerationP99(after, pushed) / heavy::accelerationP99(before, pushed);
        std::printf("  acceleration of %zu pushed vertices, 99th percentile: %.3f of what it was\n", pushed.size(),
                    ratio);
        CHECK_LESS(ratio, 1.10);
    }
}

CASE("what the capture command measures is no deeper than 0.1 cm where the input is up to 3 cm deep")
{
    const heavy::Body* body = salsa();
    if (body == nullptr) {
        return;
    }
    const heavy::Scene scene = captured(*body);
    heavy::goTo(17.0);
    const std::string text = stage::command("surefootCaptureBody -query -frames 0 " +
                                            std::to_string(strideOf() == 1 ? body->frameCount - 1 : 12) + " \"" +
                                            pathText(scene.mesh) + "\"");
    // The user's time is back.
    CHECK_EQUAL(MAnimControl::currentTime().as(MTime::uiUnit()), 17.0);
    CHECK_CONTAINS(text, "\"vertices\":13380");
    size_t frames = 0;
    double worst = 0.0;
    for (size_t at = text.find("\"depthBefore\""); at != std::string::npos; at = text.find("\"depthBefore\"", at + 1)) {
        const double before = stage::numberAfter(text, "depthBefore", at);
        const double after = stage::numberAfter(text, "depthAfter", at);
        if (before <= 3.0) {
            worst = std::max(worst, after);
        }
        ++frames;
    }
    std::printf("  %zu frames, deepest %.4f cm\n", frames, worst);
    CHECK(frames >= 13);
    CHECK_LESS(worst, 0.1);
}

CASE("a frame is the same in any order, from eight threads, with the evaluation manager and without")
{
    const heavy::Body* body = salsa();
    if (body == nullptr) {
        return;
    }
    const heavy::Scene scene = captured(*body);
    const ShapeNode shape = findShapeNode(scene.mesh);
    const std::vector<double> frames = {0, 37, 74, 110, 148, 222, 259, 296};
    std::vector<std::vector<float>> serial;
    for (const double frame : frames) {
        heavy::goTo(frame);
        serial.push_back(heavy::pointsOf(scene.mesh));
    }
    // Backwards, and each twice.
    for (size_t i = frames.size(); i-- > 0;) {
        for (int again = 0; again < 2; ++again) {
            heavy::goTo(frames[i]);
            CHECK(isSame(heavy::pointsOf(scene.mesh), serial[i]));
        }
    }
    for (size_t i = 0; i < frames.size(); ++i) {
        CHECK(isSame(outputAt(shape, frames[i]), serial[i]));
    }
    // Eight at once, every thread in an order of its own, on a node that has to prepare itself first.
    setNumber(shape, ShapeDeformer::s_margin, 0.3);
    CHECK(!isSame(outputAt(shape, frames[0]), serial[0]));
    setNumber(shape, ShapeDeformer::s_margin, 0.2);
    std::vector<std::thread> threads;
    std::vector<int> differing(8);
    for (size_t thread = 0; thread < 8; ++thread) {
        threads.emplace_back([&, thread] {
            for (size_t i = 0; i < frames.size(); ++i) {
                const size_t which = (i + thread) % frames.size();
                differing[thread] += !isSame(outputAt(shape, frames[which]), serial[which]);
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    for (const int count : differing) {
        CHECK_EQUAL(count, 0);
    }
    stage::useManager(true);
    for (const size_t i : {3u, 0u, 7u, 1u}) {
        heavy::goTo(frames[i]);
        CHECK(isSame(heavy::pointsOf(scene.mesh), serial[i]));
    }
    // A change of an option reaches the mesh, and the way back gives the same bits.
    setNumber(shape, ShapeDeformer::s_margin, 1.0);
    CHECK(!isSame(heavy::pointsOf(scene.mesh), serial[1]));
    setNumber(shape, ShapeDeformer::s_margin, 0.2);
    CHECK(isSame(heavy::pointsOf(scene.mesh), serial[1]));
    stage::useManager(false);
}

CASE("without envelope no bit changes, and half of it pushes half as far")
{
    const heavy::Body* body = salsa();
    if (body == nullptr) {
        return;
    }
    const heavy::Scene scene = captured(*body);
    const ShapeNode shape = findShapeNode(scene.mesh);
    heavy::goTo(222.0);
    const std::vector<float> before = inputOf(shape);
    const std::vector<float> whole = heavy::pointsOf(scene.mesh);
    check(shape.plug(MPxGeometryFilter::envelope).setFloat(0.0f), "set the envelope");
    CHECK(isSame(heavy::pointsOf(scene.mesh), before));
    check(shape.plug(MPxGeometryFilter::envelope).setFloat(0.5f), "set the envelope");
    const std::vector<float> half = heavy::pointsOf(scene.mesh);
    double wholeWay = 0.0, halfWay = 0.0;
    for (size_t i = 0; i < before.size(); ++i) {
        wholeWay += std::abs(double(whole[i]) - before[i]);
        halfWay += std::abs(double(half[i]) - before[i]);
    }
    CHECK(halfWay > 0.3 * wholeWay && halfWay < 0.7 * wholeWay);
}

CASE("vertices that are no members stay, and those that are move as with all")
{
    const heavy::Body* body = salsa();
    if (body == nullptr) {
        return;
    }
    const heavy::Scene scene = captured(*body);
    const ShapeNode shape = findShapeNode(scene.mesh);
    heavy::goTo(222.0);
    const std::vector<float> before = inputOf(shape);
    const std::vector<float> whole = heavy::pointsOf(scene.mesh);
    const std::vector<size_t> moved = movedOf(before, whole);
    CHECK(moved.size() > 100);
    // All of the arm that comes out, in descending order: the iterator's order is then not that of the vertices.
    std::vector<int> members(moved.rbegin(), moved.rend());
    stage::setMembers(shape.node, shape.geometry, members);
    const std::vector<float> subset = heavy::pointsOf(scene.mesh);
    CHECK(isSame(subset, whole));
    // Half of them.
    members.resize(members.size() / 2);
    stage::setMembers(shape.node, shape.geometry, members);
    const std::vector<float> half = heavy::pointsOf(scene.mesh);
    const std::vector<size_t> stillMoved = movedOf(before, half);
    CHECK(!stillMoved.empty());
    for (const size_t vertex : stillMoved) {
        CHECK(std::find(members.begin(), members.end(), static_cast<int>(vertex)) != members.end());
    }
}

CASE("painted weights hold vertices back")
{
    const heavy::Body* body = salsa();
    if (body == nullptr) {
        return;
    }
    const heavy::Scene scene = captured(*body);
    const ShapeNode shape = findShapeNode(scene.mesh);
    heavy::goTo(222.0);
    const std::vector<float> before = inputOf(shape);
    const std::vector<size_t> moved = movedOf(before, heavy::pointsOf(scene.mesh));
    CHECK(moved.size() > 100);
    stage::paint(shape.node, shape.geometry, moved, 0.0f);
    const std::vector<float> held = heavy::pointsOf(scene.mesh);
    for (const size_t vertex : moved) {
        CHECK(isSame(before, held, vertex));
    }
}

CASE("a group that is turned and scaled, and a scene with Z up, give the same motion of the mesh")
{
    const heavy::Body* body = salsa();
    if (body == nullptr) {
        return;
    }
    const heavy::Scene scene = captured(*body);
    const ShapeNode shape = findShapeNode(scene.mesh);
    heavy::goTo(222.0);
    const std::vector<float> plain = heavy::pointsOf(scene.mesh);
    MDagPath transform = scene.mesh;
    transform.pop();
    const MFnDependencyNode fn(transform.node());
    fn.findPlug("rotateX", true).setDouble(0.7);
    fn.findPlug("rotateZ", true).setDouble(-2.0);
    fn.findPlug("translateX", true).setDouble(12345.0);
    const auto compare = [&](const char* what) {
        const std::vector<float> other = heavy::pointsOf(scene.mesh);
        size_t off = 0;
        for (size_t i = 0; i < plain.size(); ++i) {
            off += std::abs(double(other[i]) - plain[i]) > 0.002;
        }
        std::printf("  %s: %zu of %zu numbers differ by more than 0.02 mm\n", what, off, plain.size());
        CHECK_LESS(static_cast<double>(off), 1e-3 * static_cast<double>(plain.size()));
    };
    compare("turned and moved");
    MGlobal::setZAxisUp(false);
    compare("Z up");
    MGlobal::setYAxisUp(false);
    // A character of twice the size, with lengths of twice the size, is the same character.
    fn.findPlug("scaleX", true).setDouble(2.0);
    fn.findPlug("scaleY", true).setDouble(2.0);
    fn.findPlug("scaleZ", true).setDouble(2.0);
    setNumber(shape, ShapeDeformer::s_unitScale, 0.5);
    setNumber(shape, ShapeDeformer::s_margin, 0.4);
    setNumber(shape, ShapeDeformer::s_softness, 0.8);
    setNumber(shape, ShapeDeformer::s_maxPush, 20.0);
    compare("twice the size");
}

CASE("joints pose the mesh as its skin cluster does, with driver matrices at sparse indices")
{
    const heavy::Body* body = salsa();
    if (body == nullptr) {
        return;
    }
    const heavy::Scene scene = captured(*body);
    const ShapeNode shape = findShapeNode(scene.mesh);
    heavy::goTo(222.0);
    const std::vector<float> skinned = heavy::pointsOf(scene.mesh);
    // The elements go to other indices, far apart and in another order.
    MPlug matrix = shape.plug(ShapeDeformer::s_matrix);
    const CapturedBody own = readCaptured(shape);
    MDGModifier edit;
    std::vector<int> indices;
    for (size_t slot = 0; slot < own.matrixIndices.size(); ++slot) {
        const MPlug old = matrix.elementByLogicalIndex(static_cast<unsigned>(own.matrixIndices[slot]));
        const MPlug source = old.source();
        const int index = 500 - 7 * static_cast<int>(slot);
        check(edit.disconnect(source, old), "disconnect");
        check(edit.connect(source, matrix.elementByLogicalIndex(static_cast<unsigned>(index))), "connect");
        indices.push_back(index);
    }
    MObject data = MFnIntArrayData().create(MIntArray(indices.data(), static_cast<unsigned>(indices.size())));
    MPlug stored = shape.captured().child(ShapeDeformer::s_fields[static_cast<unsigned>(Captured::MatrixIndices)]);
    check(edit.newPlugValue(stored, data), "store the indices");
    check(edit.newPlugValueShort(shape.plug(ShapeDeformer::s_pose), ShapeDeformer::kJoints), "pose by joints");
    check(edit.doIt(), "move the matrices");
    const std::vector<float> posed = heavy::pointsOf(scene.mesh);
    size_t off = 0;
    for (size_t i = 0; i < skinned.size(); ++i) {
        off += std::abs(double(posed[i]) - skinned[i]) > 0.002;
    }
    std::printf("  %zu of %zu numbers differ by more than 0.02 mm\n", off, skinned.size());
    CHECK_LESS(static_cast<double>(off), 1e-3 * static_cast<double>(skinned.size()));
    // One goes: said once, and the mesh stays as it comes in.
    MDGModifier cut;
    const MPlug lost = matrix.elementByLogicalIndex(static_cast<unsigned>(indices[3]));
    check(cut.disconnect(lost.source(), lost), "disconnect");
    check(cut.doIt(), "cut a matrix");
    stage::clearMessages();
    for (const double frame : {3.0, 4.0, 5.0}) {
        heavy::goTo(frame);
        heavy::pointsOf(scene.mesh);
    }
    CHECK_EQUAL(stage::errors().size(), size_t{1});
    CHECK_CONTAINS(stage::errors()[0], "matrix[479]");
}

CASE("undo takes the deformer away, and redo gives the same mesh")
{
    const heavy::Body* body = salsa();
    if (body == nullptr) {
        return;
    }
    stage::newScene();
    const heavy::Scene scene = heavy::buildScene(*body);
    heavy::goTo(222.0);
    const std::vector<float> before = heavy::pointsOf(scene.mesh);
    stage::run("surefootCaptureBody \"" + pathText(scene.mesh) + "\"");
    const std::vector<float> after = heavy::pointsOf(scene.mesh);
    CHECK(!isSame(before, after));
    for (int again = 0; again < 2; ++again) {
        stage::undo();
        CHECK(findShapeNode(scene.mesh).isNull());
        CHECK(isSame(heavy::pointsOf(scene.mesh), before));
        stage::redo();
        CHECK(isSame(heavy::pointsOf(scene.mesh), after));
    }
    // Captured again: the same deformer, the same matrices, the same mesh.
    stage::run("surefootCaptureBody \"" + pathText(scene.mesh) + "\"");
    CHECK(isSame(heavy::pointsOf(scene.mesh), after));
    const std::string text = stage::command("surefootCaptureBody -query \"" + pathText(scene.mesh) + "\"");
    CHECK_CONTAINS(text, "\"matrices\":" + std::to_string(body->mesh->slot_count));
}

CASE("two geometries of one deformer agree, and come out as each would alone")
{
    const heavy::Body* body = salsa();
    if (body == nullptr) {
        return;
    }
    const heavy::Scene scene = captured(*body);
    const ShapeNode shape = findShapeNode(scene.mesh);
    heavy::goTo(222.0);
    const std::vector<float> alone = heavy::pointsOf(scene.mesh);
    const ShapeNode twin = stage::addGeometry(shape, 5);
    MDGModifier edit;
    for (unsigned i = 0; i < kCapturedCount; ++i) {
        MObject data = shape.captured().child(ShapeDeformer::s_fields[i]).asMObject();
        check(edit.newPlugValue(twin.captured().child(ShapeDeformer::s_fields[i]), data), "copy the body");
    }
    check(edit.doIt(), "copy the body");
    CHECK(isSame(outputAt(twin, 222.0), alone));
    CHECK(isSame(outputAt(shape, 222.0), alone));
    CHECK(isSame(heavy::pointsOf(scene.mesh), alone));
}

CASE("a mesh without skin, without arms or without a body is refused with a reason")
{
    stage::newScene();
    const MDagPath cube = stage::makeCube("cube", 10.0);
    stage::clearMessages();
    CHECK(!MGlobal::executeCommand(mayaText("surefootCaptureBody \"" + pathText(cube) + "\"")));
    CHECK_CONTAINS(stage::errors().back(), "no skin cluster");
    CHECK(findShapeNode(cube).isNull());
    CHECK(!MGlobal::executeCommand("select -clear; surefootCaptureBody"));
    CHECK_CONTAINS(stage::errors().back(), "select a skinned mesh");
    CHECK(!MGlobal::executeCommand(mayaText("surefootCaptureBody -body nowhere \"" + pathText(cube) + "\"")));
    CHECK_CONTAINS(stage::errors().back(), "no mesh nowhere");
    CHECK(!MGlobal::executeCommand(mayaText("surefootCaptureBody -query \"" + pathText(cube) + "\"")));
    CHECK_CONTAINS(stage::errors().back(), "no surefootShape");

    // Bound to something that is no body.
    const MDagPath tail = stage::makeJoint("tail");
    stage::bind(cube, {tail, stage::makeJoint("tip", &tail)});
    CHECK(!MGlobal::executeCommand(mayaText("surefootCaptureBody \"" + pathText(cube) + "\"")));
    std::printf("  %s\n", stage::errors().back().c_str());
    CHECK_CONTAINS(stage::errors().back(), "arm");
    CHECK(findShapeNode(cube).isNull());

    // Made by hand and never captured: said once, not in every frame, and the mesh stays as it is.
    check(MGlobal::executeCommand(mayaText("deformer -type surefootShape \"" + pathText(cube) + "\"")), "deform");
    const ShapeNode shape = findShapeNode(cube);
    CHECK(!shape.isNull());
    stage::clearMessages();
    for (const double frame : {1.0, 2.0, 3.0}) {
        heavy::goTo(frame);
        heavy::pointsOf(cube);
    }
    CHECK_EQUAL(stage::errors().size(), size_t{1});
    CHECK_CONTAINS(stage::errors()[0], "no body was captured");
}

CASE("damaged arrays and another number of vertices are said once and change nothing")
{
    const heavy::Body* body = salsa();
    if (body == nullptr) {
        return;
    }
    const heavy::Scene scene = captured(*body);
    const ShapeNode shape = findShapeNode(scene.mesh);
    heavy::goTo(222.0);
    heavy::pointsOf(scene.mesh);
    const auto damage = [&](Captured field, MObject data, const char* expected) {
        MDGModifier edit;
        check(edit.newPlugValue(shape.captured().child(ShapeDeformer::s_fields[static_cast<unsigned>(field)]), data),
              "damage");
        check(edit.doIt(), "damage");
        stage::clearMessages();
        for (const double frame : {222.0, 223.0, 222.0}) {
            heavy::goTo(frame);
            CHECK(isSame(heavy::pointsOf(scene.mesh), inputOf(shape)));
        }
        CHECK_EQUAL(stage::errors().size(), size_t{1});
        CHECK_CONTAINS(stage::errors()[0], expected);
        check(edit.undoIt(), "mend");
        stage::clearMessages();
        heavy::goTo(222.0);
        CHECK(!isSame(heavy::pointsOf(scene.mesh), inputOf(shape)));
        CHECK(stage::errors().empty());
    };
    const int beyond[3] = {0, 1, 99999999};
    const int negative[3] = {0, 1, -1};
    damage(Captured::Triangles, MFnIntArrayData().create(MIntArray(beyond, 3)), "99999999");
    damage(Captured::Triangles, MFnIntArrayData().create(MIntArray(negative, 3)), "");
    damage(Captured::InfluenceOffsets, MFnIntArrayData().create(MIntArray(negative, 3)), "do not fit each other");
    damage(Captured::JointParents, MFnIntArrayData().create(MIntArray()), "do not fit each other");
}

CASE("a sleeve stays out of another mesh, and says what is missing")
{
    stage::newScene();
    // A ball in a shell that is too far away to be pushed; then the ball moves through one side of it.
    const MDagPath ball = stage::makeBall("ball", 10.0);
    const MDagPath shell = stage::makeBall("shell", 14.0);
    check(MGlobal::executeCommand("surefootCaptureBody -body ball shell"), "capture");
    const ShapeNode shape = findShapeNode(shell);
    CHECK(!shape.isNull());
    // Each round of smoothing reaches one ring farther.
    check(shape.plug(ShapeDeformer::s_smoothing).setInt(2), "smooth little");
    const std::vector<float> rest = heavy::pointsOf(shell);
    MDagPath group = ball;
    group.pop();
    MFnDependencyNode(group.node()).findPlug("translateX", true).setDouble(5.0);
    const std::vector<float> pushed = heavy::pointsOf(shell);
    double least = 1e9;
    size_t moved = 0;
    for (size_t vertex = 0; vertex < pushed.size() / 3; ++vertex) {
        const double x = pushed[3 * vertex] - 5.0, y = pushed[3 * vertex + 1], z = pushed[3 * vertex + 2];
        least = std::min(least, std::sqrt(x * x + y * y + z * z));
        moved += !isSame(rest, pushed, vertex);
    }
    std::printf("  %zu of %zu vertices pushed, nearest %.3f cm from the centre of a ball of 10 cm\n", moved,
                pushed.size() / 3, least);
    CHECK(moved > 0 && moved < pushed.size() / 3);
    // The ball is made of flat triangles.
    CHECK(least > 9.7);
    const std::string text = stage::command("surefootCaptureBody -query shell");
    CHECK_CONTAINS(text, "\"body\":\"ballShape\"");

    const MPlug own = shape.plug(ShapeDeformer::s_bodyMesh);
    MDGModifier cut;
    check(cut.disconnect(own.source(), own), "disconnect");
    check(cut.doIt(), "disconnect the body");
    stage::clearMessages();
    CHECK(isSame(heavy::pointsOf(shell), rest));
    CHECK_EQUAL(stage::errors().size(), size_t{1});
    CHECK_CONTAINS(stage::errors()[0], "bodyMesh");
    CHECK(!MGlobal::executeCommand("surefootCaptureBody -body shell shell"));
    CHECK_CONTAINS(stage::errors().back(), "its own body");
}

CASE("the time that the node adds to the library's own")
{
    const heavy::Body* body = salsa();
    if (body == nullptr) {
        return;
    }
    const heavy::Scene scene = captured(*body);
    const ShapeNode shape = findShapeNode(scene.mesh);
    const CapturedBody own = readCaptured(shape);
    const Units units = Units::ofScene(1.0);
    const PreparedShape prepared(own, readPrepareOptions(shape, units));
    const size_t stride = std::max<size_t>(strideOf(), 3);
    double nodeSeconds = 0.0, librarySeconds = 0.0, emptySeconds = 0.0, inputSeconds = 0.0;
    const auto time = [](const auto& work) {
        const auto start = std::chrono::steady_clock::now();
        work();
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    };
    size_t frames = 0;
    for (size_t frame = 0; frame < body->frameCount; frame += stride) {
        heavy::goTo(static_cast<double>(frame));
        const MPlug output = MPlug(shape.node, MPxGeometryFilter::outputGeom).elementByLogicalIndex(shape.geometry);
        // The double computes what goes in anew whenever it is asked for, and the node asks once more than without
        // pushing.
        inputSeconds += time([&] { inputGeometry(shape); });
        // Once for the caches of the processor and of the double.
        output.asMObject();
        shape.plug(MPxGeometryFilter::envelope).setFloat(0.0f);
        emptySeconds += time([&] { output.asMObject(); });
        shape.plug(MPxGeometryFilter::envelope).setFloat(1.0f);
        nodeSeconds += time([&] { output.asMObject(); });
        std::vector<float> points = metres(inputOf(shape));
        librarySeconds +=
            time([&] { prepared.deformPoints(points.data(), nullptr, PreparedShape::Frame(), points.data()); });
        ++frames;
    }
    const double pushSeconds = nodeSeconds - emptySeconds - inputSeconds;
    std::printf("  %zu frames: node %.3f ms, library %.3f ms a frame; the node adds %.0f %%\n", frames,
                1e3 * pushSeconds / double(frames), 1e3 * librarySeconds / double(frames),
                100.0 * (pushSeconds / librarySeconds - 1.0));
    CHECK(frames > 0 && librarySeconds > 0.0);
}
