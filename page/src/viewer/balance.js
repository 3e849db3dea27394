// Balance in the picture: what it adds, as polygons, lines, discs and marks that each renderer draws in its own way.

// A zero moment point this far outside is within what capture resolves, metres.
const NEAR_SUPPORT = 0.02;
// So much of every track is drawn before and after the frame on show, seconds.
const TRACK_REACH = 1.5;
// Below this share of the weight nothing is told of the zero moment point.
const LEAST_LOAD = 0.15;
const LIFT = 0.005;
const BALANCE_LAYERS = ["centre", "flights", "zmp", "support"];

class Balance {
  constructor(header, clip) {
    Object.assign(this, header);
    this.stride = clip.stride;
    this.rate = clip.frame_rate / clip.stride;
    this.count = this.load.length;
  }

  centreAt(i) { return Array.from(this.centre.subarray(3 * i, 3 * i + 3)); }
  shadowAt(i) { return [this.centre[3 * i], this.shadow[i], this.centre[3 * i + 2]]; }
  hasPoint(i) { return !Number.isNaN(this.point[3 * i]); }
  pointAt(i) { return Array.from(this.point.subarray(3 * i, 3 * i + 3)); }

  areaAt(i) {
    const out = [];
    for (let k = this.area_first[i]; k < this.area_first[i + 1]; k++) out.push(Array.from(this.area_corners.subarray(3 * k, 3 * k + 3)));
    return out;
  }

  // Which colour a stored frame has; null where nothing tells.
  standing(i) {
    const distance = this.distance[i];
    if (Number.isNaN(distance) || this.load[i] < LEAST_LOAD) return null;
    if (this.otherAt(i * this.stride)) return "other";
    return distance <= 0 ? "inside" : distance <= NEAR_SUPPORT ? "near" : "outside";
  }

  // Stored frames around one, with 1 there and 0 at the ends.
  around(i, seconds = TRACK_REACH) {
    const reach = Math.max(1, Math.round(seconds * this.rate)), out = [];
    for (let k = Math.max(0, i - reach); k <= Math.min(this.count - 1, i + reach); k++) out.push([k, 1 - Math.abs(k - i) / (reach + 1)]);
    return out;
  }

  // Little force makes the point run away: it is drawn as strong as what it tells.
  weight(i) { return Math.max(0, Math.min(1, (this.load[i] - LEAST_LOAD) / 0.35)); }

  // The level way of the centre of mass around a stored frame; null where it stays.
  wayAround(i) {
    const frames = this.around(i).map(([k]) => k), [from, to] = [frames[0], frames[frames.length - 1]].map((k) => this.centreAt(k));
    const way = [to[0] - from[0], to[2] - from[2]];
    return Math.hypot(...way) > 0.5 ? way : null;
  }

  otherAt(frame) { return this.others.find((other) => other.first <= frame && frame < other.end); }
  arcAt(frame) { return this.arcs.find((arc) => arc.first <= frame && frame < arc.end); }
}

function corners(array) {
  const out = [];
  for (let i = 0; i < array.length; i += 3) out.push([array[i], array[i + 1], array[i + 2]]);
  return out;
}

const lifted = (p, by = LIFT) => [p[0], p[1] + by, p[2]];
const closed = (points) => (points.length > 2 ? [...points, points[0]] : points);
const towards = (a, b, t) => a.map((v, i) => v + (b[i] - v) * t);

// The place of an outline that is nearest to a point, seen from above.
function nearestOf(outline, p) {
  let best = null, least = Infinity;
  outline.forEach((a, i) => {
    const b = outline[(i + 1) % outline.length];
    const along = [b[0] - a[0], b[2] - a[2]], length = along[0] ** 2 + along[1] ** 2;
    const share = length > 0 ? Math.max(0, Math.min(1, ((p[0] - a[0]) * along[0] + (p[2] - a[2]) * along[1]) / length)) : 0;
    const at = towards(a, b, share), distance = Math.hypot(p[0] - at[0], p[2] - at[2]);
    if (distance < least) [best, least] = [at, distance];
  });
  return best;
}

function circle(centre, radius, parts = 28) {
  return Array.from({ length: parts + 1 }, (_, i) => {
    const turn = (2 * Math.PI * i) / parts;
    return [centre[0] + radius * Math.cos(turn), centre[1], centre[2] + radius * Math.sin(turn)];
  });
}

// Pieces of a line with gaps between them, metres each.
function dashes(a, b, piece) {
  const length = Math.hypot(...b.map((v, i) => v - a[i])), out = [];
  for (let at = 0; at < length; at += 2 * piece) out.push([towards(a, b, at / length), towards(a, b, Math.min(1, (at + piece) / length))]);
  return out;
}

