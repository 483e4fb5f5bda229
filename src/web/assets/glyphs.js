// The signs on the pieces of capture puzzles: letters, or the characters of Chinese chess.

import { tastes } from "./store.js";

/** Black's character and red's, by letter. */
export const HANZI = { K: "將帥", A: "士仕", E: "象相", R: "車俥", N: "馬傌", C: "砲炮", P: "卒兵" };

/** The sign on a piece, as the person likes it. */
export const glyph = ({ sign, owner }) => (tastes.glyphs === "chinese" ? HANZI[sign.toUpperCase()]?.[owner] : null) ?? sign.toUpperCase();
