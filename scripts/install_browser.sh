#!/usr/bin/env bash
# Installs what the browser test needs: Chromium from the system's packages, and beside the tests playwright-core, which drives it, and
# axe-core, which looks for what keeps people from using the page. Says what is missing and exits 3 when it cannot be had.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

missing() {
    echo "the browser test cannot run: $*"
    exit 3
}

command -v node >/dev/null && command -v npm >/dev/null || missing "no Node.js with npm"

if ! command -v chromium >/dev/null; then
    source scripts/apt.sh
    apt_install chromium chromium fonts-dejavu-core
fi

if [[ ! -d tests/browser/node_modules/playwright-core || ! -d tests/browser/node_modules/axe-core ]]; then
    npm ci --prefix tests/browser --no-audit --no-fund --silent || missing "npm has no playwright-core or axe-core"
fi
