#!/usr/bin/env bash
# Makes a Debian package of a static program for this machine, the same bytes from the same program:
#   scripts/deb.sh PROGRAM FILE.deb
# It holds the program, its manual pages, its completions for bash, fish and zsh, the licence and the changelog. SOURCE_DATE_EPOCH is
# the time that its files carry; by default that of the last commit.
set -euo pipefail
if (($# != 2)); then
    echo "usage: scripts/deb.sh PROGRAM FILE.deb" >&2
    exit 2
fi
program=$(realpath "$1")
made=$(realpath "$(dirname "$2")")/$(basename "$2")
cd "$(dirname "${BASH_SOURCE[0]}")/.."
command -v dpkg-deb >/dev/null || {
    echo "no dpkg-deb: Debian and Ubuntu have it in dpkg" >&2
    exit 1
}
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
authors=$(sed -n 's/^authors = \["\(.*\)"\]/\1/p' Cargo.toml)
about=$(sed -n 's/^description = "\(.*\)"/\1/p' Cargo.toml)
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
umask 022
chmod 755 "$root"

install -D -m 755 "$program" "$root/usr/bin/fukumi"
"$program" man --out "$root/usr/share/man/man1"
mkdir -p "$root"/usr/share/{bash-completion/completions,fish/vendor_completions.d,zsh/vendor-completions}
"$program" completions bash >"$root/usr/share/bash-completion/completions/fukumi"
"$program" completions fish >"$root/usr/share/fish/vendor_completions.d/fukumi.fish"
"$program" completions zsh >"$root/usr/share/zsh/vendor-completions/_fukumi"
install -D -m 644 LICENSE "$root/usr/share/doc/fukumi/copyright"
install -m 644 CHANGELOG.md "$root/usr/share/doc/fukumi/changelog"
gzip -9n "$root/usr/share/doc/fukumi/changelog" "$root"/usr/share/man/man1/*

mkdir "$root/DEBIAN"
(cd "$root" && find usr -type f | LC_ALL=C sort | xargs -d '\n' md5sum) >"$root/DEBIAN/md5sums"
cat >"$root/DEBIAN/control" <<END
Package: fukumi
Version: $version
Architecture: $(dpkg --print-architecture)
Maintainer: $authors
Installed-Size: $(du -sk --apparent-size "$root/usr" | cut -f 1)
Section: games
Priority: optional
Description: $about
 It speaks the Gomocup protocol, UGI and the abalone engine protocol, analyses
 and converts games, plays matches between engines, and serves a board to the
 browser.
END
find "$root" -exec touch --no-dereference --date "@$SOURCE_DATE_EPOCH" {} +
dpkg-deb --root-owner-group -Zxz --build "$root" "$made" >/dev/null