// Everything that balance adds. Things on the floor are hidden by what stands before them, though not wholly; those of the
// air shine through.
function balanceOverlay(scene) {
  const floor = { polygons: [], lines: [], discs: [] }, air = { polygons: [], lines: [], marks: [] };
  for (const actor of scene.actors.filter((a) => a.visible && a.clip.balance)) {
    const painter = new BalancePainter(scene, actor, floor, air);
    if (scene.options.footprints && !scene.isGhost(actor)) painter.prints();
    if (scene.options.support) painter.support();
    if (scene.options.zmp) painter.zeroMoment();
    if (scene.options.centre) painter.centre();
    if (scene.options.flights) painter.flights();
  }
  return { floor, air };
}

class BalancePainter {
  constructor(scene, actor, floor, air) {
    Object.assign(this, { scene, actor, floor, air });
    this.balance = actor.clip.balance;
    this.now = Math.min(this.balance.count - 1, actor.shownIndex);
    this.tint = scene.colors.tints[actor.tint];
    this.size = scene.bodySize(actor);
    this.ghost = scene.isGhost(actor) ? 0.7 : 1;
  }

  placed(p) { return this.actor.placed(p); }
  color(standing) { return this.scene.colors.balance[standing]; }

  // Where the feet stood: the nearer in time, the stronger.
  prints() {
    const { frame, clip } = this.actor, ink = this.scene.colors.text;
    for (const print of this.balance.prints) {
      const away = Math.max(print.first - frame, frame - print.end + 1, 0) / clip.frame_rate;
      const alpha = away > 0 ? Math.max(0.2, 1 - away / TRACK_REACH) : 1;
      const points = corners(print.corners).map((p) => lifted(this.placed(p), 0.003));
      this.floor.polygons.push({ points, color: ink, alpha: 0.07 * alpha });
      this.floor.lines.push({ points: closed(points), color: ink, alphas: alpha * 0.42, width: 1.25 });
    }
  }

  support() {
    const points = this.balance.areaAt(this.now).map((p) => lifted(this.placed(p), 0.004));
    this.floor.polygons.push({ points, color: this.tint, alpha: 0.24 * this.ghost });
    this.floor.lines.push({ points: closed(points), color: this.tint, alphas: 0.95 * this.ghost, width: 2 });
    const other = this.balance.otherAt(this.actor.frame);
    if (!other) return;
    const ring = circle(lifted(this.placed(other.place)), 0.05 * this.size);
    this.floor.polygons.push({ points: ring, color: this.scene.colors.tints.purple, alpha: 0.25 });
    this.floor.lines.push({ points: ring, color: this.scene.colors.tints.purple, alphas: 1, width: 2 });
  }

  // The track keeps its colours before and after a correction; what was before is thin.
  zeroMoment() {
    const { balance, now } = this, thin = this.scene.isGhost(this.actor) ? 0.55 : 1;
    const track = balance.around(now);
    track.slice(1).forEach(([i, nearness], k) => {
      const from = track[k][0], standing = balance.standing(i);
      if (!standing || !balance.hasPoint(from) || !balance.hasPoint(i)) return;
      const points = [from, i].map((f) => lifted(this.placed(balance.pointAt(f)), 0.006));
      const alpha = (0.2 + 0.7 * nearness) * Math.min(balance.weight(from), balance.weight(i)) * thin;
      this.floor.lines.push({ points, color: this.color(standing), alphas: alpha, width: (standing === "inside" ? 2.5 : 3.5) * (thin < 1 ? 0.6 : 1) });
    });
    const standing = balance.standing(now);
    if (!standing) return;
    const at = lifted(this.placed(balance.pointAt(now)), 0.008), color = this.color(standing);
    if (balance.distance[now] > 0) {
      const edge = nearestOf(balance.areaAt(now).map((p) => this.placed(p)), at);
      if (edge) this.floor.lines.push({ points: [at, lifted(edge, 0.008)], color, alphas: this.ghost, width: 3 });
    }
    const strength = Math.max(0.35, balance.weight(now));
    this.floor.discs.push({ centre: at, radius: 0.0185 * this.size, color: this.tint, alpha: strength * this.ghost, solid: true });
    this.floor.discs.push({ centre: lifted(at, 0.001), radius: 0.0125 * this.size, color, alpha: strength, solid: true });
  }

