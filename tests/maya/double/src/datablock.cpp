// MDataBlock and MDataHandle over a node's values.
#include "datablock.h"

#include <maya/MAngle.h>
#include <maya/MArrayDataBuilder.h>
#include <maya/MArrayDataHandle.h>
#include <maya/MDistance.h>
#include <maya/MPxData.h>

#include "mesh.h"

namespace fake {

void releasePluginData(Data& data)
{
    delete data.plugin;
    data.plugin = nullptr;
}

Ptr<Block> newBlock(Node& node, const Context& context)
{
    Ptr<Block> block = make<Block>();
    block->node = Ptr<Node>(&node);
    block->context = context;
    return block;
}

void Slot::settle()
{
    const char what = lent;
    lent = 0;
    switch (what) {
        case 'b':
            value.number = b;
            break;
        case 's':
            value.number = s;
            break;
        case 'i':
            value.number = i;
            break;
        case 'f':
            value.number = static_cast<double>(f);
            break;
        case 'd':
            value.number = d;
            break;
        case 'm':
            value.data = matrixData(matrix);
            break;
        case 't':
            value.data = stringData(plain(text));
            break;
        default:
            break;
    }
}

bool fits(const Attr& attr, const Data& data)
{
    switch (attr.kind) {
        case Kind::kMatrix:
            return data.type == MFnData::kMatrix;
        case Kind::kString:
            return data.type == MFnData::kString;
        case Kind::kData:
            return attr.dataType == MFnData::kAny || attr.dataType == data.type;
        case Kind::kCompound:
            return attr.children.size() == 3 && data.type == MFnData::kNumeric;
        default:
            return false;
    }
}

bool writePlug(Node& node, const Key& key, double number, const Ptr<Data>& data)
{
    if (isLocked(node, key) || !key.attr->writable)
        return false;
    for (Key up = key;; up = parentKey(up)) {
        if (const PlugRef* source = inputOf(node, up))
            if (!source->node->curve && !source->node->hasFn(MFn::kBlendNodeBase))
                return false;
        if (!hasParentKey(up))
            break;
    }
    for (const int index : key.indices)
        if (index < 0)
            return false;
    Value value;
    value.number = number;
    value.data = data;
    setStored(node, key, value);
    return true;
}

MDataHandle handleOf(Node& node, const Key& key, const Context& context)
{
    Ptr<Slot> slot = make<Slot>();
    slot->node = Ptr<Node>(&node);
    slot->key = key;
    slot->block = newBlock(node, context);
    if (key.attr->kind != Kind::kCompound && !isWholeArray(key) && key.attr->kind != Kind::kMessage)
        slot->value = evaluate(node, key, context);
    return MDataHandle(slot.ref());
}
Value valueOf(const MDataHandle& handle)
{
    Slot* slot = static_cast<Slot*>(handle.fakeRef().get());
    slot->settle();
    return slot->value;
}

// Whether a plug, or what it is part of, is an output of its node.
static bool isComputed(const Node& node, const Key& key)
{
    for (const Attr* attr = key.attr; attr; attr = attr->parent)
        if (node.type->outputs.count(attr))
            return true;
    return false;
}

void flush(Block& block)
{
    const std::lock_guard<std::mutex> lock(block.mutex);
    if (!block.context.normal)
        return;
    for (const auto& [key, slot] : block.outputs) {
        slot->settle();
        if (key.attr->kind == Kind::kCompound || !isComputed(*block.node, key))
            continue;
        const std::lock_guard<std::mutex> cache(scene().cacheMutex);
        block.node->cache[key] = slot->value;
    }
}

namespace {

Ptr<Slot> slotFor(const Ptr<Block>& block, const Key& key, bool output)
{
    if (output) {
        const std::lock_guard<std::mutex> lock(block->mutex);
        Ptr<Slot>& slot = block->outputs[key];
        if (!slot) {
            slot = make<Slot>();
            slot->node = block->node;
            slot->key = key;
            // Block and slot hold one another until compute has ended and the block is emptied.
            slot->block = block;
            // An input is clean by the time of compute, and what an output handle shows of it is its value.
            const bool isOutput = isComputed(*block->node, key);
            const std::lock_guard<std::mutex> cache(scene().cacheMutex);
            const auto cached = block->node->cache.find(key);
            if (isOutput)
                slot->value = cached != block->node->cache.end() ? cached->second : stored(*block->node, key);
        }
        slot->written = true;
        const Ptr<Slot> kept = slot;
        if (!isComputed(*block->node, key) && key.attr->kind != Kind::kCompound && !isWholeArray(key))
            kept->value = evaluate(*block->node, key, block->context);
        return kept;
    }
    Ptr<Slot> slot = make<Slot>();
    slot->node = block->node;
    slot->key = key;
    slot->block = block;
    if (key.attr->kind != Kind::kCompound && !isWholeArray(key) && key.attr->kind != Kind::kMessage)
        slot->value = evaluate(*block->node, key, block->context);
    return slot;
}
Key keyOf(const Attr* attr)
{
    return {attr, {}};
}
Slot* slotOf(const MDataHandle* handle, const char* where)
{
    Slot* slot = static_cast<Slot*>(handle->fakeRef().get());
    if (!slot) {
        misuse(std::string(where) + " of an empty data handle");
        static thread_local Ptr<Slot> spare;
        spare = make<Slot>();
        static const Ptr<Attr> attr = makeAttr("none", "none", Kind::kDouble);
        spare->key.attr = attr.get();
        return spare.get();
    }
    slot->settle();
    return slot;
}
// Real Maya reads the bytes of the value as what was asked for: only the right type gives the right value.
void expect(const Slot& slot, bool right, const char* method)
{
    if (!right)
        misuse(std::string("MDataHandle::") + method + " of " + slot.key.attr->name);
}

}  // namespace
}  // namespace fake

