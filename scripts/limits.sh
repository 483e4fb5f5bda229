#!/usr/bin/env bash
# Measures what the README promises: peak memory for limits from 32 MiB to 2 GiB, a thousand stops of a search in every game with
# one thread and with two, and ten thousand suspensions of a process that thinks. Prints every figure, and fails when one is
# worse than promised. On a busy machine the worst stop is judged without what the process waited for a processor; with
# FUKUMI_QUIET=1 in the environment, on a machine that does nothing else, as it is.
#
#   scripts/limits.sh [memory|stops|suspensions...]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

measure() {
    cargo test --quiet --package fukumi --test engine -- --include-ignored --exact --nocapture --test-threads 1 "$1" |
        grep -vE '^$|^running|^test result: ok|^\.$' || true
    [[ ${PIPESTATUS[0]} == 0 ]]
}

(($#)) || set -- memory stops suspensions
for what in "$@"; do
    case $what in
        memory) measure limits::memory_of_each_limit ;;
        stops) FUKUMI_STOPS=1000 measure limits::a_thousand_stops ;;
        suspensions)
            FUKUMI_SUSPENSIONS=10000 measure faults::a_process_suspended_and_resumed_while_it_thinks_loses_no_move
            ;;
        *) sed -n '2,/^set/{/^#/p}' "$0" && exit 2 ;;
    esac
done
