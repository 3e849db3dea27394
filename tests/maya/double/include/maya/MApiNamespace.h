#pragma once

#include <fake/ref.h>

// The namespace carries the year, as in Maya: a plug-in of one year does not link against another.
#define MAYA_DOUBLE_JOIN_(a, b, c) a##b##c
#define MAYA_DOUBLE_JOIN(a, b, c) MAYA_DOUBLE_JOIN_(a, b, c)
#define OPENMAYA_MAJOR_NAMESPACE MAYA_DOUBLE_JOIN(OpenMaya, MAYA_DOUBLE_YEAR, 0000)
#define OPENMAYA_MAJOR_NAMESPACE_OPEN                                                                                  \
    namespace Autodesk {                                                                                               \
    namespace Maya {                                                                                                   \
    namespace OPENMAYA_MAJOR_NAMESPACE {
#define OPENMAYA_NAMESPACE_CLOSE                                                                                       \
    }                                                                                                                  \
    }                                                                                                                  \
    }

OPENMAYA_MAJOR_NAMESPACE_OPEN

class M3dView;
class MAngle;
class MAnimControl;
class MAnimCurveChange;
class MAnimMessage;
class MAnimUtil;
class MArgDatabase;
class MArgList;
class MArgParser;
class MArrayDataBuilder;
class MArrayDataHandle;
class MBoundingBox;
class MCacheSchema;
class MCallbackIdArray;
class MColor;
class MColorArray;
class MCommandResult;
class MComputation;
class MConditionMessage;
class MDGContext;
class MDGContextGuard;
class MDGMessage;
class MDGModifier;
class MDagModifier;
class MDagPath;
class MDagPathArray;
class MDataBlock;
class MDataHandle;
class MDistance;
class MDoubleArray;
class MEditPrimitiveFct;
class MEulerRotation;
class MEvaluationNode;
class MEventMessage;
class MExternalContentInfoTable;
class MExternalContentLocationTable;
class MFileIO;
class MFloatArray;
class MFloatMatrix;
class MFloatPoint;
class MFloatPointArray;
class MFloatVector;
class MFloatVectorArray;
class MFn;
class MFnAnimCurve;
class MFnAttribute;
class MFnBase;
class MFnComponent;
class MFnComponentListData;
class MFnCompoundAttribute;
class MFnDagNode;
class MFnData;
class MFnDependencyNode;
class MFnDoubleArrayData;
class MFnEnumAttribute;
class MFnGenericAttribute;
class MFnGeometryFilter;
class MFnIkJoint;
class MFnIntArrayData;
class MFnMatrixArrayData;
class MFnMatrixAttribute;
class MFnMatrixData;
class MFnMesh;
class MFnMeshData;
class MFnMessageAttribute;
class MFnNumericAttribute;
class MFnNumericData;
class MFnPlugin;
class MFnPluginData;
class MFnPointArrayData;
class MFnReference;
class MFnSet;
class MFnSingleIndexedComponent;
class MFnSkinCluster;
class MFnStringArrayData;
class MFnStringData;
class MFnTransform;
class MFnTypedAttribute;
class MFnUnitAttribute;
class MFnVectorArrayData;
class MFnWeightGeometryFilter;
class MGlobal;
class MIndexMapper;
class MIntArray;
class MItDag;
class MItDependencyGraph;
class MItDependencyNodes;
class MItGeometry;
class MItMeshVertex;
class MItSelectionList;
class MMatrix;
class MMatrixArray;
class MMeshIsectAccelParams;
class MMessage;
class MModelMessage;
class MNamespace;
class MNodeCacheDisablingInfo;
class MNodeCacheSetupInfo;
class MNodeMessage;
class MObject;
class MObjectArray;
class MObjectHandle;
class MPlug;
class MPlugArray;
class MPoint;
class MPointArray;
class MProfiler;
class MProfilingScope;
class MProgressWindow;
class MPxCommand;
class MPxData;
class MPxDeformerNode;
class MPxGeometryFilter;
class MPxLocatorNode;
class MPxNode;
class MQuaternion;
class MSceneMessage;
class MSelectionList;
class MSelectionMask;
class MSpace;
class MStatus;
class MString;
class MStringArray;
class MSyntax;
class MTime;
class MTimeArray;
class MTimeRange;
class MTimeSliderCustomDrawManager;
class MTimeSliderDrawPrimitive;
class MTimeSliderDrawPrimitives;
class MTransformationMatrix;
class MTypeId;
class MUintArray;
class MUserData;
class MUuid;
class MVector;
class MVectorArray;
class MWeight;

namespace MHWRender {
class MDrawContext;
class MDrawRegistry;
class MFrameContext;
class MGeometryUtilities;
class MPxDrawOverride;
class MRenderItem;
class MRenderer;
class MSelectionContext;
class MSelectionInfo;
class MUIDrawManager;
}  // namespace MHWRender

OPENMAYA_NAMESPACE_CLOSE

using namespace Autodesk::Maya::OPENMAYA_MAJOR_NAMESPACE;
