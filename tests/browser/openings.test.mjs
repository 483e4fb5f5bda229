// Openings, forbidden points, marbles and puzzles, by clicks: on a screen, on a telephone, on a telephone held sideways.

import assert from "node:assert/strict";
import { awaitState, cell, click, clickMove, load, newGame, shoot, state, suite } from "./page.mjs";

const { atAllSizes, onPage } = suite();

const button = (page, text) => page.locator("#opening button", { hasText: text });
const banner = (page) => page.locator("#opening").textContent();
/** The opening, once fukumi waits for the person or it is over. */
const turn = (page) => awaitState(page, ({ opening }) => opening && opening.engine !== true);

atAllSizes("swap2: fukumi proposes and says why, a colour is chosen", async (page, size) => {
  await newGame(page, "gomoku", { opening: "swap2", who: "0" });
  await turn(page);
  await page.waitForFunction(() => document.querySelector("#opening").textContent.includes("Black's opening is worth"));
  assert.match(await banner(page), /Swap2.*fukumi lays .* Black's opening is worth \d+ %\..*Choose your colour\./);
  await shoot(page, `opening-swap2-${size}`);
  await button(page, "Play White").click();
  const found = await awaitState(page, ({ opening }) => opening.step === "settled");
  assert.deepEqual(found.engine, [true, false]);
});

atAllSizes("taraguchi-10: a person and fukumi go through every step", async (page, size) => {
  await newGame(page, "gomoku", { opening: "taraguchi-10", who: "1", options: { Rule: "renju" } });
  assert.match(await banner(page), /Taraguchi-10.*Black: a stone in the centre\./);
  assert.equal(await page.locator("#board .region").count(), 1);
  await click(page, "h9");
  assert.equal((await state(page)).ply, 0, "the first stone belongs in the centre");
  await click(page, "h8");
  for (;;) {
    const { opening, ply } = await turn(page);
    if (opening.step === "settled") break;
    await page.waitForFunction((step) => document.querySelector("#opening").textContent.includes(step === "swap" ? "Choose your colour" : ""), opening.step);
    if (opening.step === "swap") {
      if (ply === 4) await shoot(page, `opening-taraguchi-${size}`);
      await button(page, opening.side === 0 ? "Play Black" : "Play White").click();
    } else await click(page, opening.points[opening.points.length >> 1]);
    await awaitState(page, (next) => JSON.stringify(next.opening) !== JSON.stringify(opening));
  }
  assert.match(await banner(page), /The colours are settled\./);
  const found = await state(page);
  assert.ok(found.engine[0] !== found.engine[1]);
});

atAllSizes("soosõrv-8 between two people: the number, fifths that are different, the choice", async (page, size) => {
  await newGame(page, "gomoku", { opening: "soosorv-8", options: { Rule: "renju" } });
  // Black h8 and h10, White h9: Kansei, and a fourth stone that leaves a mirror.
  for (const name of ["h8", "h9", "h10"]) await click(page, name);
  await button(page, "Play White").click();
  assert.match(await banner(page), /1D Kansei/);
  await click(page, "i9");
  await page.waitForFunction(() => document.querySelectorAll("#opening button").length === 8);
  await shoot(page, `opening-number-${size}`);
  await button(page, "3").click();
  await button(page, "Play Black").click();
  await click(page, "i8");
  await awaitState(page, ({ opening }) => opening.fifths.length === 1);
  await click(page, "i10");
  await page.waitForFunction(() => document.querySelector("#status").textContent.includes("a symmetry makes them equal"));
  for (const name of ["g7", "k9"]) await click(page, name);
  await awaitState(page, ({ opening }) => opening.step === "pick");
  assert.equal(await page.locator("#board .fifth").count(), 3);
  await shoot(page, `opening-fifths-${size}`);
  await click(page, "j9");
  assert.equal((await state(page)).ply, 4, "only a fifth that was offered can be picked");
  await click(page, "g7");
  const found = await awaitState(page, ({ opening }) => opening.step === "settled");
  assert.deepEqual(found.moves, ["h8", "h9", "h10", "i9", "g7"]);
});

onPage("balanced stones of fukumi", async (page) => {
  await newGame(page, "gomoku", { opening: "balanced", options: { Rule: "renju" } });
  const { ply, opening } = await awaitState(page, (found) => found.ply >= 4);
  assert.ok(ply <= 7 && opening === null);
});

/** A double three for Black at j8. */
const THREES = "game gomoku\noption Rule renju\nmoves h8 a1 i8 c1 j9 e1 j10 g1";

atAllSizes("a forbidden point is explained, whoever is to move", async (page, size) => {
  const explained = (text) => page.waitForFunction((wanted) => document.querySelector("#status").textContent.includes(wanted), text);
  await load(page, THREES);
  await awaitState(page, (found) => found.ply === 8);
  await click(page, "j8");
  await explained("j8 is forbidden to Black: a double three");
  assert.equal(await page.locator("#board .foul-line").count(), 2);
  assert.equal(await page.locator("#board .foul-ring").count(), 6, "the stones of both threes");
  await shoot(page, `forbidden-${size}`);
  assert.equal((await state(page)).ply, 8);
  await load(page, "game gomoku\noption Rule renju\nmoves d8 a1 e8 c1 f8 e1 h8 g1 i8");
  await awaitState(page, (found) => found.ply === 9);
  assert.equal(await page.locator("#board .forbidden.faint").count(), 1, "White is to move");
  const { x, y, width, height } = await cell(page, "g8").boundingBox();
  const at = { clientX: x + width / 2, clientY: y + height / 2, bubbles: true, pointerType: size === "desk" ? "mouse" : "touch" };
  if (size === "desk") await page.mouse.move(at.clientX, at.clientY);
  else await page.dispatchEvent("#board", "pointerdown", at);
  await explained("g8 is forbidden to Black: an overline of 6");
  if (size !== "desk") await page.dispatchEvent("#board", "pointerup", at);
  await page.waitForTimeout(100);
  assert.equal((await state(page)).ply, 9, "whoever asks does not play");
});

atAllSizes("marbles follow the pointer, and a wrong selection says why", async (page, size) => {
  await newGame(page, "abalone");
  await load(page, "5/6/7/8/bbb1w1b2/8/7/6/5 b 0 0");
  await awaitState(page, (found) => found.start !== null);
  const said = (text) => page.waitForFunction((wanted) => document.querySelector("#status").textContent.includes(wanted), text);
  await click(page, "e5");
  await said("That marble is White's.");
  await click(page, "e1");
  await click(page, "e7");
  await said("At most 3 marbles");
  await page.keyboard.press("Escape");
  const middle = async (name) => {
    const box = await cell(page, name).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  await page.evaluate(() => document.querySelector("#board").focus());
  await page.keyboard.press("Escape");
  const before = await page.locator("#board .pieces > g").first().boundingBox();
  await page.mouse.move(...(await middle("e1")));
  await page.mouse.down();
  const [x, y] = await middle("e2");
  await page.mouse.move(x, y, { steps: 6 });
  const carried = await page.locator("#board .carried").count();
  assert.ok(carried >= 1, "the marbles are under way");
  const during = await page.locator("#board .carried").first().boundingBox();
  assert.ok(during.x > before.x + before.width / 2, `${during.x} after ${before.x}`);
  await shoot(page, `drag-${size}`);
  await page.mouse.up();
  await awaitState(page, (found) => found.ply === 1);
  assert.equal(await page.locator("#board .carried").count(), 0);
});

atAllSizes("puzzles: an example by name, a new one, ranks, signs, how good a solution is", async (page, size) => {
  await newGame(page, "capture");
  const example = await page.locator("#puzzle-examples option").nth(1).getAttribute("value");
  await page.selectOption("#puzzle-examples", example);
  await awaitState(page, (found) => found.start === example);
  await page.click("#puzzle-card summary");
  assert.match(await page.locator("#puzzle-card details").textContent(), /K 將帥.*A piece takes one of equal or lower rank/);
  await page.click("#puzzle-signs");
  assert.ok((await page.locator("#board .disc text").allTextContents()).some((text) => "車馬砲卒將士象帥仕相俥傌炮兵".includes(text)));
  await shoot(page, `puzzle-${size}`);
  await page.click("#puzzle-signs");
  // The shortest solution with a detour in front: there and back again.
  const { view } = await state(page);
  const first = view.moves.find((move) => !view.pieces.some(({ at }) => at === move.to[0]));
  await clickMove(page, first);
  await awaitState(page, (found) => found.ply === 1);
  const back = (await state(page)).view.moves.find((move) => move.from[0] === first.to[0] && move.to[0] === first.from[0]);
  await clickMove(page, back);
  await awaitState(page, (found) => found.ply === 2);
  await page.click("#solution");
  await awaitState(page, (found) => found.outcome === "first");
  await page.waitForFunction(() => /Solved in \d+, best is \d+\./.test(document.querySelector("#status").textContent));
  await page.selectOption("#puzzle-level", "easy");
  await page.click("#puzzle-new");
  const made = await awaitState(page, (found) => found.start !== example && found.ply === 0);
  assert.ok(made.view.pieces.length > 4);
});
