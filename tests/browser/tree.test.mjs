// The tree of moves, judgement and lines, by clicks and keys at all sizes.

import assert from "node:assert/strict";
import { awaitState, click, load, onServer, shoot, state, suite } from "./page.mjs";

const { atAllSizes, onPage } = suite();

const move = (page, text) => page.locator("#moves button", { hasText: new RegExp(`\\d\\.${text}(\\D*)$`) });

atAllSizes("variations are kept, visited, promoted, deleted on purpose, and edits undone", async (page, size) => {
  for (const name of ["h8", "i9", "j10"]) {
    await click(page, name);
    await awaitState(page, (found) => found.moves.at(-1) === name);
  }
  await move(page, "h8").click();
  await awaitState(page, (found) => found.ply === 1);
  await click(page, "i10");
  await awaitState(page, (found) => found.tree === "h8 i9 (i10) j10");
  assert.equal(await page.locator("#moves .variation").count(), 1);
  await page.focus("#board");
  await page.keyboard.press("[");
  await awaitState(page, (found) => found.moves.join(" ") === "h8 i9 j10" && found.ply === 2);
  await page.keyboard.press("]");
  await awaitState(page, (found) => found.moves.join(" ") === "h8 i10" && found.ply === 2);
  await page.click("#promote");
  await awaitState(page, (found) => found.tree === "h8 i10 (i9 j10)");
  await move(page, "i9").click();
  await awaitState(page, (found) => found.moves.join(" ") === "h8 i9 j10" && found.ply === 2);
  await page.click("#delete");
  await awaitState(page, (found) => found.tree === null && found.moves.join(" ") === "h8 i10" && found.ply === 1);
  await page.click("#undo-edit");
  await awaitState(page, (found) => found.tree === "h8 i10 (i9 j10)");
  await page.click("#undo-edit");
  await awaitState(page, (found) => found.tree === "h8 i9 (i10) j10");
  assert.ok(await page.locator("#undo-edit").isDisabled());
  await shoot(page, `tree-${size}`);
});

atAllSizes("comments and labels are written, shown, undone, and come back after a reload", async (page, size) => {
  await load(page, "(;GM[4]SZ[15]PB[Nakamura]PW[Meijin];B[hh]C[the centre];W[ig]LB[jf:A](;B[gg])(;B[jf]C[beside]))");
  await page.waitForSelector(".player >> text=Nakamura");
  assert.equal(await page.locator("#moves .told-move").count(), 2);
  await move(page, "i9").click();
  await page.waitForSelector("#board .note");
  await page.fill("#comment", "White answers\nat once");
  await page.locator("#comment").blur();
  await awaitState(page, (found) => found.tree.includes("{White answers\\nat once}"));
  await page.click("#label");
  await click(page, "c3");
  await awaitState(page, (found) => found.tree.includes("[c3:B]"));
  await page.click("#label");
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  assert.equal(await page.inputValue("#comment"), "White answers\nat once");
  assert.equal(await page.locator("#board .note").count(), 2);
  await shoot(page, `comments-${size}`);
  await page.fill("#comment", "");
  await page.locator("#comment").blur();
  await awaitState(page, (found) => !found.tree.includes("White answers"));
  await page.click("#undo-edit");
  await awaitState(page, (found) => found.tree.includes("{White answers\\nat once}") && found.tree.includes("[c3:B]"));
});

onPage("edits are undone after a reload, too", async (page) => {
  await load(page, "h8 i9 {beside}");
  await page.fill("#comment", "White answers");
  await page.locator("#comment").blur();
  await awaitState(page, (found) => found.tree.includes("{White answers}"));
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  await page.click("#undo-edit");
  await awaitState(page, (found) => found.tree.includes("{beside}"));
}, {}, onServer);

