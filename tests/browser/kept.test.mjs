// The database of a site, which the browser keeps: whatever ends the page, what it was told to be kept is there again; and who cannot have it
// is told so.

import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { chromium } from "playwright-core";
import { SITE } from "./host.mjs";
import { CHROMIUM, FLAGS, awaitState, load, onSite, openPage, suite } from "./page.mjs";

const { onPage, browser, server } = suite();

/** How often the browser is killed while it writes. */
const KILLS = 5;

/** Removes what a browser has kept. The other processes of a killed one outlive it by a moment, and may write into a folder between the
 * removal of what was in it and its own; `rmSync` then tries that folder again, but never empties it again. */
async function removeProfile(folder) {
  for (let tries = 1; existsSync(folder); tries += 1) {
    try {
      rmSync(folder, { recursive: true });
    } catch (error) {
      if (tries === 50) throw error;
      await setTimeout(100);
    }
  }
}

/** A browser with what an earlier one has kept in this folder, the page in it, and a way to kill it. It ends with the test at the latest. */
async function visit(folder, own) {
  const context = await chromium.launchPersistentContext(folder, { executablePath: CHROMIUM, args: FLAGS });
  own.after(() => context.close().catch(() => {}));
  const number = Number(readlinkSync(join(folder, "SingletonLock")).split("-").at(-1));
  const page = await context.newPage();
  await page.goto(server().url);
  await page.waitForSelector("body[data-ready]");
  await page.waitForSelector("#study-body:not([hidden])");
  const kill = async () => {
    const closed = new Promise((resolve) => context.once("close", resolve));
    process.kill(number, "SIGKILL");
    await closed;
  };
  return { page, kill };
}

/** Writes comments on the empty board, one after the other, for ever. */
const writeForEver = (page, from) =>
  page.evaluate(async (first) => {
    const api = await import(new URL("api.js", document.baseURI));
    const { session } = await import(new URL("session.js", document.baseURI));
    const { id, position } = session.state;
    globalThis.lastKept = first;
    const write = async () => {
      await api.editStudy(id, position, { comment: `${first + 1} ${"x".repeat(20_000)}` });
      first += 1;
      globalThis.lastKept = first;
      write();
    };
    write();
  }, from);

test("a browser that is killed while it writes has lost nothing that was kept", onSite, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "fukumi-kept-"));
  let kept = 0;
  for (let nth = 0; nth < KILLS; nth += 1) {
    const { page, kill } = await visit(folder, t);
    if (kept) {
      await page.waitForFunction(() => document.querySelector("#study-comment").value !== "");
      const found = Number((await page.inputValue("#study-comment")).split(" ")[0]);
      assert.ok(found >= kept, `${found} is there, and ${kept} was kept`);
      kept = found;
    }
    const before = kept;
    await writeForEver(page, kept);
    await page.waitForFunction((from) => globalThis.lastKept > from + 3, before);
    await page.waitForTimeout(37 * nth);
    kept = await page.evaluate(() => globalThis.lastKept);
    await kill();
  }
  console.log(`${kept} comments were kept before ${KILLS} kills`);
  await removeProfile(folder);
});

/** A page of somebody else's. */
async function elsewhere(own) {
  const host = createServer((_, answer) => answer.setHeader("content-type", "text/html").end("<p>elsewhere"));
  own.after(() => host.close());
  await new Promise((listening) => host.listen(0, "127.0.0.1", listening));
  return `http://127.0.0.1:${host.address().port}/`;
}

test("the way back to a page that the browser has kept finds the board, and the database as it is now", onSite, async (t) => {
  const keepsPages = { executablePath: CHROMIUM, args: FLAGS, ignoreDefaultArgs: ["--disable-back-forward-cache"] };
  const folder = mkdtempSync(join(tmpdir(), "fukumi-kept-"));
  const context = await chromium.launchPersistentContext(folder, keepsPages);
  t.after(async () => {
    await context.close();
    await removeProfile(folder);
  });
  const isThere = (page) => page.waitForSelector("#study-body:not([hidden])");
  const page = await context.newPage();
  const errors = [];
  page.on("pageerror", ({ stack }) => errors.push(stack));
  await page.goto(server().url);
  await isThere(page);
  await page.goto(await elsewhere(t));
  const next = await context.newPage();
  await next.goto(server().url);
  await isThere(next);
  await next.fill("#study-comment", "written meanwhile");
  await next.press("#study-comment", "Tab");
  await awaitCount(next, "1 position");
  await next.close();
  await page.goBack({ waitUntil: "commit" });
  await page.waitForFunction(() => document.querySelector("#study-comment")?.value === "written meanwhile");
  assert.deepEqual(errors, []);
});

const importFile = (page, name, text) => page.setInputFiles("#study-file", { name, mimeType: "application/octet-stream", buffer: Buffer.from(text) });
const count = (page) => page.textContent("#study-count");
const awaitCount = (page, wanted) => page.waitForFunction((text) => document.querySelector("#study-count").textContent === text, wanted);

