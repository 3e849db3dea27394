// An orbit camera: drag turns, right or shift drag pans, wheel and pinch zoom.

const FIELD_OF_VIEW = (32 * Math.PI) / 180;

class Camera {
  constructor() {
    this.target = [0, 1, 0];
    this.yaw = 0.7;
    this.pitch = 0.2;
    this.distance = 4;
  }

  // Unit vectors to the right, up and towards the eye.
  axes() {
    const cy = Math.cos(this.yaw), sy = Math.sin(this.yaw), cp = Math.cos(this.pitch), sp = Math.sin(this.pitch);
    return { right: [cy, 0, -sy], up: [-sy * sp, cp, -cy * sp], back: [sy * cp, sp, cy * cp] };
  }

  eye() {
    const { back } = this.axes();
    return this.target.map((t, i) => t + back[i] * this.distance);
  }

  // Column-major matrix from world to clip space.
  matrix(aspect) {
    const { right, up, back } = this.axes();
    const eye = this.eye();
    const dot = (a) => -(a[0] * eye[0] + a[1] * eye[1] + a[2] * eye[2]);
    const near = this.distance * 0.03, far = this.distance * 20 + 80;
    const f = 1 / Math.tan(FIELD_OF_VIEW / 2), a = f / aspect;
    const c = (far + near) / (near - far), d = (2 * far * near) / (near - far);
    const rows = [
      [...right, dot(right)].map((v) => v * a),
      [...up, dot(up)].map((v) => v * f),
      [...back, dot(back)].map((v, i) => v * c + (i === 3 ? d : 0)),
      [...back, dot(back)].map((v) => -v),
    ];
    const out = new Float32Array(16);
    for (let r = 0; r < 4; r++) for (let k = 0; k < 4; k++) out[4 * k + r] = rows[r][k];
    return out;
  }

  orbit(dx, dy) {
    this.yaw -= dx * 0.006;
    this.pitch = Math.max(-1.2, Math.min(1.55, this.pitch + dy * 0.006));
  }

  pan(dx, dy, height) {
    const metres = (2 * this.distance * Math.tan(FIELD_OF_VIEW / 2)) / height;
    const { right, up } = this.axes();
    for (let i = 0; i < 3; i++) this.target[i] += (-right[i] * dx + up[i] * dy) * metres;
  }

  zoom(factor) { this.distance = Math.max(0.15, Math.min(200, this.distance * factor)); }

  // Shows all the points with `margin` metres around each, whatever the shape of the canvas.
  frame(points, margin, aspect) {
    const { right, up, back } = this.axes();
    const along = (axis, p) => axis[0] * p[0] + axis[1] * p[1] + axis[2] * p[2];
    const middle = (axis) => {
      const values = points.map((p) => along(axis, p));
      return (Math.min(...values) + Math.max(...values)) / 2;
    };
    const centre = [middle(right), middle(up), middle(back)];
    this.target = [0, 1, 2].map((i) => right[i] * centre[0] + up[i] * centre[1] + back[i] * centre[2]);
    const tan = Math.tan(FIELD_OF_VIEW / 2);
    const needed = points.map((p) => {
      const x = Math.abs(along(right, p) - centre[0]) + margin, y = Math.abs(along(up, p) - centre[1]) + margin;
      return along(back, p) - centre[2] + Math.max(x / aspect, y) / tan;
    });
    this.distance = Math.max(0.3, Math.max(...needed) * 1.06);
  }
}

// Wires pointer and wheel events of `element` to the camera; `changed` is called after each.
function controlCamera(element, camera, changed, frameAll) {
  const pointers = new Map();
  element.addEventListener("contextmenu", (event) => event.preventDefault());
  element.addEventListener("pointerdown", (event) => {
    element.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, [event.clientX, event.clientY]);
  });
  const release = (event) => pointers.delete(event.pointerId);
  element.addEventListener("pointerup", release);
  element.addEventListener("pointercancel", release);
  element.addEventListener("pointermove", (event) => {
    const last = pointers.get(event.pointerId);
    if (!last) return;
    const dx = event.clientX - last[0], dy = event.clientY - last[1];
    if (pointers.size === 2) {
      const other = [...pointers.entries()].find(([id]) => id !== event.pointerId)[1];
      const before = Math.hypot(last[0] - other[0], last[1] - other[1]);
      const after = Math.hypot(event.clientX - other[0], event.clientY - other[1]);
      if (before > 0 && after > 0) camera.zoom(before / after);
      camera.pan(dx / 2, dy / 2, element.clientHeight);
    } else if (event.buttons & 6 || event.shiftKey) {
      camera.pan(dx, dy, element.clientHeight);
    } else {
      camera.orbit(dx, dy);
    }
    pointers.set(event.pointerId, [event.clientX, event.clientY]);
    changed();
  });
  element.addEventListener("wheel", (event) => {
    event.preventDefault();
    const pixels = event.deltaMode === 1 ? event.deltaY * 32 : event.deltaY;
    camera.zoom(Math.exp(Math.max(-240, Math.min(240, pixels)) * 0.0012));
    changed();
  }, { passive: false });
  element.addEventListener("dblclick", frameAll);
}

