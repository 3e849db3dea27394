// MMessage and its kin.
#include "messages.h"

#include <fake/session.h>
#include <maya/MAnimMessage.h>
#include <maya/MCallbackIdArray.h>
#include <maya/MConditionMessage.h>
#include <maya/MDGMessage.h>
#include <maya/MEventMessage.h>
#include <maya/MModelMessage.h>

namespace fake {

namespace {

struct Callback {
    // An event's name, "node+" and "node-" with a type, "attribute", "time", or a scene message.
    std::string what;
    std::string type;
    Node* node = nullptr;
    int message = 0;
    MMessage::MBasicFunction basic = nullptr;
    MMessage::MNodeFunction onNode = nullptr;
    MMessage::MTimeFunction onTime = nullptr;
    MNodeMessage::MAttr2PlugFunction onAttribute = nullptr;
    void* data = nullptr;
};
std::map<MCallbackId, Callback>& callbacks()
{
    static auto& all = *new std::map<MCallbackId, Callback>;
    return all;
}
MCallbackId add(const Callback& callback)
{
    static MCallbackId next = 1;
    callbacks()[next] = callback;
    return next++;
}
// Callbacks may add and remove others while they run.
template <typename Match, typename Call>
void tell(const Match& match, const Call& call)
{
    std::vector<MCallbackId> wanted;
    for (const auto& [id, callback] : callbacks())
        if (match(callback))
            wanted.push_back(id);
    for (const MCallbackId id : wanted) {
        const auto found = callbacks().find(id);
        if (found != callbacks().end()) {
            const Callback copy = found->second;
            call(copy);
        }
    }
}
void tellBasic(const std::string& what, int message = 0)
{
    tell([&](const Callback& callback) { return callback.what == what && callback.message == message; },
         [](const Callback& callback) { callback.basic(callback.data); });
}
std::vector<std::pair<Ptr<Object>, Ptr<Object>>>& lastSelection()
{
    static auto& last = *new std::vector<std::pair<Ptr<Object>, Ptr<Object>>>;
    return last;
}

}  // namespace

size_t callbackCount()
{
    return callbacks().size();
}
void tellNode(Node& node, bool added)
{
    tell(
        [&](const Callback& callback) {
            return callback.what == (added ? "node+" : "node-") &&
                   (callback.type == node.type->name || callback.type == "dependNode");
        },
        [&](const Callback& callback) {
            MObject object = toObject(&node);
            callback.onNode(object, callback.data);
        });
    if (!added)
        tell([&](const Callback& callback) { return callback.what == "removal" && callback.node == &node; },
             [&](const Callback& callback) {
                 MObject object = toObject(&node);
                 callback.onNode(object, callback.data);
             });
}
void tellAttribute(Node& node, const Key& key, MNodeMessage::AttributeMessage message)
{
    if (callbacks().empty() || !node.inScene)
        return;
    tell([&](const Callback& callback) { return callback.what == "attribute" && callback.node == &node; },
         [&](const Callback& callback) {
             MPlug plug = toPlug(&node, key), other;
             callback.onAttribute(message, plug, other, callback.data);
         });
}
void tellConnection(const PlugRef& source, const PlugRef& destination, bool made)
{
    const int kind = made ? MNodeMessage::kConnectionMade : MNodeMessage::kConnectionBroken;
    for (const bool incoming : {false, true}) {
        const PlugRef& own = incoming ? destination : source;
        tell([&](const Callback& callback) { return callback.what == "attribute" && callback.node == own.node; },
             [&](const Callback& callback) {
                 MPlug plug = toPlug(own), other = toPlug(incoming ? source : destination);
                 const int message =
                     kind | MNodeMessage::kOtherPlugSet | (incoming ? MNodeMessage::kIncomingDirection : 0);
                 callback.onAttribute(static_cast<MNodeMessage::AttributeMessage>(message), plug, other, callback.data);
             });
    }
}
void tellScene(MSceneMessage::Message message)
{
    tellBasic("scene", message);
}
void tellTime()
{
    tellBasic("timeChanged");
    tell([](const Callback& callback) { return callback.what == "time"; },
         [](const Callback& callback) {
             MTime time = timeFromTicks(scene().now);
             callback.onTime(time, callback.data);
         });
}
void idle()
{
    if (lastSelection() != scene().selection) {
        lastSelection() = scene().selection;
        tellBasic("SelectionChanged");
        tellBasic("activeList");
    }
    tellBasic("idle");
    // Holds no node beyond its scene.
    if (scene().selection.empty())
        lastSelection().clear();
}

}  // namespace fake

