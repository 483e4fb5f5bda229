#!/usr/bin/env bash
# Prints the signature of the search, "Bench: gomoku=N abalone=N capture=N": the last line of a commit message.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
cargo run --release --quiet -- bench | tail -n 1
