#!/usr/bin/env bash
# The long fuzzing run, target by target: libFuzzer, guided by coverage, looks for new paths; then mutations of all that was found
# are thrown at the same code without the counting, many times as fast. It works with the stable toolchain; libFuzzer needs a
# C++ compiler. A line for each half tells executions, bytes, the worst processor time and the worst growth of memory of one
# input, the last line the sums. The run fails on a panic, an input that takes more than a second or 64 MiB, or one that hangs.
#
#   scripts/fuzz.sh [--seconds N] [--keep] [TARGET...]
#
# --seconds: how long each half takes (300). --keep: what finds new paths is added to fuzz/corpus, as few inputs as possible.
# An input that failed is left in the folder that the last line names.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

seconds=300
keep=
targets=()
while (($#)); do
    case $1 in
        --seconds) seconds=$2 && shift ;;
        --keep) keep=1 ;;
        -*) sed -n '2,/^set/{/^#/p}' "$0" && exit 2 ;;
        *) targets+=("$1") ;;
    esac
    shift
done
((${#targets[@]})) || targets=(gomocup ugi aep replies positions files yxdb records lists weights networks openings face session web)

if ! command -v c++ >/dev/null && ! command -v g++ >/dev/null && ! command -v clang++ >/dev/null; then
    echo "no C++ compiler: libFuzzer cannot be built"
    exit 1
fi

# Coverage is counted by code that LLVM adds to every edge; the passes are those of cargo-fuzz.
host=$(rustc -vV | sed -n 's/^host: //p')
folder=$(realpath -m "${CARGO_TARGET_DIR:-target}/fuzz")
RUSTFLAGS="-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=3 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters
    -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares" \
    cargo build --quiet --package fukumi-fuzz --bin fuzz --features libfuzzer --target "$host" --target-dir "$folder"
fuzzer=$folder/$host/debug/fuzz
cargo build --quiet --profile checked --package fukumi-fuzz --bin throw
thrower=$(realpath -m "${CARGO_TARGET_DIR:-target}/checked/throw")

failed=0
told=$folder/told.txt
: >"$told"
for target in "${targets[@]}"; do
    found=$folder/found/$target
    kept=fuzz/corpus/$target
    mkdir -p "$found" "$kept" "$folder/failed"
    export FUKUMI_FUZZ_TARGET=$target
    log=$folder/$target.log
    if "$fuzzer" "$found" "$kept" -max_total_time="$seconds" -timeout=20 -max_len=4096 -rss_limit_mb=2048 \
        -artifact_prefix="$folder/failed/$target-" -verbosity=1 >"$folder/$target.out" 2>"$log"; then
        tail -n 1 "$folder/$target.out" | tee -a "$told"
        if [[ $keep ]]; then
            "$fuzzer" -merge=1 "$kept" "$found" >/dev/null 2>>"$log"
        fi
        "$thrower" "$target" "$seconds" "$found" "$folder/failed" | tee -a "$told" || failed=1
    else
        tail -n 1 "$folder/$target.out"
        grep -E 'panicked|ERROR|took|Test unit' "$log" | head -n 5
        failed=1
    fi
    rmdir --ignore-fail-on-non-empty "$kept"
done
awk '{ executions += $3; bytes += $5 } END { print "all       executions " executions " bytes " bytes }' "$told"
((failed)) && echo "failed: the inputs are in $folder/failed" && exit 1
echo "nothing failed"
