// The page: draws the latest state and news of its session, and turns what is clicked into commands.

import * as api from "./api.js";
import { Board } from "./board.js";
import { chart } from "./chart.js";
import { runClocks } from "./clock.js";
import { $ } from "./dom.js";
import { Forbidden } from "./forbidden.js";
import { Input } from "./input.js";
import { judgement, mark, toggleJudging } from "./judgement.js";
import { setUpKeys } from "./keys.js";
import { t, translate } from "./language.js";
import { gameOf } from "./link.js";
import { setUpLoad } from "./loading.js";
import { Marbles } from "./marbles.js";
import { describe, title } from "./names.js";
import { setUpNew } from "./newgame.js";
import { notify, say, stand } from "./notices.js";
import { drawOpening, openings, opens, refusal, waits } from "./openings.js";
import { players } from "./players.js";
import { Preview } from "./preview.js";
import { setUpPuzzles, solved } from "./puzzles.js";
import { setUpSave } from "./saving.js";
import { attempt, command, connect, isHere, listen, pause, recover, send, session } from "./session.js";
import { Setup } from "./setup.js";
import { prefer } from "./store.js";
import { setUpStudy, showStudy } from "./study.js";
import { texts, writeOn } from "./studynotes.js";
import { Thinking } from "./thinking.js";
import { limitOf, offerLevels, offerLimits, showLevel, showLimit } from "./thought.js";
import { Labels, labels, setUpTree, showTree, toVariation } from "./tree.js";
import { applyTastes, otherTheme, setUpView, showTheme } from "./viewing.js";
import { setUpWeights, showWeights } from "./weights.js";

const board = new Board($("board"));
const input = new Input(board, {
  play,
  say,
  edit: (name) => setup.put(name) || writeOn(name) || labelling.put(name),
  refuse: (name) => forbidden.explain(name),
  wrong: (names) => marbles.refusal(names),
});
const marbles = new Marbles(board, input, { say });
const forbidden = new Forbidden(board, { say });
const setup = new Setup($("palette"), {
  done: (pieces, to_move) => attempt(async () => {
    await send({ do: "setup", pieces, to_move });
    setup.end();
  }),
  redraw: (pieces) => {
    const view = { ...session.state.view, pieces, last: null, winning: [], forbidden: [], fouls: [] };
    draw({ ...session.state, ply: 0, opening: null, view });
  },
  leave: render,
});
const preview = new Preview(render);
const labelling = new Labels(say);
const thinking = new Thinking(board, {
  play,
  look: (moves, at) => preview.open(session.news.ply, moves, at),
  hidden: () => setup.active || preview.active,
});

function play(text) {
  preview.close();
  thinking.forget();
  const why = refusal(session.state, text);
  say(why);
  return why ? undefined : command({ do: "play", text });
}

// --- drawing

/** A state has come, after this one. */
function changed(before) {
  const { state } = session;
  if (before?.node !== state.node || before?.position !== state.position) {
    thinking.forget();
    preview.line = null;
    $("preview").hidden = true;
  }
  render();
  showStudy(before);
  showWeights();
}

function heard() {
  thinking.hear();
  renderThinking();
}

/** The board with all that lies on it. */
function draw(state) {
  board.draw(state);
  drawOpening(board, state);
  forbidden.draw(state);
}

/** What is written on cells: by the person in the game, and where nothing is, in the database. */
function notes(state) {
  const own = labels(state);
  return [...own, ...texts(state).filter(([at]) => !own.some(([other]) => other === at))];
}

function render() {
  const { state } = session;
  if (!state) return;
  document.title = `${title(state.game)} · fukumi`;
  $("title").textContent = describe(state);
  document.body.dataset.players = state.players;
  document.body.dataset.game = state.game;
  if (!setup.active) draw(preview.active ? { ...preview.state(state), opening: null } : { ...state, labels: notes(state) });
  input.update(state, !setup.active && !preview.active && !waits(state));
  players($("players"), state, board.signs);
  openings();
  showTree(mark);
  judgement(lookAtBetter);
  renderControls(state);
  chart($("chart"), state, mark, (ply) => command({ do: "goto", ply }));
  renderThinking();
}

