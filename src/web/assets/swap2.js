// The swap2 opening: what is to be done, and the choice of a colour.

import { $, create } from "./dom.js";
import { t } from "./language.js";
import { command, session } from "./session.js";

/** May nothing be laid now? */
export const waits = ({ swap2 }) => Boolean(swap2 && (swap2.engine || swap2.stage === "choose"));

export function swap2() {
  const banner = $("swap2");
  const found = session.state.swap2;
  banner.hidden = !found;
  if (!found) return;
  const { stage, engine, two } = found;
  const text = engine ? t("swap2-thinking") : { propose: t("swap2-propose"), two: t("swap2-two"), choose: t("swap2-choose") }[stage];
  banner.replaceChildren(create("span", { textContent: text }));
  if (stage !== "choose" || engine) return;
  const choices = [["black", t("play-black")], ["white", t("play-white")], ...(two ? [["two", t("lay-two")]] : [])];
  banner.append(...choices.map(([choice, name]) => create("button", { textContent: name, onclick: () => command({ do: "choose", choice }) })));
}
