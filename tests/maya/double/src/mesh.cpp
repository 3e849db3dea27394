// MFnMesh and what walks over vertices.
#include "mesh.h"

#include <algorithm>
#include <cmath>

#include <maya/MFloatPointArray.h>
#include <maya/MFloatVectorArray.h>
#include <maya/MFnMesh.h>
#include <maya/MIntArray.h>
#include <maya/MItGeometry.h>
#include <maya/MItMeshVertex.h>
#include <maya/MPointArray.h>
#include <maya/MWeight.h>

#include "builtin.h"
#include "datablock.h"

namespace fake {

Ptr<MeshData> newMesh(const std::vector<MPoint>& points, const std::vector<int>& counts, const std::vector<int>& connects)
{
    Ptr<MeshData> mesh = make<MeshData>();
    mesh->points = points;
    mesh->counts = counts;
    mesh->connects = connects;
    updateRaw(*mesh);
    return mesh;
}
void updateRaw(MeshData& mesh)
{
    // Maya keeps points of meshes as floats.
    mesh.raw.resize(mesh.points.size() * 3);
    for (size_t i = 0; i < mesh.points.size(); ++i)
        for (unsigned int k = 0; k < 3; ++k) {
            mesh.raw[3 * i + k] = static_cast<float>(mesh.points[i][k]);
            mesh.points[i][k] = static_cast<double>(mesh.raw[3 * i + k]);
        }
}
Ptr<Data> meshData(const Ptr<MeshData>& mesh)
{
    Ptr<Data> data = make<Data>(MFnData::kMesh);
    data->mesh = mesh;
    return data;
}
Ptr<MeshData> meshOf(Node& node, const Context& context)
{
    const Attr* attr = node.hasFn(MFn::kMesh) ? node.attr("inMesh") : nullptr;
    if (!attr)
        return Ptr<MeshData>();
    const Value value = evaluate(node, {attr, {}}, context);
    return value.data ? value.data->mesh : Ptr<MeshData>();
}
bool computeMesh(Node& node, const Key& key, const Context& context, Value& value)
{
    const std::string& name = key.attr->name;
    if (name != "outMesh" && name != "worldMesh")
        return computeDag(node, key, context, value);
    const Ptr<MeshData> mesh = meshOf(node, context);
    if (!mesh)
        return true;
    value.data = meshData(mesh);
    if (name == "worldMesh") {
        const auto paths = pathsTo(node);
        const size_t index = key.indices.empty() || key.indices[0] < 0 ? 0 : static_cast<size_t>(key.indices[0]);
        if (index < paths.size())
            value.data->matrix = worldMatrix(paths[index], context);
    }
    return true;
}

}  // namespace fake

OPENMAYA_MAJOR_NAMESPACE_OPEN

using fake::failure;
using fake::give;
using fake::MeshData;

namespace {

fake::Ptr<MeshData> meshOfRef(const ::fake::Ref& ref)
{
    const MObject object(ref);
    if (fake::Data* data = fake::dataOf(object))
        return data->mesh;
    fake::Node* node = fake::nodeOf(object);
    return node ? fake::meshOf(*node, fake::currentContext()) : fake::Ptr<MeshData>();
}
// World space needs a path; object space is the mesh's own.
bool spaceMatrix(const ::fake::Ref& path, MSpace::Space space, MMatrix& matrix)
{
    if (space != MSpace::kWorld)
        return true;
    if (!path.get())
        return false;
    matrix = fake::worldMatrix(static_cast<const fake::Path*>(path.get())->nodes, fake::currentContext());
    return true;
}
MVector normalOf(const MeshData& mesh, int vertex, bool angleWeighted)
{
    MVector sum;
    size_t at = 0;
    for (const int count : mesh.counts) {
        for (int k = 0; k < count; ++k) {
            if (mesh.connects[at + static_cast<size_t>(k)] != vertex)
                continue;
            const MPoint& here = mesh.points[static_cast<size_t>(vertex)];
            const MPoint& next = mesh.points[static_cast<size_t>(mesh.connects[at + static_cast<size_t>((k + 1) % count)])];
            const MPoint& last = mesh.points[static_cast<size_t>(mesh.connects[at + static_cast<size_t>((k + count - 1) % count)])];
            const MVector a = next - here, b = last - here;
            sum += (a ^ b).normal() * (angleWeighted ? a.angle(b) : 1.0);
        }
        at += static_cast<size_t>(count);
    }
    return sum.normal();
}

}  // namespace

