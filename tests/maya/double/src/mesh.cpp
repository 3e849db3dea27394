// Meshes: their data, their nodes, MFnMesh and the iterators.
#include "mesh.h"

#include <algorithm>
#include <cmath>

#include <maya/MFloatPointArray.h>
#include <maya/MFloatVectorArray.h>
#include <maya/MFnMesh.h>
#include <maya/MFnTransform.h>
#include <maya/MIntArray.h>
#include <maya/MItGeometry.h>
#include <maya/MItMeshVertex.h>
#include <maya/MPointArray.h>
#include <maya/MWeight.h>

#include "builtin.h"

namespace fake {

void updateRaw(MeshData& mesh)
{
    mesh.raw.resize(3 * mesh.points.size());
    for (size_t i = 0; i < mesh.points.size(); ++i) {
        double* coordinates[] = {&mesh.points[i].x, &mesh.points[i].y, &mesh.points[i].z};
        for (size_t axis = 0; axis < 3; ++axis) {
            mesh.raw[3 * i + axis] = static_cast<float>(*coordinates[axis]);
            *coordinates[axis] = static_cast<double>(mesh.raw[3 * i + axis]);
        }
    }
}
Ptr<MeshData> newMesh(const std::vector<MPoint>& points, const std::vector<int>& counts,
                      const std::vector<int>& connects)
{
    Ptr<MeshData> mesh = make<MeshData>();
    mesh->points = points;
    mesh->counts = counts;
    mesh->connects = connects;
    updateRaw(*mesh);
    return mesh;
}
Ptr<Data> meshData(const Ptr<MeshData>& mesh)
{
    Ptr<Data> data = make<Data>(MFnData::kMesh);
    data->mesh = mesh;
    return data;
}
Ptr<MeshData> meshOf(Node& node, const Context& context)
{
    const Attr* attr = node.attr("inMesh");
    if (!attr)
        return Ptr<MeshData>();
    const Value value = evaluate(node, {attr, {}}, context);
    return value.data ? value.data->mesh : Ptr<MeshData>();
}
bool computeMesh(Node& node, const Key& key, const Context& context, Value& value)
{
    if (key.attr->name == "outMesh") {
        const Ptr<MeshData> mesh = meshOf(node, context);
        value.data = mesh ? meshData(mesh) : Ptr<Data>();
        return true;
    }
    if (key.attr->name == "worldMesh" && isElement(key)) {
        const Ptr<MeshData> mesh = meshOf(node, context);
        const auto paths = pathsTo(node);
        const size_t instance = static_cast<size_t>(key.indices.back());
        if (mesh && instance < paths.size()) {
            value.data = meshData(mesh);
            value.data->matrix = worldMatrix(paths[instance], context);
        }
        return true;
    }
    return computeDag(node, key, context, value);
}
Node* makeMeshNode(const std::string& name, Node* transform, const Ptr<MeshData>& mesh)
{
    const Ptr<Node> node = newNode(findType("mesh"), name, transform);
    addNode(node, transform);
    Value value;
    value.data = meshData(mesh);
    setStored(*node, {node->attr("inMesh"), {}}, value);
    return node.get();
}

Points* pointsOf(const Ref& ref)
{
    return static_cast<Points*>(ref.get());
}

}  // namespace fake

OPENMAYA_MAJOR_NAMESPACE_OPEN

using fake::failure;
using fake::give;
using fake::MeshData;

