#!/usr/bin/env bash
# The tests of the Python package: its wheel, built as PROFILE says (dev, which checks itself), in a fresh environment; types, the stub of
# the native module, and the tests of python/tests.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
venv=$(realpath -m "${FUKUMI_PYTHON_VENV:-python/.venv}")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

PROFILE=${PROFILE:-dev} scripts/wheel.sh "$scratch"
python3 -m venv "$scratch/venv"
"$scratch/venv/bin/pip" install --quiet --disable-pip-version-check --no-index "$scratch"/fukumi-*.whl

# The tools come from the one environment, what is tested from the other: not from the folder with the same name here.
installed=$("$scratch/venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("platlib"))')
cd python
"$venv/bin/mypy" --strict --package fukumi
MYPYPATH=tests:. "$venv/bin/mypy" --strict tests
(cd "$scratch" && PYTHONPATH=$installed "$venv/bin/stubtest" fukumi._native)
PYTHONPATH=$installed PYTHONSAFEPATH=1 timeout 600 "$venv/bin/pytest" --quiet -p no:cacheprovider
