#!/bin/bash
# fairies-inkscape as Inkscape calls it, without Inkscape: what is on which stream.
# shellcheck source=../cli/support/lib.sh
. "$(dirname "$0")/../cli/support/lib.sh"
export XDG_STATE_HOME=$work/state
unset DBUS_SESSION_BUS_ADDRESS
log=$XDG_STATE_HOME/fairies/inkscape.log

flow >in.tmp
inx=$(dirname "$fixtures")/../plugin/inkscape/fairies-ask.inx
schema=/usr/share/inkscape/extensions/inkscape.extension.rng
if [ -f "$schema" ] && command -v xmllint >/dev/null; then
    check "the .inx is valid" xmllint --noout --relaxng "$schema" "$inx" 2>err
fi

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
DOCUMENT_PATH=/home/me/flow.svg run --prompt="flumble" in.tmp
check "the log names the drawing, not the temporary file" grep -q '/home/me/flow.svg: ' "$log"
DOCUMENT_PATH=$'/home/me/\e]52;c;aGk=\a\xe2\x80\xae.svg' run "--prompt=delete "$'"\xc2\x9b31m"' in.tmp
check "the log does nothing to who looks at it" lacks $'\e|\a|\xc2\x9b|\xe2\x80\xae' "$log"
check "the log shows it" matches '/home/me/\\u001b\]52;c;aGk=\\u0007\\u202e\.svg: ' "$log"
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
