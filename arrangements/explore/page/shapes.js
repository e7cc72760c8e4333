// Outlines on the screen of exact regions: cones are clipped, projected and rounded. Nothing here decides anything.

export const dot = (a, b) => a.reduce((sum, x, k) => sum + x * b[k], 0);

// The part of a convex cone, given by its rays in order, where <normal, x> >= 0; `walls` are carried along, -1 for the cut.
function clip(rays, walls, normal) {
  const corners = [], kept = [];
  rays.forEach((ray, k) => {
    const next = rays[(k + 1) % rays.length], a = dot(ray, normal), b = dot(next, normal);
    if (a >= 0) { corners.push(ray); kept.push(b < 0 && a <= 1e-12 ? -1 : walls[k]); }
    if ((a > 1e-12 && b < -1e-12) || (a < -1e-12 && b > 1e-12)) {
      const t = a / (a - b);
      corners.push(ray.map((x, i) => x + t * (next[i] - x)));
      kept.push(a > 0 ? -1 : walls[k]);
    }
  });
  return corners.length > 2 ? [corners, kept] : [[], []];
}

const turned = (turn, p) => turn.map((row) => dot(row, p));

// A wide edge is cut in the middle, so that a chord follows it when the cone is clipped.
function refined(rays, walls) {
  const corners = [], kept = [];
  rays.forEach((ray, k) => {
    const next = rays[(k + 1) % rays.length];
    corners.push(ray); kept.push(walls[k]);
    if (dot(ray, next) < 0) { corners.push(ray.map((x, i) => x + next[i])); kept.push(walls[k]); }
  });
  return [corners, kept];
}

const fixed = (x) => x.toFixed(4);
const unit = (p) => { const size = Math.hypot(...p) || 1; return p.map((x) => x / size); };

// An outline as {path, edges: [[wall, path]], middle, area}, from points of the plane of the screen.
function outline(points, walls, arc) {
  const parts = points.map((p, k) => arc(p, points[(k + 1) % points.length], walls[k]));
  const flat = parts.flat();
  let area = 0, x = 0, y = 0;
  flat.forEach((p, k) => {
    const q = flat[(k + 1) % flat.length], cross = p[0] * q[1] - q[0] * p[1];
    area += cross / 2; x += (p[0] + q[0]) * cross / 6; y += (p[1] + q[1]) * cross / 6;
  });
  const edges = parts.map((part, k) => {
    const end = parts[(k + 1) % parts.length][0] ?? part[0];
    return [walls[k], `M${[...part, end].map((p) => `${fixed(p[0])} ${fixed(p[1])}`).join("L")}`];
  });
  const middle = Math.abs(area) > 1e-9 ? [x / area, y / area] : flat[0];
  // How much room there is for words to both sides of the middle.
  const across = flat.map((p, k) => [p, flat[(k + 1) % flat.length]]).filter(([p, q]) => (p[1] > middle[1]) !== (q[1] > middle[1]))
    .map(([p, q]) => Math.abs(p[0] + ((middle[1] - p[1]) / (q[1] - p[1])) * (q[0] - p[0]) - middle[0]));
  return { path: `M${flat.map((p) => `${fixed(p[0])} ${fixed(p[1])}`).join("L")}Z`, edges, middle, area: Math.abs(area), room: Math.min(...across, 1) };
}

// On a sphere that is seen from far away; only the half in front.
export function onSphere(rays, walls, turn) {
  const [fine, more] = refined(rays.map((ray) => turned(turn, ray)), walls);
  const [front, kept] = clip(fine, more, [0, 0, 1]);
  if (!front.length) return null;
  return outline(front.map(unit), kept, (p, q) => {
    const steps = Math.max(1, Math.ceil(Math.acos(Math.max(-1, Math.min(1, dot(p, q)))) / 0.09));
    return Array.from({ length: steps }, (_, k) => {
      const point = unit(p.map((x, i) => x + (k / steps) * (q[i] - x)));
      return [point[0], -point[1]];
    });
  });
}

// In the plane of h, for rays (t, t h); `window` is {x, y, size}: its middle and half its side.
export function onMap(rays, walls, window) {
  const { x, y, size } = window;
  let corners = rays, kept = walls;
  for (const normal of [[1e-9, 0, 0], [size - x, 1, 0], [size + x, -1, 0], [size - y, 0, 1], [size + y, 0, -1]]) {
    [corners, kept] = corners.length ? clip(corners, kept, normal) : [[], []];
  }
  const points = corners.filter((p) => p[0] > 1e-12).map((p) => [(p[1] / p[0] - x) / size, -(p[2] / p[0] - y) / size]);
  return points.length > 2 ? outline(points, kept, (p) => [p]) : null;
}

// A sector of the unit disc from one ray to the next, counterclockwise; the whole disc without rays. Its edge begins at `inner`.
export function inPlane(rays, walls, inner) {
  const whole = !rays.length;
  const start = whole ? 0 : Math.atan2(rays[0][1], rays[0][0]);
  let end = whole ? 2 * Math.PI : Math.atan2(rays[1][1], rays[1][0]);
  if (!whole && end <= start + 1e-12) end += 2 * Math.PI;
  const steps = Math.max(2, Math.ceil((end - start) / 0.05));
  const rim = Array.from({ length: steps + 1 }, (_, k) => start + ((end - start) * k) / steps).map((a) => [Math.cos(a), -Math.sin(a)]);
  const line = (p) => `${fixed(p[0])} ${fixed(p[1])}`;
  const half = (start + end) / 2;
  return {
    path: `M${(whole ? rim : [[0, 0], ...rim]).map(line).join("L")}Z`,
    edges: whole ? [] : [[walls[0], `M${line(rim[0].map((x) => inner * x))}L${line(rim[0])}`]],
    middle: [0.66 * Math.cos(half), -0.66 * Math.sin(half)],
    area: (end - start) / 2,
    room: 0.3,
    angle: half,
  };
}

// Rotations of space as matrices of rows.
export function rotation(about, angle) {
  const [i, j] = [[1, 2], [2, 0], [0, 1]][about], matrix = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
  matrix[i][i] = matrix[j][j] = Math.cos(angle);
  matrix[i][j] = -Math.sin(angle);
  matrix[j][i] = Math.sin(angle);
  return matrix;
}
export const times = (a, b) => a.map((row) => b[0].map((_, j) => dot(row, b.map((line) => line[j]))));
export const FIRST_TURN = times(rotation(0, -1.05), rotation(2, -0.5));
