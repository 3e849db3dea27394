"""How deep arms and legs lie in the body, measured on files with another reader, other skinning and libigl.

Nothing here is shared with the library: the GLB reader, forward kinematics and skinning are numpy, the side of a point is
libigl's winding number, its distance libigl's box tree. So a fault of ours does not hide itself.

    python penetration_oracle.py FILE.glb…                      depth of each file
    python penetration_oracle.py --before IN.glb OUT.glb        and what changed: acceleration, way of the hands
    python penetration_oracle.py --before IN.glb --report R.json OUT.glb   and how far the operation's own report agrees

Measured are all vertices of hand, forearm and upper arm, the upper arm's beyond 30 % of its length. The body is every triangle
without a corner on an arm or clavicle, its holes closed by fans. Mouth and ears stay in it: a finger there counts as outside.
Each arm is also measured against the other one, each leg against the other. Needs numpy and libigl.
"""

import argparse
import json
import pathlib
import re
import struct
import sys

import igl
import numpy as np

TYPES = {5120: np.int8, 5121: np.uint8, 5122: np.int16, 5123: np.uint16, 5125: np.uint32, 5126: np.float32}
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}
# A share of the upper bone from which vertices count: closer to the joint skin folds.
FIRST_SHARE = 0.3
# Frames with a vertex deeper than this count, metres.
INSIDE = 0.003
# Angular acceleration that nobody sees, radians per second²; keeps ratios of joints at rest near 1.
STILL_TURN = 0.9
# Joint names by limb: clavicle (absent in legs), upper, lower, end. L and R stand for the side.
PATTERNS = {
    "arm": [
        [r"{Side}Shoulder", r"{Side}Arm", r"{Side}ForeArm", r"{Side}Hand"],
        [r"clavicle_{s}", r"upperarm_{s}", r"lowerarm_{s}", r"hand_{s}"],
        [r"shoulder[._]{S}", r"upper_arm[._]{S}", r"forearm[._]{S}", r"hand[._]{S}"],
    ],
    "leg": [
        [r"{Side}UpLeg", r"{Side}Leg", r"{Side}Foot"],
        [r"thigh_{s}", r"calf_{s}", r"foot_{s}"],
        [r"thigh[._]{S}", r"shin[._]{S}", r"foot[._]{S}"],
    ],
}


