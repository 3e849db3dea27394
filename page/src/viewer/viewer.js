// The page itself: state, controls and the loop that keeps picture, charts and numbers at one time.

const page = readPayload();
const byId = (id) => document.getElementById(id);
const actors = page.actors.map((header) => new Actor(header, page.skins));
actors.forEach((actor, index) => { actor.index = index; });
const camera = new Camera();
const groundHeight = page.ground.kind === "level" ? page.ground.height : 0;
const hasSkins = actors.some((a) => a.skins.length);
const hasPoints = actors.some((a) => a.points.length);
const hasPlants = actors.some((a) => a.clips.some((c) => c.plants.length));
const hasDepths = actors.some((a) => a.clips.some((c) => c.depths.length));
const hasBalance = actors.some((a) => a.clips.some((c) => c.balance));
const hasFlights = actors.some((a) => a.clips.some((c) => c.balance && c.balance.arcs.length));
const hasOthers = actors.some((a) => a.clips.some((c) => c.balance && c.balance.others.length));
const state = { time: 0, playhead: 0, playing: false, speed: 1, placement: page.placement };
const options = { mesh: true, skeleton: false, footprints: true, trails: false, follow: true, plots: true, depths: true };
for (const name of BALANCE_LAYERS) options[name] = true;
let followed = [0, 0];
let dirty = true;

function readColors() {
  const style = getComputedStyle(document.documentElement);
  const read = (name) => {
    const hex = style.getPropertyValue(`--${name}`).trim();
    return [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255);
  };
  const names = ["background", "ground", "grid", "shadow", "panel", "line", "track", "text", "faint", "accent", "clay", "joint"];
  const colors = Object.fromEntries(names.map((name) => [name, read(name)]));
  colors.shadowAlpha = parseFloat(style.getPropertyValue("--shadow-alpha"));
  colors.tints = Object.fromEntries(["neutral", "accent", "left", "right", "green", "purple"].map((name) => [name, read(name)]));
  const [inside, near, outside] = ["inside", "near", "outside"].map((name) => read(`balance-${name}`));
  colors.balance = { inside, near, outside, other: colors.tints.purple, holds: inside, fails: outside };
  return colors;
}

const mix = (a, b, t) => a.map((v, i) => v + (b[i] - v) * t);

function heightUnder(p) {
  if (page.ground.kind === "level") return page.ground.height;
  const { origin, spacing, columns, heights } = page.ground;
  const column = Math.round((p[0] - origin[0]) / spacing), row = Math.round((p[2] - origin[1]) / spacing);
  const h = column >= 0 && column < columns ? heights[row * columns + column] : NaN;
  return h === undefined || Number.isNaN(h) ? p[1] : h;
}

// How far a joint that can be planted lies above the sole, as a share of the body's height.
const ABOVE_SOLE = { ankle: 0.05, toe: 0.02 };

// Where a plant's disc lies: on the ground, or under the foot where that is elsewhere, as on stairs that no one gave.
function footingHeight(plant, size) {
  const sole = plant.position[1] - (ABOVE_SOLE[plant.point.replace(/^(left|right)_/, "")] || 0) * size;
  const ground = heightUnder(plant.position);
  return Math.abs(sole - ground) < 0.025 * size ? ground : sole;
}

