// The page: keeps the latest state and news of its session, draws them, and turns what is clicked into commands.

import * as analysis from "./analysis.js";
import * as api from "./api.js";
import { Board } from "./board.js";
import { chart } from "./chart.js";
import { setUpLoad, setUpNew, setUpSave, title } from "./dialogs.js";
import { Input } from "./input.js";
import { Setup } from "./setup.js";
import { prefer, save, saved, tastes } from "./store.js";

const $ = (id) => document.getElementById(id);
const SIDES = ["Black", "White"];
const JUDGE_MS = 250;
const SHOW_MS = 450;
const RETRY_MS = 1000;
const HINT_MS = 10_000;
const SAY_MS = 2500;

let state = null;
let news = null;
let chosen = null; // the line under the pointer
let hint = false;
let shownThreats = null;
let said = ""; // what was said last, for as long as it is to be read
let stopListening = () => {};

const board = new Board($("board"));
const input = new Input(board, { play, say, edit: (name) => setup.put(name) });
const setup = new Setup($("palette"), {
  done: (pieces, to_move) => attempt(async () => {
    await send({ do: "setup", pieces, to_move });
    setup.end();
  }),
  redraw: (pieces) => board.draw({ ...state, view: { ...state.view, pieces, last: null, winning: [], forbidden: [] } }),
  leave: render,
});

// --- talking to the server

async function send(body) {
  take(await api.command(state.id, body));
}

async function attempt(action) {
  try {
    await action();
  } catch (error) {
    if (error.status === 404) return recover();
    toast(error.message);
  }
}

const command = (body) => attempt(() => send(body));

function play(text) {
  [shownThreats, said] = [null, ""];
  return command({ do: "play", text });
}

/** Takes a state in, unless a newer one has come by another way. */
function take(next) {
  if (state && next.id === state.id && next.version < state.version) return;
  if (state?.ply !== next.ply || state?.position !== next.position) shownThreats = null;
  state = next;
  save(state);
  render();
}

function takeNews(next) {
  news = next;
  if (news && state) {
    const [best] = news.lines;
    if (best && isHere()) state.chances[news.ply] = best.chances;
    if (news.note) toast(state.players === 1 && news.note === "unsolvable" ? "There is no solution from here: proven." : news.note);
  }
  renderThinking();
}

/** Are the latest news those of the position on the board? */
const isHere = () => news !== null && news.position === state.position;

/** Finds the session of the address, or one like it, or a new one. */
async function connect() {
  const id = new URLSearchParams(location.hash.slice(1)).get("s");
  const known = id && saved(id);
  try {
    state = id ? await api.look(id) : null;
  } catch (error) {
    if (error.status !== 404) throw error;
  }
  if (!state) {
    state = await api.open(known?.spec ?? { game: tastes.game ?? "gomoku" });
    if (known) await restore(known);
  }
  history.replaceState(null, "", `#s=${state.id}`);
  take(state);
  listenTo(state.id);
}

async function restore(known) {
  if (known.ply < state.moves.length) state = await api.command(state.id, { do: "goto", ply: known.ply });
  const { engine, ...wishes } = known.wishes;
  const moving = known.ply === state.moves.length;
  state = await api.command(state.id, { do: "wish", ...wishes, ...(moving ? { engine } : {}) });
}

function listenTo(id) {
  stopListening();
  stopListening = api.listen(id, { onState: take, onNews: takeNews, onLost: recover });
}

let recovering = false;

/** The server is gone or started anew: the game goes on in a new session as soon as it is back. */
async function recover() {
  if (recovering) return;
  recovering = true;
  stopListening();
  toast("The connection is lost; trying again…");
  for (;;) {
    try {
      state = null;
      await connect();
      break;
    } catch {
      await wait(RETRY_MS);
    }
  }
  recovering = false;
  toast("");
}

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

// --- drawing

