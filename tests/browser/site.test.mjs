// What a site does that a server has not to: it comes quickly, works without a network, and answers while it searches on one thread.

import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { SITE, host, serve } from "./host.mjs";
import { awaitState, click, newGame, onSite, openPage, state, suite } from "./page.mjs";
import { processorTimes } from "./processor.mjs";

const { onPage, browser, server } = suite();

/** 50 ms are the aim; a busy machine gets twice that. */
const SOON_MS = 100;

const median = (times) => times.toSorted((a, b) => a - b)[times.length >> 1];
const told = (times) => times.map((time) => time.toFixed(0)).join(" ");

/** How long the engine takes to answer a question while it searches, in milliseconds, so many times. */
const answerTimes = (page, count = 9) =>
  page.evaluate(async (times) => {
    const api = await import(new URL("api.js", document.baseURI));
    const { session } = await import(new URL("session.js", document.baseURI));
    const found = [];
    while (found.length < times) {
      await new Promise((resolve) => setTimeout(resolve, 40 + 30 * (found.length % 4)));
      const began = performance.now();
      await api.look(session.state.id);
      found.push(performance.now() - began);
    }
    return found;
  }, count);

/** Whatever it searches, the engine answers within the time of a glance. */
async function answersSoon(page, what, most = SOON_MS) {
  const times = await answerTimes(page);
  console.log(`answers during ${what} after ${told(times)} ms`);
  assert.ok(median(times) < most, `${what}: ${told(times)}`);
}

// Three seconds are the aim; a busy machine gets twice that.
test("a first visit is played on within three seconds, and is less than 4 MB compressed", onSite, async () => {
  const times = [];
  let bytes = 0;
  for (let at = 0; at < 3; at += 1) {
    const own = await serve();
    const began = performance.now();
    const { page, errors, close } = await openPage(browser(), own.url);
    times.push(performance.now() - began);
    assert.ok(await page.evaluate(() => crossOriginIsolated), "the engine shares memory with the page");
    assert.deepEqual(errors, []);
    bytes = own.sent();
    await close();
    await own.stop();
  }
  console.log(`a first visit: ${told(times)} ms, ${(bytes / 1000).toFixed(0)} kB on the wire`);
  assert.ok(Math.min(...times) < 6000, `the fastest of three, as the machine may be busy: ${told(times)}`);
  assert.ok(bytes > 100_000 && bytes < 4_000_000, `${bytes} bytes`);
});

/** Waits until the service worker has kept a file. */
const awaitKept = (page, file) => page.waitForFunction(async (name) => Boolean(await caches.match(name)), file);

test("networks that the first game needs not come later, and are there without a network then", onSite, async () => {
  const own = await serve();
  const { page, errors, close } = await openPage(browser(), own.url);
  await awaitKept(page, "renju.network");
  await own.stop();
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  await newGame(page, "gomoku", { options: { Rule: "renju" } });
  await page.click("#analyse");
  await page.waitForSelector("#pv button");
  assert.deepEqual(errors, []);
  await close();
});

test("a thread searches on each processor but one, which is the page's", { skip: onSite.skip ?? (process.platform !== "linux" && "threads are counted on Linux") }, async () => {
  const script = () => Object.defineProperty(Navigator.prototype, "hardwareConcurrency", { value: 4 });
  const { page, errors, close } = await openPage(browser(), server().url, { script });
  const busy = (ms) => processorTimes("DedicatedWorker").filter((time) => time >= ms).length;
  const before = busy(200);
  await page.click("#analyse");
  const end = Date.now() + 30_000;
  while (busy(200) < before + 3 && Date.now() < end) await page.waitForTimeout(100);
  assert.equal(busy(200) - before, 3, "those of this page");
  await answersSoon(page, "an analysis by three threads", 2 * SOON_MS); // there may be fewer processors
  assert.deepEqual(errors, []);
  await close();
});

onPage("weights of one's own are used where they fit, also after a reload, until they are taken back", async (page) => {
  const name = "freestyle.network.gz";
  const buffer = readFileSync(new URL(`../data/${name}`, import.meta.url));
  const open = async (file) => {
    await page.click("#load");
    await page.setInputFiles("#file", { mimeType: "", ...file });
  };
  await open({ name: "torn.network.gz", buffer: buffer.subarray(0, 1000) });
  await page.waitForFunction(() => document.querySelector("#load-error").textContent.includes("damaged"));
  await page.click("#dialog-load button[value=cancel]");
  assert.equal((await state(page)).weights, null);
  await open({ name, buffer });
  const used = { name, refused: null };
  assert.deepEqual((await awaitState(page, ({ weights }) => weights)).weights, used);
  await page.click("#analyse");
  await page.waitForSelector("#pv button");
  await newGame(page, "abalone");
  assert.match((await state(page)).weights.refused, /game 'gomoku'/);
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  await newGame(page, "gomoku");
  assert.deepEqual((await awaitState(page, ({ weights }) => !weights?.refused)).weights, used);
  assert.ok((await page.textContent("#weights-name")).includes(name));
  await page.click("#weights-off");
  await awaitState(page, ({ weights }) => weights === null);
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  assert.equal((await state(page)).weights, null);
}, {}, onSite);

test("without a network the game goes on after a reload, and fukumi answers and analyses", onSite, async () => {
  const own = await serve();
  const { page, errors, close } = await openPage(browser(), own.url);
  await click(page, "h8");
  await awaitState(page, (found) => found.ply === 1);
  await own.stop();
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  assert.deepEqual((await state(page)).moves, ["h8"]);
  await page.selectOption("#time", "ms:100");
  await page.selectOption("#seats", "1");
  await awaitState(page, (found) => found.ply === 2);
  await page.selectOption("#seats", "");
  await page.click("#analyse");
  await page.waitForSelector("#pv button");
  for (const game of ["abalone", "capture"]) await newGame(page, game);
  assert.deepEqual(errors, []);
  await close();
});

