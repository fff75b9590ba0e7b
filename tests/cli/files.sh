#!/bin/bash
# Writing that fails, or is killed, leaves the old file whole.
# shellcheck source=support/lib.sh
. "$(dirname "$0")/support/lib.sh"

flow >flow.svg
echo "$move" >move.json
{
    flow | sed '$d'
    for i in $(seq 40000); do
        echo "  <rect id=\"r$i\" x=\"$((i % 400))\" y=\"$((i / 400))\" width=\"1\" height=\"1\"/>"
    done
    echo '</svg>'
} >big.svg
cp big.svg old.svg
"$fairy" apply big.svg move.json -q -o new.svg
check "the big drawing can be changed" changed_lines big.svg new.svg 2

# --- no room ---------------------------------------------------------------------------------------
mkdir room
cp big.svg room/big.svg
code=0
(ulimit -f 64 && "$fairy" apply room/big.svg move.json -i >out 2>err) || code=$?
check "no room: exit" exits 1
check "no room: one line" one_line 'big.svg'
check "no room: old file whole" same room/big.svg old.svg
check "no room: nothing left behind" no_leftovers room big.svg
code=0
(ulimit -f 64 && "$fairy" apply big.svg move.json -o room/other.svg >out 2>err) || code=$?
check "no room for a new file: exit" exits 1
check "no room for a new file: not created" absent room/other.svg
if unshare -rm true 2>/dev/null; then
    mkdir small
    code=0
    # shellcheck disable=SC2016 # the inner shell expands these
    unshare -rm sh -c 'mount -t tmpfs -o size=1m none small || exit 98
        cp flow.svg small/ && cat big.svg >small/filler 2>/dev/null
        "$1" apply big.svg move.json -o small/flow.svg >out 2>err; code=$?
        cmp -s flow.svg small/flow.svg || code=99; exit $code' sh "$fairy" || code=$?
    check "a full disk: exit 1, old file whole" exits 1
    check "a full disk: one line" one_line 'small/flow.svg'
fi
code=0
"$fairy" apply flow.svg move.json -o - >/dev/full 2>err || code=$?
check "full standard output: exit" exits 1

# --- no right to write -------------------------------------------------------------------------------
for target in nowhere/x.svg flow.svg/x.svg /proc/x.svg room; do
    run apply flow.svg move.json -o "$target"
    check "-o $target: exit" exits 1
    check "-o $target: one line" one_line "$target"
done
if [ "$(id -u)" -ne 0 ]; then
    chmod a-w room
    run apply room/big.svg move.json -i
    check "a read-only folder: exit" exits 1
    check "a read-only folder: old file whole" same room/big.svg old.svg
    chmod u+w room
fi
run see flow.svg --screenshot nowhere/x.png
check "a picture with no folder: exit" exits 1
check "a picture with no folder: one line" one_line 'nowhere/x.png'
check "the input is as it was" test "$(flow | cksum)" = "$(cksum <flow.svg)"

# --- killed ------------------------------------------------------------------------------------------
broken=0 killed=0
for delay in 0.02 0.05 0.08 0.1 0.13 0.16 0.2 0.25 0.3 0.4 0.5 0.7; do
    cp old.svg room/big.svg
    code=0
    (
        timeout -s KILL "$delay" "$fairy" apply room/big.svg move.json -i -q
        exit
    ) >/dev/null 2>&1 || code=$?
    [ "$code" -eq 137 ] && killed=$((killed + 1))
    same room/big.svg old.svg || same room/big.svg new.svg || broken=$((broken + 1))
done
check "killed $killed times: the file is the old or the new one" test "$broken" -eq 0
check "some of them were killed" test "$killed" -gt 0

# As soon as something lies beside the drawing, the run is killed.
cat >kill.py <<'END'
import os, shutil, subprocess, sys
for _ in range(20):
    shutil.copy("old.svg", "room/big.svg")
    run = subprocess.Popen([sys.argv[1], "apply", "room/big.svg", "move.json", "-i", "-q"])
    while run.poll() is None and len(os.listdir("room")) == 1:
        pass
    run.kill()
    run.wait()
    if len(os.listdir("room")) > 1:
        sys.exit(0)
sys.exit(1)
END
# A busy machine may be late: then the new one is there.
# shellcheck disable=SC2317 # called by check
is_whole() { same room/big.svg old.svg || same room/big.svg new.svg; }
code=0
python3 -B kill.py "$fairy" || code=$?
check "killed while it wrote: something is left" exits 0
check "killed while it wrote: the drawing is whole" is_whole
touch room/big.svg.backup room/big.svg.aB3xY9 room/.big.svg.fairy-
run apply room/big.svg move.json -i -q
check "what they left is gone with the next run, and nothing else" no_leftovers room .big.svg.fairy- big.svg big.svg.aB3xY9 big.svg.backup
finish
