#pragma once

#include <maya/MFnAnimCurve.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MAnimControl {
public:
    static MTime currentTime();
    static MStatus setCurrentTime(const MTime& time);
    static MTime animationStartTime();
    static MTime animationEndTime();
    static MStatus setAnimationStartEndTime(MTime start, MTime end);
    static MTime minTime();
    static MTime maxTime();
    static MStatus setMinTime(MTime time);
    static MStatus setMaxTime(MTime time);
    static MStatus setMinMaxTime(MTime min, MTime max);
    static double playbackBy();
    static bool isPlaying();
    static bool isScrubbing();
    static void stop();
    static bool autoKeyMode();
    static MFnAnimCurve::TangentType globalInTangentType(MStatus* status = nullptr);
    static MFnAnimCurve::TangentType globalOutTangentType(MStatus* status = nullptr);
    static bool weightedTangents(MStatus* status = nullptr);
};

OPENMAYA_NAMESPACE_CLOSE
