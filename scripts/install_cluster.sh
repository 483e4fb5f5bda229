#!/usr/bin/env bash
# Installs scripts/cluster with Ray and what its tests need, into a virtual environment: scripts/cluster/.venv, or the one that
# FUKUMI_CLUSTER_VENV names. Says what is missing and exits 3 when it cannot be had.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

venv=${FUKUMI_CLUSTER_VENV:-scripts/cluster/.venv}

missing() {
    echo "the cluster cannot be tested: $*"
    exit 3
}

command -v python3 >/dev/null || missing "no python3"
python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' || missing "python3 is older than 3.10"
if [[ ! -x $venv/bin/python ]]; then
    python3 -m venv "$venv" || missing "python3 has no venv"
fi
if ! "$venv/bin/python" -c 'import fukumi_cluster, mypy, pytest, ray' 2>/dev/null; then
    "$venv/bin/pip" install --quiet --disable-pip-version-check --retries 1 --timeout 30 --editable 'scripts/cluster[test]' ||
        missing "pip has no ray, mypy or pytest: no network?"
fi
