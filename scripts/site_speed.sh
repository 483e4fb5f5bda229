#!/usr/bin/env bash
# How fast the engine of the site (dist/site, by scripts/site.sh) searches in Chromium, beside that of `fukumi serve` on one thread: positions
# a second of processor time in each game. The engine of `serve` is $FUKUMI, or is built as it is packed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if [[ -z ${FUKUMI:-} ]]; then
    cargo build --profile dist --quiet
    FUKUMI=${CARGO_TARGET_DIR:-target}/dist/fukumi
fi
CHROMIUM=${CHROMIUM:-$(command -v chromium)}
export FUKUMI CHROMIUM
echo "== serve"
node tests/browser/speed.mjs
echo "== site"
SITE=$PWD/dist/site node tests/browser/speed.mjs
