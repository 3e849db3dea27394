// The scene as text: a snapshot to compare, and a file to write and read.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <sstream>

#include <fake/scene.h>

#include "datablock.h"
#include "mesh.h"
#include "messages.h"
#include "scene.h"

namespace fake {

namespace {

// Exact to the last bit.
std::string exact(double value)
{
    char text[64];
    std::snprintf(text, sizeof(text), "%a", value);
    return text;
}
std::string quoted(const std::string& text)
{
    std::string out = "\"";
    for (const char letter : text) {
        if (letter == '\n')
            out += "\\n";
        else if (letter == '"' || letter == '\\')
            out += std::string("\\") + letter;
        else
            out += letter;
    }
    return out + "\"";
}
std::string dataText(const Data& data)
{
    std::string text = std::to_string(static_cast<int>(data.type)) + " ";
    switch (data.type) {
        case MFnData::kString:
            return text + quoted(data.text);
        case MFnData::kMatrix:
            for (unsigned int i = 0; i < 16; ++i)
                text += exact(data.matrix[i / 4][i % 4]) + " ";
            return text;
        case MFnData::kMesh:
            if (!data.mesh)
                return text + "0 0 0";
            text += std::to_string(data.mesh->points.size()) + " " + std::to_string(data.mesh->counts.size()) + " " +
                    std::to_string(data.mesh->connects.size()) + " ";
            for (const MPoint& point : data.mesh->points)
                text += exact(point.x) + " " + exact(point.y) + " " + exact(point.z) + " ";
            for (const int count : data.mesh->counts)
                text += std::to_string(count) + " ";
            for (const int vertex : data.mesh->connects)
                text += std::to_string(vertex) + " ";
            return text;
        case MFnData::kDoubleArray:
            text += std::to_string(data.doubles.size()) + " ";
            for (const double value : data.doubles)
                text += exact(value) + " ";
            return text;
        case MFnData::kIntArray:
            text += std::to_string(data.ints.size()) + " ";
            for (const int value : data.ints)
                text += std::to_string(value) + " ";
            return text;
        case MFnData::kStringArray:
            text += std::to_string(data.strings.size()) + " ";
            for (const std::string& value : data.strings)
                text += quoted(value) + " ";
            return text;
        case MFnData::kPointArray:
            text += std::to_string(data.points.size()) + " ";
            for (const MPoint& p : data.points)
                text += exact(p.x) + " " + exact(p.y) + " " + exact(p.z) + " " + exact(p.w) + " ";
            return text;
        case MFnData::kVectorArray:
            text += std::to_string(data.vectors.size()) + " ";
            for (const MVector& v : data.vectors)
                text += exact(v.x) + " " + exact(v.y) + " " + exact(v.z) + " ";
            return text;
        case MFnData::kMatrixArray:
            text += std::to_string(data.matrices.size()) + " ";
            for (const MMatrix& m : data.matrices)
                for (unsigned int i = 0; i < 16; ++i)
                    text += exact(m[i / 4][i % 4]) + " ";
            return text;
        default:
            return text;
    }
}

struct Reader {
    std::istringstream in;
    explicit Reader(const std::string& line) : in(line) {}
    std::string word()
    {
        std::string text;
        in >> text;
        return text;
    }
    double number() { return std::strtod(word().c_str(), nullptr); }
    int whole() { return std::atoi(word().c_str()); }
    std::string quote()
    {
        std::string text;
        char letter = 0;
        in >> letter;
        while (in.get(letter) && letter != '"') {
            if (letter == '\\') {
                in.get(letter);
                letter = letter == 'n' ? '\n' : letter;
            }
            text += letter;
        }
        return text;
    }
};
Ptr<Data> readData(Reader& reader)
{
    Ptr<Data> data = make<Data>(static_cast<MFnData::Type>(reader.whole()));
    if (data->type == MFnData::kString) {
        data->text = reader.quote();
        return data;
    }
    if (data->type == MFnData::kMatrix) {
        for (unsigned int i = 0; i < 16; ++i)
            data->matrix[i / 4][i % 4] = reader.number();
        return data;
    }
    const int count = reader.whole();
    if (data->type == MFnData::kMesh) {
        const int counts = reader.whole(), connects = reader.whole();
        std::vector<MPoint> points;
        std::vector<int> polygons, vertices;
        for (int i = 0; i < count; ++i) {
            const double x = reader.number(), y = reader.number(), z = reader.number();
            points.push_back(MPoint(x, y, z));
        }
        for (int i = 0; i < counts; ++i)
            polygons.push_back(reader.whole());
        for (int i = 0; i < connects; ++i)
            vertices.push_back(reader.whole());
        data->mesh = newMesh(points, polygons, vertices);
    }
    for (int i = 0; i < count; ++i) {
        if (data->type == MFnData::kDoubleArray)
            data->doubles.push_back(reader.number());
        else if (data->type == MFnData::kIntArray)
            data->ints.push_back(reader.whole());
        else if (data->type == MFnData::kStringArray)
            data->strings.push_back(reader.quote());
        else if (data->type == MFnData::kPointArray || data->type == MFnData::kVectorArray) {
            const double x = reader.number(), y = reader.number(), z = reader.number();
            if (data->type == MFnData::kPointArray)
                data->points.push_back(MPoint(x, y, z, reader.number()));
            else
                data->vectors.push_back(MVector(x, y, z));
        } else if (data->type == MFnData::kMatrixArray) {
            MMatrix m;
            for (unsigned int k = 0; k < 16; ++k)
                m[k / 4][k % 4] = reader.number();
            data->matrices.push_back(m);
        }
    }
    return data;
}

bool isStorable(const Attr& attr)
{
    for (const Attr* up = &attr; up; up = up->parent)
        if (!up->storable)
            return false;
    return true;
}
std::string plugText(const Node& node, const Key& key)
{
    return std::to_string(node.number) + " " + attrPath(key);
}

std::string describe(const Node& node, bool toFile)
{
    std::ostringstream out;
    std::string parents;
    for (const Node* parent : node.parents)
        parents += " " + std::to_string(parent->number);
    out << "node " << node.number << " " << node.type->name << " " << node.name << " " << node.referenced << " "
        << node.locked << " " << node.isDefault << " " << node.parents.size() << parents << "\n";
    for (const auto& attr : node.dynamicAttrs)
        if (attr->children.empty())
            out << "attr " << node.number << " " << attr->name << " " << attr->brief << " "
                << static_cast<int>(attr->kind) << " " << attr->keyable << " " << attr->array << " " << attr->storable
                << " " << static_cast<int>(attr->dataType) << " " << exact(attr->defaultNumber) << "\n";
    std::vector<std::pair<std::string, std::string>> lines;
    for (const auto& [key, value] : node.values) {
        if (toFile && !isStorable(*key.attr))
            continue;
        const std::string plug = plugText(node, key);
        if (value.data)
            lines.push_back({plug, "data " + plug + " " + dataText(*value.data)});
        else
            lines.push_back({plug, "value " + plug + " " + exact(value.number)});
    }
    for (const auto& [key, indices] : node.elements) {
        if (toFile && !isStorable(*key.attr))
            continue;
        std::string text;
        for (const int index : indices)
            text += " " + std::to_string(index);
        if (!indices.empty())
            lines.push_back({plugText(node, key), "elements " + plugText(node, key) + text});
    }
    for (const auto& [key, flags] : node.flags)
        if (flags.locked || flags.keyable >= 0 || flags.channelBox >= 0)
            lines.push_back({plugText(node, key), "flags " + plugText(node, key) + " " + std::to_string(flags.locked) +
                                                      " " + std::to_string(flags.keyable) + " " +
                                                      std::to_string(flags.channelBox)});
    for (const auto& [key, source] : node.inputs)
        lines.push_back(
            {plugText(node, key), "connect " + plugText(*source.node, source.key) + " " + plugText(node, key)});
    std::sort(lines.begin(), lines.end());
    for (const auto& line : lines)
        out << line.second << "\n";
    if (node.curve) {
        out << "curve " << node.number << " " << node.curve->weighted << " " << node.curve->preInfinity << " "
            << node.curve->postInfinity << " " << node.curve->keys.size();
        for (const AnimKey& key : node.curve->keys)
            out << " " << key.ticks << " " << exact(key.input) << " " << exact(key.value) << " " << key.inType << " "
                << key.outType << " " << exact(key.inX) << " " << exact(key.inY) << " " << exact(key.outX) << " "
                << exact(key.outY) << " " << key.tangentsLocked << " " << key.weightsLocked << " " << key.breakdown;
        out << "\n";
    }
    return out.str();
}

}  // namespace

std::string snapshot()
{
    std::string text;
    for (const auto& node : scene().nodes)
        text += describe(*node, false);
    text += "time " + std::to_string(scene().now) + "\nselection";
    for (const auto& item : scene().selection)
        text += " " + nodeLabel(*static_cast<Node*>(item.first.get()));
    return text + "\n";
}
std::string save()
{
    std::string text = "scene " + std::to_string(scene().linearUnit) + " " + std::to_string(scene().timeUnit) + " " +
                       std::to_string(scene().zUp) + " " + std::to_string(scene().now) + "\n";
    std::string rest;
    for (const auto& node : scene().nodes)
        if (!node->doNotWrite && !node->isDefault) {
            const std::string own = describe(*node, true);
            const size_t end = own.find('\n') + 1;
            text += own.substr(0, end);
            rest += own.substr(end);
        }
    return text + rest;
}

bool load(const std::string& text)
{
    tellScene(MSceneMessage::kBeforeOpen);
    newScene();
    std::map<int, Node*> nodes = {{0, scene().world.get()}};
    std::map<int, Node*> byOldWorld;
    std::istringstream all(text);
    std::vector<std::string> later;
    const Recording off{Ptr<ChangeLog>()};
    for (std::string line; std::getline(all, line);) {
        Reader reader(line);
        const std::string what = reader.word();
        if (what == "scene") {
            scene().linearUnit = reader.whole();
            scene().timeUnit = static_cast<MTime::Unit>(reader.whole());
            scene().zUp = reader.whole() != 0;
            setTime(std::atoll(reader.word().c_str()));
            continue;
        }
        const int number = reader.whole();
        if (what == "node") {
            const auto type = findType(reader.word());
            const std::string name = reader.word();
            if (!type)
                return false;
            const bool referenced = reader.whole() != 0, locked = reader.whole() != 0;
            reader.whole();
            std::vector<Node*> parents;
            const int count = reader.whole();
            for (int i = 0; i < count; ++i) {
                const auto found = nodes.find(reader.whole());
                parents.push_back(found == nodes.end() ? scene().world.get() : found->second);
            }
            const Ptr<Node> node = newNode(type, name, parents.empty() ? nullptr : parents[0]);
            addNode(node, parents.empty() ? nullptr : parents[0]);
            for (size_t i = 1; i < parents.size(); ++i)
                setParent(*node, parents[i], true);
            node->referenced = referenced;
            node->locked = locked;
            nodes[number] = node.get();
            continue;
        }
        if (!nodes.count(number) && what != "connect")
            continue;
        if (what == "connect") {
            later.push_back(line);
            continue;
        }
        Node& node = *nodes[number];
        if (what == "attr") {
            const std::string name = reader.word(), brief = reader.word();
            const Ptr<Attr> attr = makeAttr(name, brief, static_cast<Kind>(reader.whole()));
            attr->keyable = reader.whole() != 0;
            attr->array = reader.whole() != 0;
            attr->storable = reader.whole() != 0;
            attr->dataType = static_cast<MFnData::Type>(reader.whole());
            attr->defaultNumber = reader.number();
            addAttr(node, attr);
            continue;
        }
        if (what == "curve") {
            node.curve->weighted = reader.whole() != 0;
            node.curve->preInfinity = reader.whole();
            node.curve->postInfinity = reader.whole();
            const int count = reader.whole();
            for (int i = 0; i < count; ++i) {
                AnimKey key;
                key.ticks = std::atoll(reader.word().c_str());
                key.input = reader.number();
                key.value = reader.number();
                key.inType = reader.whole();
                key.outType = reader.whole();
                key.inX = reader.number();
                key.inY = reader.number();
                key.outX = reader.number();
                key.outY = reader.number();
                key.tangentsLocked = reader.whole() != 0;
                key.weightsLocked = reader.whole() != 0;
                key.breakdown = reader.whole() != 0;
                node.curve->keys.push_back(key);
            }
            continue;
        }
        Key key;
        if (!findPlug(node, reader.word(), key))
            return false;
        if (what == "value") {
            Value value;
            value.number = reader.number();
            setStored(node, key, value);
        } else if (what == "data") {
            Value value;
            value.data = readData(reader);
            setStored(node, key, value);
        } else if (what == "elements") {
            for (std::string word = reader.word(); !word.empty(); word = reader.word())
                makeElement(node, elementKey(key, std::atoi(word.c_str())));
        } else if (what == "flags") {
            PlugFlags flags;
            flags.locked = reader.whole() != 0;
            flags.keyable = reader.whole();
            flags.channelBox = reader.whole();
            node.flags[key] = flags;
        }
    }
    for (const std::string& line : later) {
        Reader reader(line);
        reader.word();
        const int from = reader.whole();
        const std::string out = reader.word();
        const int to = reader.whole();
        const std::string in = reader.word();
        PlugRef source, destination;
        if (!nodes.count(from) || !nodes.count(to))
            continue;
        source.node = nodes[from];
        destination.node = nodes[to];
        if (!findPlug(*source.node, out, source.key) || !findPlug(*destination.node, in, destination.key))
            return false;
        const auto flags = destination.node->flags;
        destination.node->flags.clear();
        const bool wasLocked = destination.node->locked;
        destination.node->locked = false;
        connectPlugs(source, destination);
        destination.node->locked = wasLocked;
        destination.node->flags = flags;
    }
    tellScene(MSceneMessage::kAfterOpen);
    return true;
}

}  // namespace fake
