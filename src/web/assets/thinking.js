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
  /** `play(text)` plays a move; nothing is drawn over the board while `hidden()`. */
  constructor(board, { play, hidden }) {
    Object.assign(this, { board, play, hidden, chosen: null, hint: false, threats: null });
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
  }

  show() {
    const { state, news } = session;
    const here = isHere() ? news : null;
    $("verdict").textContent = this.hint ? "" : analysis.verdict(state, here);
    $("figures").textContent = this.hint ? "" : analysis.figures(here);
    $("go").textContent = news?.plays && news.running ? t("stop") : t("go");
    const preview = (nth) => {
      this.chosen = nth;
      this.drawLines();
    };
    analysis.fill($("pv"), state, this.hint ? null : here, { preview, play: this.play });
    this.drawBar(here);
    this.drawLines();
  }

  drawBar(here) {
    const { state } = session;
    const known = here?.lines[0]?.chances ?? OUTCOMES[state.outcome] ?? state.chances[state.ply] ?? 500;
    const bar = $("bar");
    bar.firstElementChild.style.height = `${known / 10}%`;
    bar.setAttribute("aria-valuenow", String(Math.round(known / 10)));
  }

  /** Draws lines on the board: those of a look for threats, the chosen one, or the best. */
  drawLines() {
    const { state, news } = session;
    const { board, hint, chosen, threats } = this;
    const here = isHere() && !this.hidden() ? news.lines : [];
    const wanted = state.analyse || hint ? here : [];
    const { players } = state;
    if (threats) return board.preview(threats.slice(0, 1).map(({ steps }) => ({ steps, players })), threats[0]?.player ?? 0);
    const first = wanted[chosen ?? 0];
    const ready = (line) => ({ ...line, players, short: hint || (state.lines > 1 && chosen === null), label: analysis.label(line, state.to_move), kind: analysis.kind(line, state.to_move) });
    const others = chosen === null && !hint && players === 2 ? wanted.map(ready) : [];
    const several = others.length > 1;
    board.preview(first ? [several ? { ...ready(first), steps: [] } : ready(first), ...(several ? others : [])] : [], state.to_move);
  }

  /** Looks for wins by fours, of either side. */
  async showThreats() {
    const { state } = session;
    const { threats } = await api.threats(state.id);
    this.threats = threats;
    this.drawLines();
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
