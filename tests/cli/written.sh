#!/bin/bash
# What is written when, and what is told of it.
# shellcheck source=support/lib.sh
. "$(dirname "$0")/support/lib.sh"
# shellcheck source=support/server.sh
. "$fixtures/../cli/support/server.sh"
# shellcheck source=support/asking.sh
. "$fixtures/../cli/support/asking.sh"
flow >flow.svg
cp flow.svg original.svg
echo "$move" >move.json
echo '{"actions":[{"_type":"message","text":"Nothing to do."}]}' >nothing.json
serves() { # REPLY…: answers, one after the other
    for reply in "$@"; do stream openai "$reply"; done >script
    serve script
}

# --- what is lost when it is made again -------------------------------------------------------------
sed 's/<svg /<svg content="\&lt;mxfile\&gt;" /' flow.svg >made.svg
run apply made.svg move.json -o moved.svg
check "a drawing that carries its source: told once" lines 1 err
check "with the program that made it" matches 'made by draw\.io and carries its source in the attribute content' err
check "and with what takes it out" matches '"fairy batch --job drop-source" takes it out' err
run batch --job drop-source made.svg --out dropped
check "drop-source: the line of it" changed_lines made.svg dropped/made.svg 2
check "drop-source: it is gone" lacks 'mxfile' dropped/made.svg
run batch --job drop-source dropped/made.svg --check
check "drop-source: once" exits 0
rm -r dropped
run apply made.svg nothing.json -o same.svg
check "not of one that is as it was" lines 0 err

# --- nothing done, nothing written ----------------------------------------------------------------
for command in "ask flow.svg flumble" "apply flow.svg nothing.json" "ask flow.svg hello --json" "apply flow.svg nothing.json --events"; do
    # shellcheck disable=SC2086
    run $command
    check "$command: nothing is written" absent flow.fairy.svg
    check "$command: no path is told" lacks 'fairy\.svg' out
