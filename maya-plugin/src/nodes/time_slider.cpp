#include "nodes/time_slider.h"

#if MAYA_API_VERSION >= 20230000

#include <cmath>
#include <string>
#include <vector>

#include <maya/MCallbackIdArray.h>
#include <maya/MColor.h>
#include <maya/MDGMessage.h>
#include <maya/MDagPath.h>
#include <maya/MEventMessage.h>
#include <maya/MFn.h>
#include <maya/MFnDependencyNode.h>
#include <maya/MGlobal.h>
#include <maya/MItDependencyNodes.h>
#include <maya/MMessage.h>
#include <maya/MNodeMessage.h>
#include <maya/MObject.h>
#include <maya/MObjectHandle.h>
#include <maya/MSceneMessage.h>
#include <maya/MSelectionList.h>
#include <maya/MTimeSliderCustomDrawManager.h>

#include "ids.h"
#include "nodes/plants_node.h"
#include "scene/contacts.h"
#include "scene/rig.h"

namespace surefoot {

namespace {

// One row of marks for each side.
constexpr int kSides = 2;
constexpr int kRowHeight = 4;

class Marks {
public:
    Marks();
    ~Marks();
    Marks(const Marks&) = delete;
    Marks& operator=(const Marks&) = delete;

private:
    static void changed(void* self) { static_cast<Marks*>(self)->schedule(); }
    static void sceneChanged(void* self) { static_cast<Marks*>(self)->watchAll(); }
    static void sceneCloses(void* self) { static_cast<Marks*>(self)->unwatchAll(); }
    static void nodeAdded(MObject& node, void* self) { static_cast<Marks*>(self)->watch(node); }
    static void nodeRemoved(MObject& node, void* self);
    static void contactChanged(MNodeMessage::AttributeMessage, MPlug&, MPlug&, void* self) { changed(self); }
    static void idle(void* self) { static_cast<Marks*>(self)->update(); }

    void schedule();
    void update();
    void watch(MObject& node);
    void watchAll();
    void unwatchAll();
    static std::vector<MObject> chosenNodes();

