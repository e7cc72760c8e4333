// A picture: regions, hyperplanes, labels as arrows or points, and the hands that move them. It shows what the engine said.
import { FIRST_TURN, dot, inPlane, onMap, onSphere, rotation, times } from "./shapes.js";

const SVG = "http://www.w3.org/2000/svg";
const INK = "#1a1a1a";
const HATCHES = ["", "M0 6L6 0", "M1.500 1.500h.01M4.500 4.500h.01", "M0 0L6 6", "M0 6L6 0M0 0L6 6"];
const CROWDED = 160; // so many rays would blacken the middle
const NAMED = 48; // more regions than this are named only where there is room

export function make(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}
export const short = (text, most = 16) => ([...text].length > most ? `${[...text].slice(0, most - 1).join("")}…` : text);

let stages = 0;

export class Stage {
  // `hands`: hover(name or null), pick(name or null), grab(label), drag(label, point), drop(), choose(label), step(label, dx, dy)
  constructor(figure, hands, movable) {
    Object.assign(this, { figure, hands, movable, id: (stages += 1), turn: FIRST_TURN, window: null, scale: 1, chosen: -1, pinned: null });
    this.svg = make("svg", { viewBox: "-1.6 -1.28 3.2 2.56", role: "group", tabindex: "0", "font-family": "system-ui, DejaVu Sans, Verdana, sans-serif" });
    const patterns = HATCHES.map((path, k) => {
      const pattern = make("pattern", { id: `hatch-${this.id}-${k}`, width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "scale(.008)" });
      pattern.append(make("path", { d: path, stroke: INK, "stroke-opacity": 0.4, "stroke-width": k === 2 ? 1.4 : 0.7, "stroke-linecap": "round", fill: "none" }));
      return pattern;
    });
    this.layers = Object.fromEntries(["ground", "regions", "hatches", "edges", "marks", "names", "mix", "labels"].map((name) => [name, make("g")]));
    for (const name of ["hatches", "edges", "marks", "names", "mix"]) this.layers[name].setAttribute("pointer-events", "none");
    this.svg.append(make("defs", {}, ...patterns), ...Object.values(this.layers));
    figure.append(this.svg);
    this.listen();
  }

  // Fit what is drawn into the picture; not while a hand moves.
  fit() {
    const { view, state } = this;
    if (!view) return;
    const places = this.places(), reach = Math.max(...places.map((p) => Math.hypot(...p)), 0);
    if (view.kind !== "map") { this.scale = reach > 0 ? (view.kind === "sphere" ? 1.22 : 0.82) / reach : 1; return; }
    const used = new Set(view.regions.flatMap((region) => region[3].flatMap(([corners]) => corners)));
    const points = view.corners.filter((c, k) => used.has(k) && c[0] > 1e-4).map((c) => [c[1] / c[0], c[2] / c[0]]);
    const shown = [...points, ...places.map((p) => [p[0], p[1] ?? 0])].filter((p) => p.every(Number.isFinite));
    const spread = [0, 1].map((k) => { const v = shown.map((p) => p[k]); return v.length ? [Math.min(...v), Math.max(...v)] : [-1, 1]; });
    const size = Math.max(...spread.map(([low, high]) => high - low), state.dimension ? 0 : 2) || 2;
    this.window = { x: (spread[0][0] + spread[0][1]) / 2, y: (spread[1][0] + spread[1][1]) / 2, size: size * 0.62 };
  }

  // The columns that are the coordinates of the picture; where nothing is drawn the labels still are.
  get axes() { return this.view.axes.length ? this.view.axes : [0, 1, 2].slice(0, this.state.dimension); }

  places() { return this.state.floats.map((row) => this.axes.map((k) => row[k] ?? 0)); }

  get points() { // rows (1, p) are points
    const { state, view } = this;
    return view.kind === "plane" && state.dimension === 3 && view.axes[0] === 1 && state.floats.every((row) => row[0] === 1);
  }

  show(view, state, { chosen = -1, mixes = [], fresh = false, bold = null, losers = [] } = {}) {
    const other = !this.view || this.view.kind !== view.kind;
    Object.assign(this, { view, state, chosen, mixes, bold, losers: new Set(losers) });
    if (other || fresh || (view.kind === "map" && !this.window)) this.fit();
    this.draw();
  }

