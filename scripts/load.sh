#!/usr/bin/env bash
# Games of the engine against itself over all rules, sizes from 5 to 22 and the starts of Abalone, at 50 ms a move, while the
# machine is kept busy by another process for each processor: no illegal move, no crash, and no move late by itself.
#
#   scripts/load.sh [--games N] [--concurrency N] [--quiet] [--out FOLDER] [--engine PROGRAM]
#
# --games: of each pairing of rule and size, and of each start (20: 2,200 games). --concurrency: games at a time (1), which are a
# load to each other. --quiet: without the busy processes.
# --out: where the games are kept (target/load); the same command goes on with a run that was interrupted. --engine: a fukumi
# that is built already.
# A move is late by itself when it is over its 50 ms by more than it waited for a processor meanwhile, as the kernel tells
# (schedstat): by more than 15 ms on the quiet machine, by more than 30 ms on the busy one.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

games=20
concurrency=1
busy=1
out= engine=
while (($#)); do
    case $1 in
        --games) games=$2 && shift ;;
        --concurrency) concurrency=$2 && shift ;;
        --quiet) busy= ;;
        --out) out=$2 && shift ;;
        --engine) engine=$2 && shift ;;
        *) sed -n '2,/^set/{/^#/p}' "$0" && exit 2 ;;
    esac
    shift
done
target=${CARGO_TARGET_DIR:-target}
out=${out:-$target/load}
most=$([[ $busy ]] && echo 30 || echo 15)

if [[ ! $engine ]]; then
    cargo build --release --quiet
    engine=$target/release/fukumi
fi

workers=()
trap '((${#workers[@]})) && kill "${workers[@]}" 2>/dev/null || true' EXIT
if [[ $busy ]]; then
    for _ in $(seq "$(nproc)"); do
        while :; do :; done &
        workers+=($!)
    done
fi

# One match: NAME, then what is given to it. Its own tolerance is wide, so that a busy machine loses nobody a game.
failed=0
play() {
    local name=$1 status=0
    shift
    "$engine" match --engine "cmd=$engine name=A" --engine "cmd='$engine --hash 16' name=B" --games "$games" --move-time 50ms \
        --concurrency "$concurrency" --memory 100M --tolerance 10s --grace 10s --seed 7 --out "$out/$name" "$@" >"$out/$name.txt" 2>&1 || status=$?
    if ((status)); then
        echo "$name: exit status $status"
        tail -n 5 "$out/$name.txt"
        failed=1
        return
    fi
    figure() { grep -o "\"$1\": *[0-9.]*" "$out/$name/result.json" | sed 's/.*: *//' | sort -g | tail -n 1; }
    local worst own
    worst=$(figure worst_overshoot_ms) own=$(figure worst_own_overshoot_ms)
    echo "$name: $(wc -l <"$out/$name/games.jsonl") games, worst overshoot $worst ms, of it not waited for a processor $own ms"
    if awk "BEGIN { exit !($own > $most) }"; then
        echo "$name: late by itself"
        failed=1
    fi
}

mkdir -p "$out"
for rule in freestyle standard renju caro caro-five; do
    for size in 5 6 8 10 12 15 17 19 20 22; do
        play "$rule-$size" --rule "$rule" --size "$size" --openings random --adjudicate-win score=2000,plies=6
    done
done
for start in $(grep -v '^#' src/games/abalone/data/starts.txt | cut -f 1); do
    play "abalone-$start" --game abalone --game-option "Start=$start" --game-option PlyCap=120 --openings random
done
echo "$(cat "$out"/*/games.jsonl | wc -l) games"
((failed)) && echo "failed" && exit 1
echo "no fault, and no move late by itself"
