#!/usr/bin/env bash
# The tests of scripts/cluster: types, and runs on several Ray nodes of this machine in which nodes and heads are killed. Takes under
# three minutes; needs scripts/install_cluster.sh, and a built program (FUKUMI_PROGRAM, or target/debug/fukumi).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

venv=$(realpath "${FUKUMI_CLUSTER_VENV:-scripts/cluster/.venv}")
export FUKUMI_PROGRAM=${FUKUMI_PROGRAM:-$(realpath "${CARGO_TARGET_DIR:-target}/debug/fukumi")}
export RAY_USAGE_STATS_ENABLED=0
cd scripts/cluster
"$venv/bin/mypy"
timeout 600 "$venv/bin/pytest" --quiet