done
echo 'somebody else' >flow.fairy.svg
touch -d 2001-01-01 flow.fairy.svg
run ask flow.svg flumble --force
check "what is there is left as it is" test "$(cat flow.fairy.svg) $(date -r flow.fairy.svg +%Y)" = "somebody else 2001"
rm flow.fairy.svg
run ask flow.svg "delete the yellow box"
cp flow.fairy.svg first.svg
run ask flow.svg flumble
check "also what a fairy wrote" same flow.fairy.svg first.svg
check "and no path is told" lines 0 out
run apply flow.svg nothing.json -o whole.svg
check "-o: all of it" same whole.svg flow.svg
run apply flow.svg nothing.json -o -
check "-o -: all of it" same out flow.svg
code=0
"$fairy" apply - nothing.json <flow.svg >out 2>err || code=$?
check "standard input: all of it" same out flow.svg
rm -f ./*.fairy.svg whole.svg

# --- a file that a fairy didn't write -------------------------------------------------------------
echo 'somebody else' >flow.fairy.svg
serves '{"actions":[{"_type":"delete","shapeId":"note"}]}'
for command in "ask flow.svg neat --model $model" "ask flow.svg neat --no-session --model $model" "apply flow.svg move.json"; do
    # shellcheck disable=SC2086
    run $command
    check "somebody else's: $command: exit" exits 1
    check "somebody else's: $command: says what would be right" one_line '^fairy: flow\.fairy\.svg.*--force.*-o'
    check "somebody else's: $command: it is as it was" test "$(cat flow.fairy.svg)" = "somebody else"
    check "somebody else's: $command: nothing is told as done" lacks ok out
done
check "somebody else's: nothing was paid for" test ! -s requests.json
run ask flow.svg "delete the yellow box" --force
check "--force: replaced" lacks 'id="note"' flow.fairy.svg
run undo flow.fairy.svg
check "undone: still the journal's" exits 0
run ask flow.svg "delete the yellow box"
check "the journal's own is replaced" exits 0
check "what was undone isn't missed" lacks 'goes on from there' err
sed -i 's/width="400"/width="401"/' flow.fairy.svg
cp flow.fairy.svg theirs.svg
run ask flow.svg "delete the yellow box"
check "changed by somebody: exit" exits 1
check "changed by somebody: it is as it was" same flow.fairy.svg theirs.svg
cp flow.svg saved.svg
run apply flow.svg move.json -o other.fairy.svg
cp other.fairy.svg saved.fairy.svg
run ask saved.svg "delete the yellow box"
check "a copy of a result, under a name that the journal doesn't know" exits 1
rm -f ./*.fairy.svg
ln -s original.svg flow.fairy.svg
run ask flow.svg "delete the yellow box"
check "a link to somebody's drawing" exits 1
check "which is as it was" same original.svg flow.svg
rm flow.fairy.svg
XDG_STATE_HOME=/proc/nowhere run apply flow.svg move.json
check "without a journal: written" exits 0
XDG_STATE_HOME=/proc/nowhere run apply flow.svg move.json
check "without a journal: nothing tells that it may be replaced" exits 1
rm flow.fairy.svg

# --- what a former ask did ------------------------------------------------------------------------
run ask flow.svg "delete the yellow box"
check "the first says nothing of it" lacks 'goes on' err
run ask flow.svg "move #login 5 right"
check "again: exit" exits 0
check "again: says how to go on" matches '^fairy: flow\.fairy\.svg .*"fairy ask flow\.fairy\.svg …" goes on' err
check "again: made from the start" matches 'id="note"' flow.fairy.svg
run ask flow.fairy.svg "delete the yellow box" -i
check "going on says nothing of it" lacks 'goes on' err
rm -f ./*.fairy.svg

# --- before anything is paid for ------------------------------------------------------------------
serves '{"actions":[{"_type":"delete","shapeId":"note"}]}'
mkdir folder sealed
: >locked.svg
chmod 444 locked.svg
chmod 555 sealed
mkdir deep.fairy.svg
cp flow.svg deep.svg
cannot() { # NAME OPTION…: written nowhere
    local name=$1
    shift
    run ask "${@:-flow.svg}" --model $model
    check "$name: exit" exits 1
    check "$name: one line" one_line .
    run apply "$1" move.json "${@:3}"
    check "$name: apply, exit" exits 1
    check "$name: apply says nothing is done" lacks ok out
}
cannot "a folder that isn't there" flow.svg neat -o nowhere/x.svg
cannot "a folder" flow.svg neat -o folder
cannot "a folder, with a slash" flow.svg neat -o folder/
cannot "a folder beside" deep.svg neat
cannot "below a file" flow.svg neat -o flow.svg/x.svg
cannot "a kernel's folder" flow.svg neat -o /proc/x.svg
if [ "$(id -u)" -ne 0 ]; then
    cannot "a folder that can't be written to" flow.svg neat -o sealed/x.svg
    cannot "a file that can't be written" flow.svg neat -o locked.svg
fi
check "nothing was paid for" test ! -s requests.json
check "nothing is left lying" test -z "$(find folder sealed -type f)"
chmod 755 sealed
rmdir deep.fairy.svg

# --- what is done is told when it is --------------------------------------------------------------
{ echo '<svg xmlns="http://www.w3.org/2000/svg">'; for i in $(seq 9000); do echo "<rect id='r$i' x='$i' width='9' height='9'/>"; done; echo '</svg>'; } >long.svg
echo '[{"_type":"delete","shapeId":"r7"}]' >one.json
code=0
(ulimit -f 40; "$fairy" apply long.svg one.json -o big.svg 2>err | cat >out; exit "${PIPESTATUS[0]}") || code=$?
check "no room: exit" exits 1
check "no room: nothing is told as done" lacks ok out
check "no room: nothing is written" absent big.svg

# --- what is no file ------------------------------------------------------------------------------
mkfifo pipe
python3 -c 'import socket; s = socket.socket(socket.AF_UNIX); s.bind("socket"); s.close()'
for file in pipe socket folder /dev/zero; do
    for command in "ask $file neat" "apply $file move.json -o x.svg" "see $file" "lint $file" "query $file" "ask $file neat -i"; do
        [ "$command" != "lint folder" ] || continue # that is looked through
        code=0
        # shellcheck disable=SC2086
        timeout 5 "$fairy" $command >out 2>err </dev/null || code=$?
        check "$command: an error, at once" exits 1
        check "$command: one line" one_line "$file"
    done
done
code=0
"$fairy" see - <flow.svg >out 2>err || code=$?
check "standard input is read all the same" exits 0
code=0
"$fairy" see - < <(cat flow.svg) >out 2>err || code=$?
check "also from a pipe" exits 0

# --- Ctrl-C, once ---------------------------------------------------------------------------------
hangs '{"actions":[{"_type":"move","shapeId":"login","x":40,"y":30},' >script
serve script
start flow.svg
waits 'move  login' err
stop INT
check "Ctrl-C: exit" exits 130
check "Ctrl-C: what was finished is written" matches 'id="login" x="40" y="30"' flow.fairy.svg
for text in "$("$fairy" ask --help)" "$(cat "$fixtures/../../README.md")" "$(cat "$fixtures/../../plugin/man/fairy.1.scd")"; do
    check "Ctrl-C: the text says so" grep -qE 'Ctrl-C.*what was finished' <<<"$text"
done

# --- ends -----------------------------------------------------------------------------------------
rm -f ./*.fairy.svg
OLLAMA_HOST=127.0.0.1:1 run ask flow.svg hello --model ollama
check "ollama without a server: exit" exits 4
check "ollama without a server: one line" one_line 'Ollama'
OLLAMA_HOST=127.0.0.1:1 run ask flow.svg hello --model ollama/qwen3
check "its model without a server: exit" exits 4
run ask flow.svg hello --model anthropic
check "a provider's name is no model" exits 2
check "a provider's name: says which would be one" one_line 'anthropic/claude'
printf 'answer GET /api/tags\nheader content-type: application/json\nbody {"models":[{"name":"qwen3"}]}\n' >script
serve script
run ask flow.svg hello --model ollama
check "ollama with a server: exit" exits 2
todo='{"_type":"update-todo","id":1,"text":"draw it"}'
open='{"actions":[{"_type":"message","text":"Later."}]}'
serves "{\"actions\":[$todo]}" "$open" "$open" "$open" "$open" "$open"
run ask flow.svg neat --model $model
check "gives up with an item open: exit" exits 3
check "gives up with an item open: says so" matches '1 of the things it had to do is open' err
finish
