#include "scene/controls.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>

#include <maya/MFn.h>
#include <maya/MSelectionList.h>

#include "status.h"

namespace surefoot {

namespace {

// A file of pairs is written by hand; anything longer is another kind of file.
constexpr size_t kMostLines = 10000;

std::string trimmed(const std::string& text)
{
    const size_t first = text.find_first_not_of(" \t\r");
    return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

std::string namespaceOf(const Rig& rig)
{
    const std::string name = rig.root().label();
    const std::string leaf = name.substr(name.rfind('|') + 1);
    const size_t colon = leaf.rfind(':');
    return colon == std::string::npos ? "" : leaf.substr(0, colon + 1);
}

MDagPath findControl(const std::string& name, const Rig& rig, const std::string& where)
{
    for (const std::string& candidate : {namespaceOf(rig) + name, name}) {
        MSelectionList list;
        MDagPath path;
        MObject component;
        if (list.add(mayaText(candidate)) && list.length() == 1 && list.getDagPath(0, path, component)) {
            if (!path.hasFn(MFn::kTransform)) {
                throw Failure(where + ": " + name + " is not a transform.");
            }
            return path;
        }
    }
    throw Failure(where + ": there is no single control named " + name + ".");
}

struct Pair {
    MDagPath control;
    int joint;
};

std::vector<Pair> readPairs(const std::string& file, const Rig& rig)
{
    std::ifstream stream(file);
    if (!stream) {
        throw Failure("Could not open the file of controls " + file + ".");
    }
    std::vector<Pair> pairs;
    std::string line;
    for (size_t number = 1; std::getline(stream, line); ++number) {
        const std::string where = file + ", line " + std::to_string(number);
        if (number > kMostLines) {
            throw Failure(where + ": a file of controls has no more than " + std::to_string(kMostLines) + " lines.");
        }
        line = trimmed(line.substr(0, line.find('#')));
        if (line.empty()) {
            continue;
        }
        const size_t equals = line.find('=');
        if (equals == std::string::npos) {
            throw Failure(where + ": expected \"joint = control\".");
        }
        const std::string joint = trimmed(line.substr(0, equals));
        Pair pair = {findControl(trimmed(line.substr(equals + 1)), rig, where), rig.findName(joint)};
        if (pair.joint < 0) {
            throw Failure(where + ": the hierarchy has no joint named " + joint + ".");
        }
        for (const Pair& other : pairs) {
            if (other.joint == pair.joint || other.control == pair.control) {
                throw Failure(where + ": " + line + " names a joint or control a second time.");
            }
        }
        pairs.push_back(pair);
    }
    if (pairs.empty()) {
        throw Failure(file + " names no controls; write a line \"joint = control\" for each.");
    }
    return pairs;
}

bool isBelow(const MDagPath& path, const MDagPath& above)
{
    MDagPath walk = path;
    while (walk.length() > 1) {
        walk.pop(1);
        if (walk == above) {
            return true;
        }
    }
    return false;
}

MMatrix withPlace(const MMatrix& turned, const MMatrix& placed)
{
    MMatrix result = turned;
    for (int column = 0; column < 3; ++column) {
        result[3][column] = placed[3][column];
    }
    return result;
}

bool hasTurned(const MMatrix& before, const MMatrix& after)
{
    constexpr double kSame = 1e-9;
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column) {
            if (std::abs(before[row][column] - after[row][column]) > kSame) {
                return true;
            }
        }
    }
    return false;
}

}  // namespace

ControlMap readControls(const std::string& file, const Rig& rig)
{
    std::vector<Pair> pairs = readPairs(file, rig);
    // A control above another has the shorter path.
    std::stable_sort(pairs.begin(), pairs.end(),
                     [](const Pair& a, const Pair& b) { return a.control.length() < b.control.length(); });
    ControlMap map;
    for (const Pair& pair : pairs) {
        int above = -1;
        for (size_t index = 0; index < map.controls.size(); ++index) {
            if (isBelow(pair.control, map.controls[index].path)) {
                above = static_cast<int>(index);
            }
        }
        map.controls.push_back(readRigNode(pair.control, above));
        map.joints.push_back(pair.joint);
        map.above.push_back(above);
    }
    return map;
}