onPage("a move is played as soon as it is wanted", async (page) => {
  await newGame(page, "gomoku", { who: "1", limit: "ms:10000" });
  const times = [];
  // So few that fukumi has no forced win yet, which it would play at once.
  for (const [nth, name] of ["h8", "a1", "o15"].entries()) {
    await click(page, name);
    await page.waitForFunction(() => document.querySelector("#go").textContent === "Move now");
    await page.waitForTimeout(200);
    times.push(await page.evaluate(async (ply) => {
      const { send, session } = await import(new URL("session.js", document.baseURI));
      const began = performance.now();
      await send({ do: "stop" });
      while (session.state.ply < ply) await new Promise((resolve) => setTimeout(resolve, 1));
      return performance.now() - began;
    }, 2 * nth + 2));
  }
  console.log(`moves are played ${told(times)} ms after they are wanted`);
  assert.ok(median(times) < SOON_MS, told(times));
}, {}, onSite);

onPage("questions are answered while a position is analysed and a game is judged", async (page) => {
  await page.click("#load");
  await page.fill("#text", "game gomoku\noption Rule renju\nmoves h8 i9 j10 i8 h10 i10 i7 g9 h9 h7");
  await page.click("#load-ok");
  await page.click("#analyse");
  await page.waitForSelector("#pv button");
  await answersSoon(page, "an analysis");
  await page.click("#judge");
  await answersSoon(page, "a judgement");
  await awaitState(page, (found) => found.judgement?.running === false, 60_000);
}, {}, onSite);

onPage("questions are answered while an opening is decided, and it is decided", async (page) => {
  await newGame(page, "gomoku", { opening: "swap2", who: "0" });
  await answersSoon(page, "an opening");
  await awaitState(page, ({ opening }) => opening && opening.engine !== true);
}, {}, onSite);

onPage("questions are answered while a puzzle is made", async (page) => {
  await newGame(page, "capture");
  const before = await state(page);
  await page.selectOption("#puzzle-level", "hard");
  await page.click("#puzzle-new");
  await answersSoon(page, "the making of a puzzle");
  await awaitState(page, (found) => found.start !== before.start);
}, {}, onSite);

onPage("without shared memory the engine searches in short turns", async (page) => {
  assert.equal(await page.evaluate(() => crossOriginIsolated), false);
  await page.click("#analyse");
  await page.waitForSelector("#pv button");
  await answersSoon(page, "an analysis in short turns");
  const depth = () => page.evaluate(async () => (await import(new URL("session.js", document.baseURI))).session.news?.depth ?? 0);
  await page.waitForTimeout(1500);
  assert.ok((await depth()) >= 8, `depth ${await depth()}`);
}, { serviceWorkers: "block" }, onSite);

test("an engine that fails is started anew, with the game", onSite, async () => {
  const { page, close } = await openPage(browser(), server().url, {
    script: () => {
      globalThis.workers = [];
      globalThis.Worker = class extends Worker {
        constructor(...all) {
          super(...all);
          workers.push(this);
        }
      };
    },
  });
  await click(page, "h8");
  const before = await awaitState(page, (found) => found.ply === 1);
  await page.evaluate(() => workers.at(-1).dispatchEvent(new MessageEvent("message", { data: { fault: "a test" } })));
  const after = await awaitState(page, (found) => found.id !== before.id && found.moves.length === 1);
  assert.deepEqual(after.moves, ["h8"]);
  await click(page, "i9");
  await awaitState(page, (found) => found.ply === 2);
  await close();
});

test("a folder of files is all that the site needs", onSite, async () => {
  const { page, close } = await openPage(browser(), server().url);
  const paths = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  assert.ok(paths.length > 30 && paths.every((path) => path.startsWith(server().url)), paths.join("\n"));
  await close();
});

test("another version is used as a whole, when no page of the old one is open", onSite, async () => {
  const folder = mkdtempSync(join(tmpdir(), "site-"));
  cpSync(SITE, folder, { recursive: true });
  const edit = (name, from, to) => writeFileSync(join(folder, name), readFileSync(join(SITE, name), "utf8").replace(from, to));
  edit("index.html", "<body>", "<body data-version=\"next\">");
  edit("files.js", /version: "\w+"/, "version: \"next\"");
  const old = await serve();
  const { page, close } = await openPage(browser(), old.url);
  const version = (of) => of.evaluate(() => document.body.dataset.version);
  await old.stop();
  const next = await host(folder, new URL(old.url).port);
  await page.reload();
  const isFetched = () => page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration()).waiting));
  for (let tries = 0; tries < 100 && !(await isFetched()); tries += 1) await page.waitForTimeout(100);
  assert.ok(await isFetched());
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  assert.equal(await version(page), undefined, "the page goes on with the version that it has");
  const context = page.context();
  await page.close();
  // The browser notices a moment later that the page is gone.
  let later;
  for (let tries = 0; tries < 10 && (!later || (await version(later)) !== "next"); tries += 1) {
    await later?.close();
    later = await context.newPage();
    await later.waitForTimeout(300);
    await later.goto(next.url);
    await later.waitForSelector("body[data-ready]");
  }
  assert.equal(await version(later), "next");
  assert.equal(await later.evaluate(async () => (await caches.keys()).length), 1, "the old version is forgotten");
  await close();
  await next.stop();
  rmSync(folder, { recursive: true });
});
