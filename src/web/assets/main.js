// The page: draws the latest state and news of its session, and turns what is clicked into commands.

import * as api from "./api.js";
import { Board } from "./board.js";
import { chart } from "./chart.js";
import { setUpLoad, setUpNew, setUpSave, title } from "./dialogs.js";
import { $, create } from "./dom.js";
import { Input } from "./input.js";
import { LANGUAGES } from "./phrases.js";
import { language, maybe, speak, t, translate } from "./language.js";
import { moves } from "./moves.js";
import { notify, say, stand } from "./notices.js";
import { players } from "./players.js";
import { attempt, awaitNews, command, connect, isHere, listen, pause, recover, send, session } from "./session.js";
import { Setup } from "./setup.js";
import { prefer, tastes } from "./store.js";
import { swap2, waits } from "./swap2.js";
import { Thinking } from "./thinking.js";

const JUDGE_MS = 250;

const board = new Board($("board"));
const input = new Input(board, { play, say, edit: (name) => setup.put(name) });
const setup = new Setup($("palette"), {
  done: (pieces, to_move) => attempt(async () => {
    await send({ do: "setup", pieces, to_move });
    setup.end();
  }),
  redraw: (pieces) => board.draw({ ...session.state, view: { ...session.state.view, pieces, last: null, winning: [], forbidden: [] } }),
  leave: render,
});
const thinking = new Thinking(board, { play, hidden: () => setup.active });

function play(text) {
  thinking.forget();
  say("");
  return command({ do: "play", text });
}

// --- drawing

/** A state has come, after this one. */
function changed(before) {
  const { state } = session;
  if (before?.ply !== state.ply || before?.position !== state.position) thinking.forget();
  render();
}

function heard() {
  thinking.hear();
  renderThinking();
}

function render() {
  const { state } = session;
  if (!state) return;
  document.title = `${title(state.game)} · fukumi`;
  $("title").textContent = describe(state);
  document.body.dataset.players = state.players;
  document.body.dataset.game = state.game;
  if (!setup.active) board.draw(state);
  input.update(state, !setup.active && !waits(state));
  players($("players"), state, board.signs);
  swap2();
  moves();
  $("undo").disabled = $("first").disabled = state.ply === 0 || Boolean(state.swap2);
  $("redo").disabled = $("last").disabled = state.ply >= state.moves.length;
  $("seats").value = state.engine.map((on, nth) => (on ? nth : "")).join("");
  $("time").value = String(state.ms);
  $("lines").value = String(state.lines);
  $("analyse").setAttribute("aria-pressed", String(state.analyse));
  $("move").placeholder = state.view.moves[state.view.moves.length >> 1]?.text ?? "";
  chart($("chart"), state, (ply) => command({ do: "goto", ply }));
  renderThinking();
}

function describe(state) {
  const { Rule, BoardSize, Start } = state.options;
  if (Rule) return `${maybe(`rule-${Rule}`, Rule)} ${BoardSize}×${BoardSize}`;
  if (Start) return state.start ? t("own-start") : Start.replaceAll("-", " ");
  return t("take-red");
}

function renderThinking() {
  stand(standing(session.state));
  thinking.show();
}

/** How the game stands, in words. */
function standing(state) {
  if (setup.active) return t("set-up-hint");
  if (state.outcome === "draw") return t("draw");
  if (state.outcome && state.players === 1) return t("solved", { n: state.ply });
  if (state.outcome) return state.outcome === "first" ? t("wins-0") : t("wins-1");
  if (state.swap2) return t("swap2");
  if (isHere() && session.news.plays && session.news.running) return t("thinking");
  if (state.players === 1 && !state.view.moves.length) return t("no-moves");
  return state.to_move === 0 ? t("to-move-0") : t("to-move-1");
}

// --- what can be done

/** Goes through the game and lets every position be judged for a moment. */
async function judge() {
  const { ply, analyse } = session.state;
  await send({ do: "wish", analyse: true });
  for (let at = 0; at <= session.state.moves.length; at += 1) {
    await send({ do: "goto", ply: at });
    if (!session.state.outcome) await awaitNews((found) => !found.running || found.ms >= JUDGE_MS, JUDGE_MS * 4);
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
  last: () => command({ do: "goto", ply: session.state.moves.length }),
  flip: () => redraw(() => board.flip()),
  turn: () => redraw(() => board.turn()),
  threats: () => attempt(() => thinking.showThreats()),
  hint: () => attempt(() => thinking.solve(false)),
  solution: () => attempt(() => thinking.solve(true)),
  judge: () => attempt(judge),
  go: () => command({ do: session.news?.plays && session.news.running ? "stop" : "go" }),
  analyse: () => command({ do: "wish", analyse: !session.state.analyse }),
  theme: () => theme(isDark() ? "light" : "dark"),
  setup: () => (setup.active ? setup.end() : (setup.begin(session.state), render())),
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
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) pause();
    else if (session.state) listen();
  });
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input, textarea, select, dialog");
    if (typing || event.ctrlKey || event.metaKey || event.altKey || !KEYS[event.key]) return;
    $(KEYS[event.key]).click();
  });
}

/** The choice of a language: the page is made anew in it. */
function offerLanguages() {
  const select = $("language");
  select.append(...Object.entries(LANGUAGES).map(([code, name]) => create("option", { value: code, textContent: name, lang: code })));
  select.value = language();
  select.onchange = () => {
    speak(select.value);
    location.reload();
  };
}

async function start() {
  const list = api.games();
  translate();
  offerLanguages();
  for (const option of $("time").options) option.textContent = t("by-time", { n: Number(option.value) / 1000 });
  theme();
  board.flipped = tastes.flipped ?? false;
  wire();
  await connect({ changed, heard });
  const { games } = await list;
  const begin = async (body) => {
    await send(body);
    prefer("game", session.state.game);
  };
  const current = () => session.state;
  setUpNew(games, current, begin);
  setUpLoad(games, current, begin);
  setUpSave(current, notify);
  document.body.dataset.ready = "true";
  performance.mark("ready");
}

start().catch((error) => {
  notify(error.message);
  recover();
});
