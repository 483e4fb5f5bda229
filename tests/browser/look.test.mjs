// How the page holds together at every size: nothing sticks out, notices cover nothing, axe-core finds nothing serious.

import assert from "node:assert/strict";
import { awaitState, click, load, newGame, onServer, serious, shoot, suite } from "./page.mjs";

const { atAllSizes, onPage } = suite();

const outside = (page) =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    return [...document.querySelectorAll("button, select, input, textarea, h1, h2, p, svg")].filter((element) => {
      const box = element.getBoundingClientRect();
      return element.checkVisibility() && !element.closest(".unseen, .skip") && box.width > 1 && (box.left < -1 || box.right > width + 1);
    }).map((element) => element.id || element.outerHTML.slice(0, 60));
  });

for (const colorScheme of ["light", "dark"]) {
  atAllSizes(`axe-core finds nothing serious (${colorScheme})`, async (page, size) => {
    await load(page, "game gomoku\noption Rule renju\nmoves h8 i9 (g9 {beside}) j10 i8 h10 i10 i7 g9 h9 h7");
    await page.click("#judge");
    await awaitState(page, (found) => found.judgement?.running === false, 60_000);
    await page.selectOption("#lines", "3");
    await page.waitForSelector("#pv li:nth-child(3) .step");
    await page.evaluate(() => scrollTo(0, 0));
    await shoot(page, `page-${size}-${colorScheme}`);
    assert.deepEqual(await serious(page), []);
    assert.deepEqual(await outside(page), []);
    await page.click("#analyse");
    for (const id of ["new", "load", "save", "view", "keys-open"]) {
      await page.click(`#${id}`);
      assert.deepEqual(await serious(page), [], id);
      assert.deepEqual(await outside(page), [], id);
      await page.keyboard.press("Escape");
    }
    for (const game of ["abalone", "capture"]) {
      await newGame(page, game);
      await page.waitForTimeout(200);
      await shoot(page, `${game}-${size}-${colorScheme}`);
      assert.deepEqual(await serious(page), [], game);
      assert.deepEqual(await outside(page), [], game);
    }
  }, { colorScheme }, onServer);
}

atAllSizes("a notice covers nothing", async (page) => {
  await page.fill("#move", "zz99");
  await page.press("#move", "Enter");
  await page.waitForSelector("#toast:not([hidden])");
  const covered = await page.evaluate(() => {
    const a = document.querySelector("#toast").getBoundingClientRect();
    return [...document.querySelectorAll("#board, button, select, input, textarea, .card")].filter((element) => {
      const b = element.getBoundingClientRect();
      return element.checkVisibility() && b.width > 1 && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    }).map((element) => element.id);
  });
  assert.deepEqual(covered, []);
});

onPage("the board is in sight, with the status, as soon as a telephone is turned", async (page) => {
  for (const [width, height] of [[390, 844], [844, 390], [1280, 800]]) {
    await page.setViewportSize({ width, height });
    for (const id of ["board", "status"]) {
      const box = await page.locator(`#${id}`).boundingBox();
      assert.ok(box.y >= 0 && box.y + box.height <= height + 60, `${id} at ${width}x${height}: ${JSON.stringify(box)}`);
    }
    await click(page, ["h8", "i9", "j10"][[390, 844, 1280].indexOf(width)]);
  }
  await awaitState(page, (found) => found.ply === 3);
});

onPage("all of the page is less than 150 kB compressed", async (page) => {
  const client = await page.context().newCDPSession(page);
  await client.send("Network.enable");
  let bytes = 0;
  client.on("Network.loadingFinished", (event) => (bytes += event.encodedDataLength));
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  console.log(`the page is ${(bytes / 1000).toFixed(1)} kB on the wire`);
  assert.ok(bytes > 20_000 && bytes < 150_000, `${bytes} bytes`);
}, {}, onServer);
