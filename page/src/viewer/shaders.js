// Shaders of the WebGL 2 renderer. Light comes from over the viewer's shoulder and from the sky.

const LIGHT = `
uniform vec3 uLight;
vec3 shade(vec3 color, vec3 n) {
  float key = max(dot(n, uLight), 0.0);
  float sky = 0.5 + 0.5 * n.y;
  return color * (0.46 + 0.24 * sky + 0.46 * key);
}`;

// Flattens a point along the light onto the level ground; a height of no number leaves it.
const SHADOW = `
uniform float uShadow;
uniform float uShadowHeight;
uniform vec3 uShadowLight;
vec3 dropped(vec3 p) {
  if (uShadow < 0.5) return p;
  return p - uShadowLight * (max(p.y - uShadowHeight, 0.0) / uShadowLight.y) - vec3(0.0, min(p.y - uShadowHeight, 0.0), 0.0);
}`;

// The matrix of a vertex from up to eight joints.
const SKINNING = `
mat4 bone(uint slot) {
  int row = int(slot);
  vec4 a = texelFetch(uBones, ivec2(0, row), 0), b = texelFetch(uBones, ivec2(1, row), 0), c = texelFetch(uBones, ivec2(2, row), 0);
  return transpose(mat4(a, b, c, vec4(0.0, 0.0, 0.0, 1.0)));
}
mat4 skinned() {
  mat4 m = bone(aSlots0.x) * aWeights0.x + bone(aSlots0.y) * aWeights0.y
         + bone(aSlots0.z) * aWeights0.z + bone(aSlots0.w) * aWeights0.w;
  if (aWeights1.x > 0.0) {
    m += bone(aSlots1.x) * aWeights1.x + bone(aSlots1.y) * aWeights1.y
       + bone(aSlots1.z) * aWeights1.z + bone(aSlots1.w) * aWeights1.w;
  }
  return m;
}`;

