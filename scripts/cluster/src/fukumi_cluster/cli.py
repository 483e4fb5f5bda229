"""`fukumi-cluster`: the command line."""

from __future__ import annotations

import argparse
import logging
import os
import shutil
import sys
from pathlib import Path

import ray
from ray import cloudpickle

import fukumi_cluster
from fukumi_cluster.arguments import COMMANDS, FukumiCommand, UsageError
from fukumi_cluster.files import ShippedFile
from fukumi_cluster.head import Head, Resources, RunFailed
from fukumi_cluster.parts import MergeFailed, PartFolder, longest_first
from fukumi_cluster.program import Identity, built_for, identity, processor
from fukumi_cluster.worker import Shipment

# Parts for each core, when nobody says how many: the last ones keep few cores waiting.
PARTS_A_CORE = 20
UNPLAYED = 2
INTERRUPTED = 3

DESCRIPTION = """Runs a command of fukumi on many machines. Everything but the options below goes to the command; --out is the result.
An interrupted run goes on with the same command; finished parts lie in OUT.parts."""


def parser() -> argparse.ArgumentParser:
    """The options of the cluster; those of the command are left over."""
    found = argparse.ArgumentParser(prog="fukumi-cluster", description=DESCRIPTION, allow_abbrev=False)
    found.add_argument("command", choices=COMMANDS)
    found.add_argument("--address", help="the cluster, such as ray://HEAD:10001; without it Ray is started on this machine")
    found.add_argument(
        "--program", action="append", type=Path, metavar="FILE",
        help="the fukumi to run; again for each other processor among the workers (default: fukumi in PATH)",
    )
    found.add_argument("--parts", type=int, metavar="N", help=f"how many parts (default: {PARTS_A_CORE} for each core)")
    found.add_argument("--part-memory", type=int, metavar="MIB", help="memory that a part needs, for Ray's scheduler")
    found.add_argument("--part-timeout", type=float, default=3600.0, metavar="S", help="a part that takes longer is tried elsewhere")
    found.add_argument("--backup-after", type=float, default=10.0, metavar="S",
                       help="a part is slow when it takes three times the median, and longer than this")
    found.add_argument("--lag", type=int, default=8, metavar="PARTS",
                       help="tune-search: how many parts are played at a time; it decides the result (default: %(default)s)")
    return found


def programs_of(paths: list[Path] | None) -> dict[str, Path]:
    """The program for each processor."""
    if not paths:
        found = shutil.which("fukumi")
        if found is None:
            raise UsageError("no fukumi in PATH; --program names one")
        paths = [Path(found)]
    programs = {}
    for path in paths:
        if not path.is_file():
            raise UsageError(f"--program {path}: there is no such file")
        programs[built_for(path) or ""] = path.resolve()
    return programs


def shipment_of(
    programs: dict[str, Path], command: FukumiCommand, expected: Identity, parts: int, options: argparse.Namespace
) -> Shipment:
    """Everything that workers need, its files handed to Ray once."""
    named = {name: ShippedFile.of(path) for name, path in programs.items()}
    files = {str(path): ShippedFile.of(path) for path in command.files}
    paths = {named[name].digest: path for name, path in programs.items()}
    paths |= {files[str(path)].digest: path for path in command.files}
    contents = {digest: ray.put(path.read_bytes()) for digest, path in paths.items()}
    marks = {str(path): f"<file {at}>" for at, path in enumerate(sorted(command.files))}
    arguments = command.elsewhere(marks)
    if command.tunes():
        arguments += ["--lag", str(options.lag)]
    return Shipment(named, files, contents, expected, parts, arguments, marks, options.part_timeout)


def start_ray(address: str | None) -> None:
    """Joins a cluster, or starts one here. Workers get this package by value: nothing has to be installed there but Ray."""
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    for module in (fukumi_cluster.arguments, fukumi_cluster.files, fukumi_cluster.program, fukumi_cluster.worker):
        cloudpickle.register_pickle_by_value(module)  # type: ignore[no-untyped-call]
    if address:
        ray.init(address, log_to_driver=False, logging_level=logging.ERROR)
    else:
        ray.init(include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)


def tell(text: str) -> None:
    """Says something on standard error; a line that begins with a carriage return takes the place of the last one of its kind."""
    seen = sys.stderr.isatty()
    if text.startswith("\r"):
        if seen:
            width = shutil.get_terminal_size().columns - 1
            print("\r" + text[1:][:width].ljust(width), end="", file=sys.stderr, flush=True)
    else:
        print(("\r\x1b[K" if seen else "") + text, file=sys.stderr, flush=True)


def run(options: argparse.Namespace, rest: list[str]) -> int:
    """Does the run and returns its exit status."""
    command = FukumiCommand.parse(options.command, rest)
    programs = programs_of(options.program)
    own = programs.get(processor(), programs.get(""))
    if own is None:
        raise UsageError(f"no --program is for this machine's processor, {processor()}")
    expected = identity(own)
    start_ray(options.address)
    cores = command.cores()
    slots = max(1, int(ray.cluster_resources().get("CPU", 1)) // cores)  # type: ignore[no-untyped-call]
    terms = {"command": command.name, "arguments": command.arguments, "lag": options.lag}
    parts = PartFolder.open(command.out, options.parts or PARTS_A_CORE * slots, str(expected), terms)
    shipment = shipment_of(programs, command, expected, parts.of, options)
    memory = options.part_memory * 2**20 if options.part_memory else None
    resources = Resources(cores, memory, options.part_timeout, options.backup_after)
    head = Head(command, own, shipment, parts, longest_first(own, command, parts.of), resources, options.lag, tell)
    status, said = head.run()
    tell("\r")
    print(said, end="")
    return status


def main(arguments: list[str] | None = None) -> int:
    """The command line; returns the exit status."""
    options, rest = parser().parse_known_args(arguments)
    try:
        return run(options, rest)
    except KeyboardInterrupt:
        tell("interrupted: the same command goes on")
        return INTERRUPTED
    except (UsageError, MergeFailed, RunFailed, ValueError, OSError) as error:
        tell(f"error: {error}")
        return UNPLAYED
    finally:
        ray.shutdown()
