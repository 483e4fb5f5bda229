// What the engine thinks, as it comes: the verdict, the lines, the bar, and what of it lies over the board.

import * as analysis from "./analysis.js";
import * as api from "./api.js";
import { $ } from "./dom.js";
import { t } from "./language.js";
import { notify, say } from "./notices.js";
import { awaitNews, isHere, send, session, wait } from "./session.js";

const SHOW_MS = 450;
const HINT_MS = 10_000;
const OUTCOMES = { first: 1000, second: 0, draw: 500 };

export class Thinking {
  /** `play(text)` plays a move, `look(moves, at)` shows a position of a line; nothing is drawn over the board while `hidden()`. */
  constructor(board, { play, look, hidden }) {
    Object.assign(this, { board, play, look, hidden, chosen: null, hint: false, threats: null });
  }

  /** News have come. */
  hear() {
    const { news, state } = session;
    if (!news) return;
    const [best] = news.lines;
    if (best && isHere()) state.chances[news.ply] = best.chances;
    if (news.note) notify(state.players === 1 && news.note === "unsolvable" ? t("no-solution") : news.note);
  }

  /** Another position is on the board. */
  forget() {
    this.threats = null;
    this.chosen = null;
  }

  show() {
    const { state, news } = session;
    const here = isHere() && !this.hint ? news : null;
    $("verdict").textContent = analysis.verdict(state, here);
    $("figures").textContent = analysis.figures(here);
    $("go").textContent = news?.plays && news.running ? t("stop") : t("go");
    const preview = (nth) => {
      this.chosen = nth;
      this.draw();
    };
    analysis.fill($("pv"), state, here, { preview, play: this.play, look: this.look });
    this.drawBar(isHere() ? news : null);
    this.draw();
  }

  drawBar(here) {
    const { state } = session;
    const known = here?.lines[0]?.chances ?? OUTCOMES[state.outcome] ?? state.chances[state.ply] ?? 500;
    const bar = $("bar");
    bar.firstElementChild.style.height = `${known / 10}%`;
    bar.setAttribute("aria-valuenow", String(Math.round(known / 10)));
  }

  /** Draws what is known over the board: threats, the line under the pointer, or the candidates. */
  draw() {
    const { state, news } = session;
    const { board, chosen, threats } = this;
    $("threats").setAttribute("aria-pressed", String(Boolean(threats)));
    board.showRows(this.hidden() ? [] : (threats?.rows ?? []));
    if (this.hidden()) return board.showCandidates([]);
    const { players, to_move } = state;
    const [win] = threats?.wins ?? [];
    if (win) return board.showLine(win.steps, win.player, players);
    const lines = isHere() && (state.analyse || this.hint) ? news.lines : [];
    if (chosen !== null && lines[chosen]) return board.showLine(lines[chosen].steps, to_move, players);
    const shown = this.hint || players === 1 ? lines.slice(0, 1) : lines;
    board.showCandidates(shown.map((line) => ({ ...line, label: players === 1 ? String(line.steps.length) : analysis.label(line, to_move), kind: analysis.kind(line, to_move) })));
  }

  /** Shows the fours and threes of either side and the wins by fours, or takes them away again. */
  async toggleThreats() {
    const { state } = session;
    if (this.threats) {
      this.threats = null;
      return this.draw();
    }
    const { threats, rows } = await api.threats(state.id);
    this.threats = { wins: threats, rows };
    this.draw();
    const told = threats.map(({ player, steps }) => {
      const moves = steps.map((step) => step.text).join(" ");
      return player === state.to_move ? t(`wins-by-fours-${player}`, { moves }) : t(`threatens-fours-${player}`, { moves });
    });
    notify(told.join(" · ") || t("no-threats"));
  }

  /** Shows the first move of a puzzle's solution, or plays all of it. */
  async solve(whole) {
    const analysed = session.state.analyse;
    if (session.state.outcome) return;
    this.hint = !whole;
    await send({ do: "wish", analyse: true });
    const found = await awaitNews((news) => !news.running, HINT_MS);
    const steps = session.news?.lines[0]?.steps ?? [];
    if (!found || !steps.length) {
      if (!session.news?.note) notify(t("no-solution-found"));
    } else if (whole) {
      await this.playAll(steps);
    } else {
      this.show();
      say(t("hint-is", { move: steps[0].text }));
      await wait(SHOW_MS * 4);
    }
    this.hint = false;
    await send({ do: "wish", analyse: analysed });
  }

  async playAll(steps) {
    for (const step of steps) {
      await send({ do: "play", text: step.text });
      await wait(SHOW_MS);
    }
  }
}
