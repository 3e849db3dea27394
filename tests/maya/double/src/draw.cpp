// Draw overrides, the recorder of primitives, locators.
#include "draw.h"

#include <memory>

#include <fake/drawing.h>
#include <maya/MBoundingBox.h>
#include <maya/MColorArray.h>
#include <maya/MDrawContext.h>
#include <maya/MDrawRegistry.h>
#include <maya/MFrameContext.h>
#include <maya/MGeometryUtilities.h>
#include <maya/MPointArray.h>
#include <maya/MPxDrawOverride.h>
#include <maya/MPxLocatorNode.h>
#include <maya/MSelectionMask.h>
#include <maya/MUIDrawManager.h>
#include <maya/MUintArray.h>
#include <maya/MUserData.h>
#include <maya/MVectorArray.h>
#include <maya/MViewport2Renderer.h>

#include "plugins.h"

namespace fake {

namespace {

struct Record : Counted {
    std::vector<Primitive> primitives;
    MColor color;
    bool open = false;
};
struct Drawn {
    std::unique_ptr<MHWRender::MPxDrawOverride> override;
    std::unique_ptr<MUserData> data;
};
std::map<std::pair<std::string, std::string>, MHWRender::MDrawRegistry::DrawOverrideCreator>& creators()
{
    static std::map<std::pair<std::string, std::string>, MHWRender::MDrawRegistry::DrawOverrideCreator> all;
    return all;
}
std::map<Node*, Drawn>& drawn()
{
    static std::map<Node*, Drawn> all;
    return all;
}
int g_preparations = 0;
std::vector<std::string> g_errors;
thread_local bool t_drawing = false;

}  // namespace

std::vector<std::string> registeredDrawing()
{
    std::vector<std::string> names;
    for (const auto& item : creators())
        names.push_back("drawing " + item.second.registrant);
    return names;
}

namespace {
bool g_isDrawing = false;
}
bool isDrawing()
{
    return g_isDrawing;
}

void forgetDrawing()
{
    drawn().clear();
    g_errors.clear();
    g_preparations = 0;
}
std::vector<std::string> registeredDrawing()
{
    std::vector<std::string> all;
    for (const auto& item : creators())
        all.push_back("draw " + item.first.second);
    return all;
}
int drawPreparations()
{
    return g_preparations;
}
std::vector<std::string> drawErrors()
{
    return g_errors;
}

std::vector<Primitive> draw(const std::string& locator)
{
    Node* node = findNode(locator);
    if (node && !node->user)
        for (Node* child : node->children)
            if (child->user)
                node = child;
    if (!node || !node->user)
        return {};
    Drawn& own = drawn()[node];
    if (!own.override) {
        for (const auto& item : creators())
            if (node->type->classification.find(item.first.first) != std::string::npos)
                own.override.reset(item.second(toObject(node)));
        node->drawDirty = true;
    }
    if (!own.override)
        own.override.reset(creator->second.create(locator.node()));
    if (!own.override->isBounded(locator, MDagPath()))
        misuse("a draw override without bounds is never culled");
    own.override->boundingBox(locator, MDagPath());
    MHWRender::MFrameContext context;
    MUserData* data = own.override->prepareForDraw(locator, MDagPath(), context, own.data);
    if (data != own.data)
        delete own.data;
    own.data = data;
    node->drawDirty = false;
    const uint64_t before = g_reads;
    MHWRender::MUIDrawManager manager(picture.ref());
    if (own.override->hasUIDrawables()) {
        g_isDrawing = true;
        own.override->addUIDrawables(locator, manager, context, own.data);
        g_isDrawing = false;
    }
    picture->sceneReads = g_reads - before;
    if (picture->isOpen)
        misuse("beginDrawable without endDrawable");
    return picture;
}

}  // namespace fake

OPENMAYA_MAJOR_NAMESPACE_OPEN

MUserData::MUserData() {}
MUserData::~MUserData() {}

