// The engine in a worker as a back end: the same questions that a server answers. What takes seconds is done by a worker of its own,
// which is ended then, so that the game never waits.

import { boards } from "./helpers.js";
import { settle } from "./install.js";
import { t } from "./language.js";
import { newMemory } from "./memory.js";
import { notify } from "./notices.js";
import { Refused } from "./refused.js";
import { specOf } from "./store.js";
import { keptWeights, keepWeights } from "./weights-kept.js";

/** The status of an answer. */
const ANSWERED = 200;

/** One processor is left to the page, or a thread that has to end its turn would wait for it. More threads than this share little more
 * than the memory that a telephone has. */
const MOST_THREADS = 8;

/** The engine's program, compiled once for all workers. */
let compiled = null;

/** The program; never where the browser cannot run it, which is told. */
async function program() {
  try {
    return await (compiled ??= compile());
  } catch (error) {
    compiled = null;
    if (!(error instanceof WebAssembly.CompileError)) throw new Refused(500, error.message); // it was not fetched
    notify(t("browser-too-old"), { stays: true });
    return new Promise(() => {});
  }
}

async function compile() {
  const file = () => fetch(new URL("fukumi.wasm", import.meta.url));
  try {
    return await WebAssembly.compileStreaming(file());
  } catch (error) {
    if (error instanceof WebAssembly.CompileError) throw error;
    return WebAssembly.compile(await (await file()).arrayBuffer()); // a host that does not say what the file is
  }
}

/** A worker with an engine, and helpers for its further threads. `onEvent(name, data)` hears of its session, `onDeath()` that it has
 * failed. */
class Engine {
  constructor(onEvent, onDeath, { plays = false } = {}) {
    Object.assign(this, { onEvent, onDeath, asked: new Map(), count: 0 });
    this.posted = crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : null;
    const threads = plays && this.posted ? Math.min(Math.max(navigator.hardwareConcurrency - 1, 1), MOST_THREADS) : 1;
    this.workers = ["worker.js", ...Array(threads - 1).fill("helper.js")].map((name) => this.work(name));
    this.started = this.start({ threads, plays });
  }

  work(name) {
    const worker = new Worker(new URL(name, import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => this.hear(data);
    worker.onerror = ({ message }) => this.die(message);
    return worker;
  }

  async start(wishes) {
    const module = await program();
    const [own, ...helpers] = this.workers;
    const { posted } = this;
    const shared = posted ? { memory: newMemory(), board: boards(helpers.length) } : {};
    own.postMessage({ module, posted, ...shared, ...wishes });
    helpers.forEach((helper, nth) => helper.postMessage({ module, ...shared, nth }));
  }

  /** Sends a message; one that waits ends the turn of a search. */
  post(message) {
    if (this.posted) Atomics.add(this.posted, 0, 1);
    this.workers[0].postMessage(message);
  }

  /** Asks; the answer is read from JSON, or a file where `asFile` is set. */
  async ask(question, { id = "", body = null, asFile = false } = {}) {
    try {
      await this.started;
    } catch (error) {
      this.die(error.message);
      throw error;
    }
    if (this.isOver) throw new Refused(404, "the engine has failed");
    const isFile = body instanceof Blob;
    const bytes = isFile ? new Uint8Array(await body.arrayBuffer()) : new TextEncoder().encode(JSON.stringify(body));
    const number = (this.count += 1);
    const answered = new Promise((resolve, reject) => this.asked.set(number, { resolve, reject, asFile }));
    this.post({ number, question, id, name: isFile ? body.name : "", body: bytes });
    return answered;
  }

  hear({ number, status, bytes, event, data, fault }) {
    if (fault !== undefined) return this.die(fault);
    if (event) return this.onEvent(event, JSON.parse(data));
    const { resolve, reject, asFile } = this.asked.get(number);
    this.asked.delete(number);
    const text = () => new TextDecoder().decode(bytes);
    if (status !== ANSWERED) reject(new Refused(status, text()));
    else resolve(asFile ? new Blob([bytes]) : JSON.parse(text()));
  }

  die(why) {
    if (this.isOver) return;
    console.warn(`fukumi: the engine has failed: ${why}`);
    this.end();
    this.refuse(`the engine has failed: ${why}`);
  }

  /** What was asked of it is refused as by a server that has forgotten the session: the page then begins anew with its game. */
  refuse(why) {
    for (const { reject } of this.asked.values()) reject(new Refused(404, why));
    this.onDeath();
  }

  end() {
    this.isOver = true;
    for (const worker of this.workers) worker.terminate();
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
    { plays: true },
  );
  return engine;
}

// A page that is left may be kept by the browser for the way back, and its engine would keep the database open, which the next page wants.
addEventListener("pagehide", ({ persisted }) => persisted && engine?.end());
addEventListener("pageshow", ({ persisted }) => persisted && engine?.refuse("the page was left"));

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

/** Questions with more to them than the engine knows. */
const OWN = {
  games: async () => ({ ...(await (await own()).ask("games")), weights: true }),
  /** The player's own weights are used by every session. */
  open: async (asked) => {
    const opened = await (await own()).ask("open", asked);
    const body = await keptWeights();
    return body ? (await own()).ask("weights", { id: opened.id, body }).catch(() => opened) : opened;
  },
  weights: async ({ id, body }) => {
    const state = await (await own()).ask("weights", { id, body });
    await keepWeights(body);
    return state;
  },
};

/** A browser may clear what a site keeps unless the person has it kept: that is asked for when there is something to be kept. */
const isToBeKept = (question, { body }) => (question.startsWith("study/") && question !== "study/export") || body?.keep;

/** Asks a question, of a session where it has an `id`. What is refused is thrown. */
export async function ask(question, asked = {}) {
  if (isToBeKept(question, asked)) navigator.storage?.persist?.();
  const special = ASIDE[question] ?? OWN[question];
  return special ? special(asked) : (await own()).ask(question, asked);
}

/** Asks a question whose answer is a file. */
export const askForFile = async (question, asked = {}) => (await own()).ask(question, { ...asked, asFile: true });

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
