#pragma once

#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MProgressWindow {
public:
    static bool reserve();
    static MStatus startProgress();
    static MStatus endProgress();
    static MStatus setProgressRange(int minimum, int maximum);
    static MStatus setProgress(int amount);
    static MStatus advanceProgress(int amount);
    static MStatus setProgressStatus(const MString& text);
    static MStatus setTitle(const MString& text);
    static MStatus setInterruptable(bool value);
    static bool isCancelled(MStatus* status = nullptr);
};

OPENMAYA_NAMESPACE_CLOSE
