// Commands on time and keys, and those that concern the whole session.
#include <cstdlib>

#include <maya/MAnimUtil.h>
#include <maya/MFnAnimCurve.h>
#include <maya/MObjectArray.h>

#include "commands.h"
#include "curve.h"
#include "mel.h"
#include "session.h"

namespace fake {

namespace {

double frames(MInt64 ticks)
{
    return timeFromTicks(ticks).value();
}

bool currentTimeCommand(Call& call)
{
    if (call.has("query")) {
        call.result.set(frames(scene().now));
        return true;
    }
    if (call.objects.size() != 1) {
        call.error = "currentTime: a time is missing";
        return false;
    }
    const MInt64 old = scene().now, fresh = ticksOf(MTime(std::atof(call.objects[0].c_str()), scene().timeUnit));
    change([fresh] { setTime(fresh); }, [old] { setTime(old); });
    return true;
}
bool playbackOptions(Call& call)
{
    Scene& all = scene();
    const std::pair<const char*, double*> values[] = {{"minTime", &all.minTime},
                                                      {"maxTime", &all.maxTime},
                                                      {"animationStartTime", &all.startTime},
                                                      {"animationEndTime", &all.endTime}};
    for (const auto& [flag, value] : values) {
        if (!call.has(flag))
            continue;
        if (call.has("query")) {
            call.result.set(*value);
            return true;
        }
        *value = std::atof(call.argument(flag).c_str());
    }
    return true;
}
bool refreshCommand(Call& call)
{
    if (call.has("suspend"))
        setRefreshSuspended(call.argument("suspend") == "true" || call.argument("suspend") == "1" ||
                            call.argument("suspend") == "on");
    return true;
}
bool undoInfo(Call& call)
{
    if (call.has("openChunk"))
        openChunk();
    else if (call.has("closeChunk"))
        closeChunk();
    else
        return false;
    return true;
}
bool evaluationManager(Call& call)
{
    if (!call.has("query")) {
        scene().manager = call.argument("mode") != "off";
        return true;
    }
    call.result.set(std::vector<std::string>{scene().manager ? "parallel" : "off"});
    return true;
}
bool makePaintable(Call& call)
{
    if (call.objects.size() == 2 && findType(call.objects[0]))
        return true;
    call.error = "makePaintable: no such node type: " + (call.objects.empty() ? std::string() : call.objects[0]);
    return false;
}

// Keys are set on the base: the curve that drives the plug, or a new one.
bool setKeyframe(Call& call)
{
    std::vector<std::string> plugs;
    for (const std::string& object : call.objects) {
        if (object.find('.') != std::string::npos)
            plugs.push_back(object);
        else if (call.has("attribute"))
            for (const auto& use : call.flags["attribute"])
                plugs.push_back(object + "." + use[0]);
    }
    for (const std::string& name : plugs) {
        PlugRef plug;
        if (!parsePlug(name, plug) || !plug.key.attr->isNumber()) {
            call.error = "setKeyframe: no such attribute: " + name;
            return false;
        }
        const double time = call.has("time") ? std::atof(call.argument("time").c_str()) : frames(scene().now);
        const double value = call.has("value") ? fromUser(*plug.key.attr, std::atof(call.argument("value").c_str()))
                                               : evaluate(*plug.node, plug.key, currentContext()).number;
        const PlugRef* source = inputOf(*plug.node, plug.key);
        MStatus status;
        MFnAnimCurve curve;
        if (!source) {
            curve.create(toPlug(plug), nullptr, &status);
        } else {
            MObject object = toObject(source->node);
            status = curve.setObject(object);
        }
        if (!status || isLocked(*plug.node, plug.key)) {
            call.error = "setKeyframe: " + name + " cannot be keyed";
            return false;
        }
        curve.addKey(MTime(time, scene().timeUnit), value, MFnAnimCurve::kTangentGlobal, MFnAnimCurve::kTangentGlobal,
                     nullptr, &status);
        if (!status) {
            call.error = "setKeyframe: " + name + " cannot be keyed";
            return false;
        }
    }
    call.result.set(static_cast<int>(plugs.size()));
    return !plugs.empty();
}

bool keyframe(Call& call)
{
    if (!call.has("query")) {
        call.error = "keyframe: the double answers queries only";
        return false;
    }
    std::vector<double> all;
    double first = -1e300, last = 1e300;
    if (call.has("time")) {
        const std::string range = call.argument("time");
        const size_t colon = range.find(':');
        first = std::atof(range.c_str());
        last = colon == std::string::npos ? first : std::atof(range.c_str() + colon + 1);
    }
    for (std::string name : call.objects) {
        if (name.find('.') == std::string::npos)
            name += "." + call.argument("attribute");
        PlugRef plug;
        if (!parsePlug(name, plug)) {
            call.error = "No object matches name: " + name;
            return false;
        }
        const PlugRef* source = inputOf(*plug.node, plug.key);
        if (!source || !source->node->curve)
            continue;
        for (const AnimKey& key : source->node->curve->keys) {
            const double time = frames(key.ticks);
            if (time >= first && time <= last)
                all.push_back(call.has("timeChange") ? time : toUser(*plug.key.attr, key.value));
        }
    }
    if (call.has("keyframeCount"))
        call.result.set(static_cast<int>(all.size()));
    else
        call.result.set(all);
    return true;
}

}  // namespace

void addKeyCommands(std::map<std::string, CommandSpec>& table)
{
    table["currentTime"] = {currentTimeCommand, {{"update", "u", 1, false}}};
    table["playbackOptions"] = {playbackOptions,
                                {{"minTime", "min", 1, false},
                                 {"maxTime", "max", 1, false},
                                 {"animationStartTime", "ast", 1, false},
                                 {"animationEndTime", "aet", 1, false}}};
    table["refresh"] = {refreshCommand,
                        {{"suspend", "su", 1, false}, {"force", "f", 0, false}, {"currentView", "cv", 0, false}}};
    table["undoInfo"] = {
        undoInfo, {{"openChunk", "ock", 0, false}, {"closeChunk", "cck", 0, false}, {"chunkName", "cn", 1, false}}};
    table["evaluationManager"] = {evaluationManager, {{"mode", "m", 1, false}}};
    table["makePaintable"] = {
        makePaintable, {{"attrType", "at", 1, false}, {"shapeMode", "sm", 1, false}, {"remove", "rm", 1, false}}};
    table["setKeyframe"] = {setKeyframe,
                            {{"attribute", "at", 1, false}, {"time", "t", 1, false}, {"value", "v", 1, false}}};
    table["keyframe"] = {keyframe,
                         {{"attribute", "at", 1, true},
                          {"time", "t", 1, true},
                          {"valueChange", "vc", 0, false},
                          {"timeChange", "tc", 0, false},
                          {"keyframeCount", "kc", 0, false}}};
}

const std::map<std::string, CommandSpec>& commandTable()
{
    static const std::map<std::string, CommandSpec> table = [] {
        std::map<std::string, CommandSpec> made;
        addLayerCommands(made);
        addNodeCommands(made);
        addKeyCommands(made);
        return made;
    }();
    return table;
}

}  // namespace fake
