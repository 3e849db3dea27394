// Forward kinematics and what follows from it. A matrix is twelve numbers: three columns, then the translation.

function multiply(out, o, a, i, b, j) {
  for (let c = 0; c < 4; c++) {
    const x = b[j + 3 * c], y = b[j + 3 * c + 1], z = b[j + 3 * c + 2];
    for (let r = 0; r < 3; r++) {
      out[o + 3 * c + r] = a[i + r] * x + a[i + 3 + r] * y + a[i + 6 + r] * z + (c === 3 ? a[i + 9 + r] : 0);
    }
  }
}

function transformPoint(matrices, joint, p) {
  const m = matrices, i = 12 * joint;
  return [0, 1, 2].map((r) => m[i + r] * p[0] + m[i + 3 + r] * p[1] + m[i + 6 + r] * p[2] + m[i + 9 + r]);
}

// Metres of a byte of depth, as the payload has it.
const DEPTH_STEP = 0.0005;
// Colours of depths in metres, told apart with any colour vision by their brightness.
const DEPTH_RAMP = [
  { depth: 0.002, color: [1.0, 0.86, 0.25] },
  { depth: 0.01, color: [0.97, 0.45, 0.1] },
  { depth: 0.03, color: [0.78, 0.08, 0.28] },
  { depth: 0.06, color: [0.3, 0.0, 0.35] },
];

// A character on the page: what the payload says of it, and its pose at the current time.
class Actor {
  constructor(header, skins) {
    Object.assign(this, header);
    this.skins = header.skins.map((index) => skins[index]);
    for (const clip of this.clips) if (clip.balance) clip.balance = new Balance(clip.balance, clip);
    this.jointCount = this.joints.length;
    this.bones = [];
    this.joints.forEach((joint, index) => {
      if (joint.parent !== null) this.bones.push({ joint: joint.parent, child: index, site: null });
    });
    this.end_sites.forEach(([joint, site]) => this.bones.push({ joint, child: -1, site }));
    this.bones = this.withoutControls(this.bones);
    this.shownJoints = [...new Set([0, ...this.bones.flatMap((b) => (b.child < 0 ? [b.joint] : [b.joint, b.child]))])];
    this.local = new Float64Array(12);
    this.world = new Float64Array(12 * this.jointCount);
    this.visible = true;
    this.shift = [0, 0, 0];
    this.clipIndex = 0;
    this.shownIndex = -1;
    this.select(0);
  }

  get clip() { return this.clips[this.clipIndex]; }
  get duration() { return (this.clip.frame_count - 1) / this.clip.frame_rate; }

  select(index) {
    this.clipIndex = Math.max(0, Math.min(this.clips.length - 1, index));
    this.shownIndex = -1;
    this.setTime(0);
  }

  // The frame on show at a time: the last one not after it. Frames are never mixed, so defects stay visible.
  frameAt(time) {
    return Math.max(0, Math.min(this.clip.frame_count - 1, Math.floor(time * this.clip.frame_rate + 1e-6)));
  }

  setTime(time) {
    this.frame = this.frameAt(time);
    const index = Math.floor(this.frame / this.clip.stride);
    if (index === this.shownIndex) return;
    this.shownIndex = index;
    this.solve(index, this.world);
  }

  // How deep each vertex of a skin is inside the body now, metres; null where nothing is.
  depthsNow(skin) {
    const depths = this.clip.depths[skin];
    if (!depths) return null;
    const first = depths.offsets[this.shownIndex], end = depths.offsets[this.shownIndex + 1];
    if (first === end) return null;
    const out = new Float32Array(this.skins[skin].positions.length / 3);
    for (let i = first; i < end; i++) out[depths.vertices[i]] = depths.values[i] * DEPTH_STEP;
    return out;
  }

  // Deepest vertex and number of vertices inside the body now.
  depthFigures() {
    let deepest = 0, count = 0;
    for (const { offsets, values } of this.clip.depths) {
      for (let i = offsets[this.shownIndex]; i < offsets[this.shownIndex + 1]; i++) {
        deepest = Math.max(deepest, values[i] * DEPTH_STEP);
        count += 1;
      }
    }
    return { deepest, count };
  }

  // World matrices of every joint at a stored frame.
  solve(index, world) {
    const { clip, local: m, joints } = this;
    const q = clip.rotations, count = this.jointCount;
    const track = (tracks, joint, fallback) => {
      const found = tracks.length ? tracks.find((t) => t[0] === joint) : undefined;
      return found ? found[1].subarray(3 * index, 3 * index + 3) : fallback;
    };
    for (let joint = 0; joint < count; joint++) {
      const { parent, offset, scale, compensates } = joints[joint];
      const i = 4 * (index * count + joint);
      const n = 1 / (Math.hypot(q[i], q[i + 1], q[i + 2], q[i + 3]) || 1);
      const x = q[i] * n, y = q[i + 1] * n, z = q[i + 2] * n, w = q[i + 3] * n;
      m[0] = 1 - 2 * (y * y + z * z); m[1] = 2 * (x * y + w * z); m[2] = 2 * (x * z - w * y);
      m[3] = 2 * (x * y - w * z); m[4] = 1 - 2 * (x * x + z * z); m[5] = 2 * (y * z + w * x);
      m[6] = 2 * (x * z + w * y); m[7] = 2 * (y * z - w * x); m[8] = 1 - 2 * (x * x + y * y);
      const s = track(clip.scales, joint, scale);
      if (s) for (let k = 0; k < 9; k++) m[k] *= s[Math.floor(k / 3)];
      const t = joint === 0 ? clip.roots.subarray(3 * index, 3 * index + 3) : track(clip.translations, joint, offset);
      m[9] = t[0]; m[10] = t[1]; m[11] = t[2];
      if (parent === null) {
        world.set(m, 12 * joint);
        continue;
      }
      if (compensates) {
        const p = track(clip.scales, parent, joints[parent].scale);
        if (p) for (let k = 0; k < 9; k++) m[k] /= p[k % 3] || 1;
      }
      multiply(world, 12 * joint, world, 12 * parent, m, 0);
    }
  }

