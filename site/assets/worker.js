// The engine in a worker: it answers what the page asks, searches in between, and tells states and news as they come.

import "./files.js"; // written by scripts/site.sh
import { Disk } from "./disk.js";
import { spawn } from "./helpers.js";
import { openKept } from "./kept.js";
import { newMemory } from "./memory.js";
import { imports } from "./wasi.js";

const { files } = self.site;

/** How many messages the page has sent, in memory that it shares with the worker, and how many the worker has taken. */
let posted = null;
let taken = 0;

/** Files that the engine only reads: networks, which come when they are needed. */
const fetched = new Map();
const NETWORK = /\.network$/;
/** The others come when the page has had what it needs first. */
const LATER_MS = 5000;
/** The network of the game that a newcomer finds. */
const FIRST = "freestyle.network";

async function fetchOne(name) {
  const response = await fetch(new URL(name, import.meta.url));
  if (response.ok) fetched.set(name, new Uint8Array(await response.arrayBuffer()));
}

/** A file, for which the engine waits where it has not come yet. */
function bytesOf(name) {
  if (!fetched.has(name) && files.includes(name)) {
    const request = new XMLHttpRequest();
    request.open("GET", new URL(name, import.meta.url), false);
    request.responseType = "arraybuffer";
    try {
      request.send();
    } catch {
      return null; // no network, and the file was never fetched
    }
    if (request.status === 200) fetched.set(name, new Uint8Array(request.response));
  }
  return fetched.get(name) ?? null;
}

/** What the module exports, when it has begun. */
let engine = null;
let memory = null;

const disk = new Disk(bytesOf);

/** Begins. `plays`: it is the engine of a game, which needs networks and has the database. */
async function begin({ module, threads, board, plays, ...shared }) {
  posted = shared.posted;
  memory = shared.memory ?? newMemory();
  const host = {
    waits: () => posted !== null && Atomics.load(posted, 0) !== taken,
    tell: (event, data) => postMessage(event === "fault" ? { fault: data } : { event, data }),
  };
  const [instance, kept] = await Promise.all([
    WebAssembly.instantiate(module, imports(memory, { disk, host, spawn: (start) => board && spawn(board, start) })),
    plays && openKept(),
    plays && fetchOne(FIRST).catch(() => {}), // without it the game is played all the same
  ]);
  engine = instance.exports;
  engine.begin(Number(posted !== null), threads);
  if (!plays) return;
  disk.keep(kept.handles ?? []);
  ask({ question: "storage", body: new TextEncoder().encode(JSON.stringify({ fault: kept.fault ?? null })) });
  setTimeout(fetchOthers, LATER_MS);
}

/** Fetches the other networks, so that a game that needs one need not wait. */
async function fetchOthers() {
  for (const name of files.filter((other) => NETWORK.test(other) && other !== FIRST)) await fetchOne(name).catch(() => {});
}

/** Turns of a search are messages of their own, so that others come in between. */
const turns = new MessageChannel();
let isDue = false;

function goOn() {
  if (isDue) return;
  isDue = true;
  turns.port2.postMessage(null);
}

/** Does something with the engine. After a fault in it nothing more can be done: the page ends this worker. */
function guarded(action) {
  try {
    action();
  } catch (error) {
    postMessage({ fault: String(error) });
  }
}

turns.port1.onmessage = () => {
  isDue = false;
  guarded(() => engine.search() && goOn());
};

/** Asks the engine; its status, and the bytes of its answer. */
function ask({ question, id = "", name = "", body }) {
  const head = new TextEncoder().encode(JSON.stringify({ question, id, name }));
  const at = engine.room(head.length + body.length);
  const room = new Uint8Array(memory.buffer, at, head.length + body.length);
  room.set(head);
  room.set(body, head.length);
  const status = engine.ask(head.length);
  return { status, bytes: new Uint8Array(memory.buffer, engine.answer(), engine.answer_length()).slice() }; // texts are not read from shared memory
}

function answer({ number, ...asked }) {
  const { status, bytes } = ask(asked);
  postMessage({ number, status, bytes });
  goOn();
}

let begun = null;

onmessage = async ({ data }) => {
  if (data.module) begun = begin(data);
  try {
    await begun;
  } catch (error) {
    return postMessage({ fault: String(error) });
  }
  if (!data.question) return;
  taken += 1;
  guarded(() => answer(data));
};