function render() {
  if (!state) return;
  document.title = `${title(state.game)} · fukumi`;
  $("title").textContent = describe();
  document.body.dataset.players = state.players;
  document.body.dataset.game = state.game;
  if (!setup.active) board.draw(state);
  const waits = state.swap2 && (state.swap2.engine || state.swap2.stage === "choose");
  input.update(state, !setup.active && !waits);
  renderPlayers();
  renderSwap2();
  renderMoves();
  $("undo").disabled = $("first").disabled = state.ply === 0 || Boolean(state.swap2);
  $("redo").disabled = $("last").disabled = state.ply >= state.moves.length;
  $("seats").value = state.engine.map((on, nth) => (on ? nth : "")).join("");
  $("time").value = String(state.ms);
  $("lines").value = String(state.lines);
  $("analyse").setAttribute("aria-pressed", String(state.analyse));
  $("move").placeholder = state.view.moves[state.view.moves.length >> 1]?.text ?? "move";
  chart($("chart"), state, (ply) => command({ do: "goto", ply }));
  renderThinking();
}

function describe() {
  const { Rule, BoardSize, Start } = state.options;
  if (Rule) return `${Rule} ${BoardSize}×${BoardSize}`;
  if (Start) return state.start ? "own start" : Start.replaceAll("-", " ");
  return "take every red piece";
}

function renderPlayers() {
  const lost = state.view.lost;
  const rows = (state.players === 2 ? SIDES : ["Black"]).map((name, nth) => {
    const row = document.createElement("div");
    row.className = `player side${nth}${!state.outcome && state.to_move === nth ? " moving" : ""}`;
    const label = document.createElement("span");
    label.textContent = `${name}${state.engine[nth] ? " · fukumi" : ""}`;
    row.append(document.createElement("i"), label);
    if (lost && state.players === 2) row.append(tray(lost[nth], nth));
    return row;
  });
  if (lost && state.players === 1) {
    const left = state.view.pieces.filter(({ sign }) => board.signs.get(sign).owner === 1).length;
    rows[0].append(Object.assign(document.createElement("em"), { textContent: `move ${state.ply} · ${lost[1]} taken · ${left} left` }));
  }
  $("players").replaceChildren(...rows);
}

/** The marbles a side has lost, of the six that lose the game. */
function tray(lost, side) {
  const out = document.createElement("em");
  out.className = `tray side${side}`;
  out.setAttribute("aria-label", `${lost} of 6 marbles lost`);
  out.append(...Array.from({ length: 6 }, (_, nth) => Object.assign(document.createElement("b"), { className: nth < lost ? "gone" : "" })));
  return out;
}

function statusText() {
  if (setup.active) return "Set up: choose a piece, then click the cells.";
  if (state.outcome === "draw") return "Draw.";
  if (state.outcome) return state.players === 1 ? `Solved in ${state.ply} moves.` : `${SIDES[state.outcome === "first" ? 0 : 1]} wins.`;
  if (state.swap2) return "Swap2 opening.";
  if (isHere() && news.plays && news.running) return "fukumi thinks…";
  if (state.players === 1) return state.view.moves.length ? "Black to move." : "No move is left: take some back.";
  return `${SIDES[state.to_move]} to move.`;
}

function renderSwap2() {
  const banner = $("swap2");
  banner.hidden = !state.swap2;
  if (!state.swap2) return;
  const { stage, engine, two } = state.swap2;
  const text = engine
    ? "fukumi thinks about the opening…"
    : { propose: "Lay three stones: black, white, black. fukumi then chooses a colour.", two: "Lay two more stones: white, black. fukumi then chooses.", choose: "Choose your colour." }[stage];
  banner.replaceChildren(Object.assign(document.createElement("span"), { textContent: text }));
  if (stage !== "choose" || engine) return;
  const choices = [["black", "Play Black"], ["white", "Play White"], ...(two ? [["two", "Lay two more"]] : [])];
  for (const [choice, name] of choices) {
    const button = Object.assign(document.createElement("button"), { textContent: name });
    button.onclick = () => command({ do: "choose", choice });
    banner.append(button);
  }
}

