#!/usr/bin/env bash
# Installs mdBook, which makes the book in docs/, where it is not there yet. Exits with 3 when it cannot be had.
#
# Debian 12, npm and PyPI have no package of it, so it is built: two minutes of one processor without its server and search.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
version=0.5.4

command -v mdbook >/dev/null && exit 0
if ! nice cargo install mdbook --version "$version" --locked --no-default-features --quiet; then
    echo "the book cannot be built: cargo cannot install mdbook $version"
    exit 3
fi
