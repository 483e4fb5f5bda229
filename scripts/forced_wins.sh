#!/usr/bin/env bash
# Which forced wins the engine finds, and whether its claims are true: every claim is played out by the checker of proofs.
#   scripts/forced_wins.sh LIST [ARGUMENTS]       a list of positions with known wins, such as tests/data/gomoku_wins.txt
#   scripts/forced_wins.sh FILE.fsp [ARGUMENTS]   every position of recorded games
# A claim that no proof is found for within --proof-nodes, or whose proof is larger than --positions, is undecided.
# Arguments: --ms N for the time of the search, else --nodes N; --every N, --most N, --verbose, --proof-nodes N, --positions N.
set -euo pipefail
if [[ $# -lt 1 || ! -f $1 ]]; then
    sed -n '2,6s/^# //p' "$0" >&2
    exit 2
fi
file=$(realpath "$1")
shift
cd "$(dirname "${BASH_SOURCE[0]}")/.."
if [[ $file == *.fsp ]]; then
    games=$(mktemp)
    trap 'rm -f "$games"' EXIT
    cargo run --release --quiet -- records --json "$file" > "$games"
    file=$games
fi
cargo run --release --quiet --features measure --example forced_wins -- "$file" "$@"