// What the renderers and charts ask for.
const scene = {
  actors, camera, options, groundHeight, colors: readColors(),
  get time() { return state.time; },
  get duration() { return Math.max(...actors.map((a) => a.duration)); },
  get frameRate() { return actors[0].clip.frame_rate; },
  get frameCount() { return Math.round(this.duration * this.frameRate) + 1; },
  get frame() { return Math.min(this.frameCount - 1, Math.floor(state.time * this.frameRate + 1e-6)); },
  // The one that was there before steps back when characters stand in the same place.
  // Looked at from above, bodies give way to what they stand on.
  isFaded: () => hasBalance && camera.pitch > 1.3 && BALANCE_LAYERS.some((name) => options[name]),
  isGhost: (actor) => actors.length > 1 && state.placement === "overlaid" && actor.tint === "neutral",
  bodySize(actor) {
    const { min, max } = actor.paths().box;
    actor.clip.size ||= actor.jointCount > 1 ? Math.min(max[1] - min[1] || 1, restSize(actor)) : 1;
    return actor.clip.size;
  },
  jointColor(actor) { return mix(this.colors.tints[actor.tint], this.colors.joint, 0.6); },
  meshColor(actor) {
    return actors.length === 1 ? this.colors.clay : mix(this.colors.clay, this.colors.tints[actor.tint], 0.55);
  },
  plantedJoints(actor) {
    return new Map(actor.plantsAt(actor.frame).map((p) => [p.joint, this.colors.tints[p.side]]));
  },
  discs(all) {
    const out = [];
    // One set of footprints is enough where two characters walk over each other.
    for (const actor of actors.filter((a) => a.visible && !this.isGhost(a))) {
      // Outlines of soles tell more than discs.
      if (actor.clip.balance) continue;
      for (const plant of actor.clip.plants) {
        const current = plant.first <= actor.frame && actor.frame < plant.end;
        if (!current && !all && !options.footprints) continue;
        const centre = actor.placed(plant.position);
        centre[1] = footingHeight(plant, this.bodySize(actor)) + (current ? 0.006 : 0.004);
        const radius = (current ? 0.034 : 0.026) * this.bodySize(actor);
        out.push({ centre, radius, color: this.colors.tints[plant.side], alpha: current ? 0.95 : 0.3, current });
      }
    }
    return out;
  },
  overlay() { return balanceOverlay(this); },
  // Half a second of every toe's path either way.
  trails() {
    if (!options.trails) return [];
    return actors.filter((a) => a.visible).flatMap((actor) => {
      const { frame_rate: rate, stride } = actor.clip, reach = Math.round(rate / stride / 2);
      const now = Math.floor(actor.frame / stride), stored = actor.clip.roots.length / 3;
      return actor.points.flatMap((point, k) => {
        if (!/_(toe|heel)$/.test(point.name)) return [];
        const path = actor.paths().points[k], points = [];
        for (let i = Math.max(0, now - reach); i <= Math.min(stored - 1, now + reach); i++) {
          points.push(actor.placed([path[3 * i], path[3 * i + 1], path[3 * i + 2]]));
        }
        return [{ points, color: this.colors.tints[point.side] }];
      });
    });
  },
  plantRows() {
    const actor = actors.find((a) => a.visible && a.clip.plants.length);
    if (!actor) return [];
    const rows = new Map();
    const scale = this.frameRate / actor.clip.frame_rate;
    for (const plant of actor.clip.plants) {
      if (!rows.has(plant.point)) rows.set(plant.point, { color: this.colors.tints[plant.side], spans: [] });
      rows.get(plant.point).spans.push([plant.first * scale, plant.end * scale]);
    }
    return [...rows.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  },
  floorBox() {
    const box = emptyBox();
    for (const actor of actors.filter((a) => a.visible)) {
      for (const p of [actor.paths().box.min, actor.paths().box.max].map((p) => actor.placed(p))) {
        box.min = box.min.map((v, i) => Math.min(v, p[i]));
        box.max = box.max.map((v, i) => Math.max(v, p[i]));
      }
    }
    return Number.isFinite(box.min[0]) ? box : { min: [-1, 0, -1], max: [1, 1, 1] };
  },
};

// Sum of bone lengths from the root to the farthest joint, twice: near a body's height whatever its pose.
function restSize(actor) {
  const reach = [];
  actor.joints.forEach(({ parent, offset }, i) => { reach[i] = parent === null ? 0 : reach[parent] + Math.hypot(...offset); });
  return 2 * Math.max(...reach) || 1;
}

const canvas = byId("view");
let renderer = null;

function startRenderer() {
  const plain = (why) => {
    byId("message").hidden = false;
    byId("message").textContent = why;
    // A canvas keeps its first kind of context for life.
    const fresh = canvas.cloneNode();
    byId("stage").replaceChild(fresh, byId("view"));
    controlCamera(fresh, camera, cameraMoved, frameAll);
    renderer = new Canvas2dRenderer(fresh);
  };
  if (location.hash === "#canvas2d") {
    plain("Plain drawing, as asked for: skeletons only.");
    return;
  }
  try {
    renderer = new GlRenderer(canvas, page.ground);
    controlCamera(canvas, camera, cameraMoved, frameAll);
    canvas.addEventListener("webglcontextlost", (event) => event.preventDefault());
    canvas.addEventListener("webglcontextrestored", () => {
      renderer = new GlRenderer(canvas, page.ground);
      dirty = true;
    });
  } catch (error) {
    plain("This browser has no WebGL 2, so only skeletons are drawn. Switch on hardware acceleration to see meshes.");
    if (!/no WebGL 2/.test(error.message)) console.error(error);
  }
}

function cameraMoved() {
  byId("hint").classList.add("gone");
  dirty = true;
}


function aspect() {
  const { clientWidth, clientHeight } = renderer.canvas;
  return clientWidth / Math.max(1, clientHeight);
}

function frameAll() {
  const shown = actors.filter((a) => a.visible);
  const reach = (a) => [...a.bones.flatMap((b) => a.boneEnds(b)), a.placed(a.position(0)), ...(options.mesh ? a.meshPoints() : [])];
  const points = shown.flatMap(reach);
  const margin = 0.06 * Math.max(...shown.map((a) => scene.bodySize(a)));
  if (points.length) camera.frame(points, margin, aspect());
  followed = followPoint();
  dirty = true;
}

function followPoint() {
  const shown = actors.filter((a) => a.visible);
  const mean = (axis) => shown.reduce((sum, a) => sum + a.world[9 + axis] + a.shift[axis], 0) / Math.max(1, shown.length);
  return [mean(0), mean(2)];
}

// The yaw that looks the first character in the face.
function frontYaw() {
  const facing = actors[0].facing();
  return facing ? Math.atan2(facing[0], facing[1]) : 0;
}

function setView(name) {
  const quarter = Math.PI / 2;
  if (name === "front") [camera.yaw, camera.pitch] = [frontYaw(), 0.08];
  if (name === "side") [camera.yaw, camera.pitch] = [frontYaw() + quarter, 0.08];
  if (name === "top") [camera.yaw, camera.pitch] = [0, 1.55];
  if (name === "balance") frameBalance();
  else frameAll();
}

// From above, near enough to read the steps around now; who goes or looks ahead does so to the right.
function frameBalance() {
  const lead = actors.find((a) => a.visible && a.clip.balance), way = lead && lead.clip.balance.wayAround(lead.shownIndex);
  [camera.yaw, camera.pitch] = [(way ? Math.atan2(way[0], way[1]) : frontYaw()) - Math.PI / 2, 1.55];
  const points = actors.filter((a) => a.visible && a.clip.balance).flatMap((actor) => {
    const { balance } = actor.clip, near = (first, end) => Math.max(first - actor.frame, actor.frame - end + 1) < 0.5 * TRACK_REACH * actor.clip.frame_rate;
    const prints = balance.prints.filter((p) => near(p.first, p.end)).flatMap((p) => corners(p.corners));
    return [...prints, balance.shadowAt(Math.min(balance.count - 1, actor.shownIndex))].map((p) => actor.placed(p));
  });
  if (points.length) camera.frame(points, 0.12 * Math.max(...actors.map((a) => scene.bodySize(a))), aspect());
  // Above the heads.
  camera.distance = Math.max(camera.distance, 1.6 * Math.max(...actors.map((a) => scene.bodySize(a))));
  followed = followPoint();
  dirty = true;
}

function place() {
  placeActors(actors, state.placement);
  document.querySelectorAll("#placement button").forEach((b) => b.setAttribute("aria-pressed", b.dataset.placement === state.placement));
}

function setTime(time) {
  state.time = Math.max(0, Math.min(scene.duration, time));
  state.playhead = state.time;
  actors.forEach((actor) => actor.setTime(state.time));
  if (options.follow) {
    const now = followPoint();
    camera.target[0] += now[0] - followed[0];
    camera.target[2] += now[1] - followed[1];
    followed = now;
  }
  dirty = true;
}

function setFrame(frame) { setTime(Math.max(0, Math.min(scene.frameCount - 1, Math.round(frame))) / scene.frameRate); }

function setPlaying(playing) {
  if (playing && scene.frame >= scene.frameCount - 1) setTime(0);
  state.playing = playing && scene.frameCount > 1;
  byId("transport").classList.toggle("playing", state.playing);
}

function selectClip(actor, index) {
  const names = (a) => JSON.stringify(a.clips.map((c) => c.name));
  const together = actors.filter((a) => a === actor || names(a) === names(actor));
  together.forEach((a) => a.select(index));
  place();
  buildActors();
  buildPlots();
  buildTables();
  setTime(0);
  frameAll();
}

function element(tag, properties = {}, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
}

function buildActors() {
  const list = byId("actors");
  list.replaceChildren();
  for (const actor of actors) {
    const box = element("input", { type: "checkbox", checked: actor.visible });
    box.addEventListener("change", () => {
      actor.visible = box.checked;
      followed = followPoint();
      dirty = true;
    });
    const dot = element("span", { className: "dot" });
    dot.style.background = `var(--${actor.tint})`;
    const item = element("li", {}, element("label", {}, box, dot, element("span", { className: "name", textContent: actor.label, title: actor.label })));
    if (actor.clips.length > 1) {
      const select = element("select", { title: "Clip" });
      select.setAttribute("aria-label", `Clip of ${actor.label}`);
      actor.clips.forEach((clip, i) => select.append(element("option", { value: i, textContent: clip.name || `clip ${i}` })));
      select.value = actor.clipIndex;
      select.addEventListener("change", () => selectClip(actor, Number(select.value)));
      item.append(select);
    }
    const { frame_count: frames, frame_rate: rate, stride, plants } = actor.clip;
    const parts = [`${frames} ${frames === 1 ? "frame" : "frames"}`, `${+rate.toFixed(2)} fps`, `${actor.jointCount} joints`];
    if (plants.length) parts.push(`${plants.length} plants`);
    if (stride > 1) parts.push(`every ${stride}. frame shown`);
    item.append(element("small", { textContent: parts.join(" · ") }));
    list.append(item);
  }
  byId("placement").hidden = actors.length < 2;
}

function buildOptions() {
  const entries = [
    ["mesh", "Mesh", hasSkins], ["skeleton", "Skeleton", hasSkins], ["follow", "Follow", true],
    ["depths", "Depths", hasDepths], ["footprints", "Footprints", hasPlants || hasBalance], ["centre", "Centre of mass", hasBalance],
    ["zmp", "Zero moment", hasBalance], ["support", "Support", hasBalance], ["flights", "Flight arcs", hasFlights], ["trails", "Foot paths", hasPoints], ["plots", "Plots", page.plots.length > 0],
  ];
  for (const [name, label, useful] of entries.filter((e) => e[2])) {
    const box = element("input", { type: "checkbox", checked: options[name], id: `option-${name}` });
    box.addEventListener("change", () => setOption(name, box.checked));
    byId("options").append(element("label", {}, box, label));
  }
}

function setOption(name, value) {
  options[name] = value;
  const box = byId(`option-${name}`);
  if (box) box.checked = value;
  followed = followPoint();
  if (name === "plots") buildPlots();
  dirty = true;
}

let plots = [];

const isCurrent = (item) => item.clip === null || item.clip === actors[0].clipIndex;

function buildPlots() {
  const section = byId("plots");
  const shown = options.plots ? page.plots.filter((p) => isCurrent(p) && p.series.some((s) => s.values.length > 1)) : [];
  section.hidden = !shown.length;
  // Whole rows: four are two and two.
  section.style.setProperty("--columns", shown.length === 4 ? 2 : Math.min(3, shown.length));
  plots = shown.map((plot) => {
    const caption = element("figcaption", {}, element("b", { textContent: `${plot.title}, ${plot.unit}` }));
    const outputs = plot.series.map((series) => {
      const swatch = element("i");
      swatch.style.background = `var(--${series.tint})`;
      const value = element("output");
      caption.append(element("span", { className: "key" }, swatch, element("span", { textContent: series.label, title: series.label }), value));
      return value;
    });
    const chart = element("canvas");
    scrubbing(chart, PLOT_LEFT, PLOT_RIGHT, (share) => setFrame(share * (scene.frameCount - 1)));
    return { plot, chart, outputs, figure: element("figure", {}, caption, chart) };
  });
  section.replaceChildren(...plots.map((p) => p.figure));
}

function buildDepths() {
  byId("depths").hidden = !hasDepths;
  if (!hasDepths) return;
  const css = ({ color }) => `rgb(${color.map((c) => Math.round(255 * c)).join(" ")})`;
  byId("ramp").style.background = `linear-gradient(to right, ${DEPTH_RAMP.map(css).join(", ")})`;
  const label = ({ depth }, i) => `${+(100 * depth).toFixed(1)}${i === DEPTH_RAMP.length - 1 ? " cm" : ""}`;
  byId("ramp-labels").append(...DEPTH_RAMP.map((stop, i) => element("span", { textContent: label(stop, i) })));
}

function drawDepthFigures() {
  if (!hasDepths) return;
  byId("depth-now").replaceChildren(...actors.filter((a) => a.visible).map((actor) => {
    const { deepest, count } = actor.depthFigures();
    const text = count ? `${(100 * deepest).toFixed(1)} cm, ${count} ${count === 1 ? "vertex" : "vertices"}` : "none";
    return element("li", {}, element("span", { textContent: actor.label }), element("output", { textContent: text }));
  }));
}

// What the colours and signs of balance mean.
function buildBalance() {
  byId("balance").hidden = !hasBalance;
  document.querySelector("[data-view=balance]").hidden = !hasBalance;
  const sign = (svg, text) => {
    const item = element("span", { innerHTML: `<svg viewBox="0 0 18 14" aria-hidden="true">${svg}</svg>` });
    item.append(text);
    return item;
  };
  const shape = (color) => `fill="var(--${color})" fill-opacity="0.3" stroke="var(--${color})" stroke-width="1.5"`;
  const disc = (name) => `<circle cx="9" cy="7" r="5" fill="var(--balance-${name})"/>`;
  const line = (name) => `<path d="M1 12Q9-6 17 12" fill="none" stroke="var(--balance-${name})" stroke-width="3"/>`;
  const mark = '<circle cx="9" cy="7" r="6" fill="#fff" stroke="var(--accent)" stroke-width="1.5"/><path d="M9 7V1A6 6 0 0 1 15 7ZM9 7v6A6 6 0 0 1 3 7Z" fill="var(--accent)"/>';
  const rows = [
    ["Centre of mass", sign(mark, "itself"), sign('<circle cx="9" cy="7" r="5" fill="none" stroke="var(--accent)" stroke-width="2"/>', "its shadow")],
    ["Zero moment point", sign(disc("inside"), "inside"), sign(disc("near"), "to 2 cm"), sign(disc("outside"), "beyond")],
    ["Support", sign(`<path d="M3 3 15 2 16 11 4 12Z" ${shape("accent")}/>`, "what bears"), hasOthers && sign(`<circle cx="9" cy="7" r="5" ${shape("purple")}/>`, "something else")],
    hasFlights && ["Arc of gravity", sign(line("inside"), "kept"), sign(line("outside"), "not kept")],
  ];
  byId("balance-legend").append(...rows.filter(Boolean).map(([name, ...signs]) => element("li", {}, element("b", { textContent: name }), ...signs.filter(Boolean))));
}

function drawBalanceFigures() {
  if (!hasBalance) return;
  byId("balance-now").replaceChildren(...actors.filter((a) => a.visible && a.clip.balance).map((actor) => {
    const [where, ...more] = balanceNow(actor), dot = element("span", { className: "dot" });
    dot.style.background = `var(--${actor.tint})`;
    return element("li", {}, dot, element("output", { textContent: where }), element("small", { textContent: more.join(" · ") }));
  }));
}

function buildTables() {
  byId("tables").replaceChildren(...page.tables.filter(isCurrent).map((table) => {
    const row = (cells, tag) => element("tr", {}, ...cells.map((textContent) => element(tag, { textContent })));
    return element("section", {}, element("h2", { textContent: table.title }), element("table", {},
      element("thead", {}, row(table.columns, "th")), element("tbody", {}, ...table.rows.map((cells) => row(cells, "td")))));
  }));
}

function draw() {
  const view = renderer.canvas, ratio = Math.min(2, window.devicePixelRatio || 1);
  const width = Math.max(1, Math.round(view.clientWidth * ratio)), height = Math.max(1, Math.round(view.clientHeight * ratio));
  if (view.width !== width || view.height !== height) Object.assign(view, { width, height });
  renderer.draw(scene);
  drawTimeline(byId("timeline"), scene);
  for (const { plot, chart, outputs } of plots) {
    drawPlot(chart, plot, scene);
    plot.series.forEach(({ values }, i) => {
      const value = values[Math.min(values.length - 1, Math.floor(state.time * plot.frame_rate + 1e-6))];
      outputs[i].textContent = Number.isFinite(value) ? value.toFixed(plot.range[1] > 10 ? 1 : 3) : "–";
    });
  }
  drawTopView(byId("top"), scene);
  drawDepthFigures();
  drawBalanceFigures();
  const { frame, frameCount } = scene;
  byId("readout").innerHTML = `${frame} <small>/ ${frameCount - 1}</small> &nbsp; ${state.time.toFixed(2)} <small>s</small>`;
  const slider = byId("timeline");
  slider.setAttribute("aria-valuemin", 0);
  slider.setAttribute("aria-valuemax", frameCount - 1);
  slider.setAttribute("aria-valuenow", frame);
}

let lastTick = 0;

function tick(now) {
  const elapsed = Math.min(0.1, (now - lastTick) / 1000);
  lastTick = now;
  if (state.playing) {
    const next = state.playhead + elapsed * state.speed;
    // The last frame lasts as long as any other.
    const over = next >= scene.duration + 1 / scene.frameRate;
    setTime(over ? 0 : next);
    state.playhead = over ? 0 : next;
  }
  if (dirty) {
    dirty = false;
    draw();
  }
  requestAnimationFrame(tick);
}

const ACTIONS = {
  first: () => setFrame(0),
  back: (step = 1) => setFrame(scene.frame - step),
  next: (step = 1) => setFrame(scene.frame + step),
  last: () => setFrame(scene.frameCount - 1),
};

function act(name, step) {
  if (name === "play") setPlaying(!state.playing);
  else {
    setPlaying(false);
    ACTIONS[name](step);
  }
}

const KEYS = {
  " ": "play", ArrowLeft: "back", ArrowRight: "next", ",": "back", ".": "next", Home: "first", End: "last",
};

function wireControls() {
  document.querySelectorAll("[data-do]").forEach((b) => b.addEventListener("click", () => act(b.dataset.do)));
  document.querySelectorAll("[data-view]").forEach((b) => b.addEventListener("click", () => setView(b.dataset.view)));
  document.querySelectorAll("[data-placement]").forEach((b) => b.addEventListener("click", () => setPlacement(b.dataset.placement)));
  byId("speed").addEventListener("change", (event) => { state.speed = Number(event.target.value); });
  scrubbing(byId("timeline"), TIMELINE_PAD, TIMELINE_PAD, (share) => setFrame(share * (scene.frameCount - 1)));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("select")) return;
    // Space on a focused button or box belongs to that control.
    if (event.key === " " && event.target.closest("button, input")) return;
    const views = { 1: "front", 2: "side", 3: "top", 4: hasBalance && "balance", f: "frame" };
    if (KEYS[event.key]) act(KEYS[event.key], event.shiftKey ? 10 : 1);
    else if (views[event.key]) setView(views[event.key]);
    else return;
    event.preventDefault();
  });
  new ResizeObserver(() => { dirty = true; }).observe(document.body);
  new ResizeObserver(() => { dirty = true; }).observe(byId("stage"));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    scene.colors = readColors();
    dirty = true;
  });
}

