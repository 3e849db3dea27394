// Deformers in front of meshes.
#pragma once

#include "mesh.h"

namespace fake {

// The mesh that is seen at or below a node.
Node* visibleMesh(Node& node);
// Puts a deformer last in the chains of meshes, as the command `deformer` does.
Ptr<Node> insertDeformer(const std::shared_ptr<NodeType>& type, const std::vector<Node*>& meshes,
                         const std::string& name);
// The geometry that a deformer gives out at an index.
bool computeDeformer(Node& node, const Key& key, const Context& context, Value& value);
// Where a deformer's geometry stands: the world matrix of the shape that it ends in.
MMatrix outputMatrix(Node& deformer, int geometry, const Context& context);
// Binds a mesh to joints where they are now. All weight goes to the first.
Node* bindSkin(const std::string& name, Node& mesh, const std::vector<std::vector<Node*>>& joints);

}  // namespace fake
