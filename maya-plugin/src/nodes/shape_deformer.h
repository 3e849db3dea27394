// surefootShape: pushes the skin of the arms out of the body, or a mesh out of another one, at the current time.
//
// Nothing of a frame is kept for the next one, so parallel evaluation and cached playback may ask for frames in any
// order. Depths and counts of a frame are not attributes: an output of the same deform() would be as old as the last
// frame that happened to be drawn. `surefootCaptureBody -query -frames` measures them.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <maya/MDGContext.h>
#include <maya/MDataBlock.h>
#include <maya/MDataHandle.h>
#include <maya/MEvaluationNode.h>
#include <maya/MItGeometry.h>
#include <maya/MMatrix.h>
#include <maya/MNodeCacheDisablingInfo.h>
#include <maya/MNodeCacheSetupInfo.h>
#include <maya/MObject.h>
#include <maya/MObjectArray.h>
#include <maya/MPlug.h>
#include <maya/MPlugArray.h>
#include <maya/MPxDeformerNode.h>
#include <maya/MStatus.h>
#include <maya/MTypeId.h>

#include "nodes/prepared_shape.h"
#include "scene/captured_body.h"
#include "scene/units.h"

namespace surefoot {

class ShapeDeformer : public MPxDeformerNode {
public:
    static const MTypeId id;
    static void* creator();
    static MStatus initialize();

    enum Pose { kInputGeometry = 0, kJoints = 1 };

    void postConstructor() override;
    SchedulingType schedulingType() const override { return kParallel; }
    MStatus deform(MDataBlock& block, MItGeometry& iterator, const MMatrix& localToWorld,
                   unsigned int multiIndex) override;
    MStatus setDependentsDirty(const MPlug& plug, MPlugArray& affected) override;
    MStatus preEvaluation(const MDGContext& context, const MEvaluationNode& node) override;
    MStatus connectionMade(const MPlug& plug, const MPlug& other, bool asSource) override;
    MStatus connectionBroken(const MPlug& plug, const MPlug& other, bool asSource) override;
    void getCacheSetup(const MEvaluationNode& node, MNodeCacheDisablingInfo& disabling, MNodeCacheSetupInfo& setup,
                       MObjectArray& monitored) const override;

    static MObject s_part;
    static MObject s_margin;
    static MObject s_softness;
    static MObject s_smoothing;
    static MObject s_maxPush;
    static MObject s_unitScale;
    static MObject s_pose;
    static MObject s_matrix;
    static MObject s_bodyMesh;
    // captured[geometry] and its children.
    static MObject s_captured;
    static std::array<MObject, kCapturedCount> s_fields;

private:
    struct Buffers {
        std::vector<float> points, out, bodyPoints, weights;
        std::vector<double> matrices;
    };
    // Gives the buffers back when it goes.
    class Borrowed;
    struct Slot {
        uint64_t generation = 0;
        PrepareOptions options;
        std::shared_ptr<const PreparedShape> shape;
        std::string failure;
    };

    MStatus deformGeometry(MDataBlock& block, MItGeometry& iterator, const MMatrix& localToWorld, unsigned multiIndex);
    std::shared_ptr<const PreparedShape> prepared(MDataBlock& block, unsigned multiIndex,
                                                  const PrepareOptions& options);
    CapturedBody captured(MDataBlock& block, unsigned multiIndex) const;
    MObject inputMesh(MDataBlock& block, unsigned multiIndex) const;
    const float* readWeights(MDataBlock& block, MItGeometry& iterator, unsigned multiIndex, size_t vertexCount,
                             std::vector<float>& weights);
    void poseByJoints(MDataBlock& block, MItGeometry& iterator, const MMatrix& localToWorld, const Units& units,
                      const PreparedShape& shape, const PreparedShape::Frame& frame, Buffers& buffers) const;
    void report(const std::string& message);
    bool isPrepared(const MObject& attribute) const;
    void inputsChanged();

    // Inherited attributes, found by name: they are the same in every version.
    MObject m_input;
    MObject m_inputGeometry;
    MObject m_weightList;
    // Grows whenever an input changes that preparing depends on.
    std::atomic<uint64_t> m_generation{1};
    std::mutex m_mutex;
    std::map<unsigned, Slot> m_slots;
    std::vector<std::unique_ptr<Buffers>> m_buffers;
    std::set<std::string> m_reported;
    uint64_t m_reportedGeneration = 0;
};

}  // namespace surefoot
