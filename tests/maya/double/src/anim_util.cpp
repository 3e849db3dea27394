// MAnimUtil: what animates a plug.
#include <maya/MAnimUtil.h>

#include <algorithm>

#include <maya/MObjectArray.h>
#include <maya/MPlugArray.h>
#include <maya/MSelectionList.h>

#include "scene.h"

OPENMAYA_MAJOR_NAMESPACE_OPEN

using fake::give;
using fake::Key;
using fake::Node;

namespace {

bool isTimed(const Node& node)
{
    return node.curve && node.curve->type <= MFnAnimCurve::kAnimCurveTU;
}
// The input of a blend that matches its output, by name.
Key inputFor(Node& blend, const fake::Attr& output, const std::string& name)
{
    const std::string axis = output.name.rfind("output", 0) == 0 ? output.name.substr(6) : "";
    return {blend.attr(name + axis), {}};
}
void collect(Node& node, const Key& key, std::vector<Node*>& curves, int depth = 0)
{
    const fake::PlugRef* source = fake::inputOf(node, key);
    if (!source || depth > 64)
        return;
    if (isTimed(*source->node)) {
        if (std::find(curves.begin(), curves.end(), source->node) == curves.end())
            curves.push_back(source->node);
    } else if (source->node->hasFn(MFn::kBlendNodeBase)) {
        collect(*source->node, inputFor(*source->node, *source->key.attr, "inputA"), curves, depth + 1);
        collect(*source->node, inputFor(*source->node, *source->key.attr, "inputB"), curves, depth + 1);
    } else if (source->node->hasFn(MFn::kUnitConversion)) {
        collect(*source->node, {source->node->attr("input"), {}}, curves, depth + 1);
    }
}
void animatedKeys(Node& node, MPlugArray& plugs)
{
    std::map<Key, fake::PlugRef> sorted(node.inputs.begin(), node.inputs.end());
    for (const auto& item : sorted) {
        std::vector<Node*> curves;
        collect(node, item.first, curves);
        if (!curves.empty())
            plugs.append(fake::toPlug(&node, item.first));
    }
}

}  // namespace

