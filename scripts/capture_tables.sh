#!/usr/bin/env bash
# The two tables of the source of the capture puzzles' solver, from our own executable: IDA* with minimum move estimate 2, with
# the record and without, beside the source's figures.
#   scripts/capture_tables.sh [SECONDS]     without the record a puzzle is given up after that time, 20 unless told
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
seconds=${1:-20}
cargo build --release --quiet
fukumi=${CARGO_TARGET_DIR:-target}/release/fukumi

names=(3-1 3-3 SH-3)
positions=("k3kDk1/DDkD2D1/3DD1D1/PD1k1k2 b" "D1N2paa/1D2KDDD/1nDD4/8 b" "2D1DD2/p1RN1Dn1/1D1aDD2/K1D1aP2 b")
with_record=(445 5917 89156)
without_record=("" 13496393 "1.2e9")

# A number of a line of JSON.
number() { sed -n "s/.*\"$1\":\([0-9]*\).*/\1/p" <<<"$line"; }

# One table: the source's figures, then options.
table() {
    local -n source_calls=$1
    shift
    printf '%-6s %7s %12s %16s %16s %12s\n' puzzle length "time (ms)" "heuristic calls" "the source's" "memory (KiB)"
    local at line length
    for at in "${!names[@]}"; do
        line=$("$fukumi" solve --position "${positions[at]}" --algorithm ida --bound estimate2-source --distances source \
            --memory 64 --format jsonl "$@" || true)
        length=$(number length)
        printf '%-6s %7s %12s %16s %16s %12s\n' "${names[at]}" "${length:-cut off}" "$(($(number time_us) / 1000))" \
            "$(number heuristic_calls)" "${source_calls[at]:-illegible}" "$(($(number memory_bytes) / 1024))"
    done
}

echo "with the record"
table with_record
echo
echo "without the record, cut off after $seconds s"
table without_record --no-record --time "$seconds"
