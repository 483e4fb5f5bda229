// Renju's forbidden points: crosses, and why a point is forbidden: shown under the mouse, at a click, and while a finger is held.

import { t } from "./language.js";
import { svg } from "./pieces.js";

const HOLD_MS = 400;

export class Forbidden {
  /** `say(text)` tells a reason. */
  constructor(board, { say }) {
    Object.assign(this, { board, say, fouls: new Map(), shown: null });
    this.crosses = svg("g", { class: "crosses" });
    this.reason = svg("g", { class: "reason" });
    board.layers.over.after(this.crosses, this.reason);
    const { element } = board;
    element.addEventListener("pointermove", (event) => event.pointerType === "mouse" && this.hover(event));
    element.addEventListener("pointerleave", () => this.clear());
    element.addEventListener("pointerdown", (event) => event.pointerType !== "mouse" && this.hold(event), true);
    for (const name of ["pointerup", "pointercancel"]) element.addEventListener(name, (event) => this.let(event), true);
  }

  /** Marks the points of a state: those of Black's turn plainly, those that White need not mind faintly. */
  draw(state) {
    this.fouls = new Map(state.view.fouls.map((foul) => [foul.at, foul]));
    const faint = state.to_move === 0 ? "" : " faint";
    const crosses = [...this.fouls.keys()].map((name) => this.board.move(svg("path", { class: `forbidden${faint}`, d: "M-7-7L7 7M7-7L-7 7" }), name));
    this.crosses.replaceChildren(...crosses);
    this.clear();
  }

  /** Shows why a point is forbidden, and says it. */
  explain(name) {
    const foul = this.fouls.get(name);
    if (!foul) return this.clear();
    if (this.shown === name) return;
    this.shown = name;
    const stone = this.board.move(svg("circle", { class: "foul-stone", r: 15 }), name);
    this.reason.replaceChildren(stone, ...foul.lines.flatMap((line) => this.line(line)));
    this.say(told(foul));
  }

  clear() {
    this.shown = null;
    this.reason.replaceChildren();
  }

  line(names) {
    const places = names.map((name) => this.board.at(name));
    const points = places.map(({ x, y }) => `${x},${y}`).join(" ");
    return [svg("polyline", { class: "foul-line", points }), ...names.map((name) => this.board.mark("foul-ring", name, 19))];
  }

  hover(event) {
    if (event.buttons) return;
    const name = this.board.cellAt(event.clientX, event.clientY);
    if (this.fouls.has(name)) this.explain(name);
    else if (this.shown) this.clear();
  }

  /** A finger that stays on a point asks; it does not play there. */
  hold(event) {
    this.held = false;
    const name = this.board.cellAt(event.clientX, event.clientY);
    clearTimeout(this.timer);
    if (!this.fouls.has(name)) return this.clear();
    this.timer = setTimeout(() => {
      this.held = true;
      this.explain(name);
    }, HOLD_MS);
  }

  let(event) {
    clearTimeout(this.timer);
    if (this.held) event.stopImmediatePropagation();
    this.held = false;
  }
}

function told({ at, kind, lines }) {
  if (kind === "overline") return t("foul-overline", { move: at, n: lines[0].length });
  return kind === "fours" ? t("foul-fours", { move: at }) : t("foul-threes", { move: at });
}
