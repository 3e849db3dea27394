#include "stage.h"

#include <cmath>
#include <cstdlib>

#include <maya/MAnimControl.h>
#include <maya/MDGModifier.h>
#include <maya/MDagModifier.h>
#include <maya/MFnDependencyNode.h>
#include <maya/MFnMesh.h>
#include <maya/MGlobal.h>
#include <maya/MIntArray.h>
#include <maya/MPlug.h>
#include <maya/MPointArray.h>
#include <maya/MSelectionList.h>
#include <maya/MTime.h>

#include "library.h"
#include "nodes/shape_deformer.h"
#include "status.h"

#include <fake/scene.h>
#include <fake/session.h>

#include "deform.h"
#include "draw.h"
#include "plugins.h"
#include "scene.h"
#include "time_slider.h"

namespace stage {

using surefoot::check;
using surefoot::mayaText;
using surefoot::plainText;

namespace {

MDagPath shapeOf(const MObject& transform, const std::string& name)
{
    MDagModifier dag;
    check(dag.renameNode(transform, mayaText(name)), "name a mesh");
    check(dag.doIt(), "name a mesh");
    MDagPath path;
    check(MDagPath::getAPathTo(transform, path), "find a mesh");
    check(path.extendToShape(), "find a shape");
    MObject shape = path.node();
    check(dag.renameNode(shape, mayaText(name + "Shape")), "name a shape");
    check(dag.doIt(), "name a shape");
    return path;
}

MDagPath makeMesh(const std::string& name, const MPointArray& points, const std::vector<int>& corners)
{
    MIntArray counts, connects;
    for (size_t i = 0; i < corners.size(); ++i) {
        connects.append(corners[i]);
        if (i % 3 == 0) {
            counts.append(3);
        }
    }
    MStatus status;
    MFnMesh mesh;
    const MObject transform = mesh.create(static_cast<int>(points.length()), static_cast<int>(counts.length()), points,
                                          counts, connects, MObject::kNullObj, &status);
    check(status, "make a mesh");
    return shapeOf(transform, name);
}

}  // namespace

std::string command(const std::string& text)
{
    MStatus status;
    const MString result = MGlobal::executeCommandStringResult(mayaText(text), false, false, &status);
    if (!status) {
        throw surefoot::Failure("could not run " + text + ": " + (errors().empty() ? "" : errors().back()));
    }
    return plainText(result);
}

void run(const std::string& text)
{
    if (!fake::run(text).ok) {
        throw surefoot::Failure("could not run " + text);
    }
}

void undo()
{
    if (!fake::undo()) {
        throw surefoot::Failure("nothing to undo");
    }
}

void redo()
{
    if (!fake::redo()) {
        throw surefoot::Failure("nothing to redo");
    }
}

double numberAfter(const std::string& json, const std::string& name, size_t from)
{
    const size_t at = json.find("\"" + name + "\":", from);
    if (at == std::string::npos) {
        throw surefoot::Failure("no " + name + " in " + json.substr(0, 200));
    }
    return std::strtod(json.c_str() + at + name.size() + 3, nullptr);
}

MDagPath makeJoint(const std::string& name, const MDagPath* parent)
{
    MDagModifier dag;
    MStatus status;
    const MObject node = dag.createNode("joint", parent == nullptr ? MObject::kNullObj : parent->node(), &status);
    check(status, "make a joint");
    check(dag.renameNode(node, mayaText(name)), "name a joint");
    check(dag.doIt(), "make a joint");
    MDagPath path;
    check(MDagPath::getAPathTo(node, path), "find a joint");
    return path;
}

void bind(const MDagPath& mesh, const std::vector<MDagPath>& joints)
{
    std::vector<std::vector<fake::Node*>> paths;
    for (const MDagPath& joint : joints) {
        paths.push_back(fake::pathOf(joint)->nodes);
    }
    fake::bindSkin("skin", *fake::nodeOf(mesh.node()), paths);
}

MDagPath pathOf(const std::string& name)
{
    MSelectionList list;
    MDagPath path;
    MObject component;
    check(list.add(mayaText(name)), "find " + name);
    check(list.getDagPath(0, path, component), "find " + name);
    return path;
}

std::string failureOf(const std::function<void()>& work)
{
    try {
        work();
    } catch (const surefoot::Failure& failure) {
        return failure.what();
    }
    return std::string();
}

MDagPath makeCube(const std::string& name, double size)
{
    MPointArray points;
    for (int i = 0; i < 8; ++i) {
        points.append(i & 1 ? size : -size, i & 2 ? size : -size, i & 4 ? size : -size);
    }
    return makeMesh(name, points, {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                   2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5});
}

// Rings of 32 points between two poles.
MDagPath makeBall(const std::string& name, double radius)
{
    constexpr int kRound = 32, kRings = 15;
    constexpr double kPi = 3.14159265358979323846;
    MPointArray points;
    points.append(0.0, radius, 0.0);
    for (int ring = 1; ring <= kRings; ++ring) {
        const double polar = kPi * ring / (kRings + 1);
        for (int i = 0; i < kRound; ++i) {
            const double around = 2.0 * kPi * i / kRound;
            points.append(radius * std::sin(polar) * std::cos(around), radius * std::cos(polar),
                          radius * std::sin(polar) * std::sin(around));
        }
    }
    points.append(0.0, -radius, 0.0);
    std::vector<int> corners;
    const auto at = [](int ring, int i) { return 1 + (ring - 1) * kRound + i % kRound; };
    for (int i = 0; i < kRound; ++i) {
        corners.insert(corners.end(), {0, at(1, i + 1), at(1, i)});
        for (int ring = 1; ring < kRings; ++ring) {
            corners.insert(corners.end(), {at(ring, i), at(ring, i + 1), at(ring + 1, i)});
            corners.insert(corners.end(), {at(ring, i + 1), at(ring + 1, i + 1), at(ring + 1, i)});
        }
        corners.insert(corners.end(), {at(kRings, i), at(kRings, i + 1), at(kRings, 0) + kRound});
    }
    return makeMesh(name, points, corners);
}

surefoot::ShapeNode addGeometry(const surefoot::ShapeNode& shape, unsigned index)
{
    const MFnDependencyNode fn(shape.node);
    const MPlug inputs = fn.findPlug("input", true);
    MObject attribute = fn.attribute("inputGeometry");
    MDGModifier edit;
    check(edit.connect(inputs.elementByLogicalIndex(shape.geometry).child(attribute).source(),
                       inputs.elementByLogicalIndex(index).child(attribute)),
          "connect another geometry");
    check(edit.doIt(), "connect another geometry");
    return surefoot::ShapeNode{shape.node, index};
}

void newScene()
{
    static const bool isLoaded = fake::loadPlugin();
    if (!isLoaded) {
        throw surefoot::Failure("the plug-in does not load");
    }
    fake::newScene();
    fake::setTimeUnit(MTime::k30FPS);
    fake::setLinearUnit("cm");
    fake::setZUp(false);
    fake::setEvaluationManager(false);
    clearMessages();
}

void clearMessages()
{
    fake::clearMessages();
}

std::vector<std::string> errors()
{
    return fake::errors();
}

void evaluateInBackground(const MObject& node, double frame)
{
    fake::Context context;
    context.normal = false;
    context.ticks = fake::ticksOf(MTime(frame, MTime::uiUnit()));
    fake::evaluateManaged(context);
    static_cast<void>(node);
}

void saveAndLoad()
{
    const std::string text = fake::save();
    fake::newScene();
    if (!fake::load(text)) {
        throw surefoot::Failure("the saved scene does not load");
    }
}

void paint(const MObject& deformer, unsigned geometry, const std::vector<size_t>& vertices, float weight)
{
    const MPlug list = MFnDependencyNode(deformer).findPlug("weightList", true).elementByLogicalIndex(geometry);
    for (const size_t vertex : vertices) {
        check(list.child(0).elementByLogicalIndex(static_cast<unsigned>(vertex)).setFloat(weight), "paint a vertex");
    }
}

void useManager(bool isOn)
{
    fake::setEvaluationManager(isOn);
}

void setMembers(const MObject& deformer, unsigned geometry, const std::vector<int>& vertices)
{
    fake::Node& node = *fake::nodeOf(deformer);
    node.subsets[static_cast<int>(geometry)] = vertices;
    fake::markDirty(node, {node.attr("input"), {}});
}

Picture draw(const MDagPath& locator)
{
    const fake::Ptr<fake::Picture> drawn = fake::draw(locator);
    Picture out;
    out.strips = drawn->strips;
    out.meshes = drawn->meshes;
    out.filledCircles = drawn->filledCircles;
    out.rings = drawn->rings;
    out.spheres = drawn->spheres;
    out.points = drawn->points;
    out.texts = drawn->texts;
    out.firstSphere = drawn->firstSphere;
    out.sceneReads = static_cast<int>(drawn->sceneReads);
    return out;
}

bool isDrawDirty(const MObject& locator)
{
    return fake::nodeOf(locator)->drawDirty;
}

void idle()
{
    fake::idle();
}

std::vector<Mark> marks()
{
    std::vector<Mark> out;
    for (const fake::Mark& mark : fake::marks()) {
        out.push_back({mark.row, mark.first, mark.last});
    }
    return out;
}

}  // namespace stage
