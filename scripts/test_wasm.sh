#!/usr/bin/env bash
# Runs tests of the engine, built for WebAssembly with its vector instructions, under Node.js:
#   scripts/test_wasm.sh [NAMES]      (those whose names contain one of them; else what is computed by vectors, and the networks as files)
#
# A test that fails ends the others: nothing unwinds there. Says what is missing and exits 3 when it cannot be had.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
target=wasm32-wasip1 # the site's has threads as well, which Node.js has not
names=("$@")
((${#names[@]})) || names=(every_kernel values_after values_along built_in)

missing() {
    echo "no tests for WebAssembly: $*"
    exit 3
}

command -v node >/dev/null || missing "no Node.js"
if ! compgen -G "$(rustc --print target-libdir --target "$target")/libstd-*" >/dev/null; then
    command -v rustup >/dev/null || missing "no standard library for $target, which rustup has"
    rustup target add "$target" || missing "rustup cannot add $target"
fi
export CARGO_TARGET_WASM32_WASIP1_RUNNER="node --no-warnings $PWD/tests/wasm/run.mjs"
export RUSTFLAGS="-Ctarget-feature=+simd128"
cargo test --quiet --locked --lib --no-default-features --features page --target "$target" -- "${names[@]}"
