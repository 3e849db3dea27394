// References, statuses, objects and ids.
#include <fake/scene.h>

#include <cstdio>
#include <cstring>

#include <maya/MObjectHandle.h>
#include <maya/MTypeId.h>
#include <maya/MUuid.h>
#include <maya/MWeight.h>

#include "scene.h"

namespace fake {

Ref::Ref(Counted* counted) noexcept : m_counted(counted)
{
    if (m_counted)
        m_counted->m_count.fetch_add(1, std::memory_order_relaxed);
}
Ref::Ref(const Ref& other) noexcept : Ref(other.m_counted) {}
Ref::~Ref()
{
    if (m_counted && m_counted->m_count.fetch_sub(1, std::memory_order_acq_rel) == 1)
        delete m_counted;
}
Ref& Ref::operator=(const Ref& other) noexcept
{
    if (m_counted != other.m_counted) {
        Ref old(other);
        std::swap(old.m_counted, m_counted);
    }
    return *this;
}

namespace {
std::mutex g_mutex;
std::vector<std::string> g_ignored;
std::vector<std::string> g_misuses;
}  // namespace

void statusIgnored(int code, const char* where)
{
    const std::lock_guard<std::mutex> lock(g_mutex);
    g_ignored.push_back(std::string(where) + " failed with " + std::to_string(code) + " and nobody looked");
}
std::vector<std::string> ignoredErrors()
{
    const std::lock_guard<std::mutex> lock(g_mutex);
    return g_ignored;
}
void misuse(const std::string& what)
{
    const std::lock_guard<std::mutex> lock(g_mutex);
    g_misuses.push_back(what);
}
std::vector<std::string> misuses()
{
    const std::lock_guard<std::mutex> lock(g_mutex);
    return g_misuses;
}
void forgetErrors()
{
    const std::lock_guard<std::mutex> lock(g_mutex);
    g_ignored.clear();
    g_misuses.clear();
}

std::string plain(const MString& text)
{
    return std::string(text.asChar(), text.length());
}
MString toMaya(const std::string& text)
{
    return MString(text.c_str());
}

Data::~Data()
{
    releasePluginData(*this);
}
bool Data::hasFn(MFn::Type fn) const
{
    return fn == MFn::kBase || fn == MFn::kData || fn == apiType() ||
           // A mesh in a data block answers to the mesh function set, as in Maya.
           (type == MFnData::kMesh && fn == MFn::kMesh);
}
MFn::Type Data::apiType() const
{
    switch (type) {
        case MFnData::kNumeric:
            return MFn::kNumericData;
        case MFnData::kPlugin:
            return MFn::kPluginData;
        case MFnData::kString:
            return MFn::kStringData;
        case MFnData::kMatrix:
            return MFn::kMatrixData;
        case MFnData::kStringArray:
            return MFn::kStringArrayData;
        case MFnData::kDoubleArray:
            return MFn::kDoubleArrayData;
        case MFnData::kIntArray:
            return MFn::kIntArrayData;
        case MFnData::kPointArray:
            return MFn::kPointArrayData;
        case MFnData::kVectorArray:
            return MFn::kVectorArrayData;
        case MFnData::kMatrixArray:
            return MFn::kMatrixArrayData;
        case MFnData::kComponentList:
            return MFn::kComponentListData;
        case MFnData::kMesh:
            return MFn::kMeshData;
        default:
            return MFn::kData;
    }
}
bool Component::hasFn(MFn::Type fn) const
{
    return fn == MFn::kBase || fn == MFn::kComponent || fn == MFn::kSingleIndexedComponent || fn == kind;
}

}  // namespace fake

OPENMAYA_MAJOR_NAMESPACE_OPEN

MStatus::MStatus(MStatusCode code) : m_code(code) {}

