// Nodes of plug-ins: their types, and what they compute.
#pragma once

#include "scene.h"

namespace fake {

// Runs `initialize`, which adds the attributes. False where the name or the id is taken, or where it fails.
bool registerNodeType(const std::string& name, unsigned int id, void* (*creator)(), MStatus (*initialize)(),
                      MPxNode::Type type, const std::string& classification, const std::string& plugin);
// False where there is none, or where nodes of it are in the scene.
bool deregisterNodeType(unsigned int id);

// Where a deformer's geometry stands: the world matrix of the shape that it ends in.
MMatrix outputMatrix(Node& deformer, int geometry, const Context& context);
// As cached playback does: a node is told about another time, and computed for it, while the user stays where he is.
void evaluateInBackground(Node& node, MInt64 ticks);

}  // namespace fake
