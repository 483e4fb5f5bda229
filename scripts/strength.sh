#!/usr/bin/env bash
# Is each level of the option Strength clearly stronger than the one before? Matches between neighbours, a line each.
# usage: scripts/strength.sh [STEP] [GAMES] [ARGUMENT OF fukumi match...]    levels STEP apart (10), games a match (40)
set -euo pipefail
cd "$(dirname "$0")/.."

step=${1:-10} games=${2:-40}
shift $(($# < 2 ? $# : 2))
cargo build --release --quiet
engine=target/release/fukumi
[[ -z ${CARGO_TARGET_DIR-} ]] || engine=$CARGO_TARGET_DIR/release/fukumi
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
for ((level = step; level <= 100; level += step)); do
    below=$((level - step))
    "$engine" match --engine "name=$level cmd=$engine option.Strength=$level" \
        --engine "name=$below cmd=$engine option.Strength=$below" \
        --move-time 0.2 --openings random --games "$games" --out "$out/$level" "$@" > "$out/$level.txt"
    grep "^$level against" "$out/$level.txt"
done