  // Joint position, where the clip puts it.
  position(joint) { return Array.from(this.world.subarray(12 * joint + 9, 12 * joint + 12)); }

  // Ends of a bone, as the character is placed on the page.
  boneEnds(bone) {
    const head = this.position(bone.joint);
    const tail = bone.site ? transformPoint(this.world, bone.joint, bone.site) : this.position(bone.child);
    return [this.placed(head), this.placed(tail)];
  }

  // Some points of the meshes at the current frame, enough to tell how far they reach.
  meshPoints() {
    return this.skins.flatMap((skin) => {
      const { positions: p, slots, weights, influence_count: kept, slot_joints: joints, inverse_binds: binds } = skin;
      const matrices = new Float64Array(12 * joints.length), out = [];
      joints.forEach((joint, slot) => multiply(matrices, 12 * slot, this.world, 12 * joint, binds, 12 * slot));
      const step = Math.ceil(p.length / 3 / 600);
      for (let vertex = 0; vertex < p.length / 3; vertex += step) {
        const sum = [0, 0, 0];
        for (let i = kept * vertex; i < kept * (vertex + 1) && weights[i]; i++) {
          const at = transformPoint(matrices, slots[i], p.subarray(3 * vertex, 3 * vertex + 3));
          for (let k = 0; k < 3; k++) sum[k] += (at[k] * weights[i]) / 255;
        }
        out.push(this.placed(sum));
      }
      return out;
    });
  }

  // Leaves out what only serves to rig a skinned character: chains that move no mesh and end no bone that does.
  withoutControls(bones) {
    if (!this.skins.length) return bones;
    const moves = new Array(this.jointCount).fill(false);
    for (const { slots, weights, slot_joints: joints } of this.skins) {
      slots.forEach((slot, i) => { if (weights[i]) moves[joints[slot]] = true; });
    }
    const leads = moves.slice();
    for (let joint = this.jointCount - 1; joint > 0; joint--) if (leads[joint]) leads[this.joints[joint].parent] = true;
    return bones.filter((b) => moves[b.joint] || (b.child >= 0 && leads[b.child]));
  }

  placed(p) { return [p[0] + this.shift[0], p[1] + this.shift[1], p[2] + this.shift[2]]; }

  // Paths of the root and of the plantable points over the whole clip, and the box around all of it.
  paths() {
    const { clip } = this;
    if (clip.paths) return clip.paths;
    const stored = clip.roots.length / 3;
    const world = new Float64Array(this.world.length);
    const box = emptyBox();
    const points = this.points.map(() => new Float32Array(3 * stored));
    for (let index = 0; index < stored; index++) {
      this.solve(index, world);
      boundsOf(world, this.jointCount, box);
      this.points.forEach((point, k) => points[k].set(transformPoint(world, point.joint, point.offset), 3 * index));
    }
    clip.paths = { box, points };
    return clip.paths;
  }

  plantsAt(frame) { return this.clip.plants.filter((p) => p.first <= frame && frame < p.end); }

  // The level direction the character looks at in the first frame; null if it has no thighs to tell.
  facing() {
    if (!this.thighs) return null;
    const world = new Float64Array(this.world.length);
    this.solve(0, world);
    const [dx, dz] = [9, 11].map((k) => world[12 * this.thighs[0] + k] - world[12 * this.thighs[1] + k]);
    const length = Math.hypot(dx, dz);
    return length < 1e-3 ? null : [-dz / length, dx / length];
  }
}

function emptyBox() { return { min: [Infinity, Infinity, Infinity], max: [-Infinity, -Infinity, -Infinity] }; }

function boundsOf(world, count, box) {
  for (let joint = 0; joint < count; joint++) {
    for (let axis = 0; axis < 3; axis++) {
      const value = world[12 * joint + 9 + axis];
      if (value < box.min[axis]) box.min[axis] = value;
      if (value > box.max[axis]) box.max[axis] = value;
    }
  }
  return box;
}

// Puts characters next to each other across the direction in which they travel, or back where their clips say.
function placeActors(actors, placement) {
  actors.forEach((actor) => { actor.shift = [0, 0, 0]; });
  if (placement !== "side-by-side" || actors.length < 2) return;
  const boxes = actors.map((actor) => actor.paths().box);
  const extent = (axis) => Math.max(...boxes.map((b) => b.max[axis] - b.min[axis]));
  const looksAlongX = Math.abs((actors[0].facing() || [0, 1])[0]) > 0.7;
  const axis = Math.abs(extent(0) - extent(2)) < 0.6 ? (looksAlongX ? 2 : 0) : extent(0) < extent(2) ? 0 : 2;
  const across = 2 - axis;
  const gap = 0.25 * Math.max(...boxes.map((b) => b.max[1] - b.min[1]));
  // In the order of the list from left to right for someone who looks along −z or +x.
  let at = boxes[0].min[axis];
  actors.forEach((actor, index) => {
    const box = boxes[index];
    actor.shift[axis] = at - box.min[axis];
    at += box.max[axis] - box.min[axis] + gap;
    const start = (a) => a.clip.roots[across];
    const apart = start(actors[0]) - start(actor);
    // Clips of the same place stay comparable; only strangers are brought into line.
    if (Math.abs(apart) > 0.5) actor.shift[across] = apart;
  });
}

