#!/usr/bin/env bash
# Long runs of what the test suite does shortly: ten million random moves made and taken back in every game, compared with
# positions that are computed anew, and the modules with unsafe code or shared memory under sanitizers.
#
#   scripts/models.sh [--steps N] [--sanitizers]
#
# --sanitizers: the address and thread sanitizers, which need a nightly toolchain with its sources (rust-src).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

steps=10000000
sanitizers=
while (($#)); do
    case $1 in
        --steps) steps=$2 && shift ;;
        --sanitizers) sanitizers=1 ;;
        *) sed -n '2,/^set/{/^#/p}' "$0" && exit 2 ;;
    esac
    shift
done

echo "== $steps moves a game, made and taken back"
FUKUMI_STEPS=$steps cargo test --package fukumi --test conformance -- many_moves

if [[ $sanitizers ]]; then
    host=$(rustc -vV | sed -n 's/^host: //p')
    for sanitizer in address thread; do
        echo "== $sanitizer sanitizer"
        RUSTFLAGS="-Zsanitizer=$sanitizer" cargo +nightly test -Zbuild-std --target "$host" \
            --target-dir "${CARGO_TARGET_DIR:-target}/$sanitizer" --package fukumi --lib -- search::tt search::memory search::smp
    done
fi