  draw() {
    const { view, layers } = this;
    if (!view) return;
    const spots = [];
    const many = view.kind === "plane" && view.regions.length > CROWDED;
    const shape = { sphere: (r, w) => onSphere(r, w, this.turn), map: (r, w) => onMap(r, w, this.window), plane: (r, w) => inPlane(r, w, many ? 0.85 : 0) }[view.kind];
    const paths = [], hatched = [], inner = [];
    for (const [name, , , pieces, colour, hatch] of view.regions) {
      const outlines = pieces.map(([corners, walls]) => shape(corners.map((k) => view.corners[k]), walls)).filter(Boolean);
      if (!outlines.length) continue;
      const path = outlines.map((o) => o.path).join("");
      paths.push([name, path, colour]);
      if (hatch) hatched.push([path, hatch]);
      for (const o of outlines) inner.push(o.edges.filter(([wall]) => wall >= 0 && view.walls[wall]?.[0]).map(([, edge]) => edge).join(""));
      const widest = outlines.reduce((a, b) => (b.area > a.area ? b : a));
      spots.push([name, widest]);
    }
    this.pool(layers.regions, paths.length, () => make("path", { class: "region" })).forEach((element, k) => {
      const [name, path, colour] = paths[k];
      element.setAttribute("d", path); element.setAttribute("fill", colour); element.setAttribute("stroke", colour);
      element.setAttribute("stroke-width", 0.004); element.region = name; element.setAttribute("vector-effect", "non-scaling-stroke");
    });
    this.outline();
    this.pool(layers.hatches, hatched.length, () => make("path")).forEach((element, k) => {
      element.setAttribute("d", hatched[k][0]); element.setAttribute("fill", `url(#hatch-${this.id}-${hatched[k][1]})`);
    });
    this.pool(layers.edges, 1, () => make("path", { stroke: INK, fill: "none", "stroke-linecap": "round" })).forEach((element) => {
      element.setAttribute("d", inner.join("")); element.setAttribute("stroke-width", view.regions.length > 300 ? 0.0025 : 0.006);
    });
    this.ground();
    this.name(spots);
    this.arrows();
    const words = view.kind === "none" ? view.why : `${view.count} ${view.counted}`;
    this.svg.setAttribute("aria-label", `${this.state.name || "configuration"}: ${words}`);
  }

  pool(layer, count, create) {
    while (layer.childNodes.length > count) layer.lastChild.remove();
    while (layer.childNodes.length < count) layer.append(create());
    return [...layer.childNodes];
  }

  ground() {
    const { view, layers } = this, parts = [];
    if (view.kind === "none") {
      const lines = [];
      for (const word of view.why.split(" ")) {
        if (!lines.length || lines.at(-1).length + word.length > 44) lines.push(word); else lines[lines.length - 1] += ` ${word}`;
      }
      lines.forEach((line, k) => { const text = make("text", { x: 0, y: 1.1 + 0.1 * (k - lines.length / 2), "text-anchor": "middle", "font-size": 0.075, fill: "currentColor" }); text.textContent = line; parts.push(text); });
    } else if (view.kind === "map") {
      parts.push(make("rect", { x: -1, y: -1, width: 2, height: 2, fill: "none", stroke: "currentColor", "stroke-width": 0.006, opacity: 0.5 }));
      const { x, y, size } = this.window, [ox, oy] = [-x / size, y / size];
      if (Math.abs(ox) < 1 && Math.abs(oy) < 1) parts.push(make("path", { d: `M${ox - 0.03} ${oy}h.06M${ox} ${oy - 0.03}v.06`, stroke: "currentColor", "stroke-width": 0.006 }));
    } else {
      parts.push(make("circle", { r: 1, fill: "none", stroke: "currentColor", "stroke-width": 0.012 }));
    }
    layers.ground.replaceChildren(...parts);
  }

