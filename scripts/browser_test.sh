#!/usr/bin/env bash
# Plays on the board in a real browser: tests/browser. The board is that of `fukumi serve`, or where $SITE names its folder that of a
# site (scripts/site.sh). The engine of `serve` is $FUKUMI, or is built. Pictures of the pages go to $SCREENSHOTS, when that is set. What
# is needed is installed by scripts/install_browser.sh.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if [[ -z ${FUKUMI:-} && -z ${SITE:-} ]]; then
    cargo build --release --quiet
    FUKUMI=${CARGO_TARGET_DIR:-target}/release/fukumi
fi
export FUKUMI=${FUKUMI:-} SITE=${SITE:-}
CHROMIUM=${CHROMIUM:-$(command -v chromium)}
export CHROMIUM
# A test that fails may leave a server behind, for which node would wait for ever.
exec timeout 1200 node --test --test-concurrency=1 "$@" tests/browser/