MFnMesh::MFnMesh(const MObject& object, MStatus* status)
{
    const MStatus set = fakeSet(object, MFn::kMesh);
    give(status, set.statusCode(), "MFnMesh");
}
MFnMesh::MFnMesh(MObject& object, MStatus* status) : MFnMesh(static_cast<const MObject&>(object), status) {}
MFnMesh::MFnMesh(const MDagPath& path, MStatus* status)
{
    MDagPath shape(path);
    if (path.isValid() && !path.hasFn(MFn::kMesh)) {
        MStatus extended = shape.extendToShape();
        extended.clear();
    }
    const MStatus set = fakeSetPath(shape, MFn::kMesh);
    give(status, set.statusCode(), "MFnMesh");
}
MFnMesh::~MFnMesh() {}
MFn::Type MFnMesh::type() const
{
    return MFn::kMesh;
}

#define MESH(RESULT)                                                                                                  \
    const fake::Ptr<MeshData> mesh = meshOfRef(m_object);                                                             \
    if (!mesh) {                                                                                                      \
        give(status, MStatus::kFailure, "MFnMesh without geometry");                                                  \
        return RESULT;                                                                                                \
    }                                                                                                                 \
    give(status);
#define MESH_STATUS(WHERE)                                                                                            \
    const fake::Ptr<MeshData> mesh = meshOfRef(m_object);                                                             \
    if (!mesh)                                                                                                        \
        return failure("MFnMesh::" WHERE);

