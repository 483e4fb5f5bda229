"""The program: which processor it is for, and what it says of itself."""

from __future__ import annotations

import platform
import subprocess
from dataclasses import dataclass
from pathlib import Path

# e_machine of the ELF header; only what fukumi is built for.
ELF_MACHINES = {62: "x86_64", 183: "aarch64"}


def processor() -> str:
    """The processor of this machine, by the name that ELF files use here."""
    return {"amd64": "x86_64", "arm64": "aarch64"}.get(platform.machine().lower(), platform.machine().lower())


def built_for(path: Path) -> str | None:
    """The processor that a program is for; None for what is no ELF file, such as a script."""
    with path.open("rb") as file:
        head = file.read(20)
    if len(head) < 20 or not head.startswith(b"\x7fELF"):
        return None
    return ELF_MACHINES.get(int.from_bytes(head[18:20], "little" if head[5] == 1 else "big"), "unknown")


@dataclass(frozen=True)
class Identity:
    """What must be the same on all machines: another version, or another search, plays other games."""

    version: str
    signature: str

    def __str__(self) -> str:
        return f"fukumi {self.version} {self.signature}"


def identity(program: Path) -> Identity:
    """What a program says of itself. Raises ValueError when it is no fukumi that can be run here."""
    try:
        told = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=60, check=False)
    except (OSError, subprocess.SubprocessError) as error:
        raise ValueError(f"{program} cannot be run: {error}") from error
    lines = told.stdout.splitlines()
    if len(lines) < 2 or not lines[0].startswith("fukumi ") or not lines[1].startswith("Bench: "):
        raise ValueError(f"{program} is no fukumi: --version says {told.stdout[:200]!r}")
    return Identity(lines[0].removeprefix("fukumi "), lines[1])


def computed_signature(program: Path) -> str:
    """The signature as this machine computes it."""
    told = subprocess.run([program, "bench"], capture_output=True, text=True, timeout=600, check=False)
    return next((line for line in reversed(told.stdout.splitlines()) if line.startswith("Bench: ")), "")
