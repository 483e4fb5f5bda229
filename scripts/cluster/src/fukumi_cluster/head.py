"""The head: gives parts to workers, keeps what comes back, and knows what is still to be done."""

from __future__ import annotations

import json
import shutil
import statistics
import time
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Callable

import ray
from ray.exceptions import OutOfDiskError, RayError

from fukumi_cluster.arguments import FukumiCommand
from fukumi_cluster.parts import MergeFailed, PartFolder, merge, spoilt
from fukumi_cluster.worker import PartAnswer, Shipment, do_part

TRIES = 3
# A part that has taken so many times as long as the median is given to another machine as well.
SLOW = 3.0


class RunFailed(Exception):
    """The run cannot go on."""


@dataclass(frozen=True)
class Resources:
    """What one part needs, and how long it may take."""

    cores: int
    memory: int | None
    timeout: float
    backup_after: float


@dataclass
class Attempt:
    """A part that has been given to a worker."""

    number: int
    since: float


@dataclass
class Head:
    """One run."""

    command: FukumiCommand
    program: Path
    shipment: Shipment
    parts: PartFolder
    # The numbers of the parts, in the order in which they are begun.
    order: list[int]
    resources: Resources
    lag: int
    tell: Callable[[str], None]
    done: set[int] = field(default_factory=set)
    waiting: deque[int] = field(default_factory=deque)
    running: dict[Any, Attempt] = field(default_factory=dict)
    faults: dict[int, list[str]] = field(default_factory=dict)
    avoided: dict[int, set[str]] = field(default_factory=dict)
    took: list[float] = field(default_factory=list)
    took_by: dict[str, list[float]] = field(default_factory=dict)
    faults_by: dict[str, int] = field(default_factory=dict)
    applied: int = 0
    decided: bool = False
    next_standing: float = 0.0
    remote: Any = field(default_factory=lambda: ray.remote(do_part))
    # The shipment as Ray has it: a machine fetches it once, and not with every part.
    shipped: Any = None
    slots_known: tuple[float, int, int] = (0.0, 1, 1)

    def run(self) -> tuple[int, str]:
        """Does what is left and joins it all. Returns the exit status and what `fukumi merge` says."""
        self.done = self.parts.done()
        self.shipped = ray.put(self.shipment)
        while True:
            self.do_all()
            try:
                return self.join()
            except MergeFailed as error:
                bad = spoilt(self.program, self.parts, self.done)
                if not bad:
                    raise
                for number, why in bad:
                    self.parts.path(number).unlink()
                    self.done.discard(number)
                    self.count_fault(number, None, why)
                self.tell(f"parts that are not what they say are done again: {error}")

    def join(self) -> tuple[int, str]:
        """Joins all parts to the result."""
        return merge(self.program, [self.parts.path(number) for number in sorted(self.done)], self.command.out, False)

    def do_all(self) -> None:
        """Gives out parts until none is left, or the test is decided. What runs then ends with this process: to cancel it all by force
        makes Ray abort where a task completes at the same moment."""
        self.waiting = deque(number for number in self.order if number not in self.done)
        self.look_at_standing(now=True)
        while not self.decided and len(self.done) < self.parts.of:
            self.fill()
            self.collect()
            self.tell_progress()

    def machines(self) -> list[dict[str, Any]]:
        """The machines with cores enough for a part, as Ray describes them."""
        nodes: list[dict[str, Any]] = ray.nodes()  # type: ignore[no-untyped-call]
        return [node for node in nodes if node["Alive"] and node["Resources"].get("CPU", 0) >= self.resources.cores]

    def slots(self) -> tuple[int, int]:
        """How many parts the machines can do at a time, and how many machines there are."""
        checked, slots, machines = self.slots_known
        if time.monotonic() - checked > 2.0:
            alive = self.machines()
            cores = sum(int(node["Resources"]["CPU"]) // self.resources.cores for node in alive)
            slots, machines = max(1, cores), max(1, len(alive))
            self.slots_known = (time.monotonic(), slots, machines)
        return slots, machines

    def fill(self) -> None:
        """Gives out parts, so many more than there is room for that no core waits and a cluster that grows sees why."""
        slots, _ = self.slots()
        room = slots + max(1, slots // 4) - len(self.running)
        last = self.applied + self.lag if self.command.tunes() else self.parts.of
        while room > 0 and self.waiting and self.waiting[0] <= last:
            self.give(self.waiting.popleft())
            room -= 1
        if room > 0:
            self.give_slow_ones_again(room)

    def give_slow_ones_again(self, room: int) -> None:
        """Where cores are idle, parts that take far longer than the others are given to other machines: the first answer counts."""
        limit = self.resources.timeout
        if len(self.took) >= 3:
            limit = min(limit, max(self.resources.backup_after, SLOW * statistics.median(self.took)))
        counts: dict[int, int] = {}
        for attempt in self.running.values():
            counts[attempt.number] = counts.get(attempt.number, 0) + 1
        now = time.monotonic()
        for attempt in sorted(self.running.values(), key=lambda attempt: attempt.since):
            if room > 0 and counts[attempt.number] == 1 and now - attempt.since > limit:
                self.give(attempt.number, self.quick_machines(limit))
                room -= 1

    def quick_machines(self, limit: float) -> set[str]:
        """Machines that have answered in a usual time; where a slow part is, Ray does not tell."""
        return {node for node, took in self.took_by.items() if min(took) <= limit}

    def give(self, number: int, chosen: set[str] | None = None) -> None:
        """Gives a part to whichever machine is free, or one of those chosen, but not to one that has failed at it while there are
        others."""
        journal = None
        if self.command.tunes():
            path = self.parts.folder / "journal"
            journal = path.read_bytes() if path.exists() else b""
        options: dict[str, Any] = {"num_cpus": self.resources.cores, "max_retries": 0, "scheduling_strategy": "SPREAD"}
        if self.resources.memory:
            options["memory"] = self.resources.memory
        useless = {node for node, faults in self.faults_by.items() if faults >= TRIES and node not in self.took_by}
        avoided = self.avoided.get(number, set()) | useless
        others: set[str] = set()
        if avoided or chosen:
            alive = {str(node["NodeID"]) for node in self.machines()}
            others = ((chosen or alive) & alive) - avoided
        if others:
            options["label_selector"] = {"ray.io/node-id": f"in({','.join(sorted(others))})"}
            del options["scheduling_strategy"]
        ref = self.remote.options(**options).remote(self.shipped, number, journal)
        self.running[ref] = Attempt(number, time.monotonic())

    def collect(self) -> None:
        """Takes the answers that have come."""
        ready, _ = ray.wait(list(self.running), num_returns=1, timeout=0.5)
        if ready:
            more, _ = ray.wait(list(self.running), num_returns=len(self.running), timeout=0)
            ready = list({*ready, *more})
        for ref in ready:
            attempt = self.running.pop(ref, None)
            if attempt is not None:
                self.take(ref, attempt)
        if ready:
            self.look_at_standing(now=False)

    def take(self, ref: Any, attempt: Attempt) -> None:
        """Keeps an answer, or counts what went wrong."""
        number = attempt.number
        try:
            answer: PartAnswer = ray.get(ref)
        except RayError as error:
            if number not in self.done:
                self.count_fault(number, None, why_lost(error))
            return
        if number in self.done:
            return
        fault = answer.error or self.parts.fault(number, answer.content)
        if fault:
            self.count_fault(number, answer.node, fault)
            return
        self.parts.keep(number, answer.content)
        self.done.add(number)
        self.took.append(time.monotonic() - attempt.since)
        self.took_by.setdefault(answer.node, []).append(self.took[-1])
        for other in [other for other, also in self.running.items() if also.number == number]:
            self.drop(other)

    def count_fault(self, number: int, node: str | None, why: str) -> None:
        """A part is tried three times; then the run ends and names it."""
        faults = self.faults.setdefault(number, [])
        faults.append(f"on {node[:12]}: {why}" if node else why)
        self.tell(f"part {number}, try {len(faults)}: {faults[-1]}")
        if node:
            self.avoided.setdefault(number, set()).add(node)
            self.faults_by[node] = self.faults_by.get(node, 0) + 1
        if len(faults) >= TRIES:
            raise RunFailed(f"part {number} failed {len(faults)} times: " + "; ".join(faults))
        if all(attempt.number != number for attempt in self.running.values()):
            self.waiting.appendleft(number)

    def drop(self, ref: Any) -> None:
        """Ends an attempt whose answer is not wanted any more."""
        self.running.pop(ref, None)
        try:
            ray.cancel(ref, force=True)
        except (RayError, ValueError):
            pass  # it has ended by itself

    def look_at_standing(self, now: bool) -> None:
        """Brings the journal of a tuning up to date, and looks whether the test of a match is decided. Only parts without a gap
        before them count: short games must not decide before long ones are over."""
        tunes = self.command.tunes()
        tests = self.command.name == "match" and self.command.has("--sprt")
        # A tuning waits for its journal; a test is looked at so often that it costs a twentieth of the time.
        if not tunes and not (tests and (now or time.monotonic() > self.next_standing)):
            return
        unbroken = self.applied
        while unbroken + 1 in self.done:
            unbroken += 1
        if unbroken == self.applied:
            return
        started = time.monotonic()
        out = self.parts.folder / ("journal" if tunes else "standing")
        merge(self.program, [self.parts.path(number) for number in range(1, unbroken + 1)], out, partial=True)
        self.applied = unbroken
        if tests:
            self.decided = decides(out)
            shutil.rmtree(out)
        self.next_standing = time.monotonic() + 20 * (time.monotonic() - started)

    def tell_progress(self) -> None:
        """How far the run has come."""
        slots, machines = self.slots()
        left = self.parts.of - len(self.done)
        text = f"{len(self.done)} of {self.parts.of} parts, {len(self.running)} under way, {machines} machines, {slots} places"
        if self.took:
            text += f", about {duration(statistics.fmean(self.took) * left / slots)} left"
        self.tell("\r" + text)


def why_lost(error: RayError) -> str:
    """Why no answer came from a machine."""
    if isinstance(error, OutOfDiskError):
        return "its machine has no room for the files it was sent: Ray's memory and the disk are full"
    return f"its machine is lost: {type(error).__name__}"


def decides(folder: Path) -> bool:
    """Is the match in this folder over?"""
    return bool(json.loads((folder / "result.json").read_text())["complete"])


def duration(seconds: float) -> str:
    """A time for a person."""
    minutes, seconds = divmod(int(seconds + 0.5), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min {seconds:02} s" if minutes else f"{seconds} s"