class Glb:
    """A binary glTF file as arrays: nodes, one joined skin, the first animation (or the one asked for)."""

    def __init__(self, path, clip=None):
        data = pathlib.Path(path).read_bytes()
        magic, _, length = struct.unpack_from("<4sII", data)
        if magic != b"glTF" or length > len(data):
            raise ValueError(f"{path}: not a whole binary glTF file")
        at, chunks = 12, {}
        while at + 8 <= length:
            size, kind = struct.unpack_from("<I4s", data, at)
            chunks.setdefault(kind, data[at + 8 : at + 8 + size])
            at += 8 + size
        self.document = json.loads(chunks[b"JSON"])
        self.binary = chunks.get(b"BIN\0", b"")
        self.read_nodes()
        self.read_skins(path)
        self.read_animation(path, clip)

    def accessor(self, index):
        accessor = self.document["accessors"][index]
        width, dtype = WIDTHS[accessor["type"]], np.dtype(TYPES[accessor["componentType"]])
        count = accessor["count"]
        view = self.document["bufferViews"][accessor["bufferView"]]
        start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
        stride = view.get("byteStride", width * dtype.itemsize)
        out = np.ndarray((count, width), dtype, self.binary, start, (stride, dtype.itemsize))
        if accessor.get("normalized"):
            return np.maximum(out / float(np.iinfo(dtype).max), -1.0)
        return out.astype(np.float64 if dtype == np.float32 else np.int64)

    def read_nodes(self):
        nodes = self.document["nodes"]
        count = len(nodes)
        self.names = [node.get("name", f"node {i}") for i, node in enumerate(nodes)]
        self.parents = np.full(count, -1)
        for i, node in enumerate(nodes):
            self.parents[node.get("children", [])] = i
        self.translation, self.rotation = np.zeros((count, 3)), np.tile([0.0, 0, 0, 1], (count, 1))
        self.scale = np.ones((count, 3))
        self.fixed = {}
        for i, node in enumerate(nodes):
            self.translation[i] = node.get("translation", [0, 0, 0])
            self.rotation[i] = node.get("rotation", [0, 0, 0, 1])
            self.scale[i] = node.get("scale", [1, 1, 1])
            if "matrix" in node:
                self.fixed[i] = np.array(node["matrix"], float).reshape(4, 4).T
        order, seen = [], set()
        pending = [i for i in range(count) if self.parents[i] < 0]
        while pending:
            i = pending.pop()
            if i not in seen:
                seen.add(i)
                order.append(i)
                pending.extend(nodes[i].get("children", []))
        self.order = order

    def read_skins(self, path):
        """All skinned primitives as one mesh whose seams are closed again."""
        points, joints, weights, triangles, binds = [], [], [], [], {}
        base = 0
        for node in self.document["nodes"]:
            if "skin" not in node or "mesh" not in node:
                continue
            skin = self.document["skins"][node["skin"]]
            inverse = np.tile(np.eye(4), (len(skin["joints"]), 1, 1))
            if "inverseBindMatrices" in skin:
                inverse = self.accessor(skin["inverseBindMatrices"]).reshape(-1, 4, 4).transpose(0, 2, 1)
            for slot, joint in enumerate(skin["joints"]):
                binds.setdefault(joint, inverse[slot])
            lookup = np.array(skin["joints"])
            for primitive in self.document["meshes"][node["mesh"]]["primitives"]:
                attributes = primitive["attributes"]
                if "JOINTS_0" not in attributes or primitive.get("mode", 4) != 4:
                    continue
                position = self.accessor(attributes["POSITION"])
                slots, shares = [], []
                for extra in range(8):
                    if f"JOINTS_{extra}" in attributes:
                        slots.append(self.accessor(attributes[f"JOINTS_{extra}"]))
                        shares.append(self.accessor(attributes[f"WEIGHTS_{extra}"]).astype(float))
                slots, shares = np.hstack(slots), np.hstack(shares)
                pad = 8 - slots.shape[1] if slots.shape[1] < 8 else 0
                slots, shares = np.pad(slots, ((0, 0), (0, pad))), np.pad(shares, ((0, 0), (0, pad)))
                points.append(position)
                joints.append(lookup[slots])
                weights.append(shares / np.maximum(shares.sum(1, keepdims=True), 1e-12))
                if "indices" in primitive:
                    corners = self.accessor(primitive["indices"]).ravel()
                else:
                    corners = np.arange(len(position))
                triangles.append(corners.reshape(-1, 3) + base)
                base += len(position)
        if not points:
            raise ValueError(f"{path}: no skinned mesh")
        points, joints, weights = np.vstack(points), np.vstack(joints), np.vstack(weights)
        triangles = np.vstack(triangles)
        _, first, inverse = np.unique(points, axis=0, return_index=True, return_inverse=True)
        inverse = inverse.ravel()
        self.points, self.joints, self.weights = points[first], joints[first], weights[first]
        triangles = inverse[triangles]
        degenerate = (
            (triangles[:, 0] == triangles[:, 1])
            | (triangles[:, 1] == triangles[:, 2])
            | (triangles[:, 2] == triangles[:, 0])
        )
        self.triangles = triangles[~degenerate]
        self.binds = binds
        self.main_joint = self.joints[np.arange(len(self.points)), self.weights.argmax(1)]

    def read_animation(self, path, clip):
        animations = self.document.get("animations", [])
        chosen = [a for a in animations if clip is None or a.get("name") == clip]
        if not chosen:
            raise ValueError(f"{path}: no animation {clip or ''}")
        self.channels = []
        for channel in chosen[0]["channels"]:
            target = channel["target"]
            if "node" not in target or target["path"] not in ("translation", "rotation", "scale"):
                continue
            sampler = chosen[0]["samplers"][channel["sampler"]]
            kind = sampler.get("interpolation", "LINEAR")
            times, values = self.accessor(sampler["input"]).ravel(), self.accessor(sampler["output"])
            if kind == "CUBICSPLINE":
                # Only the keys are asked for, and there a spline has its values.
                values = values[1::3]
            self.channels.append((target["node"], target["path"], kind, times, values))
        longest = max(self.channels, key=lambda c: len(c[3]))
        self.times = longest[3]
        self.frame_rate = (len(self.times) - 1) / max(self.times[-1] - self.times[0], 1e-9)

    def frame(self, number):
        """World matrices of all nodes, and the local rotations."""
        time = self.times[number]
        translation, rotation, scale = self.translation.copy(), self.rotation.copy(), self.scale.copy()
        moved = set()
        for node, path, kind, times, values in self.channels:
            after = int(np.searchsorted(times, time))
            after = min(max(after, 1), len(times) - 1) if len(times) > 1 else 0
            before = max(after - 1, 0)
            span = times[after] - times[before]
            share = min(max((time - times[before]) / span, 0.0), 1.0) if span > 0 else 0.0
            if kind == "STEP":
                share = float(share >= 1.0)
            a, b = values[before], values[after]
            if path == "rotation":
                rotation[node] = slerp(a, b, share)
            else:
                (translation if path == "translation" else scale)[node] = a + (b - a) * share
            moved.add(node)
        world = np.zeros((len(self.names), 4, 4))
        for node in self.order:
            if node in self.fixed and node not in moved:
                local = self.fixed[node]
            else:
                local = np.eye(4)
                local[:3, :3] = matrix(rotation[node]) * scale[node]
                local[:3, 3] = translation[node]
            parent = self.parents[node]
            world[node] = local if parent < 0 else world[parent] @ local
        return world, rotation

    def skin(self, world):
        maps = np.zeros((len(self.names), 4, 4))
        for joint, bind in self.binds.items():
            maps[joint] = world[joint] @ bind
        out = np.zeros_like(self.points)
        for k in range(self.joints.shape[1]):
            share = self.weights[:, k : k + 1]
            if not share.any():
                continue
            map_k = maps[self.joints[:, k]]
            out += share * (np.einsum("vij,vj->vi", map_k[:, :3, :3], self.points) + map_k[:, :3, 3])
        return out

    def find(self, pattern):
        found = [i for i, name in enumerate(self.names) if re.fullmatch(r"(.*[:|])?" + pattern, name)]
        return found[0] if found else None

    def below(self, top):
        """Whether each node is `top` or under it."""
        out = np.zeros(len(self.names), bool)
        for node in self.order:
            parent = self.parents[node]
            out[node] = node == top or (parent >= 0 and out[parent])
        return out


