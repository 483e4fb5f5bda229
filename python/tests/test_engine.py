"""The engine: play, analysis, proofs, puzzles, stops and errors."""

import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import fukumi
from conftest import BLACK_WINS_BY_FOURS, DOUBLE_THREE
from fukumi import Engine, Limit, Position

PUZZLE = "2c3n1/4R3/7p/1r4n1 b"


@pytest.mark.parametrize("game", ["gomoku", "abalone"])
def test_it_plays_moves_that_can_be_played(engine: Engine, game: str) -> None:
    position = Position(game)
    for _ in range(4):
        result = engine.play(position, Limit(nodes=300))
        assert result.move == result.analysis.best
        position.push(result.move)


def test_it_completes_a_five(engine: Engine) -> None:
    position = Position(moves=["h8", "a1", "i8", "c1", "j8", "e1", "k8", "g1"])
    analysis = engine.analyse(position, Limit(depth=4))
    assert analysis.best in ("g8", "l8")
    assert analysis.score is not None and analysis.score.is_win and analysis.score.mate == 1
    assert analysis.score.win_chance == 1.0
    position.push("a15")
    lost = engine.analyse(position, Limit(depth=4))
    assert lost.score is not None and lost.score.is_loss and lost.score < analysis.score


def test_lines_come_best_first(engine: Engine) -> None:
    analysis = engine.analyse(Position(moves=["h8", "i9"]), Limit(depth=5), lines=3)
    scores = [line.score for line in analysis.lines]
    assert len(scores) == 3 and scores == sorted(scores, reverse=True)
    assert analysis.score == scores[0] and analysis.lines[0].moves[0] == analysis.best
    assert len({line.moves[0] for line in analysis.lines}) == 3
    assert analysis.depth >= 5 and analysis.nodes > 0 and analysis.time > 0


def test_equal_searches_find_equal_things() -> None:
    found = [Engine(hash=8).analyse(Position(moves=["h8", "i9"]), Limit(nodes=5_000)) for _ in range(2)]
    assert [(f.best, f.lines, f.nodes) for f in found[:1]] == [(f.best, f.lines, f.nodes) for f in found[1:]]


def test_time_and_clock_are_kept(engine: Engine) -> None:
    for limit, longest in [(Limit(time=0.2), 5), (Limit(clock=1.0, increment=0.01), 5), (Limit(time=0.0), 5)]:
        begun = time.monotonic()
        engine.play(Position(), limit)
        assert time.monotonic() - begun < longest


def test_a_level_plays_weaker_and_analysis_does_not(engine: Engine) -> None:
    engine.configure(strength=0)
    position = Position(moves=["h8", "i9"])
    assert engine.play(position, Limit(nodes=50_000)).analysis.nodes < 5_000
    assert engine.analyse(position, Limit(nodes=5_000)).nodes >= 1_000


def test_vcf_is_by_fours_and_proofs_by_threats_too(engine: Engine) -> None:
    by_fours = engine.vcf(Position(moves=BLACK_WINS_BY_FOURS))
    assert (by_fours.status, by_fours.plies) == ("win", 3)
    assert by_fours.tree is not None and by_fours.tree.move == by_fours.line[0]
    assert by_fours.tree.plies == by_fours.plies and by_fours.positions > 0
    threes = Position(text=DOUBLE_THREE)
    assert engine.vcf(threes).status == "none"
    proof = engine.prove(threes)
    assert proof.status == "win" and proof.tree is not None
    # A proof answers whatever is replied, to the end.
    position, move = threes.copy(), proof.tree
    while True:
        position.push(move.move)
        if position.is_over:
            break
        reply = next(iter(move.replies), position.legal_moves[0])
        position.push(reply)
        answer = move.answer(reply)
        assert answer is not None and answer.plies < move.plies
        move = answer
    assert position.outcome == fukumi.Outcome(threes.turn)
    assert engine.prove(Position()).status == "none"
    assert engine.prove(threes, nodes=0).status in ("unknown", "win")


def test_puzzles_are_solved(engine: Engine) -> None:
    puzzle = Position("capture", text=PUZZLE)
    solution = engine.solve(puzzle)
    assert solution.status == "solved"
    for move in solution.moves:
        puzzle.push(move)
    assert puzzle.outcome == fukumi.Outcome(fukumi.Player.BLACK)
    with pytest.raises(fukumi.GameOverError):
        engine.solve(puzzle)


