#!/usr/bin/env bash
# Time to a given depth with one thread and with two, over ten positions, each several times in turn:
#   scripts/threads.sh [DEPTH] [ROUNDS]
# Prints every position's median times in ms and the geometric mean of their ratios. Wants two idle cores.
set -eu
depth=${1:-13} rounds=${2:-3}
cd "$(dirname "$0")/.."
cargo build --release --quiet
engine=${CARGO_TARGET_DIR:-target}/release/fukumi

positions=(
    "h8 i9 i7 g9" "h8 h9 j8 i8 i10 g8 i9" "h8 g9 i9 h10 g7 j10 f6" "h8 h9 i10 g10 i8 j9" "h8 i8 i9 g7 j10 k11"
    "h8 i9 j10 i8 h10 i10 i7 g9" "g8 h9 i8 h8 h7 i9 g7" "f6 g7 h6 g6 g5 h8 f8" "h8 i8 h10 h9 g9" "h8 h9 g9 i7 j9 f9"
)

# The time that the last line of a search reports.
search_ms() {
    printf 'ugi\nsetoption name Threads value %s\nposition startpos moves %s\ngo depth %s\n' "$1" "$2" "$depth" |
        "$engine" | sed -n 's/^info depth .* time \([0-9]*\) .*/\1/p' | tail -n 1
}

median() { sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

for moves in "${positions[@]}"; do
    one=() two=()
    for _ in $(seq "$rounds"); do
        one+=("$(search_ms 1 "$moves")")
        two+=("$(search_ms 2 "$moves")")
    done
    echo "$(printf '%s\n' "${one[@]}" | median) $(printf '%s\n' "${two[@]}" | median) $moves"
done | awk '
    { printf "%6d ms %6d ms  x%.2f  %s\n", $1, $2, $1 / $2, substr($0, index($0, $3)); sum += log($1 / $2) }
    END { printf "two threads reach the depth %.2f times as fast (geometric mean of %d)\n", exp(sum / NR), NR }'
