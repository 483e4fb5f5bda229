# Sourced by what installs from the system's packages; `missing WHY...` is the caller's.

# Installs packages; `need` says for people what is not there.
apt_install() {
    local need=$1 as_root=()
    shift
    command -v apt-get >/dev/null || missing "no $need, and no apt-get to install it"
    if [[ $EUID -ne 0 ]]; then
        command -v sudo >/dev/null || missing "no $need, and no right to install it"
        as_root=(sudo -n)
    fi
    {
        "${as_root[@]}" apt-get update -qq &&
            DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq --no-install-recommends "$@"
    } >/dev/null || missing "apt-get has no $need"
}
