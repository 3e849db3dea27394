#include "commands/shape_command.h"

#include <algorithm>
#include <cmath>
#include <string>

#include <maya/MAnimControl.h>
#include <maya/MDistance.h>
#include <maya/MFloatArray.h>
#include <maya/MFn.h>
#include <maya/MFnDagNode.h>
#include <maya/MFnDependencyNode.h>
#include <maya/MFnMesh.h>
#include <maya/MFnSingleIndexedComponent.h>
#include <maya/MFnWeightGeometryFilter.h>
#include <maya/MGlobal.h>
#include <maya/MIntArray.h>
#include <maya/MPlug.h>
#include <maya/MSelectionList.h>
#include <maya/MTime.h>

#include "ids.h"
#include "json.h"
#include "nodes/shape_deformer.h"
#include "options.h"
#include "scene/mesh_points.h"
#include "scene/motion.h"
#include "scene/rig.h"
#include "scene/sampling.h"
#include "scene/shapes.h"
#include "scene/skin_root.h"
#include "scene/skins.h"
#include "status.h"

namespace surefoot {

namespace {

constexpr const char* kBody = "-body";
constexpr const char* kUnitScale = "-unitScale";
constexpr const char* kFrames = "-frames";

// The mesh that is seen: a deformed one has its undeformed original beside it.
MDagPath meshOf(const MDagPath& path)
{
    unsigned count = 0;
    path.numberOfShapesDirectlyBelow(count);
    for (unsigned i = 0; i < count && !path.node().hasFn(MFn::kMesh); ++i) {
        MDagPath shape(path);
        if (shape.extendToShapeDirectlyBelow(i) && shape.node().hasFn(MFn::kMesh) &&
            !MFnDagNode(shape).isIntermediateObject()) {
            return shape;
        }
    }
    if (!path.node().hasFn(MFn::kMesh)) {
        throw Failure(plainText(path.partialPathName()) + " is no polygon mesh");
    }
    return path;
}

std::vector<MDagPath> meshesOf(const MArgDatabase& arguments)
{
    MSelectionList objects;
    check(arguments.getObjects(objects), "read the selection");
    std::vector<MDagPath> meshes;
    for (unsigned i = 0; i < objects.length(); ++i) {
        MDagPath path;
        MObject component;
        if (!objects.getDagPath(i, path, component)) {
            throw Failure("only meshes have a body; select skinned meshes");
        }
        meshes.push_back(meshOf(path));
    }
    if (meshes.empty()) {
        throw Failure("nothing is selected; select a skinned mesh");
    }
    return meshes;
}

MDagPath meshNamed(const MString& name)
{
    MSelectionList list;
    MDagPath path;
    MObject component;
    if (!list.add(name) || !list.getDagPath(0, path, component)) {
        throw Failure("there is no mesh " + plainText(name));
    }
    return meshOf(path);
}

// The mesh before the deformer if there is one: its own result must not become the rest pose.
MObject restGeometry(const MDagPath& mesh, const ShapeNode& shape)
{
    return shape.isNull() ? mesh.node() : inputGeometry(shape);
}

std::vector<int> trianglesOf(const MFnMesh& mesh)
{
    MIntArray counts, corners;
    check(mesh.getTriangles(counts, corners), "read the triangles of " + plainText(mesh.name()));
    std::vector<int> out(corners.length());
    corners.get(out.data());
    return out;
}

std::vector<double> doubles(const std::vector<float>& values)
{
    return std::vector<double>(values.begin(), values.end());
}

// Both meshes as they are now; they should not touch.
CapturedBody captureMeshes(const MDagPath& mesh, const ShapeNode& shape, const MDagPath& body, const Units& units)
{
    MObject geometry = restGeometry(mesh, shape);
    MObject bodyGeometry = body.node();
    const MFnMesh part(geometry), other(bodyGeometry);
    const MMatrix zero = mesh.inclusiveMatrix();
    CapturedBody out;
    std::vector<float> points;
    ToLibrary(zero, zero, units).convert(rawPoints(part), static_cast<size_t>(part.numVertices()), points);
    out.restPoints = doubles(points);
    out.triangles = trianglesOf(part);
    ToLibrary(body.inclusiveMatrix(), zero, units)
        .convert(rawPoints(other), static_cast<size_t>(other.numVertices()), points);
    out.bodyPoints = doubles(points);
    out.bodyTriangles = trianglesOf(other);
    return out;
}

struct Influence {
    MPlug worldMatrix;
};

// The skin of a mesh as it was bound; `influences` gets what moves each of its slots.
CapturedBody captureSkin(const MDagPath& mesh, const Units& units, std::vector<Influence>& influences)
{
    const std::string name = plainText(mesh.partialPathName());
    const MDagPath root = findSkinRoot(mesh);
    if (!root.isValid()) {
        throw Failure(name + " has no skin cluster; bind it to its joints first, or name another mesh with -body");
    }
    const Rig rig = readRig(root);
    std::vector<SkinnedMesh> meshes = findSkinnedMeshes(rig);
    const SkinnedMesh* found = nullptr;
    for (const SkinnedMesh& candidate : meshes) {
        if (candidate.shape == mesh || candidate.shape.node() == mesh.node()) {
            found = &candidate;
        }
    }
    if (found == nullptr) {
        throw Failure(name + " does not follow the joints below " + plainText(root.partialPathName()));
    }
    FrameRange now;
    now.first = MAnimControl::currentTime().as(MTime::uiUnit());
    now.count = 1;
    const Samples samples = sampleRig(rig, now, Sampling::kContext, [](double) {});
    const Motion motion = makeMotion(rig, samples, readBindPose(meshes, rig), units);
    const Skin skin = readSkin(*found, rig, motion.skeleton.get(), units);
    CapturedBody out = captureOf(motion.skeleton.get(), skin.get());
    for (const int joint : out.slotJoints) {
        influences.push_back({rig.nodes[static_cast<size_t>(joint)].worldMatrix});
    }
    return out;
}

// Elements of `matrix` for the influences: those that are connected already, or new ones at the end.
std::vector<int> connectInfluences(const ShapeNode& shape, const std::vector<Influence>& influences, MDGModifier& edit)
{
    MPlug matrix = shape.plug(ShapeDeformer::s_matrix);
    MIntArray taken;
    matrix.getExistingArrayAttributeIndices(taken);
    int next = 0;
    for (unsigned i = 0; i < taken.length(); ++i) {
        next = std::max(next, taken[i] + 1);
    }
    std::vector<int> indices;
    for (const Influence& influence : influences) {
        int index = -1;
        for (unsigned i = 0; i < taken.length() && index < 0; ++i) {
            if (matrix.elementByLogicalIndex(static_cast<unsigned>(taken[i])).source() == influence.worldMatrix) {
                index = taken[i];
            }
        }
        if (index < 0) {
            index = next++;
            check(edit.connect(influence.worldMatrix, matrix.elementByLogicalIndex(static_cast<unsigned>(index))),
                  "connect " + plainText(influence.worldMatrix.name()));
        }
        indices.push_back(index);
    }
    return indices;
}

void connectBody(const ShapeNode& shape, const MDagPath& body, MDGModifier& edit)
{
    const MPlug own = shape.plug(ShapeDeformer::s_bodyMesh);
    const MPlug world =
        MFnDependencyNode(body.node()).findPlug("worldMesh", true).elementByLogicalIndex(body.instanceNumber());
    const MPlug source = own.source();
    if (source == world) {
        return;
    }
    if (!source.isNull()) {
        check(edit.disconnect(source, own), "disconnect " + plainText(source.name()));
    }
    check(edit.connect(world, own), "connect " + plainText(world.name()));
}

// Puts the user's time back, also after a failure.
class KeptTime {
public:
    KeptTime() : m_time(MAnimControl::currentTime()) { MGlobal::executeCommand("refresh -suspend true"); }
    ~KeptTime()
    {
        MAnimControl::setCurrentTime(m_time);
        MGlobal::executeCommand("refresh -suspend false");
    }
    KeptTime(const KeptTime&) = delete;
    KeptTime& operator=(const KeptTime&) = delete;

private:
    MTime m_time;
};

// The painted weights; empty where the deformer has all vertices and nothing is painted.
std::vector<float> paintedWeights(const ShapeNode& shape, const MDagPath& mesh, size_t count)
{
    MObject node = shape.node;
    const MFnWeightGeometryFilter filter(node);
    MFnSingleIndexedComponent component;
    const MObject vertices = component.create(MFn::kMeshVertComponent);
    component.setCompleteData(static_cast<int>(count));
    MFloatArray weights;
    if (!filter.getWeights(mesh, vertices, weights) || weights.length() != count) {
        return {};
    }
    std::vector<float> out(count);
    weights.get(out.data());
    return out;
}

// Maya's centimetres of the library's metres.
void writeFrame(Json& out, double frame, const surefoot_deformed_frame& done, const Units& units)
{
    out.openObject().name("frame").value(frame);
    out.name("depthBefore").value(units.length(done.depth_before));
    out.name("depthAfter").value(units.length(done.depth_after));
    out.name("pushMax").value(units.length(done.push_max));
    out.name("verticesPushed").value(static_cast<double>(done.vertices_pushed));
    out.name("verticesAtMaxPush").value(static_cast<double>(done.vertices_at_max_push));
    out.name("flippedTriangles").value(static_cast<double>(done.flipped_triangles));
    out.closeObject();
}

// Computed by itself: what a node computed last need not be of the time that is asked for.
void measureFrames(Json& out, const MDagPath& mesh, const ShapeNode& shape, const CapturedBody& captured,
                   const MTime& first, const MTime& last)
{
    const Units units = Units::ofScene(shape.plug(ShapeDeformer::s_unitScale).asDouble());
    const PreparedShape prepared(captured, readPrepareOptions(shape, units));
    const std::vector<float> weights = paintedWeights(shape, mesh, prepared.vertexCount());
    const MDagPath body = connectedBody(shape);
    if (prepared.hasOtherBody() && !body.isValid()) {
        throw Failure("no mesh is connected to bodyMesh");
    }
    const FrameRange frames = framesBetween(first, last);
    const KeptTime kept;
    std::vector<float> points, bodyPoints;
    for (size_t i = 0; i < frames.count; ++i) {
        MAnimControl::setCurrentTime(frames.time(i));
        MObject geometry = inputGeometry(shape);
        const MFnMesh input(geometry);
        const MMatrix toWorld = mesh.inclusiveMatrix();
        const size_t count = static_cast<size_t>(input.numVertices());
        if (count != prepared.vertexCount()) {
            throw Failure("the mesh has " + std::to_string(count) + " vertices and was captured with " +
                          std::to_string(prepared.vertexCount()) + "; capture it again");
        }
        ToLibrary(toWorld, units).convert(rawPoints(input), count, points);
        if (prepared.hasOtherBody()) {
            MObject node = body.node();
            const MFnMesh other(node);
            if (static_cast<size_t>(other.numVertices()) != prepared.bodyVertexCount()) {
                throw Failure("the body has another number of vertices than captured; capture it again");
            }
            ToLibrary(body.inclusiveMatrix(), toWorld, units)
                .convert(rawPoints(other), prepared.bodyVertexCount(), bodyPoints);
        }
        PreparedShape::Frame frame;
        frame.weights = weights.empty() ? nullptr : weights.data();
        frame.envelope = std::min(1.0, std::max(0.0, double(shape.plug(ShapeDeformer::envelope).asFloat())));
        frame.maxPush = units.metres(shape.plug(ShapeDeformer::s_maxPush).asMDistance().asCentimeters());
        const surefoot_deformed_frame done =
            prepared.deformPoints(points.data(), bodyPoints.data(), frame, points.data());
        writeFrame(out, frames.first + static_cast<double>(i), done, units);
    }
}

}  // namespace

void* ShapeCommand::creator()
{
    return new ShapeCommand;
}

MSyntax ShapeCommand::newSyntax()
{
    MSyntax syntax;
    syntax.addFlag(("-" + shortFlag("body")).c_str(), kBody, MSyntax::kString);
    syntax.addFlag(("-" + shortFlag("unit_scale")).c_str(), kUnitScale, MSyntax::kDouble);
    syntax.addFlag(("-" + shortFlag("frames")).c_str(), kFrames, MSyntax::kTime, MSyntax::kTime);
    syntax.makeFlagQueryWithFullArgs(kFrames, false);
    syntax.setObjectType(MSyntax::kSelectionList, 0);
    syntax.useSelectionAsDefault(true);
    syntax.enableQuery(true);
    return syntax;
}

MStatus ShapeCommand::doIt(const MArgList& arguments)
{
    MStatus status;
    const MArgDatabase database(syntax(), arguments, &status);
    if (!status) {
        return status;
    }
    try {
        const std::vector<MDagPath> meshes = meshesOf(database);
        if (database.isQuery()) {
            setResult(mayaText(query(meshes, database)));
        } else {
            capture(meshes, database);
            setResult(m_deformers);
        }
        return MS::kSuccess;
    } catch (const std::exception& failure) {
        m_edit.undo();
        displayError(mayaText(std::string(kName) + ": " + failure.what()) + ".");
        return MS::kFailure;
    }
}

MStatus ShapeCommand::undoIt()
{
    m_edit.undo();
    return MS::kSuccess;
}

MStatus ShapeCommand::redoIt()
{
    m_edit.redo();
    return MS::kSuccess;
}

void ShapeCommand::capture(const std::vector<MDagPath>& meshes, const MArgDatabase& arguments)
{
    if (arguments.isFlagSet(kFrames)) {
        throw Failure("-frames measures and goes with -query");
    }
    MDagPath body;
    const bool hasBody = arguments.isFlagSet(kBody);
    if (hasBody) {
        MString name;
        check(arguments.getFlagArgument(kBody, 0, name), "read -body");
        body = meshNamed(name);
    }
    double unitScale = 1.0;
    const bool setsScale = arguments.isFlagSet(kUnitScale);
    if (setsScale) {
        check(arguments.getFlagArgument(kUnitScale, 0, unitScale), "read -unitScale");
        if (!(unitScale >= 1e-6 && std::isfinite(unitScale))) {
            throw Failure("-unitScale must be a number above 0");
        }
    }
    for (const MDagPath& mesh : meshes) {
        captureOne(mesh, hasBody ? &body : nullptr, setsScale, unitScale);
    }
}

void ShapeCommand::captureOne(const MDagPath& mesh, const MDagPath* body, bool setsScale, double unitScale)
{
    ShapeNode shape = findShapeNode(mesh);
    if (!setsScale && !shape.isNull()) {
        unitScale = shape.plug(ShapeDeformer::s_unitScale).asDouble();
    }
    const Units units = Units::ofScene(unitScale);
    if (body != nullptr && body->node() == mesh.node()) {
        throw Failure(plainText(mesh.partialPathName()) + " cannot be its own body; leave -body out");
    }
    std::vector<Influence> influences;
    CapturedBody captured =
        body == nullptr ? captureSkin(mesh, units, influences) : captureMeshes(mesh, shape, *body, units);
    // What cannot be prepared must not get into the scene; this finds missing arms as well.
    PrepareOptions options;
    options.margin = 0.002;
    options.softness = 0.004;
    options.smoothing = 1;
    const PreparedShape prepared(captured, options);

    if (shape.isNull()) {
        m_edit.command(std::string("deformer -type ") + kShapeNode + " \"" + plainText(mesh.fullPathName()) + "\"",
                       "make the deformer");
        shape = findShapeNode(mesh);
        if (shape.isNull()) {
            throw Failure("the deformer of " + plainText(mesh.partialPathName()) + " could not be made");
        }
    }
    MDGModifier& edit = m_edit.graph();
    if (body == nullptr) {
        captured.matrixIndices = connectInfluences(shape, influences, edit);
    } else {
        connectBody(shape, *body, edit);
    }
    const CapturedData data = toData(captured);
    const MPlug element = shape.captured();
    for (unsigned i = 0; i < kCapturedCount; ++i) {
        MObject value = data[i];
        check(edit.newPlugValue(element.child(ShapeDeformer::s_fields[i]), value),
              std::string("store ") + kCapturedFields[i].name);
    }
    check(edit.newPlugValueDouble(shape.plug(ShapeDeformer::s_unitScale), unitScale), "store the scale");
    m_edit.apply("store the body of " + plainText(mesh.partialPathName()));
    m_deformers.append(MFnDependencyNode(shape.node).name());
}

std::string ShapeCommand::query(const std::vector<MDagPath>& meshes, const MArgDatabase& arguments) const
{
    Json out;
    out.openList();
    for (const MDagPath& mesh : meshes) {
        const ShapeNode shape = findShapeNode(mesh);
        if (shape.isNull()) {
            throw Failure(plainText(mesh.partialPathName()) + " has no surefootShape deformer");
        }
        const CapturedBody captured = readCaptured(shape);
        MIntArray matrices;
        MPlug matrix = shape.plug(ShapeDeformer::s_matrix);
        matrix.getExistingArrayAttributeIndices(matrices);
        const MDagPath body = connectedBody(shape);
        out.openObject().name("mesh").value(plainText(mesh.partialPathName()));
        out.name("deformer").value(plainText(MFnDependencyNode(shape.node).name()));
        out.name("geometry").value(static_cast<double>(shape.geometry));
        out.name("isCaptured").value(!captured.isEmpty());
        out.name("vertices").value(static_cast<double>(captured.vertexCount()));
        out.name("joints").value(static_cast<double>(captured.jointCount()));
        out.name("influences").value(static_cast<double>(captured.slotJoints.size()));
        out.name("matrices").value(static_cast<double>(matrices.length()));
        out.name("body").value(body.isValid() ? plainText(body.partialPathName()) : std::string());
        if (arguments.isFlagSet(kFrames)) {
            MTime first, last;
            check(arguments.getFlagArgument(kFrames, 0, first), "read -frames");
            check(arguments.getFlagArgument(kFrames, 1, last), "read -frames");
            out.name("frames").openList();
            measureFrames(out, mesh, shape, captured, first, last);
            out.closeList();
        }
        out.closeObject();
    }
    out.closeList();
    return out.text();
}

}  // namespace surefoot