def slerp(a, b, share):
    cosine = float(a @ b)
    if cosine < 0.0:
        b, cosine = -b, -cosine
    if cosine > 0.9999999:
        out = a + (b - a) * share
    else:
        angle = np.arccos(cosine)
        out = (np.sin((1 - share) * angle) * a + np.sin(share * angle) * b) / np.sin(angle)
    return out / np.linalg.norm(out)


def matrix(q):
    x, y, z, w = q / np.linalg.norm(q)
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )


def product(a, b):
    """Quaternions x y z w, rows."""
    av, aw, bv, bw = a[:, :3], a[:, 3:], b[:, :3], b[:, 3:]
    return np.hstack([aw * bv + bw * av + np.cross(av, bv), aw * bw - (av * bv).sum(1, keepdims=True)])


def rotation_vectors(q):
    q = q * np.where(q[:, 3:] < 0, -1.0, 1.0)
    size = np.linalg.norm(q[:, :3], axis=1, keepdims=True)
    angle = 2 * np.arctan2(size, q[:, 3:])
    return np.where(size > 1e-12, q[:, :3] / np.maximum(size, 1e-12) * angle, 2 * q[:, :3])


class Closed:
    """Triangles whose holes are closed by fans around the middle of each rim."""

    def __init__(self, triangles, count):
        edges = {}
        for a, b, c in triangles:
            for edge in ((a, b), (b, c), (c, a)):
                edges[edge] = edges.get(edge, 0) + 1
        rim = {}
        for (a, b), times in edges.items():
            if (b, a) not in edges and times == 1:
                rim.setdefault(a, []).append(b)
        self.rims, caps = [], []
        while rim:
            start = next(iter(rim))
            loop, at = [start], start
            while at in rim:
                following = rim[at].pop()
                if not rim[at]:
                    del rim[at]
                at = following
                if at == start:
                    break
                loop.append(at)
            middle = count + len(self.rims)
            self.rims.append(np.array(loop))
            caps.extend([b, a, middle] for a, b in zip(loop, loop[1:] + loop[:1]))
        whole = np.vstack([triangles, np.array(caps, int).reshape(-1, 3)])
        used, inverse = np.unique(whole, return_inverse=True)
        self.used, self.triangles = used, inverse.reshape(-1, 3).astype(np.int64)

    def depths(self, posed, asked):
        """Depth of each asked vertex, metres; 0 outside."""
        middles = [posed[rim].mean(0) for rim in self.rims]
        points = np.ascontiguousarray(np.vstack([posed, middles] if middles else [posed])[self.used])
        out = np.zeros(len(asked))
        places = posed[asked]
        near = ((places > points.min(0)) & (places < points.max(0))).all(1)
        if not near.any():
            return out
        queries = np.ascontiguousarray(places[near])
        inside = igl.fast_winding_number(points, self.triangles, queries) > 0.5
        if inside.any():
            squared = igl.point_mesh_squared_distance(queries[inside], points, self.triangles)[0]
            deep = np.zeros(len(queries))
            deep[inside] = np.sqrt(squared)
            out[near] = deep
        return out