/** Shows the better line of a judged move, from the position before it, whatever line was shown. */
async function lookAtBetter({ node, ply, line }) {
  await command({ do: "visit", node });
  await preview.open(ply - 1, line, 1);
}

function renderControls(state) {
  $("undo").disabled = $("first").disabled = state.ply === 0 || opens(state);
  $("redo").disabled = $("last").disabled = state.ply >= state.moves.length;
  $("seats").value = state.engine.map((on, nth) => (on ? nth : "")).join("");
  showLevel($("level"), state.level);
  showLimit($("time"), state);
  $("time").disabled = Boolean(state.clock);
  $("lines").value = String(state.lines);
  $("analyse").setAttribute("aria-pressed", String(state.analyse));
  $("move").placeholder = state.view.moves[state.view.moves.length >> 1]?.text ?? "";
}

function renderThinking() {
  stand(standing(session.state));
  thinking.show();
}

/** How the game stands, in words. */
function standing(state) {
  if (setup.active) return t("set-up-hint");
  if (state.outcome === "draw") return t("draw");
  if (state.outcome && state.players === 1) return solved(state);
  if (state.outcome && state.clock?.fallen !== undefined && state.clock.fallen !== null) return t(`time-up-${state.clock.fallen}`);
  if (state.outcome) return state.outcome === "first" ? t("wins-0") : t("wins-1");
  if (isHere() && session.news.plays && session.news.running) return t("thinking");
  if (state.players === 1 && !state.view.moves.length) return t("no-moves");
  return state.to_move === 0 ? t("to-move-0") : t("to-move-1");
}

// --- what can be done

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
  threats: () => attempt(() => thinking.toggleThreats()),
  hint: () => attempt(() => thinking.solve(false)),
  solution: () => attempt(() => thinking.solve(true)),
  judge: toggleJudging,
  go: () => command({ do: session.news?.plays && session.news.running ? "stop" : "go" }),
  analyse: () => command({ do: "wish", analyse: !session.state.analyse }),
  theme: otherTheme,
  setup: () => (setup.active ? setup.end() : (preview.close(), setup.begin(session.state), render())),
};

/** One move back or on: in the line that is looked at, else in the game. */
const step = (by) => {
  if (preview.active) return preview.step(by);
  const ply = session.state.ply + by;
  if (ply >= 0 && ply <= session.state.moves.length) return command({ do: "goto", ply });
};

function wire() {
  for (const [id, action] of Object.entries(actions)) $(id).addEventListener("click", action);
  offerLevels($("level"));
  offerLimits($("time"));
  $("seats").onchange = ({ target }) => command({ do: "wish", engine: [target.value.includes("0"), target.value.includes("1")] });
  $("level").onchange = ({ target }) => command({ do: "wish", level: Number(target.value) });
  $("time").onchange = ({ target }) => command({ do: "wish", ...limitOf(target.value) });
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
    if (document.hidden) pause();
    else if (session.state) listen();
  });
  // A link to another game was followed: the page begins anew with it.
  addEventListener("hashchange", () => gameOf(location.hash) && location.reload());
  const acts = { back: () => step(-1), ahead: () => step(1), before: () => toVariation(-1), after: () => toVariation(1), comment: () => $("comment").focus() };
  setUpKeys(acts, () => preview.close());
  setUpTree(notify);
  setUpView(() => {
    applyTastes(board, input);
    render();
  });
  runClocks();
}

async function start() {
  const list = api.games();
  translate();
  showTheme();
  applyTastes(board, input);
  wire();
  await connect({ changed, heard });
  const offered = await list;
  const { games } = offered;
  const begin = async (body, wishes) => {
    if (wishes) await send({ do: "wish", ...wishes });
    await send(body);
    prefer("game", session.state.game);
  };
  const current = () => session.state;
  setUpPuzzles(offered.puzzles, render);
  setUpNew(offered, current, begin);
  setUpLoad(games, current, begin, notify);
  setUpSave(games, current, notify);
  setUpStudy(offered, play, render);
  setUpWeights(offered);
  document.body.dataset.ready = "true";
  performance.mark("ready");
}

start().catch((error) => {
  notify(error.message);
  recover();
});
