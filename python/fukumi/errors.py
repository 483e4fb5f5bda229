"""What can go wrong. Each message names what is wrong."""


class FukumiError(Exception):
    """Everything that the engine rejects."""


class IllegalMoveError(FukumiError, ValueError):
    """The text is no move, or none that can be played here."""


class PositionError(FukumiError, ValueError):
    """The text is no position of the game."""


class OptionError(FukumiError, ValueError):
    """There is no such option, rule or game, or it does not take that value."""


class GameOverError(FukumiError):
    """The game is over, so there is nothing to search."""


class UnsupportedError(FukumiError):
    """The game does not have that: a proof of a puzzle, a solution of a game of two."""


class EngineBusyError(FukumiError):
    """The engine is searching already."""


class OutOfMemoryError(FukumiError, MemoryError):
    """There is no memory for the table."""


class InternalError(FukumiError):
    """A fault of the engine itself, which has been caught: please report it."""
