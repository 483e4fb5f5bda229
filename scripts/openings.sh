#!/usr/bin/env bash
# The engine plays the dialogs of all opening rules against itself, and the games that come of them, on 15x15: swap2 under the
# standard rule, the others under renju. A referee that shares nothing with the dialogs judges every choice; how the games
# ended is printed, a line a rule. The same numbers give the same games.
#
#   scripts/openings.sh [GAMES OF EACH RULE [RULE]]      (100, all rules)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

[[ -z ${2:-} ]] || export FUKUMI_OPENING=$2
FUKUMI_DIALOGS=${1:-100} cargo test --release --quiet --package fukumi --test library -- \
    --exact --nocapture openings::the_engine_plays_every_opening_by_the_rules | grep -E '^[a-z0-9-]+: [0-9]+ games|FAILED|panicked'
