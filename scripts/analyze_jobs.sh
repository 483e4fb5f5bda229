#!/usr/bin/env bash
# How much faster `analyze` is with several jobs than with one, and whether the bytes are the same:
#   scripts/analyze_jobs.sh [POSITIONS] [NODES] [JOBS] [ROUNDS]
# One job and several take turns; prints the seconds of each round, the median of their ratios, and fails if a byte differs.
# Wants idle cores.
set -euo pipefail
positions=${1:-1000} nodes=${2:-10000} jobs=${3:-2} rounds=${4:-3}
cd "$(dirname "${BASH_SOURCE[0]}")/.."
cargo build --release --quiet
engine=${CARGO_TARGET_DIR:-target}/release/fukumi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Positions of 2 to 17 stones laid at random, without a stone twice, in the middle of the board.
awk -v count="$positions" 'BEGIN {
    srand(7)
    for (at = 0; at < count; at++) {
        split("", taken)
        line = ""
        for (stone = 0; stone < 2 + at % 16; ) {
            point = sprintf("%c%d", 100 + int(rand() * 9), 4 + int(rand() * 9))
            if (point in taken) continue
            taken[point] = 1
            line = line " " point
            stone++
        }
        print substr(line, 2)
    }
}' >"$folder/positions"

seconds() { # JOBS
    local begin end
    begin=$(date +%s.%N)
    "$engine" analyze "$folder/positions" --nodes "$nodes" --jobs "$1" --json >"$folder/jobs-$1"
    end=$(date +%s.%N)
    echo "$begin $end" | awk '{ print $2 - $1 }'
}

for _ in $(seq "$rounds"); do
    one=$(seconds 1)
    several=$(seconds "$jobs")
    cmp "$folder/jobs-1" "$folder/jobs-$jobs"
    echo "$one $several"
done | sort -k1,1n | awk -v jobs="$jobs" '
    { printf "1 job %.2f s, %d jobs %.2f s: %.2f times as fast\n", $1, jobs, $2, $1 / $2; ratio[NR] = $1 / $2 }
    END { n = sort_up(ratio, NR); printf "median %.2f, the same bytes\n", ratio[int((n + 1) / 2)] }
    function sort_up(v, n,   i, j, x) {
        for (i = 2; i <= n; i++) { x = v[i]; for (j = i - 1; j > 0 && v[j] > x; j--) v[j + 1] = v[j]; v[j + 1] = x }
        return n
    }'