def find_limbs(glb, kind):
    limbs = []
    for side in ("Left", "Right"):
        for names in PATTERNS[kind]:
            words = {"Side": side, "s": side[0].lower(), "S": side[0]}
            joints = [glb.find(name.format(**words)) for name in names]
            if None not in joints:
                limbs.append((f"{side.lower()} {kind}", joints))
                break
    return limbs


def limb_vertices(glb, upper, lower, rest):
    """Vertices of a limb beyond the fold at its base."""
    members = glb.below(upper)[glb.main_joint]
    base, middle = (np.linalg.inv(glb.binds[joint])[:3, 3] for joint in (upper, lower))
    bone = middle - base
    share = (rest - base) @ bone / (bone @ bone)
    on_upper = members & ~glb.below(lower)[glb.main_joint]
    return np.flatnonzero(members & (~on_upper | (share >= FIRST_SHARE)))


def inner(glb, chosen):
    """Triangles all of whose corners are chosen."""
    mask = np.zeros(len(glb.points), bool)
    mask[chosen] = True
    return glb.triangles[mask[glb.triangles].all(1)]


def measure(path, every=1, clip=None, frames=None):
    glb = Glb(path, clip)
    arms, legs = find_limbs(glb, "arm"), find_limbs(glb, "leg")
    if len(arms) != 2:
        raise ValueError(f"{path}: arms not found by name; joints are {', '.join(glb.names)}")
    arm_side = np.zeros(len(glb.points), bool)
    for _, joints in arms:
        arm_side |= glb.below(joints[0])[glb.main_joint]
    trunk = Closed(inner(glb, np.flatnonzero(~arm_side)), len(glb.points))
    rest = glb.points
    asked = {name: limb_vertices(glb, j[1], j[2], rest) for name, j in arms}
    asked |= {name: limb_vertices(glb, j[0], j[1], rest) for name, j in legs}
    closed = {name: Closed(inner(glb, vertices), len(glb.points)) for name, vertices in asked.items()}
    last = min(frames[1], len(glb.times)) if frames else len(glb.times)
    numbers = list(range(frames[0] if frames else 0, last, every))
    depths = {"arm in body": [], "arm in arm": [], "leg in leg": []}
    deep, positions, rotations = [], [], []
    for number in numbers:
        world, rotation = glb.frame(number)
        posed = glb.skin(world)
        of_arms = [trunk.depths(posed, asked[name]) for name, _ in arms]
        depths["arm in body"].append(max(d.max(initial=0.0) for d in of_arms))
        deep.append(sum(int((d > 0.002).sum()) for d in of_arms))
        for kind, limbs in (("arm in arm", arms), ("leg in leg", legs)):
            worst = 0.0
            for own, other in (limbs, limbs[::-1]) if len(limbs) == 2 else ():
                worst = max(worst, closed[other[0]].depths(posed, asked[own[0]]).max(initial=0.0))
            depths[kind].append(worst)
        chain = [joint for _, joints in arms for joint in joints[1:]]
        positions.append(world[chain, :3, 3])
        rotations.append(rotation[chain])
    return {
        "path": str(path),
        "frame_rate": glb.frame_rate / every,
        "frames": numbers,
        "depths": {kind: np.array(values) for kind, values in depths.items()},
        "deep": np.array(deep),
        "positions": np.array(positions),
        "rotations": np.array(rotations),
        "joints": [f"{name.split()[0]} {part}" for name, _ in arms for part in ("shoulder", "elbow", "wrist")],
        "vertices": sum(len(asked[name]) for name, _ in arms),
        "triangles": len(trunk.triangles),
    }


