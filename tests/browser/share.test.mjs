// Saving, copying, linking, pasting; how the board looks; keys; the first minutes of a newcomer; the clock. At all sizes.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { awaitState, click, load, newGame, shoot, state, suite } from "./page.mjs";

const { atAllSizes, onPage } = suite();

atAllSizes("a game is saved as text, SGF, PSQ and pictures, and what is lost is told", async (page, size) => {
  await load(page, "game gomoku\noption Rule renju\nmoves h8 i9 (g9) j10 {why}");
  await page.click("#save");
  const text = await page.inputValue("#save-text");
  assert.match(text, /moves h8 i9 \(g9\) j10 \{why\}/);
  await page.selectOption("#save-format", "sgf");
  await page.waitForFunction(() => document.querySelector("#save-text").value.startsWith("(;FF[4]GM[4]"));
  await page.fill("#name-0", "Meijin");
  await page.press("#name-0", "Tab");
  await page.waitForFunction(() => document.querySelector("#save-text").value.includes("PB[Meijin]"));
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#download")]);
  assert.equal(download.suggestedFilename(), "fukumi-gomoku.sgf");
  assert.match(await readFile(await download.path(), "utf8"), /;B\[hh\]\(;W\[ig\];B\[jf\]C\[why\]\)\(;W\[gg\]\)/);
  await shoot(page, `save-${size}`);
  await page.selectOption("#save-format", "psq");
  await page.waitForFunction(() => document.querySelector("#save-note").textContent.includes("variations"));
  await page.selectOption("#save-format", "svg");
  await page.waitForFunction(() => document.querySelector("#save-text").value.startsWith("<svg"));
  const picture = await page.inputValue("#save-text");
  assert.ok(!picture.includes("class=") && picture.includes("radialGradient") && !picture.includes("data-cell"), "a picture of its own");
  await page.selectOption("#save-format", "png");
  const [png] = await Promise.all([page.waitForEvent("download"), page.click("#download")]);
  const bytes = await readFile(await png.path());
  assert.equal(bytes.subarray(1, 4).toString(), "PNG");
  assert.ok(bytes.length > 20_000, `${bytes.length} bytes are no board`);
});

atAllSizes("a link opens the same position, and the text is copied and pasted", async (page) => {
  await load(page, "game gomoku\noption Rule renju\nmoves h8 i9 j10");
  await page.click("#save");
  await page.click("#copy-link");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /#game=gomoku&Rule=renju&moves=h8\+i9\+j10$/);
  await page.click("#dialog-save menu button");
  await page.focus("#board");
  await page.keyboard.press("Control+C");
  await page.goto("about:blank");
  await page.goto(link);
  await page.waitForSelector("body[data-ready]");
  const found = await awaitState(page, (next) => next.moves.length === 3);
  assert.deepEqual([found.options.Rule, found.engine], ["renju", [false, false]]);
  await newGame(page, "abalone");
  await page.focus("#board");
  await page.keyboard.press("Control+V");
  await awaitState(page, (next) => next.game === "gomoku" && next.moves.join(" ") === "h8 i9 j10");
});

atAllSizes("moves are numbered, coordinates hidden, and both are kept", async (page, size) => {
  await load(page, "h8 i9 j10 g9 h10 i10 i7");
  assert.equal(await page.locator("#board .number").count(), 0);
  await page.click("#view");
  await page.selectOption("#numbers", "last");
  await page.click("#dialog-view .primary");
  assert.deepEqual(await page.locator("#board .number").allTextContents(), ["3", "4", "5", "6", "7"]);
  await page.click("#view");
  await page.selectOption("#numbers", "all");
  await page.uncheck("#coordinates");
  await page.click("#dialog-view .primary");
  assert.equal(await page.locator("#board .number").count(), 7);
  assert.equal(await page.locator("#board .labels text").count(), 0);
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  assert.equal(await page.locator("#board .number").count(), 7);
  await shoot(page, `numbers-${size}`);
});

