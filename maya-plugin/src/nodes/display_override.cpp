#include "nodes/display_override.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <maya/MColor.h>
#include <maya/MDistance.h>
#include <maya/MGlobal.h>
#include <maya/MMatrix.h>
#include <maya/MPlug.h>
#include <maya/MPoint.h>
#include <maya/MPointArray.h>
#include <maya/MTime.h>
#include <maya/MUintArray.h>
#include <maya/MVector.h>

#include "library.h"
#include "nodes/display_locator.h"
#include "scene/contacts.h"
#include "scene/display.h"

namespace surefoot {

namespace {

const MColor kLeft(0.25f, 0.55f, 1.0f);
const MColor kRight(1.0f, 0.55f, 0.2f);
const MColor kBefore(0.5f, 0.5f, 0.5f);
const MColor kCentre(0.95f, 0.9f, 0.2f);
const MColor kZeroMoment(0.9f, 0.3f, 0.9f);
const MColor kArea(0.3f, 0.85f, 0.4f, 0.35f);
const MColor kPenetration(1.0f, 0.1f, 0.1f);
// After trails take these in turn, left and right of each kind.
const MColor kTrails[2] = {kLeft, kRight};

struct Disc {
    MPoint centre;
    MColor color;
    bool isNow = false;
    MString frames;
};

// In the locator's own space.
class DrawData : public MUserData {
public:
    std::vector<Disc> discs;
    std::vector<MPointArray> before, after;
    // Empty or one point each.
    MPointArray centre, shadow, zeroMoment;
    MPointArray area;
    MPointArray penetrating;
    MVector up;
    double discRadius = 4.0;
    double centreRadius = 3.0;
    float lineWidth = 2.0f;
    float pointSize = 5.0f;
    unsigned textSize = 12;
    bool inFront = false;
    bool isReported = false;