namespace {

// A caller may keep the pointer of getRawPoints until the mesh is computed anew.
void keepAlive(const fake::Ptr<MeshData>& mesh)
{
    static thread_local std::vector<fake::Ptr<MeshData>> kept(16);
    static thread_local size_t next = 0;
    kept[next++ % kept.size()] = mesh;
}

fake::Ptr<MeshData> meshOfRef(const ::fake::Ref& ref)
{
    const MObject object(ref);
    if (const fake::Data* data = fake::dataOf(object))
        return data->mesh;
    if (fake::Node* node = fake::nodeOf(object))
        return fake::meshOf(*node, fake::currentContext());
    return fake::Ptr<MeshData>();
}
MMatrix matrixOfRef(const ::fake::Ref& object, const ::fake::Ref& path, MSpace::Space space)
{
    if (space != MSpace::kWorld)
        return MMatrix();
    if (path.get())
        return MDagPath(path).inclusiveMatrix();
    const fake::Data* data = fake::dataOf(MObject(object));
    return data ? data->matrix : MMatrix();
}

}  // namespace

MFnMesh::MFnMesh(MObject& object, MStatus* status) : MFnMesh(static_cast<const MObject&>(object), status) {}
MFnMesh::MFnMesh(const MObject& object, MStatus* status)
{
    const MStatus set = fakeSet(object, MFn::kMesh);
    give(status, set.statusCode(), "MFnMesh");
}
MFnMesh::MFnMesh(const MDagPath& path, MStatus* status)
{
    const MStatus set = fakeSetPath(path, MFn::kMesh);
    give(status, set.statusCode(), "MFnMesh");
}
MFnMesh::~MFnMesh() {}
MFn::Type MFnMesh::type() const
{
    return MFn::kMesh;
}

