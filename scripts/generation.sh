#!/usr/bin/env bash
# One generation of a network: the engine plays itself, a network learns from the games, the classical weights beneath it are fitted to it, and
# it plays a match against what it began from.
# Called again with the same arguments it goes on where it was.
set -euo pipefail

usage() {
    cat <<'END'
usage: scripts/generation.sh OUT [OPTION...] [-- ARGUMENT OF fukumi train...]

  OUT                 folder for the games, the network, the curve of its losses and the match
  --from FILE         the network that plays and is taught on; the built-in one plays and a new one is taught when there is none
  --rule R            the rule, by name (freestyle)
  --size N            the board (15)
  --positions N       positions to play (1000000)
  --nodes N           nodes a move of self-play (400)
  --branch-plies N    games begin at branches, up to N moves after their opening; 0 for plain games (24)
  --passes N          passes of the training over the positions (2; with --from 1, more are learnt by heart)
  --seed N            decides the games, the training and the openings of the match (1)
  --workers N         games of self-play at a time (1)
  --match-games N     games of the match (300)
  --match-nodes N     nodes a move in the match (8000)
  --data FILE         games of an earlier generation to learn from as well; may be given several times

The program is $FUKUMI, or else what `cargo build --release` makes. The exit status is that of `fukumi match`.
END
}

fail() {
    echo "generation.sh: $*" >&2
    exit 2
}

if [[ $# -eq 0 || $1 == --help || $1 == -h ]]; then
    usage
    [[ $# -gt 0 ]] && exit 0 || exit 2
fi
[[ $1 != -* ]] || fail "the folder comes first; --help tells how"
out=$1
shift
from="" rule=freestyle size=15 positions=1000000 nodes=400 branch_plies=24 passes=""
seed=1 workers=1 match_games=300 match_nodes=8000 data=()
while [[ $# -gt 0 && $1 != -- ]]; do
    [[ $# -ge 2 ]] || fail "$1 needs a value"
    case $1 in
    --from) from=$(realpath -e -- "$2") || fail "there is no network $2" ;;
    --rule) rule=$2 ;;
    --size) size=$2 ;;
    --positions) positions=$2 ;;
    --nodes) nodes=$2 ;;
    --branch-plies) branch_plies=$2 ;;
    --passes) passes=$2 ;;
    --seed) seed=$2 ;;
    --workers) workers=$2 ;;
    --match-games) match_games=$2 ;;
    --match-nodes) match_nodes=$2 ;;
    --data) data+=("$(realpath -e -- "$2")") || fail "there is no file $2" ;;
    *) fail "unknown option $1; --help lists them" ;;
    esac
    shift 2
done
[[ ${1-} == -- ]] && shift

mkdir -p -- "$out"
out=$(realpath -e -- "$out")
cd "$(dirname "${BASH_SOURCE[0]}")/.."
if [[ -z ${FUKUMI-} ]]; then
    cargo build --release --quiet
    FUKUMI=${CARGO_TARGET_DIR:-target}/release/fukumi
fi
begin=() usual_passes=2
[[ -z $from ]] || { begin=(--from "$from") usual_passes=1; }

# Openings as varied as those that taught the built-in networks, and branches as freestyle's learnt from last.
"$FUKUMI" selfplay --option Rule="$rule" --option BoardSize="$size" --nodes "$nodes" --seed "$seed" --positions "$positions" \
    --opening-plies 3-14 --tolerance 300 --opening-nodes "$nodes" --branch-plies "$branch_plies" --workers "$workers" \
    ${from:+--eval-file "$from"} --out "$out/games.fsp"

target=(--lambda 1 --decay 0.8)
if [[ ! -e $out/new.network ]]; then
    "$FUKUMI" train --data "$out/games.fsp" "${data[@]}" --out "$out/taught.network" --seed "$seed" \
        --passes "${passes:-$usual_passes}" "${target[@]}" --chart "$out/loss.svg" "${begin[@]}" "$@"
    "$FUKUMI" tune --network "$out/taught.network" --data "$out/games.fsp" "${data[@]}" --out-weights "$out/new.network" --seed "$seed" \
        "${target[@]}" --spread 60 --rate 0.001 --epochs 5
fi

# A word as a shell would need it quoted.
quoted() { printf "'%s'" "${1//\'/\'\\\'\'}"; }

# An engine as `fukumi match` takes it: the command is quoted twice, as a word of the keys and as words of its own.
engine() { printf 'name=%s cmd=%s' "$1" "$(quoted "$(quoted "$FUKUMI")${2:+ --eval-file $(quoted "$2")}")"; }

exec "$FUKUMI" match --engine "$(engine new "$out/new.network")" --engine "$(engine old "$from")" --rule "$rule" --size "$size" \
    --nodes "$match_nodes" --openings random --opening-nodes 20000 --opening-tolerance 150 --seed "$((seed + 1000000))" --games "$match_games" --out "$out/match"