onPage("what a page has kept is there in the next one, which is told when it has to wait", async (page) => {
  await importFile(page, "games.sgf", "(;GM[4]SZ[15];B[hh];W[ig])");
  await awaitCount(page, "3 positions");
  const second = await page.context().newPage();
  await second.goto(server().url);
  await second.waitForSelector("#study-none:not([hidden])");
  assert.match(await second.textContent("#study-none"), /Another page of this site has the database open/);
  assert.equal(await second.locator("#study-body").isVisible(), false);
  await page.close();
  await second.reload();
  await second.waitForSelector("#study-body:not([hidden])");
  await awaitCount(second, "3 positions");
}, {}, onSite);

test("a branch that one browser has written is taken over by another one", onSite, async () => {
  const [one, other] = [await openPage(browser(), server().url), await openPage(browser(), server().url)];
  await importFile(one.page, "games.sgf", "(;GM[4]SZ[15];B[hh]C[of the first];W[ig])");
  await awaitCount(one.page, "3 positions");
  await one.page.selectOption("#study-format", "db");
  const [saved] = await Promise.all([one.page.waitForEvent("download"), one.page.click("#study-export")]);
  await importFile(other.page, "study.db", readFileSync(await saved.path()));
  await awaitCount(other.page, "3 positions");
  assert.match(await other.page.textContent("#study-moves"), /of the first/);
  for (const { errors, close } of [one, other]) {
    assert.deepEqual(errors, []);
    await close();
  }
});

test("a browser that keeps nothing has no database, and says so", onSite, async () => {
  const context = await browser().newContext({ serviceWorkers: "block" });
  const source = readFileSync(join(SITE, "kept.js"), "utf8");
  const forbidden = "navigator.storage.getDirectory = () => Promise.reject(new DOMException('', 'SecurityError'));\n";
  await context.route("**/kept.js", (route) => route.fulfill({ contentType: "text/javascript", body: forbidden + source }));
  const page = await context.newPage();
  await page.goto(server().url);
  await page.waitForSelector("#study-none:not([hidden])");
  assert.match(await page.textContent("#study-none"), /keeps no database/);
  await context.close();
});

test("when the browser lets a site keep no more that is told, and what was kept stays", onSite, async () => {
  const { page, close } = await openPage(browser(), server().url);
  await importFile(page, "games.sgf", "(;GM[4]SZ[15];B[hh];W[ig])");
  await awaitCount(page, "3 positions");
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Storage.overrideQuotaForOrigin", { origin: new URL(server().url).origin, quotaSize: 1 });
  // A browser gives a file a megabyte at a time.
  const points = Array.from({ length: 6 * 15 }, (_, n) => "abcdefghijklmno"[n % 15] + "abcdef"[Math.floor(n / 15)]);
  const many = points.map((point) => `(;GM[4]SZ[15];B[hh];W[ig];B[${point}]C[${"x".repeat(60_000)}])`);
  await importFile(page, "many.sgf", many.join("\n"));
  await page.waitForFunction(() => document.querySelector("#toast").textContent.includes("keep no more"));
  await devtools.send("Storage.overrideQuotaForOrigin", { origin: new URL(server().url).origin });
  assert.equal(await count(page), "3 positions");
  await load(page, "h8 i9 j10");
  await awaitState(page, ({ ply }) => ply === 3);
  await page.waitForFunction(() => document.querySelector("#study-label option"));
  await page.selectOption("#study-label", "w");
  await awaitCount(page, "4 positions");
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  await awaitCount(page, "4 positions");
  await close();
});

test("a damaged database is told, can be saved, and gives way to a new one", onSite, async () => {
  const context = await browser().newContext();
  const page = await context.newPage();
  await page.goto(new URL("icon.svg", server().url).href); // no engine has had the files open yet
  await page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const name = `database of ${encodeURIComponent(new URL(".", location.href).pathname)}`;
    const file = await (await root.getDirectoryHandle(name, { create: true })).getFileHandle("study.db", { create: true });
    const writable = await file.createWritable();
    await writable.write("nothing of the kind".repeat(1000));
    await writable.close();
  });
  await page.goto(server().url);
  await page.waitForSelector("#study-damaged:not([hidden])");
  assert.match(await page.textContent("#study-none"), /cannot be opened/);
  const [saved] = await Promise.all([page.waitForEvent("download"), page.click("#study-rescue")]);
  assert.match(readFileSync(await saved.path(), "utf8"), /^nothing of the kind/);
  page.once("dialog", (dialog) => dialog.accept());
  await page.click("#study-clear");
  await awaitCount(page, "0 positions");
  assert.equal(await page.locator("#study-damaged").isVisible(), false);
  await context.close();
});
