// Function sets over data and components.
#include <algorithm>

#include <maya/MDoubleArray.h>
#include <maya/MFnComponent.h>
#include <maya/MFnComponentListData.h>
#include <maya/MFnData.h>
#include <maya/MFnDoubleArrayData.h>
#include <maya/MFnIntArrayData.h>
#include <maya/MFnMatrixArrayData.h>
#include <maya/MFnMatrixData.h>
#include <maya/MFnMeshData.h>
#include <maya/MFnNumericData.h>
#include <maya/MFnPluginData.h>
#include <maya/MFnPointArrayData.h>
#include <maya/MFnSingleIndexedComponent.h>
#include <maya/MFnStringArrayData.h>
#include <maya/MFnStringData.h>
#include <maya/MFnVectorArrayData.h>
#include <maya/MIntArray.h>
#include <maya/MMatrixArray.h>
#include <maya/MPointArray.h>
#include <maya/MPxData.h>
#include <maya/MStringArray.h>
#include <maya/MTypeId.h>
#include <maya/MVectorArray.h>

#include "scene.h"

OPENMAYA_MAJOR_NAMESPACE_OPEN

using fake::Data;
using fake::failure;
using fake::give;

namespace {
Data* own(const ::fake::Ref& ref)
{
    return fake::dataOf(MObject(ref));
}
MObject made(const fake::Ptr<Data>& data, ::fake::Ref& ref, MStatus* status)
{
    ref = data.ref();
    give(status);
    return fake::toObject(data.get());
}
}  // namespace

