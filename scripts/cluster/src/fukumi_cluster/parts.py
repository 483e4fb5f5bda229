"""The files of finished parts on the head: what a run has done so far, whatever happens to anybody."""

from __future__ import annotations

import json
import os
import subprocess
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fukumi_cluster.arguments import FukumiCommand, UsageError


class MergeFailed(Exception):
    """`fukumi merge` refused the parts."""


@dataclass
class PartFolder:
    """The folder `OUT.parts`: one file a part, and the terms of the run."""

    folder: Path
    of: int
    program: str
    run: Any = None

    @staticmethod
    def open(out: Path, of: int, program: str, terms: dict[str, Any]) -> "PartFolder":
        """The folder of a run, new or left by the same command. The number of parts is that of the first time."""
        folder = out.with_name(out.name + ".parts")
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / "cluster.json"
        if path.exists():
            held = json.loads(path.read_text())
            was, now = held["terms"], terms
            if was != now:
                name = next((key for key in now if was.get(key) != now[key]), "terms")
                raise MergeFailed(f"{folder} holds another run: {name} was {was.get(name)!r}, now {now.get(name)!r}")
            of = held["of"]
        else:
            write_whole(path, json.dumps({"terms": terms, "of": of}).encode())
        return PartFolder(folder, of, program)

    def path(self, number: int) -> Path:
        """The file of a part."""
        return self.folder / f"{number}.part"

    def done(self) -> set[int]:
        """The parts that are there and whole; what is not is deleted."""
        found = set()
        for number in range(1, self.of + 1):
            path = self.path(number)
            if path.exists():
                if self.fault(number, path.read_bytes()) is None:
                    found.add(number)
                else:
                    path.unlink()
        return found

    def fault(self, number: int, content: bytes) -> str | None:
        """What is wrong with the content of a part; None when it is whole and of this run."""
        line, end, results = content.partition(b"\n")
        try:
            header = json.loads(line)
            run = header["run"]
            told = (header["part"], header["of"], header["bytes"], header["crc32"], run["program"])
        except (ValueError, TypeError, KeyError):
            return "it is no part of a run"
        if not end or told[2:4] != (len(results), zlib.crc32(results)):
            return "it is damaged"
        if told[:2] != (number, self.of):
            return f"it is part {told[0]}/{told[1]}, not {number}/{self.of}"
        if told[4] != self.program:
            return f"it was made by {told[4]}, not {self.program}"
        if self.run is None:
            self.run = run
        return None if run == self.run else "it is of another run"

    def keep(self, number: int, content: bytes) -> None:
        """Writes a part, as a whole."""
        write_whole(self.path(number), content)


def write_whole(path: Path, content: bytes) -> None:
    """Writes a file so that nobody ever sees a piece of it."""
    new = path.with_name(f".{path.name}.new")
    with new.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)


def merge(program: Path, parts: list[Path], out: Path, partial: bool) -> tuple[int, str]:
    """Joins parts. Returns the exit status and what was said; raises MergeFailed when they cannot be joined."""
    command = [str(program), "merge", *map(str, parts), "--out", str(out), "--force", *(["--partial"] if partial else [])]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    if told.stderr.startswith("error: "):
        raise MergeFailed(told.stderr.removeprefix("error: ").strip())
    return told.returncode, told.stdout


def longest_first(program: Path, command: FukumiCommand, of: int) -> list[int]:
    """The numbers of the parts in the order in which they are begun. A game is not divided, so an analysis of games begins with the
    parts that have most moves: one of them begun last would be waited for by all cores."""
    numbers = list(range(1, of + 1))
    if command.name != "analyze" or not command.has("--games"):
        return numbers
    told = subprocess.run(
        [str(program), command.name, *command.arguments, "--plan", str(of)], capture_output=True, text=True, check=False
    )
    if told.returncode != 0:
        raise UsageError(told.stderr.removeprefix("error: ").strip())
    positions = [int(line) for line in told.stdout.split()]
    return sorted(numbers, key=lambda number: -positions[number - 1])


def spoilt(program: Path, parts: PartFolder, numbers: set[int]) -> list[tuple[int, str]]:
    """The parts that `fukumi merge` does not take even alone, and why: their checksums are right, and what they hold is not."""
    found = []
    for number in sorted(numbers):
        try:
            merge(program, [parts.path(number)], parts.folder / "alone", partial=True)
        except MergeFailed as error:
            found.append((number, str(error)))
    return found
