// The session of this page: its latest state and news, and the commands that change it.

import * as api from "./api.js";
import { t } from "./language.js";
import { gameOf } from "./link.js";
import { notify } from "./notices.js";
import { save, saved, tastes } from "./store.js";

/** How the engine plays a newcomer: White, and no stronger than a club player. */
const FIRST_WISHES = { engine: [false, true], level: 50 };

const RETRY_MS = 1000;

/** What the server has told last; null before it has. */
export const session = { state: null, news: null };

let listeners = { changed: () => {}, heard: () => {} };
let stopListening = () => {};
let recovering = false;

export const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Are the latest news those of the position on the board? */
export const isHere = () => session.news !== null && session.news.position === session.state.position;

/** Sends a command; what the server refuses is thrown. */
export async function send(body) {
  take(await api.command(session.state.id, body));
}

/** Does something with the server, and tells the person what it refuses. */
export async function attempt(action) {
  try {
    await action();
  } catch (error) {
    if (error.status === 404) return recover();
    notify(error.message);
  }
}

/** Has the engine think with a file of weights, or with null with its own. */
export async function useWeights(file) {
  take(await api.useWeights(session.state.id, file));
}

export const command = (body) => attempt(() => send(body));

/** Takes a state in, unless a newer one has come by another way. */
function take(next) {
  const { state } = session;
  if (state && next.id === state.id && next.version < state.version) return;
  session.state = next;
  save(next);
  listeners.changed(state);
}

function takeNews(next) {
  session.news = next;
  if (session.state) listeners.heard();
}

/** Finds the session of the address, or one like it, or a new one. `changed(before)` and `heard()` are called ever after. */
export async function connect(hooks) {
  listeners = hooks ?? listeners;
  const id = new URLSearchParams(location.hash.slice(1)).get("s");
  const known = id && saved(id);
  let state = null;
  try {
    state = id ? await api.look(id) : null;
  } catch (error) {
    if (error.status !== 404) throw error;
  }
  if (!state) state = known ? await restore(known) : await begin(gameOf(location.hash));
  history.replaceState(null, "", `#s=${state.id}`);
  take(state);
  listen();
}

/** A new session: with the game of the address, which nobody plays yet, or with a new one. */
async function begin(linked) {
  const opened = await api.open(linked ?? { game: tastes.game ?? "gomoku" });
  if (linked || opened.players === 1) return opened;
  const who = tastes.who;
  return api.command(opened.id, { do: "wish", ...(who === undefined ? FIRST_WISHES : { engine: [who.includes("0"), who.includes("1")] }) });
}

/** A session with a game that another one had. */
async function restore(known) {
  if (known.opening) return resume(known);
  const opened = await api.open(known.spec);
  const { id } = opened;
  if (known.ply < opened.moves.length) await api.command(id, { do: "goto", ply: known.ply });
  const { engine, ...wishes } = known.wishes;
  const moving = known.ply === opened.moves.length;
  return api.command(id, { do: "wish", ...wishes, ...(moving ? { engine } : {}) });
}

/** A session with an opening that another one had begun. */
async function resume({ spec: { game, options }, opening, wishes: { engine: _, ...wishes } }) {
  const { id } = await api.open({ game, options });
  await api.command(id, { do: "wish", ...wishes });
  return api.command(id, { do: "game", spec: { game, options }, ...opening });
}

export function listen() {
  stopListening();
  stopListening = api.listen(session.state.id, { onState: take, onNews: takeNews, onLost: recover });
}

/** A browser has few connections to a server: a page that nobody sees gives up its own. */
export const pause = () => stopListening();

/** The server is gone or started anew: the game goes on in a new session as soon as it is back. */
export async function recover() {
  if (recovering) return;
  recovering = true;
  stopListening();
  notify(t("connection-lost"), { stays: true });
  for (;;) {
    try {
      session.state = null;
      await connect();
      break;
    } catch {
      await wait(RETRY_MS);
    }
  }
  recovering = false;
  notify("");
}

/** Waits for news of the position on the board that fulfil a condition. */
export async function awaitNews(condition, ms) {
  const end = performance.now() + ms;
  while (performance.now() < end) {
    if (isHere() && condition(session.news)) return true;
    await wait(20);
  }
  return false;
}
