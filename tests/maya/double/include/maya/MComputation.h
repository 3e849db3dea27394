#pragma once

#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MComputation {
public:
    MComputation();
    virtual ~MComputation();
    void beginComputation(bool showProgressBar = false, bool isInterruptable = true, bool useWaitCursor = true);
    void endComputation();
    bool isInterruptRequested();
    MStatus setProgress(int amount);
    int progress(MStatus* status = nullptr) const;
    MStatus setProgressRange(int minimum, int maximum);
    int progressMin(MStatus* status = nullptr) const;
    int progressMax(MStatus* status = nullptr) const;
    MStatus setProgressStatus(const MString& text);

private:
    int m_progress = 0;
    int m_min = 0;
    int m_max = 100;
    bool m_begun = false;
    bool m_shown = false;
    bool m_interruptable = false;
};

OPENMAYA_NAMESPACE_CLOSE
