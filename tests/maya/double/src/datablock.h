// Values on their way in and out of a plug-in's compute.
#pragma once

#include <maya/MDataBlock.h>
#include <maya/MDataHandle.h>
#include <maya/MFloatMatrix.h>

#include "scene.h"

namespace fake {

struct Block;

// What an MDataHandle refers to. Each reading has storage of its own, since the API hands out references.
struct Slot : Counted {
    Ptr<Node> node;
    Key key;
    Ptr<Block> block;
    bool written = false;
    Value value;
    // What was handed out by reference last, to be taken back by `settle`.
    char lent = 0;
    bool b = false;
    short s = 0;
    int i = 0;
    float f = 0.0f;
    double d = 0.0;
    float float3Value[3] = {0, 0, 0};
    double double3Value[3] = {0, 0, 0};
    MVector vector;
    MMatrix matrix;
    MFloatMatrix floatMatrix;
    MString text;
    void settle();
};

struct Block : Counted {
    Ptr<Node> node;
    Context context;
    std::mutex mutex;
    std::map<Key, Ptr<Slot>> outputs;
    // Of a deformer: the geometry that it deforms, by output.
    std::map<int, std::map<int, float>> weights;
    std::vector<float> envelope;
    bool released = false;
};

struct ArraySlot : Counted {
    Ptr<Node> node;
    Key key;
    Ptr<Block> block;
    bool isOutput = false;
    std::vector<int> indices;
    std::map<int, Ptr<Slot>> built;
};

Ptr<Block> newBlock(Node& node, const Context& context);
// Puts what compute wrote into the node's cache, or hands over one output for another context.
void flush(Block& block);
MDataHandle handleOf(Node& node, const Key& key, const Context& context);
Value valueOf(const MDataHandle& handle);
bool fits(const Attr& attr, const Data& data);
// Sets a value as a user would: refused where locked or driven by something else than keys.
bool writePlug(Node& node, const Key& key, double number, const Ptr<Data>& data);

}  // namespace fake
