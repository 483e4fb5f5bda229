"""The arguments of a fukumi command: which of them are files, and how they read on another machine."""

from __future__ import annotations

import os
import shlex
from dataclasses import dataclass, field
from pathlib import Path

COMMANDS = ("selfplay", "match", "tune-search", "analyze")
# How many of a machine's cores a part keeps busy.
CORES = {"selfplay": "--workers", "match": "--concurrency", "tune-search": "--workers", "analyze": "--jobs"}


class UsageError(Exception):
    """A command that makes no sense."""


@dataclass
class FukumiCommand:
    """A command of fukumi without what the cluster decides: the result and the part."""

    name: str
    arguments: list[str]
    out: Path
    journal: Path | None = None
    files: set[Path] = field(default_factory=set)

    @staticmethod
    def parse(name: str, arguments: list[str]) -> "FukumiCommand":
        """Reads the arguments behind the name of the command."""
        if "--part" in arguments or any(argument.startswith("--part=") for argument in arguments):
            raise UsageError("--part is chosen by the cluster")
        rest, out = take(arguments, "--out")
        journal = None
        if name == "tune-search":
            rest, journal = take(rest, "--journal")
            out = out or journal
        if out is None:
            raise UsageError("where is the result to be written? --out is missing")
        command = FukumiCommand(name, rest, Path(out), Path(journal) if journal else None)
        command.files = {Path(word) for word in command.words() if os.path.isfile(word)}
        if name in ("analyze", "tune-search") and not any(os.path.isfile(argument) for argument in rest):
            raise UsageError(f"{name} is told no file that is there; standard input cannot be shared")
        return command

    def cores(self) -> int:
        """The cores that a part keeps busy."""
        value = take(self.arguments, CORES[self.name])[1]
        try:
            return max(1, int(value)) if value else 1
        except ValueError as error:
            raise UsageError(f"{CORES[self.name]} {value}: expected a number") from error

    def has(self, option: str) -> bool:
        """Is the option there?"""
        return any(argument == option or argument.startswith(option + "=") for argument in self.arguments)

    def tunes(self) -> bool:
        """Is it an optimisation, whose parts begin where others have led?"""
        return self.name == "tune-search" and not self.has("--slopes") and not self.has("--compare")

    def words(self) -> list[str]:
        """All words that may name files."""
        found = []
        for argument in self.arguments:
            found.append(argument)
            found.append(argument.partition("=")[2])
            found.extend(engine_words(argument))
        return [word for word in found if word]

    def elsewhere(self, places: dict[str, str]) -> list[str]:
        """The arguments on a machine where these files lie in these places. Words in the texts of engines stay as they are, because
        they are part of what is played; `--located` tells their places."""
        arguments = []
        for argument in self.arguments:
            option, equals, value = argument.partition("=")
            if argument in places:
                arguments.append(places[argument])
            elif option.startswith("--") and equals and value in places:
                arguments.append(f"{option}={places[value]}")
            else:
                arguments.append(argument)
        if self.name == "match":
            engines = {word for argument in self.arguments for word in engine_words(argument)}
            arguments += [f"--located={word}={places[word]}" for word in sorted(engines) if word in places]
        return [self.name, *arguments]


def take(arguments: list[str], option: str) -> tuple[list[str], str | None]:
    """Takes an option with its value out of the arguments."""
    rest, value = [], None
    left = iter(arguments)
    for argument in left:
        if argument == option:
            value = next(left, None)
            if value is None:
                raise UsageError(f"{option} has no value")
        elif argument.startswith(option + "="):
            value = argument.partition("=")[2]
        else:
            rest.append(argument)
    return rest, value


def engine_words(argument: str) -> list[str]:
    """The words in the text of an engine that may name files: its command, what follows `=` in it, and values of options."""
    text = argument.removeprefix("--engine=").removeprefix("--each=")
    try:
        keys = shlex.split(text)
    except ValueError:
        return []
    found = []
    for key in keys:
        name, equals, value = key.partition("=")
        if not equals:
            continue
        if name == "cmd":
            try:
                words = shlex.split(value)
            except ValueError:
                continue
            found += words + [word.partition("=")[2] for word in words]
        elif name.startswith("option."):
            found.append(value)
    return [word for word in found if word]
