// The list of moves, and the slider over the game.

import { $, create } from "./dom.js";
import { command, session } from "./session.js";

export function moves() {
  const { state } = session;
  const list = $("moves");
  const items = state.moves.map((text, nth) => {
    const button = create("button", { textContent: text, className: nth >= state.ply ? "ahead" : "" });
    if (nth + 1 === state.ply) button.setAttribute("aria-current", "true");
    button.onclick = () => command({ do: "goto", ply: nth + 1 });
    return create("li", {}, button);
  });
  list.replaceChildren(...items);
  const current = list.querySelector("[aria-current]");
  list.scrollTop = current ? current.offsetTop - list.clientHeight / 2 : 0;
  Object.assign($("ply"), { max: state.moves.length, value: state.ply, disabled: state.moves.length === 0 || Boolean(state.swap2) });
}