MObject MFnMesh::create(int numVertices, int numPolygons, const MPointArray& vertices, const MIntArray& counts,
                        const MIntArray& connects, MObject parent, MStatus* status)
{
    unsigned int total = 0;
    for (unsigned int i = 0; i < counts.length(); ++i)
        total += static_cast<unsigned int>(counts[i]);
    bool ok = vertices.length() == static_cast<unsigned int>(numVertices) && connects.length() == total &&
              counts.length() == static_cast<unsigned int>(numPolygons);
    for (unsigned int i = 0; ok && i < connects.length(); ++i)
        ok = connects[i] >= 0 && connects[i] < numVertices;
    if (!ok) {
        give(status, MStatus::kInvalidParameter, "MFnMesh::create");
        return MObject();
    }
    fake::Ptr<MeshData> mesh = fake::make<MeshData>();
    for (unsigned int i = 0; i < vertices.length(); ++i)
        mesh->points.push_back(vertices[i]);
    for (unsigned int i = 0; i < counts.length(); ++i)
        mesh->counts.push_back(counts[i]);
    for (unsigned int i = 0; i < connects.length(); ++i)
        mesh->connects.push_back(connects[i]);
    fake::updateRaw(*mesh);
    give(status);
    if (fake::Data* data = fake::dataOf(parent)) {
        data->mesh = mesh;
        m_object = parent.fakeRef();
        return parent;
    }
    fake::Node* above = fake::nodeOf(parent);
    fake::Ptr<fake::Node> holder;
    if (!above) {
        holder = fake::newNode(fake::findType("transform"), "polySurface1", nullptr);
        fake::addNode(holder, nullptr);
        above = holder.get();
    }
    const fake::Ptr<fake::Node> shape = fake::newNode(fake::findType("mesh"), above->name + "Shape", above);
    fake::addNode(shape, above);
    fake::Value value;
    value.data = fake::meshData(mesh);
    fake::setStored(*shape, {shape->attr("inMesh"), {}}, value);
    m_object = shape.ref();
    // Without a parent the new transform comes back.
    return fake::toObject(holder ? holder.get() : shape.get());
}
MObject MFnMesh::copy(const MObject& source, MObject parent, MStatus* status)
{
    const fake::Ptr<MeshData> mesh = meshOfRef(source.fakeRef());
    fake::Data* data = fake::dataOf(parent);
    if (!mesh || !data) {
        give(status, MStatus::kInvalidParameter, "MFnMesh::copy");
        return MObject();
    }
    data->mesh = fake::newMesh(mesh->points, mesh->counts, mesh->connects);
    m_object = parent.fakeRef();
    give(status);
    return parent;
}
int MFnMesh::numVertices(MStatus* status) const
{
    MESH(0)
    return static_cast<int>(mesh->points.size());
}
int MFnMesh::numPolygons(MStatus* status) const
{
    MESH(0)
    return static_cast<int>(mesh->counts.size());
}
int MFnMesh::numEdges(MStatus* status) const
{
    MESH(0)
    std::set<std::pair<int, int>> edges;
    size_t at = 0;
    for (const int count : mesh->counts) {
        for (int k = 0; k < count; ++k) {
            const int a = mesh->connects[at + static_cast<size_t>(k)], b = mesh->connects[at + static_cast<size_t>((k + 1) % count)];
            edges.insert({std::min(a, b), std::max(a, b)});
        }
        at += static_cast<size_t>(count);
    }
    return static_cast<int>(edges.size());
}
MStatus MFnMesh::getPoints(MPointArray& vertices, MSpace::Space space) const
{
    MESH_STATUS("getPoints")
    MMatrix matrix;
    if (!spaceMatrix(m_path, space, matrix))
        return failure("MFnMesh::getPoints in world space without a path", MStatus::kInvalidParameter);
    vertices.setLength(static_cast<unsigned int>(mesh->points.size()));
    for (unsigned int i = 0; i < vertices.length(); ++i)
        vertices[i] = space == MSpace::kWorld ? mesh->points[i] * matrix : mesh->points[i];
    return MStatus();
}
MStatus MFnMesh::getPoints(MFloatPointArray& vertices, MSpace::Space space) const
{
    MPointArray points;
    const MStatus status = getPoints(points, space);
    vertices.setLength(points.length());
    for (unsigned int i = 0; i < points.length(); ++i)
        vertices[i] = MFloatPoint(static_cast<float>(points[i].x), static_cast<float>(points[i].y),
                                  static_cast<float>(points[i].z));
    return status;
}
MStatus MFnMesh::setPoints(MPointArray& vertices, MSpace::Space space)
{
    MESH_STATUS("setPoints")
    if (vertices.length() != mesh->points.size() || space == MSpace::kWorld)
        return failure("MFnMesh::setPoints", MStatus::kInvalidParameter);
    for (unsigned int i = 0; i < vertices.length(); ++i)
        mesh->points[i] = vertices[i];
    fake::updateRaw(*mesh);
    fake::touch();
    return MStatus();
}
MStatus MFnMesh::getPoint(int vertex, MPoint& position, MSpace::Space space) const
{
    MESH_STATUS("getPoint")
    MMatrix matrix;
    if (vertex < 0 || vertex >= static_cast<int>(mesh->points.size()) || !spaceMatrix(m_path, space, matrix))
        return failure("MFnMesh::getPoint", MStatus::kInvalidParameter);
    position = mesh->points[static_cast<size_t>(vertex)] * matrix;
    return MStatus();
}
MStatus MFnMesh::setPoint(int vertex, const MPoint& position, MSpace::Space)
{
    MESH_STATUS("setPoint")
    if (vertex < 0 || vertex >= static_cast<int>(mesh->points.size()))
        return failure("MFnMesh::setPoint", MStatus::kInvalidParameter);
    mesh->points[static_cast<size_t>(vertex)] = position;
    fake::updateRaw(*mesh);
    fake::touch();
    return MStatus();
}
const float* MFnMesh::getRawPoints(MStatus* status) const
{
    MESH(nullptr)
    return mesh->raw.data();
}
const float* MFnMesh::getRawNormals(MStatus* status) const
{
    MESH(nullptr)
    mesh->normals.clear();
    for (size_t i = 0; i < mesh->points.size(); ++i) {
        const MVector normal = normalOf(*mesh, static_cast<int>(i), true);
        for (unsigned int k = 0; k < 3; ++k)
            mesh->normals.push_back(static_cast<float>(normal[k]));
    }
    return mesh->normals.data();
}
MStatus MFnMesh::getVertices(MIntArray& counts, MIntArray& list) const
{
    MESH_STATUS("getVertices")
    counts.clear();
    list.clear();
    for (const int count : mesh->counts)
        counts.append(count);
    for (const int vertex : mesh->connects)
        list.append(vertex);
    return MStatus();
}
MStatus MFnMesh::getPolygonVertices(int polygon, MIntArray& vertices) const
{
    MESH_STATUS("getPolygonVertices")
    vertices.clear();
    if (polygon < 0 || polygon >= static_cast<int>(mesh->counts.size()))
        return failure("MFnMesh::getPolygonVertices", MStatus::kInvalidParameter);
    size_t at = 0;
    for (int i = 0; i < polygon; ++i)
        at += static_cast<size_t>(mesh->counts[static_cast<size_t>(i)]);
    for (int k = 0; k < mesh->counts[static_cast<size_t>(polygon)]; ++k)
        vertices.append(mesh->connects[at + static_cast<size_t>(k)]);
    return MStatus();
}
MStatus MFnMesh::getTriangles(MIntArray& counts, MIntArray& vertices) const
{
    MESH_STATUS("getTriangles")
    counts.clear();
    vertices.clear();
    size_t at = 0;
    for (const int count : mesh->counts) {
        counts.append(count - 2);
        for (int k = 1; k + 1 < count; ++k)
            for (const int corner : {0, k, k + 1})
                vertices.append(mesh->connects[at + static_cast<size_t>(corner)]);
        at += static_cast<size_t>(count);
    }
    return MStatus();
}
MStatus MFnMesh::getVertexNormal(int vertex, bool angleWeighted, MVector& normal, MSpace::Space space) const
{
    MESH_STATUS("getVertexNormal")
    MMatrix matrix;
    if (vertex < 0 || vertex >= static_cast<int>(mesh->points.size()) || !spaceMatrix(m_path, space, matrix))
        return failure("MFnMesh::getVertexNormal", MStatus::kInvalidParameter);
    normal = normalOf(*mesh, vertex, angleWeighted).transformAsNormal(matrix).normal();
    return MStatus();
}
MStatus MFnMesh::getVertexNormals(bool angleWeighted, MFloatVectorArray& normals, MSpace::Space space) const
{
    MESH_STATUS("getVertexNormals")
    normals.setLength(static_cast<unsigned int>(mesh->points.size()));
    for (unsigned int i = 0; i < normals.length(); ++i) {
        MVector normal;
        const MStatus status = getVertexNormal(static_cast<int>(i), angleWeighted, normal, space);
        if (!status)
            return status;
        normals[i] = MFloatVector(static_cast<float>(normal.x), static_cast<float>(normal.y), static_cast<float>(normal.z));
    }
    return MStatus();
}
MStatus MFnMesh::getClosestPoint(const MPoint& point, MPoint& closest, MSpace::Space space, int* polygon,
                                 MMeshIsectAccelParams*) const
{
    MESH_STATUS("getClosestPoint")
    MPointArray points;
    const MStatus status = getPoints(points, space);
    if (!status)
        return status;
    // Nearest of the corners: the double needs no better.
    double best = 1e300;
    for (unsigned int i = 0; i < points.length(); ++i)
        if (points[i].distanceTo(point) < best) {
            best = points[i].distanceTo(point);
            closest = points[i];
        }
    if (polygon)
        *polygon = 0;
    return MStatus();
}
MStatus MFnMesh::updateSurface()
{
    MESH_STATUS("updateSurface")
    return MStatus();
}

