// Draws skeletons with plain 2D canvas where WebGL 2 is missing, so that the page is never blank.

class Canvas2dRenderer {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.name = "canvas2d";
  }

  draw(scene) {
    const { context: g, canvas } = this, { colors, camera } = scene;
    const ratio = canvas.width / canvas.clientWidth || 1;
    const matrix = camera.matrix(canvas.width / canvas.height);
    const project = (p) => {
      const at = (r) => matrix[r] * p[0] + matrix[4 + r] * p[1] + matrix[8 + r] * p[2] + matrix[12 + r];
      const w = at(3);
      return w <= camera.distance * 0.03 ? null : [(at(0) / w + 1) * canvas.width / 2, (1 - at(1) / w) * canvas.height / 2, w];
    };
    const line = (a, b) => {
      const [p, q] = [project(a), project(b)];
      if (!p || !q) return;
      g.beginPath();
      g.moveTo(p[0], p[1]);
      g.lineTo(q[0], q[1]);
      g.stroke();
    };
    g.fillStyle = css(colors.background);
    g.fillRect(0, 0, canvas.width, canvas.height);
    g.lineCap = "round";
    g.strokeStyle = css(colors.grid);
    g.lineWidth = ratio;
    const reach = 6, [cx, cz] = [Math.round(camera.target[0]), Math.round(camera.target[2])];
    for (let i = -reach; i <= reach; i++) {
      for (let k = -reach; k < reach; k++) {
        line([cx + i, scene.groundHeight, cz + k], [cx + i, scene.groundHeight, cz + k + 1]);
        line([cx + k, scene.groundHeight, cz + i], [cx + k + 1, scene.groundHeight, cz + i]);
      }
    }
    const polygon = (points, color, alpha) => {
      g.fillStyle = css(color, alpha);
      g.beginPath();
      points.map(project).forEach((p) => { if (p) g.lineTo(p[0], p[1]); });
      g.fill();
    };
    const disc = ({ centre, radius, color, alpha }) => polygon(circle(centre, radius, 20), color, alpha);
    const stroke = ({ points, color, alphas, width }) => {
      g.lineWidth = width * ratio;
      for (let i = 1; i < points.length; i++) {
        g.strokeStyle = css(color, Array.isArray(alphas) ? alphas[i] : alphas);
        line(points[i - 1], points[i]);
      }
    };
    const { floor, air } = scene.overlay();
    floor.polygons.forEach((p) => polygon(p.points, p.color, p.alpha));
    scene.discs().forEach(disc);
    g.lineWidth = ratio;
    for (const trail of scene.trails()) {
      g.strokeStyle = css(trail.color);
      for (let i = 1; i < trail.points.length; i++) line(trail.points[i - 1], trail.points[i]);
    }
    const focal = canvas.height / 2 / Math.tan(FIELD_OF_VIEW / 2);
    // Ghosts first: the solid figure is drawn over them.
    const ghostsFirst = (a, b) => scene.isGhost(b) - scene.isGhost(a);
    for (const actor of scene.actors.filter((a) => a.visible).sort(ghostsFirst)) {
      const size = scene.bodySize(actor), planted = scene.plantedJoints(actor);
      const bones = actor.bones.map((bone) => ({ bone, ends: actor.boneEnds(bone) }));
      const depth = ({ ends }) => (project(ends[0]) || [0, 0, 0])[2];
      // Far bones first.
      bones.sort((a, b) => depth(b) - depth(a));
      g.globalAlpha = scene.isGhost(actor) || scene.isFaded() ? 0.45 : 1;
      for (const { bone, ends } of bones) {
        g.strokeStyle = css(planted.get(bone.joint) || colors.tints[actor.tint]);
        g.lineWidth = Math.max(ratio, (0.02 * size * focal) / (depth({ ends }) || 1));
        line(...ends);
      }
      g.globalAlpha = 1;
    }
    // Lines are thin, and without a depth to hide them: all of them lie over the bones.
    floor.lines.forEach(stroke);
    floor.discs.forEach(disc);
    air.polygons.forEach((p) => polygon(p.points, p.color, p.alpha));
    air.lines.forEach(stroke);
    for (const { centre, radius, color, alpha } of air.marks) {
      const p = project(centre);
      if (!p) continue;
      const r = (radius * focal) / p[2];
      [[0, 2 * Math.PI, [1, 1, 1]], [Math.PI, 1.5 * Math.PI, color], [0, 0.5 * Math.PI, color]].forEach(([from, to, fill]) => {
        g.fillStyle = css(fill, alpha);
        g.beginPath();
        g.moveTo(p[0], p[1]);
        g.arc(p[0], p[1], r, from, to);
        g.fill();
      });
      g.strokeStyle = css(color, alpha);
      g.lineWidth = 0.2 * r;
      g.beginPath();
      g.arc(p[0], p[1], 0.9 * r, 0, 2 * Math.PI);
      g.stroke();
    }
  }
}

// A colour of three numbers from 0 to 1 as CSS writes it.
function css(color, alpha = 1) {
  return `rgba(${color.map((c) => Math.round(255 * c)).join(",")},${alpha})`;
}

