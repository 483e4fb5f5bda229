// A server of the test's own (host.mjs), a browser, and a page with what every test needs.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";
import { SITE, serve } from "./host.mjs";

const SHOTS = process.env.SCREENSHOTS;
export const FLAGS = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync",
];

export const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

export const launch = () => chromium.launch({ executablePath: CHROMIUM, args: FLAGS });

/** A page of its own; `errors` collects what the console says that no refused request explains. Nobody is played by the engine,
 * unless the page is to find what a newcomer finds. A `script` runs before those of the page. */
export async function openPage(browser, url, { newcomer = false, tastes = { who: "" }, script, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, permissions: ["clipboard-read", "clipboard-write"], ...options });
  if (!newcomer) await context.addInitScript((text) => {
    if (location.protocol === "http:" && !localStorage.getItem("fukumi.tastes")) localStorage.setItem("fukumi.tastes", text);
  }, JSON.stringify(tastes));
  if (script) await context.addInitScript(script);
  const page = await context.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(error.stack));
  page.on("console", (message) => {
    const refused = /Failed to load resource.*(40\d|ERR_CONNECTION_REFUSED|ERR_EMPTY|ERR_INCOMPLETE|ERR_CONNECTION_RESET)/.test(message.text());
    if (message.type() === "error" && !refused) errors.push(message.text());
  });
  await page.goto(url);
  await page.waitForSelector("body[data-ready]");
  return { page, errors, close: () => context.close() };
}

/** The latest state that the page was told; null while it has no session. */
export const state = (page) => page.evaluate(async () => (await import(new URL("session.js", document.baseURI))).session.state);

/** Waits until the state is as wanted. */
export async function awaitState(page, wanted, ms = 20_000) {
  const end = Date.now() + ms;
  for (;;) {
    const found = await state(page);
    if (found && wanted(found)) return found;
    if (Date.now() > end) throw new Error(`not in time: ${JSON.stringify(found)?.slice(0, 300)}`);
    await page.waitForTimeout(25);
  }
}

export const cell = (page, name) => page.locator(`[data-cell="${name}"]`);

/** Clicks on a cell as a person does: wherever it lies, whatever is drawn over it. */
export async function click(page, name) {
  await cell(page, name).scrollIntoViewIfNeeded();
  const box = await cell(page, name).boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

/** Makes a move by clicks: the pieces that move, then the arrow; or the cell alone. */
export async function clickMove(page, move) {
  if (move.from.length === 0) return click(page, move.to[0]);
  const ends = move.from.length > 2 ? [move.from[0], move.from.at(-1)] : move.from;
  for (const name of ends) await click(page, name);
  await page.locator(`[data-move="${move.text}"]`).click();
}

/** Starts a new game by the dialog. */
export async function newGame(page, game, { who = "", options = {}, opening = "", level, limit, clock } = {}) {
  await page.click("#new");
  await page.check(`#games input[value=${game}]`);
  for (const [name, value] of Object.entries(options)) {
    const input = page.locator(`#option-${name}`);
    if ((await input.evaluate((element) => element.tagName)) === "SELECT") await input.selectOption(value);
    else await input.fill(value);
  }
  if (game !== "capture") await page.selectOption("#who", who);
  if (game === "gomoku") await page.selectOption("#rule-of-opening", opening);
  if (level !== undefined) await page.selectOption("#new-level", String(level));
  if (limit) await page.selectOption("#new-limit", limit);
  if (clock) await page.selectOption("#new-clock", clock);
  await page.click("#start");
  await page.waitForSelector("#dialog-new", { state: "hidden" });
}

/** Loads a text by the dialog. */
export async function load(page, text) {
  await page.click("#load");
  await page.fill("#text", text);
  await page.click("#load-ok");
  await page.waitForSelector("#dialog-load", { state: "hidden" });
}

const axe = readFileSync(new URL("./node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

/** What axe-core finds that keeps people from using the page. */
export async function serious(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document));
  const told = ({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map((node) => node.target.join(" ")).slice(0, 3).join(", ")}`;
  return violations.filter(({ impact }) => ["serious", "critical"].includes(impact)).map(told);
}

const ALL_SIZES = {
  desk: { viewport: { width: 1280, height: 800 } },
  upright: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
  sideways: { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
};

/** The sizes at which every part of the page has to work. A site has the same page, whose looks are not tried once more. */
const SIZES = SITE ? { desk: ALL_SIZES.desk } : ALL_SIZES;

/** For tests of what only the server does, or only a site. */
export const onServer = SITE ? { skip: "a site has no server" } : {};
export const onSite = SITE ? {} : { skip: "the server is no site" };

/** Gives a file of tests a server and a browser: `onPage(name, body, options)` runs a test on a page of its own, which must not
 * complain, and `atAllSizes(name, body, options)` runs it at all sizes. `args` are further arguments of the server; `usually` says where the
 * tests run that say nothing else. */
export function suite({ args = [], usually = {} } = {}) {
  let browser;
  let server;
  before(async () => {
    server = await serve(0, args);
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
  });
  const onPage = (name, body, options, where = usually) =>
    test(name, where, async () => {
      const { page, errors, close } = await openPage(browser, server.url, options);
      try {
        await body(page);
      } catch (error) {
        await shoot(page, `failed-${name.replaceAll(/\W+/g, "-")}`);
        throw error;
      }
      assert.deepEqual(errors, []);
      await close();
    });
  const atAllSizes = (name, body, options, where) => {
    for (const [size, look] of Object.entries(SIZES)) onPage(`${name} (${size})`, (page) => body(page, size), { tastes: { who: "", confirms: false }, ...look, ...options }, where);
  };
  return { onPage, atAllSizes, browser: () => browser, server: () => server };
}

export async function shoot(page, name) {
  if (!SHOTS) return;
  mkdirSync(SHOTS, { recursive: true });
  await page.screenshot({ path: `${SHOTS}/${name}.png` });
}