MItMeshVertex::MItMeshVertex(MObject& mesh, MStatus* status) : m_mesh(mesh.fakeRef())
{
    give(status, meshOfRef(m_mesh) ? MStatus::kSuccess : MStatus::kInvalidParameter, "MItMeshVertex");
}
MItMeshVertex::~MItMeshVertex() {}
bool MItMeshVertex::isDone(MStatus* status)
{
    give(status);
    const auto mesh = meshOfRef(m_mesh);
    return !mesh || m_index >= static_cast<int>(mesh->points.size());
}
MStatus MItMeshVertex::next()
{
    ++m_index;
    return MStatus();
}
int MItMeshVertex::index(MStatus* status)
{
    give(status);
    return m_index;
}
MPoint MItMeshVertex::position(MSpace::Space, MStatus* status)
{
    give(status, isDone() ? MStatus::kFailure : MStatus::kSuccess, "MItMeshVertex::position");
    return isDone() ? MPoint() : meshOfRef(m_mesh)->points[static_cast<size_t>(m_index)];
}
MStatus MItMeshVertex::getConnectedVertices(MIntArray& vertices)
{
    vertices.clear();
    if (isDone())
        return failure("MItMeshVertex::getConnectedVertices");
    const auto mesh = meshOfRef(m_mesh);
    std::set<int> near;
    size_t at = 0;
    for (const int count : mesh->counts) {
        for (int k = 0; k < count; ++k)
            if (mesh->connects[at + static_cast<size_t>(k)] == m_index) {
                near.insert(mesh->connects[at + static_cast<size_t>((k + 1) % count)]);
                near.insert(mesh->connects[at + static_cast<size_t>((k + count - 1) % count)]);
            }
        at += static_cast<size_t>(count);
    }
    for (const int vertex : near)
        vertices.append(vertex);
    return MStatus();
}

