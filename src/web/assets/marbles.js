// Abalone's marbles: they follow the pointer while they are dragged, and a wrong selection says why.

import { t } from "./language.js";
import { UNIT } from "./pieces.js";

const DRAG = 14; // pixels
const MOST = 3;

export class Marbles {
  /** `input` knows what a drag means; `say(text)` tells what is wrong. */
  constructor(board, input, { say }) {
    Object.assign(this, { board, input, say, carried: [] });
    const { element } = board;
    element.addEventListener("pointermove", (event) => this.follow(event));
    element.addEventListener("pointerup", (event) => this.end(event), true);
    element.addEventListener("pointercancel", () => this.put());
  }

  /** The marbles under way go with the pointer, as far as one step. */
  follow(event) {
    const drag = this.drag(event);
    if (!drag) return this.put();
    const { names, dx, dy } = drag;
    const length = Math.hypot(dx, dy) || 1;
    const share = Math.min(length, UNIT) / length;
    this.carry(names, dx * share, dy * share);
  }

  /** What is dragged: the marbles that the move would take along, or the one under the pointer. */
  drag(event) {
    const { pressed, state } = this.input;
    if (!pressed || !this.isHexes() || Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < DRAG) return null;
    if (!this.own(pressed.name)) return null;
    const [from, to] = [this.board.point(pressed.x, pressed.y), this.board.point(event.clientX, event.clientY)];
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const move = this.input.dragged(pressed.name, this.board.cellAt(event.clientX, event.clientY), Math.atan2(dy, dx));
    const selected = this.input.selected.includes(pressed.name) ? this.input.selected : [pressed.name];
    return { names: move?.from ?? selected, move, dx, dy, state };
  }

  carry(names, dx, dy) {
    const { pieces } = this.input.state.view;
    this.put();
    this.carried = names.map((name) => this.board.layers.pieces.children[pieces.findIndex(({ at }) => at === name)]).filter(Boolean);
    for (const marble of this.carried) {
      marble.classList.add("carried");
      marble.style.translate = `${dx}px ${dy}px`;
    }
  }

  put() {
    for (const marble of this.carried) {
      marble.classList.remove("carried");
      marble.style.translate = "";
    }
    this.carried = [];
  }

  /** A drag that is no move is told why. */
  end(event) {
    const drag = this.drag(event);
    this.put();
    if (drag && !drag.move && this.input.enabled) this.say(this.stuck(drag.names));
  }

  isHexes() {
    return this.board.element.dataset.shape === "hexes";
  }

  own(name) {
    return this.input.state.view.pieces.some(({ at, sign }) => at === name && this.board.signs.get(sign).owner === this.input.state.to_move);
  }

  stuck(names) {
    return names.length > 1 ? t("marbles-stuck") : t("marble-stuck");
  }

  /** Why these cells cannot be chosen together, the last one being new; empty when they can, or for another board. */
  refusal(names) {
    const last = names.at(-1);
    if (!this.isHexes() || this.input.state.outcome) return "";
    const lies = this.input.state.view.pieces.some(({ at }) => at === last);
    if (!this.own(last)) {
      if (lies) return this.input.state.to_move === 0 ? t("marble-of-1") : t("marble-of-0");
      return names.length > 1 ? t("no-way-there") : t("choose-marble");
    }
    const line = this.line(names);
    if (!line) return t("marbles-line");
    if (line.length > MOST) return t("marbles-most", { n: MOST });
    if (line.some((name) => !this.own(name))) return t("marbles-gap");
    return this.input.group(names) ? "" : this.stuck(names);
  }

  /** The cells from one end of a straight line through these to the other; null when there is none. */
  line(names) {
    const places = names.map((name) => this.board.at(name));
    const apart = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);
    const ends = places.flatMap((a) => places.map((b) => [a, b])).sort(([a, b], [c, d]) => apart(c, d) - apart(a, b))[0];
    const steps = Math.round(apart(...ends) / UNIT);
    const at = (nth) => ({ x: ends[0].x + ((ends[1].x - ends[0].x) * nth) / (steps || 1), y: ends[0].y + ((ends[1].y - ends[0].y) * nth) / (steps || 1) });
    const cells = [...this.board.places];
    const line = Array.from({ length: steps + 1 }, (_, nth) => cells.find(([, place]) => apart(place, at(nth)) < 1)?.[0]);
    const straight = Math.abs(apart(...ends) - steps * UNIT) < 1 && line.every(Boolean);
    return straight && names.every((name) => line.includes(name)) ? line : null;
  }
}
