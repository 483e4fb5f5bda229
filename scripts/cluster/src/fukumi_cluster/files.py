"""Files that go to the workers, named by their content: each machine keeps one copy, whatever the runs."""

from __future__ import annotations

import hashlib
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Callable


@dataclass(frozen=True)
class ShippedFile:
    """A file by its content. The name goes with it, because formats are told by extensions."""

    digest: str
    name: str
    executable: bool

    @staticmethod
    def of(path: Path) -> "ShippedFile":
        """The file that lies there."""
        return ShippedFile(digest(path.read_bytes()), path.name, os.access(path, os.X_OK))

    def path(self, cache: Path) -> Path:
        """Where it lies in a cache."""
        return cache / self.digest / self.name


def digest(content: bytes) -> str:
    """The name of a content."""
    return hashlib.sha256(content).hexdigest()


def cache_folder() -> Path:
    """Where this machine keeps what was sent to it; nobody else may write there."""
    named = os.environ.get("FUKUMI_CLUSTER_CACHE")
    folder = Path(named) if named else Path(tempfile.gettempdir()) / f"fukumi-cluster-{os.getuid()}"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if folder.stat().st_uid != os.getuid():
        raise PermissionError(f"{folder} belongs to somebody else")
    return folder


def keep(file: ShippedFile, cache: Path, fetch: Callable[[], bytes]) -> Path:
    """The path of a file on this machine; its content is fetched when it is not there yet."""
    path = file.path(cache)
    if path.exists():
        return path
    content = fetch()
    if digest(content) != file.digest:
        raise ValueError(f"{file.name} arrived damaged")
    path.parent.mkdir(parents=True, exist_ok=True)
    # Several tasks of one machine may be here at a time: each writes its own, and the last one to be renamed stays.
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as new:
        new.write(content)
    os.chmod(new.name, 0o700 if file.executable else 0o600)
    os.replace(new.name, path)
    return path