MPxLocatorNode::MPxLocatorNode() {}
MPxLocatorNode::~MPxLocatorNode() {}
MPxNode::Type MPxLocatorNode::type() const
{
    return kLocatorNode;
}
void MPxLocatorNode::draw(M3dView&, const MDagPath&, M3dView::DisplayStyle, M3dView::DisplayStatus) {}
bool MPxLocatorNode::isBounded() const
{
    return false;
}
MBoundingBox MPxLocatorNode::boundingBox() const
{
    return MBoundingBox();
}
bool MPxLocatorNode::excludeAsLocator() const
{
    return true;
}
bool MPxLocatorNode::isTransparent() const
{
    return false;
}
bool MPxLocatorNode::drawLast() const
{
    return false;
}
bool MPxLocatorNode::useClosestPointForSelection() const
{
    return false;
}
MPoint MPxLocatorNode::closestPoint(MPoint, MVector) const
{
    return MPoint();
}
MSelectionMask MPxLocatorNode::getShapeSelectionMask() const
{
    return MSelectionMask();
}
void MPxLocatorNode::getCacheSetup(const MEvaluationNode&, MNodeCacheDisablingInfo&, MNodeCacheSetupInfo&,
                                   MObjectArray&) const
{
}
#if MAYA_DOUBLE_YEAR >= 2024
MObject MPxLocatorNode::thisMObject() const
{
    return MPxNode::thisMObject();
}
#endif

