#!/usr/bin/env bash
# Is the working tree stronger than revision BASE? Builds both and plays them against each other until a sequential test
# decides. Called again with the same arguments it goes on with the match where it was.
set -euo pipefail

usage() {
    cat <<'END'
usage: scripts/sprt.sh BASE [OPTION...] [-- ARGUMENT OF fukumi match...]

  --elo0 E, --elo1 E      the hypotheses: the working tree is stronger by E (0 and 10); -10 and 0 show that nothing is lost
  --alpha P, --beta P     how often each may be taken for the other (0.05)
  --move-time T           time for a move, as 0.2 or 200ms (0.1); or --tc TIME+INCREMENT, --nodes N, --depth N instead
  --game G                the game (gomoku)
  --rule R                its rule, by name or code
  --size N                its board
  --openings FILE|random  openings, each played with both colours (random)
  --seed N                decides random openings (1)
  --games N               give up undecided after so many games (20000)
  --concurrency N         games at a time (half of the processors: one for each engine that thinks)
  --out FOLDER            where games and results go (a folder of its own in target/sprt for these arguments)

Engines are kept in target/sprt by the tree that they were built from. The exit status is that of `fukumi match`.
END
}

fail() {
    echo "sprt.sh: $*" >&2
    exit 2
}

if [[ $# -eq 0 || $1 == --help || $1 == -h ]]; then
    usage
    [[ $# -gt 0 ]] && exit 0 || exit 2
fi
base=$1
shift
elo0=0 elo1=10 alpha=0.05 beta=0.05 openings=random seed=1 games=20000 game=gomoku out=""
concurrency=$(($(nproc) > 1 ? $(nproc) / 2 : 1))
limits=() rules=()
while [[ $# -gt 0 && $1 != -- ]]; do
    [[ $# -ge 2 ]] || fail "$1 needs a value"
    case $1 in
    --elo0) elo0=$2 ;;
    --elo1) elo1=$2 ;;
    --alpha) alpha=$2 ;;
    --beta) beta=$2 ;;
    --openings) openings=$2 ;;
    --seed) seed=$2 ;;
    --games) games=$2 ;;
    --game) game=$2 ;;
    --concurrency) concurrency=$2 ;;
    --out) out=$(realpath -m -- "$2") ;;
    --move-time | --tc | --nodes | --depth) limits+=("$1" "$2") ;;
    --rule | --size) rules+=("$1" "$2") ;;
    *) fail "unknown option $1; --help lists them" ;;
    esac
    shift 2
done
[[ ${1-} == -- ]] && shift
[[ ${#limits[@]} -gt 0 ]] || limits=(--move-time 0.1)
[[ $openings == random ]] || openings=$(realpath -e -- "$openings") || fail "there is no file of openings $openings"

cd "$(dirname "${BASH_SOURCE[0]}")/.."
cache=$(realpath -m -- "${CARGO_TARGET_DIR:-target}")/sprt
mkdir -p "$cache"
scratch=$(mktemp -d "$cache/build.XXXXXX")
trap 'rm -rf "$scratch"' EXIT

# The tree of the files as they lie, new sources too, without touching the index. Other new files (games, say) may be huge.
working_tree() {
    cp "$(git rev-parse --git-path index)" "$scratch/index" 2>/dev/null || true
    GIT_INDEX_FILE=$scratch/index git add --update
    GIT_INDEX_FILE=$scratch/index git add -- src protocol Cargo.toml Cargo.lock
    GIT_INDEX_FILE=$scratch/index git write-tree
}

# Builds the engine of a tree unless it is there already.
build() {
    local name=$1 tree=$2 engine=$cache/$2/fukumi
    if [[ ! -x $engine ]]; then
        echo "building $name (tree ${tree:0:12})" >&2
        mkdir -p "$scratch/$name"
        git archive "$tree" | tar -x -C "$scratch/$name"
        (cd "$scratch/$name" && cargo build --release --locked --quiet --target-dir "$scratch/$name/target") ||
            fail "$name does not build"
        # Renaming is atomic: another run never sees half an engine.
        mkdir -p "$cache/$tree"
        cp "$scratch/$name/target/release/fukumi" "$engine.$$"
        mv "$engine.$$" "$engine"
        rm -rf "${scratch:?}/$name"
    fi
}

# A word as a shell would need it quoted.
quoted() { printf "'%s'" "${1//\'/\'\\\'\'}"; }

# An engine as `fukumi match` takes it: the command is quoted twice, as a word of the keys and as words of its own.
engine() { printf 'name=%s cmd=%s' "$1" "$(quoted "$(quoted "$cache/$2/fukumi")")"; }

commit=$(git rev-parse --verify --quiet "$base^{commit}") || fail "there is no revision $base"
base_tree=$(git rev-parse "$commit^{tree}")
new_tree=$(working_tree)
[[ $base_tree != "$new_tree" ]] || echo "note: the working tree is $base itself: the engines are the same" >&2
build base "$base_tree"
build new "$new_tree"
rm -rf "$scratch"

match=(--engine "$(engine new "$new_tree")" --engine "$(engine base "$base_tree")" --game "$game" "${rules[@]}" "${limits[@]}"
    --openings "$openings" --seed "$seed" --games "$games" --concurrency "$concurrency"
    --sprt "elo0=$elo0,elo1=$elo1,alpha=$alpha,beta=$beta" "$@")
[[ -n $out ]] || out=$cache/runs/$(printf '%s\0' "${match[@]}" | git hash-object --stdin | cut -c 1-12)
mkdir -p "$(dirname "$out")"
echo "new: the working tree (${new_tree:0:12}), base: $(git log -1 --format='%h %s' "$commit"); results in $out" >&2
exec "$cache/$new_tree/fukumi" match "${match[@]}" --out "$out"
