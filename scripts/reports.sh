#!/usr/bin/env bash
# How soon people are told what the engine knows: 200 positions with a forced win, each analysed for two seconds over UGI, over
# Gomocup and over the page's API, twenty minutes in all. Prints for each the delays from when the search knew something to
# when its line was out, and the longest silence; fails unless 99 % are within 60 ms and nothing is silent for 300 ms.
#
#   scripts/reports.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
(($# == 0)) || { sed -n '2,/^set/{/^#/p}' "$0" && exit 2; }
cargo test --quiet --package fukumi --test program -- --include-ignored --exact --nocapture --test-threads 1 \
    reports::two_hundred_analyses | { grep -vE '^$|^running|^test result: ok|^\.$' || true; }