namespace MHWRender {

MStatus MDrawRegistry::registerDrawOverrideCreator(const MString& classification, const MString& registrant,
                                                   DrawOverrideCreator creator)
{
    const auto key = std::make_pair(fake::plain(classification), fake::plain(registrant));
    if (!fake::mayRegister() || !creator || fake::creators().count(key))
        return fake::failure("MDrawRegistry::registerDrawOverrideCreator");
    fake::creators()[key] = creator;
    return MStatus();
}
MStatus MDrawRegistry::deregisterDrawOverrideCreator(const MString& classification, const MString& registrant)
{
    fake::forgetDrawing();
    return fake::creators().erase({fake::plain(classification), fake::plain(registrant)})
               ? MStatus()
               : fake::failure("MDrawRegistry::deregisterDrawOverrideCreator");
}

unsigned int MFrameContext::getDisplayStyle() const
{
    return kGouraudShaded;
}
DisplayStatus MGeometryUtilities::displayStatus(const MDagPath& path, MStatus* status)
{
    fake::give(status);
    for (const auto& item : fake::scene().selection)
        if (path.isValid() && fake::nodeOf(path.node()) == item.first.get())
            return kLead;
    return kDormant;
}
MColor MGeometryUtilities::wireframeColor(const MDagPath&)
{
    return MColor(0.0f, 0.0f, 0.4f);
}
void MRenderer::setGeometryDrawDirty(MObject object, bool)
{
    if (fake::Node* node = fake::nodeOf(object))
        node->drawDirty = true;
}

MPxDrawOverride::MPxDrawOverride(const MObject&, GeometryDrawOverrideCb, bool isAlwaysDirty)
    : m_alwaysDirty(isAlwaysDirty)
{
}
MPxDrawOverride::~MPxDrawOverride() {}
DrawAPI MPxDrawOverride::supportedDrawAPIs() const
{
    return kOpenGL;
}
bool MPxDrawOverride::isBounded(const MDagPath&, const MDagPath&) const
{
    return true;
}
MBoundingBox MPxDrawOverride::boundingBox(const MDagPath&, const MDagPath&) const
{
    return MBoundingBox();
}
bool MPxDrawOverride::disableInternalBoundingBoxDraw() const
{
    return false;
}
MMatrix MPxDrawOverride::transform(const MDagPath& path, const MDagPath&) const
{
    return path.inclusiveMatrix();
}
bool MPxDrawOverride::hasUIDrawables() const
{
    return false;
}
void MPxDrawOverride::addUIDrawables(const MDagPath&, MUIDrawManager&, const MFrameContext&, const MUserData*) {}
bool MPxDrawOverride::traceCallSequence() const
{
    return false;
}
void MPxDrawOverride::handleTraceMessage(const MString&) const {}
bool MPxDrawOverride::refineSelectionPath(const MSelectionInfo&, const MRenderItem&, MDagPath&, MObject&, MSelectionMask&)
{
    return true;
}
void MPxDrawOverride::updateSelectionGranularity(const MDagPath&, MSelectionContext&) {}
bool MPxDrawOverride::wantUserSelection() const
{
    return false;
}
bool MPxDrawOverride::userSelect(const MSelectionInfo&, const MDrawContext&, const MDagPath&, const MUserData*,
                                 MSelectionList&, MPointArray&)
{
    return false;
}
bool MPxDrawOverride::userSelect(MSelectionInfo&, const MDrawContext&, MPoint&, const MUserData*)
{
    return false;
}
void MPxDrawOverride::invokeTheCallback(MDrawContext&, MUserData*) {}

namespace {
fake::Record& recordOf(const ::fake::Ref& ref)
{
    return *static_cast<fake::Record*>(ref.get());
}
fake::Primitive& add(const ::fake::Ref& ref, const char* kind)
{
    fake::Record& record = recordOf(ref);
    if (!record.open)
        fake::g_errors.push_back(std::string(kind) + " outside of beginDrawable and endDrawable");
    record.primitives.emplace_back();
    record.primitives.back().kind = kind;
    record.primitives.back().color = record.color;
    return record.primitives.back();
}
std::vector<MPoint> listOf(const MPointArray& points)
{
    std::vector<MPoint> all;
    for (unsigned int i = 0; i < points.length(); ++i)
        all.push_back(points[i]);
    return all;
}
void addRound(const ::fake::Ref& ref, const char* kind, const MPoint& center, double radius, bool filled)
{
    fake::Primitive& made = add(ref, kind);
    made.points = {center};
    made.radius = radius;
    made.filled = filled;
}
}  // namespace

void MUIDrawManager::beginDrawable(Selectability, unsigned int)
{
    if (recordOf(m_record).open)
        fake::g_errors.push_back("beginDrawable twice");
    recordOf(m_record).open = true;
    recordOf(m_record).color = MColor();
}
void MUIDrawManager::endDrawable()
{
    if (!recordOf(m_record).open)
        fake::g_errors.push_back("endDrawable without beginDrawable");
    recordOf(m_record).open = false;
}
void MUIDrawManager::beginDrawInXray() {}
void MUIDrawManager::endDrawInXray() {}
void MUIDrawManager::setColor(const MColor& color)
{
    recordOf(m_record).color = color;
}
void MUIDrawManager::setPaintStyle(PaintStyle) {}
void MUIDrawManager::setPointSize(float) {}
void MUIDrawManager::setLineWidth(float) {}
void MUIDrawManager::setLineStyle(LineStyle) {}
void MUIDrawManager::setFontSize(unsigned int) {}
void MUIDrawManager::setDepthPriority(unsigned int) {}
void MUIDrawManager::line(const MPoint& start, const MPoint& end)
{
    add(m_record, "line").points = {start, end};
}
void MUIDrawManager::lineList(const MPointArray& points, bool)
{
    add(m_record, "lineList").points = listOf(points);
}
void MUIDrawManager::lineStrip(const MPointArray& points, bool)
{
    add(m_record, "lineStrip").points = listOf(points);
}
void MUIDrawManager::points(const MPointArray& points, bool)
{
    add(m_record, "points").points = listOf(points);
}
void MUIDrawManager::circle(const MPoint& center, const MVector&, double radius, bool filled)
{
    addRound(m_record, "circle", center, radius, filled);
}
void MUIDrawManager::circle(const MPoint& center, const MVector&, double radius, int, bool filled)
{
    addRound(m_record, "circle", center, radius, filled);
}
void MUIDrawManager::arc(const MPoint& center, const MVector&, const MVector&, const MVector&, double radius, bool filled)
{
    addRound(m_record, "arc", center, radius, filled);
}
void MUIDrawManager::sphere(const MPoint& center, double radius, bool filled)
{
    addRound(m_record, "sphere", center, radius, filled);
}
void MUIDrawManager::cone(const MPoint& base, const MVector&, double radius, double, bool filled)
{
    addRound(m_record, "cone", base, radius, filled);
}
void MUIDrawManager::icon(const MPoint& position, const MString& name, float)
{
    fake::Primitive& made = add(m_record, "icon");
    made.points = {position};
    made.text = fake::plain(name);
}
void MUIDrawManager::mesh(Primitive, const MPointArray& position, const MVectorArray*, const MColorArray* color,
                          const MUintArray* index, const MPointArray*)
{
    fake::Primitive& made = add(m_record, "mesh");
    made.points = listOf(position);
    for (unsigned int i = 0; index && i < index->length(); ++i) {
        made.indices.push_back((*index)[i]);
        if ((*index)[i] >= position.length())
            fake::g_errors.push_back("mesh with an index beyond its points");
    }
    if (color && color->length() != position.length())
        fake::g_errors.push_back("mesh with another number of colours than points");
}
void MUIDrawManager::text(const MPoint& position, const MString& text, TextAlignment, const int*, const MColor*, bool)
{
    fake::Primitive& made = add(m_record, "text");
    made.points = {position};
    made.text = fake::plain(text);
}
void MUIDrawManager::text2d(const MPoint& position, const MString& text, TextAlignment, const int*, const MColor*, bool)
{
    fake::Primitive& made = add(m_record, "text2d");
    made.points = {position};
    made.text = fake::plain(text);
}

}  // namespace MHWRender

OPENMAYA_NAMESPACE_CLOSE