  name(spots) {
    const { view, layers } = this, parts = [], taken = [];
    const around = view.kind === "plane" && spots.length > 1;
    if (around && spots.length > NAMED) spots = this.signs ? [] : this.winners(spots);
    const text = (x, y, words, size, attributes = {}) => {
      const element = make("text", { x, y, "font-size": size, "text-anchor": "middle", "dominant-baseline": "central", fill: INK, ...attributes });
      element.textContent = words;
      parts.push(element);
    };
    for (const [name, spot] of [...spots].sort((a, b) => b[1].area - a[1].area)) {
      const strong = this.bold && this.bold.has(name) ? { "font-weight": 700 } : {};
      const mono = this.signs ? { "font-family": "DejaVu Sans Mono, Menlo, monospace" } : {};
      const words = short(name, 18);
      if (around) {
        const size = spots.length > 26 ? 0.052 : 0.066, c = Math.cos(spot.angle), s = -Math.sin(spot.angle);
        const wide = Math.min(1.5, 0.6 * size * words.length), anchor = Math.abs(c) < 0.2 ? "middle" : c > 0 ? "start" : "end";
        const at = [1.05 * c, 1.07 * s], left = at[0] - (anchor === "middle" ? wide / 2 : anchor === "end" ? wide : 0);
        const box = [left, at[1] - size / 2, left + wide, at[1] + size / 2];
        if (left < -1.6 || left + wide > 1.6 || taken.some((b) => b[0] < box[2] && box[0] < b[2] && b[1] < box[3] && box[1] < b[3])) continue;
        taken.push(box);
        text(at[0], at[1], words, size, { "text-anchor": anchor, fill: "currentColor", ...strong, ...mono });
      } else {
        const size = Math.min(0.075, (2 * spot.room) / (0.68 * Math.max(2, words.length)), Math.sqrt(spot.area) / 2);
        if (size > 0.032) text(spot.middle[0], spot.middle[1], words, size, { ...strong, ...mono });
      }
    }
    layers.names.replaceChildren(...parts);
  }

  // Too many to be named: the middle ranking of each winner, by its winner alone.
  winners(spots) {
    const runs = new Map();
    this.view.regions.forEach(([, winner], k) => { if (!runs.has(winner)) runs.set(winner, []); runs.get(winner).push(spots[k][1]); });
    return [...runs].map(([winner, run]) => {
      const [x, y] = [Math.cos, Math.sin].map((of) => run.reduce((sum, spot) => sum + spot.area * of(spot.angle), 0));
      return [this.state.labels[winner], { area: 0, angle: Math.atan2(y, x) }];
    });
  }

  // Where a point of the picture's coordinates is on the screen, and how far in front.
  on(p) {
    const { view } = this;
    if (view.kind === "map") return [(p[0] - this.window.x) / this.window.size, -((p[1] ?? 0) - this.window.y) / this.window.size, 1];
    if (view.kind === "plane" || p.length < 3) return [this.scale * p[0], -this.scale * (p[1] ?? 0), 1];
    const q = this.turn.map((row) => dot(row, p));
    return [this.scale * q[0], -this.scale * q[1], q[2]];
  }

