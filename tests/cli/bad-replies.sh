#!/bin/bash
# Replies that aren't: a refusal per action, never a crash, never a lost action that was whole.
# shellcheck source=support/lib.sh
. "$(dirname "$0")/support/lib.sh"

flow >flow.svg
good='{"_type":"move","shapeId":"login","x":40,"y":30,"anchor":"top-left"}'

# reply TEXT: applies it, to made.svg.
reply() {
    rm -f made.svg
    printf '%s' "$1" >reply.json
    run apply flow.svg reply.json -o made.svg
}

# unread NAME TEXT: no action in it at all.
unread() {
    reply "$2"
    check "$1: exit 1" exits 1
    check "$1: one line" one_line 'reply.json'
    check "$1: no output" absent made.svg
}

# refused NAME ACTION PATTERN: the action is refused for that reason, the one after it done.
refused() {
    reply "{\"actions\":[$2,$good]}"
    check "$1: exit 3" exits 3
    check "$1: refused, and the next one done" json out '[o["outcome"] for o in d] == ["refused", "ok"]'
    check "$1: why" matches "$3" out
    check "$1: written" matches 'id="login" x="40" y="30"' made.svg
}

unread "empty" ''
unread "prose" 'I would rather not.'
unread "no actions" '{"message":"hello"}'
unread "cut off in the first action" '{"actions":[{"_type":"move","shapeId":"log'
unread "broken in the first action" '{"actions":[{"_type":move}]}'
unread "nested without end" "$(printf '[%.0s' $(seq 100000))"
printf '{"actions":[{"_type":"mo\0ve"}]}' >nul.json
run apply flow.svg nul.json -o made.svg
check "NUL: exit" exits 1
check "NUL: one line" one_line 'nul.json'
run apply flow.svg nowhere.json -o made.svg
check "no such file of actions: exit" exits 1
check "no such file of actions: one line" one_line 'nowhere.json'
mkdir folder
run apply flow.svg folder -o made.svg
check "a folder of actions: exit" exits 1
check "a folder of actions: one line" one_line 'folder'
run apply flow.svg /dev/zero -o made.svg
check "endless zeros: exit" exits 1
check "endless zeros: no output" absent made.svg

reply "{\"actions\":[$good,{\"_type\":\"delete\",\"shapeId\":\"no"
check "cut off: exit 3" exits 3
check "cut off: the whole one is done" json out 'd["outcome"] == "ok"'
check "cut off: said" one_line 'reply.json.*cut off'
check "cut off: written" matches 'id="login" x="40" y="30"' made.svg
check "cut off: the unfinished one isn't done" matches 'id="note"' made.svg
reply "{\"actions\":[$good,{\"_type\":delete}]}"
check "broken later: exit 3" exits 3
check "broken later: written" matches 'id="login" x="40" y="30"' made.svg

refused "unknown action" '{"_type":"fly","shapeId":"login"}' 'fly'
refused "no type" '{"shapeId":"login"}' '_type'
refused "not an object" '42' 'object'
refused "null" 'null' 'object'
refused "unknown id" '{"_type":"delete","shapeId":"nobody"}' 'nobody'
refused "missing field" '{"_type":"delete"}' 'shapeId'
refused "wrong type" '{"_type":"move","shapeId":"login","x":{},"y":[],"anchor":"top-left"}' '"x\\?"|x'
refused "unknown choice" '{"_type":"align","shapeIds":["login","db"],"alignment":"diagonal"}' 'diagonal'
refused "huge number" '{"_type":"move","shapeId":"login","x":1e300,"y":0,"anchor":"top-left"}' 'detail'
refused "endless number" '{"_type":"move","shapeId":"login","x":1e999,"y":0,"anchor":"top-left"}' 'detail'
refused "no number" '{"_type":"offset","shapeIds":["login"],"offsetX":"far","offsetY":0}' 'far|offsetX'
refused "scale of nothing" '{"_type":"resize","shapeIds":["login"],"scaleX":0,"scaleY":1,"originX":0,"originY":0}' 'scaleX|0'
refused "locked" '{"_type":"delete","shapeId":"paper"}' 'lock'
refused "a locked layer" '{"_type":"delete","shapeId":"frame"}' 'lock'

# --- very many ------------------------------------------------------------------------------------
python3 - <<'END' >many.json
print('{"actions":[' + ','.join('{"_type":"delete","shapeId":"ghost-%d"}' % i for i in range(99999)) +
      ',{"_type":"delete","shapeId":"note"}]}')
END
rm -f made.svg
run apply flow.svg many.json -o made.svg
check "100 000 actions: exit 3" exits 3
check "100 000 actions: an outcome each" lines 100000 out
check "100 000 actions: the last one is done" lacks 'id="note"' made.svg

# --- however it arrives ---------------------------------------------------------------------------
reply "{\"actions\":[$good]}"
mv made.svg whole.svg
python3 -c 'import sys, time
for c in sys.argv[1]:
    sys.stdout.write(c)
    sys.stdout.flush()' "{\"actions\":[$good]}" | "$fairy" apply flow.svg - -o bytes.svg >out 2>err
check "byte by byte: the same" same whole.svg bytes.svg
# shellcheck disable=SC2016 # the fence is meant
reply "$(printf 'Sure!\n```json\n{"actions":[%s]}\n```\n' "$good")"
check "fences and prose: exit 0" exits 0
check "fences and prose: the same" same whole.svg made.svg
reply "[$good]"
check "a bare list: the same" same whole.svg made.svg
finish
