// The board in a real browser: whole games by clicks, analysis, reloads, bad input, small screens, keys.

import assert from "node:assert/strict";
import { test } from "node:test";
import { serve } from "./host.mjs";
import { awaitState, click, clickMove, newGame, onServer, openPage, shoot, state, suite } from "./page.mjs";

const { onPage, browser, server } = suite();

test("pages that play beside each other and are closed at any moment lose no game", async () => {
  const first = await openPage(browser(), server().url);
  const context = first.page.context();
  const second = await context.newPage();
  await second.goto(server().url);
  await second.waitForSelector("body[data-ready]");
  const games = [];
  for (const page of [first.page, second]) {
    await click(page, "h8");
    await awaitState(page, ({ ply }) => ply === 1);
    games.push(page.url());
  }
  await click(first.page, "i9");
  await awaitState(first.page, ({ ply }) => ply === 2);
  await Promise.all([click(first.page, "g7").catch(() => {}), first.page.close()]); // in the middle of a move
  await second.close();
  const later = await context.newPage();
  for (const [nth, url] of games.entries()) {
    await later.goto("about:blank");
    await later.goto(url);
    await later.waitForSelector("body[data-ready]");
    const { moves } = await state(later);
    assert.deepEqual(moves.slice(0, 2), [["h8", "i9"], ["h8"]][nth], url);
    const kept = await later.evaluate((id) => JSON.parse(localStorage.getItem(`fukumi.saved.${id}`)).spec.moves, new URLSearchParams(new URL(later.url()).hash.slice(1)).get("s"));
    assert.deepEqual(kept, moves);
  }
  await first.close();
});

onPage("a whole game of Gomoku by clicks, with a reload in the middle", async (page) => {
  const moves = ["h8", "a1", "i8", "b1", "j8", "c1"];
  for (const name of moves) {
    await click(page, name);
    await awaitState(page, (found) => found.moves.includes(name));
  }
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  assert.deepEqual((await state(page)).moves, moves);
  assert.equal(await page.locator("#board .stone").count(), moves.length);
  for (const name of ["k8", "d1", "l8"]) {
    await click(page, name);
    await awaitState(page, (found) => found.moves.includes(name));
  }
  await page.waitForFunction(() => document.querySelector("#status").textContent === "Black wins.");
  assert.equal(await page.locator("#board .winning").count(), 5);
});

onPage("a whole game of Abalone by clicks", async (page) => {
  await newGame(page, "abalone", { options: { PlyCap: "12", Start: "standard" } });
  let found = await state(page);
  for (let turn = 0; !found.outcome; turn += 1) {
    const { moves } = found.view;
    const wide = moves.filter((move) => move.from.length === (turn % 3) + 1);
    const choice = (wide.length ? wide : moves).at((turn * 5) % (wide.length || moves.length));
    await clickMove(page, choice);
    found = await awaitState(page, (next) => next.ply === turn + 1);
    assert.equal(found.moves.at(-1), choice.text);
  }
  assert.equal(found.ply, 12);
});

onPage("marbles are dragged, pushed and lost", async (page) => {
  await newGame(page, "abalone");
  await page.click("#load");
  await page.fill("#text", "5/6/7/8/bbbwww3/8/7/6/5 b 0 0");
  await page.click("#load-ok");
  await awaitState(page, (found) => found.start !== null);
  const from = await page.locator('[data-cell="e1"]').boundingBox();
  const to = await page.locator('[data-cell="e3"]').boundingBox();
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 4 });
  await page.mouse.up();
  await page.waitForTimeout(150);
  assert.equal((await state(page)).ply, 0, "three marbles do not push three");
  await page.click("#load");
  await page.fill("#text", "5/6/7/8/4bbbww/8/7/6/w4 b 0 0");
  await page.click("#load-ok");
  await awaitState(page, (found) => found.position.includes("4bbbww"));
  await clickMove(page, (await state(page)).view.moves.find((move) => move.text === "e5e6"));
  const found = await awaitState(page, (next) => next.ply === 1);
  assert.equal(found.view.lost[1], 1);
  await page.waitForSelector(".player.side1 .tray .gone");
});

