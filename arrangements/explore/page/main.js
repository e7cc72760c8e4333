// The page: its state, its history and its address; what hands and keys do; and which questions go to the engine when.
import { Stage, short } from "./draw.js";
import { Cancelled, Lost, Refused, alone, ask } from "./engine.js";
import { $, download, node, sayAnswer, sayChanges, sayLights, sayLosers, sayNumbers, sayRegion } from "./panels.js";

// `now` and `start` are states as the engine writes them; everything on the page follows from these few values.
const page = { now: null, start: null, regions: "argmax", both: false, chosen: -1, pinned: null, story: null };
const past = [], future = [];
let knowledge = { arrows: [], catalogue: [], stories: [] }, last = null, explained = null, drag = null, shownMix = null;
let number = 0, flying = false, wanted = null, resting = 0;

const hands = {
  hover: mark,
  pick: (name) => pin(name),
  choose(label) {
    if (page.chosen === label) return;
    page.chosen = label;
    redraw();
  },
  grab(label) { drag = { base: page.now, label, moved: false, quick: true }; },
  drag(label, to, from, axes) { if (drag && !alone) { drag.moved = true; look({ now: drag.base, move: moveOf(label, to, from, axes, drag.base) }); } },
  async drop(moved) {
    if (!drag) return;
    const { base } = drag;
    await landed();
    drag = null;
    if (moved && !alone) { remember(base); rest(); }
  },
  async step(label, direction, axes, way) {
    if (alone) return;
    const base = page.now, from = axes.map((k) => base.floats[label][k]), grid = Number($("grid").value);
    const sum = way[0] + way[1];
    const factor = { kind: "ray", label, factor: `${grid + sum}/${grid}` };
    const turn = { kind: "rotate", tangent: `${-sum}/${4 * grid}`, axes: planeOf() };
    const mode = $("mode").value;
    const move = mode === "ray" ? factor : mode === "scale" ? { kind: "scale", factor: factor.factor } : mode === "rotate" ? turn
      : moveOf(label, from.map((x, k) => x + direction[k] / grid), from, axes, base, direction);
    if ((mode === "ray" || mode === "scale") && grid + sum <= 0) return;
    if (await look({ now: base, move })) { remember(base); rest(); }
  },
};
const still = { ...hands, grab() {}, drag() {}, drop() {}, step() {} };
const stage = new Stage($("now-figure"), hands, !alone);
const beside = new Stage($("start-figure"), still, false);
stage.onturn = () => { beside.turn = stage.turn; beside.draw(); };
beside.onturn = () => { stage.turn = beside.turn; stage.draw(); };

// --- moves: whatever the pointer says becomes a fraction of the grid, and the engine does the rest

function onGrid(x) { const grid = Number($("grid").value); return `${Math.round(x * grid)}/${grid}`; }
const planeOf = () => [...stage.axes].slice(0, 2);

function moveOf(label, to, from, axes, base, step = null) {
  const mode = $("mode").value, row = base.rows[label];
  // A step goes from where the label is, which need not be on the grid; the sum is exact because the engine reads it.
  const goal = row.map((x, k) => { const place = [...axes].indexOf(k); return place < 0 || Math.abs(to[place] - from[place]) < 1e-9 ? x : step ? sumOf(x, step[place]) : onGrid(to[place]); });
  const long = Math.hypot(...from), along = to.reduce((sum, x, k) => sum + x * from[k], 0), grid = Number($("grid").value);
  const factor = `${Math.max(1, Math.round((along / (long * long || 1)) * grid))}/${grid}`;
  switch (mode) {
    case "ray": return { kind: "ray", label, factor };
    case "cell": return { kind: "cell", label, to: goal };
    case "scale": return { kind: "scale", factor };
    case "offset": {
      const b = base.offsets?.[label] ?? 0;
      return { kind: "offset", label, to: page.regions === "sign" && !step ? onGrid(-along) : onGrid(b + (step ? step.reduce((s, x) => s + x, 0) / grid : to.at(-1) - from.at(-1))) };
    }
    case "rotate": {
      const angle = Math.atan2(from[0] * (to[1] ?? 0) - (from[1] ?? 0) * to[0], along);
      return { kind: "rotate", tangent: onGrid(Math.tan(Math.max(-3, Math.min(3, angle)) / 2)), axes: planeOf() };
    }
    case "translate": return { kind: "translate", to: row.map((_, k) => { const place = [...axes].indexOf(k); return place < 0 ? "0" : onGrid(to[place] - from[place]); }) };
    default: return { kind: "free", label, to: goal };
  }
}
function sumOf(text, way) { return way ? `(${text}) ${way > 0 ? "+" : "-"} 1/${$("grid").value}` : text; }

