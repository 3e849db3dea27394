// Callbacks that plug-ins asked for.
#pragma once

#include <maya/MNodeMessage.h>
#include <maya/MSceneMessage.h>

#include "scene.h"

namespace fake {

void tellNode(Node& node, bool added);
void tellAttribute(Node& node, const Key& key, MNodeMessage::AttributeMessage message);
void tellConnection(const PlugRef& source, const PlugRef& destination, bool made);
void tellScene(MSceneMessage::Message message);
void tellTime();
// Callbacks that are still there: none after a plug-in is gone.
size_t callbackCount();

}  // namespace fake