  arrows() {
    const { view, state, layers, mixes } = this, places = this.places(), spots = places.map((p) => this.on(p));
    // On a line arrows would lie upon each other.
    const apart = this.axes.length === 1 ? Math.min(0.13, 1.5 / places.length) : 0;
    spots.forEach((spot, k) => { spot[1] += apart * (k - (places.length - 1) / 2); });
    const focused = document.activeElement?.closest?.(".handle")?.label;
    const held = this.svg.contains(document.activeElement);
    const crowd = state.labels.length > 24, middle = this.on(places[0]?.map(() => 0) ?? [0, 0]);
    const old = [...layers.labels.childNodes];
    const keep = state.labels.length === old.length;
    if (!keep) layers.labels.replaceChildren();
    state.labels.forEach((label, k) => {
      const [x, y, depth] = spots[k], origin = [middle[0], apart ? y : middle[1]], far = Math.hypot(x - origin[0], y - origin[1]), losing = this.losers.has(k);
      const behind = view.kind === "sphere" && depth < 0 && far < 1;
      const group = keep ? old[k] : make("g", { class: "handle" });
      if (!keep) {
        group.append(make("path"), make("path"), make("circle"), make("circle"), make("text"));
        layers.labels.append(group);
      }
      group.label = k;
      group.classList.toggle("chosen", k === this.chosen);
      const [stem, tip, halo, end, text] = group.childNodes;
      const set = (element, values) => { for (const [key, value] of Object.entries(values)) element.setAttribute(key, value); };
      const stemmed = !this.points && far > 0.02;
      set(stem, { d: stemmed ? `M${origin[0]} ${origin[1]}L${x - 0.03 * (x - origin[0]) / far} ${y - 0.03 * (y - origin[1]) / far}` : "M0 0", stroke: this.inside(x, y) || stemmed ? "currentColor" : "none", "stroke-width": k === this.chosen ? 0.017 : 0.011, fill: "none", opacity: behind ? 0.25 : 0.9, "pointer-events": "none" });
      // The head is a triangle of its own, so that it has the colour and the place of its arrow.
      const [ux, uy] = [(x - origin[0]) / (far || 1), (y - origin[1]) / (far || 1)], head = Math.min(0.075, far / 2);
      set(tip, { d: stemmed ? `M${x} ${y}l${-head * ux - 0.42 * head * uy} ${-head * uy + 0.42 * head * ux}l${0.84 * head * uy} ${-0.84 * head * ux}Z` : "M0 0", fill: "currentColor", opacity: behind ? 0.25 : 0.9, "pointer-events": "none" });
      if (losing) stem.setAttribute("stroke-dasharray", "0.03 0.025"); else stem.removeAttribute("stroke-dasharray");
      set(halo, { cx: x, cy: y, r: 0.07, fill: "#fff", "fill-opacity": 0.001 });
      set(end, { cx: x, cy: y, r: this.points || !stemmed || losing ? 0.022 : 0, fill: losing ? "#fff" : "currentColor", stroke: "currentColor", "stroke-width": 0.009, opacity: behind ? 0.3 : 1 });
      const away = far > 0.02 ? [(x - origin[0]) / far, (y - origin[1]) / far] : [0, -1];
      set(text, { x: x + 0.065 * away[0], y: y + 0.075 * away[1], "font-size": crowd ? 0.05 : 0.075, "font-weight": 600, "text-anchor": away[0] > 0.35 ? "start" : away[0] < -0.35 ? "end" : "middle", "dominant-baseline": "central", opacity: behind ? 0.45 : 1, fill: "currentColor", stroke: "#fff", "stroke-width": 0.022, "stroke-opacity": this.inside(x, y) ? 0.7 : 0, "paint-order": "stroke" });
      text.textContent = short(label, crowd ? 6 : 14);
      set(group, { color: this.inside(x, y) ? INK : "currentColor", "aria-label": `${label} at (${state.rows[k].join(", ")})${losing ? ", never wins" : ""}` });
      if (this.movable) set(group, { tabindex: 0, role: "button", "aria-roledescription": "label that can be moved" });
    });
    if (!keep && held && focused !== undefined) layers.labels.childNodes[focused]?.focus();
    const parts = [];
    for (const mix of mixes) {
      const tips = mix.mix.map((part) => spots[part.index]);
      if (!tips.length) continue;
      parts.push(make("path", { d: `M${tips.map((p) => `${p[0]} ${p[1]}`).join("L")}Z`, fill: "#a65410", "fill-opacity": 0.13, stroke: "#a65410", "stroke-width": 0.01, "stroke-dasharray": "0.035 0.02" }));
      const self = spots[mix.index];
      for (const p of tips) parts.push(make("path", { d: `M${self[0]} ${self[1]}L${p[0]} ${p[1]}`, stroke: "#a65410", "stroke-width": 0.006 }));
    }
    layers.mix.replaceChildren(...parts);
  }

  inside(x, y) {
    if (this.view.kind === "none") return false;
    return this.view.kind === "map" ? Math.max(Math.abs(x), Math.abs(y)) < 1.02 : Math.hypot(x, y) < 1.02;
  }

  mark(name) {
    if (this.marked === name) return;
    this.marked = name;
    this.outline();
  }

  pin(name) {
    this.pinned = name;
    this.outline();
  }

  // The outlines of the region under the pointer and of the one that is kept, above all others.
  outline() {
    const parts = [...this.layers.regions.childNodes].filter(({ region }) => region === this.marked || region === this.pinned);
    this.layers.marks.replaceChildren(...parts.map((path) => {
      const kept = path.region === this.pinned;
      return make("path", { d: path.getAttribute("d"), fill: kept ? "none" : "#fff", "fill-opacity": 0.25, stroke: kept ? "#0b3a5b" : INK, "stroke-width": kept ? 0.018 : 0.011, "stroke-linejoin": "round", class: kept ? "pinned" : "hot", "data-region": path.region });
    }));
  }

