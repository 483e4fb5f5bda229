#!/usr/bin/env bash
# Plays on the board of `fukumi serve` in a real browser: tests/browser. The engine is that of $FUKUMI, or is built. Pictures of
# the pages go to $SCREENSHOTS, when that is set. What is needed is installed by scripts/install_browser.sh.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if [[ -z ${FUKUMI:-} ]]; then
    cargo build --release --quiet
    FUKUMI=${CARGO_TARGET_DIR:-target}/release/fukumi
fi
export FUKUMI
CHROMIUM=${CHROMIUM:-$(command -v chromium)}
export CHROMIUM
exec node --test --test-concurrency=1 "$@" tests/browser/