onPage("files of other programs are opened", async (page) => {
  const open = async (file) => {
    await page.click("#load");
    await page.setInputFiles("#file", file);
  };
  const sample = (name) => new URL(`../data/files/${name}`, import.meta.url).pathname;
  await open(sample("example.lib"));
  await awaitState(page, (found) => found.moves.join(" ") === "h8 i9");
  await open(sample("cli.sgf"));
  await page.waitForFunction(() => document.querySelector("#found button")?.textContent.startsWith("Example") === false);
  await page.locator("#found button").nth(1).click();
  const { moves, options } = await awaitState(page, (found) => found.moves[0] === "t1");
  assert.deepEqual([moves, options.BoardSize], [["t1", "a20"], "20"]);
  await open({ name: "odd.lib", mimeType: "", buffer: Buffer.from("no library") });
  await page.waitForFunction(() => document.querySelector("#load-error").textContent.includes("neither that of RenLib"));
});

onPage("a puzzle is tried, hinted at and solved by clicks", async (page) => {
  await newGame(page, "capture");
  await page.click("#load");
  await page.fill("#text", "test\n8/p2PnD2/ec6/4D1C1 b\n");
  await page.click("#load-ok");
  await awaitState(page, (found) => found.start !== null);
  await page.click("#hint");
  await page.waitForSelector("#board .ghosts .line");
  await page.waitForFunction(() => !document.querySelector("#board .ghosts .line"));
  await page.click("#analyse");
  await page.waitForFunction(() => document.querySelector("#verdict").textContent.startsWith("Shortest solution"));
  const line = await page.locator("#pv .step").allTextContents();
  await page.click("#analyse");
  for (const [nth, text] of line.entries()) {
    await clickMove(page, (await state(page)).view.moves.find((move) => move.text === text));
    await awaitState(page, (found) => found.ply === nth + 1);
  }
  assert.equal((await state(page)).outcome, "first");
  await page.click("#first");
  await awaitState(page, (found) => found.ply === 0);
  await page.click("#solution");
  await awaitState(page, (found) => found.outcome === "first");
});

onPage("the engine answers, takebacks take both moves, the chart grows", async (page) => {
  await page.selectOption("#time", "ms:100");
  await newGame(page, "gomoku", { who: "1", options: { Rule: "renju" } });
  await click(page, "h8");
  await awaitState(page, (found) => found.ply === 2);
  await page.click("#undo");
  const found = await awaitState(page, (next) => next.ply === 0);
  assert.deepEqual(found.engine, [false, true]);
  await page.selectOption("#seats", "");
  await page.click("#redo");
  await page.click("#last");
  await page.click("#judge");
  await awaitState(page, (next) => next.chances.filter((value) => value !== null).length >= 3);
});

onPage("analysis arrives within a tenth of a second of the click", async (page) => {
  const times = [];
  for (let at = 0; at < 7; at += 1) {
    const took = page.evaluate(() => {
      const list = document.querySelector("#pv");
      return new Promise((resolve) => {
        let clicked = 0;
        document.querySelector("#analyse").addEventListener("click", () => (clicked = performance.now()), { once: true, capture: true });
        new MutationObserver((_, observer) => {
          if (!list.children.length || !clicked) return;
          observer.disconnect();
          resolve(performance.now() - clicked);
        }).observe(list, { childList: true });
      });
    });
    await page.click("#analyse");
    times.push(await took);
    await page.click("#analyse");
    await page.waitForFunction(() => document.querySelector("#pv").children.length === 0);
  }
  times.sort((a, b) => a - b);
  console.log(`first line after ${times.map((time) => time.toFixed(0)).join(" ")} ms`);
  assert.ok(times[0] < 100, `the fastest of seven, as the machine may be busy: ${times}`);
});

// 300 ms is the aim on an idle machine, where the fastest of nine takes 270; a busy one gets twice that.
test("the page is interactive at once", onServer, async () => {
  const times = [];
  for (let at = 0; at < 9; at += 1) {
    const { page, close } = await openPage(browser(), server().url);
    times.push(await page.evaluate(() => performance.getEntriesByName("ready")[0].startTime));
    await close();
  }
  times.sort((a, b) => a - b);
  console.log(`interactive after ${times.map((time) => time.toFixed(0)).join(" ")} ms`);
  assert.ok(times[0] < 600, `the fastest of nine, as the machine may be busy: ${times}`);
});

