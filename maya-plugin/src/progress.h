// Progress in Maya's help line, and ESC.
#pragma once

#include <functional>
#include <string>

#include <maya/MComputation.h>

#include "library.h"

namespace surefoot {

// One long command. Shows a bar for as long as it lives; every stage takes a share of it.
class Progress {
public:
    Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    ~Progress();

    // The next stage goes from where the last one ended up to `end`, 0 to 1.
    void stage(const std::string& name, double end);
    // Tells how much of the stage is done; throws Cancelled if ESC was pressed.
    void step(double share);

    // Calls a long function of the library in a thread of its own, so that ESC is seen while it works: Maya answers
    // that question on the main thread only. `work` gets the callback and what to hand to it, and returns the status.
    void run(const std::function<surefoot_status(surefoot_progress, void*, surefoot_error*)>& work);

private:
    MComputation m_computation;
    double m_start = 0.0;
    double m_end = 0.0;
    int m_shown = -1;
};

}  // namespace surefoot
