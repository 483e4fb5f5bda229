#!/usr/bin/env bash
# Makes a release of the last commit, from a clean clone of it, in dist/:
#   scripts/release.sh [--twice] [PACKAGE...]     what scripts/package.sh makes, the source, a list of all libraries built in (SBOM,
#                                                 CycloneDX, by cargo-cyclonedx), SHA256SUMS
#   scripts/release.sh --version                  tells the version
#   scripts/release.sh --notes                    tells what the changelog says of it
#
# --twice makes it a second time in another folder, and fails unless every byte is the same.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
cargo=${CARGO:-cargo}
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)

notes() {
    local text
    text=$(awk -v head="## [$version]" 'index($0, "## [") == 1 { on = index($0, head) == 1; next } on' CHANGELOG.md)
    if [[ -z ${text//[[:space:]]/} ]]; then
        echo "CHANGELOG.md says nothing of $version" >&2
        exit 1
    fi
    printf '%s\n' "$text"
}

twice=
case ${1:-} in
    --version) echo "$version" && exit ;;
    --notes) notes && exit ;;
    --twice) twice=1 && shift ;;
esac
if ! "$cargo" cyclonedx --version >/dev/null 2>&1; then
    echo "no cargo-cyclonedx, which lists the libraries: cargo install --locked cargo-cyclonedx" >&2
    exit 1
fi
[[ -z $(git status --porcelain) ]] || echo "note: what is not committed is left out"
commit=$(git rev-parse HEAD)
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

make_in() { # FOLDER PACKAGE...: the release, in FOLDER/clone/dist
    local clone=$1/clone
    shift
    git clone --quiet --no-hardlinks . "$clone"
    git -C "$clone" -c advice.detachedHead=false checkout --quiet "$commit"
    mkdir "$clone/dist"
    git -C "$clone" archive --prefix="fukumi-$version/" "$commit" | gzip -9n >"$clone/dist/fukumi-$version.tar.gz"
    (cd "$clone" && "$cargo" cyclonedx --quiet --format json --target all --spec-version 1.5 --override-filename "fukumi-$version.cdx")
    sed "s|file://$clone|file:///fukumi|g" "$clone/fukumi-$version.cdx.json" >"$clone/dist/fukumi-$version.cdx.json" # no path of this machine
    find "$clone" -name "fukumi-$version.cdx.json" -not -path "$clone/dist/*" -delete
    if ! env -u CARGO_TARGET_DIR "$clone/scripts/package.sh" "$@"; then
        echo "no release: not all of its packages could be made, as told above" >&2
        return 1
    fi
    rm -rf "$clone/dist/site" # its files are in the archive
}

echo "== fukumi $version, $commit"
make_in "$scratch/first" "$@"
if [[ -n $twice ]]; then
    echo "== once more"
    make_in "$scratch/another-folder" "$@" # another length, and no blanks, which dlltool of binutils cannot take
    diff "$scratch/first/clone/dist/SHA256SUMS" "$scratch/another-folder/clone/dist/SHA256SUMS"
    echo "the second time gave the same bytes"
fi
rm -rf dist
cp -R "$scratch/first/clone/dist" dist
