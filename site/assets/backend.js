// The engine in a worker as a back end: the same questions that a server answers. What takes seconds is done by a worker of its own,
// which is ended then, so that the game never waits.

import { settle } from "./install.js";
import { Refused } from "./refused.js";
import { specOf } from "./store.js";

/** A worker with an engine. `onEvent(name, data)` hears of its session, `onDeath()` that it has failed. */
class Engine {
  constructor(onEvent, onDeath) {
    Object.assign(this, { onEvent, onDeath, asked: new Map(), count: 0 });
    this.posted = crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : null;
    this.worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.worker.onerror = ({ message }) => this.die(message);
    this.post({ posted: this.posted });
  }

  /** Sends a message; one that waits ends the turn of a search. */
  post(message) {
    if (this.posted) Atomics.add(this.posted, 0, 1);
    this.worker.postMessage(message);
  }

  async ask(question, { id = "", body = null } = {}) {
    const isFile = body instanceof Blob;
    const bytes = isFile ? new Uint8Array(await body.arrayBuffer()) : new TextEncoder().encode(JSON.stringify(body));
    const number = (this.count += 1);
    const answered = new Promise((resolve, reject) => this.asked.set(number, { resolve, reject }));
    this.post({ number, question, id, name: isFile ? body.name : "", body: bytes });
    return answered;
  }

  hear({ number, answer, refused, event, data, fault }) {
    if (fault !== undefined) return this.die(fault);
    if (event) return this.onEvent(event, JSON.parse(data));
    const { resolve, reject } = this.asked.get(number);
    this.asked.delete(number);
    if (refused) reject(new Refused(refused.status, refused.message));
    else resolve(JSON.parse(answer));
  }

  /** What was asked of it is refused as by a server that has forgotten the session: the page then begins anew with its game. */
  die(why) {
    console.warn(`fukumi: the engine has failed: ${why}`);
    this.end();
    for (const { reject } of this.asked.values()) reject(new Refused(404, `the engine has failed: ${why}`));
    this.onDeath();
  }

  end() {
    this.worker.terminate();
  }
}

/** The engine of the page, started by the first question; null before and when it has failed. */
let engine = null;
let listener = null;
const settled = settle();

async function own() {
  await settled;
  engine ??= new Engine(
    (event, data) => listener?.[event === "state" ? "onState" : "onNews"](data),
    () => {
      engine = null;
      listener?.onLost();
    },
  );
  return engine;
}

/** Does something with another engine. */
async function aside(work) {
  const other = new Engine(() => {}, () => {});
  try {
    return await work(other);
  } catch (error) {
    throw error.status === 404 ? new Refused(500, error.message) : error; // the session of the page is there
  } finally {
    other.end();
  }
}

/** What would keep the game waiting. */
const ASIDE = {
  puzzle: async ({ body }) => aside((other) => other.ask("puzzle", { body })),
  best: async ({ id, body }) => {
    const state = await (await own()).ask("state", { id });
    return aside(async (other) => {
      const opened = await other.ask("open", { body: specOf(state) });
      return other.ask("best", { id: opened.id, body });
    });
  },
};

/** Asks a question, of a session where it has an `id`. What is refused is thrown. */
export async function ask(question, asked = {}) {
  return ASIDE[question]?.(asked) ?? (await own()).ask(question, asked);
}

/** A question whose answer is a file: only a database has such, and a site has none. */
export async function askForFile(question) {
  throw new Refused(404, `there is no ${question}`);
}

/** Listens to a session; `onLost` is called when the engine has failed. Returns how to stop it. */
export function listen(id, hooks) {
  listener = hooks;
  ask("listen", { id }).catch(() => listener === hooks && hooks.onLost());
  return () => {
    if (listener !== hooks) return;
    listener = null;
    ask("pause", { id }).catch(() => {}); // a session that is gone has nothing to pause
  };
}
