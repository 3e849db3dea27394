#include "nodes/display_locator.h"

#include <algorithm>
#include <string>

#include <maya/MDagPath.h>
#include <maya/MDistance.h>
#include <maya/MFnData.h>
#include <maya/MFnMessageAttribute.h>
#include <maya/MFnNumericAttribute.h>
#include <maya/MFnNumericData.h>
#include <maya/MFnTypedAttribute.h>
#include <maya/MFnUnitAttribute.h>
#include <maya/MGlobal.h>
#include <maya/MMatrix.h>
#include <maya/MPoint.h>
#include <maya/MViewport2Renderer.h>

#include "ids.h"
#include "scene/contacts.h"
#include "scene/display.h"
#include "status.h"

namespace surefoot {

const MTypeId DisplayLocator::id(kDisplayId);
MObject DisplayLocator::s_root;
MObject DisplayLocator::s_contacts;
MObject DisplayLocator::s_contactsChanged;
MObject DisplayLocator::s_time;
MObject DisplayLocator::s_firstTime;
MObject DisplayLocator::s_frameRate;
MObject DisplayLocator::s_groundHeight;
MObject DisplayLocator::s_before;
MObject DisplayLocator::s_beforeFirst;
MObject DisplayLocator::s_after;
MObject DisplayLocator::s_afterFirst;
MObject DisplayLocator::s_centres;
MObject DisplayLocator::s_zeroMomentPoints;
MObject DisplayLocator::s_zeroMomentFrames;
MObject DisplayLocator::s_areaFirst;
MObject DisplayLocator::s_areaCorners;
MObject DisplayLocator::s_penetratingFirst;
MObject DisplayLocator::s_penetratingPoints;
MObject DisplayLocator::s_showContacts;
MObject DisplayLocator::s_showBefore;
MObject DisplayLocator::s_showAfter;
MObject DisplayLocator::s_showBalance;
MObject DisplayLocator::s_showArea;
MObject DisplayLocator::s_showPenetration;
MObject DisplayLocator::s_inFront;
MObject DisplayLocator::s_discRadius;
MObject DisplayLocator::s_centreRadius;
MObject DisplayLocator::s_lineWidth;
MObject DisplayLocator::s_pointSize;
MObject DisplayLocator::s_textSize;
std::vector<MObject> DisplayLocator::s_drawn;

namespace {

// Makes attributes and adds them to the node.
class Maker {
public:
    explicit Maker(std::vector<MObject>& made) : m_made(made) {}

    MObject message(const char* name, const char* shortName)
    {
        MFnMessageAttribute fn;
        const MObject made = fn.create(name, shortName, &m_status);
        return keep(made, name);
    }
    MObject array(const char* name, const char* shortName, MFnData::Type type)
    {
        MFnTypedAttribute fn;
        const MObject made = fn.create(name, shortName, type, MObject::kNullObj, &m_status);
        fn.setHidden(true);
        return keep(made, name);
    }
    MObject time(const char* name, const char* shortName, bool isHidden)
    {
        MFnUnitAttribute fn;
        const MObject made = fn.create(name, shortName, MFnUnitAttribute::kTime, 0.0, &m_status);
        fn.setHidden(isHidden);
        return keep(made, name);
    }
    MObject distance(const char* name, const char* shortName, double value, bool isSize)
    {
        MFnUnitAttribute fn;
        const MObject made = fn.create(name, shortName, MFnUnitAttribute::kDistance, value, &m_status);
        if (isSize) {
            fn.setMin(0.0);
        }
        fn.setChannelBox(isSize);
        return keep(made, name);
    }
    MObject number(const char* name, const char* shortName, MFnNumericData::Type type, double value, double least,
                   double most)
    {
        MFnNumericAttribute fn;
        const MObject made = fn.create(name, shortName, type, value, &m_status);
        fn.setMin(least);
        fn.setMax(most);
        fn.setChannelBox(true);
        return keep(made, name);
    }
    MObject toggle(const char* name, const char* shortName, bool value)
    {
        MFnNumericAttribute fn;
        const MObject made = fn.create(name, shortName, MFnNumericData::kBoolean, value, &m_status);
        fn.setChannelBox(true);
        return keep(made, name);
    }
    MObject signal(const char* name, const char* shortName)
    {
        MFnNumericAttribute fn;
        const MObject made = fn.create(name, shortName, MFnNumericData::kInt, 0.0, &m_status);
        fn.setHidden(true);
        fn.setStorable(false);
        return keep(made, name);
    }

private:
    MObject keep(const MObject& made, const char* name)
    {
        check(m_status, std::string("make the attribute ") + name);
        m_made.push_back(made);
        return made;
    }

