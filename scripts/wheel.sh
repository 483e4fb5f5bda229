#!/usr/bin/env bash
# Builds the wheel of the Python package (python/) in dist/, or in the folder that is named: one for every Python from 3.10 on. What is
# needed is installed by scripts/install_python.sh. PROFILE names a profile of cargo other than dist, such as dev.
#
# The same commit gives the same bytes: paths are left out, and the time that files carry is SOURCE_DATE_EPOCH, by default that of the
# last commit.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
out=${1:-dist}
venv=${FUKUMI_PYTHON_VENV:-python/.venv}
target_folder=${CARGO_TARGET_DIR:-target}

scripts/install_python.sh
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
if [[ ${PROFILE:-dist} == dist ]]; then
    flags=("--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=/cargo" "--remap-path-prefix=$PWD=/fukumi"
        "--remap-path-prefix=$(realpath -m "$target_folder")=/target")
    CARGO_ENCODED_RUSTFLAGS=$(IFS=$'\x1f' && echo "${flags[*]}")
    export CARGO_ENCODED_RUSTFLAGS
fi
rm -f "$out"/fukumi-*.whl
"$venv/bin/maturin" build --quiet --locked --profile "${PROFILE:-dist}" --manifest-path python/Cargo.toml --out "$out"
for wheel in "$out"/fukumi-*.whl; do
    echo "$wheel, $(stat -c %s "$wheel") bytes"
done