function renderMoves() {
  const list = $("moves");
  const items = state.moves.map((text, nth) => {
    const button = Object.assign(document.createElement("button"), { textContent: text });
    if (nth + 1 === state.ply) button.setAttribute("aria-current", "true");
    if (nth >= state.ply) button.className = "ahead";
    button.onclick = () => command({ do: "goto", ply: nth + 1 });
    const item = document.createElement("li");
    item.append(button);
    return item;
  });
  list.replaceChildren(...items);
  const current = list.querySelector("[aria-current]");
  if (current) list.scrollTop = current.offsetTop - list.clientHeight / 2;
  else list.scrollTop = 0;
  Object.assign($("ply"), { max: state.moves.length, value: state.ply, disabled: state.moves.length === 0 || Boolean(state.swap2) });
}

function renderThinking() {
  if (!state) return;
  const here = isHere() ? news : null;
  renderStatus();
  $("verdict").textContent = hint ? "" : analysis.verdict(state, here);
  $("figures").textContent = hint ? "" : analysis.figures(here);
  $("go").textContent = news?.plays && news.running ? "Move now" : "Move";
  analysis.fill($("pv"), state, hint ? null : here, { preview: (nth) => renderLines((chosen = nth)), play });
  renderBar(here);
  renderLines();
}

function renderBar(here) {
  const known = here?.lines[0]?.chances ?? { first: 1000, second: 0, draw: 500 }[state.outcome] ?? state.chances[state.ply] ?? 500;
  const bar = $("bar");
  bar.firstElementChild.style.height = `${known / 10}%`;
  bar.setAttribute("aria-valuenow", String(Math.round(known / 10)));
}

/** Draws lines on the board: those of a look for threats, the chosen one, or the best. */
function renderLines() {
  const here = isHere() && !setup.active ? news.lines : [];
  const wanted = state.analyse || hint || chosen !== null ? here : [];
  const { players } = state;
  if (shownThreats) return board.preview(shownThreats.slice(0, 1).map(({ steps }) => ({ steps, players })), shownThreats[0]?.player ?? 0);
  const first = wanted[chosen ?? 0];
  const ready = (line) => ({ ...line, players, short: hint || (state.lines > 1 && chosen === null), label: analysis.label(line, state.to_move), kind: analysis.kind(line, state.to_move) });
  const others = chosen === null && !hint && players === 2 ? wanted.map(ready) : [];
  const several = others.length > 1;
  board.preview(first ? [several ? { ...ready(first), steps: [] } : ready(first), ...(several ? others : [])] : [], state.to_move);
}

let toastTimer = 0;

function toast(text) {
  const element = $("toast");
  element.textContent = text;
  element.hidden = !text;
  clearTimeout(toastTimer);
  if (text) toastTimer = setTimeout(() => (element.hidden = true), 5000);
}

let sayTimer = 0;

/** For people who listen, and for the line under the board. */
function say(text) {
  said = text;
  clearTimeout(sayTimer);
  sayTimer = setTimeout(() => {
    said = "";
    renderStatus();
  }, SAY_MS);
  renderStatus();
}

/** A text that does not change is not set again, or it would be read aloud again. */
function renderStatus() {
  const text = said || statusText();
  if ($("status").textContent !== text) $("status").textContent = text;
}

// --- what can be done

async function showThreats() {
  const { threats } = await api.threats(state.id);
  shownThreats = threats;
  renderLines();
  if (!threats.length) return toast("Neither side has a win by continuous fours.");
  const text = ({ player, steps }) => `${SIDES[player]}${player === state.to_move ? " wins" : " would win"} by fours: ${steps.map((step) => step.text).join(" ")}`;
  toast(threats.map(text).join(". "));
}

/** Waits for news of the position on the board that fulfil a condition. */
async function awaitNews(condition, ms) {
  const end = performance.now() + ms;
  while (performance.now() < end) {
    if (isHere() && condition(news)) return true;
    await wait(20);
  }
  return false;
}

