// How many positions a second the engine of a page searches, in each game: scripts/site_speed.sh.

import { serve } from "./host.mjs";
import { launch, openPage } from "./page.mjs";

const ROUNDS = 5;
const SECONDS = 3;
const GAMES = {
  freestyle: { game: "gomoku", options: { Rule: "freestyle" }, moves: "h8 i9 j10 i8 h10 i10 i7".split(" ") },
  renju: { game: "gomoku", options: { Rule: "renju" }, moves: "h8 i9 j10 i8 h10 i10 i7 g9 h9 h7".split(" ") },
  abalone: { game: "abalone" },
  capture: { game: "capture" },
};

/** Analyses a game for so many milliseconds, or until it is solved; gives the positions a second. */
async function analyse({ spec, ms }) {
  const { session, send } = await import(new URL("session.js", document.baseURI));
  await send({ do: "wish", analyse: false });
  await send({ do: "game", spec, engine: [false, false] });
  await send({ do: "wish", analyse: true });
  const end = performance.now() + ms;
  const goesOn = () => !session.news || session.news.running || !session.news.nodes;
  while (performance.now() < end && goesOn()) await new Promise((resolve) => setTimeout(resolve, 20));
  return session.news.nps;
}

const browser = await launch();
const server = await serve(0, ["--threads", "1"]);
for (const [name, spec] of Object.entries(GAMES)) {
  const found = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { page, close } = await openPage(browser, server.url);
    if (name === "capture") spec.position = await page.evaluate(async () => (await (await import(new URL("api.js", document.baseURI))).games()).puzzles.toSorted((a, b) => b.best - a.best)[0].position);
    found.push(await page.evaluate(analyse, { spec, ms: SECONDS * 1000 }));
    await close();
  }
  console.log(`${name}: ${Math.max(...found)} positions a second, the most of ${found.join(" ")}`);
}
await browser.close();
await server.stop();
