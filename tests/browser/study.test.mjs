// The study view: the moves that the database knows, analyses that are kept, branches, files; with a server that has a database, and on a
// site.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { serve } from "./host.mjs";
import { awaitState, click, launch, load, newGame, onServer, openPage, serious, shoot, state, suite } from "./page.mjs";

const folder = mkdtempSync(join(tmpdir(), "fukumi-study-"));
const { atAllSizes, onPage } = suite({ args: ["--database", join(folder, "study.db")] });
after(() => rmSync(folder, { recursive: true }));

const known = (page, move) => page.locator("#study-moves .study-move", { hasText: new RegExp(`^${move}`) });
const file = (name, text) => ({ name, mimeType: "application/octet-stream", buffer: Buffer.from(text) });

/** Waits until the view shows the position on the board: one that asks later is answered later. */
const shown = (page) =>
  page.evaluate(async () => {
    const { session } = await import(new URL("session.js", document.baseURI));
    await (await import(new URL("api.js", document.baseURI))).study(session.state.id);
    await new Promise((resolve) => setTimeout(resolve));
  });

onPage("a file is taken over: moves with games and comments, which are played by a click; and written again", async (page) => {
  await page.waitForSelector("#study-card:not([hidden])");
  assert.equal(await page.locator("#study-none").isVisible(), false);
  assert.equal(await page.textContent("#study-here"), "This position is not in the database.");
  const games = "(;GM[4]SZ[15];B[hh]C[the centre];W[ig](;B[gg])(;B[ii]))(;GM[4]SZ[15];B[hh];W[hg];B[ig])";
  await page.setInputFiles("#study-file", file("games.sgf", games));
  await known(page, "h8").waitFor();
  assert.match(await page.locator("#study-moves .study-told").first().textContent(), /2 games · the centre/);
  await known(page, "h8").click();
  await awaitState(page, (found) => found.moves.join(" ") === "h8");
  // However the board is turned: a stone beside the first, and one at its corner.
  await page.waitForFunction(() => document.querySelectorAll("#study-moves li").length === 2);
  await page.selectOption("#study-format", "lib");
  const [saved] = await Promise.all([page.waitForEvent("download"), page.click("#study-export")]);
  assert.equal(saved.suggestedFilename(), "study.lib");
  assert.ok(readFileSync(await saved.path()).includes("RenLib"));
  await page.setInputFiles("#study-file", file("torn.lib", "nothing of the kind"));
  await page.waitForSelector("#toast:not([hidden])");
});

atAllSizes("an analysis is kept while it goes on, and a reload shows it", async (page, size) => {
  const moves = { desk: "h8 i9 j8", upright: "h8 i9 i8", sideways: "h8 h9 j7" }[size];
  await load(page, moves);
  await page.selectOption("#lines", "3");
  await page.click("#keep");
  await page.waitForSelector("#keep[aria-pressed=true]");
  await page.waitForFunction(() => document.querySelectorAll("#study-moves li").length >= 3, null, { timeout: 60_000 });
  await page.click("#analyse");
  await awaitState(page, (found) => !found.analyse && found.keep);
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  await page.waitForFunction(() => document.querySelectorAll("#study-moves li").length >= 3);
  assert.match(await page.textContent("#study-here"), /depth \d+/);
  const fits = await page.locator("#study-card").evaluate((card) => card.scrollWidth <= card.clientWidth && card.getBoundingClientRect().right <= innerWidth);
  assert.ok(fits, "the view is as wide as the page at most");
  await page.click("#study-add");
  await page.waitForSelector("#study-queue progress");
  assert.deepEqual(await serious(page), []);
  await page.locator("#study-card").scrollIntoViewIfNeeded();
  await shoot(page, `study-${size}`);
  await page.locator("#study-queue button", { hasText: "Remove" }).click();
  await page.waitForFunction(() => !document.querySelector("#study-queue li"));
});

atAllSizes("a label, a comment and texts are written, seen again after a reload, and removed", async (page, size) => {
  const moves = { desk: "h8 i10 e5", upright: "h8 i10 e6", sideways: "h8 i10 e7" }[size];
  await load(page, moves);
  await shown(page);
  assert.deepEqual(await page.locator("#study-label option").allTextContents(), ["no label", "Black wins", "White wins", "draw", "never play it", "the only move", "own sign"]);
  await page.selectOption("#study-label", "w");
  await page.waitForFunction(() => document.querySelector("#study-here").textContent !== "This position is not in the database.");
  await page.fill("#study-comment", "a fine shape");
  await page.click("#study-texts");
  await click(page, "j10");
  await page.waitForFunction(() => document.querySelector("#study-point label").textContent === "Text on j10");
  await page.fill("#study-text", "good");
  await page.press("#study-text", "Enter");
  await page.waitForSelector("#board .note");
  assert.equal((await state(page)).ply, 3, "a click for a text is no move");
  assert.deepEqual(await serious(page), []);
  await page.locator("#study-card").scrollIntoViewIfNeeded();
  await shoot(page, `study-notes-${size}`);
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  await page.waitForFunction(() => document.querySelector("#study-comment").value === "a fine shape");
  assert.equal(await page.inputValue("#study-label"), "w");
  assert.equal(await page.locator("#board .note text").textContent(), "good");
  // One move back the label and the comment stand beside the move.
  await page.click("#undo");
  const told = known(page, moves.split(" ")[2]);
  await told.waitFor();
  assert.match(await told.textContent(), /w$/);
  await page.click("#redo");
  await page.waitForFunction(() => document.querySelector("#study-comment").value === "a fine shape");
  await page.selectOption("#study-label", "own");
  await page.fill("#study-sign", "?");
  await page.press("#study-sign", "Tab");
  await page.click("#study-texts");
  await click(page, "j10");
  await page.waitForFunction(() => document.querySelector("#study-text").value === "good");
  await page.fill("#study-text", "");
  await page.click("#study-point button");
  await page.waitForFunction(() => !document.querySelector("#board .note"));
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  await page.waitForFunction(() => document.querySelector("#study-sign").value === "?");
  page.once("dialog", (dialog) => dialog.accept());
  await page.click("#study-forget");
  await page.waitForFunction(() => document.querySelector("#study-here").textContent === "This position is not in the database.");
  assert.equal(await page.inputValue("#study-comment"), "");
});