atAllSizes("a stone waits for a second tap where the person wants it", async (page) => {
  await page.click("#view");
  await page.check("#confirms");
  await page.click("#dialog-view .primary");
  await click(page, "h8");
  await page.waitForSelector("#board .pending");
  await click(page, "i9");
  await click(page, "i9");
  const found = await awaitState(page, (next) => next.ply === 1);
  assert.deepEqual(found.moves, ["i9"]);
});

atAllSizes("the keys are listed, and work", async (page, size) => {
  await page.focus("#board");
  await page.keyboard.press("?");
  await page.waitForSelector("#dialog-keys[open]");
  assert.ok((await page.locator("#keys-list dt").count()) >= 15);
  await shoot(page, `keys-${size}`);
  await page.keyboard.press("Escape");
  await load(page, "h8 i9 j10");
  await page.focus("#board");
  for (const [key, ply] of [[",", 2], ["Home", 0], [".", 1], ["End", 3], ["u", 2], ["r", 3]]) {
    await page.keyboard.press(key);
    await awaitState(page, (found) => found.ply === ply);
  }
  await page.keyboard.press("a");
  await awaitState(page, (found) => found.analyse);
  await page.keyboard.press("c");
  assert.equal(await page.evaluate(() => document.activeElement.id), "comment");
  await page.keyboard.type("u");
  assert.equal((await state(page)).ply, 3, "letters of a comment are no keys");
});

onPage("who comes first plays Black, and fukumi answers", async (page) => {
  await click(page, "h8");
  const found = await awaitState(page, (next) => next.ply === 2);
  assert.deepEqual([found.engine, found.level], [[false, true], 50]);
}, { newcomer: true });

atAllSizes("a new game by level, nodes and clock; the engine begins when it plays Black", async (page, size) => {
  await page.click("#new");
  await shoot(page, `new-${size}`);
  await page.click("#dialog-new button[value=cancel]");
  await newGame(page, "gomoku", { who: "0", level: 20, limit: "nodes:1000" });
  const found = await awaitState(page, (next) => next.ply === 1);
  assert.deepEqual([found.level, found.nodes_limit], [20, 1000]);
  await newGame(page, "gomoku", { who: "1", level: 20, clock: "60+0" });
  await click(page, "h8");
  await awaitState(page, (next) => next.ply === 2);
  await page.waitForFunction(() => [...document.querySelectorAll(".clock")].some((clock) => clock.textContent !== "1:00"));
  const times = await page.locator(".clock").allTextContents();
  assert.ok(times.every((time) => /^(1:00|0:\d\d)$/.test(time)), times.join(" "));
  await shoot(page, `clock-${size}`);
});

onPage("a newcomer's first minutes: a game won by the analysis against level 20, judged, saved as SGF and read again", async (page) => {
  const began = Date.now();
  await newGame(page, "gomoku", { who: "1", level: 20 });
  await page.selectOption("#time", "ms:300");
  await page.click("#analyse");
  let found = await state(page);
  while (!found.outcome && found.ply < 100) {
    const { ply } = found;
    await page.waitForFunction(() => document.querySelector("#pv .value") && document.querySelector("#status").textContent === "Black to move.");
    await page.waitForTimeout(150);
    await page.locator("#pv .value").first().click();
    found = await awaitState(page, (next) => next.outcome || next.ply >= ply + 2);
  }
  assert.equal(found.outcome, "first", found.moves.join(" "));
  await page.click("#analyse");
  await page.click("#judge");
  const judged = await awaitState(page, (next) => next.judgement?.running === false, 120_000);
  assert.ok(judged.judgement.players[0].accuracy > judged.judgement.players[1].accuracy, JSON.stringify(judged.judgement.players));
  await page.click("#save");
  await page.selectOption("#save-format", "sgf");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#download")]);
  const file = await download.path();
  await page.click("#dialog-save menu button");
  await newGame(page, "abalone");
  await page.click("#load");
  await page.setInputFiles("#file", { name: "game.sgf", mimeType: "", buffer: await readFile(file) });
  await awaitState(page, (next) => next.moves.join(" ") === found.moves.join(" "));
  console.log(`won in ${found.ply} moves; all of it took ${Math.round((Date.now() - began) / 1000)} s`);
});
