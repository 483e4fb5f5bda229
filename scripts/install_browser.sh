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
    command -v apt-get >/dev/null || missing "no chromium, and no apt-get to install it"
    as_root=()
    if [[ $EUID -ne 0 ]]; then
        command -v sudo >/dev/null || missing "no chromium, and no right to install it"
        as_root=(sudo -n)
    fi
    {
        "${as_root[@]}" apt-get update -qq &&
            DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core
    } >/dev/null || missing "apt-get has no chromium"
fi

if [[ ! -d tests/browser/node_modules/playwright-core || ! -d tests/browser/node_modules/axe-core ]]; then
    npm ci --prefix tests/browser --no-audit --no-fund --silent || missing "npm has no playwright-core or axe-core"
fi
