// A game in the address: `#game=gomoku&Rule=renju&moves=h8+i9`, with what differs from a new game of the server.

/** The address of a game. Variations and comments are not in it. */
export function linkTo(state, list) {
  const { options } = list.find(({ name }) => name === state.game);
  const params = new URLSearchParams({ game: state.game });
  for (const { name, kind } of options) {
    const usual = String(kind.choice ?? kind.spin ?? kind.check);
    if (state.options[name] !== undefined && state.options[name] !== usual) params.set(name, state.options[name]);
  }
  if (state.start) params.set("position", state.start);
  const moves = state.moves.slice(0, state.ply);
  if (moves.length) params.set("moves", moves.join(" "));
  return `${location.origin}${location.pathname}#${params}`;
}

/** The game that an address names, or null. */
export function gameOf(hash) {
  const params = Object.fromEntries(new URLSearchParams(hash.slice(1)));
  const { game, position, moves = "", s, ...options } = params;
  return game ? { game, options, position, moves: moves.split(" ").filter(Boolean) } : null;
}
