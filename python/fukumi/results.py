"""What is asked of the engine, and what it answers: plain values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

_LARGEST = {"depth": 2**32 - 1, "nodes": 2**64 - 1, "mate": 2**32 - 1}


@dataclass(frozen=True, kw_only=True)
class Limit:
    """How long a search may go on; the strictest limit ends it.

    Without any, it goes on until it is done, which may be never, or stopped.

    :raises ValueError: when a number is negative or too large.
    """

    time: float | None = None
    """Seconds for this search."""
    clock: float | None = None
    """Seconds left for the whole game, of which the engine takes a share."""
    increment: float = 0.0
    """Seconds that every move adds to the clock."""
    depth: int | None = None
    """Plies."""
    nodes: int | None = None
    """Positions looked at. With one thread, equal searches then find equal things."""
    mate: int | None = None
    """The search ends when a win or loss within this many plies is proven."""

    def __post_init__(self) -> None:
        for name in ("time", "clock", "increment"):
            value = getattr(self, name)
            if value is not None and not 0 <= value < float("inf"):
                raise ValueError(f"{name}: {value!r} is no number of seconds")
        for name, largest in _LARGEST.items():
            value = getattr(self, name)
            if value is not None and not 0 <= value <= largest:
                raise ValueError(f"{name}: {value!r} is not between 0 and {largest}")


@dataclass(frozen=True, order=True)
class Score:
    """What a position is worth to the side to move; scores can be compared, and the larger is the better."""

    value: int
    """The bare number: units of the evaluation, or beyond all of them when a win or loss is proven."""
    mate: int | None
    """Plies to the end of a proven win, as a negative number to that of a proven loss; ``None`` when neither is proven.

    It is 0 for a game that is lost already.
    """
    win_chance: float
    """The chance to win that the value stands for, from 0 to 1."""

    @property
    def is_win(self) -> bool:
        """Is it a proven win?"""
        return self.mate is not None and self.mate > 0

    @property
    def is_loss(self) -> bool:
        """Is it a proven loss?"""
        return self.mate is not None and self.mate <= 0


@dataclass(frozen=True)
class Line:
    """A line of best play."""

    moves: tuple[str, ...]
    """The moves, the best one first."""
    score: Score
    """What they are worth to the side to move."""
    depth: int
    """The depth that gave the score, in plies."""
    seldepth: int
    """The longest line looked at, in plies."""


@dataclass(frozen=True)
class Analysis:
    """What a search knows."""

    lines: tuple[Line, ...]
    """The best lines, the best first; none when a search was stopped before it knew anything."""
    best: str | None
    """The best move."""
    depth: int
    """The last depth that was finished, in plies."""
    seldepth: int
    """The longest line looked at, in plies."""
    nodes: int
    """Positions looked at."""
    proof_nodes: int
    """Positions looked at in proofs, which are counted apart."""
    time: float
    """Seconds."""
    hashfull: int
    """Permille of the table in use."""

    @property
    def score(self) -> Score | None:
        """The score of the best line."""
        return self.lines[0].score if self.lines else None


@dataclass(frozen=True)
class PlayResult:
    """A move that is to be played."""

    move: str
    """The move."""
    analysis: Analysis
    """What the search found."""


@dataclass(frozen=True)
class Solution:
    """What is known of a puzzle."""

    status: Literal["solved", "unsolvable", "unknown"]
    """``unknown`` when a limit ended the search; the others are proven."""
    moves: tuple[str, ...]
    """The moves that solve it: no fewer do."""


@dataclass(frozen=True)
class ProvenMove:
    """A move of the winner, with its answers to everything."""

    move: str
    """The move."""
    plies: int
    """The most plies the game still lasts, this move included."""
    replies: dict[str, ProvenMove]
    """The replies that have an answer of their own."""
    otherwise: ProvenMove | None
    """The answer to every other reply; ``None`` where the game is over, or every reply is listed."""

    def answer(self, reply: str) -> ProvenMove | None:
        """What is played after that reply."""
        return self.replies.get(reply, self.otherwise)


@dataclass(frozen=True)
class Proof:
    """What came of the search for a forced win. Every win has been checked by the rules alone, against every reply."""

    status: Literal["win", "none", "unknown"]
    """``none`` when there is no win of that kind (others may exist), ``unknown`` when the search ended first."""
    plies: int
    """The most plies the win takes, whatever the loser does."""
    line: tuple[str, ...]
    """One of the longest lines."""
    positions: int
    """Positions that the checker looked at."""
    tree: ProvenMove | None
    """The whole proof."""
