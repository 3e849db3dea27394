// Facts about Maya's headers that were found with the real ones, 2022.3 and 2024.2. Compiled against the double, it
// keeps the double honest; compiled against a devkit, it tells what a new Maya changed.
#include <type_traits>
#include <utility>

#include <maya/MAnimUtil.h>
#include <maya/MComputation.h>
#include <maya/MDagPathArray.h>
#include <maya/MDataHandle.h>
#include <maya/MDistance.h>
#include <maya/MDoubleArray.h>
#include <maya/MEulerRotation.h>
#include <maya/MFloatMatrix.h>
#include <maya/MFnAnimCurve.h>
#include <maya/MFnMesh.h>
#include <maya/MFnSkinCluster.h>
#include <maya/MFnTransform.h>
#include <maya/MGlobal.h>
#include <maya/MItGeometry.h>
#include <maya/MMatrix.h>
#include <maya/MObjectArray.h>
#include <maya/MPlug.h>
#include <maya/MPlugArray.h>
#include <maya/MPxDeformerNode.h>
#include <maya/MPxNode.h>
#include <maya/MSpace.h>
#include <maya/MString.h>
#include <maya/MSyntax.h>
#include <maya/MTime.h>
#include <maya/MTimeArray.h>
#include <maya/MVector.h>

#define SAME(EXPRESSION, ...) static_assert(std::is_same<decltype(EXPRESSION), __VA_ARGS__>::value, #EXPRESSION)

namespace {

template <typename T>
T& of();

SAME(of<const MDataHandle>().asMatrix(), MMatrix&);
SAME(of<const MDataHandle>().asDouble3(), double3&);
SAME(of<const MDataHandle>().asString(), MString&);
SAME(of<const MDataHandle>().asShort(), short&);
SAME(of<const MDataHandle>().asDistance(), MDistance);
SAME(of<const MDataHandle>().asMesh(), MObject);
SAME(of<const MItGeometry>().index(), int);
SAME(of<const MItGeometry>().count(), int);
SAME(of<const MFnMesh>().numVertices(), int);
SAME(of<const MFnMesh>().getRawPoints(nullptr), const float*);
SAME(of<MFnAnimCurve>().addKey(of<const MTime>(), 0.0), unsigned int);
SAME(of<const MFnAnimCurve>().numKeys(), unsigned int);
SAME(of<MFnAnimCurve>().create(of<const MPlug>(), MFnAnimCurve::kAnimCurveTA), MObject);
SAME(of<MFnAnimCurve>().addKeys(static_cast<MTimeArray*>(nullptr), static_cast<MDoubleArray*>(nullptr)), MStatus);
SAME(of<const MFnAnimCurve>().evaluate(of<const MTime>()), double);
SAME(of<const MFnAnimCurve>().find(of<const MTime>(), of<unsigned int>()), bool);
SAME(MAnimUtil::findAnimation(of<const MPlug>(), of<MObjectArray>()), bool);
SAME(MAnimUtil::findConstraint(of<const MPlug>(), of<MObject>(), of<MObjectArray>()), bool);
SAME(MAnimUtil::findAnimationLayers(of<const MPlug>(), of<MObjectArray>(), of<MPlugArray>()), bool);
SAME(of<const MPlug>().isFreeToChange(true, true), MPlug::FreeToChangeState);
SAME(of<const MPlug>().source(), MPlug);
SAME(of<const MPlug>().child(0u), MPlug);
SAME(of<const MPlug>().numElements(), unsigned int);
SAME(of<const MPlug>().connectedTo(of<MPlugArray>(), true, false), bool);
SAME(of<const MFnSkinCluster>().influenceObjects(of<MDagPathArray>()), unsigned int);
SAME(of<const MFnTransform>().rotationOrder(), MTransformationMatrix::RotationOrder);
SAME(of<MEulerRotation>().reorderIt(MEulerRotation::kXYZ), MEulerRotation&);
SAME(of<MComputation>().beginComputation(), void);
SAME(of<MComputation>().isInterruptRequested(), bool);
SAME(of<MSyntax>().addFlag("", ""), MStatus);
SAME(of<MSyntax>().setObjectType(MSyntax::kSelectionList, 0u), MStatus);
SAME(of<MSyntax>().useSelectionAsDefault(true), void);

static_assert(MSyntax::kNoArg == 1 && MSyntax::kBoolean == 2 && MSyntax::kLong == 3 && MSyntax::kDouble == 4, "");
static_assert(MSyntax::kString == 5 && MSyntax::kUnsigned == 6 && MSyntax::kDistance == 7 && MSyntax::kAngle == 8, "");
static_assert(MSyntax::kTime == 9 && MSyntax::kSelectionItem == 10, "");
static_assert(MFnAnimCurve::kTangentGlobal == 0 && MFnAnimCurve::kTangentLinear == 2, "");
static_assert(MFnAnimCurve::kTangentStep == 5 && MFnAnimCurve::kTangentAuto == 11, "");
static_assert(MFnAnimCurve::kAnimCurveTA == 0 && MFnAnimCurve::kAnimCurveTL == 1 && MFnAnimCurve::kAnimCurveTU == 3,
              "");
static_assert(MTime::kSeconds == 3 && MTime::k24FPS == 6 && MTime::k25FPS == 7 && MTime::k30FPS == 8, "");
static_assert(MTime::k60FPS == 11 && MTime::k120FPS == 26, "");
static_assert(MDistance::kInches == 1 && MDistance::kCentimeters == 6 && MDistance::kMeters == 8, "");
static_assert(MSpace::kTransform == 1 && MSpace::kObject == 2 && MSpace::kWorld == 4, "");
static_assert(MPxNode::kLocatorNode == 1 && MPxNode::kDeformerNode == 2, "");
static_assert(MGlobal::kInteractive == 0 && MGlobal::kBatch == 1 && MGlobal::kLibraryApp == 2, "");
static_assert(MStatus::kFailure == 1 && MStatus::kInvalidParameter == 3, "");
static_assert(MEulerRotation::kXYZ == 0 && MEulerRotation::kZYX == 5 && MTransformationMatrix::kXYZ == 1, "");
static_assert(MPxNode::kParallel == (MAYA_API_VERSION >= 20240000 ? 1 : 0), "");

}  // namespace
