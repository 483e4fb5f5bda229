// Setting up a position: a palette, and clicks that put pieces down.

import { t } from "./language.js";
import { pieceName } from "./names.js";
import { piece, svg } from "./pieces.js";

export class Setup {
  /** `done(pieces, to_move)` is called with what was set up, `redraw(pieces)` at every change. */
  constructor(element, { done, redraw, leave }) {
    Object.assign(this, { element, done, redraw, leave, active: false });
  }

  begin(state) {
    this.active = true;
    this.pieces = state.view.pieces.map((found) => ({ ...found }));
    this.toMove = state.to_move;
    this.sign = state.view.board.signs[0].sign;
    this.show(state);
  }

  end() {
    this.active = false;
    this.element.hidden = true;
    this.leave();
  }

  /** A click on a cell: the chosen piece, or nothing when it is there already. */
  put(name) {
    if (!this.active) return false;
    const there = this.pieces.find((found) => found.at === name);
    this.pieces = this.pieces.filter((found) => found.at !== name);
    if (this.sign && there?.sign !== this.sign) this.pieces.push({ at: name, sign: this.sign });
    this.redraw(this.pieces);
    return true;
  }

  show(state) {
    const { shape, signs } = state.view.board;
    const pick = (sign, name, ...drawing) => {
      const button = document.createElement("button");
      button.className = "pick";
      button.title = name;
      button.setAttribute("aria-label", name);
      button.setAttribute("aria-pressed", String(this.sign === sign));
      button.append(svg("svg", { viewBox: "-21 -21 42 42", "aria-hidden": "true" }, ...drawing));
      button.onclick = () => {
        this.sign = sign;
        for (const other of this.element.querySelectorAll(".pick")) other.setAttribute("aria-pressed", String(other === button));
      };
      return button;
    };
    const picks = signs.map((sign) => pick(sign.sign, pieceName(sign), piece(shape, sign)));
    picks.push(pick("", t("remove"), svg("path", { class: "eraser", d: "M-8-8L8 8M8-8L-8 8" })));
    const act = (text, action, primary) => {
      const button = document.createElement("button");
      button.textContent = text;
      button.onclick = action;
      if (primary) button.className = "primary";
      return button;
    };
    const actions = [
      act(t("clear"), () => this.redraw((this.pieces = []))),
      act(t("cancel"), () => this.end()),
      act(t("done"), () => this.done(this.pieces, this.toMove), true),
    ];
    if (state.players === 2) actions.unshift(this.side());
    this.element.replaceChildren(...picks, ...actions);
    this.element.hidden = false;
    picks[0].focus();
  }

  side() {
    const select = document.createElement("select");
    select.setAttribute("aria-label", t("side-to-move"));
    select.append(new Option(t("to-move-0"), "0"), new Option(t("to-move-1"), "1"));
    select.value = String(this.toMove);
    select.onchange = () => (this.toMove = Number(select.value));
    return select;
  }
}
