#!/usr/bin/env bash
# Every row of tests/data/abalone_perft.txt, depth 5 included: some minutes. The argument is the deepest depth, 5 by default.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
cargo build --release --quiet
target=${CARGO_TARGET_DIR:-target}
failed=0
while IFS=$'\t' read -r name position depth leaves ejections _; do
    found=$("$target/release/fukumi" perft --game abalone --position "$position" --depth "$depth" | tail -n 1)
    if [[ $found == "depth $depth leaves $leaves ejections $ejections time "* ]]; then
        echo "$name: $found"
    else
        echo "$name: depth $depth leaves $leaves ejections $ejections expected, but found: $found"
        failed=1
    fi
done < <(awk -F '\t' -v deepest="${1:-5}" '!/^#/ && $3 <= deepest' tests/data/abalone_perft.txt)
exit "$failed"
