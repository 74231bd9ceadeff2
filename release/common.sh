# Sourced by the scripts beside it. It goes to the top of the repository; the caller's paths stay the caller's.

script=$(realpath "$0") caller=$PWD
cd "$(dirname "$script")/.."

die() { echo "$script: $*" >&2; exit 1; }

# The script's own first lines.
usage() { sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$script" >&2; exit 2; }

need() { command -v "$1" >/dev/null || die "$1 is missing: apt-get install $2"; }

need_root() { [ "$(id -u)" = 0 ] || die "must run as root (debootstrap and chroot)"; }

# A path that the caller gave, or else one of the repository.
path() { (cd "${1:+$caller}" && realpath --canonicalize-missing -- "${1:-$2}"); }

# Runs a command in a folder that release/root made.
in_root() { unshare --mount bash -c 'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"' "$@"; }

version() { sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1; }
