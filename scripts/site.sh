#!/usr/bin/env bash
# Builds the board in the browser as a site without a server, in dist/site: the page of `fukumi serve` with the engine as WebAssembly.
# Any host of files can serve it, at any path. What is needed is installed by scripts/install_site.sh. PROFILE names a profile of cargo
# other than dist, such as release, which is built sooner and searches a little slower.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
profile=${PROFILE:-dist}
target=wasm32-wasip1-threads
target_folder=${CARGO_TARGET_DIR:-target}
site=dist/site

scripts/install_site.sh

# SIMD and threads, which every browser has had since 2023; the stack of a native thread that searches; memory as
# site/assets/memory.js sets it aside: enough for the table, the longest file and a puzzle, and not so much that a telephone ends the page.
# No path of this machine is to be in what is published.
flags=(-Ctarget-feature=+simd128 -Cstrip=symbols -Clink-arg=-zstack-size=16777216
    -Clink-arg=--initial-memory=33554432 -Clink-arg=--max-memory=536870912
    "--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=/cargo" "--remap-path-prefix=$PWD=/fukumi")
CARGO_ENCODED_RUSTFLAGS=$(IFS=$'\x1f' && echo "${flags[*]}")
export CARGO_ENCODED_RUSTFLAGS
source scripts/wasm_c.sh
cargo build --quiet --locked --package fukumi-site --target "$target" --profile "$profile"

rm -rf "$site"
mkdir -p "$site"
cp src/web/assets/* "$site/"
cp site/assets/* "$site/" # its own back end takes the place of the server's
cp "$target_folder/$target/$profile/fukumi_site.wasm" "$site/fukumi.wasm"
# Networks, which are fetched when they are needed. Few hosts compress such files by themselves.
for network in src/games/gomoku/network/data/*.network; do
    gzip -9n <"$network" >"$site/${network##*/}"
done

# What the server tells of the page in headers, the page tells itself.
policy="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; style-src 'self'"
policy+="; img-src 'self' data:; manifest-src 'self'; base-uri 'none'; form-action 'none'"
head="  <meta http-equiv=\"Content-Security-Policy\" content=\"$policy\">\n  <meta name=\"theme-color\" content=\"#d9a85b\">"
head+="\n  <link rel=\"manifest\" href=\"manifest.webmanifest\">"
sed -i "s|^  <meta charset=.*|&\n$head|" "$site/index.html"

# What the service worker keeps, and a name for it that changes with any byte.
(
    cd "$site"
    mapfile -t files < <(find . -type f ! -name service-worker.js -printf '%P\n' | LC_ALL=C sort)
    version=$(sha256sum service-worker.js "${files[@]}" | sha256sum | cut -c1-16)
    list=$(printf '"%s", ' "${files[@]}" files.js)
    echo "self.site = { version: \"$version\", files: [${list%, }] };" >files.js
)

total=0
for file in "$site"/*; do
    total=$((total + $(gzip -9c "$file" | wc -c)))
done
echo "$site: $(find "$site" -type f | wc -l) files, $((total / 1000)) kB compressed by gzip"