    std::vector<MObject>& m_made;
    MStatus m_status;
};

}  // namespace

void* DisplayLocator::creator()
{
    return new DisplayLocator;
}

MStatus DisplayLocator::initialize()
{
    try {
        s_drawn.clear();
        Maker make(s_drawn);
        s_root = make.message("root", "rot");
        s_contacts = make.message("contacts", "cts");
        s_contactsChanged = make.signal("contactsChanged", "ccg");
        s_time = make.time("time", "tim", true);
        s_firstTime = make.time("firstTime", "fti", true);
        s_frameRate = make.number("frameRate", "fps", MFnNumericData::kDouble, 30.0, 1e-3, 1e5);
        s_groundHeight = make.distance("groundHeight", "ghe", 0.0, false);
        s_before = make.array("before", "bef", MFnData::kVectorArray);
        s_beforeFirst = make.array("beforeFirst", "bfi", MFnData::kIntArray);
        s_after = make.array("after", "aft", MFnData::kVectorArray);
        s_afterFirst = make.array("afterFirst", "afi", MFnData::kIntArray);
        s_centres = make.array("centres", "cns", MFnData::kVectorArray);
        s_zeroMomentPoints = make.array("zeroMomentPoints", "zmp", MFnData::kVectorArray);
        s_zeroMomentFrames = make.array("zeroMomentFrames", "zmf", MFnData::kIntArray);
        s_areaFirst = make.array("areaFirst", "arf", MFnData::kIntArray);
        s_areaCorners = make.array("areaCorners", "arc", MFnData::kVectorArray);
        s_penetratingFirst = make.array("penetratingFirst", "pnf", MFnData::kIntArray);
        s_penetratingPoints = make.array("penetratingPoints", "pnp", MFnData::kVectorArray);

        s_showContacts = make.toggle("showContacts", "shc", true);
        s_showBefore = make.toggle("showBefore", "shb", true);
        s_showAfter = make.toggle("showAfter", "sha", true);
        s_showBalance = make.toggle("showBalance", "shl", true);
        s_showArea = make.toggle("showArea", "shr", true);
        s_showPenetration = make.toggle("showPenetration", "shp", true);
        s_inFront = make.toggle("inFront", "inf", false);
        s_discRadius = make.distance("discRadius", "dra", 4.0, true);
        s_centreRadius = make.distance("centreRadius", "cra", 3.0, true);
        s_lineWidth = make.number("lineWidth", "lwi", MFnNumericData::kFloat, 2.0, 1.0, 20.0);
        s_pointSize = make.number("pointSize", "psz", MFnNumericData::kFloat, 5.0, 1.0, 50.0);
        s_textSize = make.number("textSize", "tsz", MFnNumericData::kInt, 12.0, 1.0, 100.0);
        for (const MObject& attribute : s_drawn) {
            check(addAttribute(attribute), "add an attribute");
        }
        return MS::kSuccess;
    } catch (const std::exception& failure) {
        MGlobal::displayError(mayaText(std::string(kDisplayNode) + ": " + failure.what()));
        return MS::kFailure;
    }
}

MBoundingBox DisplayLocator::boundingBox() const
{
    return boundsOf(thisMObject());
}

MBoundingBox DisplayLocator::boundsOf(const MObject& node)
{
    MBoundingBox box;
    bool isEmpty = true;
    const auto add = [&](const MVector& place, double radius) {
        for (const double sign : {-1.0, 1.0}) {
            const MPoint corner(place.x + sign * radius, place.y + sign * radius, place.z + sign * radius);
            if (isEmpty) {
                box = MBoundingBox(corner, corner);
                isEmpty = false;
            } else {
                box.expand(corner);
            }
        }
    };
    try {
        const DisplayData data = readDisplay(node);
        const double centreRadius = MPlug(node, s_centreRadius).asMDistance().asCentimeters();
        const double discRadius = MPlug(node, s_discRadius).asMDistance().asCentimeters();
        for (const auto* trails : {&data.before, &data.after}) {
            for (const auto& trail : *trails) {
                for (const MVector& place : trail) {
                    add(place, 0.0);
                }
            }
        }
        const bool isZUp = MGlobal::isZAxisUp();
        for (const MVector& centre : data.centres) {
            add(centre, centreRadius);
            MVector shadow = centre;
            (isZUp ? shadow.z : shadow.y) = data.groundHeight;
            add(shadow, centreRadius);
        }
        for (const auto* places : {&data.areaCorners, &data.penetratingPoints}) {
            for (const MVector& place : *places) {
                add(place, 0.0);
            }
        }
        for (const MVector& place : data.zeroMomentPoints) {
            if (place.x == place.x) {
                add(place, centreRadius);
            }
        }
        const MPlug plants = MPlug(node, s_contacts).source();
        if (!plants.isNull()) {
            for (const Contact& contact : readContacts(plants.node())) {
                if (contact.hasPosition) {
                    add(contact.position, discRadius);
                }
            }
        }
    } catch (const std::exception&) {
        // Damaged data is reported where it is drawn.
    }
    MDagPath path;
    if (!isEmpty && MDagPath::getAPathTo(node, path)) {
        box.transformUsing(path.inclusiveMatrixInverse());
    }
    return box;
}

MStatus DisplayLocator::setDependentsDirty(const MPlug& plug, MPlugArray& affected)
{
    if (std::find(s_drawn.begin(), s_drawn.end(), plug.attribute()) != s_drawn.end()) {
        MHWRender::MRenderer::setGeometryDrawDirty(thisMObject());
    }
    return MPxLocatorNode::setDependentsDirty(plug, affected);
}

MStatus DisplayLocator::preEvaluation(const MDGContext& context, const MEvaluationNode& node)
{
    // Other times are evaluated in the background and drawn later, if at all.
    if (!context.isNormal()) {
        return MS::kSuccess;
    }
    const auto isDirty = [&](const MObject& attribute) { return node.dirtyPlugExists(attribute); };
    if (std::any_of(s_drawn.begin(), s_drawn.end(), isDirty)) {
        MHWRender::MRenderer::setGeometryDrawDirty(thisMObject());
    }
    return MS::kSuccess;
}

}  // namespace surefoot
