// What the browser remembers: a session's game, so that a server started anew can go on with it, and tastes.

/** Each game has a key of its own, written as a whole: pages beside each other, or closed in the middle, take nothing from one another. */
const SAVED = "fukumi.saved.";
const TASTES = "fukumi.tastes";
const MOST_SAVED = 100;

function read(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? otherwise;
  } catch {
    return otherwise; // no storage, or not ours
  }
}

/** False when it is not kept: the storage is full or forbidden. */
function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export const tastes = read(TASTES, {});

export function prefer(name, value) {
  tastes[name] = value;
  write(TASTES, tastes);
}

/** A game as the server opens it again. */
export const specOf = ({ game, options, start, moves, tree, tags }) => ({ game, options, position: start, moves, tree, tags });

/** An opening that is not over, as the server takes it up again. */
const openingOf = ({ opening }) => (opening && opening.step !== "settled" ? { opening: opening.rule, engine: opening.seats, said: opening.said } : null);

/** The keys of all games but one, the one played last first. */
function others(key) {
  try {
    const found = Object.keys(localStorage).filter((other) => other.startsWith(SAVED) && other !== key);
    return found.map((name) => ({ name, at: read(name, {}).at ?? 0 })).sort((a, b) => b.at - a.at).map(({ name }) => name);
  } catch {
    return []; // no storage
  }
}

/** Remembers a state under its session's name. */
export function save(state) {
  const wishes = { engine: state.engine, ms: state.ms, nodes: state.nodes_limit ?? 0, level: state.level, lines: state.lines, analyse: state.analyse, keep: state.keep };
  const key = SAVED + state.id;
  const before = others(key);
  for (const name of before.splice(MOST_SAVED - 1)) localStorage.removeItem(name);
  // A full storage costs the games that were played longest ago.
  const entry = { at: Date.now(), spec: specOf(state), ply: state.ply, opening: openingOf(state), wishes };
  while (!write(key, entry) && before.length) localStorage.removeItem(before.pop());
}

/** What was remembered of a session. */
export const saved = (id) => read(SAVED + id, undefined);
