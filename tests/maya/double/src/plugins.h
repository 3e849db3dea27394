// Between the scene and the plug-in's own objects.
#pragma once

#include "scene.h"

namespace fake {

void forgetPlugins();
// Whether the next registration may succeed, for failures on demand.
bool mayRegister();
void newSceneIfNone();
// MPxNode's say in connections.
bool connectionIsLegal(const PlugRef& source, const PlugRef& destination);
void connectionChanged(const PlugRef& source, const PlugRef& destination, bool made);
// What the evaluation manager does at a new time: preEvaluation, then evaluation of what is animated.
void evaluateManaged(const Context& context);

}  // namespace fake
