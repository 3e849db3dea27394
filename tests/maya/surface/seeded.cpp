// A wrong signature on purpose, which the comparison of surfaces must refuse. Not part of the plug-in: MPlug has such a
// method, and Maya's is not const.
#include <maya/MApiNamespace.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN
class MPlug {
public:
    unsigned int getExistingArrayAttributeIndices(MIntArray& indices, MStatus* status) const;
};
OPENMAYA_NAMESPACE_CLOSE

unsigned int seeded(const MPlug& plug, MIntArray& indices)
{
    return plug.getExistingArrayAttributeIndices(indices, nullptr);
}
