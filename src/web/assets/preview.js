// A line that is looked at on the board, move by move, without being played.

import * as api from "./api.js";
import { $ } from "./dom.js";
import { t } from "./language.js";
import { attempt, command, session } from "./session.js";

export class Preview {
  /** `changed()` is called when another position is looked at, or none. */
  constructor(changed) {
    Object.assign(this, { changed, line: null });
    $("preview-back").onclick = () => this.step(-1);
    $("preview-next").onclick = () => this.step(1);
    $("preview-keep").onclick = () => this.keep();
    $("preview-close").onclick = () => this.close();
  }

  get active() {
    return this.line !== null;
  }

  /** Shows the position after the first `at` moves that follow `ply` moves of the game. */
  open(ply, moves, at) {
    return attempt(async () => {
      const { id } = session.state;
      const seen = await api.lookAhead(id, ply, moves.slice(0, at));
      if (id !== session.state.id) return;
      this.line = { ply, moves, at, view: seen.view, to_move: seen.to_move };
      this.show();
      $("board").scrollIntoView({ block: "nearest" }); // on a telephone the line stands below it
    });
  }

  step(by) {
    const { ply, moves, at } = this.line;
    const next = at + by;
    if (next < 0 || next > moves.length) return;
    return this.open(ply, moves, next);
  }

  keep() {
    const { ply, moves } = this.line;
    this.close();
    return command({ do: "edit", edit: { do: "keep", ply, moves } });
  }

  close() {
    if (!this.active) return;
    this.line = null;
    this.show();
  }

  /** The state as it would be there. */
  state(state) {
    const { ply, moves, at, view, to_move } = this.line;
    const played = [...state.moves.slice(0, ply), ...moves.slice(0, at)];
    return { ...state, view, to_move, moves: played.slice(ply), ply: at, labels: [], outcome: null };
  }

  show() {
    $("preview").hidden = !this.active;
    if (this.active) {
      const { at, moves } = this.line;
      $("preview-text").textContent = `${t("line-shown", { n: at, all: moves.length })} · ${moves[at - 1] ?? t("start-position")}`;
      $("preview-back").disabled = at === 0;
      $("preview-next").disabled = at === moves.length;
    }
    this.changed();
  }
}