// --- questions to the engine

// The newest picture that was asked for; while one is under way the next waits, and only the newest of those.
function look(request = {}) {
  return new Promise((resolve) => {
    wanted?.resolve(false);
    wanted = { request, resolve };
    if (!flying) fly();
  });
}

async function fly() {
  flying = true;
  quiet(false);
  while (wanted) {
    const { request, resolve } = wanted;
    wanted = null;
    clearTimeout(resting);
    number += 1;
    const slow = setTimeout(() => { $("busy").hidden = false; }, 250);
    try {
      const reply = await ask("look", { now: page.now, start: page.start, regions: page.regions, both: page.both, number, ...request });
      page.now = reply.state;
      page.start ??= reply.state;
      last = reply;
      if ((request.move || request.now) && !drag?.quick) explained = null;
      if (request.move || request.fresh) page.pinned = null;
      banner("");
      redraw(request.fresh);
      resolve(true);
      if (drag?.quick) await whileDragged();
    } catch (error) { complain(error); resolve(false); }
    clearTimeout(slow);
    $("busy").hidden = true;
  }
  flying = false;
}
// Invariants and losers follow the hand too, as long as that is quick.
async function whileDragged() {
  const hand = drag, reply = await ask("explain", { now: page.now, start: page.start, number });
  hand.quick = reply.milliseconds < 60;
  explained = reply;
  if (wanted) explain(); else redraw();
}

const landed = async () => { while (flying) await new Promise((done) => { setTimeout(done, 5); }); };

// When hands rest: who never wins and why, which invariants agree, and the address.
function rest(wait = 120) {
  clearTimeout(resting);
  resting = setTimeout(async () => {
    address();
    number += 1;
    const asked = page.now;
    try {
      const reply = await ask("explain", { now: page.now, start: page.start, number });
      if (asked !== page.now || flying) return;
      explained = reply;
      redraw();
      quiet();
    } catch (error) { if (!(error instanceof Refused && alone)) complain(error); }
  }, wait);
}

// Whether everything that was asked has been said.
function quiet(value = true) { document.body.dataset.quiet = String(value); }

function complain(error) {
  if (error instanceof Cancelled) return;
  quiet();
  if (error instanceof Refused || error instanceof Lost) banner(error.message); else { banner(`The page has an error: ${error.message}`); console.error(error); }
}
function banner(words) { $("banner").textContent = words; $("banner").hidden = !words; }

// --- what is shown

function redraw(fresh = false) {
  if (!last) return;
  const { view } = last, losers = explained ? explained.losers.map((loser) => loser.index) : [];
  const fewer = new Set(last.vanished), more = new Set(last.appeared);
  stage.signs = beside.signs = page.regions === "sign";
  stage.pinned = beside.pinned = page.pinned?.name ?? null;
  const mixes = explained && page.regions === "argmax" ? (shownMix ? [shownMix] : explained.losers.slice(0, 1)) : [];
  stage.show(view, page.now, { chosen: page.chosen, mixes, fresh, losers, bold: page.both ? more : null });
  const pair = page.both && last.startView;
  $("start-figure").hidden = !pair;
  if (pair) { beside.turn = stage.turn; beside.show(last.startView, page.start, { fresh, bold: fewer }); }
  const caption = (seen, state, what) => `${what}${state.name || `${state.labels.length} labels`}: ${seen.kind === "none" ? "no regions" : `${seen.count} ${seen.counted}`}`;
  $("now-figure").querySelector("figcaption").textContent = caption(view, page.now, pair ? "now: " : "");
  if (pair) $("start-figure").querySelector("figcaption").textContent = caption(last.startView, page.start, "start: ");
  $("title").textContent = page.now.name || "arrangements";
  document.title = `${short(page.now.name || "arrangements", 40)} · explore`;
  for (const radio of document.getElementsByName("regions")) radio.checked = radio.value === page.regions;
  $("both").setAttribute("aria-pressed", String(page.both));
  $("undo").disabled = !past.length; $("redo").disabled = !future.length;
  $("restart").disabled = JSON.stringify(rowsOf(page.now)) === JSON.stringify(rowsOf(page.start));
  $("pin").disabled = alone || $("restart").disabled;
  if (!drag) say();
  else { $("change").replaceChildren(...sayChanges(last, mark)); explain(); }
  status();
}

