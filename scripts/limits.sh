#!/usr/bin/env bash
# Measures what docs/src/promises.md promises: peak memory for limits from 32 MiB to 2 GiB, first moves with tables of up to 768 MiB, a
# thousand stops of a search in every game with one thread and with two, ten thousand suspensions of a process that thinks, two hundred
# sessions of `serve` at once, and what a process holds that analyses, plays with a database or builds a book for an hour
# (FUKUMI_GROWTH: so many seconds for each of the four). Prints every figure, and fails when one is worse than promised. On a busy
# machine first moves and stops are judged without what the process waited for a processor; with FUKUMI_QUIET=1 in the environment, on a
# machine that does nothing else, stops are judged as they are.
#
#   scripts/limits.sh [memory|first|stops|suspensions|serve|growth...]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Runs measurements by the names of their tests.
measure() {
    cargo test --quiet --package fukumi --test program -- --include-ignored --exact --nocapture --test-threads 1 "$@" |
        { grep -vE '^$|^running|^test result: ok|^\.$' || true; }
}

(($#)) || set -- memory first stops suspensions serve growth
for what in "$@"; do
    case $what in
        memory) measure engine::limits::memory_of_each_limit ;;
        first) measure engine::limits::first_moves_with_large_tables ;;
        stops) FUKUMI_STOPS=1000 measure engine::limits::a_thousand_stops ;;
        suspensions)
            FUKUMI_SUSPENSIONS=10000 measure engine::faults::a_process_suspended_and_resumed_while_it_thinks_loses_no_move
            ;;
        serve) measure web::load::two_hundred_sessions_at_once_beside_slow_and_dead_clients ;;
        growth)
            FUKUMI_GROWTH=${FUKUMI_GROWTH:-900} measure engine::growth::of_{analyses,analyses_into_a_database,games_with_a_database,a_book_that_is_built}
            ;;
        *) sed -n '2,/^set/{/^#/p}' "$0" && exit 2 ;;
    esac
done
