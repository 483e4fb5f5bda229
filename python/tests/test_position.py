"""Positions: rules, moves, text, copies."""

import copy
import pickle

import pytest

import fukumi
from fukumi import Player, Position


def test_a_game_is_played_to_its_end() -> None:
    position = Position("gomoku", rule="renju")
    for move in ["h8", "h9", "i8", "i9", "j8", "j9", "k8", "a1"]:
        position.push(move)
    assert (position.turn, position.is_over, position.outcome) == (Player.BLACK, False, None)
    position.push("l8")
    assert position.outcome == fukumi.Outcome(Player.BLACK)
    assert position.outcome is not None and not position.outcome.is_draw
    assert position.legal_moves == ()
    assert position.pop() == "l8"
    assert not position.is_over and "l8" in position.legal_moves


@pytest.mark.parametrize("game", fukumi.games())
def test_every_game_plays_and_takes_back(game: str) -> None:
    position = Position(game)
    start = position.copy()
    for _ in range(6):
        position.push(position.legal_moves[-1])
    assert position != start and len(position.moves) == 6
    again = Position(game, moves=position.moves)
    assert (again, again.text) == (position, position.text)
    for _ in range(6):
        position.pop()
    assert (position, position.text) == (start, start.text)
    with pytest.raises(IndexError):
        position.pop()


def test_text_is_read_back() -> None:
    position = Position(rule="standard", board_size=19, moves=["k10"])
    read = Position(text=position.text)
    assert (read.text, read.rules, read.turn) == (position.text, position.rules, Player.WHITE)
    assert read.rules == {"Rule": "standard", "BoardSize": "19"}
    assert read.moves == ()


def test_copies_go_their_own_ways() -> None:
    position = Position(rule="renju", moves=["h8"])
    for other in (position.copy(), copy.copy(position), copy.deepcopy(position), pickle.loads(pickle.dumps(position))):
        assert other == position and other.rules == position.rules
        other.push("i9")
        assert position.moves == ("h8",) and other != position
    with pytest.raises(TypeError):
        hash(position)
    assert position != "h8"


def test_forbidden_points_are_told() -> None:
    position = Position(rule="renju", moves=["h8", "a1", "i8", "c1", "j7", "e1", "j6", "g1"])
    assert position.forbidden == ("j8",)
    assert "j8" in position.legal_moves
    position.push("j8")
    assert position.outcome == fukumi.Outcome(Player.WHITE)


def test_it_can_be_looked_at() -> None:
    position = Position(board_size=5, moves=["c3"])
    assert repr(position) == f"<fukumi.Position gomoku {position.text!r}>"
    assert len(str(position).splitlines()) >= 5
    assert position.game == "gomoku"
    assert Player.BLACK.opponent is Player.WHITE and Player.WHITE.opponent is Player.BLACK


@pytest.mark.parametrize(
    ("make", "error", "named"),
    [
        (lambda: Position("chess"), fukumi.OptionError, "chess"),
        (lambda: Position(rule="chess"), fukumi.OptionError, "chess"),
        (lambda: Position(board_size=99), fukumi.OptionError, "5 to 22"),
        (lambda: Position(hash=1), fukumi.OptionError, "hash"),
        (lambda: Position(text="nonsense"), fukumi.PositionError, "side to move"),
        (lambda: Position("abalone", text="\0"), fukumi.PositionError, "rows"),
        (lambda: Position(moves=["h8", "h8"]), fukumi.IllegalMoveError, "h8"),
        (lambda: Position(moves=["z99"]), fukumi.IllegalMoveError, "15x15"),
    ],
)
def test_what_is_wrong_is_named(make: object, error: type[Exception], named: str) -> None:
    assert callable(make)
    with pytest.raises(error, match=named) as raised:
        make()
    assert isinstance(raised.value, fukumi.FukumiError) and isinstance(raised.value, ValueError)


def test_a_wrong_move_changes_nothing() -> None:
    position = Position(moves=["h8"])
    before = position.text
    for move in ("h8", "", "\ud800x"[1:], "h8i9", "é", "9" * 1000):
        with pytest.raises(fukumi.IllegalMoveError):
            position.push(move)
    assert (position.text, position.moves) == (before, ("h8",))
    with pytest.raises(TypeError):
        position.push(8)  # type: ignore[arg-type]
    with pytest.raises(UnicodeEncodeError):
        position.push("\ud800")
