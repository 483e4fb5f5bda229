"""fukumi: a game engine for Gomoku, Renju, Abalone and capture puzzles.

    >>> import fukumi
    >>> position = fukumi.Position("gomoku", rule="renju")
    >>> position.push("h8")
    >>> with fukumi.Engine(hash=16) as engine:
    ...     result = engine.play(position, fukumi.Limit(nodes=1000))
    >>> position.push(result.move)
    >>> len(position.moves)
    2

Moves are text, as people write them: ``h8`` with rows counted from the bottom, ``a1b2`` in Abalone.
"""

from ._native import __version__, games
from .engine import AnalysisResult, Engine
from .errors import (
    EngineBusyError,
    FukumiError,
    GameOverError,
    IllegalMoveError,
    InternalError,
    OptionError,
    OutOfMemoryError,
    PositionError,
    UnsupportedError,
)
from .position import Outcome, Player, Position
from .results import Analysis, Limit, Line, PlayResult, Proof, ProvenMove, Score, Solution

__all__ = [
    "Analysis",
    "AnalysisResult",
    "Engine",
    "EngineBusyError",
    "FukumiError",
    "GameOverError",
    "IllegalMoveError",
    "InternalError",
    "Limit",
    "Line",
    "OptionError",
    "OutOfMemoryError",
    "Outcome",
    "PlayResult",
    "Player",
    "Position",
    "PositionError",
    "Proof",
    "ProvenMove",
    "Score",
    "Solution",
    "UnsupportedError",
    "__version__",
    "games",
]
