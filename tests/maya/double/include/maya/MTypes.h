#pragma once

#include <maya/MApiNamespace.h>

// The year of the Maya that this double stands for: 2022, 2024 or 2025.
#ifndef MAYA_DOUBLE_YEAR
#error "define MAYA_DOUBLE_YEAR as 2022, 2024 or 2025"
#endif

#define MAYA_API_VERSION (MAYA_DOUBLE_YEAR * 10000)
#define MAYA_APP_VERSION MAYA_DOUBLE_YEAR

OPENMAYA_MAJOR_NAMESPACE_OPEN

typedef long MInt64;
typedef unsigned long MUint64;
typedef unsigned char MUChar;
typedef unsigned long MCallbackId;

typedef short short2[2];
typedef short short3[3];
typedef int long2[2];
typedef int long3[3];
typedef int int2[2];
typedef int int3[3];
typedef float float2[2];
typedef float float3[3];
typedef double double2[2];
typedef double double3[3];
typedef double double4[4];

OPENMAYA_NAMESPACE_CLOSE