function setPlacement(placement) {
  state.placement = placement;
  place();
  frameAll();
}

// For tests: everything a reader can do, and the numbers behind the picture.
const ready = new Promise((resolve) => {
  startRenderer();
  place();
  buildActors();
  buildOptions();
  buildPlots();
  buildTables();
  buildDepths();
  buildBalance();
  byId("notes").hidden = !page.notes.length;
  byId("notes").querySelector("ul").append(...page.notes.map((textContent) => element("li", { textContent })));
  wireControls();
  camera.yaw = frontYaw() + 0.6;
  frameAll();
  draw();
  requestAnimationFrame((now) => {
    lastTick = now;
    tick(now);
    resolve();
  });
});

window.surefoot = {
  ready,
  setFrame(frame) {
    setFrame(frame);
    draw();
  },
  setPlacement,
  setOption,
  setView,
  selectClip: (actor, clip) => selectClip(actors[actor], clip),
  // Canvas pixels of a world point.
  project(p) {
    const m = camera.matrix(renderer.canvas.width / renderer.canvas.height);
    const at = (r) => m[r] * p[0] + m[4 + r] * p[1] + m[8 + r] * p[2] + m[12 + r];
    return [(at(0) / at(3) + 1) * renderer.canvas.width / 2, (1 - at(1) / at(3)) * renderer.canvas.height / 2];
  },
  state: () => ({
    frame: scene.frame, frameCount: scene.frameCount, time: state.time, playing: state.playing,
    renderer: renderer.name, glError: renderer.gl ? renderer.gl.getError() : 0,
    camera: { target: camera.target.slice(), yaw: camera.yaw, pitch: camera.pitch, distance: camera.distance },
    placement: state.placement, actorCount: actors.length, shifts: actors.map((a) => a.shift),
    clips: actors.map((a) => a.clip.name),
    balance: actors.map((a) => (a.clip.balance ? balanceNow(a) : null)),
    joints: actors[0].joints.map((_, joint) => actors[0].position(joint)),
  }),
};