function say() {
  const { pinned } = page;
  $("region").replaceChildren(...sayRegion(pinned?.reply, pinned?.name, pinned ? pointOf(pinned.name) : "", pin));
  $("change").replaceChildren(...sayChanges(last, mark));
  explain();
  if (!$("numbers").contains(document.activeElement)) $("numbers").replaceChildren(...sayNumbers(page.now, edit));
  sayList();
}

function explain() {
  $("lights").replaceChildren(...sayLights(explained?.lights, knowledge.arrows, page.story?.watch));
  if (explained && !explained.lights && last.comparable) $("lights").replaceChildren(node("p", { class: "soft" }, "Invariants are compared of rows without offsets and with all inputs."));
  $("losers").replaceChildren(...sayLosers(explained, (loser) => { shownMix = loser; stage.mixes = loser ? [loser] : explained?.losers.slice(0, 1) ?? []; stage.arrows(); }, page.now.bias || page.now.inputs || alone ? null : lengths));
}

function sayList() {
  if (!$("list-panel").open) return;
  const part = $("filter").value.trim(), found = last.view.regions.filter(([name]) => name.includes(part));
  $("list").replaceChildren(...found.slice(0, 300).map(([name]) =>
    node("li", {}, node("button", { type: "button", class: "mono", onclick: () => pin(name), onfocus: () => mark(name), onpointerenter: () => mark(name) }, short(name, 60)))),
    ...(found.length > 300 ? [node("li", { class: "soft" }, `and ${found.length - 300} more`)] : []));
}

const pointOf = (name) => last.view.regions.find((region) => region[0] === name)?.[2] ?? "";

function status(name = null) {
  const { view } = last, chosen = page.now.labels[page.chosen];
  if (name !== null) $("status").textContent = `${short(name, 60)} at ${pointOf(name) || "no input: vanished"}`;
  else $("status").textContent = view.kind === "none" ? view.why : chosen !== undefined ? `${short(chosen, 30)} = (${page.now.rows[page.chosen].join(", ")})` : alone ? "Point at a region, or click it." : "Drag a label. Point at a region, or click it.";
}

function mark(name) {
  stage.mark(name); beside.mark(name);
  status(name);
}

async function pin(name) {
  page.pinned = null;
  if (name !== null && pointOf(name)) {
    try { page.pinned = { name, reply: await ask("region", { now: page.now, regions: page.regions, name }) }; } catch (error) { complain(error); }
  }
  stage.pin(page.pinned?.name ?? null); beside.pin(page.pinned?.name ?? null);
  if (page.pinned) $("region-panel").open = true;
  redraw();
}

async function lengths(label) {
  try { banner((await ask("lengths", { now: page.now, label })).words); } catch (error) { complain(error); }
}

async function edit(i, j, text) {
  const base = page.now, rows = base.rows.map((row) => [...row]), bias = base.bias && [...base.bias];
  if (j < 0) bias[i] = text; else rows[i][j] = text;
  const done = await look({ now: { ...base, rows, ...(bias ? { bias } : {}) }, fresh: true });
  if (done) { remember(base); rest(); }
  return done;
}

