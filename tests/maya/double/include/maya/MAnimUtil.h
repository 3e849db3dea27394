#pragma once

#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MAnimUtil {
public:
    static bool isAnimated(const MObject& node, bool checkParent = false, MStatus* status = nullptr);
    static bool isAnimated(const MPlug& plug, bool checkParent = false, MStatus* status = nullptr);
    static bool isAnimated(const MSelectionList& list, bool checkParent = false, MStatus* status = nullptr);
    static bool findAnimation(const MPlug& plug, MObjectArray& animation, MStatus* status = nullptr);
    static bool findAnimatedPlugs(const MObject& node, MPlugArray& plugs, bool checkParent = false,
                                  MStatus* status = nullptr);
    static bool findAnimatedPlugs(const MSelectionList& list, MPlugArray& plugs, bool checkParent = false,
                                  MStatus* status = nullptr);
    static bool findAnimatablePlugs(const MSelectionList& list, MPlugArray& plugs);
    static bool findConstraint(const MPlug& plug, MObject& constraint, MObjectArray& targets,
                               MStatus* status = nullptr);
    static bool findSetDrivenKeyAnimation(const MPlug& plug, MObjectArray& curves, MPlugArray& drivers,
                                          MStatus* status = nullptr);
    static bool findAnimationLayers(const MPlug& plug, MObjectArray& layers, MPlugArray& plugs,
                                    MStatus* status = nullptr);
};

OPENMAYA_NAMESPACE_CLOSE
