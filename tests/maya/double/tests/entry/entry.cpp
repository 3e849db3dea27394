// A plug-in that registers nothing, for the tests of the double itself.
#include <maya/MFnPlugin.h>

MStatus initializePlugin(MObject)
{
    return MStatus::kSuccess;
}
MStatus uninitializePlugin(MObject)
{
    return MStatus::kSuccess;
}