OPENMAYA_MAJOR_NAMESPACE_OPEN

namespace {
MCallbackId addTo(const fake::Callback& callback, bool right, MStatus* status)
{
    fake::give(status, right ? MStatus::kSuccess : MStatus::kInvalidParameter, "addCallback");
    return right ? fake::add(callback) : 0;
}
}  // namespace

MStatus MMessage::removeCallback(MCallbackId id)
{
    return fake::callbacks().erase(id) ? MStatus()
                                       : fake::failure("MMessage::removeCallback", MStatus::kInvalidParameter);
}
MStatus MMessage::removeCallbacks(MCallbackIdArray& ids)
{
    bool all = true;
    for (unsigned int i = 0; i < ids.length(); ++i)
        all = fake::callbacks().erase(ids[i]) && all;
    return all ? MStatus() : fake::failure("MMessage::removeCallbacks", MStatus::kInvalidParameter);
}
MCallbackId MEventMessage::addEventCallback(const MString& event, MBasicFunction function, void* data, MStatus* status)
{
    fake::Callback callback;
    callback.what = fake::plain(event);
    callback.basic = function;
    callback.data = data;
    // Names of events are case-sensitive, and there is no other spelling.
    bool known = false;
    for (const char* name : {"SelectionChanged", "idle", "idleHigh", "timeChanged", "SceneOpened", "NewSceneOpened",
                             "Undo", "Redo", "playbackRangeChanged", "timeUnitChanged", "linearUnitChanged"})
        known = known || callback.what == name;
    return addTo(callback, known && function, status);
}
MCallbackId MModelMessage::addCallback(Message, MBasicFunction function, void* data, MStatus* status)
{
    fake::Callback callback;
    callback.what = "activeList";
    callback.basic = function;
    callback.data = data;
    return addTo(callback, function != nullptr, status);
}
MCallbackId MSceneMessage::addCallback(Message message, MBasicFunction function, void* data, MStatus* status)
{
    fake::Callback callback;
    callback.what = "scene";
    callback.message = message;
    callback.basic = function;
    callback.data = data;
    return addTo(callback, function != nullptr, status);
}
MCallbackId MDGMessage::addTimeChangeCallback(MTimeFunction function, void* data, MStatus* status)
{
    fake::Callback callback;
    callback.what = "time";
    callback.onTime = function;
    callback.data = data;
    return addTo(callback, function != nullptr, status);
}
MCallbackId MDGMessage::addNodeAddedCallback(MNodeFunction function, const MString& type, void* data, MStatus* status)
{
    fake::Callback callback;
    callback.what = "node+";
    callback.type = fake::plain(type);
    callback.onNode = function;
    callback.data = data;
    return addTo(callback, function && fake::findType(callback.type), status);
}
MCallbackId MDGMessage::addNodeRemovedCallback(MNodeFunction function, const MString& type, void* data, MStatus* status)
{
    fake::Callback callback;
    callback.what = "node-";
    callback.type = fake::plain(type);
    callback.onNode = function;
    callback.data = data;
    return addTo(callback, function && fake::findType(callback.type), status);
}
MCallbackId MNodeMessage::addAttributeChangedCallback(MObject& node, MAttr2PlugFunction function, void* data,
                                                      MStatus* status)
{
    fake::Callback callback;
    callback.what = "attribute";
    callback.node = fake::nodeOf(node);
    callback.onAttribute = function;
    callback.data = data;
    return addTo(callback, function && callback.node, status);
}
MCallbackId MNodeMessage::addNodePreRemovalCallback(MObject& node, MNodeFunction function, void* data, MStatus* status)
{
    fake::Callback callback;
    callback.what = "removal";
    callback.node = fake::nodeOf(node);
    callback.onNode = function;
    callback.data = data;
    return addTo(callback, function && callback.node, status);
}
// Taken, and never called.
MCallbackId MAnimMessage::addAnimCurveEditedCallback(void (*)(MObjectArray&, void*), void*, MStatus* status)
{
    return addTo(fake::Callback(), true, status);
}
MCallbackId MAnimMessage::addAnimKeyframeEditedCallback(void (*)(MObjectArray&, void*), void*, MStatus* status)
{
    return addTo(fake::Callback(), true, status);
}
MCallbackId MConditionMessage::addConditionCallback(const MString&, MStateFunction, void*, MStatus* status)
{
    return addTo(fake::Callback(), true, status);
}

OPENMAYA_NAMESPACE_CLOSE
