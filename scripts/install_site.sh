#!/usr/bin/env bash
# Installs what scripts/site.sh needs: the standard library of Rust for WebAssembly, and wasm-bindgen in the version of Cargo.lock, which
# writes the JavaScript around it. Says what is missing and exits 3 when it cannot be had.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
target=wasm32-unknown-unknown
version=$(grep -A1 '^name = "wasm-bindgen"$' Cargo.lock | sed -n 's/^version = "\(.*\)"$/\1/p')
PATH=$PATH:${CARGO_HOME:-$HOME/.cargo}/bin

missing() {
    echo "the site cannot be built: $*"
    exit 3
}

libraries=$(rustc --print target-libdir --target "$target")
if ! compgen -G "$libraries/libstd-*" >/dev/null; then
    command -v rustup >/dev/null ||
        missing "no standard library for $target: use rustup, or Debian's libstd-rust-dev-wasm32 with the rustc of the same suite"
    rustup target add "$target" || missing "rustup cannot add $target"
fi

if [[ $(wasm-bindgen --version 2>/dev/null) != "wasm-bindgen $version" ]]; then
    # Without --locked: its own lock file names versions that are not to be had any more. It is quick enough without optimisation.
    nice cargo install wasm-bindgen-cli --version "$version" --bin wasm-bindgen --debug --force --quiet || missing "cargo cannot install wasm-bindgen-cli $version"
fi
