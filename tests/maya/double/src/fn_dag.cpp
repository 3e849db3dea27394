// MFnDagNode, MFnTransform and MFnIkJoint.
#include <algorithm>

#include <maya/MBoundingBox.h>
#include <maya/MDagPathArray.h>
#include <maya/MEulerRotation.h>
#include <maya/MFnIkJoint.h>
#include <maya/MQuaternion.h>

#include "datablock.h"
#include "mesh.h"
#include "scene.h"

OPENMAYA_MAJOR_NAMESPACE_OPEN

using fake::failure;
using fake::give;
using fake::Node;

namespace {

Node* nodeOfRef(const ::fake::Ref& ref)
{
    return fake::nodeOf(MObject(ref));
}
std::vector<Node*> pathOfRef(const ::fake::Ref& path, Node* node)
{
    if (path.get())
        return static_cast<const fake::Path*>(path.get())->nodes;
    const auto all = fake::pathsTo(*node);
    return all.empty() ? std::vector<Node*>{node} : all[0];
}
double read(Node* node, const std::string& attr)
{
    return fake::number(*node, attr.c_str(), fake::currentContext());
}
MVector read3(Node* node, const std::string& attr)
{
    return MVector(read(node, attr + "X"), read(node, attr + "Y"), read(node, attr + "Z"));
}
MStatus write(Node* node, const std::string& attr, double value)
{
    const fake::Key key = {node->attr(attr), {}};
    return fake::writePlug(*node, key, value, fake::Ptr<fake::Data>()) ? MStatus() : failure("MFnTransform");
}
MStatus write3(Node* node, const std::string& attr, const MVector& value)
{
    MStatus result;
    const char* const axes[] = {"X", "Y", "Z"};
    for (unsigned int i = 0; i < 3; ++i) {
        const MStatus status = write(node, attr + axes[i], value[i]);
        if (!status)
            result = failure("MFnTransform");
    }
    return result;
}
MEulerRotation::RotationOrder orderOf(Node* node)
{
    return static_cast<MEulerRotation::RotationOrder>(static_cast<int>(read(node, "rotateOrder")));
}

}  // namespace

