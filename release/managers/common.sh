# Sourced by the scripts beside it. Under Linux a Windows program runs under Wine, with a folder of its own for its
# registry, gone at the end with everything that still runs in it.

# Says what is missing, and how to get it; exit code 77 means that nothing was tested.
skip() { echo "skipped: $*"; exit 77; }

fail() { echo "FAILED: $*"; exit 1; }

need() { command -v "$1" >/dev/null || skip "$1 is missing: apt-get install $2"; }

# The script's own first lines.
usage() { sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0" >&2; exit 2; }

# An argument as a path from the root; empty when nothing was given.
path() { [ -z "$1" ] || realpath --canonicalize-missing -- "$1"; }

# Piskvork starts again and again what is no Windows program.
need_exe() {
    [ -n "$1" ] || skip "its path was not given"
    [ -f "$1" ] || skip "no file '$1'"
    [ "$(head --bytes=2 "$1")" = MZ ] || skip "'$1' is no Windows executable"
}

# A screen that nobody sees.
start_screen() {
    local number=
    trap stop_wine EXIT
    exec 4< <(exec Xvfb -displayfd 1 -screen 0 1024x768x24 -nolisten tcp 2>/dev/null)
    read -r -t 10 -u 4 number || skip "Xvfb does not start"
    export DISPLAY=:$number
}

start_wine() {
    need wine "wine wine64"
    need pgrep procps
    work=$(mktemp --directory)
    export WINEPREFIX=$work/wine WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml=" DISPLAY=${DISPLAY-}
    trap stop_wine EXIT
    timeout 120 wineboot --init >/dev/null 2>&1 || skip "Wine does not start"
    # Wine's services leave with the last program and take seconds to come back: this one stays.
    mkfifo "$work/keep"
    exec 9<> "$work/keep"
    wine cmd /c pause < "$work/keep" >/dev/null 2>&1 &
}

# Whether a Windows program is for 32 bits: so says the word after the letters PE.
is_32_bits() {
    local header
    header=$(od --address-radix=n --format=u4 --skip-bytes=60 --read-bytes=4 "$1")
    [ "$(od --address-radix=n --format=x2 --skip-bytes=$((header + 4)) --read-bytes=2 "$1")" = " 014c" ]
}

# Wine for 64 bits alone leaves the folder of Windows' 32-bit programs empty.
need_wine32() {
    local folder=$WINEPREFIX/drive_c/windows/syswow64
    [ ! -d "$folder" ] || [ -e "$folder/cmd.exe" ] ||
        skip "wine32 is missing: dpkg --add-architecture i386, apt-get update, apt-get install wine32"
}

stop_wine() {
    trap '' INT TERM HUP # nothing stays because somebody asks twice
    pkill -P $$ || true
    for _ in $(seq 50); do pgrep -P $$ > /dev/null || break; sleep 0.1; done
    [ -z "${WINEPREFIX-}" ] || timeout 20 wineserver --kill 2>/dev/null || true
    [ -z "${work-}" ] || rm -rf "$work"
}