def acceleration(found):
    """99th percentiles of angular and of linear acceleration of each joint, per second²."""
    rate = found["frame_rate"]
    turning, moving = [], []
    for joint in range(len(found["joints"])):
        q = found["rotations"][:, joint]
        back = q[:-1] * np.array([-1, -1, -1, 1])
        speed = rotation_vectors(product(back, q[1:]))
        turn = np.linalg.norm(np.diff(speed, axis=0), axis=1) * rate**2
        way = np.linalg.norm(np.diff(found["positions"][:, joint], 2, axis=0), axis=1) * rate**2
        turning.append(np.percentile(turn, 99, method="nearest") if len(turn) else 0.0)
        moving.append(np.percentile(way, 99, method="nearest") if len(way) else 0.0)
    return np.array(turning), np.array(moving)


def figures(found, before=None):
    out = {"file": found["path"], "frames": len(found["frames"]), "arm_vertices": found["vertices"]}
    for kind, depth in found["depths"].items():
        worst = int(depth.argmax()) if len(depth) else 0
        out[kind] = {
            "depth_max_cm": round(float(depth.max(initial=0.0)) * 100, 3),
            "worst_frame": found["frames"][worst],
            "frames_over_3_mm": int((depth > INSIDE).sum()),
        }
    out["vertices_over_2_mm"] = int(found["deep"].max(initial=0))
    if before is not None:
        turn, way = acceleration(found)
        turn_before, way_before = acceleration(before)
        turned = (turn + STILL_TURN) / (turn_before + STILL_TURN)
        out["turn_ratio"] = dict(zip(found["joints"], turned.round(3).tolist()))
        moved = (way + 0.05) / (way_before + 0.05)
        out["way_ratio"] = dict(zip(found["joints"], moved.round(3).tolist()))
        hands = np.linalg.norm(found["positions"] - before["positions"], axis=2)[:, [2, 5]]
        out["hand_max_cm"] = [round(float(v) * 100, 2) for v in hands.max(0)]
        out["hand_mean_cm"] = [round(float(v) * 100, 2) for v in hands.mean(0)]
        out["hand_worst_frame"] = [found["frames"][int(f)] for f in hands.argmax(0)]
    return out


