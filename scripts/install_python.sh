#!/usr/bin/env bash
# Installs what scripts/wheel.sh and scripts/python_test.sh need, in the versions and with the hashes of python/requirements.txt, into a
# virtual environment: python/.venv, or the one that FUKUMI_PYTHON_VENV names. Says what is missing and exits 3 when it cannot be had.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
venv=${FUKUMI_PYTHON_VENV:-python/.venv}
wanted=python/requirements.txt

missing() {
    echo "the Python package cannot be built: $*"
    exit 3
}

command -v python3 >/dev/null || missing "no python3"
python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || missing "python3 is older than 3.11, which the tools are locked for"
# An installation that was cut short, or is of other versions, is made anew.
if ! cmp --silent "$wanted" "$venv/installed.txt"; then
    rm -rf "$venv"
    python3 -m venv "$venv" || missing "python3 has no venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check --retries 1 --timeout 30 --require-hashes --requirement "$wanted" ||
        missing "pip cannot have maturin, mypy and pytest: no network?"
    cp "$wanted" "$venv/installed.txt"
fi