    int m_rows[kSides];
    MCallbackIdArray m_callbacks;
    struct Watched {
        MObjectHandle node;
        MCallbackId callback;
    };
    std::vector<Watched> m_watched;
    MCallbackId m_idle = 0;
    bool m_isScheduled = false;
};

// No owner of its own: at the exit of the process Maya may be gone before a destructor runs.
Marks*& marks()
{
    static Marks* instance = nullptr;
    return instance;
}

Marks::Marks()
{
    MTimeSliderCustomDrawManager& manager = MTimeSliderCustomDrawManager::instance();
    m_rows[0] = manager.registerCustomDrawOutside(MTimeSliderCustomDrawManager::kAbove, "surefootContactsLeft",
                                                  "Contacts of the left side", 0, kRowHeight);
    m_rows[1] = manager.registerCustomDrawOutside(MTimeSliderCustomDrawManager::kAbove, "surefootContactsRight",
                                                  "Contacts of the right side", 1, kRowHeight);
    m_callbacks.append(MEventMessage::addEventCallback("SelectionChanged", changed, this));
    m_callbacks.append(MDGMessage::addNodeAddedCallback(nodeAdded, kPlantsNode, this));
    m_callbacks.append(MDGMessage::addNodeRemovedCallback(nodeRemoved, kPlantsNode, this));
    for (const MSceneMessage::Message message : {MSceneMessage::kBeforeNew, MSceneMessage::kBeforeOpen}) {
        m_callbacks.append(MSceneMessage::addCallback(message, sceneCloses, this));
    }
    m_callbacks.append(MSceneMessage::addCallback(MSceneMessage::kAfterNew, sceneChanged, this));
    m_callbacks.append(MSceneMessage::addCallback(MSceneMessage::kAfterOpen, sceneChanged, this));
    watchAll();
}

Marks::~Marks()
{
    unwatchAll();
    MMessage::removeCallbacks(m_callbacks);
    if (m_isScheduled) {
        MMessage::removeCallback(m_idle);
    }
    for (const int row : m_rows) {
        MTimeSliderCustomDrawManager::instance().deregisterCustomDraw(row);
    }
}

void Marks::nodeRemoved(MObject& node, void* self)
{
    Marks& marks = *static_cast<Marks*>(self);
    for (size_t i = marks.m_watched.size(); i-- > 0;) {
        if (marks.m_watched[i].node.object() == node) {
            MMessage::removeCallback(marks.m_watched[i].callback);
            marks.m_watched.erase(marks.m_watched.begin() + static_cast<std::ptrdiff_t>(i));
        }
    }
    marks.schedule();
}

void Marks::watch(MObject& node)
{
    MStatus status;
    const MCallbackId callback = MNodeMessage::addAttributeChangedCallback(node, contactChanged, this, &status);
    if (status) {
        m_watched.push_back({MObjectHandle(node), callback});
    }
    schedule();
}

void Marks::watchAll()
{
    unwatchAll();
    for (MItDependencyNodes it(MFn::kPluginDependNode); !it.isDone(); it.next()) {
        MObject node = it.thisNode();
        if (MFnDependencyNode(node).typeName() == kPlantsNode) {
            watch(node);
        }
    }
    schedule();
}

void Marks::unwatchAll()
{
    for (const Watched& watched : m_watched) {
        MMessage::removeCallback(watched.callback);
    }
    m_watched.clear();
}

// Writing a hundred contacts changes a thousand attributes; the marks are made once, when Maya is idle.
void Marks::schedule()
{
    if (m_isScheduled) {
        return;
    }
    MStatus status;
    m_idle = MEventMessage::addEventCallback("idle", idle, this, &status);
    m_isScheduled = static_cast<bool>(status);
}

// Those of the selected hierarchies, or of the only hierarchy that has contacts.
std::vector<MObject> Marks::chosenNodes()
{
    std::vector<MObject> all, chosen;
    for (MItDependencyNodes it(MFn::kPluginDependNode); !it.isDone(); it.next()) {
        const MObject node = it.thisNode();
        if (MFnDependencyNode(node).typeName() == kPlantsNode) {
            all.push_back(node);
        }
    }
    MSelectionList selection;
    MGlobal::getActiveSelectionList(selection);
    for (const MObject& node : all) {
        const MDagPath root = rootOfPlants(node);
        bool isChosen = false;
        for (unsigned i = 0; i < selection.length() && !isChosen; ++i) {
            MObject selected, component;
            MDagPath path;
            if (selection.getDependNode(i, selected) && selected == node) {
                isChosen = true;
            } else if (root.isValid() && selection.getDagPath(i, path, component) && path.hasFn(MFn::kJoint)) {
                isChosen = rootOf(path) == root;
            }
        }
        if (isChosen) {
            chosen.push_back(node);
        }
    }
    return chosen.empty() && all.size() == 1 ? all : chosen;
}

void Marks::update()
{
    MMessage::removeCallback(m_idle);
    m_isScheduled = false;
    MTimeSliderDrawPrimitives rows[kSides];
    const MColor colors[kSides] = {MColor(0.25f, 0.55f, 1.0f), MColor(1.0f, 0.55f, 0.2f)};
    try {
        const MTime frame(1.0, MTime::uiUnit());
        for (const MObject& node : chosenNodes()) {
            for (const Contact& contact : readContacts(node)) {
                if (!contact.isEnabled || !(contact.first < contact.end)) {
                    continue;
                }
                const int side = isLeft(contact.point) ? 0 : 1;
                const MTime last = contact.end - frame;
                MTimeSliderDrawPrimitive mark(MTimeSliderDrawPrimitive::kFilledRect, contact.first,
                                              last < contact.first ? contact.first : last, colors[side]);
                const double first = contact.first.as(MTime::uiUnit());
                mark.setTooltip(mayaText(pointNames()[static_cast<size_t>(contact.point)] + " " +
                                         std::to_string(std::lround(first)) + "-" +
                                         std::to_string(std::lround(last.as(MTime::uiUnit())))));
                rows[side].append(mark);
            }
        }
    } catch (const std::exception& failure) {
        MGlobal::displayError(mayaText(failure.what()));
    }
    MTimeSliderCustomDrawManager& manager = MTimeSliderCustomDrawManager::instance();
    for (int side = 0; side < kSides; ++side) {
        const MTimeSliderDrawPrimitives& row = rows[side];
        manager.setDrawPrimitives(m_rows[side], row);
    }
    manager.requestTimeSliderRedraw();
}

}  // namespace

void startTimeSliderMarks()
{
    if (MGlobal::mayaState() == MGlobal::kInteractive && marks() == nullptr) {
        marks() = new Marks;
    }
}

void stopTimeSliderMarks()
{
    delete marks();
    marks() = nullptr;
}

}  // namespace surefoot

#else

namespace surefoot {

void startTimeSliderMarks() {}
void stopTimeSliderMarks() {}

}  // namespace surefoot

#endif
