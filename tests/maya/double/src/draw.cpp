// Viewport 2 as far as a locator's draw override meets it: it is asked to draw, and what it draws is counted.
#include "draw.h"
#include "plugins.h"

#include <maya/MBoundingBox.h>
#include <maya/MColor.h>
#include <maya/MColorArray.h>
#include <maya/MDrawRegistry.h>
#include <maya/MFrameContext.h>
#include <maya/MMatrix.h>
#include <maya/MPointArray.h>
#include <maya/MPxDrawOverride.h>
#include <maya/MUIDrawManager.h>
#include <maya/MUintArray.h>
#include <maya/MUserData.h>
#include <maya/MVectorArray.h>
#include <maya/MViewport2Renderer.h>

namespace fake {

std::atomic<uint64_t> g_reads{0};

namespace {

struct Creator {
    std::string registrant;
    MHWRender::MDrawRegistry::DrawOverrideCreator create = nullptr;
};
std::map<std::string, Creator>& creators()
{
    static std::map<std::string, Creator> all;
    return all;
}

struct Drawn {
    std::unique_ptr<MHWRender::MPxDrawOverride> override;
    MUserData* data = nullptr;
};
std::map<const Node*, Drawn>& drawn()
{
    static std::map<const Node*, Drawn> all;
    return all;
}

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
    for (auto& item : drawn())
        delete item.second.data;
    drawn().clear();
}

Ptr<Picture> draw(const MDagPath& locator)
{
    Node* node = nodeOf(locator.node());
    Ptr<Picture> picture = make<Picture>();
    const auto creator = creators().find(node->type->classification);
    if (creator == creators().end())
        return picture;
    Drawn& own = drawn()[node];
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

namespace MHWRender {

MStatus MDrawRegistry::registerDrawOverrideCreator(const MString& classification, const MString& registrant,
                                                   DrawOverrideCreator creator)
{
    const std::string name = ::fake::plain(classification);
    if (!::fake::mayRegister() || !creator || ::fake::creators().count(name))
        return ::fake::failure("MDrawRegistry::registerDrawOverrideCreator");
    ::fake::creators()[name] = {::fake::plain(registrant), creator};
    return MStatus();
}
MStatus MDrawRegistry::deregisterDrawOverrideCreator(const MString& classification, const MString& registrant)
{
    const auto found = ::fake::creators().find(::fake::plain(classification));
    if (found == ::fake::creators().end() || found->second.registrant != ::fake::plain(registrant))
        return ::fake::failure("MDrawRegistry::deregisterDrawOverrideCreator");
    ::fake::forgetDrawing();
    ::fake::creators().erase(found);
    return MStatus();
}

void MRenderer::setGeometryDrawDirty(MObject object, bool)
{
    if (::fake::Node* node = ::fake::nodeOf(object))
        node->drawDirty = true;
}

unsigned int MFrameContext::getDisplayStyle() const
{
    return kGouraudShaded;
}

MPxDrawOverride::MPxDrawOverride(const MObject&, GeometryDrawOverrideCb, bool) {}
MPxDrawOverride::~MPxDrawOverride() {}
DrawAPI MPxDrawOverride::supportedDrawAPIs() const
{
    return kOpenGL;
}
bool MPxDrawOverride::isBounded(const MDagPath&, const MDagPath&) const
{
    return false;
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
bool MPxDrawOverride::refineSelectionPath(const MSelectionInfo&, const MRenderItem&, MDagPath&, MObject&,
                                          MSelectionMask&)
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

::fake::Picture& open(const ::fake::Ref& record)
{
    auto* picture = static_cast<::fake::Picture*>(record.get());
    if (!picture->isOpen)
        ::fake::misuse("drawing outside beginDrawable and endDrawable");
    return *picture;
}

}  // namespace

void MUIDrawManager::beginDrawable(Selectability, unsigned int)
{
    static_cast<::fake::Picture*>(m_record.get())->isOpen = true;
}
void MUIDrawManager::endDrawable()
{
    open(m_record).isOpen = false;
}
void MUIDrawManager::beginDrawInXray()
{
    open(m_record);
}
void MUIDrawManager::endDrawInXray()
{
    open(m_record);
}
void MUIDrawManager::setColor(const MColor&)
{
    open(m_record);
}
void MUIDrawManager::setPaintStyle(PaintStyle) {}
void MUIDrawManager::setPointSize(float) {}
void MUIDrawManager::setLineWidth(float) {}
void MUIDrawManager::setLineStyle(LineStyle) {}
void MUIDrawManager::setFontSize(unsigned int) {}
void MUIDrawManager::setDepthPriority(unsigned int) {}
void MUIDrawManager::line(const MPoint&, const MPoint&)
{
    ++open(m_record).lines;
}
void MUIDrawManager::lineList(const MPointArray& points, bool)
{
    open(m_record).lines += static_cast<int>(points.length() / 2);
}
void MUIDrawManager::lineStrip(const MPointArray&, bool)
{
    ++open(m_record).strips;
}
void MUIDrawManager::points(const MPointArray& points, bool)
{
    open(m_record).points += static_cast<int>(points.length());
}
void MUIDrawManager::circle(const MPoint& center, const MVector& normal, double radius, bool filled)
{
    circle(center, normal, radius, 20, filled);
}
void MUIDrawManager::circle(const MPoint&, const MVector&, double, int, bool filled)
{
    ::fake::Picture& picture = open(m_record);
    ++(filled ? picture.filledCircles : picture.rings);
}
void MUIDrawManager::arc(const MPoint&, const MVector&, const MVector&, const MVector&, double, bool)
{
    open(m_record);
}
void MUIDrawManager::sphere(const MPoint& center, double, bool)
{
    ::fake::Picture& picture = open(m_record);
    if (picture.spheres++ == 0)
        picture.firstSphere = center;
}
void MUIDrawManager::cone(const MPoint&, const MVector&, double, double, bool)
{
    open(m_record);
}
void MUIDrawManager::icon(const MPoint&, const MString&, float)
{
    open(m_record);
}
void MUIDrawManager::mesh(Primitive, const MPointArray& position, const MVectorArray*, const MColorArray*,
                          const MUintArray* index, const MPointArray*)
{
    for (unsigned int i = 0; index && i < index->length(); ++i)
        if ((*const_cast<MUintArray*>(index))[i] >= position.length())
            ::fake::misuse("MUIDrawManager::mesh with an index beyond its points");
    ++open(m_record).meshes;
}
void MUIDrawManager::text(const MPoint&, const MString& text, TextAlignment, const int*, const MColor*, bool)
{
    open(m_record).texts.push_back(::fake::plain(text));
}
void MUIDrawManager::text2d(const MPoint& position, const MString& string, TextAlignment alignment,
                            const int* backgroundSize, const MColor* backgroundColor, bool dynamic)
{
    text(position, string, alignment, backgroundSize, backgroundColor, dynamic);
}

}  // namespace MHWRender

OPENMAYA_NAMESPACE_CLOSE
