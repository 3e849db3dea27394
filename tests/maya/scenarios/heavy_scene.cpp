#include "heavy_scene.h"

#include <cmath>
#include <string>

#include <maya/MAnimControl.h>
#include <maya/MDGModifier.h>
#include <maya/MDagModifier.h>
#include <maya/MDoubleArray.h>
#include <maya/MEulerRotation.h>
#include <maya/MFn.h>
#include <maya/MFnAnimCurve.h>
#include <maya/MFnDagNode.h>
#include <maya/MFnDependencyNode.h>
#include <maya/MFnMesh.h>
#include <maya/MFnSingleIndexedComponent.h>
#include <maya/MFnSkinCluster.h>
#include <maya/MGlobal.h>
#include <maya/MIntArray.h>
#include <maya/MItDependencyGraph.h>
#include <maya/MMatrix.h>
#include <maya/MPlug.h>
#include <maya/MPointArray.h>
#include <maya/MQuaternion.h>
#include <maya/MTime.h>
#include <maya/MTimeArray.h>
#include <maya/MTransformationMatrix.h>

#include "stage.h"
#include "status.h"

namespace heavy {

namespace {

using surefoot::check;

constexpr double kCentimetres = 100.0;

// A world matrix of the library for row vectors, centimetres.
MMatrix mayaMatrix(const double* numbers)
{
    MMatrix out;
    for (int row = 0; row < 4; ++row) {
        for (int column = 0; column < 4; ++column) {
            out[column][row] = numbers[4 * row + column] * (column == 3 && row < 3 ? kCentimetres : 1.0);
        }
    }
    return out;
}

MMatrix local(const Body& body, size_t frame, size_t joint)
{
    const MMatrix world = mayaMatrix(body.worldOf(frame, joint));
    const int32_t parent = body.joints->parents[joint];
    return parent < 0 ? world : world * mayaMatrix(body.worldOf(frame, static_cast<size_t>(parent))).inverse();
}

void setKeys(const MPlug& plug, const std::vector<double>& values)
{
    MTimeArray times;
    MDoubleArray numbers;
    for (size_t frame = 0; frame < values.size(); ++frame) {
        times.append(MTime(static_cast<double>(frame), MTime::uiUnit()));
        numbers.append(values[frame]);
    }
    MStatus status;
    MFnAnimCurve curve;
    MPlug keyed = plug;
    curve.create(keyed, curve.timedAnimCurveTypeForPlug(keyed), nullptr, &status);
    check(status, "make a curve");
    check(curve.addKeys(&times, &numbers, MFnAnimCurve::kTangentLinear, MFnAnimCurve::kTangentLinear), "set keys");
}

MDagPath pathOf(const MObject& node)
{
    MDagPath path;
    check(MDagPath::getAPathTo(node, path), "find a path");
    return path;
}

void keyJoint(const Body& body, const MObject& node, size_t joint)
{
    std::vector<double> rotate[3], translate[3];
    MEulerRotation last;
    for (size_t frame = 0; frame < body.frameCount; ++frame) {
        const MMatrix matrix = local(body, frame, joint);
        MEulerRotation euler = MEulerRotation::decompose(matrix, MEulerRotation::kXYZ);
        if (frame > 0) {
            euler = euler.closestSolution(last);
        }
        last = euler;
        const double angles[3] = {euler.x, euler.y, euler.z};
        for (int axis = 0; axis < 3; ++axis) {
            rotate[axis].push_back(angles[axis]);
            translate[axis].push_back(matrix[3][axis]);
        }
    }
    const MFnDependencyNode fn(node);
    const char* axes[3] = {"X", "Y", "Z"};
    for (int axis = 0; axis < 3; ++axis) {
        setKeys(fn.findPlug(MString("rotate") + axes[axis], true), rotate[axis]);
        setKeys(fn.findPlug(MString("translate") + axes[axis], true), translate[axis]);
    }
}

MDagPath buildMesh(const Body& body)
{
    const surefoot_skin_view& mesh = *body.mesh;
    MPointArray points;
    for (size_t vertex = 0; vertex < mesh.vertex_count; ++vertex) {
        points.append(mesh.positions[3 * vertex] * kCentimetres, mesh.positions[3 * vertex + 1] * kCentimetres,
                      mesh.positions[3 * vertex + 2] * kCentimetres);
    }
    MIntArray counts, corners;
    for (size_t i = 0; i < mesh.triangle_count; ++i) {
        counts.append(3);
        for (int corner = 0; corner < 3; ++corner) {
            corners.append(static_cast<int>(mesh.triangles[3 * i + corner]));
        }
    }
    MStatus status;
    MFnMesh fn;
    const MObject transform = fn.create(static_cast<int>(mesh.vertex_count), static_cast<int>(mesh.triangle_count),
                                        points, counts, corners, MObject::kNullObj, &status);
    check(status, "make the mesh");
    MDagPath path = pathOf(transform);
    check(path.extendToShape(), "find the shape");
    return path;
}

void bind(const Body& body, const Scene& scene)
{
    // In the rest pose; the glTF file's inverse bind matrices are those of its rest pose.
    std::vector<MDagPath> joints;
    for (size_t slot = 0; slot < body.mesh->slot_count; ++slot) {
        joints.push_back(scene.joints[static_cast<size_t>(body.mesh->slot_joints[slot])]);
    }
    stage::bind(scene.mesh, joints);
    MObject shape = scene.mesh.node();
    MItDependencyGraph it(shape, MFn::kSkinClusterFilter, MItDependencyGraph::kUpstream);
    if (it.isDone()) {
        throw surefoot::Failure("no skin cluster was made");
    }
    MObject cluster = it.currentItem();
    MFnSkinCluster fn(cluster);
    MIntArray influences;
    for (size_t slot = 0; slot < body.mesh->slot_count; ++slot) {
        influences.append(static_cast<int>(slot));
    }
    MDoubleArray weights(static_cast<unsigned>(body.mesh->slot_count * body.mesh->vertex_count), 0.0);
    for (size_t vertex = 0; vertex < body.mesh->vertex_count; ++vertex) {
        for (uint32_t i = body.mesh->influence_offsets[vertex]; i < body.mesh->influence_offsets[vertex + 1]; ++i) {
            weights[static_cast<unsigned>(vertex * body.mesh->slot_count + body.mesh->influence_slots[i])] +=
                body.mesh->influence_weights[i];
        }
    }
    MFnSingleIndexedComponent component;
    const MObject vertices = component.create(MFn::kMeshVertComponent);
    component.setCompleteData(static_cast<int>(body.mesh->vertex_count));
    check(fn.setWeights(scene.mesh, vertices, influences, weights, false, nullptr), "set the skin weights");
}

}  // namespace

Scene buildScene(const Body& body)
{
    MTime::setUIUnit(body.frameRate == 30.0 ? MTime::k30FPS : MTime::k60FPS);
    Scene scene;
    MDagModifier dag;
    std::vector<MObject> nodes;
    for (size_t joint = 0; joint < body.joints->joint_count; ++joint) {
        const int32_t parent = body.joints->parents[joint];
        MStatus status;
        const MObject node =
            dag.createNode("joint", parent < 0 ? MObject::kNullObj : nodes[static_cast<size_t>(parent)], &status);
        check(status, "make a joint");
        check(dag.renameNode(node, surefoot::mayaText(body.joints->names[joint])), "name a joint");
        nodes.push_back(node);
    }
    check(dag.doIt(), "make the joints");
    // The rest pose first: the skin is bound to it.
    for (size_t joint = 0; joint < nodes.size(); ++joint) {
        const double* rotation = body.joints->rest_rotations + 4 * joint;
        const MEulerRotation euler = MQuaternion(rotation[0], rotation[1], rotation[2], rotation[3]).asEulerRotation();
        const double angles[3] = {euler.x, euler.y, euler.z};
        const MFnDependencyNode fn(nodes[joint]);
        const char* axes[3] = {"X", "Y", "Z"};
        for (int axis = 0; axis < 3; ++axis) {
            fn.findPlug(MString("rotate") + axes[axis], true).setDouble(angles[axis]);
            fn.findPlug(MString("translate") + axes[axis], true)
                .setDouble(kCentimetres * body.joints->rest_offsets[3 * joint + axis]);
        }
        scene.joints.push_back(pathOf(nodes[joint]));
    }
    scene.mesh = buildMesh(body);
    bind(body, scene);
    for (size_t joint = 0; joint < nodes.size(); ++joint) {
        keyJoint(body, nodes[joint], joint);
    }
    return scene;
}

std::vector<float> pointsOf(const MDagPath& mesh)
{
    const MFnMesh fn(mesh);
    MStatus status;
    const float* points = fn.getRawPoints(&status);
    check(status, "read the points");
    return std::vector<float>(points, points + 3 * static_cast<size_t>(fn.numVertices()));
}

void goTo(double frame)
{
    MAnimControl::setCurrentTime(MTime(frame, MTime::uiUnit()));
}

}  // namespace heavy
