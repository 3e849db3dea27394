#include "nodes/shape_deformer.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include <maya/MArrayDataHandle.h>
#include <maya/MDistance.h>
#include <maya/MFnCompoundAttribute.h>
#include <maya/MFnDependencyNode.h>
#include <maya/MFnMesh.h>
#include <maya/MGlobal.h>
#include <maya/MPoint.h>
#include <maya/MTypes.h>
#include <maya/MVector.h>

#include "ids.h"
#include "scene/mesh_points.h"

namespace surefoot {

const MTypeId ShapeDeformer::id(kShapeId);

void* ShapeDeformer::creator()
{
    return new ShapeDeformer;
}

void ShapeDeformer::postConstructor()
{
    const MFnDependencyNode self(thisMObject());
    m_input = self.attribute("input");
    m_inputGeometry = self.attribute("inputGeometry");
    m_weightList = self.attribute("weightList");
}

// Memory of earlier calls, one for each call that ran at the same time.
class ShapeDeformer::Borrowed {
public:
    explicit Borrowed(ShapeDeformer& node) : m_node(node)
    {
        const std::lock_guard<std::mutex> lock(m_node.m_mutex);
        if (m_node.m_buffers.empty()) {
            m_buffers.reset(new Buffers);
        } else {
            m_buffers = std::move(m_node.m_buffers.back());
            m_node.m_buffers.pop_back();
        }
    }
    ~Borrowed()
    {
        const std::lock_guard<std::mutex> lock(m_node.m_mutex);
        m_node.m_buffers.push_back(std::move(m_buffers));
    }
    Borrowed(const Borrowed&) = delete;
    Borrowed& operator=(const Borrowed&) = delete;
    Buffers& operator*() const { return *m_buffers; }

private:
    ShapeDeformer& m_node;
    std::unique_ptr<Buffers> m_buffers;
};

namespace {

// A value between the limits of an option: an attribute may be driven by a connection, which knows no limits.
double limited(double value, double least, double most)
{
    return std::isfinite(value) ? std::min(std::max(value, least), most) : least;
}

bool isSame(const float* a, const float* b)
{
    return std::memcmp(a, b, 3 * sizeof(float)) == 0;
}

}  // namespace

MStatus ShapeDeformer::deform(MDataBlock& block, MItGeometry& iterator, const MMatrix& localToWorld,
                              unsigned int multiIndex)
{
    try {
        return deformGeometry(block, iterator, localToWorld, multiIndex);
    } catch (const std::exception& failure) {
        report(failure.what());
        return MS::kFailure;
    }
}

MStatus ShapeDeformer::deformGeometry(MDataBlock& block, MItGeometry& iterator, const MMatrix& localToWorld,
                                      unsigned multiIndex)
{
    const double strength = limited(block.inputValue(envelope).asFloat(), 0.0, 1.0);
    // A mesh without size shows nothing, and its offsets could not be turned back.
    if (strength == 0.0 || localToWorld.det3x3() == 0.0) {
        return MS::kSuccess;
    }
    const Units units = Units::ofScene(block.inputValue(s_unitScale).asDouble());
    const auto metres = [&](const MObject& attribute, double least, double most) {
        return limited(units.metres(block.inputValue(attribute).asDistance().asCentimeters()), least, most);
    };
    PrepareOptions options;
    options.part = block.inputValue(s_part).asShort();
    options.margin = metres(s_margin, 0.0, 0.05);
    options.softness = metres(s_softness, 0.0005, 0.05);
    options.smoothing = block.inputValue(s_smoothing).asInt();
    const std::shared_ptr<const PreparedShape> shape = prepared(block, multiIndex, options);

    MObject input = inputMesh(block, multiIndex);
    MStatus status;
    const MFnMesh mesh(input, &status);
    if (!status) {
        throw Failure("only polygon meshes can be pushed out of the body");
    }
    const size_t count = static_cast<size_t>(mesh.numVertices());
    if (count != shape->vertexCount()) {
        throw Failure("the mesh has " + std::to_string(count) + " vertices and was captured with " +
                      std::to_string(shape->vertexCount()) + "; capture it again with surefootCaptureBody");
    }

    const Borrowed borrowed(*this);
    Buffers& buffers = *borrowed;
    PreparedShape::Frame frame;
    frame.envelope = strength;
    frame.maxPush = metres(s_maxPush, 0.001, 1.0);
    frame.weights = readWeights(block, iterator, multiIndex, count, buffers.weights);
    if (block.inputValue(s_pose).asShort() == kJoints && !shape->hasOtherBody()) {
        poseByJoints(block, iterator, localToWorld, units, *shape, frame, buffers);
        return MS::kSuccess;
    }

    ToLibrary(localToWorld, units).convert(rawPoints(mesh), count, buffers.points);
    if (shape->hasOtherBody()) {
        const MDataHandle handle = block.inputValue(s_bodyMesh);
        MObject body = handle.asMesh();
        if (body.isNull()) {
            throw Failure("no mesh is connected to bodyMesh");
        }
        const MFnMesh bodyMesh(body, &status);
        const size_t bodyCount = status ? static_cast<size_t>(bodyMesh.numVertices()) : 0;
        if (bodyCount != shape->bodyVertexCount()) {
            throw Failure("the mesh connected to bodyMesh has " + std::to_string(bodyCount) +
                          " vertices and was captured with " + std::to_string(shape->bodyVertexCount()) +
                          "; capture it again with surefootCaptureBody");
        }
        const MMatrix bodyToWorld = handle.geometryTransformMatrix();
        ToLibrary(bodyToWorld, localToWorld, units).convert(rawPoints(bodyMesh), bodyCount, buffers.bodyPoints);
    }
    buffers.out.resize(buffers.points.size());
    shape->deformPoints(buffers.points.data(), buffers.bodyPoints.data(), frame, buffers.out.data());

    size_t left = 0;
    for (size_t vertex = 0; vertex < count; ++vertex) {
        left += !isSame(&buffers.points[3 * vertex], &buffers.out[3 * vertex]);
    }
    if (left == 0) {
        return MS::kSuccess;
    }
    const MMatrix worldToLocal = localToWorld.inverse();
    for (iterator.reset(); !iterator.isDone() && left > 0; iterator.next()) {
        const size_t vertex = static_cast<size_t>(iterator.index());
        const float* before = &buffers.points[3 * vertex];
        const float* after = &buffers.out[3 * vertex];
        if (vertex >= count || isSame(before, after)) {
            continue;
        }
        const double way[3] = {double(after[0]) - before[0], double(after[1]) - before[1],
                               double(after[2]) - before[2]};
        iterator.setPosition(iterator.position() + units.fromLibrary(way) * worldToLocal);
        --left;
    }
    return MS::kSuccess;
}

void ShapeDeformer::poseByJoints(MDataBlock& block, MItGeometry& iterator, const MMatrix& localToWorld,
                                 const Units& units, const PreparedShape& shape, const PreparedShape::Frame& frame,
                                 Buffers& buffers) const
{
    if (!shape.hasJoints()) {
        throw Failure("the captured body has no influences; capture it again with surefootCaptureBody");
    }
    MArrayDataHandle elements = block.inputArrayValue(s_matrix);
    // The library's joint spaces are Maya's in metres, its world is Maya's in metres and Y up.
    const double metre = units.length(1.0);
    MMatrix fromMetres;
    for (int axis = 0; axis < 3; ++axis) {
        fromMetres[axis][axis] = metre;
    }
    buffers.matrices.assign(16 * shape.jointCount(), 0.0);
    for (size_t joint = 0; joint < shape.jointCount(); ++joint) {
        for (int i = 0; i < 4; ++i) {
            buffers.matrices[16 * joint + 5 * i] = 1.0;
        }
    }
    for (const PreparedShape::Slot& slot : shape.slots()) {
        if (slot.matrixIndex < 0 || !elements.jumpToElement(static_cast<unsigned>(slot.matrixIndex))) {
            throw Failure("matrix[" + std::to_string(slot.matrixIndex) +
                          "] is not connected to its joint; capture the mesh again with surefootCaptureBody");
        }
        const MMatrix world = fromMetres * elements.inputValue().asMatrix();
        double* out = &buffers.matrices[16 * slot.joint];
        for (int row = 0; row < 4; ++row) {
            double axis[3];
            units.toLibrary(MVector(world[row][0], world[row][1], world[row][2]), axis);
            for (int column = 0; column < 3; ++column) {
                out[4 * column + row] = axis[column];
            }
        }
    }
    shape.deformJoints(buffers.matrices, frame, buffers.out);
    const MMatrix worldToLocal = localToWorld.inverse();
    for (iterator.reset(); !iterator.isDone(); iterator.next()) {
        const size_t vertex = static_cast<size_t>(iterator.index());
        if (vertex < shape.vertexCount()) {
            const float* at = &buffers.out[3 * vertex];
            const double place[3] = {at[0], at[1], at[2]};
            iterator.setPosition(MPoint(units.fromLibrary(place)) * worldToLocal);
        }
    }
}

MObject ShapeDeformer::inputMesh(MDataBlock& block, unsigned multiIndex) const
{
    // As an output array: the input of this geometry is clean by now, and an input array would evaluate the others.
    MStatus status;
    MArrayDataHandle inputs = block.outputArrayValue(m_input, &status);
    if (!status || !inputs.jumpToElement(multiIndex)) {
        throw Failure("no mesh comes in");
    }
    return inputs.outputValue().child(m_inputGeometry).asMesh();
}

const float* ShapeDeformer::readWeights(MDataBlock& block, MItGeometry& iterator, unsigned multiIndex,
                                        size_t vertexCount, std::vector<float>& weights)
{
    const size_t members = static_cast<size_t>(iterator.count());
#if MAYA_API_VERSION >= 20240000
    unsigned paintedCount = 0;
    const float* painted = envelopeWeights(block, multiIndex, &paintedCount);
    const bool isPainted = painted != nullptr;
    const bool isInOrder = isPainted && paintedCount == members;
#else
    bool isPainted = true;
    const bool isInOrder = false;
    const float* painted = nullptr;
    if (!m_weightList.isNull()) {
        MArrayDataHandle lists = block.inputArrayValue(m_weightList);
        isPainted = lists.jumpToElement(multiIndex) == MS::kSuccess;
    }
#endif
    if (!isPainted && members == vertexCount) {
        return nullptr;
    }
    // Vertices that the deformer's members leave out stay where they are, and are part of the body all the same.
    weights.assign(vertexCount, 0.0f);
    size_t place = 0;
    for (iterator.reset(); !iterator.isDone(); iterator.next(), ++place) {
        const int vertex = iterator.index();
        if (vertex < 0 || static_cast<size_t>(vertex) >= vertexCount) {
            continue;
        }
        float weight = 1.0f;
        if (isPainted) {
            weight = isInOrder ? painted[place] : weightValue(block, multiIndex, static_cast<unsigned>(vertex));
        }
        weights[static_cast<size_t>(vertex)] = static_cast<float>(limited(weight, 0.0, 1.0));
    }
    return weights.data();
}

std::shared_ptr<const PreparedShape> ShapeDeformer::prepared(MDataBlock& block, unsigned multiIndex,
                                                             const PrepareOptions& options)
{
    const uint64_t generation = m_generation.load();
    // Others wait for the one that prepares: it takes a second, and all of them need the result.
    const std::lock_guard<std::mutex> lock(m_mutex);
    Slot& slot = m_slots[multiIndex];
    if (slot.generation != generation || !(slot.options == options)) {
        slot = Slot{generation, options, nullptr, std::string()};
        try {
            const CapturedBody body = captured(block, multiIndex);
            if (body.isEmpty()) {
                throw Failure("no body was captured; select the mesh and run surefootCaptureBody");
            }
            slot.shape = std::make_shared<const PreparedShape>(body, options);
        } catch (const Failure& failure) {
            slot.failure = failure.what();
        }
    }
    if (!slot.shape) {
        throw Failure(slot.failure);
    }
    return slot.shape;
}

CapturedBody ShapeDeformer::captured(MDataBlock& block, unsigned multiIndex) const
{
    MArrayDataHandle bodies = block.inputArrayValue(s_captured);
    if (!bodies.jumpToElement(multiIndex)) {
        return CapturedBody();
    }
    MDataHandle body = bodies.inputValue();
    CapturedData data;
    for (unsigned i = 0; i < kCapturedCount; ++i) {
        data[i] = body.child(s_fields[i]).data();
    }
    return fromData(data);
}

// Once for each change of what preparing depends on: a message for every frame would bury all others.
void ShapeDeformer::report(const std::string& message)
{
    {
        const std::lock_guard<std::mutex> lock(m_mutex);
        const uint64_t generation = m_generation.load();
        if (m_reportedGeneration != generation) {
            m_reportedGeneration = generation;
            m_reported.clear();
        }
        if (!m_reported.insert(message).second) {
            return;
        }
    }
    MGlobal::displayError(MFnDependencyNode(thisMObject()).name() + ": " + mayaText(message) + ".");
}

bool ShapeDeformer::isPrepared(const MObject& attribute) const
{
    return attribute == s_captured || std::find(s_fields.begin(), s_fields.end(), attribute) != s_fields.end();
}

void ShapeDeformer::inputsChanged()
{
    ++m_generation;
}

MStatus ShapeDeformer::setDependentsDirty(const MPlug& plug, MPlugArray& affected)
{
    if (isPrepared(plug.attribute())) {
        inputsChanged();
    }
    return MPxDeformerNode::setDependentsDirty(plug, affected);
}

MStatus ShapeDeformer::preEvaluation(const MDGContext& context, const MEvaluationNode& node)
{
    if (!context.isNormal()) {
        return MS::kSuccess;
    }
    // The evaluation manager asks nobody for setDependentsDirty.
    bool isChanged = node.dirtyPlugExists(s_captured);
    for (const MObject& field : s_fields) {
        isChanged = isChanged || node.dirtyPlugExists(field);
    }
    if (isChanged) {
        inputsChanged();
    }
    return MS::kSuccess;
}

MStatus ShapeDeformer::connectionMade(const MPlug& plug, const MPlug& other, bool asSource)
{
    inputsChanged();
    return MPxDeformerNode::connectionMade(plug, other, asSource);
}

MStatus ShapeDeformer::connectionBroken(const MPlug& plug, const MPlug& other, bool asSource)
{
    inputsChanged();
    return MPxDeformerNode::connectionBroken(plug, other, asSource);
}

void ShapeDeformer::getCacheSetup(const MEvaluationNode& node, MNodeCacheDisablingInfo& disabling,
                                  MNodeCacheSetupInfo& setup, MObjectArray& monitored) const
{
    MPxDeformerNode::getCacheSetup(node, disabling, setup, monitored);
    setup.setPreference(MNodeCacheSetupInfo::kWantToCacheByDefault, true);
}

}  // namespace surefoot
