// Canvas charts that share the time axis: the timeline, the plots and the view from above.

// Fits the backing store to the element and returns a context in CSS pixels.
function fitted(canvas) {
  const ratio = window.devicePixelRatio || 1;
  const width = Math.max(1, Math.round(canvas.clientWidth * ratio)), height = Math.max(1, Math.round(canvas.clientHeight * ratio));
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  const g = canvas.getContext("2d");
  g.setTransform(ratio, 0, 0, ratio, 0, 0);
  g.clearRect(0, 0, canvas.clientWidth, canvas.clientHeight);
  g.font = "11px system-ui, sans-serif";
  return g;
}

// Calls `seek` with the share of the width under the pointer, while it is down.
function scrubbing(canvas, left, right, seek) {
  const move = (event) => {
    if (!(event.buttons & 1)) return;
    const box = canvas.getBoundingClientRect();
    seek(Math.max(0, Math.min(1, (event.clientX - box.left - left) / Math.max(1, box.width - left - right))));
  };
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    move(event);
  });
  canvas.addEventListener("pointermove", move);
}

// A step of 1, 2 or 5 times a power of ten that cuts `span` into at most `count` parts.
function niceStep(span, count) {
  const raw = Math.max(span, 1e-9) / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(raw));
  return [1, 2, 5, 10].map((m) => m * power).find((step) => step >= raw * 0.999);
}

const TIMELINE_PAD = 8;

function drawTimeline(canvas, view) {
  const g = fitted(canvas), w = canvas.clientWidth, h = canvas.clientHeight, { colors } = view;
  const x = (frame) => TIMELINE_PAD + (frame / Math.max(1, view.frameCount - 1)) * (w - 2 * TIMELINE_PAD);
  const bottom = h - 15;
  g.fillStyle = css(colors.track);
  g.beginPath();
  g.roundRect(0, 0, w, bottom, 5);
  g.fill();
  const rows = view.plantRows();
  const rowHeight = Math.min(7, (bottom - 6) / Math.max(1, rows.length));
  rows.forEach((row, index) => {
    const y = (bottom - rows.length * rowHeight) / 2 + index * rowHeight;
    g.fillStyle = css(row.color, 0.85);
    for (const [first, end] of row.spans) g.fillRect(x(first), y + 1, Math.max(1.5, x(end - 1) - x(first)), rowHeight - 2);
  });
  g.fillStyle = css(colors.faint);
  g.textAlign = "center";
  const step = Math.max(1, niceStep(view.frameCount, w / 80));
  for (let frame = 0; frame < view.frameCount; frame += step) {
    g.fillRect(Math.round(x(frame)), bottom, 1, 3);
    const label = String(frame), half = g.measureText(label).width / 2;
    g.fillText(label, Math.max(half, Math.min(w - half, x(frame))), h - 2);
  }
  const at = Math.round(x(view.frame));
  g.fillStyle = css(colors.accent);
  g.fillRect(at - 1, 0, 2, bottom);
  g.beginPath();
  g.roundRect(at - 4, 0, 8, 9, 2);
  g.fill();
}

const PLOT_LEFT = 44;
const PLOT_RIGHT = 10;

function drawPlot(canvas, plot, view) {
  const g = fitted(canvas), w = canvas.clientWidth, h = canvas.clientHeight, { colors } = view;
  const top = 6, bottom = h - 6;
  const x = (frame) => PLOT_LEFT + (frame / plot.frame_rate / Math.max(view.duration, 1e-9)) * (w - PLOT_LEFT - PLOT_RIGHT);
  if (!plot.range) plot.range = valueRange(plot);
  const [low, high] = plot.range;
  const y = (value) => bottom - ((value - low) / (high - low)) * (bottom - top);
  for (const [first, end, tint] of plot.shaded) {
    g.fillStyle = css(colors.tints[tint], 0.13);
    g.fillRect(x(first), top, Math.max(1, x(end - 1) - x(first)), bottom - top);
  }
  const step = niceStep(high - low, (bottom - top) / 24);
  g.textAlign = "right";
  for (let value = Math.ceil(low / step) * step; value <= high + 1e-9; value += step) {
    g.fillStyle = css(colors.line);
    g.fillRect(PLOT_LEFT, Math.round(y(value)), w - PLOT_LEFT - PLOT_RIGHT, 1);
    g.fillStyle = css(colors.faint);
    const digits = Math.max(0, Math.min(4, -Math.floor(Math.log10(step) + 1e-9)));
    g.fillText((Math.abs(value) < step * 1e-6 ? 0 : value).toFixed(digits), PLOT_LEFT - 6, y(value) + 4);
  }
  g.lineJoin = "round";
  g.lineWidth = 1.5;
  g.save();
  g.beginPath();
  g.rect(PLOT_LEFT, 0, w - PLOT_LEFT - PLOT_RIGHT + 4, h);
  g.clip();
  for (const series of plot.series) {
    g.strokeStyle = css(colors.tints[series.tint]);
    g.beginPath();
    let pen = false;
    // More points than pixels draw slower, not finer.
    const skip = Math.max(1, Math.floor(series.values.length / (3 * w)));
    for (let frame = 0; frame < series.values.length; frame += skip) {
      const value = series.values[frame];
      if (Number.isNaN(value)) pen = false;
      else if (pen) g.lineTo(x(frame), y(value));
      else {
        g.moveTo(x(frame), y(value));
        pen = true;
      }
    }
    g.stroke();
  }
  const now = view.time * plot.frame_rate;
  g.fillStyle = css(colors.text, 0.55);
  g.fillRect(Math.round(x(now)), top, 1, bottom - top);
  for (const series of plot.series) {
    const value = series.values[Math.min(series.values.length - 1, Math.floor(now + 1e-6))];
    if (value === undefined || Number.isNaN(value)) continue;
    g.fillStyle = css(colors.tints[series.tint]);
    g.beginPath();
    g.arc(x(now), y(value), 3, 0, 7);
    g.fill();
  }
  g.restore();
}