// --- history, address

const plain = ({ floats, offsets, polyhedron, ...state }) => state;
const rowsOf = ({ rows, bias, labels, inputs }) => [rows, bias ?? null, labels, inputs ?? null];

function remember(before, start = page.start) {
  if (JSON.stringify(rowsOf(before)) === JSON.stringify(rowsOf(page.now)) && start === page.start) return;
  past.push([before, start]);
  if (past.length > 300) past.shift();
  future.length = 0;
  redraw();
}
async function travel(from, to) {
  if (!from.length) return;
  const [now, start] = from.pop();
  to.push([page.now, page.start]);
  Object.assign(page, { now, start });
  explained = null;
  await look({ fresh: true });
  rest(0);
}

function address() {
  if (alone) return;
  const same = JSON.stringify(plain(page.start)) === JSON.stringify(plain(page.now));
  const value = { now: plain(page.now), start: same ? null : plain(page.start), regions: page.regions, both: page.both };
  const text = btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value)).slice(0, 60000)));
  if (text.length < 79000) history.replaceState(null, "", `#${text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`);
}
function fromAddress(hash) {
  const bytes = Uint8Array.from(atob(hash.replace(/^[^#]*#/, "").replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  const { now, start, regions, both } = JSON.parse(new TextDecoder().decode(bytes));
  if (!Array.isArray(now?.rows)) throw new Error("no rows");
  return { now, start: start ?? null, regions: ["argmax", "ranking", "sign"].includes(regions) ? regions : "argmax", both: both === true };
}

// Another configuration; `start` null means that it is its own start.
async function enter({ now, start = null, regions = page.regions, both = page.both }) {
  const before = { now: page.now, start: page.start, regions: page.regions, both: page.both, chosen: page.chosen };
  Object.assign(page, { now, start, regions, both, chosen: -1, pinned: null });
  explained = null;
  if (start && !start.floats) {
    try { page.start = (await ask("look", { now: start, regions })).state; } catch (error) { complain(error); }
  }
  const done = await look({ fresh: true });
  if (!done) { Object.assign(page, before); return false; }
  if (before.now) { past.push([before.now, before.start]); future.length = 0; }
  // An offset can be dragged where there are offsets, or may be.
  $("mode").querySelector("[value=offset]").disabled = !(page.now.bias || page.now.inputs);
  redraw();
  rest(0);
  return true;
}

// --- stories

async function tell(story) {
  $("stories-dialog").close();
  try {
    const start = (await ask("open", { name: story.start })).state, now = story.now ? (await ask("open", { name: story.now })).state : start;
    page.story = story;
    $("mode").value = story.mode;
    await enter({ now, start, regions: story.regions, both: Boolean(story.now) });
    if (story.label !== null) hands.choose(now.labels.indexOf(story.label));
  } catch (error) { complain(error); return; }
  $("story-title").textContent = story.title;
  $("story-text").replaceChildren(...story.text.map((words) => node("p", {}, words)), node("p", { id: "threshold", class: "big" }));
  $("story-moves").replaceChildren(...story.moves.map((move, k) => node("button", { type: "button", onclick: () => act(move, k) }, move.says)));
  $("story").hidden = false;
}

// A saved page knows each move from the start only.
async function act({ move, threshold }, k) {
  const before = page.now;
  try {
    if (threshold !== undefined) {
      const found = await ask("lengths", { now: page.start, label: threshold });
      $("threshold").textContent = found.words;
      move = { kind: "ray", label: threshold, factor: found.factors[1] };
    }
  } catch (error) { complain(error); return; }
  const base = move.kind === "ray" || alone ? page.start : page.now;
  const label = move.label === undefined ? undefined : base.labels.indexOf(move.label);
  if (await look({ now: base, move: { ...move, label, ...(alone ? { saved: k } : {}) } })) { remember(before); rest(0); }
}

// --- saving

const named = (suffix) => `${(page.now.name || "configuration").replace(/[^\w.-]+/g, "-")}${suffix}`;
const toml = (state) => ["dimension", "labels", "rows", "bias"].filter((key) => state[key] !== undefined && state[key] !== null).map((key) => `${key} = ${JSON.stringify(state[key])}`).join("\n");
const fileOf = ({ dimension, labels, rows, bias }) => ({ ...(bias ? { bias } : {}), dimension, labels, rows });
const cell = (text) => `"${String(text).replaceAll('"', '""')}"`;

function pictureText() {
  const copy = stage.svg.cloneNode(true);
  copy.setAttribute("width", 930); copy.setAttribute("height", 780); copy.setAttribute("color", "#1a1a1a");
  return new XMLSerializer().serializeToString(copy);
}
async function pictureBytes() {
  const image = new Image(), address = URL.createObjectURL(new Blob([pictureText()], { type: "image/svg+xml" }));
  image.src = address;
  await image.decode();
  const canvas = node("canvas", { width: 1860, height: 1560 }), ink = canvas.getContext("2d");
  ink.fillStyle = "white"; ink.fillRect(0, 0, 1860, 1560); ink.drawImage(image, 0, 0, 1860, 1560);
  URL.revokeObjectURL(address);
  return new Promise((done) => { canvas.toBlob(done, "image/png"); });
}
const SAVES = [
  ["JSON", () => download(named(".json"), JSON.stringify(fileOf(page.now), null, 1), "application/json")],
  ["TOML", () => download(named(".toml"), `${toml(page.now)}\n`, "text/plain")],
  ["CSV of the regions", () => download(named(".csv"), `region,point\n${last.view.regions.map((r) => `${cell(r[0])},${cell(r[2])}`).join("\n")}\n`, "text/csv")],
  ["SVG of this view", () => download(named(".svg"), pictureText(), "image/svg+xml")],
  ["PNG of this view", async () => download(named(".png"), await pictureBytes())],
  ["SVG figure for print", async () => download(named("-figure.svg"), (await ask("picture", { now: page.now, regions: page.regions })).svg, "image/svg+xml")],
  ["Certificate of the region", () => { if (page.pinned) download(named("-certificate.json"), page.pinned.reply.certificate, "application/json"); else banner("Click a region first: the certificate is about it."); }],
  ["Link to this state", async () => { address(); try { await navigator.clipboard.writeText(location.href); banner("The link is in the clipboard. It works where `arrangements explore` runs: open it, or paste it there under Open."); } catch { banner("The address of this page is the link."); } }],
];

// --- wiring

function wire() {
  for (const radio of document.getElementsByName("regions")) radio.addEventListener("change", () => setRegions(radio.value));
  $("undo").addEventListener("click", () => travel(past, future));
  $("redo").addEventListener("click", () => travel(future, past));
  $("both").addEventListener("click", toggleBoth);
  $("restart").addEventListener("click", async () => { const before = page.now; page.now = page.start; explained = null; await look({ fresh: true }); remember(before); rest(0); });
  $("pin").addEventListener("click", async () => { const { start } = page; page.start = page.now; past.push([page.now, start]); await look(); rest(0); });
  $("cancel").addEventListener("click", () => { number += 1; ask("cancel", { number }).catch(complain); });
  $("filter").addEventListener("input", sayList);
  $("list-panel").addEventListener("toggle", sayList);
  $("ask").addEventListener("submit", async (event) => {
    event.preventDefault();
    try { $("reply").replaceChildren(...sayAnswer(await ask("ask", { now: page.now, question: $("question").value }))); } catch (error) { $("reply").replaceChildren(node("p", { class: "error" }, error.message)); }
  });
  for (const name of ["stories", "open", "save", "keys"]) $(`${name}-button`).addEventListener("click", () => $(`${name}-dialog`).showModal());
  $("story-close").addEventListener("click", () => { $("story").hidden = true; page.story = null; redraw(); });
  $("saves").append(...SAVES.filter(([name]) => !alone || !["SVG figure for print", "Link to this state"].includes(name)).map(([name, act]) =>
    node("button", { type: "button", onclick: async () => { $("save-dialog").close(); try { await act(); } catch (error) { complain(error); } } }, name)));
  wireOpen();
  document.addEventListener("keydown", keys);
  window.addEventListener("hashchange", () => { try { enter(fromAddress(location.hash)); } catch { banner("The address must hold a state of this page."); } });
  $("arrow").hidden = alone;
  if (alone) $("stories-button").disabled = !knowledge.stories.length;
  if (alone) for (const id of ["open-button", "undo", "redo", "restart", "pin", "mode", "grid"]) $(id).disabled = true;
}

async function setRegions(regions) { page.regions = regions; page.pinned = null; await look({ fresh: true }); refresh(); }
async function toggleBoth() { page.both = !page.both; await look({ fresh: true }); refresh(); }
// A picture of the same configuration: what was explained holds, and what was being explained is asked again.
function refresh() { if (explained) { address(); quiet(); } else rest(0); }

function wireOpen() {
  const open = async (request) => {
    $("open-error").textContent = "";
    try {
      const found = request.text?.includes("#") && /^\s*https?:/.test(request.text) ? fromAddress(request.text.trim()) : { now: (await ask("open", request)).state };
      if (await enter({ both: false, ...found })) { $("story").hidden = true; page.story = null; $("open-dialog").close(); } else $("open-error").textContent = $("banner").textContent;
    } catch (error) { $("open-error").textContent = error instanceof Refused || error instanceof Lost ? error.message : "The text is neither a configuration nor a link of this page."; }
  };
  $("catalogue").append(...knowledge.catalogue.map(([name, words]) => node("option", { value: name }, `${name}: ${short(words, 60)}`)));
  const fill = () => { $("catalogue-name").value = $("catalogue").value; };
  fill();
  $("catalogue").addEventListener("change", fill);
  $("open-catalogue").addEventListener("click", () => open({ name: $("catalogue-name").value.trim() }));
  $("open-paste").addEventListener("click", () => open({ text: $("paste").value }));
  $("open-close").addEventListener("click", () => $("open-dialog").close());
  $("file").addEventListener("change", async () => { const [file] = $("file").files; if (file) open(file.size > 1 << 20 ? { text: "x".repeat((1 << 20) + 1) } : { text: await file.text() }); });
  $("stories").replaceChildren(...knowledge.stories.map((story) => node("button", { type: "button", class: "story", onclick: () => tell(story) }, story.title)));
  const names = [...new Set(knowledge.arrows.flat())].sort();
  for (const id of ["first", "second"]) $(id).append(...names.map((name) => node("option", {}, name)));
  if (names.includes("S(U)")) { $("first").value = "S(U)"; $("second").value = "R(U)"; }
  $("arrow").addEventListener("submit", async (event) => {
    event.preventDefault();
    $("arrow-words").textContent = "Looking …";
    try {
      const found = await ask("counterexample", { first: $("first").value, second: $("second").value });
      $("arrow-words").textContent = found.words;
      if (await enter({ now: found.now, start: found.start, regions: "ranking", both: true })) { banner(found.words); $("stories-dialog").close(); }
    } catch (error) { $("arrow-words").textContent = error.message; }
  });
}

function keys(event) {
  if (document.querySelector("dialog[open]")) return;
  const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) && event.target.type !== "radio";
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && !typing) {
    event.preventDefault();
    if (event.shiftKey) travel(future, past); else travel(past, future);
  }
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") pin(null);
  else if (event.key === "b") toggleBoth();
  else if ("wrs".includes(event.key)) setRegions({ w: "argmax", r: "ranking", s: "sign" }[event.key]);
}

async function begin() {
  try {
    knowledge = await ask("map");
    wire();
    let first = null;
    if (!alone && location.hash.length > 1) { try { first = fromAddress(location.hash); } catch { banner("The address must hold a state of this page."); } }
    if (!first) {
      const { state, start } = await ask("first");
      first = { now: state, start, both: Boolean(start), regions: start ? "ranking" : page.regions };
    }
    await enter(first);
    past.length = 0;
    redraw();
    document.body.dataset.ready = "true";
  } catch (error) { complain(error); }
}
begin();