onPage("forbidden points and threats are shown", async (page) => {
  await page.click("#load");
  await page.fill("#text", "game gomoku\noption Rule renju\nmoves h8 a1 i8 c1 j9 e1 j10 g1");
  await page.click("#load-ok");
  await page.waitForSelector("#board .forbidden");
  await click(page, "j8");
  await page.waitForFunction(() => document.querySelector("#status").textContent.includes("forbidden"));
  await page.click("#load");
  await page.fill("#text", "h8 a1 i8 c1 j8 e1");
  await page.click("#load-ok");
  await awaitState(page, (found) => found.moves.length === 6);
  await page.click("#threats");
  await page.waitForSelector("#board .ghost");
});

onPage("a position is set up by clicks", async (page) => {
  await page.click("#setup");
  await click(page, "c3");
  await page.click("[aria-label='white stone']");
  await click(page, "d4");
  await page.selectOption("#palette select", "1");
  await page.click("#palette button:has-text('Done')");
  const found = await awaitState(page, (next) => next.start !== null);
  assert.equal(found.view.pieces.length, 2);
  assert.equal(found.to_move, 1);
  await page.click("#save");
  assert.equal(await page.inputValue("#save-position"), found.position);
});

onPage("bad input is answered and harms nothing", async (page) => {
  await page.fill("#move", "zz99");
  await page.press("#move", "Enter");
  await page.waitForFunction(() => document.querySelector("#toast").textContent.includes("zz99"));
  await page.click("#load");
  for (const text of ["nonsense", "", "game chess", "15/15 b 0", "<script>alert(1)</script>"]) {
    await page.fill("#text", text);
    await page.click("#load-ok");
    await page.waitForFunction(() => document.querySelector("#load-error").textContent !== "");
  }
  await page.click("#dialog-load button[value=cancel]");
  await page.click("#new");
  await page.fill("#option-BoardSize", "99");
  await page.click("#start");
  assert.ok(await page.locator("#dialog-new").isVisible(), "the browser itself refuses a size of 99");
  await page.click("#dialog-new button[value=cancel]");
  await click(page, "h8");
  await awaitState(page, (found) => found.ply === 1);
});

test("a server started anew is found again, with the game", onServer, async () => {
  const own = await serve();
  const { page, close } = await openPage(browser(), own.url);
  await click(page, "h8");
  const before = await awaitState(page, (next) => next.ply === 1);
  await own.stop();
  const again = await serve(new URL(own.url).port);
  const found = await awaitState(page, (next) => next.id !== before.id && next.moves?.length === 1);
  assert.equal(found.moves[0], "h8");
  await close();
  await again.stop();
});

onPage("keys alone play a game", async (page) => {
  await page.focus("#board");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  const found = await awaitState(page, (next) => next.ply === 1);
  assert.equal(found.moves[0], "g9");
  await page.keyboard.press("u");
  await awaitState(page, (next) => next.ply === 0);
  const reached = new Set();
  await page.focus("body");
  for (let at = 0; at < 90; at += 1) {
    await page.keyboard.press("Tab");
    reached.add(await page.evaluate(() => document.activeElement.id));
  }
  const wanted = await page.$$eval("button, select, input", (all) => all.filter((element) => element.offsetParent && !element.disabled && !element.closest("dialog") && element.id).map((element) => element.id));
  for (const id of wanted) assert.ok(reached.has(id), `${id} is out of reach`);
});

onPage("every control has a name", async (page) => {
  const nameless = await page.$$eval("button, select, input, textarea, a[href]", (all) =>
    all.filter((element) => {
      const label = element.labels?.length || element.getAttribute("aria-label") || element.textContent.trim();
      return !label && element.type !== "hidden";
    }).map((element) => element.outerHTML));
  assert.deepEqual(nameless, []);
});

