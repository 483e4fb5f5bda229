#!/usr/bin/env bash
# Makes what people download, in dist/, and tries each thing once:
#   scripts/package.sh [windows-gomocup] [windows] [windows32] [linux] [aarch64] [wheel] [site]      (all of them when none is named)
#
#   windows-gomocup      fukumi-gomocup.zip: pbrain-fukumi64.exe without `fukumi serve`, as Gomocup takes it
#   windows, windows32   fukumi-windows.zip: pbrain-fukumi64.exe and pbrain-fukumi.exe, for Piskvork and other managers
#   linux, aarch64       fukumi-VERSION-x86_64-linux, fukumi-VERSION-aarch64-linux: static, for any distribution
#   linux                fukumi_VERSION_amd64.deb as well, where that program and dpkg-deb run
#   wheel                fukumi-VERSION-cp310-abi3-*.whl, the Python package of this machine's kind
#   site                 fukumi-VERSION-site.zip, the board in the browser without a server
#   always               SHA256SUMS
#
# The same commit gives the same bytes wherever it is built, with the same compiler and linker: paths are left out, and the time that
# files carry is SOURCE_DATE_EPOCH, by default that of the last commit.
#
# Every build is for the oldest processor of its kind; code that needs more asks the processor first, so none can be an illegal
# instruction. What a build needs and what is missing is told; the rest is made all the same, and the exit status is 1.
# CARGO, RUSTC, WINE and QEMU name other programs than cargo, rustc, wine and qemu-aarch64 (or qemu-aarch64-static).
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
cargo=${CARGO:-cargo}
rustc=${RUSTC:-rustc}
dist=dist
gomocup_most=8000000 # bytes: the largest that Gomocup takes unasked
windows_most=18000000
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
target_folder=${CARGO_TARGET_DIR:-target}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
summary=()
failed=0
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}

# What a package is built for and with: triple, processor, C compiler and linker, the Debian package of that, the file that is made.
describe() { # PACKAGE
    case $1 in
        windows) echo x86_64-pc-windows-gnu x86-64 x86_64-w64-mingw32-gcc gcc-mingw-w64-x86-64 "$scratch/windows/pbrain-fukumi64.exe" ;;
        windows-gomocup) echo x86_64-pc-windows-gnu x86-64 x86_64-w64-mingw32-gcc gcc-mingw-w64-x86-64 "$scratch/gomocup/pbrain-fukumi64.exe" ;;
        windows32) echo i686-pc-windows-gnu pentium4 i686-w64-mingw32-gcc gcc-mingw-w64-i686 "$scratch/windows/pbrain-fukumi.exe" ;;
        linux) echo x86_64-unknown-linux-musl x86-64 cc gcc "$dist/fukumi-$version-x86_64-linux" ;;
        aarch64) echo aarch64-unknown-linux-musl generic aarch64-linux-gnu-gcc gcc-aarch64-linux-gnu \
            "$dist/fukumi-$version-aarch64-linux" ;;
        *) return 1 ;;
    esac
}

note() { # TEXT: for the summary
    echo "   $1"
    summary+=("$1")
}

fail() { # TEXT
    note "$1"
    failed=1
    return 1
}

have() { command -v "$1" >/dev/null; }

# The standard library of a target, which rustup brings if it is there to be asked.
have_std() { # TRIPLE
    local libraries
    libraries=$("$rustc" --print target-libdir --target "$1" 2>/dev/null) || return 1
    compgen -G "$libraries/libstd-*" >/dev/null
}

# The flags of the compiler, as cargo takes them where a path may hold blanks: paths of this machine are not to be in the program.
flags() { # PACKAGE PROCESSOR
    local list=("-Ctarget-cpu=$2" "--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=/cargo"
        "--remap-path-prefix=$PWD=/fukumi" "--remap-path-prefix=$(realpath -m "$target_folder")=/target")
    [[ $1 != windows* ]] || list+=("-Clink-arg=-Wl,--no-insert-timestamp")
    local IFS=$'\x1f'
    echo "${list[*]}"
}