MObject MFnMesh::create(int numVertices, int numPolygons, const MPointArray& vertices, const MIntArray& polygonCounts,
                        const MIntArray& polygonConnects, MObject parentOrOwner, MStatus* status)
{
    const bool fits =
        numVertices == static_cast<int>(vertices.length()) && numPolygons == static_cast<int>(polygonCounts.length());
    std::vector<MPoint> points;
    std::vector<int> counts, connects;
    for (unsigned int i = 0; i < vertices.length(); ++i)
        points.push_back(vertices[i]);
    MIntArray own(polygonCounts), corners(polygonConnects);
    for (unsigned int i = 0; i < own.length(); ++i)
        counts.push_back(own[i]);
    for (unsigned int i = 0; i < corners.length(); ++i)
        connects.push_back(corners[i]);
    size_t wanted = 0;
    for (const int count : counts)
        wanted += static_cast<size_t>(count);
    bool inRange = fits && wanted == connects.size();
    for (const int corner : connects)
        inRange = inRange && corner >= 0 && corner < numVertices;
    if (!inRange) {
        give(status, MStatus::kInvalidParameter, "MFnMesh::create");
        return MObject();
    }
    give(status);
    const fake::Ptr<MeshData> mesh = fake::newMesh(points, counts, connects);
    if (fake::Data* data = fake::dataOf(parentOrOwner)) {
        data->mesh = mesh;
        m_object = parentOrOwner.fakeRef();
        return parentOrOwner;
    }
    fake::Node* transform = fake::nodeOf(parentOrOwner);
    if (transform) {
        fake::Node* shape = fake::makeMeshNode("meshShape", transform, mesh);
        m_object = ::fake::Ref(shape);
        return fake::toObject(shape);
    }
    const fake::Ptr<fake::Node> made = fake::newNode(fake::findType("transform"), "mesh", nullptr);
    fake::addNode(made, nullptr);
    m_object = ::fake::Ref(fake::makeMeshNode("meshShape", made.get(), mesh));
    return fake::toObject(made.get());
}
MObject MFnMesh::copy(const MObject&, MObject, MStatus* status)
{
    give(status, MStatus::kNotImplemented, "MFnMesh::copy");
    return MObject();
}
int MFnMesh::numVertices(MStatus* status) const
{
    const auto mesh = meshOfRef(m_object);
    give(status, mesh ? MStatus::kSuccess : MStatus::kFailure, "MFnMesh::numVertices");
    return mesh ? static_cast<int>(mesh->points.size()) : 0;
}
int MFnMesh::numPolygons(MStatus* status) const
{
    const auto mesh = meshOfRef(m_object);
    give(status, mesh ? MStatus::kSuccess : MStatus::kFailure, "MFnMesh::numPolygons");
    return mesh ? static_cast<int>(mesh->counts.size()) : 0;
}
int MFnMesh::numEdges(MStatus* status) const
{
    const auto mesh = meshOfRef(m_object);
    give(status, mesh ? MStatus::kSuccess : MStatus::kFailure, "MFnMesh::numEdges");
    std::set<std::pair<int, int>> edges;
    size_t at = 0;
    for (size_t face = 0; mesh && face < mesh->counts.size(); ++face) {
        const size_t count = static_cast<size_t>(mesh->counts[face]);
        for (size_t i = 0; i < count; ++i) {
            const int a = mesh->connects[at + i], b = mesh->connects[at + (i + 1) % count];
            edges.insert({std::min(a, b), std::max(a, b)});
        }
        at += count;
    }
    return static_cast<int>(edges.size());
}
MStatus MFnMesh::getPoints(MPointArray& vertices, MSpace::Space space) const
{
    const auto mesh = meshOfRef(m_object);
    if (!mesh)
        return failure("MFnMesh::getPoints");
    const MMatrix matrix = matrixOfRef(m_object, m_path, space);
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
    const auto mesh = meshOfRef(m_object);
    if (!mesh || vertices.length() != mesh->points.size())
        return failure("MFnMesh::setPoints");
    const MMatrix back = matrixOfRef(m_object, m_path, space).inverse();
    std::vector<MPoint> points;
    for (unsigned int i = 0; i < vertices.length(); ++i)
        points.push_back(space == MSpace::kWorld ? vertices[i] * back : vertices[i]);
    if (fake::dataOf(MObject(m_object))) {
        mesh->points = points;
        fake::updateRaw(*mesh);
        return MStatus();
    }
    fake::Node* node = fake::nodeOf(MObject(m_object));
    fake::Value value;
    value.data = fake::meshData(fake::newMesh(points, mesh->counts, mesh->connects));
    fake::setStored(*node, {node->attr("inMesh"), {}}, value);
    return MStatus();
}
MStatus MFnMesh::getPoint(int vertex, MPoint& position, MSpace::Space space) const
{
    const auto mesh = meshOfRef(m_object);
    if (!mesh || vertex < 0 || static_cast<size_t>(vertex) >= mesh->points.size())
        return failure("MFnMesh::getPoint");
    position = mesh->points[static_cast<size_t>(vertex)] * matrixOfRef(m_object, m_path, space);
    return MStatus();
}
MStatus MFnMesh::setPoint(int vertex, const MPoint& position, MSpace::Space space)
{
    MPointArray points;
    const MStatus status = getPoints(points, space);
    if (!status || vertex < 0 || static_cast<unsigned int>(vertex) >= points.length())
        return failure("MFnMesh::setPoint");
    points[static_cast<unsigned int>(vertex)] = position;
    return setPoints(points, space);
}
const float* MFnMesh::getRawPoints(MStatus* status) const
{
    const auto mesh = meshOfRef(m_object);
    give(status, mesh ? MStatus::kSuccess : MStatus::kFailure, "MFnMesh::getRawPoints");
    if (!mesh)
        return nullptr;
    keepAlive(mesh);
    return mesh->raw.data();
}
const float* MFnMesh::getRawNormals(MStatus* status) const
{
    give(status, MStatus::kNotImplemented, "MFnMesh::getRawNormals");
    return nullptr;
}
MStatus MFnMesh::getVertices(MIntArray& vertexCount, MIntArray& vertexList) const
{
    const auto mesh = meshOfRef(m_object);
    if (!mesh)
        return failure("MFnMesh::getVertices");
    vertexCount.clear();
    vertexList.clear();
    for (const int count : mesh->counts)
        vertexCount.append(count);
    for (const int corner : mesh->connects)
        vertexList.append(corner);
    return MStatus();
}
MStatus MFnMesh::getPolygonVertices(int polygon, MIntArray& vertices) const
{
    const auto mesh = meshOfRef(m_object);
    if (!mesh || polygon < 0 || static_cast<size_t>(polygon) >= mesh->counts.size())
        return failure("MFnMesh::getPolygonVertices");
    size_t at = 0;
    for (int face = 0; face < polygon; ++face)
        at += static_cast<size_t>(mesh->counts[static_cast<size_t>(face)]);
    vertices.clear();
    for (int i = 0; i < mesh->counts[static_cast<size_t>(polygon)]; ++i)
        vertices.append(mesh->connects[at + static_cast<size_t>(i)]);
    return MStatus();
}
MStatus MFnMesh::getTriangles(MIntArray& triangleCounts, MIntArray& triangleVertices) const
{
    const auto mesh = meshOfRef(m_object);
    if (!mesh)
        return failure("MFnMesh::getTriangles");
    triangleCounts.clear();
    triangleVertices.clear();
    size_t at = 0;
    for (const int count : mesh->counts) {
        triangleCounts.append(count - 2);
        for (int i = 1; i + 1 < count; ++i) {
            triangleVertices.append(mesh->connects[at]);
            triangleVertices.append(mesh->connects[at + static_cast<size_t>(i)]);
            triangleVertices.append(mesh->connects[at + static_cast<size_t>(i) + 1]);
        }
        at += static_cast<size_t>(count);
    }
    return MStatus();
}
MStatus MFnMesh::getVertexNormal(int, bool, MVector&, MSpace::Space) const
{
    return failure("MFnMesh::getVertexNormal", MStatus::kNotImplemented);
}
MStatus MFnMesh::getVertexNormals(bool, MFloatVectorArray&, MSpace::Space) const
{
    return failure("MFnMesh::getVertexNormals", MStatus::kNotImplemented);
}
MStatus MFnMesh::getClosestPoint(const MPoint&, MPoint&, MSpace::Space, int*, MMeshIsectAccelParams*) const
{
    return failure("MFnMesh::getClosestPoint", MStatus::kNotImplemented);
}
MStatus MFnMesh::updateSurface()
{
    return MStatus();
}

