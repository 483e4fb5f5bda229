// How many positions a second of processor time the engine of a page searches on one thread, in each game: scripts/site_speed.sh.
//
// Processor time is that of the thread that searches, as Linux counts it, so that a busy machine matters less.

import { SITE, serve } from "./host.mjs";
import { launch, openPage } from "./page.mjs";
import { processorTimes } from "./processor.mjs";

const ROUNDS = 5;
const NODES = 2_000_000;
const THREAD = SITE ? "DedicatedWorker" : "search 0";
/** What is opened, and how many times in a round it is searched: puzzles are solved, whatever it takes. */
const GAMES = {
  freestyle: { game: "gomoku", options: { Rule: "freestyle" }, moves: ["h8", "i9"] },
  renju: { game: "gomoku", options: { Rule: "renju" }, moves: ["h8", "i9", "j7"] },
  abalone: { game: "abalone" },
  "capture by breadth-first search": { game: "capture", position: "1e2kD2/DDDDkDp1/4r1D1/ER1p1kEP b", times: 20 },
  "capture by A*": { game: "capture", position: "r1P1Rk1k/kDNrP3/DD1RpDD1/3rD1D1 b", times: 40 },
};

/** Opens the game with nothing known of it: another game empties the table. */
async function prepare(spec) {
  const { session, send } = await import(new URL("session.js", document.baseURI));
  const other = spec.game === "abalone" ? "gomoku" : "abalone";
  await send({ do: "game", spec: { game: other }, engine: [false, false] });
  await send({ do: "wish", level: 100, nodes: 10 });
  await send({ do: "go" });
  while (session.state.ply === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await send({ do: "game", spec, engine: [false, false] });
}

/** Has the engine think of a move for so many nodes, or solve the puzzle; gives the nodes of that. */
async function think({ spec, nodes }) {
  const { session, send } = await import(new URL("session.js", document.baseURI));
  const until = async (condition) => {
    while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  if (spec.game === "capture") {
    await send({ do: "wish", analyse: true });
    await until(() => session.news?.running === false);
    const found = session.news.nodes;
    await send({ do: "wish", analyse: false });
    return found;
  }
  const { ply } = session.state;
  await send({ do: "wish", level: 100, nodes });
  await send({ do: "go" });
  await until(() => session.state.ply > ply);
  return nodes;
}

const processorTime = () => processorTimes(THREAD).reduce((sum, time) => sum + time, 0);

/** A site takes as many threads as there are processors, told so. */
const oneThread = () => Object.defineProperty(Navigator.prototype, "hardwareConcurrency", { value: 1 });

/** Positions and processor time of a number of searches, what prepares them left out. */
async function measure(page, spec, nodes, times) {
  let found = 0;
  let time = 0;
  for (let nth = 0; nth < times; nth += 1) {
    await page.evaluate(prepare, spec);
    const before = processorTime();
    found += await page.evaluate(think, { spec, nodes });
    time += processorTime() - before;
  }
  return { found, time };
}

const browser = await launch();
const server = await serve(0, ["--threads", "1"]);
for (const [name, { times = 1, ...spec }] of Object.entries(GAMES)) {
  const speeds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { page, close } = await openPage(browser, server.url, { script: oneThread });
    await measure(page, spec, NODES / 20, 1); // the browser compiles the engine
    const { found, time } = await measure(page, spec, NODES, times);
    speeds.push(Math.round((1000 * found) / time));
    await close();
  }
  speeds.sort((a, b) => a - b);
  console.log(`${name}: ${speeds[ROUNDS >> 1]} positions a second of one thread, of ${speeds.join(" ")}`);
}
await browser.close();
await server.stop();
