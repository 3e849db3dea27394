// What surefootShape keeps of a character, so that a scene file needs nothing else to deform it: the library's own
// arrays (metres, Y up), one attribute each.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <maya/MMatrix.h>
#include <maya/MObject.h>

#include "library.h"

namespace surefoot {

// The attributes of one captured geometry, in the order of kCapturedFields.
enum class Captured : unsigned {
    JointNames,
    JointParents,
    JointRoles,
    JointScaleCompensates,
    RestOffsets,
    RestRotations,
    RestScales,
    RestPoints,
    Triangles,
    SlotJoints,
    InverseBinds,
    InfluenceOffsets,
    InfluenceSlots,
    InfluenceWeights,
    MatrixIndices,
    BodyPoints,
    BodyTriangles,
};
constexpr unsigned kCapturedCount = 17;

enum class CapturedKind { Strings, Ints, Doubles, Vectors };

struct CapturedField {
    Captured field;
    const char* name;
    const char* shortName;
    CapturedKind kind;
};

extern const std::array<CapturedField, kCapturedCount> kCapturedFields;

// One data object for each field; null where nothing is stored.
using CapturedData = std::array<MObject, kCapturedCount>;

struct CapturedBody {
    std::vector<std::string> jointNames;
    std::vector<int> jointParents, jointRoles, jointScaleCompensates;
    std::vector<double> restOffsets, restRotations, restScales;
    // The mesh that gives way: its skin's points, or its points in the world when it has another mesh as its body.
    std::vector<double> restPoints;
    std::vector<int> triangles;
    std::vector<int> slotJoints;
    std::vector<MMatrix> inverseBinds;
    std::vector<int> influenceOffsets, influenceSlots;
    std::vector<double> influenceWeights;
    // For each slot the element of `matrix` that moves it.
    std::vector<int> matrixIndices;
    // Another mesh as the body.
    std::vector<double> bodyPoints;
    std::vector<int> bodyTriangles;

    bool isEmpty() const { return restPoints.empty(); }
    bool hasOtherBody() const { return !bodyPoints.empty(); }
    size_t vertexCount() const { return restPoints.size() / 3; }
    size_t bodyVertexCount() const { return bodyPoints.size() / 3; }
    size_t jointCount() const { return jointNames.size(); }

    // Both throw Failure for arrays that do not fit each other.
    Skeleton makeSkeleton() const;
    Skin makeSkin(const surefoot_skeleton* skeleton) const;
};

// The arrays of a skeleton and a skin; which matrix moves which slot is left to the caller.
CapturedBody captureOf(const surefoot_skeleton* skeleton, const surefoot_skin* skin);

CapturedBody fromData(const CapturedData& data);
CapturedData toData(const CapturedBody& body);

}  // namespace surefoot
