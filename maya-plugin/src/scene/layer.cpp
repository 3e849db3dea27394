#include "scene/layer.h"

#include <algorithm>

#include <maya/MFnDependencyNode.h>
#include <maya/MGlobal.h>
#include <maya/MObject.h>
#include <maya/MPlugArray.h>
#include <maya/MSelectionList.h>

#include "status.h"

namespace surefoot {

namespace {

// A message from the root to its layer: tells our layers from those of the user.
constexpr const char* kMark = "surefootRoot";
// A command line of all channels of a large rig would be a hundred kilobytes.
constexpr size_t kChannelsPerCommand = 64;

std::string quoted(const std::string& name)
{
    std::string text = "\"";
    for (const char letter : name) {
        if (letter == '"' || letter == '\\') {
            text += '\\';
        }
        text += letter;
    }
    return text + "\"";
}

// The path with all its parents, so that it is one node's whatever else is called so.
std::string fullName(const MPlug& plug)
{
    MDagPath path;
    check(MDagPath::getAPathTo(plug.node(), path), "find the node of " + plainText(plug.name()));
    return plainText(path.fullPathName()) + "." + plainText(plug.partialName(false, false, false, false, false, true));
}

MObject findNode(const std::string& name)
{
    MSelectionList list;
    MObject node;
    if (list.add(mayaText(name))) {
        list.getDependNode(0, node);
    }
    return node;
}

bool hasOffset(const std::vector<double>& offsets, size_t frame)
{
    return offsets[frame] != 0.0;
}

}  // namespace

std::string layerName(const MDagPath& root)
{
    std::string name = plainText(root.partialPathName());
    std::replace_if(
        name.begin(), name.end(), [](char letter) { return letter == '|' || letter == ':'; }, '_');
    return "surefoot_" + name;
}

void removeOwnLayers(SceneEdit& edit, const std::string& name, const MDagPath& root)
{
    const MFnDependencyNode rootNode(root.node());
    MPlugArray marked;
    rootNode.findPlug("message", true).destinations(marked);
    bool isOurs = false;
    for (unsigned int index = 0; index < marked.length(); ++index) {
        const MObject object = marked[index].node();
        const MFnDependencyNode layer(object);
        if (!layer.hasAttribute(kMark) || layer.findPlug(kMark, true) != marked[index]) {
            continue;
        }
        const std::string its = plainText(layer.name());
        if (layer.findPlug("lock", true).asBool()) {
            throw Failure("The layer " + its + " of an earlier run is locked; unlock it, or delete it.");
        }
        isOurs = isOurs || its == name;
        edit.command("delete " + quoted(its), "delete the layer " + its + " of an earlier run");
    }
    const MObject other = findNode(name);
    if (!isOurs && !other.isNull()) {
        throw Failure("There is a " + plainText(MFnDependencyNode(other).typeName()) + " named " + name +
                      " that was not made for this character; give another name with -layerName.");
    }
}

void writeLayer(SceneEdit& edit, const std::string& name, const MDagPath& root,
                const std::vector<LayerChannel>& channels, const FrameRange& frames)
{
    edit.command("animLayer " + quoted(name), "make the layer " + name);
    if (findNode(name).isNull()) {
        throw Failure("Maya did not make a layer named " + name + "; give a name of letters, digits and underscores.");
    }
    edit.command("addAttr -longName " + std::string(kMark) + " -attributeType message " + quoted(name),
                 "mark the layer " + name);
    edit.command("connectAttr " + quoted(plainText(root.fullPathName()) + ".message") + " " +
                     quoted(name + "." + kMark),
                 "mark the layer " + name);
    for (size_t start = 0; start < channels.size(); start += kChannelsPerCommand) {
        const size_t end = std::min(channels.size(), start + kChannelsPerCommand);
        std::string text = "animLayer -edit";
        for (size_t index = start; index < end; ++index) {
            text += " -attribute " + quoted(fullName(channels[index].plug));
        }
        edit.command(text + " " + quoted(name), "add channels to the layer " + name);
    }

    // Maya holds the first and last key for ever, so frames next to the range get an offset of 0 of their own.
    const bool opens = std::any_of(channels.begin(), channels.end(),
                                   [](const LayerChannel& channel) { return hasOffset(channel.offsets, 0); });
    const bool closes = std::any_of(channels.begin(), channels.end(), [&](const LayerChannel& channel) {
        return hasOffset(channel.offsets, frames.count - 1);
    });
    std::vector<MTime> times;
    if (opens) {
        times.push_back(MTime(frames.first - 1.0, MTime::uiUnit()));
    }
    for (size_t frame = 0; frame < frames.count; ++frame) {
        times.push_back(frames.time(frame));
    }
    if (closes) {
        times.push_back(frames.time(frames.count));
    }
    for (const LayerChannel& channel : channels) {
        MStatus status;
        const MString found = MGlobal::executeCommandStringResult(
            mayaText("animLayer -query -layeredPlug " + quoted(fullName(channel.plug)) + " " + quoted(name)), false,
            false, &status);
        check(status, "find the channel " + plainText(channel.plug.name()) + " in the layer " + name);
        MSelectionList list;
        ChannelKeys keys;
        check(list.add(found), "find " + plainText(found));
        check(list.getPlug(0, keys.plug), "find " + plainText(found));
        if (opens) {
            keys.values.push_back(0.0);
        }
        keys.values.insert(keys.values.end(), channel.offsets.begin(), channel.offsets.end());
        if (closes) {
            keys.values.push_back(0.0);
        }
        setNewKeys(edit, keys, times);
    }
}

}  // namespace surefoot
