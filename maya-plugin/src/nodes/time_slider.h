// Contacts as marks above the Time Slider: Maya 2023 and later, interactive sessions only.
#pragma once

#include <maya/MTypes.h>

namespace surefoot {

// For initializePlugin and uninitializePlugin; both may be called in any version and session, and stop twice.
void startTimeSliderMarks();
void stopTimeSliderMarks();

}  // namespace surefoot
