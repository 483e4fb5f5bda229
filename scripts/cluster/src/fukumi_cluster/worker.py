"""What a worker does: it makes sure that its engine is the right one, and does one part of the run."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import ray

from fukumi_cluster.files import ShippedFile, cache_folder, keep
from fukumi_cluster.program import Identity, computed_signature, identity, processor


class PartFailed(Exception):
    """A part could not be done here; another machine may do it."""


@dataclass(frozen=True)
class Shipment:
    """What every part of a run needs. Contents are Ray objects: a machine fetches each of them once."""

    # The program for each processor; "" is for any.
    programs: dict[str, ShippedFile]
    # Other files, by the words that name them in the arguments.
    files: dict[str, ShippedFile]
    contents: dict[str, Any]
    identity: Identity
    # How many parts there are.
    of: int
    # With marks where the places of files on the worker's machine belong.
    arguments: list[str]
    # The mark of each word that names a file.
    marks: dict[str, str]
    # Seconds that a part may take.
    timeout: float


@dataclass(frozen=True)
class PartAnswer:
    """What came of a part: the bytes of its file, or why there are none."""

    number: int
    node: str
    content: bytes
    error: str


def do_part(shipment: Shipment, number: int, journal: bytes | None) -> PartAnswer:
    """Does one part. What goes wrong is told and not raised: Ray's own failures are then those of machines."""
    node = ray.get_runtime_context().get_node_id()
    try:
        return PartAnswer(number, node, run_part(shipment, number, journal), "")
    except (PartFailed, ValueError, OSError, subprocess.SubprocessError) as error:
        return PartAnswer(number, node, b"", str(error))


def run_part(shipment: Shipment, number: int, journal: bytes | None) -> bytes:
    """The bytes of the part's file."""
    cache = cache_folder()

    def fetch(file: ShippedFile) -> Path:
        return keep(file, cache, lambda: bytes(ray.get(shipment.contents[file.digest])))

    chosen = shipment.programs.get(processor(), shipment.programs.get(""))
    if chosen is None:
        raise PartFailed(f"there is no program for {processor()}, only for {', '.join(shipment.programs)}")
    program = fetch(chosen)
    check_program(program, shipment.identity)
    builds = {build.digest for build in shipment.programs.values()}

    def place(file: ShippedFile) -> str:
        # An engine that is one of the program's builds is that of this machine.
        return str(program if file.digest in builds else fetch(file))

    placed = {mark: place(shipment.files[word]) for word, mark in shipment.marks.items()}
    with tempfile.TemporaryDirectory(prefix="fukumi-part-") as folder:
        out = Path(folder) / "out.part"
        arguments = [replace_marks(argument, placed) for argument in shipment.arguments]
        arguments += ["--part", f"{number}/{shipment.of}", "--out", str(out)]
        if journal is not None:
            begin_from = Path(folder) / "journal"
            begin_from.write_bytes(journal)
            arguments += ["--journal", str(begin_from)]
        told = run_to_its_end([str(program), *arguments], folder, shipment.timeout)
        if not out.exists():
            raise PartFailed(f"no result: {told}")
        return out.read_bytes()


def replace_marks(argument: str, placed: dict[str, str]) -> str:
    """An argument with the places of files on this machine."""
    for mark, path in placed.items():
        argument = argument.replace(mark, path)
    return argument


def check_program(program: Path, expected: Identity) -> None:
    """Refuses a program that is of another version or signature, by its word and by what it computes; once a machine."""
    checked = program.parent / f"{program.name}.checked"
    if checked.exists() and checked.read_text() == str(expected):
        return
    found = identity(program)
    if found != expected:
        raise PartFailed(f"the program here is {found}, expected {expected}")
    computed = computed_signature(program)
    if computed != expected.signature:
        raise PartFailed(f"the program computes {computed or 'nothing'} here, expected {expected.signature}")
    checked.write_text(str(expected))


# Where Ray kills a worker, what it has started must not play on. Said by a process in between, because a worker has threads and
# nothing may be done between its fork and its exec.
LAUNCHER = """
import ctypes, os, signal, sys
PR_SET_PDEATHSIG = 1
ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
if os.getppid() == int(sys.argv[1]):
    os.execv(sys.argv[2], sys.argv[2:])
"""


def dying_with_parent(command: list[str]) -> list[str]:
    """The command, which is killed when this process dies, where the system can do that."""
    if sys.platform != "linux":
        return command
    return [sys.executable, "-I", "-S", "-c", LAUNCHER, str(os.getpid()), *command]


def run_to_its_end(command: list[str], folder: str, timeout: float) -> str:
    """Runs a command, which dies with this process. Returns the end of what it said on standard error."""
    errors = Path(folder) / "errors"
    with errors.open("wb") as stderr:
        child = subprocess.Popen(
            dying_with_parent(command), cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=stderr
        )
        try:
            status = child.wait(timeout)
        except subprocess.TimeoutExpired as error:
            raise PartFailed(f"not done after {timeout:.0f} s") from error
        finally:
            child.kill()
            child.wait()
    told = errors.read_bytes()[-500:].decode("utf-8", "replace").strip()
    return f"exit status {status}: {told}"
