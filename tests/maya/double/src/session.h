// State of the session rather than of the scene.
#pragma once

#include <string>

namespace fake {

void setRefreshSuspended(bool suspended);
bool isInteractive();

}  // namespace fake
