// Marks on the Time Slider, for tests.
#pragma once

#include <string>
#include <vector>

#include "scene.h"

namespace fake {

struct Mark {
    // The name that the row was registered with.
    std::string row;
    double first = 0.0;
    double last = 0.0;
    std::string tooltip;
};
std::vector<Mark> marks();
// Rows that are registered.
size_t markRows();

}  // namespace fake