    void clear()
    {
        discs.clear();
        before.clear();
        after.clear();
        for (MPointArray* points : {&centre, &shadow, &zeroMoment, &area, &penetrating}) {
            points->clear();
        }
    }
};

bool isOn(const MObject& node, const MObject& attribute)
{
    return MPlug(node, attribute).asBool();
}

double length(const MObject& node, const MObject& attribute)
{
    return MPlug(node, attribute).asMDistance().asCentimeters();
}

MPointArray pointsOf(const std::vector<MVector>& places, const MMatrix& toLocal)
{
    MPointArray points;
    points.setLength(static_cast<unsigned>(places.size()));
    for (unsigned i = 0; i < points.length(); ++i) {
        points[i] = MPoint(places[i]) * toLocal;
    }
    return points;
}

// The stretch of one frame.
MPointArray stretch(const std::vector<MVector>& places, const std::vector<unsigned>& starts, long long frame,
                    const MMatrix& toLocal)
{
    if (frame < 0 || static_cast<size_t>(frame) + 1 >= starts.size()) {
        return MPointArray();
    }
    const size_t index = static_cast<size_t>(frame);
    return pointsOf(std::vector<MVector>(places.begin() + starts[index], places.begin() + starts[index + 1]), toLocal);
}

MString framesText(const Contact& contact)
{
    const double first = contact.first.as(MTime::uiUnit());
    const double last = contact.end.as(MTime::uiUnit()) - 1.0;
    return mayaText(std::to_string(std::lround(first)) + "-" + std::to_string(std::lround(last)));
}

void readDiscs(const MObject& node, const MTime& now, const MMatrix& toLocal, DrawData& out)
{
    const MPlug plants = MPlug(node, DisplayLocator::s_contacts).source();
    if (plants.isNull() || !isOn(node, DisplayLocator::s_showContacts)) {
        return;
    }
    for (const Contact& contact : readContacts(plants.node())) {
        // Where a contact has no place of its own, the operation chooses it, and there is nothing to draw yet.
        if (!contact.hasPosition || !contact.isEnabled) {
            continue;
        }
        Disc disc;
        disc.centre = MPoint(contact.position) * toLocal;
        disc.color = isLeft(contact.point) ? kLeft : kRight;
        disc.isNow = contact.first <= now && now < contact.end;
        disc.frames = framesText(contact);
        out.discs.push_back(disc);
    }
}

void readAll(const MObject& node, const MDagPath& path, DrawData& out)
{
    const DisplayData data = readDisplay(node);
    const MMatrix toLocal = path.inclusiveMatrixInverse();
    const bool isZUp = MGlobal::isZAxisUp();
    const MVector up = (isZUp ? MVector(0.0, 0.0, 1.0) : MVector(0.0, 1.0, 0.0)) * toLocal;
    const double size = std::sqrt(up.x * up.x + up.y * up.y + up.z * up.z);
    out.up = size > 0.0 ? up * (1.0 / size) : up;
    out.discRadius = length(node, DisplayLocator::s_discRadius);
    out.centreRadius = length(node, DisplayLocator::s_centreRadius);
    out.lineWidth = MPlug(node, DisplayLocator::s_lineWidth).asFloat();
    out.pointSize = MPlug(node, DisplayLocator::s_pointSize).asFloat();
    out.textSize = static_cast<unsigned>(std::max(1, MPlug(node, DisplayLocator::s_textSize).asInt()));
    out.inFront = isOn(node, DisplayLocator::s_inFront);

    const MTime now = MPlug(node, DisplayLocator::s_time).asMTime();
    readDiscs(node, now, toLocal, out);
    const double seconds = (now - data.first).as(MTime::kSeconds) * data.frameRate;
    const long long frame = std::isfinite(seconds) ? std::llround(seconds) : -1;
    const auto at = [&](const std::vector<MVector>& places) {
        return frame >= 0 && static_cast<size_t>(frame) < places.size() ? &places[static_cast<size_t>(frame)] : nullptr;
    };
    if (isOn(node, DisplayLocator::s_showBefore)) {
        for (const auto& trail : data.before) {
            out.before.push_back(pointsOf(trail, toLocal));
        }
    }
    if (isOn(node, DisplayLocator::s_showAfter)) {
        for (const auto& trail : data.after) {
            out.after.push_back(pointsOf(trail, toLocal));
        }
    }
    const MVector* centre = at(data.centres);
    if (isOn(node, DisplayLocator::s_showBalance)) {
        if (centre != nullptr) {
            out.centre.append(MPoint(*centre) * toLocal);
            MVector shadow = *centre;
            (isZUp ? shadow.z : shadow.y) = data.groundHeight;
            out.shadow.append(MPoint(shadow) * toLocal);
        }
        const MVector* zeroMoment = at(data.zeroMomentPoints);
        if (zeroMoment != nullptr && std::isfinite(zeroMoment->x)) {
            out.zeroMoment.append(MPoint(*zeroMoment) * toLocal);
        }
    }
    if (isOn(node, DisplayLocator::s_showArea)) {
        out.area = stretch(data.areaCorners, data.areaFirst, frame, toLocal);
    }
    if (isOn(node, DisplayLocator::s_showPenetration)) {
        out.penetrating = stretch(data.penetratingPoints, data.penetratingFirst, frame, toLocal);
    }
}

void drawTrails(MHWRender::MUIDrawManager& manager, const DrawData& data)
{
    manager.setLineWidth(data.lineWidth);
    manager.setColor(kBefore);
    for (const MPointArray& trail : data.before) {
        if (trail.length() > 1) {
            manager.lineStrip(trail, false);
        }
    }
    for (size_t i = 0; i < data.after.size(); ++i) {
        if (data.after[i].length() > 1) {
            manager.setColor(kTrails[i % 2]);
            manager.lineStrip(data.after[i], false);
        }
    }
}

void drawDiscs(MHWRender::MUIDrawManager& manager, const DrawData& data)
{
    manager.setFontSize(data.textSize);
    for (const Disc& disc : data.discs) {
        manager.setColor(disc.color);
        manager.circle(disc.centre, data.up, data.discRadius, 24, disc.isNow);
        manager.text(disc.centre + data.up * (0.5 * data.discRadius), disc.frames, MHWRender::MUIDrawManager::kCenter);
    }
}

// A convex polygon as a fan, and its outline.
void drawArea(MHWRender::MUIDrawManager& manager, const DrawData& data)
{
    const unsigned count = data.area.length();
    if (count < 2) {
        return;
    }
    MPointArray outline(data.area);
    outline.append(data.area[0]);
    MColor line = kArea;
    line.a = 1.0f;
    manager.setColor(line);
    manager.lineStrip(outline, false);
    if (count < 3) {
        return;
    }
    MUintArray corners;
    for (unsigned i = 1; i + 1 < count; ++i) {
        corners.append(0);
        corners.append(i);
        corners.append(i + 1);
    }
    manager.setColor(kArea);
    manager.mesh(MHWRender::MUIDrawManager::kTriangles, data.area, nullptr, nullptr, &corners);
}

void drawBalance(MHWRender::MUIDrawManager& manager, const DrawData& data)
{
    manager.setColor(kCentre);
    if (data.centre.length() > 0) {
        manager.sphere(data.centre[0], data.centreRadius, true);
        manager.line(data.centre[0], data.shadow[0]);
        manager.circle(data.shadow[0], data.up, data.centreRadius, 24, false);
    }
    if (data.zeroMoment.length() > 0) {
        manager.setColor(kZeroMoment);
        manager.circle(data.zeroMoment[0], data.up, 0.6 * data.centreRadius, 24, true);
        manager.text(data.zeroMoment[0], "ZMP", MHWRender::MUIDrawManager::kCenter);
    }
}

}  // namespace

MHWRender::MPxDrawOverride* DisplayOverride::creator(const MObject& node)
{
    return new DisplayOverride(node);
}

DisplayOverride::DisplayOverride(const MObject& node) : MHWRender::MPxDrawOverride(node, nullptr, false) {}

bool DisplayOverride::isBounded(const MDagPath&, const MDagPath&) const
{
    return true;
}

MBoundingBox DisplayOverride::boundingBox(const MDagPath& path, const MDagPath&) const
{
    return DisplayLocator::boundsOf(path.node());
}

MUserData* DisplayOverride::prepareForDraw(const MDagPath& path, const MDagPath&, const MHWRender::MFrameContext&,
                                           MUserData* old)
{
    DrawData* data = dynamic_cast<DrawData*>(old);
    if (data == nullptr) {
        data = new DrawData;
    }
    data->clear();
    try {
        readAll(path.node(), path, *data);
        data->isReported = false;
    } catch (const std::exception& failure) {
        data->clear();
        if (!data->isReported) {
            MGlobal::displayError(mayaText(failure.what()));
        }
        data->isReported = true;
    }
    return data;
}

void DisplayOverride::addUIDrawables(const MDagPath&, MHWRender::MUIDrawManager& manager,
                                     const MHWRender::MFrameContext&, const MUserData* userData)
{
    const DrawData* data = dynamic_cast<const DrawData*>(userData);
    if (data == nullptr) {
        return;
    }
    manager.beginDrawable();
    if (data->inFront) {
        manager.beginDrawInXray();
    }
    drawArea(manager, *data);
    drawTrails(manager, *data);
    drawDiscs(manager, *data);
    drawBalance(manager, *data);
    if (data->penetrating.length() > 0) {
        manager.setColor(kPenetration);
        manager.setPointSize(data->pointSize);
        manager.points(data->penetrating, false);
    }
    if (data->inFront) {
        manager.endDrawInXray();
    }
    manager.endDrawable();
}

}  // namespace surefoot
