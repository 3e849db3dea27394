#include "scene/skins.h"

#include <cmath>

#include <maya/MDagPathArray.h>
#include <maya/MDoubleArray.h>
#include <maya/MFn.h>
#include <maya/MFnDependencyNode.h>
#include <maya/MFnMatrixData.h>
#include <maya/MFnMesh.h>
#include <maya/MFnSingleIndexedComponent.h>
#include <maya/MFnSkinCluster.h>
#include <maya/MIntArray.h>
#include <maya/MItDependencyNodes.h>
#include <maya/MObjectArray.h>
#include <maya/MPlug.h>
#include <maya/MPointArray.h>
#include <maya/MSpace.h>

#include "status.h"

namespace surefoot {

namespace {

// Weights below this are noise of painting; Maya's own pruning takes the same.
constexpr double kLeastWeight = 1e-6;

MMatrix matrixAt(const MPlug& plug, const std::string& what)
{
    MStatus status;
    MObject data = plug.asMObject(&status);
    check(status, "read " + what);
    const MFnMatrixData matrix(data, &status);
    check(status, "read " + what);
    return matrix.matrix();
}

// World matrix of an influence when the mesh was bound.
MMatrix bindMatrix(const MFnSkinCluster& cluster, unsigned int logicalIndex)
{
    const MPlug plug = cluster.findPlug("bindPreMatrix", true).elementByLogicalIndex(logicalIndex);
    return matrixAt(plug, plainText(plug.name())).inverse();
}

MDagPathArray influencesOf(const MFnSkinCluster& cluster)
{
    MDagPathArray influences;
    MStatus status;
    cluster.influenceObjects(influences, &status);
    check(status, "read the influences of " + plainText(cluster.name()));
    return influences;
}

// The numbers of surefoot_skin_data.
struct SkinArrays {
    std::vector<float> positions;
    std::vector<uint32_t> triangles;
    std::vector<int32_t> slotJoints;
    std::vector<double> inverseBinds;
    std::vector<uint32_t> offsets;
    std::vector<uint32_t> slots;
    std::vector<float> weights;
};

void readPoints(const MFnMesh& mesh, const Units& units, SkinArrays& arrays)
{
    MPointArray points;
    check(mesh.getPoints(points, MSpace::kObject), "read the points of " + plainText(mesh.name()));
    for (unsigned int index = 0; index < points.length(); ++index) {
        for (const double value : {points[index].x, points[index].y, points[index].z}) {
            arrays.positions.push_back(static_cast<float>(units.metres(value)));
        }
    }
    MIntArray counts;
    MIntArray corners;
    check(mesh.getTriangles(counts, corners), "read the triangles of " + plainText(mesh.name()));
    for (unsigned int index = 0; index < corners.length(); ++index) {
        arrays.triangles.push_back(static_cast<uint32_t>(corners[index]));
    }
}

// Mesh space to joint space, row after row for column vectors, metres. Both spaces are Maya's own: what is above the
// mesh and the joints turns to Y up in the joints' world matrices.
void appendInverseBind(const MMatrix& meshToJoint, const Units& units, std::vector<double>& numbers)
{
    for (int row = 0; row < 4; ++row) {
        for (int column = 0; column < 4; ++column) {
            const double value = meshToJoint[column][row];
            numbers.push_back(column == 3 && row < 3 ? units.metres(value) : value);
        }
    }
}

void readWeights(MFnSkinCluster& cluster, const SkinnedMesh& mesh, size_t vertexCount, const std::vector<int>& slotOf,
                 SkinArrays& arrays)
{
    const std::string name = plainText(mesh.shape.partialPathName());
    MFnSingleIndexedComponent component;
    MStatus status;
    const MObject vertices = component.create(MFn::kMeshVertComponent, &status);
    check(status, "choose the vertices of " + name);
    check(component.setCompleteData(static_cast<int>(vertexCount)), "choose the vertices of " + name);
    MDoubleArray weights;
    unsigned int influenceCount = 0;
    check(cluster.getWeights(mesh.shape, vertices, weights, influenceCount), "read the skin weights of " + name);
    if (influenceCount != slotOf.size() || weights.length() != influenceCount * vertexCount) {
        throw Failure(name + " has " + std::to_string(weights.length()) + " skin weights for " +
                      std::to_string(vertexCount) + " vertices and " + std::to_string(slotOf.size()) +
                      " influences; the mesh was changed after it was bound. Delete its history before the skin.");
    }
    arrays.offsets.push_back(0);
    for (size_t vertex = 0; vertex < vertexCount; ++vertex) {
        for (size_t influence = 0; influence < influenceCount; ++influence) {
            const double weight = weights[static_cast<unsigned int>(vertex * influenceCount + influence)];
            if (!std::isfinite(weight) || weight < -kLeastWeight) {
                throw Failure("Vertex " + std::to_string(vertex) + " of " + name + " has the skin weight " +
                              std::to_string(weight) + "; normalise the weights.");
            }
            if (weight < kLeastWeight) {
                continue;
            }
            if (slotOf[influence] < 0) {
                throw Failure("Vertex " + std::to_string(vertex) + " of " + name +
                              " follows an influence outside the hierarchy; bind it to joints below one root.");
            }
            arrays.slots.push_back(static_cast<uint32_t>(slotOf[influence]));
            arrays.weights.push_back(static_cast<float>(weight));
        }
        arrays.offsets.push_back(static_cast<uint32_t>(arrays.slots.size()));
    }
}

}  // namespace

std::vector<SkinnedMesh> findSkinnedMeshes(const Rig& rig)
{
    std::vector<SkinnedMesh> meshes;
    for (MItDependencyNodes it(MFn::kSkinClusterFilter); !it.isDone(); it.next()) {
        MObject object = it.thisNode();
        const MFnSkinCluster cluster(object);
        const MDagPathArray influences = influencesOf(cluster);
        bool isOurs = false;
        for (unsigned int index = 0; index < influences.length(); ++index) {
            isOurs = isOurs || rig.find(influences[index]) >= 0;
        }
        if (!isOurs) {
            continue;
        }
        MObjectArray outputs;
        cluster.getOutputGeometry(outputs);
        for (unsigned int index = 0; index < outputs.length(); ++index) {
            SkinnedMesh mesh;
            mesh.cluster = object;
            mesh.geometry = cluster.indexForOutputShape(outputs[index]);
            if (outputs[index].hasFn(MFn::kMesh) && cluster.getPathAtIndex(mesh.geometry, mesh.shape)) {
                meshes.push_back(mesh);
            }
        }
    }
    return meshes;
}

Skin readSkin(const SkinnedMesh& mesh, const Rig& rig, const surefoot_skeleton* skeleton, const Units& units)
{
    const std::string name = plainText(mesh.shape.partialPathName());
    MObject object = mesh.cluster;
    MStatus status;
    MFnSkinCluster cluster(object, &status);
    check(status, "read the skin of " + name);
    SkinArrays arrays;

    // The mesh that goes into the cluster: bound, and with what other deformers did before.
    const MPlug input = cluster.findPlug("input", true).elementByLogicalIndex(mesh.geometry);
    MObject geometry = input.child(0).asMObject(&status);
    check(status, "read the mesh that goes into the skin of " + name);
    const MFnMesh bound(geometry, &status);
    check(status, "read the mesh that goes into the skin of " + name);
    readPoints(bound, units, arrays);

    const MMatrix geomMatrix = matrixAt(cluster.findPlug("geomMatrix", true), "the bind matrix of " + name);
    const MDagPathArray influences = influencesOf(cluster);
    std::vector<int> slotOf;
    for (unsigned int index = 0; index < influences.length(); ++index) {
        const int joint = rig.find(influences[index]);
        if (joint < 0) {
            slotOf.push_back(-1);
            continue;
        }
        slotOf.push_back(static_cast<int>(arrays.slotJoints.size()));
        arrays.slotJoints.push_back(joint);
        const unsigned int logical = cluster.indexForInfluenceObject(influences[index], &status);
        check(status, "find " + plainText(influences[index].partialPathName()) + " in the skin of " + name);
        appendInverseBind(geomMatrix * bindMatrix(cluster, logical).inverse(), units, arrays.inverseBinds);
    }
    const size_t vertexCount = arrays.positions.size() / 3;
    readWeights(cluster, mesh, vertexCount, slotOf, arrays);

    surefoot_skin_data data = {};
    data.struct_size = sizeof data;
    data.name = name.c_str();
    data.vertex_count = vertexCount;
    data.positions = arrays.positions.data();
    data.triangle_count = arrays.triangles.size() / 3;
    data.triangles = arrays.triangles.data();
    data.slot_count = arrays.slotJoints.size();
    data.slot_joints = arrays.slotJoints.data();
    data.inverse_binds = arrays.inverseBinds.data();
    data.influence_offsets = arrays.offsets.data();
    data.influence_count = arrays.slots.size();
    data.influence_slots = arrays.slots.data();
    data.influence_weights = arrays.weights.data();
    Skin skin;
    call(surefoot_skin_create, skeleton, &data, skin.out());
    return skin;
}

BindPose readBindPose(const std::vector<SkinnedMesh>& meshes, const Rig& rig)
{
    BindPose bind;
    bind.isKnown.resize(rig.nodes.size());
    bind.world.resize(rig.nodes.size());
    for (const SkinnedMesh& mesh : meshes) {
        MObject object = mesh.cluster;
        const MFnSkinCluster cluster(object);
        const MDagPathArray influences = influencesOf(cluster);
        for (unsigned int index = 0; index < influences.length(); ++index) {
            const int joint = rig.find(influences[index]);
            if (joint >= 0 && !bind.isKnown[joint]) {
                bind.isKnown[joint] = true;
                bind.world[joint] = bindMatrix(cluster, cluster.indexForInfluenceObject(influences[index]));
            }
        }
    }
    return bind;
}

}  // namespace surefoot
