// Maya's status codes as failures.
#pragma once

#include <string>

#include <maya/MStatus.h>

#include "library.h"

namespace surefoot {

// `what` names what was tried: "read the world matrix of hips".
inline void check(const MStatus& status, const std::string& what)
{
    if (!status) {
        throw Failure("Could not " + what + ": " + plainText(status.errorString()) + ".");
    }
}

}  // namespace surefoot