build() { # PACKAGE
    local triple cpu linker debian file made variable sqlite= features=()
    read -r triple cpu linker debian file <<<"$(describe "$1")"
    mkdir -p "$(dirname "$file")"
    rm -f "$file"
    if ! have "$linker"; then
        fail "$1: not built: no $linker; Debian has it in $debian"
        return
    fi
    have_std "$triple" || { have rustup && rustup target add "$triple"; }
    if ! have_std "$triple"; then
        fail "$1: not built: no standard library for it; rustup target add $triple"
        return
    fi
    variable=CARGO_TARGET_${triple^^}_LINKER
    # SQLite is C. The compiler may have the headers of another C library than the musl that is linked, which has no names ending in 64.
    [[ $triple != *musl ]] || sqlite=-DSQLITE_DISABLE_LFS
    [[ $1 != windows-gomocup ]] || features=(--no-default-features --features cli)
    if ! env "${variable//-/_}=$linker" "CC_${triple//-/_}=$linker" "LIBSQLITE3_FLAGS=$sqlite" CARGO_ENCODED_RUSTFLAGS="$(flags "$1" "$cpu")" \
        "$cargo" build --locked --profile dist --target "$triple" "${features[@]}"; then
        fail "$1: not built: see the errors above"
        return
    fi
    made=$target_folder/$triple/dist/fukumi
    [[ $triple == *windows* ]] && made+=.exe
    cp "$made" "$file"
}

# Libraries that do not come with the system are not there on other people's machines. What counts in a program for Windows is its
# imports: that of 32 bits also holds the name of a library of GCC, as its start looks whether that one is loaded.
stands_alone() { # PACKAGE FILE
    local linker needed
    read -r _ _ linker _ <<<"$(describe "$1")"
    case $1 in
        windows*) needed=$("${linker%gcc}objdump" -p "$2") && ! grep -i 'DLL Name: lib' <<<"$needed" ;;
        *) needed=$(readelf -d "$2") && ! grep NEEDED <<<"$needed" ;;
    esac
}

# How a package is run here: nothing for what this machine runs itself, or fails if nothing here can.
runner() { # PACKAGE
    case $1 in
        windows*) have "${WINE:=wine}" && echo "$WINE" ;;
        linux) [[ $(uname -m) == x86_64 ]] ;;
        aarch64) [[ $(uname -m) == aarch64 ]] || command -v "${QEMU:-qemu-aarch64}" qemu-aarch64-static | head -n 1 | grep . ;;
    esac
}

# Plays the first move as a manager asks for it, and ends when it is told to.
plays() { # COMMAND...
    local line moved=1
    coproc engine { timeout 120 "$@" 2>/dev/null; }
    local pid=$engine_PID to=${engine[1]} from=${engine[0]}
    trap '' PIPE # it may have ended already
    printf 'START 15\r\nINFO timeout_turn 500\r\nBEGIN\r\n' >&"$to"
    while IFS= read -r line <&"$from"; do
        if [[ ${line%$'\r'} =~ ^[0-9]+,[0-9]+$ ]]; then
            moved=0
            printf 'END\r\n' >&"$to"
            break
        fi
    done
    trap - PIPE
    wait "$pid" && return "$moved"
}

try() { # PACKAGE FILE
    local run size
    size=$(stat -c %s "$2")
    stands_alone "$1" "$2" || fail "$1: $2 needs libraries that others do not have" || return
    if ! run=$(runner "$1"); then
        note "$1: $(basename "$2"), $size bytes; not run: nothing here runs it"
    elif plays $run "$2"; then
        note "$1: $(basename "$2"), $size bytes; plays"
    else
        fail "$1: $2 does not play"
    fi
}