for (const [locale, lang, word] of [["zh-CN", "zh", "新对局"], ["ja", "ja", "新しい対局"], ["ko-KR", "ko", "새 게임"], ["ru-RU", "ru", "Новая партия"], ["et", "et", "Uus mäng"], ["fr-FR", "en", "New game"]]) {
  onPage(`the page speaks the language of the browser (${locale})`, async (page) => {
    assert.equal(await page.locator("html").getAttribute("lang"), lang);
    assert.equal(await page.locator("#new").textContent(), word);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
    await shoot(page, `language-${lang}`);
  }, { locale, viewport: { width: 390, height: 844 } });
}

onPage("another language is chosen, and kept", async (page) => {
  await click(page, "h8");
  await awaitState(page, (found) => found.ply === 1);
  await page.click("#view");
  await page.selectOption("#language", "et");
  await page.waitForFunction(() => document.querySelector("#status").textContent === "Valge käik.");
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  assert.equal(await page.locator("#new").textContent(), "Uus mäng");
  assert.equal((await state(page)).ply, 1, "the game goes on");
});

for (const colorScheme of ["light", "dark"]) {
  onPage(`text can be read (${colorScheme})`, async (page) => {
    await click(page, "h8");
    await page.click("#analyse");
    await page.waitForSelector("#pv button");
    const faint = await page.evaluate(() => {
      const parse = (colour) => colour.match(/[\d.]+/g).map(Number);
      const light = ([r, g, b]) => {
        const part = (value) => ((value /= 255) <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
        return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
      };
      const ground = (element) => {
        for (let at = element; at; at = at.parentElement) {
          const colour = parse(getComputedStyle(at).backgroundColor);
          if (colour[3] !== 0) return colour;
        }
        return [255, 255, 255];
      };
      const texts = [...document.querySelectorAll("h1, h2, p, button, span, label, b, select, li")];
      return texts.filter((element) => element.offsetParent && element.textContent.trim() && !element.disabled && !element.closest("svg")).flatMap((element) => {
        const [a, b] = [light(parse(getComputedStyle(element).color)), light(ground(element))].sort((x, y) => y - x);
        const ratio = (a + 0.05) / (b + 0.05);
        return ratio < 4.5 ? [`${element.tagName} ${element.textContent.trim().slice(0, 20)}: ${ratio.toFixed(2)}`] : [];
      });
    });
    assert.deepEqual(faint, []);
  }, { colorScheme });
}

onPage("a telephone is wide enough, and touch plays", async (page) => {
  for (const game of ["gomoku", "abalone", "capture"]) {
    await newGame(page, game);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, game);
    const board = await page.locator("#board").boundingBox();
    assert.ok(board.x >= 0 && board.x + board.width <= 360 && board.width > 300, `${game} ${JSON.stringify(board)}`);
    await shoot(page, `phone-${game}`);
  }
  await newGame(page, "gomoku");
  const box = await page.locator('[data-cell="h8"]').boundingBox();
  const tap = () => page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  await tap();
  await page.waitForSelector("#board .pending");
  assert.equal((await state(page)).ply, 0, "the first tap only shows where");
  await tap();
  await awaitState(page, (found) => found.ply === 1);
}, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

for (const colorScheme of process.env.SCREENSHOTS ? ["light", "dark"] : []) {
  onPage(`pictures (${colorScheme})`, async (page) => {
    await page.click("#load");
    await page.fill("#text", "game gomoku\noption Rule renju\nmoves h8 i9 j10 i8 h10 i10 i7 g9 h9 h7");
    await page.click("#load-ok");
    await awaitState(page, (found) => found.moves.length === 10);
    await page.click("#judge");
    await awaitState(page, (found) => found.chances.every((value) => value !== null) && found.ply === 10 && !found.analyse);
    await page.selectOption("#lines", "3");
    await page.waitForTimeout(1200);
    await shoot(page, `gomoku-${colorScheme}`);
    await newGame(page, "abalone");
    await page.selectOption("#lines", "1");
    await page.waitForTimeout(1200);
    await shoot(page, `abalone-${colorScheme}`);
    await newGame(page, "capture");
    await page.waitForTimeout(600);
    await shoot(page, `capture-${colorScheme}`);
  }, { colorScheme });
}
