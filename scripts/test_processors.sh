#!/usr/bin/env bash
# Runs the static program for x86-64 Linux, as it is packed, on processors of many ages under qemu: from the first of that kind, which
# knows no vectors beyond SSE3, to what qemu itself can do. Each must come to the same signature.
#
#   scripts/test_processors.sh [PROGRAM]
#
# PROGRAM: a fukumi that is built already. Needs qemu-user-static (7.2 or later, which knows AVX2); QEMU names another qemu-x86_64.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
qemu=$(command -v "${QEMU:-qemu-x86_64}" qemu-x86_64-static | head -n 1) || {
    echo "no qemu-x86_64: apt-get install qemu-user-static"
    exit 1
}
triple=x86_64-unknown-linux-musl
program=${1:-}
if [[ ! $program ]]; then
    ! command -v rustup >/dev/null || rustup target add "$triple"
    LIBSQLITE3_FLAGS=-DSQLITE_DISABLE_LFS cargo build --release --locked --quiet --target "$triple"
    program=${CARGO_TARGET_DIR:-target}/$triple/release/fukumi
fi

# PROCESSOR COMMAND: qemu lacks some of what newer processors have besides vectors, and tells so each time.
on() {
    "$qemu" -cpu "$1" "$program" "$2" 2> >(grep -v "TCG doesn't support requested feature" >&2)
}

expected=$("$program" bench | tail -n 1)
echo "this processor: $expected"
for processor in Opteron_G1 core2duo Nehalem Haswell max; do
    found=$(on "$processor" bench | tail -n 1)
    features=$(on "$processor" doctor | sed -n 's/^features *//p')
    echo "$processor ($features): $found"
    [[ $found == "$expected" ]] || exit 1
done
