#!/usr/bin/env bash
# Writes the files with the hashes of all that pip installs, from those that name the versions: python/requirements.txt and scripts/deny.txt
# from the .in beside them (pip-tools). Needs a network.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
python3 -m venv "$scratch"
"$scratch/bin/pip" install --quiet --disable-pip-version-check pip-tools
for wanted in python/requirements scripts/deny; do
    "$scratch/bin/pip-compile" --quiet --generate-hashes --strip-extras --no-header --no-emit-find-links --no-emit-index-url \
        --output-file "$wanted.txt" "$wanted.in"
done
