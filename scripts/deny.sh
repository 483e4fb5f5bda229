#!/usr/bin/env bash
# Judges the libraries that fukumi is built with by deny.toml: licences, doubles, where they come from, and, where the database can be
# fetched, known faults (https://rustsec.org). Needs scripts/install_deny.sh.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
PATH=$PATH:${CARGO_HOME:-$HOME/.cargo}/bin:$PWD/target/deny/bin

cargo-deny --log-level error --locked check licenses bans sources
if cargo-deny --log-level off fetch db >/dev/null 2>&1; then
    cargo-deny --log-level error --locked check --disable-fetch advisories
else
    echo "note: known faults are not looked for: their database cannot be fetched"
fi