ControlSamples sampleControls(const ControlMap& map, const FrameRange& frames, Sampling sampling, const Step& step)
{
    Rig rig;
    rig.nodes = map.controls;
    ControlSamples result;
    result.samples = sampleRig(rig, frames, sampling, step);
    result.parents.assign(frames.count * map.controls.size(), MMatrix::identity);
    std::vector<MDagPath> parents;
    std::vector<size_t> owners;
    for (size_t index = 0; index < map.controls.size(); ++index) {
        MDagPath parent = map.controls[index].path;
        if (parent.length() > 1 && map.controls[index].inheritsTransform) {
            parent.pop(1);
            parents.push_back(parent);
            owners.push_back(index);
        }
    }
    const std::vector<MMatrix> world = sampleWorld(parents, frames, sampling);
    for (size_t frame = 0; frame < frames.count; ++frame) {
        for (size_t index = 0; index < owners.size(); ++index) {
            result.parents[frame * map.controls.size() + owners[index]] = world[frame * parents.size() + index];
        }
    }
    return result;
}

std::vector<NodeChannels> controlChannels(const ControlMap& map, const ControlSamples& before, const Rig& rig,
                                          const Samples& samples, const std::vector<NodeChannels>& changed,
                                          const std::vector<MMatrix>& world)
{
    for (const NodeChannels& channels : changed) {
        const int joint = static_cast<int>(channels.node);
        if (std::find(map.joints.begin(), map.joints.end(), joint) == map.joints.end()) {
            throw Failure("The joint " + rig.nodes[channels.node].label() +
                          " has to change, but no control is given for it; add a line \"" +
                          rig.nodes[channels.node].name + " = CONTROL\" to the file of controls.");
        }
        if (channels.translates && joint != 0) {
            throw Failure("The joint " + rig.nodes[channels.node].label() +
                          " has to change its length, which controls that turn cannot do; run again with limbs that "
                          "keep their length (-maxStretch 0).");
        }
    }
    const size_t count = map.controls.size();
    const size_t frameCount = samples.frames.count;
    std::vector<NodeChannels> result(count);
    std::vector<MMatrix> after(count);
    for (size_t frame = 0; frame < frameCount; ++frame) {
        for (size_t index = 0; index < count; ++index) {
            const RigNode& control = map.controls[index];
            const size_t at = frame * count + index;
            const size_t joint = static_cast<size_t>(map.joints[index]);
            const MMatrix& jointBefore = samples.worldAt(frame, joint);
            const MMatrix& jointAfter = world[frame * samples.nodeCount + joint];
            const MMatrix& own = before.samples.world[at];
            MMatrix parent = before.parents[at];
            if (map.above[index] >= 0 && control.inheritsTransform) {
                const MMatrix& above = before.samples.world[frame * count + map.above[index]];
                parent = parent * above.inverse() * after[map.above[index]];
            }
            const MMatrix local = own * before.parents[at].inverse();
            // The control keeps its place relative to what it hangs below; the root's goes with its joint.
            const MMatrix carried = own * jointBefore.inverse() * jointAfter;
            const MMatrix wanted = joint == 0 ? carried : withPlace(carried, local * parent);
            const bool turns = hasTurned(local, wanted * parent.inverse());
            double rotate[3];
            double translate[3];
            const double* baseRotate = &before.samples.rotate[3 * at];
            const double* baseTranslate = &before.samples.translate[3 * at];
            std::copy_n(baseRotate, 3, rotate);
            std::copy_n(baseTranslate, 3, translate);
            after[index] = parent == before.parents[at] && !turns && joint != 0 ? own : wanted;
            if (turns || joint == 0) {
                double solved[3];
                solveChannels(control, wanted * parent.inverse(), before.samples.offsetParent[at],
                              &before.samples.inverseScale[3 * at], baseRotate, turns ? rotate : solved, translate);
                if (joint != 0) {
                    std::copy_n(baseTranslate, 3, translate);
                }
            }
            NodeChannels& channels = result[index];
            channels.node = index;
            channels.rotate.insert(channels.rotate.end(), rotate, rotate + 3);
            channels.translate.insert(channels.translate.end(), translate, translate + 3);
            channels.rotates = channels.rotates || turns;
            channels.translates = channels.translates || !std::equal(translate, translate + 3, baseTranslate);
        }
    }
    result.erase(std::remove_if(result.begin(), result.end(),
                                [](const NodeChannels& channels) { return !channels.rotates && !channels.translates; }),
                 result.end());
    return result;
}

}  // namespace surefoot
