"""A cluster of several nodes on this machine, and a fukumi that misbehaves on some of them."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any, Iterator

import pytest
from ray.cluster_utils import Cluster

from fukumi_cluster.cli import main

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = Path(os.environ.get("FUKUMI_PROGRAM", ROOT / "target" / "debug" / "fukumi"))

# What nodes do that are told to by the variable; everything else is done by fukumi itself. A part takes a moment everywhere, so that
# there is a middle in which things can be killed. The bench is a matter of seconds and has a test of its own.
WRAPPER = """#!/bin/sh
for last; do :; done
case "$FUKUMI_NODE $1" in
    *" --version") exec {program} "$@" ;;
    "foreign bench") echo "Bench: gomoku=1 abalone=2 capture=3"; exit ;;
    *" bench") exec {program} --version ;;
    *" merge") exec {program} "$@" ;;
    "garbage "*) echo rubbish > "$last"; exit ;;
    "spoilt "*) {program} "$@"; printf x >> "$last"; exit ;;
    "stopped "*) kill -STOP $PPID; sleep 600 ;;
    "slow "*) sleep 600 ;;
esac
sleep 0.2
exec {program} "$@"
"""


# Ray asks a node five times, 3 s apart, before it gives it up, and workers give way to all other processes: both make tests long.
# What does not fit into Ray's memory goes to the disk unless that is nearly full; here it counts as full everywhere.
SYSTEM = {
    "health_check_initial_delay_ms": 0,
    "health_check_period_ms": 400,
    "worker_niceness": 0,
    "local_fs_capacity_threshold": 0.0,
}
# Bytes: several debug builds of the program.
OBJECT_STORE = 400 * 2**20


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A head that does no work itself, and two good nodes, which all tests share."""
    assert PROGRAM.is_file(), f"no {PROGRAM}: build it, or name another by FUKUMI_PROGRAM"
    head = {"num_cpus": 0, "include_dashboard": False, "_system_config": SYSTEM, "object_store_memory": OBJECT_STORE}
    found = Cluster(initialize_head=True, head_node_args=head)
    nodes = Nodes(found, tmp_path_factory.mktemp("shared"))
    nodes.add()
    nodes.add()
    yield found
    found.shutdown()


class Nodes:
    """Nodes with one core each and a cache of their own, as machines have."""

    def __init__(self, cluster: Any, folder: Path) -> None:
        self.cluster, self.folder = cluster, folder
        self.nodes: list[Any] = []

    def add(self, kind: str = "good") -> Any:
        """A node that does what its kind does."""
        cache = self.folder / f"cache-{len(self.nodes)}"
        env = {"FUKUMI_NODE": kind, "FUKUMI_CLUSTER_CACHE": str(cache)}
        self.nodes.append(self.cluster.add_node(num_cpus=1, env_vars=env, object_store_memory=OBJECT_STORE))
        return self.nodes[-1]

    def kill(self, node: Any) -> None:
        """The end of a node, as when its power fails."""
        self.cluster.remove_node(node, allow_graceful=False)
        self.nodes.remove(node)


@pytest.fixture
def nodes(cluster: Any, tmp_path: Path) -> Iterator[Nodes]:
    """What a test adds to the shared nodes; it is gone after the test, and the cluster knows it at once."""
    found = Nodes(cluster, tmp_path)
    yield found
    for node in found.nodes:
        cluster.remove_node(node)


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """The program as the nodes have it."""
    path = tmp_path / "fukumi"
    path.write_text(WRAPPER.format(program=PROGRAM))
    path.chmod(0o755)
    return path


@pytest.fixture
def on_cluster(cluster: Any, program: Path) -> Any:
    """Runs a command on the cluster, and returns its exit status."""

    def run(*arguments: str) -> int:
        return main([arguments[0], "--address", cluster.address, "--program", str(program), *arguments[1:]])

    return run


def fukumi(*arguments: str) -> None:
    """Runs a command on one machine."""
    subprocess.run([PROGRAM, *arguments], check=True, stdout=subprocess.DEVNULL)
