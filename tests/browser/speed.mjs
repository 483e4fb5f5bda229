// How many positions a second of processor time the engine of a page searches on one thread, in each game: scripts/site_speed.sh.
//
// Processor time is that of the thread that searches, as Linux counts it, so that a busy machine matters less.

import { SITE, serve } from "./host.mjs";
import { launch, openPage } from "./page.mjs";
import { processorTimes } from "./processor.mjs";

const ROUNDS = 5;
const NODES = 2_000_000;
const SOLUTIONS = 10;
const THREAD = SITE ? "DedicatedWorker" : "search 0";
const GAMES = {
  freestyle: { game: "gomoku", options: { Rule: "freestyle" }, moves: ["h8", "i9"] },
  renju: { game: "gomoku", options: { Rule: "renju" }, moves: ["h8", "i9", "j7"] },
  abalone: { game: "abalone" },
  capture: { game: "capture", position: "2kRD3/DpDkDcA1/D2D1Arn/DD4Kc b" },
};

/** Has the engine think of moves for so many nodes, or solve a puzzle as often; gives the nodes of all that. */
async function think({ spec, nodes, times }) {
  const { session, send } = await import(new URL("session.js", document.baseURI));
  const until = async (condition) => {
    while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  const move = async (game, most) => {
    await send({ do: "game", spec: game, engine: [false, false] });
    const { ply } = session.state;
    await send({ do: "wish", level: 100, nodes: most });
    await send({ do: "go" });
    await until(() => session.state.ply > ply);
    return most;
  };
  const solve = async () => {
    await move({ game: "abalone" }, 10); // another game empties the table
    await send({ do: "game", spec, engine: [false, false] });
    await send({ do: "wish", analyse: true });
    await until(() => session.news?.running === false);
    const found = session.news.nodes;
    await send({ do: "wish", analyse: false });
    return found;
  };
  let sum = 0;
  for (let nth = 0; nth < times; nth += 1) sum += spec.game === "capture" ? await solve() : await move(spec, nodes);
  return sum;
}

const processorTime = () => processorTimes(THREAD).reduce((sum, time) => sum + time, 0);

/** A site takes as many threads as there are processors, told so. */
const oneThread = () => Object.defineProperty(Navigator.prototype, "hardwareConcurrency", { value: 1 });

const browser = await launch();
const server = await serve(0, ["--threads", "1"]);
for (const [name, spec] of Object.entries(GAMES)) {
  const found = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { page, close } = await openPage(browser, server.url, { script: oneThread });
    const times = spec.game === "capture" ? SOLUTIONS : 1;
    await page.evaluate(think, { spec, nodes: NODES / 20, times: 1 }); // the browser compiles the engine
    const before = processorTime();
    const nodes = await page.evaluate(think, { spec, nodes: NODES, times });
    found.push(Math.round((1000 * nodes) / (processorTime() - before)));
    await close();
  }
  found.sort((a, b) => a - b);
  console.log(`${name}: ${found[ROUNDS >> 1]} positions a second of one thread, of ${found.join(" ")}`);
}
await browser.close();
await server.stop();