const SHADERS = {
  ground: {
    vertex: `#version 300 es
layout(location = 0) in vec3 aPosition;
uniform mat4 uMatrix;
uniform vec3 uShift;
out vec3 vWorld;
void main() {
  vWorld = aPosition + uShift;
  gl_Position = uMatrix * vec4(vWorld, 1.0);
}`,
    fragment: `#version 300 es
precision highp float;
in vec3 vWorld;
uniform vec3 uGround, uLine, uBackground, uCentre;
uniform float uRadius, uAlpha, uRelief;
out vec4 color;
float lines(float spacing, float width) {
  vec2 p = vWorld.xz / spacing;
  vec2 w = max(fwidth(p), 1e-6);
  vec2 g = abs(fract(p - 0.5) - 0.5) / w;
  float line = 1.0 - min(min(g.x, g.y) / width, 1.0);
  return line * (1.0 - smoothstep(0.15, 0.5, max(w.x, w.y)));
}
void main() {
  vec3 c = uGround;
  if (uRelief > 0.5) {
    vec3 n = normalize(cross(dFdx(vWorld), dFdy(vWorld)));
    n *= sign(n.y);
    c *= clamp(1.0 + 0.9 * n.x + 0.7 * n.z, 0.55, 1.3);
  }
  c = mix(c, uLine, max(lines(1.0, 1.3) * 0.75, lines(0.1, 1.0) * 0.22));
  float fade = 1.0 - smoothstep(0.35, 1.0, length(vWorld.xz - uCentre.xz) / uRadius);
  color = vec4(mix(uBackground, c, fade), uAlpha * mix(1.0, fade, step(uAlpha, 0.99)));
}`,
  },
  skin: {
    vertex: `#version 300 es
precision highp float;
layout(location = 0) in vec3 aPosition;
layout(location = 1) in vec3 aNormal;
layout(location = 2) in uvec4 aSlots0;
layout(location = 3) in vec4 aWeights0;
layout(location = 4) in uvec4 aSlots1;
layout(location = 5) in vec4 aWeights1;
uniform mat4 uMatrix;
uniform vec3 uShift;
uniform highp sampler2D uBones;
out vec3 vNormal;
${SHADOW}
${SKINNING}
void main() {
  mat4 m = skinned();
  vNormal = mat3(m) * aNormal;
  gl_Position = uMatrix * vec4(dropped((m * vec4(aPosition, 1.0)).xyz + uShift), 1.0);
}`,
    fragment: `#version 300 es
precision highp float;
in vec3 vNormal;
uniform vec4 uColor;
out vec4 color;
${LIGHT}
void main() {
  vec3 n = normalize(vNormal);
  if (!gl_FrontFacing) n = -n;
  color = vec4(shade(uColor.rgb, n), uColor.a);
}`,
  },
  // What is inside the body, seen through it: only vertices with a depth, coloured by it.
  deep: {
    vertex: `#version 300 es
precision highp float;
layout(location = 0) in vec3 aPosition;
layout(location = 1) in vec3 aNormal;
layout(location = 2) in uvec4 aSlots0;
layout(location = 3) in vec4 aWeights0;
layout(location = 4) in uvec4 aSlots1;
layout(location = 5) in vec4 aWeights1;
layout(location = 6) in float aDepth;
uniform mat4 uMatrix;
uniform vec3 uShift;
uniform highp sampler2D uBones;
out vec3 vNormal;
out float vDepth;
${SKINNING}
void main() {
  mat4 m = skinned();
  vDepth = aDepth;
  vNormal = mat3(m) * aNormal;
  gl_Position = uMatrix * vec4((m * vec4(aPosition, 1.0)).xyz + uShift, 1.0);
}`,
    fragment: `#version 300 es
precision highp float;
in vec3 vNormal;
in float vDepth;
uniform vec3 uRamp[4];
uniform float uStops[4];
uniform float uAlpha;
out vec4 color;
${LIGHT}
void main() {
  if (vDepth < 0.5 * uStops[0]) discard;
  vec3 c = uRamp[0];
  for (int i = 1; i < 4; i++) c = mix(c, uRamp[i], clamp((vDepth - uStops[i - 1]) / (uStops[i] - uStops[i - 1]), 0.0, 1.0));
  vec3 n = normalize(vNormal);
  if (!gl_FrontFacing) n = -n;
  color = vec4(mix(c, shade(c, n), 0.5), uAlpha);
}`,
  },
  // Octahedra for bones and spheres for joints, one instance each.
  solid: {
    vertex: `#version 300 es
precision highp float;
layout(location = 0) in vec3 aPosition;
layout(location = 1) in vec3 aHead;
layout(location = 2) in vec3 aTail;
layout(location = 3) in float aRadius;
layout(location = 4) in vec4 aColor;
uniform mat4 uMatrix;
uniform float uSphere;
out vec3 vWorld;
out vec3 vNormal;
out vec4 vColor;
${SHADOW}
void main() {
  vec3 axis = aTail - aHead;
  float size = max(length(axis), 1e-6);
  vec3 y = axis / size;
  vec3 x = normalize(cross(y, abs(y.y) < 0.9 ? vec3(0.0, 1.0, 0.0) : vec3(1.0, 0.0, 0.0)));
  vec3 z = cross(x, y);
  vec3 local = aPosition * vec3(aRadius, size, aRadius);
  vWorld = uSphere > 0.5 ? aHead + aPosition * aRadius : aHead + x * local.x + y * local.y + z * local.z;
  vNormal = aPosition;
  vColor = aColor;
  gl_Position = uMatrix * vec4(dropped(vWorld), 1.0);
}`,
    fragment: `#version 300 es
precision highp float;
in vec3 vWorld;
in vec3 vNormal;
in vec4 vColor;
uniform float uSphere;
uniform vec4 uColor;
out vec4 color;
${LIGHT}
void main() {
  vec3 n = uSphere > 0.5 ? normalize(vNormal) : normalize(cross(dFdx(vWorld), dFdy(vWorld)));
  // Bones are drawn to be told apart, not to look real: shading is kept light.
  color = uColor.a > 0.0 ? uColor : vec4(mix(shade(vColor.rgb, n), vColor.rgb, 0.3), vColor.a);
}`,
  },
  // A ring with a fill on the ground, one instance each.
  disc: {
    vertex: `#version 300 es
layout(location = 0) in vec2 aCorner;
layout(location = 1) in vec3 aCentre;
layout(location = 2) in float aRadius;
layout(location = 3) in vec4 aColor;
uniform mat4 uMatrix;
out vec2 vCorner;
out vec4 vColor;
void main() {
  vCorner = aCorner;
  vColor = aColor;
  gl_Position = uMatrix * vec4(aCentre + vec3(aCorner.x, 0.0, aCorner.y) * aRadius, 1.0);
}`,
    fragment: `#version 300 es
precision highp float;
in vec2 vCorner;
in vec4 vColor;
uniform float uSolid;
out vec4 color;
void main() {
  float r = length(vCorner), w = fwidth(r);
  float inside = 1.0 - smoothstep(1.0 - w, 1.0, r);
  float ring = max(uSolid, smoothstep(0.76 - w, 0.76, r));
  color = vec4(vColor.rgb, vColor.a * inside * mix(0.55, 1.0, ring));
}`,
  },
  line: {
    vertex: `#version 300 es
layout(location = 0) in vec3 aPosition;
layout(location = 1) in vec4 aColor;
uniform mat4 uMatrix;
out vec4 vColor;
void main() {
  vColor = aColor;
  gl_Position = uMatrix * vec4(aPosition, 1.0);
}`,
    fragment: `#version 300 es
precision highp float;
in vec4 vColor;
out vec4 color;
void main() { color = vColor; }`,
  },
  // A line as wide as asked for, in pixels.
  stroke: {
    vertex: `#version 300 es
layout(location = 0) in vec2 aCorner;
layout(location = 1) in vec3 aHead;
layout(location = 2) in vec3 aTail;
layout(location = 3) in vec4 aHeadColor;
layout(location = 4) in vec4 aTailColor;
layout(location = 5) in float aWidth;
uniform mat4 uMatrix;
uniform vec2 uView;
out vec4 vColor;
out float vAcross;
out float vHalf;
void main() {
  vec4 a = uMatrix * vec4(aHead, 1.0), b = uMatrix * vec4(aTail, 1.0);
  vColor = mix(aHeadColor, aTailColor, aCorner.x);
  // Half a pixel more for a soft edge.
  vHalf = 0.5 * aWidth + 0.5;
  vAcross = aCorner.y * vHalf;
  if (min(a.w, b.w) < 0.01) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    return;
  }
  vec2 way = (b.xy / b.w - a.xy / a.w) * uView;
  way = length(way) > 1e-4 ? normalize(way) : vec2(1.0, 0.0);
  vec4 p = mix(a, b, aCorner.x);
  p.xy += vec2(-way.y, way.x) * vAcross * 2.0 / uView * p.w;
  gl_Position = p;
}`,
    fragment: `#version 300 es
precision highp float;
in vec4 vColor;
in float vAcross;
in float vHalf;
out vec4 color;
void main() { color = vec4(vColor.rgb, vColor.a * clamp(vHalf - abs(vAcross), 0.0, 1.0)); }`,
  },
  // The sign of a centre of mass: a disc in quarters that faces the viewer.
  mark: {
    vertex: `#version 300 es
layout(location = 0) in vec2 aCorner;
layout(location = 1) in vec3 aCentre;
layout(location = 2) in float aRadius;
layout(location = 3) in vec4 aColor;
uniform mat4 uMatrix;
uniform vec3 uRight, uUp;
out vec2 vCorner;
out vec4 vColor;
void main() {
  vCorner = aCorner;
  vColor = aColor;
  gl_Position = uMatrix * vec4(aCentre + (uRight * aCorner.x + uUp * aCorner.y) * aRadius, 1.0);
}`,
    fragment: `#version 300 es
precision highp float;
in vec2 vCorner;
in vec4 vColor;
out vec4 color;
void main() {
  float r = length(vCorner), w = fwidth(r);
  float inside = 1.0 - smoothstep(1.0 - w, 1.0, r);
  float ring = smoothstep(0.8 - w, 0.8, r);
  vec2 q = smoothstep(-w, w, vCorner);
  float quarter = mix(q.x, 1.0 - q.x, q.y);
  vec3 c = mix(mix(vec3(1.0), vColor.rgb, quarter), vColor.rgb * 0.72, ring);
  color = vec4(c, vColor.a * inside);
}`,
  },
};
