#!/bin/bash
# install.sh: what it promises before it does anything.
# shellcheck source=support/lib.sh
. "$(dirname "$0")/support/lib.sh"

install=$(realpath "$fixtures/../../install.sh")
export HOME=$work/home
mkdir home
script() {
    code=0
    "$install" "$@" >out 2>err </dev/null || code=$?
}

script --help
check "--help: exit" exits 0
check "--help: the two set-up tasks" matches '^  --demo' out
check "--help: nothing on stderr" lines 0 err
script --everything
check "unknown option: exit" exits 2
check "unknown option: one line" lines 1 err
script --prefix
check "--prefix without a folder: exit" exits 1
for task in "" --demo --test; do
    # shellcheck disable=SC2086
    script --dry-run --prefix "$work/there" $task
    check "--dry-run $task: exit" exits 0
    check "--dry-run $task: says what it would run" matches '^\+ cmake --preset' out
    check "--dry-run $task: makes nothing" absent there
done
script --uninstall --prefix "$work/there"
check "--uninstall of nothing: exit" exits 1
check "--uninstall of nothing: says so" matches 'nothing of ours' err
# As after an install: only what is in the list goes.
mkdir -p there/bin there/share/fairies there/libexec/fairies
touch there/bin/fairy there/bin/other there/share/fairies/demo.svg there/libexec/fairies/fairy-render
printf '%s\n' "$work"/there/{bin/fairy,share/fairies/demo.svg,libexec/fairies/fairy-render} |
    head -c -1 >there/share/fairies/install_manifest.txt
script --uninstall --dry-run --prefix "$work/there"
check "--uninstall --dry-run: removes nothing" test -f there/bin/fairy -a -f there/share/fairies/demo.svg
script --uninstall --prefix "$work/there"
check "--uninstall: exit" exits 0
check "--uninstall: ours is gone" test "$(find there -type f)" = there/bin/other
check "--uninstall: our folders too" absent there/libexec/fairies
check "every row of the package table has a name per system" test \
    "$(sed -n '/^build|/p; /^test|/p' "$install" | awk -F '|' 'NF != 7' | wc -l)" -eq 0
finish
