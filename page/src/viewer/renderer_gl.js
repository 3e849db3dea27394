// Draws the scene with WebGL 2. Holds nothing but GPU objects: everything shown comes in through draw(scene).

const OCTAHEDRON = (() => {
  const ring = [[1, 0.16, 0], [0, 0.16, 1], [-1, 0.16, 0], [0, 0.16, -1]];
  const out = [];
  ring.forEach((a, i) => {
    const b = ring[(i + 1) % 4];
    out.push(0, 0, 0, ...a, ...b, 0, 1, 0, ...b, ...a);
  });
  return new Float32Array(out);
})();

const SPHERE = (() => {
  const out = [], rows = 6, columns = 10;
  const point = (r, c) => {
    const polar = (Math.PI * r) / rows, turn = (2 * Math.PI * c) / columns;
    return [Math.sin(polar) * Math.cos(turn), Math.cos(polar), Math.sin(polar) * Math.sin(turn)];
  };
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      const [a, b, d, e] = [point(r, c), point(r, c + 1), point(r + 1, c), point(r + 1, c + 1)];
      out.push(...a, ...b, ...d, ...b, ...e, ...d);
    }
  }
  return new Float32Array(out);
})();

const GROUND_REACH = 400;
const GHOST_ALPHA = 0.4;
// What is inside the body, through its skin.
const DEEP_ALPHA = 0.9;
// The ground from below, where soles are looked at through it.
const GROUND_ALPHA_BELOW = 0.2;

class GlRenderer {
  // Throws where WebGL 2 is missing or a shader does not compile.
  constructor(canvas, ground) {
    const gl = canvas.getContext("webgl2", { alpha: false, antialias: true, stencil: true });
    if (!gl) throw new Error("no WebGL 2");
    this.gl = gl;
    this.name = "webgl2";
    this.canvas = canvas;
    this.programs = Object.fromEntries(Object.entries(SHADERS).map(([name, source]) => [name, this.compile(source)]));
    this.solids = {
      octahedron: this.instanced(OCTAHEDRON, 3, [3, 3, 1, 4]),
      sphere: this.instanced(SPHERE, 3, [3, 3, 1, 4]),
    };
    this.discs = this.instanced(new Float32Array([-1, -1, 1, -1, 1, 1, -1, -1, 1, 1, -1, 1]), 2, [3, 1, 4]);
    this.lines = this.instanced(new Float32Array(0), 0, [3, 4], 0);
    this.overlay = new GlOverlay(this);
    this.ground = this.buildGround(ground);
    this.meshes = new Map();
    this.boneTextures = new Map();
  }

