#!/bin/bash
# `fairy batch` among what is no drawing, can't be read, or has no room: a line each, and the rest is done.
# shellcheck source=support/lib.sh
. "$(dirname "$0")/support/lib.sh"

echo "$move" >move.json
# drawing N: one like no other.
drawing() { flow | sed "s/180/$1/"; }
# states STATE…: of the drawings that `out` tells of, sorted by their paths.
# shellcheck disable=SC2317 # called by check
states() { json out '[r["state"] for r in sorted(d[:-1], key=lambda r: r["file"])] == "'"$*"'".split()'; }
# why FILE WORDS: the reason that is told for it.
# shellcheck disable=SC2317 # called by check
why() { json out '[r["reason"] for r in d[:-1] if r["file"] == "'"$1"'"] == ["'"$2"'"]'; }

# --- what is no drawing --------------------------------------------------------------------------------
mkdir -p odd odd/tree.svg
mkfifo odd/pipe.svg
ln -s pipe.svg odd/to-pipe.svg
ln -s nowhere odd/dangling.svg
ln -s loop.svg odd/loop.svg
ln -s /dev/null odd/device.svg
ln -s .. odd/up
: >odd/empty.svg
python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("odd/socket.svg")'
drawing 181 >odd/tree.svg/in.svg
drawing 182 >odd/zz.svg
run batch --actions move.json odd odd/missing.svg odd/pipe.svg --out no --json
check "no drawings: exit" exits 3
check "no drawings: each is told of once" states failed failed failed failed failed failed failed failed "done" "done"
for row in "pipe:it is a pipe, and no file" "to-pipe:it is a pipe, and no file" "device:it is a device, and no file" \
    "socket:it is a socket, and no file" "dangling:the link leads nowhere" "missing:No such file or directory" \
    "loop:Too many levels of symbolic links" "empty:line 1: the file is empty"; do
    check "no drawings: ${row%%:*}" why "odd/${row%%:*}.svg" "${row#*:}"
done
check "no drawings: nothing else is written" no_leftovers no fairy-batch.db report.html results.jsonl tree.svg zz.svg
if mknod node.svg c 1 5 2>/dev/null; then
    run batch --actions move.json node.svg odd/zz.svg --out node --json
    check "a device itself" why node.svg "it is a device, and no file"
fi

# --- names ---------------------------------------------------------------------------------------------
long=$(printf 'n%.0s' $(seq 246)).svg
mkdir -p names/a names/b
drawing 183 >"names/$long"
drawing 184 >"names/$(printf '\377\376').svg"
drawing 185 >'names/a b"
c.svg'
drawing 186 >names/a/same.svg
drawing 187 >names/b/same.svg
drawing 188 >names/-o.svg
drawing 189 >names/@list.svg
run batch --actions move.json names --out named --json
check "names: exit" exits 0
check "names: all are told of" states "done" "done" "done" "done" "done" "done" "done"
(cd names && find . -name '*.svg' | sort) >want
(cd named && find . -name '*.svg' | sort) >got
check "names: kept" cmp -s want got

# --- no right ------------------------------------------------------------------------------------------
mkdir rights
drawing 190 >rights/a.svg
drawing 191 >rights/b.svg
chmod 000 rights/a.svg
if ! cat rights/a.svg >/dev/null 2>&1; then
    run batch --actions move.json rights --out righted --json
    check "nobody may read it: told" why rights/a.svg "Permission denied"
    check "nobody may read it: the rest is done" states failed "done"
fi
chmod 600 rights/a.svg
mkdir shut
chmod 500 shut
if [ ! -w shut ]; then
    run batch --actions move.json rights --out shut/in --json
    check "nobody may write there: exit" exits 1
    check "nobody may write there: told" one_line 'Permission denied'
fi

# --- no room -------------------------------------------------------------------------------------------
mkdir sizes
for i in 1 2 4 5; do drawing "20$i" >sizes/f$i.svg; done
{
    flow | sed '$d'
    for i in $(seq 8000); do echo "<rect x=\"$i\" y=\"1\" width=\"9\" height=\"9\"/>"; done
    echo '</svg>'
} >sizes/f3.svg
code=0
(ulimit -f 200 && "$fairy" batch --actions move.json sizes --out limited --json >out 2>err) || code=$?
check "too large: exit" exits 3
check "too large: the rest is done" states "done" "done" failed "done" "done"
check "too large: why" why sizes/f3.svg "can't write limited/f3.svg: File too large"
check "too large: nothing of it is left" no_leftovers limited f1.svg f2.svg f4.svg f5.svg fairy-batch.db report.html results.jsonl
run batch --actions move.json sizes --out limited --resume --retry-failed --json
check "too large, with room: exit" exits 0
if unshare -rm true 2>/dev/null; then
    mkdir small
    code=0
    # shellcheck disable=SC2016 # the inner shell expands these
    unshare -rm sh -c 'mount -t tmpfs -o size=300k none small || exit 98
        "$1" batch --actions move.json sizes --out small/out --json >out 2>err; echo $? >first
        ls -A small/out | sort >left
        head -c 1000000 /dev/zero >small/filler 2>/dev/null
        "$1" batch --actions move.json sizes --out small/other >full 2>&1; echo $? >second
        rm small/filler && mount -o remount,size=4m none small
        "$1" batch --actions move.json sizes --out small/other >again 2>&1; echo $? >third
        "$1" batch --actions move.json sizes --out small/out --resume --retry-failed >more 2>&1; code=$?
        diff -r -x "*.jsonl" -x "*.html" -x "*.db" small/out limited >difference || code=99; exit $code' sh "$fairy" || code=$?
    check "a full disk, then room: exit, and all is there" exits 0
    check "a full disk: exit" [ "$(cat first)" = 3 ]
    check "a full disk: the rest is done" states "done" "done" failed "done" "done"
    check "a full disk: why" why sizes/f3.svg "can't write small/out/f3.svg: No space left on device"
    check "a full disk: nothing of it is left" lacks 'f3|part' left
    check "no room for the run's file: exit" [ "$(cat second)" = 1 ]
    check "no room for the run's file: one line" lines 1 full
    check "no room for the run's file, then room: exit" [ "$(cat third)" = 0 ]
fi
finish
