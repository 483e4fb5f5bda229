// What the browser remembers: a session's game, so that a server started anew can go on with it, and tastes.

const SAVED = "fukumi.saved";
const TASTES = "fukumi.tastes";
const MOST_SAVED = 20;

function read(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? otherwise;
  } catch {
    return otherwise; // no storage, or not ours
  }
}

function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // a full or forbidden storage costs only the memory of it
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

/** Remembers a state under its session's name. */
export function save(state) {
  const saved = read(SAVED, []).filter((entry) => entry.id !== state.id);
  const wishes = { engine: state.engine, ms: state.ms, nodes: state.nodes_limit ?? 0, level: state.level, lines: state.lines, analyse: state.analyse, keep: state.keep };
  saved.unshift({ id: state.id, spec: specOf(state), ply: state.ply, opening: openingOf(state), wishes });
  write(SAVED, saved.slice(0, MOST_SAVED));
}

/** What was remembered of a session. */
export function saved(id) {
  return read(SAVED, []).find((entry) => entry.id === id);
}