  compile({ vertex, fragment }) {
    const gl = this.gl, program = gl.createProgram();
    for (const [type, source] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
      const shader = gl.createShader(type);
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) {
      const logs = gl.getAttachedShaders(program).map((s) => gl.getShaderInfoLog(s)).join("\n");
      throw new Error(`shader: ${gl.getProgramInfoLog(program)}\n${logs}`);
    }
    const uniforms = {};
    const count = gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS);
    for (let i = 0; i < count; i++) {
      const { name } = gl.getActiveUniform(program, i);
      uniforms[name] = gl.getUniformLocation(program, name);
    }
    return { program, uniforms };
  }

  // A vertex array with a fixed shape (location 0) and attributes of `sizes` from a buffer rewritten every frame.
  instanced(shape, shapeSize, sizes, divisor = 1) {
    const gl = this.gl, array = gl.createVertexArray(), buffer = gl.createBuffer();
    gl.bindVertexArray(array);
    let location = 0;
    if (shapeSize) {
      gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
      gl.bufferData(gl.ARRAY_BUFFER, shape, gl.STATIC_DRAW);
      gl.enableVertexAttribArray(0);
      gl.vertexAttribPointer(0, shapeSize, gl.FLOAT, false, 0, 0);
      location = 1;
    }
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    const stride = sizes.reduce((a, b) => a + b);
    let offset = 0;
    for (const size of sizes) {
      gl.enableVertexAttribArray(location);
      gl.vertexAttribPointer(location, size, gl.FLOAT, false, 4 * stride, 4 * offset);
      gl.vertexAttribDivisor(location, divisor);
      offset += size;
      location += 1;
    }
    return { array, buffer, stride, vertexCount: shapeSize ? shape.length / shapeSize : 0 };
  }

  upload(batch, numbers) {
    const gl = this.gl;
    gl.bindBuffer(gl.ARRAY_BUFFER, batch.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(numbers), gl.DYNAMIC_DRAW);
    batch.count = numbers.length / batch.stride;
  }

  buildGround(ground) {
    const gl = this.gl, array = gl.createVertexArray();
    let points, indices;
    if (ground.kind === "surface") {
      const { origin, spacing, columns, heights } = ground, rows = heights.length / columns;
      points = new Float32Array(3 * heights.length);
      heights.forEach((h, i) => points.set([origin[0] + (i % columns) * spacing, h, origin[1] + Math.floor(i / columns) * spacing], 3 * i));
      indices = [];
      for (let r = 0; r + 1 < rows; r++) {
        for (let c = 0; c + 1 < columns; c++) {
          const a = r * columns + c, cell = [a, a + 1, a + columns, a + columns + 1];
          if (cell.every((i) => !Number.isNaN(heights[i]))) indices.push(cell[0], cell[2], cell[1], cell[1], cell[2], cell[3]);
        }
      }
    } else {
      const r = GROUND_REACH, y = ground.height;
      points = new Float32Array([-r, y, -r, r, y, -r, -r, y, r, r, y, r]);
      indices = [0, 2, 1, 1, 2, 3];
    }
    gl.bindVertexArray(array);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, points, gl.STATIC_DRAW);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 0, 0);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, new Uint32Array(indices), gl.STATIC_DRAW);
    return { array, count: indices.length, level: ground.kind === "level" };
  }

  mesh(skin) {
    if (this.meshes.has(skin)) return this.meshes.get(skin);
    const gl = this.gl, array = gl.createVertexArray();
    gl.bindVertexArray(array);
    const attribute = (location, data, size, type, normalised, stride, offset, integer) => {
      gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
      gl.bufferData(gl.ARRAY_BUFFER, data, gl.STATIC_DRAW);
      gl.enableVertexAttribArray(location);
      if (integer) gl.vertexAttribIPointer(location, size, type, stride, offset);
      else gl.vertexAttribPointer(location, size, type, normalised, stride, offset);
    };
    attribute(0, skin.positions, 3, gl.FLOAT, false, 0, 0);
    attribute(1, skin.normals || smoothNormals(skin), 3, gl.BYTE, true, 3, 0);
    for (let group = 0; group < skin.influence_count / 4; group++) {
      attribute(2 + 2 * group, skin.slots, 4, gl.UNSIGNED_SHORT, false, 2 * skin.influence_count, 8 * group, true);
      attribute(3 + 2 * group, skin.weights, 4, gl.UNSIGNED_BYTE, true, skin.influence_count, 4 * group);
    }
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, skin.triangles, gl.STATIC_DRAW);
    const type = skin.triangles instanceof Uint16Array ? gl.UNSIGNED_SHORT : gl.UNSIGNED_INT;
    const deep = gl.createBuffer();
    gl.bindBuffer(gl.ARRAY_BUFFER, deep);
    gl.vertexAttribPointer(6, 1, gl.FLOAT, false, 0, 0);
    const mesh = { array, count: skin.triangles.length, type, two: skin.influence_count > 4, deep };
    this.meshes.set(skin, mesh);
    return mesh;
  }

  // Joint matrices times inverse binds, three texels a slot: the rows of the matrix.
  boneTexture(actor, index) {
    const gl = this.gl, skin = actor.skins[index], slots = skin.slot_joints.length;
    const key = `${actor.index}/${index}`;
    let entry = this.boneTextures.get(key);
    if (!entry) {
      entry = { texture: gl.createTexture(), rows: new Float32Array(12 * slots), matrix: new Float64Array(12) };
      gl.bindTexture(gl.TEXTURE_2D, entry.texture);
      for (const name of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, name, gl.NEAREST);
      this.boneTextures.set(key, entry);
    }
    const { rows, matrix: m } = entry;
    skin.slot_joints.forEach((joint, slot) => {
      multiply(m, 0, actor.world, 12 * joint, skin.inverse_binds, 12 * slot);
      for (let r = 0; r < 3; r++) for (let c = 0; c < 4; c++) rows[12 * slot + 4 * r + c] = m[3 * c + r];
    });
    gl.bindTexture(gl.TEXTURE_2D, entry.texture);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, 3, slots, 0, gl.RGBA, gl.FLOAT, rows);
    return entry.texture;
  }

  use(name, scene) {
    const gl = this.gl, { program, uniforms: u } = this.programs[name];
    gl.useProgram(program);
    gl.uniformMatrix4fv(u.uMatrix, false, scene.matrix);
    if (u.uLight) gl.uniform3fv(u.uLight, scene.light);
    if (u.uShadow) {
      gl.uniform1f(u.uShadow, 0);
      gl.uniform1f(u.uShadowHeight, scene.groundHeight + 0.002);
      gl.uniform3fv(u.uShadowLight, [0.25, 1, 0.2]);
    }
    if (u.uColor) gl.uniform4f(u.uColor, 0, 0, 0, 0);
    if (u.uSolid) gl.uniform1f(u.uSolid, 0);
    return u;
  }

  draw(scene) {
    const gl = this.gl, { colors, options, actors } = scene;
    gl.viewport(0, 0, this.canvas.width, this.canvas.height);
    gl.clearColor(...colors.background, 1);
    gl.enable(gl.DEPTH_TEST);
    gl.depthFunc(gl.LEQUAL);
    gl.depthMask(true);
    gl.disable(gl.CULL_FACE);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT | gl.STENCIL_BUFFER_BIT);
    scene.matrix = scene.camera.matrix(this.canvas.width / this.canvas.height);
    scene.light = lightDirection(scene.camera);
    const shown = actors.filter((a) => a.visible);
    const skinned = options.mesh ? shown.filter((a) => a.skins.length) : [];
    const boned = shown.filter((a) => options.skeleton || !skinned.includes(a));
    const above = scene.camera.eye()[1] > scene.groundHeight;
    if (above) {
      this.drawGround(scene, 1);
      if (this.ground.level && !scene.isFaded()) this.drawShadows(scene, skinned, boned);
      this.drawDiscs(scene);
    }
    this.ghostsBehind(scene, skinned, (some) => some.forEach((actor) => this.drawSkins(scene, actor)));
    if (options.depths) skinned.forEach((actor) => this.drawDepths(scene, actor));
    // Bones inside a body show through it.
    if (skinned.length && boned.some((a) => skinned.includes(a))) gl.clear(gl.DEPTH_BUFFER_BIT);
    this.ghostsBehind(scene, boned, (some) => this.drawBones(scene, some));
    this.drawLines(scene);
    this.overlay.draw(scene, scene.overlay());
    if (!above) {
      this.drawDiscs(scene);
      this.drawGround(scene, GROUND_ALPHA_BELOW);
    }
  }

  // A ghost shares its place with a solid figure: whichever of two surfaces is nearer by a hair would change from frame to
  // frame and from pixel to pixel. So ghosts are drawn behind, where no solid figure is: the stencil remembers.
  ghostsBehind(scene, actors, draw) {
    const gl = this.gl;
    const ghosts = actors.filter((a) => scene.isGhost(a));
    gl.clear(gl.STENCIL_BUFFER_BIT);
    gl.enable(gl.STENCIL_TEST);
    gl.stencilFunc(gl.ALWAYS, 1, 0xff);
    gl.stencilOp(gl.KEEP, gl.KEEP, gl.REPLACE);
    draw(actors.filter((a) => !ghosts.includes(a)));
    gl.stencilFunc(gl.EQUAL, 0, 0xff);
    gl.stencilOp(gl.KEEP, gl.KEEP, gl.KEEP);
    draw(ghosts);
    gl.disable(gl.STENCIL_TEST);
  }

  drawGround(scene, alpha) {
    const gl = this.gl, { colors } = scene;
    const u = this.use("ground", scene);
    gl.uniform3fv(u.uGround, colors.ground);
    gl.uniform3fv(u.uLine, colors.grid);
    gl.uniform3fv(u.uBackground, colors.background);
    gl.uniform3fv(u.uCentre, scene.camera.target);
    gl.uniform1f(u.uRadius, Math.max(5, scene.camera.distance * 3));
    gl.uniform1f(u.uAlpha, alpha);
    gl.uniform1f(u.uRelief, this.ground.level ? 0 : 1);
    if (alpha < 1) gl.enable(gl.BLEND);
    gl.bindVertexArray(this.ground.array);
    // Uneven ground belongs to the place of each character; level ground is everywhere.
    const shifts = this.ground.level ? [[0, 0, 0]] : scene.actors.filter((a) => a.visible).map((a) => a.shift);
    for (const shift of shifts) {
      gl.uniform3fv(u.uShift, shift);
      gl.drawElements(gl.TRIANGLES, this.ground.count, gl.UNSIGNED_INT, 0);
    }
    gl.disable(gl.BLEND);
  }

  // Each pixel is darkened once, however many surfaces fall on it: the stencil remembers.
  drawShadows(scene, skinned, boned) {
    const gl = this.gl;
    gl.enable(gl.BLEND);
    gl.enable(gl.STENCIL_TEST);
    gl.disable(gl.DEPTH_TEST);
    gl.stencilFunc(gl.EQUAL, 0, 0xff);
    gl.stencilOp(gl.KEEP, gl.KEEP, gl.INCR);
    const color = [...scene.colors.shadow, scene.colors.shadowAlpha];
    for (const actor of skinned) this.drawSkins(scene, actor, color);
    this.drawBones(scene, boned.filter((a) => !skinned.includes(a)), color);
    gl.disable(gl.STENCIL_TEST);
    gl.disable(gl.BLEND);
    gl.enable(gl.DEPTH_TEST);
  }

  drawSkins(scene, actor, shadow) {
    const gl = this.gl, u = this.use("skin", scene);
    gl.uniform3fv(u.uShift, actor.shift);
    gl.uniform1i(u.uBones, 0);
    if (shadow) gl.uniform1f(u.uShadow, 1);
    const ghost = !shadow && (scene.isGhost(actor) || scene.isFaded());
    gl.uniform4fv(u.uColor, shadow || [...scene.meshColor(actor), ghost ? GHOST_ALPHA : 1]);
    const passes = ghost ? ["depth", "color"] : ["color"];
    for (const pass of passes) {
      // A see-through body shows its nearest surface only.
      gl.colorMask(pass === "color", pass === "color", pass === "color", pass === "color");
      if (ghost) gl[pass === "color" ? "enable" : "disable"](gl.BLEND);
      actor.skins.forEach((skin, index) => {
        const mesh = this.mesh(skin);
        gl.activeTexture(gl.TEXTURE0);
        gl.bindTexture(gl.TEXTURE_2D, this.boneTexture(actor, index));
        gl.bindVertexArray(mesh.array);
        if (!mesh.two) {
          gl.vertexAttribI4ui(4, 0, 0, 0, 0);
          gl.vertexAttrib4f(5, 0, 0, 0, 0);
        }
        gl.drawElements(gl.TRIANGLES, mesh.count, mesh.type, 0);
      });
    }
    if (ghost) gl.disable(gl.BLEND);
  }

  drawDepths(scene, actor) {
    const gl = this.gl;
    actor.skins.forEach((skin, index) => {
      const depths = actor.depthsNow(index);
      if (!depths) return;
      const u = this.use("deep", scene), mesh = this.mesh(skin);
      gl.uniform3fv(u.uShift, actor.shift);
      gl.uniform1i(u.uBones, 0);
      gl.uniform3fv(u["uRamp[0]"], DEPTH_RAMP.flatMap((stop) => stop.color));
      gl.uniform1fv(u["uStops[0]"], DEPTH_RAMP.map((stop) => stop.depth));
      gl.uniform1f(u.uAlpha, DEEP_ALPHA);
      gl.activeTexture(gl.TEXTURE0);
      gl.bindTexture(gl.TEXTURE_2D, this.boneTexture(actor, index));
      gl.bindVertexArray(mesh.array);
      gl.bindBuffer(gl.ARRAY_BUFFER, mesh.deep);
      gl.bufferData(gl.ARRAY_BUFFER, depths, gl.DYNAMIC_DRAW);
      gl.enableVertexAttribArray(6);
      if (!mesh.two) {
        gl.vertexAttribI4ui(4, 0, 0, 0, 0);
        gl.vertexAttrib4f(5, 0, 0, 0, 0);
      }
      // Seen through the body, but not through itself.
      gl.clear(gl.DEPTH_BUFFER_BIT);
      gl.enable(gl.BLEND);
      gl.drawElements(gl.TRIANGLES, mesh.count, mesh.type, 0);
      gl.disable(gl.BLEND);
      gl.disableVertexAttribArray(6);
    });
  }

  drawBones(scene, actors, shadow) {
    const gl = this.gl, bones = [], joints = [];
    for (const actor of actors) {
      const size = scene.bodySize(actor);
      const planted = scene.plantedJoints(actor);
      const base = scene.colors.tints[actor.tint];
      const alpha = scene.isGhost(actor) || scene.isFaded() ? GHOST_ALPHA : 1;
      for (const bone of actor.bones) {
        const [head, tail] = actor.boneEnds(bone);
        const length = Math.hypot(tail[0] - head[0], tail[1] - head[1], tail[2] - head[2]);
        if (length < 1e-4 * size) continue;
        const radius = Math.min(0.16 * length, 0.02 * size);
        bones.push(...head, ...tail, radius, ...(planted.get(bone.joint) || base), alpha);
      }
      for (const joint of actor.shownJoints) {
        const p = actor.placed(actor.position(joint));
        const color = planted.get(joint);
        joints.push(...p, ...p, (color ? 0.011 : 0.0075) * size, ...(color || scene.jointColor(actor)), alpha);
      }
    }
    const u = this.use("solid", scene);
    if (shadow) {
      gl.uniform1f(u.uShadow, 1);
      gl.uniform4fv(u.uColor, shadow);
    } else {
      gl.enable(gl.BLEND);
    }
    for (const [batch, numbers, sphere] of [[this.solids.octahedron, bones, 0], [this.solids.sphere, joints, 1]]) {
      if (!numbers.length) continue;
      this.upload(batch, numbers);
      gl.uniform1f(u.uSphere, sphere);
      gl.bindVertexArray(batch.array);
      gl.drawArraysInstanced(gl.TRIANGLES, 0, batch.vertexCount, batch.count);
    }
    if (!shadow) gl.disable(gl.BLEND);
  }

  drawDiscs(scene) {
    const gl = this.gl, numbers = scene.discs().flatMap((d) => [...d.centre, d.radius, ...d.color, d.alpha]);
    if (!numbers.length) return;
    this.use("disc", scene);
    this.upload(this.discs, numbers);
    gl.enable(gl.BLEND);
    gl.depthMask(false);
    gl.bindVertexArray(this.discs.array);
    gl.drawArraysInstanced(gl.TRIANGLES, 0, this.discs.vertexCount, this.discs.count);
    gl.depthMask(true);
    gl.disable(gl.BLEND);
  }

  drawLines(scene) {
    const gl = this.gl, numbers = [];
    for (const { points, color } of scene.trails()) {
      for (let i = 1; i < points.length; i++) numbers.push(...points[i - 1], ...color, 0.9, ...points[i], ...color, 0.9);
    }
    if (!numbers.length) return;
    this.use("line", scene);
    this.upload(this.lines, numbers);
    gl.enable(gl.BLEND);
    gl.bindVertexArray(this.lines.array);
    gl.drawArrays(gl.LINES, 0, this.lines.count);
    gl.disable(gl.BLEND);
  }
}

function lightDirection(camera) {
  const { right, up, back } = camera.axes();
  const v = [0, 1, 2].map((i) => 0.45 * up[i] + 0.75 * back[i] - 0.4 * right[i] + (i === 1 ? 0.35 : 0));
  const n = Math.hypot(...v);
  return v.map((x) => x / n);
}

// Normals of a mesh that brought none: the mean of its triangles', weighted by area.
function smoothNormals({ positions: p, triangles }) {
  const sum = new Float32Array(p.length);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    const u = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
    const v = [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]];
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    for (const corner of [a, b, c]) for (let k = 0; k < 3; k++) sum[corner + k] += n[k];
  }
  const out = new Int8Array(p.length);
  for (let i = 0; i < p.length; i += 3) {
    const length = Math.hypot(sum[i], sum[i + 1], sum[i + 2]) || 1;
    for (let k = 0; k < 3; k++) out[i + k] = Math.round((127 * sum[i + k]) / length);
  }
  return out;
}