MString MStatus::errorString() const
{
    static const char* const texts[] = {"(kSuccess): Operation succeeded",
                                        "(kFailure): Unexpected Internal Failure",
                                        "(kInsufficientMemory): Insufficient memory",
                                        "(kInvalidParameter): Object is incompatible with this method",
                                        "(kLicenseFailure): Application is not licensed for the attempted operation",
                                        "(kUnknownParameter): Unknown parameter",
                                        "(kNotImplemented): Method not implemented",
                                        "(kNotFound): Object not found",
                                        "(kEndOfFile): End of file"};
    return MString(texts[look()]);
}
void MStatus::perror(const char* message) const
{
    std::fprintf(stderr, "%s: %s\n", message, errorString().asChar());
}

MObject MObject::kNullObj;
MObject::MObject() {}
MObject::MObject(const MObject& other) : m_object(other.m_object) {}
MObject::MObject(const ::fake::Ref& object) : m_object(object) {}
MObject::~MObject() {}
MObject& MObject::operator=(const MObject& other)
{
    m_object = other.m_object;
    return *this;
}
bool MObject::hasFn(MFn::Type type) const
{
    const auto* object = static_cast<const fake::Object*>(m_object.get());
    return object && (type == MFn::kInvalid || object->hasFn(type));
}
bool MObject::isNull() const
{
    return !m_object.get();
}
MFn::Type MObject::apiType() const
{
    const auto* object = static_cast<const fake::Object*>(m_object.get());
    return object ? object->apiType() : MFn::kInvalid;
}
const char* MObject::apiTypeStr() const
{
    return isNull() ? "kInvalid" : "kOfTheDouble";
}
bool MObject::operator==(const MObject& other) const
{
    return m_object.get() == other.m_object.get();
}
bool MObject::operator!=(const MObject& other) const
{
    return !(*this == other);
}

MObjectHandle::MObjectHandle() {}
MObjectHandle::MObjectHandle(const MObject& object) : m_object(object) {}
MObjectHandle::MObjectHandle(const MObjectHandle& other) : m_object(other.m_object) {}
MObjectHandle::~MObjectHandle() {}
MObjectHandle& MObjectHandle::operator=(const MObjectHandle& other)
{
    m_object = other.m_object;
    return *this;
}
MObject MObjectHandle::object() const
{
    return m_object;
}
const MObject& MObjectHandle::objectRef() const
{
    return m_object;
}
unsigned int MObjectHandle::hashCode() const
{
    return static_cast<unsigned int>(reinterpret_cast<uintptr_t>(m_object.fakeRef().get()) >> 4);
}
bool MObjectHandle::isAlive() const
{
    return !m_object.isNull();
}
bool MObjectHandle::isValid() const
{
    const fake::Node* node = fake::nodeOf(m_object);
    return isAlive() && (!node || node->inScene);
}
bool MObjectHandle::operator==(const MObject& object) const
{
    return m_object == object;
}

MTypeId::MTypeId(unsigned int id) : m_id(id) {}
MTypeId::~MTypeId() {}
unsigned int MTypeId::id() const
{
    return m_id;
}
bool MTypeId::operator==(const MTypeId& other) const
{
    return m_id == other.m_id;
}
bool MTypeId::operator!=(const MTypeId& other) const
{
    return m_id != other.m_id;
}

MUuid::MUuid()
{
    std::memset(m_bytes, 0, sizeof(m_bytes));
}
MUuid::~MUuid() {}
MStatus MUuid::generate()
{
    static std::atomic<unsigned int> next{1};
    const unsigned int number = next++;
    std::memset(m_bytes, 0x5f, sizeof(m_bytes));
    std::memcpy(m_bytes, &number, sizeof(number));
    return MStatus();
}
MString MUuid::asString() const
{
    char text[40];
    char* end = text;
    for (int i = 0; i < 16; ++i) {
        if (i == 4 || i == 6 || i == 8 || i == 10)
            *end++ = '-';
        end += std::snprintf(end, 3, "%02X", m_bytes[i]);
    }
    return MString(text);
}

MWeight::~MWeight() {}

OPENMAYA_NAMESPACE_CLOSE
