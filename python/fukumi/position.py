"""Positions, and who plays."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass

from . import _native


class Player(enum.Enum):
    """A player. In Gomoku and Abalone Black begins; a puzzle has one player, who is called Black here."""

    BLACK = 0
    WHITE = 1

    @property
    def opponent(self) -> Player:
        """The other player."""
        return Player.WHITE if self is Player.BLACK else Player.BLACK


@dataclass(frozen=True)
class Outcome:
    """How a game ended."""

    winner: Player | None
    """Who won; ``None`` when nobody did."""

    @property
    def is_draw(self) -> bool:
        """Did nobody win?"""
        return self.winner is None


class Position:
    """A position of a game, with the moves that led to it.

    ``game`` is one of :func:`fukumi.games`. Rules are the options of the game, in Python's spelling: ``rule="renju"`` and
    ``board_size=19`` of Gomoku, ``start="belgian-daisy"`` of Abalone. ``text`` is a position as :attr:`text` writes it, and ``moves``
    are played from there.

        >>> position = Position("gomoku", rule="standard", board_size=19, moves=["k10", "l11"])
        >>> position.turn
        <Player.BLACK: 0>
        >>> position.pop()
        'l11'

    :raises OptionError: when there is no such game, rule or value.
    :raises PositionError: when ``text`` is no position.
    :raises IllegalMoveError: when one of ``moves`` cannot be played.
    """

    def __init__(
        self,
        game: str = "gomoku",
        *,
        text: str | None = None,
        moves: Iterable[str] = (),
        **rules: str | int | bool,
    ) -> None:
        self._start = text
        self._native = _native.Position(game, [(_name(name), _value(value)) for name, value in rules.items()], text)
        for move in moves:
            self._native.play(move)

    def push(self, move: str) -> None:
        """Plays a move.

        :raises IllegalMoveError: when it is none here; the position is what it was then.
        """
        self._native.play(move)

    def pop(self) -> str:
        """Takes the last move back and returns it.

        :raises IndexError: when no move was played.
        """
        move = self._native.take_back()
        if move is None:
            raise IndexError("no move to take back")
        return move

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves played from the start, or from the text that the position was made of."""
        return tuple(self._native.moves())

    @property
    def legal_moves(self) -> tuple[str, ...]:
        """The moves that can be played; none when the game is over.

        In Renju the :attr:`forbidden` points are among them: who plays there loses.
        """
        return tuple(self._native.legal_moves())

    @property
    def forbidden(self) -> tuple[str, ...]:
        """The points that are forbidden to the side to move."""
        return tuple(self._native.forbidden())

    @property
    def turn(self) -> Player:
        """Who is to move."""
        return Player(self._native.to_move())

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; ``None`` while it goes on. A puzzle that is solved is won by its player."""
        is_over, winner = self._native.outcome()
        if not is_over:
            return None
        return Outcome(None if winner is None else Player(winner))

    @property
    def is_over(self) -> bool:
        """Has the game ended?"""
        return self._native.outcome()[0]

    @property
    def text(self) -> str:
        """The position as one line of text, from which it can be made again."""
        return self._native.text()

    @property
    def game(self) -> str:
        """The name of the game."""
        return self._native.game()

    @property
    def rules(self) -> dict[str, str]:
        """The rules by their names: ``{"Rule": "renju", "BoardSize": "15"}``."""
        return dict(self._native.rules())

    def copy(self) -> Position:
        """The same position, on a board of its own."""
        copy = Position.__new__(Position)
        copy._start = self._start
        copy._native = self._native.copy()
        return copy

    def __copy__(self) -> Position:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> Position:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        return _remake, (self.game, self.rules, self._start, self.moves)

    def __eq__(self, other: object) -> bool:
        """Is it the same game by the same rules, come to by the same moves from the same start?"""
        if not isinstance(other, Position):
            return NotImplemented
        return self.__reduce__()[1] == other.__reduce__()[1]

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        """The board, drawn in lines of plain text."""
        return self._native.draw()

    def __repr__(self) -> str:
        return f"<fukumi.Position {self.game} {self.text!r}>"


def _remake(game: str, rules: dict[str, str], text: str | None, moves: tuple[str, ...]) -> Position:
    """Makes a pickled position again."""
    return Position(game, text=text, moves=moves, **rules)


def _name(name: str) -> str:
    """The name of an option from that of an argument: the engine does not mind capitals."""
    return name.replace("_", "")


def _value(value: str | int | bool) -> str:
    """The value of an option as text."""
    return str(value).lower() if isinstance(value, bool) else str(value)
