"""Runs on several nodes, all of which end with the bytes of one machine, whatever happens meanwhile."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from conftest import PROGRAM, fukumi
from ray.exceptions import OutOfDiskError, RayTaskError, WorkerCrashedError

from fukumi_cluster.arguments import FukumiCommand, UsageError
from fukumi_cluster.head import why_lost
from fukumi_cluster.parts import longest_first

SELFPLAY = ["selfplay", "--games", "48", "--nodes", "60", "--option", "BoardSize=9", "--seed", "3"]
PARTS = 16


@pytest.fixture(scope="session")
def expected(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """What one machine writes."""
    out = tmp_path_factory.mktemp("one") / "one.fsp"
    fukumi(*SELFPLAY, "--out", str(out))
    return out.read_bytes()


def finished(out: Path) -> int:
    return len(list(out.with_name(out.name + ".parts").glob("*.part")))


def await_parts(out: Path, count: int) -> None:
    give_up = time.monotonic() + 60
    while finished(out) < count:
        assert time.monotonic() < give_up, f"{finished(out)} parts"
        time.sleep(0.05)


def selfplay(on_cluster: Any, out: Path, *more: str) -> int:
    return int(on_cluster(*SELFPLAY, "--out", str(out), "--parts", str(PARTS), "--backup-after", "2", *more))


def test_a_node_that_is_killed_loses_nothing(nodes: Any, on_cluster: Any, tmp_path: Path, expected: bytes) -> None:
    victim = nodes.add()
    out = tmp_path / "out.fsp"
    killed = []

    def kill() -> None:
        await_parts(out, 4)
        nodes.kill(victim)
        killed.append(finished(out))

    killer = threading.Thread(target=kill)
    killer.start()
    assert selfplay(on_cluster, out) == 0
    killer.join()
    assert killed[0] < PARTS, "the kill came too late to prove anything"
    assert out.read_bytes() == expected


def test_a_head_that_is_killed_goes_on_from_its_files(
    on_cluster: Any, cluster: Any, program: Path, tmp_path: Path, expected: bytes
) -> None:
    out = tmp_path / "out.fsp"
    command = [sys.executable, "-m", "fukumi_cluster", *SELFPLAY, "--out", str(out), "--parts", str(PARTS)]
    head = subprocess.Popen([*command, "--address", cluster.address, "--program", str(program)])
    await_parts(out, 3)
    head.kill()
    head.wait()
    held = {path: path.stat().st_mtime_ns for path in out.with_name("out.fsp.parts").glob("*.part")}
    assert len(held) < PARTS, "the kill came too late to prove anything"
    # A file that the head was writing, and one that the disk has lost the end of.
    torn = sorted(held)[0]
    torn.write_bytes(torn.read_bytes()[:-1])
    assert selfplay(on_cluster, out) == 0
    assert out.read_bytes() == expected
    assert all(path.stat().st_mtime_ns == time_then for path, time_then in held.items() if path != torn)


def test_ctrl_c_leaves_what_is_done(
    on_cluster: Any, cluster: Any, program: Path, tmp_path: Path, expected: bytes
) -> None:
    out = tmp_path / "out.fsp"
    command = [sys.executable, "-m", "fukumi_cluster", *SELFPLAY, "--out", str(out), "--parts", str(PARTS)]
    head = subprocess.Popen([*command, "--address", cluster.address, "--program", str(program)], stderr=subprocess.PIPE)
    await_parts(out, 2)
    head.send_signal(signal.SIGINT)
    told = head.communicate(timeout=60)[1]
    assert head.returncode == 3 and b"the same command goes on" in told
    assert 2 <= finished(out) < PARTS and not out.exists()
    assert selfplay(on_cluster, out) == 0
    assert out.read_bytes() == expected


@pytest.mark.parametrize("kind", ["garbage", "spoilt", "foreign"])
def test_what_a_bad_worker_answers_is_not_counted(
    kind: str, nodes: Any, on_cluster: Any, tmp_path: Path, expected: bytes, capfd: pytest.CaptureFixture[str]
) -> None:
    nodes.add(kind)
    out = tmp_path / "out.fsp"
    assert selfplay(on_cluster, out) == 0
    assert out.read_bytes() == expected
    said = {"garbage": "it is no part of a run", "spoilt": "it is damaged", "foreign": "the program computes Bench: gomoku=1"}
    assert said[kind] in capfd.readouterr().err


@pytest.mark.parametrize("kind", ["stopped", "slow"])
def test_a_worker_that_hangs_does_not_hold_up_the_end(
    kind: str, nodes: Any, on_cluster: Any, tmp_path: Path, expected: bytes
) -> None:
    nodes.add(kind)
    out = tmp_path / "out.fsp"
    started = time.monotonic()
    assert selfplay(on_cluster, out) == 0
    assert time.monotonic() - started < 60
    assert out.read_bytes() == expected


def test_a_part_that_nobody_can_do_is_named(on_cluster: Any, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out.fsp"
    assert selfplay(on_cluster, out, "--option", "BoardSize=99") == 2
    said = capfd.readouterr().err
    assert "failed 3 times" in said and "BoardSize" in said and not out.exists()


def test_a_machine_without_room_is_told_from_a_lost_one() -> None:
    full = RayTaskError("do_part", "", OutOfDiskError()).as_instanceof_cause()
    assert "no room" in why_lost(full)
    assert "lost: WorkerCrashedError" in why_lost(WorkerCrashedError())


def test_another_run_in_the_same_place_is_refused(
    on_cluster: Any, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.fsp"
    small = ["selfplay", "--games", "2", "--nodes", "20", "--option", "BoardSize=9", "--out", str(out), "--parts", "2"]
    assert on_cluster(*small) == 0
    assert on_cluster(*small, "--seed", "9") == 2
    assert "holds another run" in capfd.readouterr().err
    assert on_cluster("selfplay", "--games", "2") == 2
    assert "--out is missing" in capfd.readouterr().err


def test_a_test_of_a_match_stops_all(on_cluster: Any, tmp_path: Path) -> None:
    engines = [f"--engine=name={name} cmd='{PROGRAM} --hash 1' nodes={count} fresh=true" for name, count in (("A", 120), ("B", 10))]
    arguments = ["match", *engines, "--games", "200", "--openings", "random", "--size", "9", "--moves-only"]
    arguments += ["--sprt", "elo0=0,elo1=200"]
    one, out = tmp_path / "one", tmp_path / "out"
    fukumi(*arguments, "--out", str(one))
    assert on_cluster(*arguments, "--out", str(out), "--parts", "50") == 0
    assert finished(out) < 50
    assert json.loads((out / "result.json").read_text())["sprt"]["decision"]
    names = sorted(path.name for path in one.iterdir())
    assert names == sorted(path.name for path in out.iterdir())
    for name in names:
        assert (one / name).read_bytes() == (out / name).read_bytes(), name


def test_an_analysis_is_that_of_one_machine(on_cluster: Any, tmp_path: Path) -> None:
    text = tmp_path / "positions.txt"
    text.write_text("\n".join(f"h8 {column}{row}" for column in "abcdef" for row in range(1, 6)) + "\nh8 h8\n")
    for kind in ([], ["--games"]):
        arguments = ["analyze", str(text), "--nodes", "100", "--json", *kind]
        one, out = tmp_path / f"one{len(kind)}", tmp_path / f"out{len(kind)}"
        subprocess.run([PROGRAM, *arguments, "--out", str(one)], check=False)
        assert on_cluster(*arguments, "--out", str(out), "--parts", "8") == 1, "a line is no position"
        assert out.read_bytes() == one.read_bytes()


def test_an_analysis_of_games_begins_with_the_longest(
    on_cluster: Any, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    text = tmp_path / "games.txt"
    text.write_text("h8\nh8 i9 j10\nh8 i9\nh8 i9 j10 g7\n")

    def order(parts: int, *more: str) -> list[int]:
        command = FukumiCommand.parse("analyze", [str(text), *more, "--json", "--out", str(tmp_path / "out")])
        return longest_first(PROGRAM, command, parts)

    assert order(4, "--games") == [4, 2, 3, 1]
    assert order(2, "--games") == [2, 1]
    assert order(4) == [1, 2, 3, 4]
    with pytest.raises(UsageError, match="Rule"):
        order(4, "--games", "--option", "Rule=none")
    assert on_cluster("analyze", str(text), "--games", "--option", "Rule=none", "--json", "--out", str(tmp_path / "no")) == 2
    assert "Rule" in capfd.readouterr().err


def test_a_tuning_has_the_same_journal_on_any_number_of_machines(nodes: Any, on_cluster: Any, tmp_path: Path) -> None:
    knobs = tmp_path / "knobs"
    knobs.write_text("futility_base 20\nkiller_bonus 300\n")
    arguments = ["tune-search", str(knobs), "--pairs", "12", "--nodes", "40"]
    journals = []
    for machines in (2, 3):
        if machines == 3:
            nodes.add()
        journal = tmp_path / f"journal-{machines}"
        assert on_cluster(*arguments, "--journal", str(journal), "--parts", "6", "--lag", "2") == 0
        journals.append(journal.read_bytes())
    assert journals[0] == journals[1] and journals[0].count(b"\n") == 6