// From zero, or the lowest value below it, to the highest; a few frames of spike, as after a T-pose, are cut off, and what is
// beyond the plot's own limit.
function valueRange(plot) {
  const sorted = Float32Array.from(plot.series.flatMap(({ values }) => Array.from(values).filter(Number.isFinite))).sort();
  const at = (share) => sorted[Math.round(share * (sorted.length - 1))] || 0;
  let low = Math.min(0, at(0)), high = at(1);
  if (high > 1.8 * at(0.985)) high = 1.1 * at(0.985);
  high = Math.max(Math.min(high, low + (plot.max_span ?? Infinity)), low + (plot.min_span || 0));
  if (!(high > low)) high = low + 1;
  const pad = 0.06 * (high - low);
  return [low < 0 ? low - pad : low, high + pad];
}

// The floor from above: paths of the roots, footprints, where everyone is now. Up on the chart is −z.
function drawTopView(canvas, view) {
  const g = fitted(canvas), w = canvas.clientWidth, h = canvas.clientHeight, { colors } = view;
  const box = view.floorBox();
  const pad = 14, spanX = box.max[0] - box.min[0], spanZ = box.max[2] - box.min[2];
  const scale = Math.min((w - 2 * pad) / spanX, (h - 2 * pad) / spanZ);
  const x = (v) => w / 2 + (v - (box.min[0] + box.max[0]) / 2) * scale;
  const z = (v) => h / 2 + (v - (box.min[2] + box.max[2]) / 2) * scale;
  const step = Math.max(1, niceStep(Math.max(w, h) / scale, 12));
  g.fillStyle = css(colors.line);
  const first = (centre, half) => Math.ceil((centre - half / scale) / step) * step;
  for (let v = first((box.min[0] + box.max[0]) / 2, w / 2); x(v) < w; v += step) g.fillRect(Math.round(x(v)), 0, 1, h);
  for (let v = first((box.min[2] + box.max[2]) / 2, h / 2); z(v) < h; v += step) g.fillRect(0, Math.round(z(v)), w, 1);
  const dot = (p, radius, color, alpha) => {
    g.fillStyle = css(color, alpha);
    g.beginPath();
    g.arc(x(p[0]), z(p[2]), radius, 0, 7);
    g.fill();
  };
  for (const actor of view.actors.filter((a) => a.visible)) {
    const { roots } = actor.clip;
    g.strokeStyle = css(colors.tints[actor.tint]);
    g.lineWidth = 1.5;
    g.beginPath();
    for (let i = 0; i < roots.length; i += 3) g.lineTo(x(roots[i] + actor.shift[0]), z(roots[i + 2] + actor.shift[2]));
    g.stroke();
  }
  drawBalanceFromAbove(g, x, z, view);
  for (const disc of view.discs(true)) dot(disc.centre, disc.current ? 4.5 : 2.5, disc.color, disc.current ? 1 : 0.6);
  for (const actor of view.actors.filter((a) => a.visible)) {
    const p = actor.placed(actor.position(0));
    dot(p, 5.5, colors.panel, 1);
    dot(p, 4, colors.tints[actor.tint], 1);
  }
  g.fillStyle = css(colors.faint);
  g.textAlign = "left";
  g.fillText(`grid ${step} m`, 6, h - 6);
}

