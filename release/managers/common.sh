# Sourced by the scripts beside it. Under Linux a Windows program runs under Wine, with a folder of its own for its
# registry, gone at the end with everything that still runs in it.

# Says what is missing, and how to get it; exit code 77 means that nothing was tested.
skip() { echo "skipped: $*"; exit 77; }

fail() { echo "FAILED: $*"; exit 1; }

need() { command -v "$1" >/dev/null || skip "$1 is missing: apt-get install $2"; }

# Piskvork starts again and again what is no Windows program.
need_exe() {
    [ -f "$1" ] || skip "no file '$1'"
    [ "$(head --bytes=2 "$1")" = MZ ] || skip "'$1' is no Windows executable"
}

start_wine() {
    need wine "wine wine64"
    work=$(mktemp --directory)
    export WINEPREFIX=$work/wine WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml=" DISPLAY=${DISPLAY-}
    trap stop_wine EXIT
    timeout 120 wineboot --init >/dev/null 2>&1 || skip "Wine does not start"
    # Wine's services leave with the last program and take seconds to come back: this one stays.
    mkfifo "$work/keep"
    exec 9<> "$work/keep"
    wine cmd /c pause < "$work/keep" >/dev/null 2>&1 &
}

stop_wine() {
    timeout 20 wineserver --kill 2>/dev/null || true
    [ -z "${xvfb-}" ] || kill "$xvfb" 2>/dev/null || true
    rm -rf "$work"
}
