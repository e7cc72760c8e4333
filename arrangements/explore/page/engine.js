// Questions to the engine: to the server that sent the page, or to the answers that a saved page carries.

const saved = document.getElementById("saved");
const answers = saved ? JSON.parse(saved.textContent) : null;
export const alone = answers !== null;
export const tab = Array.from(crypto.getRandomValues(new Uint8Array(9)), (x) => x.toString(16).padStart(2, "0")).join("");

export class Refused extends Error {}
export class Lost extends Error {}
export class Cancelled extends Error {}

// Where a saved state stands: its story's start, and which of the story's moves leads there; nothing for the page's own configuration.
const placeOf = ({ now, move }) => (now?.saved ?? "") + (move?.saved === undefined ? "" : `#${move.saved}`);
const keyOf = (kind, request) => [kind, ...["regions", "name"].filter((key) => kind !== "explain" && key in request).map((key) => request[key]), placeOf(request)].filter((part) => part !== "").join("|");

export async function ask(kind, request = {}) {
  if (alone) {
    const found = answers.replies[keyOf(kind, request)];
    if (found === undefined) throw new Refused("This page works without the engine: it shows what was saved. `arrangements explore` moves it.");
    return structuredClone(found);
  }
  let reply;
  try {
    const response = await fetch(kind, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ tab, ...request }) });
    reply = await response.json();
  } catch {
    throw new Lost("The engine has ended. Start `arrangements explore` again; this page keeps what you did, and its address too.");
  }
  if (reply.cancelled) throw new Cancelled();
  if (reply.error) throw new Refused(reply.error);
  return reply;
}