#define CONSTRUCT(NAME, TYPE)                                                                                          \
    NAME::NAME(MObject& object, MStatus* status)                                                                       \
    {                                                                                                                  \
        const MStatus set = fakeSet(object, TYPE);                                                                     \
        give(status, set.statusCode(), #NAME);                                                                         \
    }                                                                                                                  \
    NAME::~NAME() {}                                                                                                   \
    MFn::Type NAME::type() const                                                                                       \
    {                                                                                                                  \
        return TYPE;                                                                                                   \
    }
CONSTRUCT(MFnData, MFn::kData)
CONSTRUCT(MFnComponentListData, MFn::kComponentListData)
CONSTRUCT(MFnMatrixData, MFn::kMatrixData)
CONSTRUCT(MFnMeshData, MFn::kMeshData)
CONSTRUCT(MFnNumericData, MFn::kNumericData)
CONSTRUCT(MFnPluginData, MFn::kPluginData)
CONSTRUCT(MFnStringData, MFn::kStringData)
CONSTRUCT(MFnSingleIndexedComponent, MFn::kSingleIndexedComponent)
MFnData::MFnData() {}
MFnComponent::MFnComponent() {}
MFnComponent::MFnComponent(const MObject& object, MStatus* status)
{
    const MStatus set = fakeSet(object, MFn::kComponent);
    give(status, set.statusCode(), "MFnComponent");
}
MFnComponent::~MFnComponent() {}
MFn::Type MFnComponent::type() const
{
    return MFn::kComponent;
}

#define ARRAY(NAME, TYPE, ENUM, FIELD, ARRAYTYPE, IN, OUT)                                                             \
    CONSTRUCT(NAME, TYPE)                                                                                              \
    MObject NAME::create(const ARRAYTYPE& values, MStatus* status)                                                     \
    {                                                                                                                  \
        fake::Ptr<Data> data = fake::make<Data>(ENUM);                                                                 \
        for (unsigned int i = 0; i < values.length(); ++i)                                                             \
            data->FIELD.push_back(IN(values[i]));                                                                      \
        return made(data, m_object, status);                                                                           \
    }                                                                                                                  \
    unsigned int NAME::length(MStatus* status) const                                                                   \
    {                                                                                                                  \
        give(status, own(m_object) ? MStatus::kSuccess : MStatus::kFailure, #NAME "::length");                         \
        return own(m_object) ? static_cast<unsigned int>(own(m_object)->FIELD.size()) : 0;                             \
    }                                                                                                                  \
    ARRAYTYPE NAME::array(MStatus* status)                                                                             \
    {                                                                                                                  \
        ARRAYTYPE values;                                                                                              \
        give(status, own(m_object) ? MStatus::kSuccess : MStatus::kFailure, #NAME "::array");                          \
        if (own(m_object))                                                                                             \
            for (const auto& value : own(m_object)->FIELD)                                                             \
                values.append(OUT(value));                                                                             \
        return values;                                                                                                 \
    }
ARRAY(MFnDoubleArrayData, MFn::kDoubleArrayData, MFnData::kDoubleArray, doubles, MDoubleArray, , )
ARRAY(MFnIntArrayData, MFn::kIntArrayData, MFnData::kIntArray, ints, MIntArray, , )
ARRAY(MFnPointArrayData, MFn::kPointArrayData, MFnData::kPointArray, points, MPointArray, , )
ARRAY(MFnVectorArrayData, MFn::kVectorArrayData, MFnData::kVectorArray, vectors, MVectorArray, , )
ARRAY(MFnMatrixArrayData, MFn::kMatrixArrayData, MFnData::kMatrixArray, matrices, MMatrixArray, , )
ARRAY(MFnStringArrayData, MFn::kStringArrayData, MFnData::kStringArray, strings, MStringArray, fake::plain,
      fake::toMaya)

MObject MFnStringData::create(const MString& text, MStatus* status)
{
    return made(fake::stringData(fake::plain(text)), m_object, status);
}
MString MFnStringData::string(MStatus* status) const
{
    give(status, own(m_object) ? MStatus::kSuccess : MStatus::kFailure, "MFnStringData::string");
    return own(m_object) ? fake::toMaya(own(m_object)->text) : MString();
}
MObject MFnMatrixData::create(const MMatrix& matrix, MStatus* status)
{
    return made(fake::matrixData(matrix), m_object, status);
}
const MMatrix& MFnMatrixData::matrix(MStatus* status) const
{
    give(status, own(m_object) ? MStatus::kSuccess : MStatus::kFailure, "MFnMatrixData::matrix");
    return own(m_object) ? own(m_object)->matrix : MMatrix::identity;
}
MObject MFnMeshData::create(MStatus* status)
{
    return made(fake::make<Data>(MFnData::kMesh), m_object, status);
}
MObject MFnNumericData::create(Type type, MStatus* status)
{
    fake::Ptr<Data> data = fake::make<Data>(MFnData::kNumeric);
    data->numeric = type;
    return made(data, m_object, status);
}
MStatus MFnNumericData::getData3Double(double& x, double& y, double& z)
{
    if (!own(m_object) || own(m_object)->numeric != k3Double)
        return failure("MFnNumericData::getData3Double");
    x = own(m_object)->numbers[0];
    y = own(m_object)->numbers[1];
    z = own(m_object)->numbers[2];
    return MStatus();
}
MStatus MFnNumericData::setData3Double(double x, double y, double z)
{
    if (!own(m_object) || own(m_object)->numeric != k3Double)
        return failure("MFnNumericData::setData3Double");
    own(m_object)->numbers[0] = x;
    own(m_object)->numbers[1] = y;
    own(m_object)->numbers[2] = z;
    return MStatus();
}
MObject MFnPluginData::create(const MTypeId&, MStatus* status)
{
    give(status, MStatus::kNotImplemented, "MFnPluginData::create");
    return MObject();
}
MPxData* MFnPluginData::data(MStatus* status)
{
    give(status, own(m_object) ? MStatus::kSuccess : MStatus::kFailure, "MFnPluginData::data");
    return own(m_object) ? own(m_object)->plugin : nullptr;
}
MPxData::MPxData() {}
MPxData::~MPxData() {}

MObject MFnComponentListData::create(MStatus* status)
{
    return made(fake::make<Data>(MFnData::kComponentList), m_object, status);
}
unsigned int MFnComponentListData::length(MStatus* status) const
{
    give(status, own(m_object) ? MStatus::kSuccess : MStatus::kFailure, "MFnComponentListData::length");
    return own(m_object) ? static_cast<unsigned int>(own(m_object)->components.size()) : 0;
}
MStatus MFnComponentListData::add(MObject& component)
{
    if (!own(m_object) || !fake::componentOf(component))
        return failure("MFnComponentListData::add", MStatus::kInvalidParameter);
    own(m_object)->components.push_back(fake::Ptr<fake::Object>(fake::componentOf(component)));
    return MStatus();
}

namespace {
fake::Component* component(const ::fake::Ref& ref)
{
    return fake::componentOf(MObject(ref));
}
}  // namespace
int MFnComponent::elementCount(MStatus* status) const
{
    const fake::Component* own = component(m_object);
    give(status, own ? MStatus::kSuccess : MStatus::kFailure, "MFnComponent::elementCount");
    return !own ? 0 : own->isComplete ? own->completeCount : static_cast<int>(own->elements.size());
}
MFn::Type MFnComponent::componentType(MStatus* status) const
{
    give(status, component(m_object) ? MStatus::kSuccess : MStatus::kFailure, "MFnComponent::componentType");
    return component(m_object) ? component(m_object)->kind : MFn::kInvalid;
}
bool MFnComponent::isComplete(MStatus* status) const
{
    give(status, component(m_object) ? MStatus::kSuccess : MStatus::kFailure, "MFnComponent::isComplete");
    return component(m_object) && component(m_object)->isComplete;
}
MObject MFnSingleIndexedComponent::create(MFn::Type type, MStatus* status)
{
    if (type != MFn::kMeshVertComponent) {
        give(status, MStatus::kInvalidParameter, "MFnSingleIndexedComponent::create");
        return MObject();
    }
    fake::Ptr<fake::Component> made = fake::make<fake::Component>();
    m_object = made.ref();
    give(status);
    return fake::toObject(made.get());
}
MStatus MFnSingleIndexedComponent::addElement(int element)
{
    fake::Component* own = component(m_object);
    if (!own || element < 0)
        return failure("MFnSingleIndexedComponent::addElement");
    // Elements are a sorted set.
    const auto at = std::lower_bound(own->elements.begin(), own->elements.end(), element);
    if (at == own->elements.end() || *at != element)
        own->elements.insert(at, element);
    return MStatus();
}
MStatus MFnSingleIndexedComponent::addElements(MIntArray& elements)
{
    fake::Component* own = component(m_object);
    if (!own)
        return failure("MFnSingleIndexedComponent::addElements");
    for (unsigned int i = 0; i < elements.length(); ++i)
        own->elements.push_back(elements[i]);
    std::sort(own->elements.begin(), own->elements.end());
    own->elements.erase(std::unique(own->elements.begin(), own->elements.end()), own->elements.end());
    return MStatus();
}
int MFnSingleIndexedComponent::element(int index, MStatus* status) const
{
    const fake::Component* own = component(m_object);
    if (own && own->isComplete && index >= 0 && index < own->completeCount) {
        give(status);
        return index;
    }
    if (!own || index < 0 || index >= static_cast<int>(own->elements.size())) {
        give(status, MStatus::kInvalidParameter, "MFnSingleIndexedComponent::element");
        return 0;
    }
    give(status);
    return own->elements[static_cast<size_t>(index)];
}
MStatus MFnSingleIndexedComponent::getElements(MIntArray& elements) const
{
    elements.clear();
    const fake::Component* own = component(m_object);
    if (!own)
        return failure("MFnSingleIndexedComponent::getElements");
    if (own->isComplete)
        for (int i = 0; i < own->completeCount; ++i)
            elements.append(i);
    else
        for (const int each : own->elements)
            elements.append(each);
    return MStatus();
}
MStatus MFnSingleIndexedComponent::setCompleteData(int count)
{
    fake::Component* own = component(m_object);
    if (!own || count < 0)
        return failure("MFnSingleIndexedComponent::setCompleteData");
    own->isComplete = true;
    own->completeCount = count;
    return MStatus();
}
MStatus MFnSingleIndexedComponent::getCompleteData(int& count) const
{
    const fake::Component* own = component(m_object);
    if (!own || !own->isComplete)
        return failure("MFnSingleIndexedComponent::getCompleteData");
    count = own->completeCount;
    return MStatus();
}

OPENMAYA_NAMESPACE_CLOSE