namespace {
fake::Points* pointsOf(const ::fake::Ref& ref)
{
    return static_cast<fake::Points*>(ref.get());
}
}  // namespace
MItGeometry::MItGeometry(const MDagPath& path, MStatus* status)
{
    MObject none;
    fake::Ptr<fake::Points> points = fake::make<fake::Points>();
    m_points = points.ref();
    MDagPath shape(path);
    if (path.isValid() && !path.hasFn(MFn::kMesh)) {
        MStatus extended = shape.extendToShape();
        extended.clear();
    }
    fake::Node* node = shape.isValid() ? fake::nodeOf(shape.node()) : nullptr;
    const fake::Ptr<MeshData> mesh = node ? fake::meshOf(*node, fake::currentContext()) : fake::Ptr<MeshData>();
    give(status, mesh ? MStatus::kSuccess : MStatus::kInvalidParameter, "MItGeometry");
    if (!mesh)
        return;
    points->mesh = mesh;
    points->toWorld = shape.inclusiveMatrix();
    for (size_t i = 0; i < mesh->points.size(); ++i)
        points->vertices.push_back(static_cast<int>(i));
}
MItGeometry::MItGeometry(const MDagPath& path, MObject& component, MStatus* status) : MItGeometry(path, status)
{
    const fake::Component* own = fake::componentOf(component);
    if (own && !own->isComplete)
        pointsOf(m_points)->vertices = own->elements;
}
MItGeometry::~MItGeometry() {}
bool MItGeometry::isDone(MStatus* status) const
{
    give(status);
    return m_current >= static_cast<int>(pointsOf(m_points)->vertices.size());
}
MStatus MItGeometry::next()
{
    if (isDone())
        return failure("MItGeometry::next");
    ++m_current;
    return MStatus();
}
MStatus MItGeometry::reset()
{
    m_current = 0;
    return MStatus();
}
int MItGeometry::index(MStatus* status) const
{
    give(status, isDone() ? MStatus::kFailure : MStatus::kSuccess, "MItGeometry::index");
    return isDone() ? 0 : pointsOf(m_points)->vertices[static_cast<size_t>(m_current)];
}
int MItGeometry::positionIndex(MStatus* status) const
{
    give(status);
    return m_current;
}
int MItGeometry::count(MStatus* status) const
{
    give(status);
    return static_cast<int>(pointsOf(m_points)->vertices.size());
}
int MItGeometry::exactCount(MStatus* status)
{
    return count(status);
}
MObject MItGeometry::currentItem(MStatus* status) const
{
    give(status);
    fake::Ptr<fake::Component> component = fake::make<fake::Component>();
    component->elements = {index()};
    return fake::toObject(component.get());
}
MPoint MItGeometry::position(MSpace::Space space, MStatus* status) const
{
    give(status, isDone() ? MStatus::kFailure : MStatus::kSuccess, "MItGeometry::position");
    if (isDone())
        return MPoint();
    const MPoint& point = pointsOf(m_points)->mesh->points[static_cast<size_t>(index())];
    return space == MSpace::kWorld ? point * pointsOf(m_points)->toWorld : point;
}
MStatus MItGeometry::setPosition(const MPoint& point, MSpace::Space space)
{
    if (isDone())
        return failure("MItGeometry::setPosition");
    pointsOf(m_points)->mesh->points[static_cast<size_t>(index())] =
        space == MSpace::kWorld ? point * pointsOf(m_points)->toWorld.inverse() : point;
    return MStatus();
}
MVector MItGeometry::normal(MSpace::Space space, MStatus* status) const
{
    give(status, isDone() ? MStatus::kFailure : MStatus::kSuccess, "MItGeometry::normal");
    const MVector own = isDone() ? MVector() : normalOf(*pointsOf(m_points)->mesh, index(), true);
    return space == MSpace::kWorld ? own.transformAsNormal(pointsOf(m_points)->toWorld).normal() : own;
}
MStatus MItGeometry::allPositions(MPointArray& points, MSpace::Space space) const
{
    const fake::Points& own = *pointsOf(m_points);
    points.setLength(static_cast<unsigned int>(own.vertices.size()));
    for (unsigned int i = 0; i < points.length(); ++i) {
        const MPoint& point = own.mesh->points[static_cast<size_t>(own.vertices[i])];
        points[i] = space == MSpace::kWorld ? point * own.toWorld : point;
    }
    return MStatus();
}
MStatus MItGeometry::setAllPositions(const MPointArray& points, MSpace::Space space)
{
    fake::Points& own = *pointsOf(m_points);
    if (points.length() != own.vertices.size())
        return failure("MItGeometry::setAllPositions", MStatus::kInvalidParameter);
    const MMatrix back = space == MSpace::kWorld ? own.toWorld.inverse() : MMatrix();
    for (unsigned int i = 0; i < points.length(); ++i)
        own.mesh->points[static_cast<size_t>(own.vertices[i])] = space == MSpace::kWorld ? points[i] * back : points[i];
    return MStatus();
}
MWeight MItGeometry::weight(MStatus* status) const
{
    give(status);
    return MWeight();
}

OPENMAYA_NAMESPACE_CLOSE