def lines(result):
    yield f"{result['file']}: {result['frames']} frames, {result['arm_vertices']} vertices of the arms"
    for kind in ("arm in body", "arm in arm", "leg in leg"):
        one = result[kind]
        yield (
            f"  {kind}: {one['depth_max_cm']:.2f} cm at frame {one['worst_frame']},"
            f" {one['frames_over_3_mm']} frames above 0.3 cm"
        )
    yield f"  vertices deeper than 2 mm in the body, most in a frame: {result['vertices_over_2_mm']}"
    if "turn_ratio" in result:
        for label, key in (("angular", "turn_ratio"), ("linear", "way_ratio")):
            ratios = ", ".join(f"{name} {ratio:.2f}" for name, ratio in result[key].items())
            yield f"  {label} acceleration, p99, ratio: {ratios}"
        for side in (0, 1):
            yield (
                f"  {('left', 'right')[side]} hand moved: {result['hand_mean_cm'][side]:.1f} cm on average,"
                f" {result['hand_max_cm'][side]:.1f} at most (frame {result['hand_worst_frame'][side]})"
            )


def agreement(report, before, after):
    """How far the operation's own report and these figures lie apart."""
    report = report.get("clips", [report])[0]
    report = report.get("report", report)
    for label, own, key in (("before", before, "before"), ("after", after, "after")):
        if own is None:
            continue
        deepest = max(own[kind]["depth_max_cm"] for kind in ("arm in body", "arm in arm", "leg in leg"))
        told = 100 * report[key]["depth_max"]
        yield f"  {label}: report {told:.2f} cm, here {deepest:.2f} cm, apart {abs(told - deepest):.2f} cm"
    limbs = {limb["limb"]: limb for limb in report["limbs"]}
    for side, word in enumerate(("left", "right")):
        limb = limbs.get(f"{word} arm")
        if limb and "hand_max_cm" in after:
            told = [limb[f"{part}_acceleration"] for part in ("base", "middle", "end")]
            here = [after["turn_ratio"][f"{word} {part}"] for part in ("shoulder", "elbow", "wrist")]
            apart = max(abs(a - b) for a, b in zip(told, here))
            yield (
                f"  {word} hand: report {100 * limb['end_max']:.2f} cm, here {after['hand_max_cm'][side]:.2f} cm;"
                f" accelerations {apart:.3f} apart"
            )


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("files", nargs="+", help="GLB files to measure")
    parser.add_argument("--before", help="the file that came, to compare with")
    parser.add_argument("--report", help="the operation's own report, to compare with")
    parser.add_argument("--every", type=int, default=1, help="measure every so many frames")
    parser.add_argument("--frames", help="A..B: these frames only")
    parser.add_argument("--clip", help="name of the animation; the first if not given")
    parser.add_argument("--json", help="write all figures here")
    parser.add_argument("--limit", type=float, help="fail if an arm is deeper in the body than this, cm")
    given = parser.parse_args()
    frames = tuple(int(n) for n in given.frames.split("..")) if given.frames else None
    before = measure(given.before, given.every, given.clip, frames) if given.before else None
    of_before = figures(before) if before else None
    results = [of_before] if of_before else []
    if of_before:
        print("\n".join(lines(of_before)))
    for path in given.files:
        result = figures(measure(path, given.every, given.clip, frames), before)
        results.append(result)
        print("\n".join(lines(result)))
        if given.report:
            report = json.loads(pathlib.Path(given.report).read_text())
            print("\n".join(agreement(report, of_before, result)))
    if given.json:
        pathlib.Path(given.json).write_text(json.dumps(results, indent=1) + "\n")
    checked = results[1:] if of_before else results
    if given.limit is not None and any(r["arm in body"]["depth_max_cm"] > given.limit for r in checked):
        sys.exit(1)


if __name__ == "__main__":
    main()
