"""The engine."""

from __future__ import annotations

from collections.abc import Iterator
from types import TracebackType

from . import _native
from ._raw import RawAnalysis, RawLimit, RawLine, RawProof
from .errors import GameOverError
from .position import Position, _name, _value
from .results import Analysis, Limit, Line, PlayResult, Proof, ProvenMove, Score, Solution


class Engine:
    """Thinks about positions of any game, and keeps what it learns until another game or other rules come.

    It runs inside the program, in threads of its own: other threads of Python go on while it searches, Ctrl-C is heard, and
    :meth:`stop` can be called from any thread. It searches one position at a time; another call meanwhile raises
    :exc:`EngineBusyError`. Use several engines to search several positions at once.

    Options are ``hash`` (MiB of the table, taken as it fills), ``threads``, ``strength`` (0 to 100, of :meth:`play`), ``evaluation``
    (``"network"`` or ``"classical"``), ``search`` (``"auto"``, ``"mtdf"`` or ``"pvs"``) and ``eval_file`` (the path of a file of weights).

        >>> engine = Engine(hash=16)
        >>> analysis = engine.analyse(Position("gomoku", moves=["h8", "i9"]), Limit(depth=5), lines=2)
        >>> len(analysis.lines)
        2

    :raises OptionError: when there is no such option or value.
    """

    def __init__(self, **options: str | int) -> None:
        self._native = _native.Engine()
        self.configure(**options)

    def configure(self, **options: str | int) -> None:
        """Sets options.

        :raises OptionError: when there is no such option or value; those before it are set.
        """
        for name, value in options.items():
            self._native.set(_name(name), _value(value))

    def new_game(self) -> None:
        """Forgets what was learnt, as a new game begins."""
        self._native.new_game()

    def stop(self) -> None:
        """Stops the search that is going on, if there is one: it returns what it knows within milliseconds."""
        self._native.stop()

    def play(self, position: Position, limit: Limit) -> PlayResult:
        """The move to be played. It is not made on the board.

        :raises GameOverError: when the game is over.
        :raises UnsupportedError: when a puzzle has no solution.
        """
        analysis = _analysis(self._native.choose(position._native, _limit(limit)))
        if analysis.best is None:
            raise GameOverError("there is no move")
        return PlayResult(analysis.best, analysis)

    def analyse(self, position: Position, limit: Limit, *, lines: int = 1) -> Analysis:
        """The best lines, at most so many, at full strength.

        :raises GameOverError: when the game is over.
        :raises UnsupportedError: when a puzzle has no solution.
        """
        return _analysis(self._native.analyse(position._native, _limit(limit), _count(lines)))

    def analysis(self, position: Position, limit: Limit | None = None, *, lines: int = 1) -> AnalysisResult:
        """Begins an analysis, which goes on beside the program and tells what it finds after every iteration:

            >>> engine = Engine(hash=16)
            >>> with engine.analysis(Position("gomoku")) as analysis:
            ...     for info in analysis:
            ...         if info.depth >= 4:
            ...             break
            >>> analysis.best is not None
            True
        """
        limit = Limit() if limit is None else limit
        return AnalysisResult(self._native.start(position._native, _limit(limit), _count(lines)))

    def solve(self, puzzle: Position, limit: Limit | None = None) -> Solution:
        """The fewest moves that solve a puzzle, proven.

        :raises UnsupportedError: when the game is no puzzle.
        :raises GameOverError: when it is solved already.
        """
        limit = Limit() if limit is None else limit
        status, moves = self._native.solve(puzzle._native, _limit(limit))
        return Solution(status, tuple(moves))

    def vcf(self, position: Position, nodes: int = 1_000_000) -> Proof:
        """Looks for a win of the side to move by fours alone (victory by continuous fours), within so many nodes.
        In Abalone by pushes alone.

        :raises GameOverError: when the game is over.
        :raises UnsupportedError: when the game has no such proofs.
        """
        return _proof(self._native.prove(position._native, _count(nodes), True))

    def prove(self, position: Position, nodes: int = 1_000_000) -> Proof:
        """Looks for a win of the side to move by fours and other threats, within so many nodes.
        In Abalone by threats to eject.

        :raises GameOverError: when the game is over.
        :raises UnsupportedError: when the game has no such proofs.
        """
        return _proof(self._native.prove(position._native, _count(nodes), False))

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


class AnalysisResult(Iterator[Analysis]):
    """An analysis that goes on: an iterator over what it finds. As a context manager, and when it is dropped, it stops."""

    def __init__(self, native: _native.Search) -> None:
        self._native = native
        self._is_over = False

    def __next__(self) -> Analysis:
        found = None if self._is_over else self._native.next()
        if found is None:
            self._is_over = True
            raise StopIteration
        return _analysis(found)

    def stop(self) -> None:
        """Ends the analysis; :meth:`wait` returns what it knows."""
        self._native.stop()

    def wait(self) -> Analysis:
        """Waits until the analysis is over, and returns all that it found.

        :raises GameOverError: when the game is over, so that there is nothing to find.
        """
        for _ in self:
            pass
        last = self.last
        if last is None:
            raise GameOverError("nothing was found")
        return last

    @property
    def last(self) -> Analysis | None:
        """What was told last."""
        last = self._native.last()
        return None if last is None else _analysis(last)

    @property
    def best(self) -> str | None:
        """The best move of what was told last."""
        last = self.last
        return None if last is None else last.best

    def __enter__(self) -> AnalysisResult:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
        if not self._is_over:
            # The engine is free again afterwards.
            for _ in self:
                pass


def _limit(limit: Limit) -> RawLimit:
    return (limit.time, limit.clock, limit.increment, limit.depth, limit.nodes, limit.mate)


def _count(number: int) -> int:
    if not 0 <= number < 2**63:
        raise ValueError(f"{number!r} is out of range")
    return number


def _analysis(raw: RawAnalysis) -> Analysis:
    lines, best, depth, seldepth, nodes, proof_nodes, time, hashfull = raw
    return Analysis(tuple(_line(line) for line in lines), best, depth, seldepth, nodes, proof_nodes, time, hashfull)


def _line(raw: RawLine) -> Line:
    moves, value, mate, chance, depth, seldepth = raw
    return Line(tuple(moves), Score(value, mate, chance), depth, seldepth)


def _proof(raw: RawProof) -> Proof:
    status, plies, line, positions, listed = raw
    moves: dict[int, ProvenMove] = {}
    # Answers stand behind the moves that they answer.
    for place, (move, rest, replies, otherwise) in reversed(list(enumerate(listed))):
        answers = {reply: moves[answer] for reply, answer in replies}
        moves[place] = ProvenMove(move, rest, answers, None if otherwise is None else moves[otherwise])
    return Proof(status, plies, tuple(line), positions, moves.get(0))