#define CONSTRUCT(NAME, TYPE)                                                                                          \
    NAME::NAME(const MObject& object, MStatus* status)                                                                 \
    {                                                                                                                  \
        const MStatus set = fakeSet(object, TYPE);                                                                     \
        give(status, set.statusCode(), #NAME);                                                                         \
    }                                                                                                                  \
    NAME::NAME(const MDagPath& path, MStatus* status)                                                                  \
    {                                                                                                                  \
        const MStatus set = fakeSetPath(path, TYPE);                                                                   \
        give(status, set.statusCode(), #NAME);                                                                         \
    }                                                                                                                  \
    NAME::~NAME() {}                                                                                                   \
    MFn::Type NAME::type() const                                                                                       \
    {                                                                                                                  \
        return TYPE;                                                                                                   \
    }
CONSTRUCT(MFnDagNode, MFn::kDagNode)
CONSTRUCT(MFnTransform, MFn::kTransform)
CONSTRUCT(MFnIkJoint, MFn::kJoint)

#define NODE(RESULT)                                                                                                   \
    Node* node = nodeOfRef(m_object);                                                                                  \
    if (!node) {                                                                                                       \
        give(status, MStatus::kFailure, "MFnDagNode of nothing");                                                      \
        return RESULT;                                                                                                 \
    }                                                                                                                  \
    give(status);

unsigned int MFnDagNode::parentCount(MStatus* status) const
{
    NODE(0)
    return static_cast<unsigned int>(node->parents.size());
}
MObject MFnDagNode::parent(unsigned int index, MStatus* status) const
{
    NODE(MObject())
    if (index < node->parents.size())
        return fake::toObject(node->parents[index]);
    give(status, MStatus::kInvalidParameter, "MFnDagNode::parent");
    return MObject();
}
unsigned int MFnDagNode::childCount(MStatus* status) const
{
    NODE(0)
    return static_cast<unsigned int>(node->children.size());
}
MObject MFnDagNode::child(unsigned int index, MStatus* status) const
{
    NODE(MObject())
    if (index < node->children.size())
        return fake::toObject(node->children[index]);
    give(status, MStatus::kInvalidParameter, "MFnDagNode::child");
    return MObject();
}
MObject MFnDagNode::dagRoot(MStatus* status)
{
    NODE(MObject())
    return fake::toObject(fake::scene().world.get());
}
bool MFnDagNode::hasChild(const MObject& object, MStatus* status) const
{
    NODE(false)
    return std::find(node->children.begin(), node->children.end(), fake::nodeOf(object)) != node->children.end();
}
bool MFnDagNode::isParentOf(const MObject& object, MStatus* status) const
{
    NODE(false)
    Node* other = fake::nodeOf(object);
    if (!other)
        return false;
    for (const auto& path : fake::pathsTo(*other))
        if (std::find(path.begin(), path.end(), node) != path.end() && node != other)
            return true;
    return false;
}
bool MFnDagNode::inModel(MStatus* status) const
{
    NODE(false)
    return node->inScene;
}
bool MFnDagNode::isInstanced(bool indirect, MStatus* status) const
{
    NODE(false)
    return indirect ? fake::pathsTo(*node).size() > 1 : node->parents.size() > 1;
}
bool MFnDagNode::isIntermediateObject(MStatus* status) const
{
    NODE(false)
    return read(node, "intermediateObject") != 0.0;
}
MStatus MFnDagNode::getPath(MDagPath& path) const
{
    MStatus status;
    path = dagPath(&status);
    return status;
}
MStatus MFnDagNode::getAllPaths(MDagPathArray& paths) const
{
    return MDagPath::getAllPathsTo(MObject(m_object), paths);
}
MDagPath MFnDagNode::dagPath(MStatus* status) const
{
    NODE(MDagPath())
    return fake::toPath(pathOfRef(m_path, node));
}
MString MFnDagNode::fullPathName(MStatus* status) const
{
    NODE(MString())
    return fake::toMaya(fake::pathName(pathOfRef(m_path, node)));
}
MString MFnDagNode::partialPathName(MStatus* status) const
{
    NODE(MString())
    return fake::toMaya(fake::shortestName(pathOfRef(m_path, node)));
}
MMatrix MFnDagNode::transformationMatrix(MStatus* status) const
{
    NODE(MMatrix())
    return fake::localMatrix(*node, fake::currentContext());
}
MBoundingBox MFnDagNode::boundingBox(MStatus* status) const
{
    NODE(MBoundingBox())
    MBoundingBox box;
    if (const auto mesh = fake::meshOf(*node, fake::currentContext()))
        for (const MPoint& point : mesh->points)
            box.expand(point);
    return box;
}

MTransformationMatrix MFnTransform::transformation(MStatus* status) const
{
    NODE(MTransformationMatrix())
    MTransformationMatrix matrix(fake::localMatrix(*node, fake::currentContext()));
    matrix.reorderRotation(static_cast<MTransformationMatrix::RotationOrder>(orderOf(node) + 1));
    return matrix;
}
MStatus MFnTransform::set(const MTransformationMatrix& transform)
{
    Node* node = nodeOfRef(m_object);
    if (!node)
        return failure("MFnTransform::set");
    double scale[3];
    transform.getScale(scale, MSpace::kTransform);
    const MStatus moved = write3(node, "translate", transform.getTranslation(MSpace::kTransform));
    const MStatus turned = write3(node, "rotate", transform.eulerRotation().reorder(orderOf(node)).asVector());
    const MStatus scaled = write3(node, "scale", MVector(scale));
    return moved && turned && scaled ? MStatus() : failure("MFnTransform::set");
}
MVector MFnTransform::getTranslation(MSpace::Space space, MStatus* status) const
{
    NODE(MVector())
    if (space == MSpace::kWorld) {
        // World space needs to know which instance.
        if (!m_path.get()) {
            give(status, MStatus::kInvalidParameter, "MFnTransform::getTranslation in world space without a path");
            return MVector();
        }
        const MMatrix world = fake::worldMatrix(pathOfRef(m_path, node), fake::currentContext());
        return MVector(world[3][0], world[3][1], world[3][2]);
    }
    return read3(node, "translate");
}
MStatus MFnTransform::setTranslation(const MVector& translation, MSpace::Space space)
{
    Node* node = nodeOfRef(m_object);
    if (!node || (space == MSpace::kWorld && !m_path.get()))
        return failure("MFnTransform::setTranslation");
    if (space != MSpace::kWorld)
        return write3(node, "translate", translation);
    return write3(
        node, "translate",
        MVector(MPoint(translation) * fake::parentWorld(pathOfRef(m_path, node), fake::currentContext()).inverse()));
}
MStatus MFnTransform::getRotation(MEulerRotation& rotation) const
{
    Node* node = nodeOfRef(m_object);
    if (!node)
        return failure("MFnTransform::getRotation");
    rotation = MEulerRotation(read3(node, "rotate"), orderOf(node));
    return MStatus();
}
MStatus MFnTransform::setRotation(const MEulerRotation& rotation)
{
    Node* node = nodeOfRef(m_object);
    return node ? write3(node, "rotate", rotation.reorder(orderOf(node)).asVector())
                : failure("MFnTransform::setRotation");
}
MStatus MFnTransform::getRotation(MQuaternion& rotation, MSpace::Space space) const
{
    Node* node = nodeOfRef(m_object);
    if (!node || (space == MSpace::kWorld && !m_path.get()))
        return failure("MFnTransform::getRotation");
    MEulerRotation own(read3(node, "rotate"), orderOf(node));
    rotation = own.asQuaternion();
    if (space == MSpace::kWorld)
        rotation = fake::worldMatrix(pathOfRef(m_path, node), fake::currentContext());
    return MStatus();
}
MStatus MFnTransform::setRotation(const MQuaternion& rotation, MSpace::Space)
{
    Node* node = nodeOfRef(m_object);
    return node ? write3(node, "rotate", MEulerRotation::decompose(rotation.asMatrix(), orderOf(node)).asVector())
                : failure("MFnTransform::setRotation");
}
MTransformationMatrix::RotationOrder MFnTransform::rotationOrder(MStatus* status) const
{
    NODE(MTransformationMatrix::kInvalid)
    return static_cast<MTransformationMatrix::RotationOrder>(orderOf(node) + 1);
}
MStatus MFnTransform::setRotationOrder(MTransformationMatrix::RotationOrder order, bool reorder)
{
    Node* node = nodeOfRef(m_object);
    if (!node || order <= MTransformationMatrix::kInvalid || order >= MTransformationMatrix::kLast)
        return failure("MFnTransform::setRotationOrder", MStatus::kInvalidParameter);
    const MEulerRotation old(read3(node, "rotate"), orderOf(node));
    const MStatus status = write(node, "rotateOrder", order - 1);
    return status && reorder ? setRotation(old) : status;
}
MQuaternion MFnTransform::rotateOrientation(MSpace::Space, MStatus* status) const
{
    NODE(MQuaternion())
    return MEulerRotation(read3(node, "rotateAxis")).asQuaternion();
}
MStatus MFnTransform::setRotateOrientation(const MQuaternion& orientation, MSpace::Space, bool)
{
    Node* node = nodeOfRef(m_object);
    return node ? write3(node, "rotateAxis", orientation.asEulerRotation().asVector())
                : failure("MFnTransform::setRotateOrientation");
}
MStatus MFnTransform::getScale(double scale[3]) const
{
    Node* node = nodeOfRef(m_object);
    return node ? read3(node, "scale").get(scale) : failure("MFnTransform::getScale");
}
MStatus MFnTransform::setScale(const double scale[3])
{
    Node* node = nodeOfRef(m_object);
    return node ? write3(node, "scale", MVector(scale)) : failure("MFnTransform::setScale");
}
MStatus MFnTransform::getShear(double shear[3]) const
{
    Node* node = nodeOfRef(m_object);
    return node ? read3(node, "shear").get(shear) : failure("MFnTransform::getShear");
}
MPoint MFnTransform::rotatePivot(MSpace::Space, MStatus* status) const
{
    NODE(MPoint())
    return MPoint(read3(node, "rotatePivot"));
}
MVector MFnTransform::rotatePivotTranslation(MSpace::Space, MStatus* status) const
{
    NODE(MVector())
    return read3(node, "rotatePivotTranslate");
}
MTransformationMatrix MFnTransform::restPosition(MStatus* status) const
{
    NODE(MTransformationMatrix())
    return MTransformationMatrix();
}
bool MFnTransform::isLimited(LimitType, MStatus* status) const
{
    NODE(false)
    return false;
}
double MFnTransform::limitValue(LimitType, MStatus* status) const
{
    NODE(0.0)
    return 0.0;
}

MObject MFnIkJoint::create(MObject parent, MStatus* status)
{
    Node* above = fake::nodeOf(parent);
    if (!parent.isNull() && (!above || !above->hasFn(MFn::kTransform))) {
        give(status, MStatus::kInvalidParameter, "MFnIkJoint::create");
        return MObject();
    }
    const fake::Ptr<Node> node = fake::newNode(fake::findType("joint"), "joint1", above);
    fake::addNode(node, above);
    m_object = node.ref();
    give(status);
    return fake::toObject(node.get());
}
MStatus MFnIkJoint::getOrientation(double rotation[3], MTransformationMatrix::RotationOrder& order) const
{
    Node* node = nodeOfRef(m_object);
    if (!node)
        return failure("MFnIkJoint::getOrientation");
    order = MTransformationMatrix::kXYZ;
    return read3(node, "jointOrient").get(rotation);
}
MStatus MFnIkJoint::getOrientation(MEulerRotation& rotation) const
{
    Node* node = nodeOfRef(m_object);
    if (!node)
        return failure("MFnIkJoint::getOrientation");
    rotation = MEulerRotation(read3(node, "jointOrient"));
    return MStatus();
}
MStatus MFnIkJoint::getOrientation(MQuaternion& rotation) const
{
    MEulerRotation euler;
    const MStatus status = getOrientation(euler);
    rotation = euler.asQuaternion();
    return status;
}
MStatus MFnIkJoint::setOrientation(const MQuaternion& rotation)
{
    Node* node = nodeOfRef(m_object);
    return node ? write3(node, "jointOrient", rotation.asEulerRotation().asVector())
                : failure("MFnIkJoint::setOrientation");
}
MStatus MFnIkJoint::getScaleOrientation(double rotation[3], MTransformationMatrix::RotationOrder& order) const
{
    Node* node = nodeOfRef(m_object);
    if (!node)
        return failure("MFnIkJoint::getScaleOrientation");
    order = MTransformationMatrix::kXYZ;
    return read3(node, "rotateAxis").get(rotation);
}
MStatus MFnIkJoint::getScaleOrientation(MQuaternion& rotation) const
{
    Node* node = nodeOfRef(m_object);
    if (!node)
        return failure("MFnIkJoint::getScaleOrientation");
    rotation = MEulerRotation(read3(node, "rotateAxis")).asQuaternion();
    return MStatus();
}
MStatus MFnIkJoint::setScaleOrientation(const MQuaternion& rotation)
{
    Node* node = nodeOfRef(m_object);
    return node ? write3(node, "rotateAxis", rotation.asEulerRotation().asVector())
                : failure("MFnIkJoint::setScaleOrientation");
}
MStatus MFnIkJoint::getSegmentScale(double scale[3]) const
{
    return getScale(scale);
}
MStatus MFnIkJoint::getPreferredAngle(double rotation[3]) const
{
    Node* node = nodeOfRef(m_object);
    return node ? read3(node, "preferredAngle").get(rotation) : failure("MFnIkJoint::getPreferredAngle");
}
MStatus MFnIkJoint::getStiffness(double stiffness[3]) const
{
    return MVector().get(stiffness);
}
MStatus MFnIkJoint::getDegreesOfFreedom(bool& freeInX, bool& freeInY, bool& freeInZ) const
{
    freeInX = freeInY = freeInZ = true;
    return MStatus();
}
double MFnIkJoint::minRotateDampXRange(MStatus* status) const
{
    give(status);
    return 0.0;
}
MString MFnIkJoint::hikJointName(MStatus* status) const
{
    give(status);
    return MString();
}

OPENMAYA_NAMESPACE_CLOSE
