// How nodes of Maya's own compute their outputs.
#pragma once

#include "scene.h"

namespace fake {

bool computeDag(Node& node, const Key& key, const Context& context, Value& value);
bool computeMesh(Node& node, const Key& key, const Context& context, Value& value);
bool computeCurve(Node& node, const Key& key, const Context& context, Value& value);
bool computeLayer(Node& node, const Key& key, const Context& context, Value& value);
bool computeBlend(Node& node, const Key& key, const Context& context, Value& value);
bool computeSkin(Node& node, const Key& key, const Context& context, Value& value);
bool computeTweak(Node& node, const Key& key, const Context& context, Value& value);

// Outputs of plug-in nodes.
bool computeUser(Node& node, const Key& key, const Context& context, Value& value);

}  // namespace fake