/** Shows the first move of the solution, or plays all of it. */
async function solve(whole) {
  hint = !whole;
  const analysed = state.analyse;
  if (state.outcome) return;
  await send({ do: "wish", analyse: true });
  const found = await awaitNews((found) => !found.running, HINT_MS);
  const steps = news?.lines[0]?.steps ?? [];
  if (!found || !steps.length) {
    if (!news?.note) toast("No solution was found in ten seconds.");
  } else if (whole) {
    for (const step of steps) {
      await send({ do: "play", text: step.text });
      await wait(SHOW_MS);
    }
  } else {
    renderThinking();
    say(`Hint: ${steps[0].text}.`);
    await wait(SHOW_MS * 4);
  }
  hint = false;
  await send({ do: "wish", analyse: analysed });
}

/** Goes through the game and lets every position be judged for a moment. */
async function judge() {
  const { ply, analyse } = state;
  await send({ do: "wish", analyse: true });
  for (let at = 0; at <= state.moves.length; at += 1) {
    await send({ do: "goto", ply: at });
    if (!state.outcome) await awaitNews((found) => !found.running || found.ms >= JUDGE_MS, JUDGE_MS * 4);
  }
  await send({ do: "goto", ply });
  await send({ do: "wish", analyse });
}

function theme(next) {
  if (next) prefer("theme", next);
  document.documentElement.dataset.theme = tastes.theme ?? "";
}

const isDark = () => (tastes.theme ? tastes.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches);

function redraw(change) {
  change();
  prefer("flipped", board.flipped);
  input.select([]);
  render();
}

const actions = {
  undo: () => command({ do: "undo" }),
  redo: () => command({ do: "redo" }),
  first: () => command({ do: "goto", ply: 0 }),
  last: () => command({ do: "goto", ply: state.moves.length }),
  flip: () => redraw(() => board.flip()),
  turn: () => redraw(() => board.turn()),
  threats: () => attempt(showThreats),
  hint: () => attempt(() => solve(false)),
  solution: () => attempt(() => solve(true)),
  judge: () => attempt(judge),
  go: () => command({ do: news?.plays && news.running ? "stop" : "go" }),
  analyse: () => command({ do: "wish", analyse: !state.analyse }),
  theme: () => theme(isDark() ? "light" : "dark"),
  setup: () => (setup.active ? setup.end() : (setup.begin(state), render())),
};

const KEYS = { u: "undo", r: "redo", a: "analyse", f: "flip" };

function wire() {
  for (const [id, action] of Object.entries(actions)) $(id).addEventListener("click", action);
  $("seats").onchange = ({ target }) => command({ do: "wish", engine: [target.value.includes("0"), target.value.includes("1")] });
  $("time").onchange = ({ target }) => command({ do: "wish", ms: Number(target.value) });
  $("lines").onchange = ({ target }) => command({ do: "wish", lines: Number(target.value), analyse: true });
  $("ply").oninput = ({ target }) => command({ do: "goto", ply: Number(target.value) });
  $("typed").onsubmit = (event) => {
    event.preventDefault();
    const text = $("move").value.trim();
    $("move").value = "";
    if (text) play(text);
  };
  // A browser has few connections to a server: a page that nobody sees gives up its own.
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) stopListening();
    else if (state) listenTo(state.id);
  });
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input, textarea, select, dialog");
    if (typing || event.ctrlKey || event.metaKey || event.altKey || !KEYS[event.key]) return;
    $(KEYS[event.key]).click();
  });
}

async function start() {
  const list = api.games();
  theme();
  board.flipped = tastes.flipped ?? false;
  wire();
  await connect();
  const { games } = await list;
  const begin = async (body) => {
    await send(body);
    prefer("game", state.game);
  };
  setUpNew(games, () => state, begin);
  setUpLoad(games, () => state, begin);
  setUpSave(() => state, toast);
  document.body.dataset.ready = "true";
  performance.mark("ready");
}

start().catch((error) => {
  toast(error.message);
  recover();
});
