// The names of games, options and rules: phrases where there are such, else as the engine calls them.

import { maybe, t } from "./language.js";

const GAMES = { gomoku: () => t("gomoku"), abalone: () => t("abalone"), capture: () => t("capture") };

export const title = (name) => GAMES[name]?.() ?? name;

/** Words apart and a capital: BoardSize is "Board size". */
const spaced = (name) => name.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/^(.)(.*)$/, (_, first, rest) => first + rest.toLowerCase());

export const optionName = (name) => maybe(`option-${name}`, spaced(name));

export const wordName = (word) => maybe(`rule-${word}`, word.replaceAll("-", " "));

export const pieceName = (sign) => maybe(`piece-${sign.name.replaceAll(" ", "-")}`, sign.name);

/** A game in a line: its rule and size, or its start. */
export function describe(state) {
  const { Rule, BoardSize, Start } = state.options;
  if (Rule) return `${wordName(Rule).split(/[:：]/)[0]} ${BoardSize}×${BoardSize}`;
  if (Start) return state.start ? t("own-start") : Start.replaceAll("-", " ");
  return t("take-red");
}
