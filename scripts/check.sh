#!/usr/bin/env bash
# What CI checks besides the tests: format, lints, documentation, the book and, on a clean tree, the signature of the search.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# What the executable is made of.
sources=(src protocol Cargo.toml Cargo.lock)

step() {
    echo "== $*"
}

# The signature that HEAD should have: from its own message, or from the last commit that tells one when nothing of the
# executable has changed since. Empty, with a note on stderr, when nobody has told it.
expected_signature() {
    local commit
    if ! commit=$(git rev-parse --verify --quiet HEAD); then
        echo "note: no commit to compare with" >&2
        return
    fi
    if [[ -n $(git status --porcelain -- "${sources[@]}") ]]; then
        echo "note: the tree is not clean" >&2
        return
    fi
    if ! git show --no-patch --format=%B HEAD | grep -q '^Bench: '; then
        commit=$(git log -1 --grep='^Bench: ' --format=%H)
        if [[ -z $commit ]] || ! git diff --quiet "$commit" HEAD -- "${sources[@]}"; then
            echo "note: HEAD has no Bench line, and the sources have changed since the last commit with one" >&2
            return
        fi
    fi
    git show --no-patch --format=%B "$commit" | grep '^Bench: ' | tail -n 1
}

step format
cargo fmt --all --check

step lints
cargo clippy --workspace --all-targets --features fukumi/measure -- -D warnings

step WebAssembly
wasm=wasm32-wasip1-threads
if [[ -d $(rustc --print sysroot)/lib/rustlib/$wasm ]] && command -v clang >/dev/null && [[ -d /usr/include/wasm32-wasi ]]; then
    source scripts/wasm_c.sh
    RUSTFLAGS="-Ctarget-feature=+simd128" cargo clippy --package fukumi-site --target "$wasm" -- -D warnings
else
    echo "note: the engine is not checked for WebAssembly: scripts/install_site.sh installs what that needs"
fi

step Windows
windows=x86_64-pc-windows-gnu
if [[ -d $(rustc --print sysroot)/lib/rustlib/$windows ]] && command -v x86_64-w64-mingw32-gcc >/dev/null; then
    cargo check --quiet --target "$windows" # other libraries are in it than on Linux, which once left types open
else
    echo "note: the program is not checked for Windows: rustup target add $windows, and Debian's gcc-mingw-w64-x86-64"
fi

step documentation
RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps

step book
PATH=$PATH:${CARGO_HOME:-$HOME/.cargo}/bin
cargo test --quiet --package fukumi-docs # links, and that every page is listed
if command -v mdbook >/dev/null; then
    mdbook build docs
else
    echo "note: the book is not built: no mdbook; scripts/install_mdbook.sh installs it"
fi

step signature
expected=$(expected_signature)
told=$(cat src/tools/bench/signature.txt)
found=$(cargo run --quiet -- bench | tail -n 1) # any profile finds the same, and this one has been built for the tests
if [[ $found != "$told" ]]; then
    echo "the search is not what --version tells: $found, but $told is in src/tools/bench/signature.txt;" \
        "scripts/bench_signature.sh writes it"
    exit 1
fi
if [[ -n $expected ]]; then
    if [[ $found != "$expected" ]]; then
        echo "the search is not what the commit says: $found, but $expected is expected"
        exit 1
    fi
    echo "$found"
fi

echo "all checks passed"
