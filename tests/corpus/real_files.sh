#!/usr/bin/env bash
# Other people's drawings: an untouched file is saved as it was, a moved object changes only itself.
# Usage: real_files.sh ROUNDTRIP MOVE_ONE   (programs of this folder)
# FILES sets how many of each kind; SEED picks them.
set -u
roundtrip=$1 move_one=$2
files=${FILES:-120} seed=${SEED:-$RANDOM}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

report() { # what, status
    if [ "$2" -eq 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "FAILED: $1"; fi
}

# A seeded sample of standard input.
sample() {
    shuf --random-source=<(openssl enc -aes-128-ctr -nosalt -pass "pass:$seed" </dev/zero 2>/dev/null || yes "$seed") -n "$files"
}

graphviz_files() {
    local folder
    mkdir -p "$work/dot"
    for folder in /usr/share/doc/graphviz/examples /usr/share/graphviz/graphs /usr/share/doc/graphviz-doc; do
        [ -d "$folder" ] && find "$folder" -name '*.gv*' -o -name '*.dot*'
    done | sort | while read -r graph; do
        case $graph in *.gz) reader="zcat" ;; *) reader="cat" ;; esac
        $reader "$graph" | timeout 10 dot -Tsvg -o "$work/dot/$(basename "$graph").svg" 2>/dev/null || true
    done
    find "$work/dot" -name '*.svg' -size +0 | sort
}

list_package() { # package
    dpkg -L "$1" 2>/dev/null | grep -E '\.svgz?$' | while read -r file; do [ -L "$file" ] || echo "$file"; done | sort
}

check_kind() { # name, list file
    local count
    count=$(wc -l <"$2")
    if [ "$count" -eq 0 ]; then
        echo "$1: no files here (is the package installed?)"
        return
    fi
    sample <"$2" >"$work/sample"
    echo "== $1: $(wc -l <"$work/sample") of $count files, SEED=$seed"
    "$roundtrip" <"$work/sample"
    report "$1: saved as it was" $?
    mkdir -p "$work/moved"
    TEST_SEED=$seed PIXELS=${PIXELS:-10} OUT=$work/moved "$move_one" <"$work/sample"
    report "$1: one object moved" $?
    check_inkscape "$1"
    rm -rf "$work/moved"
}

# Real Inkscape opens what we wrote.
check_inkscape() { # name
    local opened=0 file
    command -v inkscape >/dev/null || return
    for file in $(find "$work/moved" -name '*.svg' | sort | head -n "${OPENED:-5}"); do
        if [ -n "$(timeout 60 inkscape --query-all "$file" 2>/dev/null | head -1)" ]; then
            opened=$((opened + 1))
        else
            report "$1: inkscape --query-all $(basename "$file")" 1
        fi
    done
    echo "opened by inkscape: $opened"
}

for package in openclipart-svg inkscape-tutorials linux-doc breeze-icon-theme; do
    case $package in linux-doc) package=$(dpkg -S linux-doc 2>/dev/null | grep -q linux-doc-6 && echo linux-doc-6.1 || echo linux-doc) ;; esac
    list_package "$package" >"$work/list"
    check_kind "$package" "$work/list"
done
graphviz_files >"$work/list"
check_kind graphviz "$work/list"
echo "$passed passed, $failed failed"
if [ $((passed + failed)) -eq 0 ]; then exit 77; fi
[ "$failed" -eq 0 ]
