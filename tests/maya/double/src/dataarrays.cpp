// Arrays in data blocks: physical order, sparse logical indices.
#include <algorithm>

#include <maya/MArrayDataBuilder.h>
#include <maya/MArrayDataHandle.h>

#include "datablock.h"

OPENMAYA_MAJOR_NAMESPACE_OPEN

using fake::ArraySlot;
using fake::failure;
using fake::give;

namespace {

ArraySlot* arrayOf(const ::fake::Ref& ref)
{
    return static_cast<ArraySlot*>(ref.get());
}
fake::Ptr<fake::Slot> element(ArraySlot& array, int index, bool output)
{
    const fake::Key key = fake::elementKey(array.key, index);
    MDataBlock block(array.block.ref());
    const MPlug plug = fake::toPlug(array.node.get(), key);
    const MDataHandle handle = output ? block.outputValue(plug) : block.inputValue(plug);
    return fake::Ptr<fake::Slot>(static_cast<fake::Slot*>(handle.fakeRef().get()));
}

}  // namespace

MArrayDataHandle::MArrayDataHandle(const MDataHandle& handle, MStatus* status)
{
    const fake::Slot* slot = static_cast<const fake::Slot*>(handle.fakeRef().get());
    fake::Ptr<ArraySlot> array = fake::make<ArraySlot>();
    if (!slot || !fake::isWholeArray(slot->key) || !slot->block) {
        give(status, MStatus::kInvalidParameter, "MArrayDataHandle");
        m_array = array.ref();
        return;
    }
    array->node = slot->node;
    array->key = slot->key;
    array->block = slot->block;
    for (const int index : fake::elementsOf(*slot->node, slot->key))
        array->indices.push_back(index);
    m_array = array.ref();
    give(status);
}
MDataHandle MArrayDataHandle::inputValue(MStatus* status)
{
    ArraySlot* array = arrayOf(m_array);
    if (m_position >= array->indices.size()) {
        give(status, MStatus::kFailure, "MArrayDataHandle::inputValue");
        return MDataHandle();
    }
    give(status);
    return MDataHandle(element(*array, array->indices[m_position], false).ref());
}
MDataHandle MArrayDataHandle::outputValue(MStatus* status)
{
    ArraySlot* array = arrayOf(m_array);
    if (m_position >= array->indices.size()) {
        give(status, MStatus::kFailure, "MArrayDataHandle::outputValue");
        return MDataHandle();
    }
    give(status);
    return MDataHandle(element(*array, array->indices[m_position], true).ref());
}
MArrayDataHandle MArrayDataHandle::inputArrayValue(MStatus* status)
{
    return MArrayDataHandle(inputValue(status), status);
}
MStatus MArrayDataHandle::next()
{
    if (m_position + 1 >= arrayOf(m_array)->indices.size()) {
        m_position = static_cast<unsigned int>(arrayOf(m_array)->indices.size());
        return failure("MArrayDataHandle::next");
    }
    ++m_position;
    return MStatus();
}
unsigned int MArrayDataHandle::elementCount(MStatus* status)
{
    give(status);
    return static_cast<unsigned int>(arrayOf(m_array)->indices.size());
}
unsigned int MArrayDataHandle::elementIndex(MStatus* status)
{
    const ArraySlot* array = arrayOf(m_array);
    const bool ok = m_position < array->indices.size();
    give(status, ok ? MStatus::kSuccess : MStatus::kFailure, "MArrayDataHandle::elementIndex");
    return ok ? static_cast<unsigned int>(array->indices[m_position]) : 0;
}
MStatus MArrayDataHandle::jumpToElement(unsigned int logicalIndex)
{
    const auto& all = arrayOf(m_array)->indices;
    const auto found = std::find(all.begin(), all.end(), static_cast<int>(logicalIndex));
    if (found == all.end())
        return failure("MArrayDataHandle::jumpToElement", MStatus::kInvalidParameter);
    m_position = static_cast<unsigned int>(found - all.begin());
    return MStatus();
}
MStatus MArrayDataHandle::jumpToArrayElement(unsigned int physicalIndex)
{
    if (physicalIndex >= arrayOf(m_array)->indices.size())
        return failure("MArrayDataHandle::jumpToArrayElement", MStatus::kInvalidParameter);
    m_position = physicalIndex;
    return MStatus();
}
MArrayDataBuilder MArrayDataHandle::builder(MStatus* status)
{
    ArraySlot* array = arrayOf(m_array);
    give(status, array->key.attr && array->key.attr->usesBuilder ? MStatus::kSuccess : MStatus::kFailure,
         "MArrayDataHandle::builder");
    fake::Ptr<ArraySlot> copy = fake::make<ArraySlot>();
    copy->node = array->node;
    copy->key = array->key;
    copy->block = array->block;
    copy->indices = array->indices;
    return MArrayDataBuilder(copy.ref());
}
MStatus MArrayDataHandle::set(MArrayDataBuilder& builder)
{
    m_array = builder.fakeRef();
    return MStatus();
}
MStatus MArrayDataHandle::setClean()
{
    return MStatus();
}
MStatus MArrayDataHandle::setAllClean()
{
    return MStatus();
}

MArrayDataBuilder::~MArrayDataBuilder() {}
MDataHandle MArrayDataBuilder::addElement(unsigned int index, MStatus* status)
{
    ArraySlot* array = arrayOf(m_array);
    const int logical = static_cast<int>(index);
    if (std::find(array->indices.begin(), array->indices.end(), logical) == array->indices.end()) {
        array->indices.push_back(logical);
        std::sort(array->indices.begin(), array->indices.end());
    }
    give(status);
    return MDataHandle(element(*array, logical, true).ref());
}
MDataHandle MArrayDataBuilder::addLast(MStatus* status)
{
    const auto& all = arrayOf(m_array)->indices;
    return addElement(all.empty() ? 0 : static_cast<unsigned int>(all.back()) + 1, status);
}
MStatus MArrayDataBuilder::removeElement(unsigned int index)
{
    auto& all = arrayOf(m_array)->indices;
    const auto found = std::find(all.begin(), all.end(), static_cast<int>(index));
    if (found == all.end())
        return failure("MArrayDataBuilder::removeElement", MStatus::kInvalidParameter);
    all.erase(found);
    return MStatus();
}
unsigned int MArrayDataBuilder::elementCount(MStatus* status) const
{
    give(status);
    return static_cast<unsigned int>(arrayOf(m_array)->indices.size());
}

OPENMAYA_NAMESPACE_CLOSE
