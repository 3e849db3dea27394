// Draws overlays with WebGL 2: filled polygons, lines with a width, discs on the floor, marks that face the viewer.

const QUAD = new Float32Array([0, -1, 1, -1, 1, 1, 0, -1, 1, 1, 0, 1]);
// What lies behind a body is seen through it: seen from above, the feet hide all of it.
const BEHIND_ALPHA = 0.3;
const BEHIND_ALPHA_FROM_ABOVE = 0.8;

class GlOverlay {
  constructor(renderer) {
    this.renderer = renderer;
    this.strokes = renderer.instanced(QUAD, 2, [3, 3, 4, 4, 1]);
    this.marks = renderer.instanced(new Float32Array([-1, -1, 1, -1, 1, 1, -1, -1, 1, 1, -1, 1]), 2, [3, 1, 4]);
  }

  draw(scene, { floor, air }) {
    const { gl } = this.renderer;
    gl.enable(gl.BLEND);
    gl.depthMask(false);
    const fromAbove = Math.max(0, Math.min(1, (scene.camera.pitch - 0.8) / 0.5));
    const behind = BEHIND_ALPHA + (BEHIND_ALPHA_FROM_ABOVE - BEHIND_ALPHA) * fromAbove;
    for (const [compare, strength] of [[gl.LEQUAL, 1], [gl.GREATER, behind]]) {
      gl.depthFunc(compare);
      this.polygons(scene, floor.polygons, strength);
      this.lines(scene, floor.lines, strength);
      this.discs(scene, floor.discs, strength);
    }
    gl.depthFunc(gl.LEQUAL);
    gl.disable(gl.DEPTH_TEST);
    this.polygons(scene, air.polygons, 1);
    this.lines(scene, air.lines, 1);
    this.drawMarks(scene, air.marks);
    gl.enable(gl.DEPTH_TEST);
    gl.depthMask(true);
    gl.disable(gl.BLEND);
  }

  batch(scene, program, batch, numbers, solid) {
    if (!numbers.length) return;
    const { renderer } = this, { gl } = renderer;
    const u = renderer.use(program, scene);
    if (u.uView) gl.uniform2f(u.uView, renderer.canvas.width, renderer.canvas.height);
    if (u.uSolid) gl.uniform1f(u.uSolid, solid ? 1 : 0);
    if (u.uRight) {
      const { right, up } = scene.camera.axes();
      gl.uniform3fv(u.uRight, right);
      gl.uniform3fv(u.uUp, up);
    }
    renderer.upload(batch, numbers);
    gl.bindVertexArray(batch.array);
    if (batch.vertexCount) gl.drawArraysInstanced(gl.TRIANGLES, 0, batch.vertexCount, batch.count);
    else gl.drawArrays(gl.TRIANGLES, 0, batch.count);
  }

  polygons(scene, polygons, strength) {
    const numbers = polygons.flatMap(({ points, color, alpha }) => points.slice(2).flatMap((p, i) =>
      [points[0], points[i + 1], p].flatMap((corner) => [...corner, ...color, alpha * strength])));
    this.batch(scene, "line", this.renderer.lines, numbers);
  }

  lines(scene, lines, strength) {
    const ratio = this.renderer.canvas.width / (this.renderer.canvas.clientWidth || 1), numbers = [];
    for (const { points, color, alphas, width } of lines) {
      const alpha = (i) => (Array.isArray(alphas) ? alphas[i] : alphas) * strength;
      for (let i = 1; i < points.length; i++) {
        numbers.push(...points[i - 1], ...points[i], ...color, alpha(i - 1), ...color, alpha(i), width * ratio);
      }
    }
    this.batch(scene, "stroke", this.strokes, numbers);
  }

  discs(scene, discs, strength) {
    const numbers = discs.flatMap((d) => [...d.centre, d.radius, ...d.color, d.alpha * strength]);
    this.batch(scene, "disc", this.renderer.discs, numbers, true);
  }

  drawMarks(scene, marks) {
    this.batch(scene, "mark", this.marks, marks.flatMap((m) => [...m.centre, m.radius, ...m.color, m.alpha]));
  }
}

