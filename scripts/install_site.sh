#!/usr/bin/env bash
# Installs what scripts/site.sh needs besides Rust: its standard library for WebAssembly with threads, and from the system's packages clang
# and the headers of C for WebAssembly, for SQLite. Says what is missing and exits 3 when it cannot be had.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
target=wasm32-wasip1-threads

missing() {
    echo "the site cannot be built: $*"
    exit 3
}

libraries=$(rustc --print target-libdir --target "$target")
if ! compgen -G "$libraries/libstd-*" >/dev/null; then
    command -v rustup >/dev/null || missing "no standard library for $target, which rustup has"
    rustup target add "$target" || missing "rustup cannot add $target"
fi

if ! command -v clang >/dev/null || ! command -v llvm-ar >/dev/null || [[ ! -d /usr/include/wasm32-wasi ]]; then
    source scripts/apt.sh
    apt_install "clang for WebAssembly" clang llvm wasi-libc
fi