  spot(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return [point.x, point.y];
  }

  // The inverse of `on`, for a label that was at `from`: what lies in the plane of the screen through it.
  off([x, y], from) {
    const { view } = this;
    if (view.kind === "map") return [this.window.x + x * this.window.size, this.window.y - y * this.window.size].slice(0, from.length);
    if (view.kind === "plane" || from.length < 3) return [x / this.scale, -y / this.scale].slice(0, from.length);
    const seen = this.turn.map((row) => dot(row, from));
    const goal = [x / this.scale, -y / this.scale, seen[2]];
    return [0, 1, 2].map((k) => this.turn.reduce((sum, row, i) => sum + row[k] * goal[i], 0));
  }

  listen() {
    const { svg, hands } = this;
    let held = null;
    svg.addEventListener("pointerdown", (event) => {
      if (event.button || !this.view) return;
      const group = event.target.closest(".handle"), spot = this.spot(event);
      if (group && this.movable) {
        held = { label: group.label, from: this.places()[group.label], spot, moved: false };
        group.focus({ preventScroll: true });
        hands.choose(group.label);
        hands.grab(group.label);
      } else held = { ground: spot, region: event.target.region ?? null, moved: false };
      svg.setPointerCapture(event.pointerId);
    });
    svg.addEventListener("pointermove", (event) => {
      if (!held) { hands.hover(event.target.region ?? null); return; }
      const spot = this.spot(event), first = held.spot ?? held.ground;
      if (!held.moved && Math.hypot(spot[0] - first[0], spot[1] - first[1]) < 0.012) return;
      held.moved = true;
      if (held.label !== undefined) { hands.drag(held.label, this.off(spot, held.from), held.from, this.axes); return; }
      const [dx, dy] = [spot[0] - held.ground[0], spot[1] - held.ground[1]];
      held.ground = spot;
      this.shift(dx, dy);
    });
    const end = (event) => {
      if (!held) return;
      if (held.label !== undefined) hands.drop(held.moved);
      else if (!held.moved && event.type === "pointerup") hands.pick(held.region);
      held = null;
    };
    svg.addEventListener("pointerup", end);
    svg.addEventListener("pointercancel", end);
    svg.addEventListener("pointerleave", () => { if (!held) hands.hover(null); });
    svg.addEventListener("wheel", (event) => {
      if (this.view?.kind !== "map") return;
      event.preventDefault();
      const spot = this.spot(event), factor = Math.exp(Math.sign(event.deltaY) * 0.15), { window } = this;
      window.x += spot[0] * window.size * (1 - factor); window.y -= spot[1] * window.size * (1 - factor);
      window.size *= factor;
      this.draw();
    }, { passive: false });
    svg.addEventListener("keydown", (event) => {
      const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
      const group = event.target.closest(".handle");
      if (group && (event.key === "Enter" || event.key === " ")) { event.preventDefault(); hands.choose(group.label); }
      if (!way || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      if (group && this.movable) hands.step(group.label, this.along(way, this.places()[group.label]), this.axes, way);
      else this.shift(0.09 * way[0], -0.09 * way[1]);
    });
    svg.addEventListener("focusin", (event) => { const group = event.target.closest(".handle"); if (group && !held && this.movable) hands.choose(group.label); });
  }

  // A step to the right or up, as a unit of one of the coordinates: the one that points that way most.
  along([right, up], from) {
    if (this.view.kind !== "sphere") return from.map((_, k) => [right, up][k] ?? 0);
    const row = this.turn[right ? 0 : 1], best = row.reduce((b, x, k) => (Math.abs(x) > Math.abs(row[b]) ? k : b), 0);
    return from.map((_, k) => (k === best ? Math.sign(row[best]) * (right || up) : 0));
  }

  shift(dx, dy) {
    if (this.view?.kind === "sphere") this.turn = times(times(rotation(0, 1.2 * dy), rotation(1, 1.2 * dx)), this.turn);
    else if (this.view?.kind === "map") { this.window.x -= dx * this.window.size; this.window.y += dy * this.window.size; } else return;
    this.draw();
    this.onturn?.(this);
  }
}
