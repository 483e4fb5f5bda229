#!/usr/bin/env bash
# Prints the signature of the search, "Bench: gomoku=N abalone=N capture=N": the last line of a commit message. Writes it where
# --version and doctor take it from, too, so that it goes into the same commit.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
file=src/tools/bench/signature.txt
found=$(cargo run --release --quiet -- bench | tail -n 1)
[[ $found == "$(cat "$file")" ]] || echo "$found" >"$file"
echo "$found"