def test_an_analysis_tells_while_it_goes_on(engine: Engine) -> None:
    depths = []
    with engine.analysis(Position(moves=["h8"])) as analysis:
        for info in analysis:
            depths.append(info.depth)
            with pytest.raises(fukumi.EngineBusyError):
                engine.play(Position(), Limit(depth=1))
            if info.depth >= 3:
                break
    assert depths and depths == sorted(depths)
    assert analysis.best is not None and analysis.last is not None
    assert analysis.wait().depth >= 3
    # The engine is free again.
    engine.play(Position(), Limit(depth=1))


def test_an_analysis_that_is_dropped_stops(engine: Engine) -> None:
    engine.analysis(Position())
    until = time.monotonic() + 10
    while True:
        try:
            engine.play(Position(), Limit(depth=1))
            break
        except fukumi.EngineBusyError:
            assert time.monotonic() < until
            time.sleep(0.01)


def test_it_is_stopped_from_another_thread(engine: Engine) -> None:
    timer = threading.Timer(0.2, engine.stop)
    timer.start()
    begun = time.monotonic()
    analysis = engine.analyse(Position(), Limit())
    assert analysis.best is not None and time.monotonic() - begun < 5
    timer.join()


def test_ctrl_c_is_heard(engine: Engine) -> None:
    main = threading.get_ident()
    searches: list[Callable[[], object]] = [
        lambda: engine.analyse(Position(), Limit()),
        lambda: engine.analysis(Position()).wait(),
    ]
    for run in searches:
        timer = threading.Timer(0.2, signal.pthread_kill, (main, signal.SIGINT))
        timer.start()
        begun = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            run()
        assert time.monotonic() - begun < 5
        timer.join()


def test_other_threads_run_meanwhile(engine: Engine) -> None:
    count = 0
    done = threading.Event()

    def count_up() -> None:
        nonlocal count
        while not done.is_set():
            count += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count_up)
    thread.start()
    engine.analyse(Position(), Limit(time=0.5))
    done.set()
    thread.join()
    assert count > 5


def test_several_engines_search_at_once() -> None:
    found: dict[int, str | None] = {}

    def search(number: int) -> None:
        found[number] = Engine(hash=4).analyse(Position(moves=["h8", "i9"]), Limit(nodes=3_000)).best

    threads = [threading.Thread(target=search, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 3 and len(set(found.values())) == 1


def test_what_is_wrong_is_named(engine: Engine, tmp_path: Path) -> None:
    over = Position(moves=["h8", "a1", "i8", "c1", "j8", "e1", "k8", "g1", "l8"])
    calls: list[Callable[[], object]] = [
        lambda: engine.play(over, Limit(depth=1)),
        lambda: engine.analyse(over, Limit(depth=1)),
        lambda: engine.prove(over),
        lambda: engine.analysis(over, Limit(depth=1)).wait(),
    ]
    for call in calls:
        with pytest.raises(fukumi.GameOverError):
            call()
    with pytest.raises(fukumi.UnsupportedError, match="no puzzle"):
        engine.solve(Position())
    with pytest.raises(fukumi.UnsupportedError):
        engine.prove(Position("capture", text=PUZZLE))
    with pytest.raises(fukumi.OptionError, match="nosuch"):
        Engine(nosuch=1)
    with pytest.raises(fukumi.OptionError, match="1 to 256"):
        engine.configure(threads=0)
    with pytest.raises(fukumi.OptionError, match="missing.weights"):
        engine.configure(eval_file=str(tmp_path / "missing.weights"))
    limits: list[tuple[str, Callable[[], object]]] = [
        ("time", lambda: Limit(time=-1.0)),
        ("time", lambda: Limit(time=float("nan"))),
        ("clock", lambda: Limit(clock=float("inf"))),
        ("nodes", lambda: Limit(nodes=2**64)),
        ("depth", lambda: Limit(depth=-1)),
    ]
    for name, make in limits:
        with pytest.raises(ValueError, match=name):
            make()
    with pytest.raises(ValueError):
        engine.analyse(Position(), Limit(depth=1), lines=-1)
    # Nothing of this has hurt it.
    assert engine.analyse(Position(moves=["h8"]), Limit(depth=2)).best is not None


def test_it_goes_from_game_to_game(engine: Engine) -> None:
    for position in (Position(), Position("abalone"), Position(rule="renju"), Position("capture", text=PUZZLE)):
        assert engine.analyse(position, Limit(depth=2)).best is not None
    engine.new_game()
    assert engine.analyse(Position(), Limit(depth=2)).best is not None