atAllSizes("a game is judged: marks on moves and chart, the better line, accuracy", async (page, size) => {
  await load(page, "h8 i9 i8 a1 j8 b1 g8 o15");
  await page.click("#judge");
  const found = await awaitState(page, (next) => next.judgement?.running === false, 60_000);
  const wasted = found.judgement.moves.find((judged) => judged.move === "a1");
  assert.ok(wasted.mark, JSON.stringify(wasted));
  await page.waitForSelector(`#moves button.${wasted.mark}`);
  await page.waitForSelector(`#chart .dot.${wasted.mark}`, { state: "attached" });
  assert.equal(await page.locator("#accuracy li").count(), 2);
  assert.match(await page.locator("#accuracy li").nth(1).textContent(), /^White: accuracy \d+\.\d %$/);
  const better = page.locator("#marks li", { hasText: "4. a1" }).locator(".better"); // a short search may mark earlier moves, too
  await better.click();
  await page.waitForSelector("#preview:not([hidden])");
  await page.locator("#preview").scrollIntoViewIfNeeded();
  await shoot(page, `judged-${size}`);
  await page.click("#preview-keep");
  await awaitState(page, (next) => next.tree?.includes(`(${wasted.best}`));
  await page.click("#first");
  await click(page, "c3");
  await awaitState(page, (next) => next.moves[0] === "c3");
  await better.click();
  const { ply } = wasted;
  await page.waitForFunction((stones) => document.querySelectorAll("#board .stone").length === stones, ply);
  await page.click("#preview-close");
  await page.locator("#marks .verdict-move").first().click();
  await awaitState(page, (next) => next.node === next.judgement.moves.find((judged) => judged.mark).node);
});

atAllSizes("lines of the analysis: candidates, values in words, each move shows its position", async (page, size) => {
  await load(page, "h8 a1 i8 c1 j8 e1");
  await page.selectOption("#lines", "3");
  await page.waitForSelector("#pv .value.win");
  assert.match(await page.locator("#pv .value").first().textContent(), /^win in \d+ moves?$/);
  assert.match(await page.locator("#verdict").textContent(), /^Black wins in \d+ moves?$/);
  await page.mouse.move(2, 2);
  await page.waitForSelector("#board .candidate.rank1 rect");
  assert.ok((await page.locator("#board .candidate").count()) >= 2);
  await shoot(page, `analysis-${size}`);
  const stones = await page.locator("#board .stone").count();
  const long = page.locator("#pv li", { has: page.locator(".step:nth-child(5)") }).first();
  await long.locator(".step").nth(2).click();
  await page.waitForSelector("#preview:not([hidden])");
  assert.equal(await page.locator("#board .stone").count(), stones + 3);
  await page.keyboard.press(".");
  await page.waitForFunction((wanted) => document.querySelectorAll("#board .stone").length === wanted, stones + 4);
  await page.click("#preview-back");
  await page.waitForFunction((wanted) => document.querySelectorAll("#board .stone").length === wanted, stones + 3);
  await page.focus("#board");
  await page.keyboard.press("Escape");
  await page.waitForFunction((wanted) => document.querySelectorAll("#board .stone").length === wanted, stones);
  assert.equal((await state(page)).ply, 6, "nothing was played");
});

atAllSizes("threats are lines: fours, threes, and the win by fours numbered", async (page, size) => {
  await load(page, "h8 a1 i8 c1 j8 e1 f6 g1");
  await page.click("#threats");
  await page.waitForSelector("#board path.row.three", { state: "attached" });
  await page.waitForSelector("#board .ghost");
  assert.ok((await page.locator("#board .gain.three").count()) >= 2);
  assert.equal(await page.locator("#threats").getAttribute("aria-pressed"), "true");
  await shoot(page, `threats-${size}`);
  await page.click("#threats");
  await page.waitForFunction(() => !document.querySelector("#board path.row"));
  await load(page, "h8 g8 i8 c1 j8 e1 k8 a1");
  await page.focus("#board");
  await page.keyboard.press("t");
  await page.waitForSelector("#board path.row.four", { state: "attached" });
});
