// What is said beside the picture. Every word of a configuration goes in as text, never as markup.
import { make, short } from "./draw.js";

export function node(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}
export const $ = (id) => document.getElementById(id);

export function download(name, content, type) {
  const link = node("a", { href: URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

const certificate = (reply, name) =>
  node("button", { type: "button", onclick: () => download(`${name.replace(/[^\w+-]+/g, "-").slice(0, 60) || "certificate"}.json`, reply.certificate, "application/json") }, "Certificate");

export function sayRegion(reply, name, point, go) {
  if (!reply) return [node("p", { class: "soft" }, "Click a region for its witness, its facets, the regions behind them, and its certificate.")];
  const near = reply.neighbours.map(([wall, behind]) =>
    node("li", {}, `${wall}: `, behind === null ? node("span", { class: "soft" }, "no inputs behind") : node("button", { type: "button", onclick: () => go(behind) }, short(behind, 40))));
  return [
    node("p", { class: "big mono" }, name),
    node("p", {}, "Exact point: ", node("span", { class: "mono" }, point)),
    node("p", {}, "Witness: ", node("span", { class: "mono" }, reply.witness ?? "")),
    node("p", { class: "soft" }, `${near.length} facet${near.length === 1 ? "" : "s"}, and what lies behind:`),
    node("ul", {}, ...near),
    certificate(reply, name),
  ];
}

export function sayAnswer(reply) {
  const words = reply.answer ? ["Possible. Witness: ", node("span", { class: "mono" }, reply.witness)] : [`Impossible: ${reply.conditions} of the conditions contradict each other.`];
  return [node("p", {}, node("b", {}, `${reply.question}: `), ...words), certificate(reply, reply.question)];
}

export function sayChanges(reply, mark) {
  if (!reply.comparable) return [node("p", { class: "soft" }, "The start has other labels, or one of the two cannot be drawn.")];
  const [more, less] = reply.changes;
  if (!more && !less) return [node("p", {}, "The same regions as at the start.")];
  const list = (names, count, sign, kind) => !count ? [] : [
    node("p", { class: kind }, `${sign} ${count} ${sign === "+" ? "appeared" : "vanished"}`),
    node("ul", {}, ...names.slice(0, 60).map((name) => node("li", { class: `mono ${kind}`, onpointerenter: () => mark(name), onpointerleave: () => mark(null) }, short(name, 60))),
      ...(count > 60 ? [node("li", { class: "soft" }, `and ${count - 60} more`)] : [])),
  ];
  return [...list(reply.appeared, more, "+", "plus"), ...list(reply.vanished, less, "−", "minus")];
}

export function sayLosers(reply, show, lengths) {
  if (!reply) return [];
  if (!reply.losers.length) return [node("p", { class: "soft" }, reply.winners.length ? "Every label wins somewhere." : "There are no labels.")];
  return reply.losers.map((loser) =>
    node("div", { class: "loser", onpointerenter: () => show(loser), onpointerleave: () => show(null) },
      node("p", {}, loser.words), node("span", { class: "row" }, certificate(loser, `never-${loser.label}`),
        ...(lengths ? [node("button", { type: "button", onclick: () => lengths(loser.label) }, "At which lengths?")] : []))));
}

// The map of what determines what: agreement is a blue =, difference an orange ≠. Rows of the drawing follow the arrows.
export function sayLights(lights, arrows, watch) {
  if (!lights) return [];
  const names = lights.map((light) => light.name);
  const mutual = new Set(arrows.filter(([a, b]) => arrows.some(([c, d]) => a === d && b === c)).map((pair) => pair.join("|")));
  const depth = Object.fromEntries(names.map((name) => [name, 0]));
  for (let round = 0; round < names.length; round += 1) {
    for (const [a, b] of arrows) depth[b] = mutual.has(`${a}|${b}`) ? Math.max(depth[b], depth[a]) : Math.max(depth[b], depth[a] + 1);
  }
  const rows = [];
  for (const name of names) (rows[depth[name]] ??= []).push(name);
  // Boxes as wide as their names, side by side; the drawing is as wide as its widest row.
  const gap = 10, wide = (name) => 7 * name.length + 28, across = (row) => row.reduce((sum, name) => sum + wide(name) + gap, 4 - gap);
  const width = Math.max(320, ...rows.map(across)), at = {};
  rows.forEach((row, k) => {
    let left = (width - across(row)) / 2 + 2;
    for (const name of row) { at[name] = [left + wide(name) / 2, 18 + 44 * k]; left += wide(name) + gap; }
  });
  const svg = make("svg", { viewBox: `0 0 ${width} ${44 * rows.length - 12}`, role: "list", "aria-label": "Which invariants still agree with the start", "font-size": 12 });
  for (const [a, b] of arrows) {
    const [[x1, y1], [x2, y2]] = [at[a], at[b]];
    if (mutual.has(`${a}|${b}`)) { if (a < b) svg.append(make("path", { d: `M${x1} ${y1}L${x2} ${y2}`, stroke: "currentColor", "stroke-width": 3, opacity: 0.45 })); }
    else svg.append(make("path", { d: `M${x1} ${y1 + 12}L${x2} ${y2 - 14}m-3 -5l3 5l4 -4`, stroke: "currentColor", fill: "none", opacity: 0.55 }));
  }
  for (const { name, means, agrees, why } of lights) {
    const [x, y] = at[name], sign = agrees === null ? "?" : agrees ? "=" : "≠", kind = agrees === null ? "unknown" : agrees ? "agree" : "differ";
    const words = `${name}, ${means}: ${agrees === null ? why || "unknown" : agrees ? "agrees" : "differs"}`;
    const group = make("g", { role: "listitem", "aria-label": words, class: "light", "data-name": name, "data-agrees": String(agrees) });
    const title = make("title"); title.textContent = words;
    const box = make("rect", { x: x - wide(name) / 2, y: y - 13, width: wide(name), height: 26, rx: 7, stroke: "currentColor", "stroke-width": watch?.includes(name) ? 2.5 : 0.8 });
    box.style.fill = `var(--${kind})`;
    const text = make("text", { x, y: y + 4, "text-anchor": "middle", fill: "currentColor" }); text.textContent = `${name} ${sign}`;
    group.append(title, box, text);
    svg.append(group);
  }
  return [svg];
}

export function sayNumbers(state, edit) {
  const entry = (text, what, done) => node("input", { value: text, spellcheck: "false", autocomplete: "off", "aria-label": what,
    onchange: async (event) => { event.target.classList.toggle("wrong", !(await done(event.target.value.trim()))); } });
  const rows = state.rows.slice(0, 100).map((row, i) => node("tr", {}, node("th", { scope: "row", title: state.labels[i] }, short(state.labels[i], 14)),
    ...row.slice(0, 12).map((x, j) => node("td", {}, entry(x, `${state.labels[i]}, coordinate ${j + 1}`, (text) => edit(i, j, text)))),
    ...(state.bias ? [node("td", {}, "+ ", entry(state.bias[i], `${state.labels[i]}, offset`, (text) => edit(i, -1, text)))] : [])));
  return [node("p", { class: "soft" }, "Integers, fractions, decimals, sqrt(2), cos(pi/5): each is read as written."), node("table", {}, ...rows)];
}