namespace {

::fake::Ref walk(const MDagPath& path, const std::vector<int>* some, MStatus* status)
{
    fake::Ptr<fake::Points> points = fake::make<fake::Points>();
    MDagPath shape(path);
    fake::Node* node = fake::nodeOf(path.node());
    if (node && !node->hasFn(MFn::kMesh) && shape.extendToShape())
        node = fake::nodeOf(shape.node());
    points->mesh = node ? fake::meshOf(*node, fake::currentContext()) : fake::Ptr<MeshData>();
    give(status, points->mesh ? MStatus::kSuccess : MStatus::kFailure, "MItGeometry");
    if (!points->mesh) {
        points->mesh = fake::make<MeshData>();
        return points.ref();
    }
    points->toWorld = shape.inclusiveMatrix();
    points->node = fake::Ptr<fake::Node>(node);
    if (some)
        points->vertices = *some;
    for (size_t i = 0; !some && i < points->mesh->points.size(); ++i)
        points->vertices.push_back(static_cast<int>(i));
    return points.ref();
}

}  // namespace

MItGeometry::MItGeometry(const MDagPath& path, MStatus* status) : m_points(walk(path, nullptr, status)) {}
MItGeometry::MItGeometry(const MDagPath& path, MObject& component, MStatus* status)
{
    const fake::Component* own = fake::componentOf(component);
    m_points = walk(path, own && !own->isComplete ? &own->elements : nullptr, status);
}
MItGeometry::~MItGeometry() {}
bool MItGeometry::isDone(MStatus* status) const
{
    give(status);
    return static_cast<size_t>(m_current) >= fake::pointsOf(m_points)->vertices.size();
}
MStatus MItGeometry::next()
{
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
    give(status);
    if (isDone()) {
        fake::misuse("MItGeometry::index beyond the end");
        return 0;
    }
    return fake::pointsOf(m_points)->vertices[static_cast<size_t>(m_current)];
}
int MItGeometry::positionIndex(MStatus* status) const
{
    give(status);
    return m_current;
}
int MItGeometry::count(MStatus* status) const
{
    give(status);
    return static_cast<int>(fake::pointsOf(m_points)->vertices.size());
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
    give(status);
    const fake::Points* points = fake::pointsOf(m_points);
    const MPoint& point = points->mesh->points[static_cast<size_t>(index())];
    return space == MSpace::kWorld ? point * points->toWorld : point;
}
MStatus MItGeometry::setPosition(const MPoint& point, MSpace::Space space)
{
    fake::Points* points = fake::pointsOf(m_points);
    if (isDone() || !(std::isfinite(point.x) && std::isfinite(point.y) && std::isfinite(point.z)))
        return failure("MItGeometry::setPosition");
    const size_t vertex = static_cast<size_t>(index());
    const MPoint place = space == MSpace::kWorld ? point * points->toWorld.inverse() : point;
    const double coordinates[] = {place.x, place.y, place.z};
    double* own[] = {&points->mesh->points[vertex].x, &points->mesh->points[vertex].y, &points->mesh->points[vertex].z};
    for (size_t axis = 0; axis < 3; ++axis) {
        points->mesh->raw[3 * vertex + axis] = static_cast<float>(coordinates[axis]);
        *own[axis] = static_cast<double>(points->mesh->raw[3 * vertex + axis]);
    }
    return MStatus();
}
MVector MItGeometry::normal(MSpace::Space, MStatus* status) const
{
    give(status, MStatus::kNotImplemented, "MItGeometry::normal");
    return MVector();
}
MStatus MItGeometry::allPositions(MPointArray& points, MSpace::Space space) const
{
    const fake::Points* own = fake::pointsOf(m_points);
    points.setLength(static_cast<unsigned int>(own->vertices.size()));
    for (unsigned int i = 0; i < points.length(); ++i) {
        const MPoint& point = own->mesh->points[static_cast<size_t>(own->vertices[i])];
        points[i] = space == MSpace::kWorld ? point * own->toWorld : point;
    }
    return MStatus();
}
MStatus MItGeometry::setAllPositions(const MPointArray& points, MSpace::Space space)
{
    fake::Points* own = fake::pointsOf(m_points);
    if (points.length() != own->vertices.size())
        return failure("MItGeometry::setAllPositions");
    const MMatrix back = own->toWorld.inverse();
    for (unsigned int i = 0; i < points.length(); ++i)
        own->mesh->points[static_cast<size_t>(own->vertices[i])] =
            space == MSpace::kWorld ? points[i] * back : points[i];
    fake::updateRaw(*own->mesh);
    return MStatus();
}
MWeight MItGeometry::weight(MStatus* status) const
{
    give(status, MStatus::kNotImplemented, "MItGeometry::weight");
    return MWeight();
}

MItMeshVertex::MItMeshVertex(MObject& mesh, MStatus* status) : m_mesh(mesh.fakeRef())
{
    give(status, meshOfRef(m_mesh) ? MStatus::kSuccess : MStatus::kFailure, "MItMeshVertex");
}
MItMeshVertex::~MItMeshVertex() {}
bool MItMeshVertex::isDone(MStatus* status)
{
    give(status);
    const auto mesh = meshOfRef(m_mesh);
    return !mesh || static_cast<size_t>(m_index) >= mesh->points.size();
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
    give(status);
    return meshOfRef(m_mesh)->points[static_cast<size_t>(m_index)];
}
MStatus MItMeshVertex::getConnectedVertices(MIntArray&)
{
    return failure("MItMeshVertex::getConnectedVertices", MStatus::kNotImplemented);
}

OPENMAYA_NAMESPACE_CLOSE
