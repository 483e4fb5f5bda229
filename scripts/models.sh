#!/usr/bin/env bash
# Long runs of what the test suite does shortly: ten million random moves made and taken back in every game, compared with
# positions that are computed anew, and the modules with unsafe code or shared memory under sanitizers and Miri.
#
#   scripts/models.sh [--steps N] [--sanitizers]
#
# --sanitizers: the address sanitizer, which every toolchain for x86-64 Linux has, and the thread sanitizer, which needs the
# sources of the standard library as well: its locks have to be watched. Then Miri, which knows what the language leaves undefined.
# Both come with a nightly toolchain: rustup component add --toolchain nightly rust-src miri
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
FUKUMI_STEPS=$steps cargo test --package fukumi --test library -- many_moves

[[ $sanitizers ]] || exit 0

host=$(rustc -vV | sed -n 's/^host: //p')
if [[ $host != x86_64-unknown-linux-gnu ]]; then
    echo "the sanitizers are left out: they are there for x86_64-unknown-linux-gnu, not $host"
    exit 0
fi

# Cargo with a sanitizer: its NAME, the toolchain and its switches, a command, and what follows it. The sanitizers are not stable;
# the compiler has them all the same when it is told that it compiles itself.
sanitized() {
    local sanitizer=$1 command=$3
    local -a how=($2)
    shift 3
    RUSTC_BOOTSTRAP=1 RUSTFLAGS="-Zsanitizer=$sanitizer" CARGO_PROFILE_DEV_OPT_LEVEL=1 cargo "${how[@]}" "$command" --quiet \
        --package fukumi --no-default-features --features cli --target "$host" --target-dir "${CARGO_TARGET_DIR:-target}/$sanitizer" "$@"
}

# The unit tests of what is shared or unsafe, kernels of networks among them, and a game in which two threads search.
examine() {
    echo "== $1 sanitizer"
    sanitized "$1" "$2" test --lib -- search::tt memory:: search::smp session::gate kernel accumulator
    local moves
    moves=$(printf '%s\n' "START 15" "INFO thread_num 2" "INFO timeout_turn 3000" "TURN 7,7" "TURN 0,0" |
        sanitized "$1" "$2" run --bin fukumi | grep -cE '^[0-9]+,[0-9]+')
    [[ $moves == 2 ]]
    echo "two moves were found, and no fault"
}

# The transposition table under Miri, two threads at it too, and the kernels of the networks as far as Miri knows their instructions.
interpret() {
    echo "== Miri"
    MIRIFLAGS=-Zmiri-disable-isolation RUSTFLAGS="-C target-feature=+avx2" cargo +nightly miri test --quiet \
        --package fukumi --no-default-features --features cli --target-dir "${CARGO_TARGET_DIR:-target}/miri" \
        --lib -- search::tt memory:: kernel
}

examine address ""
watched=
for toolchain in "" +nightly; do
    if [[ -d $(rustc $toolchain --print sysroot 2>/dev/null)/lib/rustlib/src/rust/library ]]; then
        examine thread "$toolchain -Zbuild-std"
        watched=1
        break
    fi
done
[[ $watched ]] || echo "the thread sanitizer is left out: it needs the sources of the standard library (rust-src)"
if cargo +nightly miri --version >/dev/null 2>&1; then
    interpret
else
    echo "Miri is left out: it is not installed"
fi