  centre() {
    const { balance, now } = this;
    const track = balance.around(now, TRACK_REACH / 2);
    const alphas = track.map(([, nearness]) => 0.75 * nearness * this.ghost);
    this.air.lines.push({ points: track.map(([i]) => this.placed(balance.centreAt(i))), color: this.tint, alphas, width: 1.75 });
    this.floor.lines.push({ points: track.map(([i]) => lifted(this.placed(balance.shadowAt(i)))), color: this.tint, alphas: alphas.map((a) => 0.6 * a), width: 1.5 });
    const at = this.placed(balance.centreAt(now)), shadow = lifted(this.placed(balance.shadowAt(now)), 0.007);
    for (const points of dashes(shadow, at, 0.018 * this.size)) this.air.lines.push({ points, color: this.tint, alphas: 0.7 * this.ghost, width: 1.5 });
    this.floor.lines.push({ points: circle(shadow, 0.018 * this.size), color: this.tint, alphas: this.ghost, width: 2 });
    // From above it is near the eye and would hide the floor.
    const radius = (this.scene.isFaded() ? 0.011 : 0.021) * this.size;
    this.air.marks.push({ centre: at, radius, color: this.tint, alpha: this.ghost });
  }

  // The arc of gravity beside the way that the centre of mass takes; what lies between them is filled.
  flights() {
    const { balance } = this, { frame, clip } = this.actor;
    for (const arc of balance.arcs) {
      const away = Math.max(arc.first - frame, frame - arc.end + 1, 0) / clip.frame_rate;
      const alpha = (away > TRACK_REACH ? 0.25 : 1) * this.ghost;
      const color = this.scene.colors.balance[arc.holds ? "holds" : "fails"];
      const points = corners(arc.points).map((p) => this.placed(p));
      const path = [];
      for (let f = arc.first; f < arc.end; f++) path.push(this.placed(balance.centreAt(Math.min(balance.count - 1, Math.floor(f / balance.stride)))));
      for (let i = 1; i < points.length; i++) this.air.polygons.push({ points: [points[i - 1], points[i], path[i], path[i - 1]], color, alpha: 0.16 * alpha });
      this.air.lines.push({ points, color, alphas: 0.7 * alpha, width: 7 });
      this.air.lines.push({ points: path, color: this.tint, alphas: alpha, width: 2 });
    }
  }
}

// The floor from above: footprints, centre of mass and zero moment point of the whole clip.
function drawBalanceFromAbove(g, x, z, view) {
  const line = (points, color, alpha, width) => {
    g.strokeStyle = css(color, alpha);
    g.lineWidth = width;
    g.beginPath();
    points.forEach((p) => g.lineTo(x(p[0]), z(p[2])));
    g.stroke();
  };
  for (const actor of view.actors.filter((a) => a.visible && a.clip.balance)) {
    const { balance } = actor.clip, ghost = view.isGhost(actor) ? 0.5 : 1;
    if (view.options.footprints && !view.isGhost(actor)) {
      for (const print of balance.prints) line(closed(corners(print.corners)).map((p) => actor.placed(p)), view.colors.text, 0.4, 1);
    }
    const step = Math.max(1, Math.floor(balance.count / 2000));
    if (view.options.centre) {
      const path = [];
      for (let i = 0; i < balance.count; i += step) path.push(actor.placed(balance.centreAt(i)));
      line(path, view.colors.tints[actor.tint], 0.6 * ghost, 1);
    }
    if (!view.options.zmp) continue;
    for (let i = step; i < balance.count; i += step) {
      const standing = balance.standing(i);
      if (!standing || !balance.hasPoint(i - step) || balance.weight(i) < 0.3) continue;
      line([i - step, i].map((f) => actor.placed(balance.pointAt(f))), view.colors.balance[standing], 0.9 * ghost, 1.5);
    }
  }
}

// The figures of the frame on show.
function balanceNow(actor) {
  const { balance } = actor.clip, i = Math.min(balance.count - 1, actor.shownIndex);
  const arc = balance.arcAt(actor.frame), other = balance.otherAt(actor.frame), distance = balance.distance[i];
  const load = `load ${(Math.round(100 * balance.load[i]) / 100 || 0).toFixed(2)}`;
  if (arc) return [`in flight, ${arc.g_ratio.toFixed(2)} × gravity`, load];
  const left = balance.left_share[i];
  const share = Number.isNaN(left) ? "" : `left foot ${Math.round(100 * left)} %`;
  if (!balance.standing(i)) return ["not judged", load];
  const where = `${Math.abs(100 * distance).toFixed(1)} cm ${distance > 0 ? "outside" : "inside"}`;
  return [other ? `${where}: something else carries, near ${other.joint}` : where, load, share].filter(Boolean);
}