OPENMAYA_MAJOR_NAMESPACE_OPEN

using fake::give;
using fake::Kind;
using fake::Slot;

namespace {
fake::Block* blockOf(const ::fake::Ref& ref)
{
    return static_cast<fake::Block*>(ref.get());
}
bool owns(const fake::Block& block, const fake::Attr* attr)
{
    return attr && block.node->attr(attr->name) != nullptr;
}
}  // namespace

MDataBlock::~MDataBlock() {}
MDGContext MDataBlock::context(MStatus* status)
{
    give(status);
    const fake::Context& context = blockOf(m_block)->context;
    return context.normal ? MDGContext() : MDGContext(fake::timeFromTicks(context.ticks));
}
#define VALUE(METHOD, OUTPUT)                                                                                          \
    MDataHandle MDataBlock::METHOD(const MObject& attribute, MStatus* status)                                          \
    {                                                                                                                  \
        const fake::Attr* attr = fake::attrOf(attribute);                                                              \
        const bool ok = owns(*blockOf(m_block), attr);                                                                 \
        give(status, ok ? MStatus::kSuccess : MStatus::kInvalidParameter, "MDataBlock::" #METHOD);                     \
        if (!ok)                                                                                                       \
            return MDataHandle();                                                                                      \
        return MDataHandle(fake::slotFor(fake::Ptr<fake::Block>(blockOf(m_block)), fake::keyOf(attr), OUTPUT).ref());  \
    }                                                                                                                  \
    MDataHandle MDataBlock::METHOD(const MPlug& plug, MStatus* status)                                                 \
    {                                                                                                                  \
        const bool ok = !plug.isNull() && fake::plugOf(plug)->node == blockOf(m_block)->node.get();                    \
        give(status, ok ? MStatus::kSuccess : MStatus::kInvalidParameter, "MDataBlock::" #METHOD);                     \
        if (!ok)                                                                                                       \
            return MDataHandle();                                                                                      \
        return MDataHandle(                                                                                            \
            fake::slotFor(fake::Ptr<fake::Block>(blockOf(m_block)), fake::plugOf(plug)->key, OUTPUT).ref());           \
    }
VALUE(inputValue, false)
VALUE(outputValue, true)

namespace {
MArrayDataHandle arrayHandle(const fake::Ptr<fake::Block>& block, const fake::Key& key, bool output, MStatus* status)
{
    fake::Ptr<fake::ArraySlot> array = fake::make<fake::ArraySlot>();
    array->node = block->node;
    array->key = key;
    array->block = block;
    array->isOutput = output;
    for (const int index : fake::elementsOf(*block->node, key))
        array->indices.push_back(index);
    give(status, key.attr->array ? MStatus::kSuccess : MStatus::kFailure, "MDataBlock::inputArrayValue");
    return MArrayDataHandle(array.ref());
}
}  // namespace

MArrayDataHandle MDataBlock::inputArrayValue(const MObject& attribute, MStatus* status)
{
    const fake::Attr* attr = fake::attrOf(attribute);
    if (!owns(*blockOf(m_block), attr) || !attr->array) {
        give(status, MStatus::kInvalidParameter, "MDataBlock::inputArrayValue");
        return MArrayDataHandle(fake::make<fake::ArraySlot>().ref());
    }
    return arrayHandle(fake::Ptr<fake::Block>(blockOf(m_block)), fake::keyOf(attr), false, status);
}
MArrayDataHandle MDataBlock::inputArrayValue(const MPlug& plug, MStatus* status)
{
    if (plug.isNull() || !fake::isWholeArray(fake::plugOf(plug)->key)) {
        give(status, MStatus::kInvalidParameter, "MDataBlock::inputArrayValue");
        return MArrayDataHandle(fake::make<fake::ArraySlot>().ref());
    }
    return arrayHandle(fake::Ptr<fake::Block>(blockOf(m_block)), fake::plugOf(plug)->key, false, status);
}
MArrayDataHandle MDataBlock::outputArrayValue(const MObject& attribute, MStatus* status)
{
    const fake::Attr* attr = fake::attrOf(attribute);
    if (!owns(*blockOf(m_block), attr) || !attr->array) {
        give(status, MStatus::kInvalidParameter, "MDataBlock::outputArrayValue");
        return MArrayDataHandle(fake::make<fake::ArraySlot>().ref());
    }
    return arrayHandle(fake::Ptr<fake::Block>(blockOf(m_block)), fake::keyOf(attr), true, status);
}
bool MDataBlock::isClean(const MPlug& plug)
{
    const std::lock_guard<std::mutex> lock(fake::scene().cacheMutex);
    return !plug.isNull() && blockOf(m_block)->node->cache.count(fake::plugOf(plug)->key) != 0;
}
bool MDataBlock::isClean(const MObject& attribute, MStatus* status)
{
    give(status);
    const std::lock_guard<std::mutex> lock(fake::scene().cacheMutex);
    return blockOf(m_block)->node->cache.count(fake::keyOf(fake::attrOf(attribute))) != 0;
}
MStatus MDataBlock::setClean(const MPlug& plug)
{
    return plug.isNull() ? fake::failure("MDataBlock::setClean") : MStatus();
}
MStatus MDataBlock::setClean(const MObject& attribute)
{
    return owns(*blockOf(m_block), fake::attrOf(attribute)) ? MStatus() : fake::failure("MDataBlock::setClean");
}

MDataHandle::MDataHandle() {}
MFnData::Type MDataHandle::type() const
{
    const Slot* slot = fake::slotOf(this, "type");
    return slot->key.attr->isNumber() ? MFnData::kNumeric : slot->key.attr->dataType;
}
MTypeId MDataHandle::typeId() const
{
    return MTypeId(0);
}
bool MDataHandle::isNumeric() const
{
    return fake::slotOf(this, "isNumeric")->key.attr->isNumber();
}
MObject MDataHandle::attribute()
{
    return fake::toObject(const_cast<fake::Attr*>(fake::slotOf(this, "attribute")->key.attr));
}
MObject MDataHandle::data()
{
    const Slot* slot = fake::slotOf(this, "data");
    return slot->value.data ? fake::toObject(slot->value.data.get()) : MObject();
}
MDataHandle MDataHandle::child(const MObject& attribute)
{
    Slot* slot = fake::slotOf(this, "child");
    const fake::Attr* attr = fake::attrOf(attribute);
    if (!attr || attr->parent != slot->key.attr) {
        fake::misuse("MDataHandle::child of " + slot->key.attr->name + " with no child of it");
        return MDataHandle();
    }
    const fake::Key key = fake::childKey(slot->key, attr);
    fake::Ptr<fake::Block> block = slot->block ? slot->block : fake::newBlock(*slot->node, fake::currentContext());
    return MDataHandle(fake::slotFor(block, key, slot->written).ref());
}
MDataBlock MDataHandle::datablock(MStatus* status) const
{
    give(status);
    return MDataBlock(fake::slotOf(this, "datablock")->block.ref());
}
MStatus MDataHandle::copy(const MDataHandle& source)
{
    Slot* slot = fake::slotOf(this, "copy");
    slot->value = fake::valueOf(source);
    slot->written = true;
    return MStatus();
}
MStatus MDataHandle::copyWritable(const MDataHandle& source)
{
    return copy(source);
}
void MDataHandle::setClean()
{
    fake::slotOf(this, "setClean")->written = true;
}

#define LEND(METHOD, TYPE, FIELD, CODE, RIGHT)                                                                         \
    TYPE& MDataHandle::METHOD() const                                                                                  \
    {                                                                                                                  \
        Slot* slot = fake::slotOf(this, #METHOD);                                                                      \
        const Kind kind = slot->key.attr->kind;                                                                        \
        fake::expect(*slot, RIGHT, #METHOD);                                                                           \
        slot->FIELD = static_cast<TYPE>(slot->value.number);                                                           \
        slot->lent = CODE;                                                                                             \
        return slot->FIELD;                                                                                            \
    }
LEND(asBool, bool, b, 'b', kind == Kind::kBool)
LEND(asShort, short, s, 's', kind == Kind::kShort || kind == Kind::kEnum)
LEND(asInt, int, i, 'i', kind == Kind::kInt)
LEND(asFloat, float, f, 'f', kind == Kind::kFloat)
LEND(asDouble, double, d, 'd', kind == Kind::kDouble || kind == Kind::kAngle || kind == Kind::kDistance)

namespace {
template <typename T>
void readThree(Slot* slot, T* out, const char* method, bool floats)
{
    const fake::Attr& attr = *slot->key.attr;
    fake::expect(*slot, attr.children.size() == 3 && (attr.children[0]->kind == Kind::kFloat) == floats, method);
    for (size_t k = 0; k < 3 && k < attr.children.size(); ++k)
        out[k] = static_cast<T>(fake::evaluate(*slot->node, fake::childKey(slot->key, attr.children[k].get()),
                                               slot->block ? slot->block->context : fake::currentContext())
                                    .number);
}
}  // namespace
float3& MDataHandle::asFloat3() const
{
    Slot* slot = fake::slotOf(this, "asFloat3");
    readThree(slot, slot->float3Value, "asFloat3", true);
    return slot->float3Value;
}
double3& MDataHandle::asDouble3() const
{
    Slot* slot = fake::slotOf(this, "asDouble3");
    readThree(slot, slot->double3Value, "asDouble3", false);
    return slot->double3Value;
}
MVector& MDataHandle::asVector() const
{
    Slot* slot = fake::slotOf(this, "asVector");
    readThree(slot, &slot->vector.x, "asVector", false);
    return slot->vector;
}
MMatrix& MDataHandle::asMatrix() const
{
    Slot* slot = fake::slotOf(this, "asMatrix");
    fake::expect(*slot, slot->key.attr->kind == Kind::kMatrix, "asMatrix");
    slot->matrix = slot->value.data ? slot->value.data->matrix : MMatrix();
    slot->lent = 'm';
    return slot->matrix;
}
MFloatMatrix& MDataHandle::asFloatMatrix() const
{
    Slot* slot = fake::slotOf(this, "asFloatMatrix");
    fake::expect(*slot, slot->key.attr->api == MFn::kFloatMatrixAttribute, "asFloatMatrix");
    for (unsigned int r = 0; r < 4 && slot->value.data; ++r)
        for (unsigned int c = 0; c < 4; ++c)
            slot->floatMatrix(r, c) = static_cast<float>(slot->value.data->matrix(r, c));
    return slot->floatMatrix;
}
MString& MDataHandle::asString() const
{
    Slot* slot = fake::slotOf(this, "asString");
    fake::expect(*slot, slot->key.attr->kind == Kind::kString, "asString");
    slot->text = slot->value.data ? fake::toMaya(slot->value.data->text) : MString();
    slot->lent = 't';
    return slot->text;
}
MDistance MDataHandle::asDistance() const
{
    const Slot* slot = fake::slotOf(this, "asDistance");
    fake::expect(*slot, slot->key.attr->kind == Kind::kDistance, "asDistance");
    return MDistance(slot->value.number, MDistance::kCentimeters);
}
MAngle MDataHandle::asAngle() const
{
    const Slot* slot = fake::slotOf(this, "asAngle");
    fake::expect(*slot, slot->key.attr->kind == Kind::kAngle, "asAngle");
    return MAngle(slot->value.number, MAngle::kRadians);
}
MTime MDataHandle::asTime() const
{
    const Slot* slot = fake::slotOf(this, "asTime");
    fake::expect(*slot, slot->key.attr->kind == Kind::kTime, "asTime");
    return fake::timeFromTicks(static_cast<MInt64>(slot->value.number));
}
MObject MDataHandle::asMesh() const
{
    const Slot* slot = fake::slotOf(this, "asMesh");
    fake::expect(*slot, slot->key.attr->dataType == MFnData::kMesh, "asMesh");
    return slot->value.data && slot->value.data->mesh ? fake::toObject(slot->value.data.get()) : MObject();
}
MObject MDataHandle::asMeshTransformed() const
{
    const Slot* slot = fake::slotOf(this, "asMeshTransformed");
    fake::expect(*slot, slot->key.attr->dataType == MFnData::kMesh, "asMeshTransformed");
    if (!slot->value.data || !slot->value.data->mesh)
        return MObject();
    fake::Ptr<fake::MeshData> moved = fake::make<fake::MeshData>();
    moved->counts = slot->value.data->mesh->counts;
    moved->connects = slot->value.data->mesh->connects;
    for (const MPoint& point : slot->value.data->mesh->points)
        moved->points.push_back(point * slot->value.data->matrix);
    fake::updateRaw(*moved);
    return fake::toObject(fake::meshData(moved).get());
}
MPxData* MDataHandle::asPluginData() const
{
    const Slot* slot = fake::slotOf(this, "asPluginData");
    return slot->value.data ? slot->value.data->plugin : nullptr;
}
const MMatrix& MDataHandle::geometryTransformMatrix() const
{
    const Slot* slot = fake::slotOf(this, "geometryTransformMatrix");
    return slot->value.data ? slot->value.data->matrix : MMatrix::identity;
}

namespace {
void put(const MDataHandle* handle, double number, const char* method, bool right)
{
    Slot* slot = fake::slotOf(handle, method);
    fake::expect(*slot, right, method);
    slot->value.number = number;
    slot->written = true;
}
Kind kindOf(const MDataHandle* handle)
{
    return fake::slotOf(handle, "set")->key.attr->kind;
}
void putData(const MDataHandle* handle, const fake::Ptr<fake::Data>& data)
{
    Slot* slot = fake::slotOf(handle, "set");
    slot->value.data = data;
    slot->written = true;
}
void putThree(const MDataHandle* handle, double x, double y, double z)
{
    Slot* slot = fake::slotOf(handle, "set3");
    const double values[] = {x, y, z};
    for (size_t k = 0; k < 3 && k < slot->key.attr->children.size(); ++k) {
        const fake::Key key = fake::childKey(slot->key, slot->key.attr->children[k].get());
        if (slot->block)
            fake::slotFor(slot->block, key, true)->value.number = values[k];
    }
}
}  // namespace
void MDataHandle::set(bool value)
{
    put(this, value, "set(bool)", kindOf(this) == Kind::kBool);
}
void MDataHandle::set(int value)
{
    put(this, value, "set(int)", kindOf(this) == Kind::kInt);
}
void MDataHandle::set(double value)
{
    put(this, value, "set(double)",
        kindOf(this) == Kind::kDouble || kindOf(this) == Kind::kAngle || kindOf(this) == Kind::kDistance);
}
void MDataHandle::set(const MMatrix& value)
{
    putData(this, fake::matrixData(value));
}
void MDataHandle::set(const MString& value)
{
    putData(this, fake::stringData(fake::plain(value)));
}
MStatus MDataHandle::set(const MObject& value)
{
    return setMObject(value);
}
void MDataHandle::set3Float(float x, float y, float z)
{
    putThree(this, x, y, z);
}
void MDataHandle::set3Double(double x, double y, double z)
{
    putThree(this, x, y, z);
}
void MDataHandle::setBool(bool value)
{
    set(value);
}
void MDataHandle::setShort(short value)
{
    put(this, value, "setShort", kindOf(this) == Kind::kShort || kindOf(this) == Kind::kEnum);
}
void MDataHandle::setInt(int value)
{
    set(value);
}
void MDataHandle::setFloat(float value)
{
    put(this, static_cast<double>(value), "setFloat", kindOf(this) == Kind::kFloat);
}
void MDataHandle::setDouble(double value)
{
    set(value);
}
void MDataHandle::setString(const MString& value)
{
    set(value);
}
void MDataHandle::setMAngle(const MAngle& value)
{
    put(this, value.asRadians(), "setMAngle", kindOf(this) == Kind::kAngle);
}
void MDataHandle::setMDistance(const MDistance& value)
{
    put(this, value.asCentimeters(), "setMDistance", kindOf(this) == Kind::kDistance);
}
void MDataHandle::setMTime(const MTime& value)
{
    put(this, static_cast<double>(fake::ticksOf(value)), "setMTime", kindOf(this) == Kind::kTime);
}
void MDataHandle::setMVector(const MVector& value)
{
    putThree(this, value.x, value.y, value.z);
}
void MDataHandle::setMMatrix(const MMatrix& value)
{
    set(value);
}
MStatus MDataHandle::setMObject(const MObject& value)
{
    fake::Data* data = fake::dataOf(value);
    if (!data || !fake::fits(*fake::slotOf(this, "setMObject")->key.attr, *data))
        return fake::failure("MDataHandle::setMObject", MStatus::kInvalidParameter);
    putData(this, fake::Ptr<fake::Data>(data));
    return MStatus();
}
MStatus MDataHandle::setMPxData(MPxData*)
{
    return fake::failure("MDataHandle::setMPxData", MStatus::kNotImplemented);
}

OPENMAYA_NAMESPACE_CLOSE
