#!/bin/bash
# fairies-inkscape as Inkscape calls it, without Inkscape: what is on which stream.
# shellcheck source=../cli/support/lib.sh
. "$(dirname "$0")/../cli/support/lib.sh"
export XDG_STATE_HOME=$work/state
unset DBUS_SESSION_BUS_ADDRESS
log=$XDG_STATE_HOME/fairies/inkscape.log

flow >in.tmp
schema=/usr/share/inkscape/extensions/inkscape.extension.rng
for inx in "$fixtures"/../../plugin/inkscape/*.inx; do
    if [ -f "$schema" ] && command -v xmllint >/dev/null; then
        check "$(basename "$inx") is valid" xmllint --noout --relaxng "$schema" "$inx" 2>err
    fi
done

# silent NAME ARGUMENTS…: nothing is printed, and the end is in order
silent() {
    local name=$1
    shift
    run "$@"
    check "$name: exit 0" exits 0
    check "$name: nothing on stdout" test ! -s out
    check "$name: nothing on stderr" test ! -s err
}

run --id=note --prompt="delete this" in.tmp
check "asked: exit" exits 0
check "asked: the changed drawing is printed" lacks 'id="note"' out
check "asked: all of it" test "$(tail -n 1 out)" = '</svg>'
check "asked: the rest is as it was" changed_lines in.tmp out 1
check "asked: nothing on stderr" test ! -s err
check "the log is ours alone" test "$(stat -c %a "$log")" = 600
run --id=login '--prompt=delete this\ndelete the yellow box' in.tmp
check "two lines: both are done" lacks 'id="(note|login)"' out
silent "bad words" --id=note --prompt="flumble the quux" in.tmp
check "bad words: in the log" grep -q flumble "$log"
silent "a locked object" --id=paper --prompt="delete this" in.tmp
silent "no words" --id=note in.tmp
silent "empty words" --id=note --prompt= in.tmp
silent "no file" --prompt="delete this"
silent "a file that isn't there" --prompt="delete this" nowhere.tmp
echo 'no drawing' >bad.tmp
silent "a file that is no drawing" --prompt="delete this" bad.tmp
check "a file that is no drawing: in the log" grep -q ':1:' "$log"
silent "nothing at all"
# The other entries only tell the worker, or nobody.
for verb in ask stop continue undo tidy lint apply courier dance; do
    FAIRIES_WORKER=$work/nowhere silent "$verb, and no worker" --id=note --verb=$verb in.tmp
done
check "no worker: in the log" grep -q nowhere "$log"
check "no worker: no copy is left" test -z "$(find "$XDG_RUNTIME_DIR" -type f)"
DOCUMENT_PATH=/home/me/flow.svg run --prompt="flumble" in.tmp
check "the log names the drawing, not the temporary file" grep -q '/home/me/flow.svg: ' "$log"
DOCUMENT_PATH=$'/home/me/\e]52;c;aGk=\a\xe2\x80\xae.svg' run "--prompt=delete "$'"\xc2\x9b31m"' in.tmp
check "the log does nothing to who looks at it" lacks $'\e|\a|\xc2\x9b|\xe2\x80\xae' "$log"
check "the log shows it" matches '/home/me/\\u001b\]52;c;aGk=\\u0007\\u202e\.svg: ' "$log"

# --- what is kept of a drawing that is on the disk ------------------------------------------------
# The editor has its own copy, and writes it or not.
cli=$(dirname "$fairy")/fairy
kept() {
    code=0
    "$cli" "$@" >kept 2>&1 || code=$?
}
cp in.tmp saved.svg
check "an unsaved drawing: nothing is kept" lacks 'in\.tmp|unsaved' <("$cli" sessions 2>&1)
DOCUMENT_PATH=$PWD/saved.svg run --id=note --prompt="delete this" in.tmp
check "saved: the changed drawing is printed" lacks 'id="note"' out
check "saved: the file is the editor's to write" same saved.svg in.tmp
kept log saved.svg
check "saved: in the journal" matches 'inkscape' kept
check "saved: with the words" matches 'delete this' kept
kept sessions show saved.svg
check "saved: in the session" matches 'delete this' kept
kept undo saved.svg
check "not written yet: undo refuses" exits 1
check "not written yet: the file is as it was" same saved.svg in.tmp
cp out saved.svg
kept undo saved.svg
check "written as it was handed over: undo" exits 0
check "undone" same saved.svg in.tmp
kept redo saved.svg
check "redone" exits 0
check "redone: as the editor had it" same saved.svg out
cp out in2.tmp
DOCUMENT_PATH=$PWD/saved.svg run --id=login --prompt="move this right by 10" in2.tmp
check "a second time: printed" matches 'id="login" x="30"' out
sed 's/id="login" x="30"/x="30" id="login"/' out >saved.svg
cp saved.svg theirs.svg
kept undo saved.svg
check "written in another form: undo refuses" exits 1
check "written in another form: it stays" same saved.svg theirs.svg
sed 's/<svg /<svg data-editor="1" /' out >saved.svg
kept undo saved.svg
check "written with other changes: undo" exits 0
check "written with other changes: they stay" matches 'data-editor' saved.svg
check "written with other changes: undone" matches 'id="login" x="20"' saved.svg
cp in.tmp saved.svg
DOCUMENT_PATH=$PWD/saved.svg silent "nothing was done to a saved drawing" --id=note --prompt="flumble" in.tmp
kept sessions show saved.svg
check "it is in the session" matches 'flumble' kept
exec 8<saved.svg
flock 8
DOCUMENT_PATH=$PWD/saved.svg run --id=note --prompt="delete this" in.tmp
exec 8<&-
check "somebody at work on the file: the editor has its drawing" lacks 'id="note"' out
check "somebody at work on the file: nothing on stderr" test ! -s err
check "somebody at work on the file: the log says what can't be" matches "can't be undone later" "$log"
DOCUMENT_PATH=$PWD/gone/saved.svg run --id=note --prompt="delete this" in.tmp
check "its folder is gone: the editor has its drawing" lacks 'id="note"' out
XDG_STATE_HOME=/proc/nowhere DOCUMENT_PATH=$PWD/saved.svg run --id=note --prompt="delete this" in.tmp
check "no journal: the editor has its drawing" lacks 'id="note"' out
check "no journal: silent" test ! -s err

G_MESSAGES_DEBUG=all run --id=note --prompt="delete this" in.tmp
check "debug messages stay out of the drawing" test "$(head -c 5 out)" = '<?xml'
XDG_STATE_HOME=/proc/nowhere run --id=note --prompt="flumble" in.tmp
check "no log possible: silent" test ! -s out -a ! -s err
head -c 300000 /dev/zero >"$log"
silent "an overgrown log" --prompt=flumble in.tmp
check "an overgrown log starts anew" test "$(stat -c %s "$log")" -lt 10000
DBUS_SESSION_BUS_ADDRESS=unix:path=$work/no-bus silent "a bus that isn't there" --prompt=flumble in.tmp
# A bus that accepts and never answers must not hold the editor up.
python3 -c 'import socket, sys, time
s = socket.socket(socket.AF_UNIX)
s.bind(sys.argv[1])
s.listen()
time.sleep(60)' "$work/dead-bus" &
server=$!
for _ in $(seq 50); do [ -S "$work/dead-bus" ] && break; sleep 0.1; done
start=$(date +%s%N)
DBUS_SESSION_BUS_ADDRESS=unix:path=$work/dead-bus silent "a dead bus" --prompt=flumble in.tmp
took=$((($(date +%s%N) - start) / 1000000))
check "a dead bus doesn't hold us up ($took ms)" test "$took" -lt 5000
kill "$server"
wait "$server" 2>/dev/null
finish