bool MAnimUtil::findAnimation(const MPlug& plug, MObjectArray& animation, MStatus* status)
{
    animation.clear();
    give(status, plug.isNull() ? MStatus::kInvalidParameter : MStatus::kSuccess, "MAnimUtil::findAnimation");
    if (plug.isNull())
        return false;
    std::vector<Node*> curves;
    collect(*fake::plugOf(plug)->node, fake::plugOf(plug)->key, curves);
    for (Node* curve : curves)
        animation.append(fake::toObject(curve));
    return !curves.empty();
}
bool MAnimUtil::isAnimated(const MPlug& plug, bool, MStatus* status)
{
    MObjectArray curves;
    return findAnimation(plug, curves, status);
}
bool MAnimUtil::isAnimated(const MObject& node, bool checkParent, MStatus* status)
{
    MPlugArray plugs;
    return findAnimatedPlugs(node, plugs, checkParent, status);
}
bool MAnimUtil::isAnimated(const MSelectionList& list, bool checkParent, MStatus* status)
{
    MPlugArray plugs;
    return findAnimatedPlugs(list, plugs, checkParent, status);
}
bool MAnimUtil::findAnimatedPlugs(const MObject& object, MPlugArray& plugs, bool checkParent, MStatus* status)
{
    plugs.clear();
    Node* node = fake::nodeOf(object);
    give(status, node ? MStatus::kSuccess : MStatus::kInvalidParameter, "MAnimUtil::findAnimatedPlugs");
    for (; node; node = checkParent && !node->parents.empty() ? node->parents[0] : nullptr)
        animatedKeys(*node, plugs);
    return plugs.length() > 0;
}
bool MAnimUtil::findAnimatedPlugs(const MSelectionList& list, MPlugArray& plugs, bool, MStatus* status)
{
    plugs.clear();
    give(status);
    for (unsigned int i = 0; i < list.length(); ++i) {
        MObject node;
        if (list.getDependNode(i, node))
            animatedKeys(*fake::nodeOf(node), plugs);
    }
    return plugs.length() > 0;
}
bool MAnimUtil::findAnimatablePlugs(const MSelectionList& list, MPlugArray& plugs)
{
    plugs.clear();
    for (unsigned int i = 0; i < list.length(); ++i) {
        MObject object;
        if (!list.getDependNode(i, object))
            continue;
        Node* node = fake::nodeOf(object);
        const auto add = [&](const fake::Attr& attr) {
            const Key key = {&attr, {}};
            if (attr.isNumber() && fake::isKeyable(*node, key) && !fake::isLocked(*node, key))
                plugs.append(fake::toPlug(node, key));
        };
        for (const auto& attr : fake::attrsOf(*node)) {
            add(*attr);
            for (const auto& child : attr->children)
                add(*child);
        }
    }
    return plugs.length() > 0;
}
bool MAnimUtil::findConstraint(const MPlug& plug, MObject& constraint, MObjectArray& targets, MStatus* status)
{
    targets.clear();
    give(status, plug.isNull() ? MStatus::kInvalidParameter : MStatus::kSuccess, "MAnimUtil::findConstraint");
    if (plug.isNull())
        return false;
    Key key = fake::plugOf(plug)->key;
    Node& node = *fake::plugOf(plug)->node;
    while (true) {
        const fake::PlugRef* source = fake::inputOf(node, key);
        if (source && source->node->hasFn(MFn::kConstraint)) {
            constraint = fake::toObject(source->node);
            for (const auto& [input, from] : source->node->inputs)
                if (from.node->isDag())
                    targets.append(fake::toObject(from.node));
            return true;
        }
        if (!fake::hasParentKey(key))
            return false;
        key = fake::parentKey(key);
    }
}
bool MAnimUtil::findSetDrivenKeyAnimation(const MPlug& plug, MObjectArray& curves, MPlugArray& drivers, MStatus* status)
{
    curves.clear();
    drivers.clear();
    give(status, plug.isNull() ? MStatus::kInvalidParameter : MStatus::kSuccess,
         "MAnimUtil::findSetDrivenKeyAnimation");
    const fake::PlugRef* source =
        plug.isNull() ? nullptr : fake::inputOf(*fake::plugOf(plug)->node, fake::plugOf(plug)->key);
    if (!source || !source->node->curve || isTimed(*source->node))
        return false;
    curves.append(fake::toObject(source->node));
    if (const fake::PlugRef* driver = fake::inputOf(*source->node, {source->node->attr("input"), {}}))
        drivers.append(fake::toPlug(*driver));
    return true;
}
bool MAnimUtil::findAnimationLayers(const MPlug& plug, MObjectArray& layers, MPlugArray& plugs, MStatus* status)
{
    layers.clear();
    plugs.clear();
    give(status, plug.isNull() ? MStatus::kInvalidParameter : MStatus::kSuccess, "MAnimUtil::findAnimationLayers");
    if (plug.isNull())
        return false;
    const fake::PlugRef* source = fake::inputOf(*fake::plugOf(plug)->node, fake::plugOf(plug)->key);
    while (source && source->node->hasFn(MFn::kBlendNodeBase)) {
        Node& blend = *source->node;
        const fake::Attr& output = *source->key.attr;
        if (const fake::PlugRef* layer = fake::inputOf(blend, {blend.attr("weightB"), {}})) {
            layers.append(fake::toObject(layer->node));
            plugs.append(fake::toPlug(&blend, inputFor(blend, output, "inputB")));
        }
        const Key base = inputFor(blend, output, "inputA");
        source = fake::inputOf(blend, base);
        if (!source || !source->node->hasFn(MFn::kBlendNodeBase)) {
            if (Node* root = fake::findNode("BaseAnimation")) {
                layers.append(fake::toObject(root));
                plugs.append(fake::toPlug(&blend, base));
            }
        }
    }
    return layers.length() > 0;
}

OPENMAYA_NAMESPACE_CLOSE
