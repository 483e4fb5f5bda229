#!/usr/bin/env bash
# Runs the tests built for aarch64 Linux (static, as it is packed) under qemu:
#   scripts/test_aarch64.sh [OPTIONS OF cargo test]      (--test library perft: one of them)
#
# Tests that start the engine as a process need a kernel that hands such programs to qemu (Debian's qemu-user-binfmt); without
# that they are left out, and told. Needs gcc-aarch64-linux-gnu and qemu-user-static; QEMU names another qemu-aarch64.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
triple=aarch64-unknown-linux-musl
qemu=$(command -v "${QEMU:-qemu-aarch64}" qemu-aarch64-static | head -n 1)
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_LINKER=aarch64-linux-gnu-gcc
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_RUNNER=$qemu
# musl has no second names for large files, which the compiler's headers of another libc promise.
export LIBSQLITE3_FLAGS=-DSQLITE_DISABLE_LFS
! command -v rustup >/dev/null || rustup target add "$triple"

# Whether the kernel starts programs for aarch64.
starts_processes() {
    grep -qs '^enabled' /proc/sys/fs/binfmt_misc/qemu-aarch64 || [[ $(uname -m) == aarch64 ]]
}

chosen=("$@")
if ! ((${#chosen[@]})) && ! starts_processes; then
    chosen=(--lib --test library)
    echo "no kernel support for programs of aarch64 (qemu-user-binfmt): only ${chosen[*]}"
fi
cargo test --locked --target "$triple" "${chosen[@]}"