onPage("a comment that is being written goes to its own position when another move is made", async (page) => {
  await load(page, "h8 i10 f5");
  await shown(page);
  await page.focus("#study-comment");
  await page.keyboard.type("of f5");
  await page.click("#undo");
  await awaitState(page, (found) => found.ply === 2);
  await known(page, "f5").waitFor();
  assert.match(await page.locator("#study-moves li", { hasText: "f5" }).textContent(), /of f5/);
  assert.equal(await page.inputValue("#study-comment"), "");
});

onPage("a branch grows, stops, goes on and is removed, and the moves come by themselves", async (page) => {
  await load(page, "h8 i10");
  await page.selectOption("#study-searches", "1000");
  await page.selectOption("#study-nodes", "10000");
  await page.click("#study-add");
  await page.waitForFunction(() => document.querySelector("#study-queue progress")?.value >= 3, null, { timeout: 60_000 });
  await page.waitForSelector("#study-moves li");
  assert.match(await page.textContent("#study-queue .study-branch"), /^h8 i10$/);
  await page.locator("#study-queue button", { hasText: "Stop" }).click();
  await page.locator("#study-queue button", { hasText: "Go on" }).waitFor();
  const done = () => page.locator("#study-queue progress").evaluate((bar) => bar.value);
  const before = await done();
  const row = await page.locator("#study-queue li").elementHandle();
  await page.locator("#study-queue button", { hasText: "Go on" }).click();
  await page.waitForFunction((wanted) => document.querySelector("#study-queue progress").value > wanted, before, { timeout: 60_000 });
  assert.ok(await row.evaluate((shown) => shown.isConnected), "the row stays: a click on it is not lost when more is known");
  await page.locator("#study-queue button", { hasText: "Remove" }).click();
  await page.waitForFunction(() => document.querySelectorAll("#study-queue li").length === 0);
  await newGame(page, "capture");
  assert.equal(await page.locator("#study-card").isVisible(), false, "puzzles are not kept");
  assert.equal((await state(page)).players, 1);
});

test("a branch that waits for its turn is looked at until it is done", onServer, async () => {
  const own = mkdtempSync(join(tmpdir(), "fukumi-study-"));
  const server = await serve(0, ["--database", join(own, "study.db")]);
  const browser = await launch();
  const { page, close } = await openPage(browser, server.url);
  let waits = 3;
  await page.route(/\/study(\/branches)?$/, async (route) => {
    const answer = await route.fetch();
    if (waits-- <= 0) return route.fulfill({ response: answer });
    const found = await answer.json();
    await route.fulfill({ json: { ...found, queue: (found.queue ?? []).map((branch) => ({ ...branch, running: false, size: null, done: 0 })) } });
  });
  await load(page, "h8 i10");
  await page.selectOption("#study-searches", "10");
  await page.selectOption("#study-nodes", "10000");
  await page.click("#study-add");
  await page.waitForFunction(() => document.querySelector("#study-queue progress")?.value === 10, null, { timeout: 60_000 });
  await close();
  await browser.close();
  await server.stop();
  rmSync(own, { recursive: true });
});

test("without a database the view says how to get one", onServer, async () => {
  const server = await serve();
  const browser = await launch();
  const { page, errors, close } = await openPage(browser, server.url);
  await page.waitForSelector("#study-none:not([hidden])");
  assert.match(await page.textContent("#study-none"), /fukumi serve --database/);
  assert.equal(await page.locator("#study-body").isVisible(), false);
  assert.deepEqual(errors, []);
  await close();
  await browser.close();
  await server.stop();
});

test("where the back end knows nothing of databases there is no view", onServer, async () => {
  const server = await serve();
  const browser = await launch();
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.route("**/api/games", async (route) => {
    const answer = await route.fetch();
    const { study, ...games } = await answer.json();
    assert.equal(study, false);
    await route.fulfill({ json: games });
  });
  await page.goto(server.url);
  await page.waitForSelector("body[data-ready]");
  assert.equal(await page.locator("#study-card").isVisible(), false);
  await browser.close();
  await server.stop();
});