# An archive of the programs in a folder and the licence; they are tried as they come out of it.
pack_windows() { # FOLDER FILE BYTES-AT-MOST
    local zip=$dist/$2 size file
    [[ -d $1 ]] || return 0 # not asked for
    echo "== $2"
    rm -f "$zip"
    compgen -G "$1/pbrain-*.exe" >/dev/null || return
    have 7z && have unzip || fail "windows: not packed: no 7z and unzip; Debian has them in p7zip-full and unzip" || return
    cp LICENSE "$1"
    touch --date "@$SOURCE_DATE_EPOCH" "$1"/*
    # 7z makes zip files a fortieth smaller than zip does, and other programs unpack them as any other.
    if ! (cd "$1" && TZ=UTC 7z a -bd -tzip -mx=9 -mfb=258 -mpass=15 packed.zip pbrain-*.exe LICENSE >/dev/null && mv packed.zip "$OLDPWD/$zip"); then
        fail "windows: cannot write $zip"
        return
    fi
    size=$(stat -c %s "$zip")
    ((size < $3)) || fail "windows: $zip has $size bytes, and is to have less than $3" || return
    note "windows: $2, $size bytes"
    rm "$1"/pbrain-*.exe
    unzip -q -o "$zip" -d "$1" || fail "windows: $2 cannot be unpacked" || return
    for file in "$1"/pbrain-*.exe; do
        case $file in
            *64.exe) try windows "$file" ;;
            *) try windows32 "$file" ;;
        esac
    done
}

pack_deb() { # FILE
    local deb=$dist/fukumi_${version}_amd64.deb
    rm -f "$deb"
    if ! have dpkg-deb || ! runner linux >/dev/null; then
        note "linux: no Debian package: no dpkg-deb, or the program does not run here"
    elif scripts/deb.sh "$1" "$deb"; then
        note "linux: $(basename "$deb"), $(stat -c %s "$deb") bytes"
    else
        fail "linux: no Debian package: see the errors above"
    fi
}

# The wheel, in an environment that knows nothing of this folder.
make_wheel() {
    local wheel
    rm -f "$dist"/fukumi-*.whl
    if ! scripts/wheel.sh "$dist"; then
        fail "wheel: not built: see the errors above"
        return
    fi
    wheel=$(echo "$dist"/fukumi-*.whl)
    if python3 -m venv "$scratch/fresh" &&
        "$scratch/fresh/bin/pip" install --quiet --disable-pip-version-check --no-index "$wheel" &&
        (cd "$scratch" && fresh/bin/python -c 'import fukumi; fukumi.Engine().play(fukumi.Position(), fukumi.Limit(time=0.5))'); then
        note "wheel: $(basename "$wheel"), $(stat -c %s "$wheel") bytes; plays"
    else
        fail "wheel: $wheel cannot be installed, or does not play"
    fi
}

make_site() {
    local zip=fukumi-$version-site.zip
    rm -f "$dist/$zip"
    have zip || fail "site: not packed: no zip" || return
    if ! scripts/site.sh; then
        fail "site: not built: see the errors above"
        return
    fi
    find "$dist/site" -exec touch --date "@$SOURCE_DATE_EPOCH" {} +
    if ! (cd "$dist/site" && find . -type f | LC_ALL=C sort | TZ=UTC zip -q -9 -X "../$zip" -@); then
        fail "site: cannot write $zip"
        return
    fi
    note "site: $zip, $(stat -c %s "$dist/$zip") bytes"
}

checksums() {
    local files
    cd "$dist" || return
    files=$(find . -maxdepth 1 -type f ! -name SHA256SUMS -printf '%P\n' | sort)
    rm -f SHA256SUMS
    [[ -z $files ]] || { xargs -d '\n' sha256sum <<<"$files" >SHA256SUMS && sha256sum --quiet --check SHA256SUMS; }
}

packages=("$@")
((${#packages[@]})) || packages=(windows-gomocup windows windows32 linux aarch64 wheel site)
for package in "${packages[@]}"; do
    if [[ $package != wheel && $package != site ]] && ! describe "$package" >/dev/null; then
        echo "there is no package '$package': windows-gomocup, windows, windows32, linux, aarch64, wheel, site"
        exit 2
    fi
done
mkdir -p "$dist"
for package in "${packages[@]}"; do
    echo "== $package"
    case $package in
        wheel | site) "make_$package"
            continue
            ;;
    esac
    build "$package" || continue
    read -r _ _ _ _ file <<<"$(describe "$package")"
    [[ $package == windows* ]] || try "$package" "$file"
    [[ $package != linux ]] || pack_deb "$file"
done
pack_windows "$scratch/gomocup" fukumi-gomocup.zip "$gomocup_most"
pack_windows "$scratch/windows" fukumi-windows.zip "$windows_most"
(checksums) || fail "the checksums are wrong"

echo "== $dist"
printf '%s\n' "${summary[@]}"
exit "$failed"
