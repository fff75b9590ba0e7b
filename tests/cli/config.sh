#!/bin/bash
# Settings: what is listed, got and set; whose the file is; and that a key is never seen.
# shellcheck source=support/lib.sh
. "$(dirname "$0")/support/lib.sh"

file=$XDG_CONFIG_HOME/fairies/config.ini
key=sk-test-4f1d2c3b5a697887
seen=$work/seen # everything that was printed
run() {
    code=0
    "$fairy" "$@" >out 2>err </dev/null || code=$?
    cat out err >>"$seen"
}
# type TEXT COMMAND…: with TEXT on standard input.
type_in() {
    local text=$1
    shift
    code=0
    printf '%s' "$text" | "$fairy" "$@" >out 2>err || code=$?
    cat out err >>"$seen"
}

# --- getting and setting ----------------------------------------------------------------------------
run config
check "list: exit" exits 0
check "list: a default" matches '^model +offline \(default\)$' out
check "list: a key that isn't there" matches '^anthropic.key +not set$' out
check "list: makes no file" absent "$file"
run config path
check "path" prints <<<"$file"
run config set max-cost 2.5
check "set: exit" exits 0
check "set: nothing is said" lines 0 err
check "the file is ours alone" is "$(stat -c %a "$file")" 600
check "its folder, too" is "$(stat -c %a "$(dirname "$file")")" 700
run config get max-cost
check "get" prints <<<2.5
run config max-cost 3
run config max-cost
check "without a word, as git has it" prints <<<3
run config list --json
check "--json: a line each" json out '[s for s in d if s["name"] == "max-cost"] == [{"name": "max-cost", "value": "3", "origin": "file", "line": 1}]'
check "--json: a key" json out '{"name": "openai.key", "set": False, "origin": "unset"} in d'
FAIRIES_MAX_COST=7 run config max-cost
check "the environment goes before the file" prints <<<7
FAIRIES_MAX_COST=7 run config
check "list: the environment" matches '^max-cost +7 \(environment FAIRIES_MAX_COST\)$' out
FAIRIES_MAX_COST=7 run config max-cost 5
check "set under the environment: exit" exits 0
check "set under the environment: it is said" one_line 'FAIRIES_MAX_COST is set'
run config unset max-cost
check "unset: exit" exits 0
run config get max-cost
check "unset: the default again" prints <<<1
run config unset max-cost
check "unset of what isn't set" exits 1
check "unset of what isn't set: one line" one_line 'max-cost.*set there'
run config get openai.effort
check "get of what isn't set: exit" exits 1
check "get of what isn't set: nothing on stdout" lines 0 out
run config openai.price.gpt-6-luna 1.25,10
check "a price" exits 0
for bad in "get" "get a b" "set" "set a b c" "unset" "list x" "edit x" "path x" "a b c" "get nothing" "set nothing 1" "nothing" \
    "max-cost lots" "model nobody/nothing" "openai.base-url http://example.org" "openai.price.x cheap"; do
    # shellcheck disable=SC2086
    run config $bad
    check "config $bad: exit" exits 2
    check "config $bad: one line" one_line .
done
run config max-cost lots
check "a wrong value: what is right" one_line 'max-cost takes dollars'

# --- what isn't changed stays ------------------------------------------------------------------------
printf '# mine\n\n  max-cost=2\n; old\n[openai]\n\teffort = low\nstrange = 1\n' >"$file"
run config openai.effort high
run config model openai/gpt-6-luna
printf '# mine\n\n  max-cost=2\nmodel = openai/gpt-6-luna\n; old\n[openai]\n\teffort = high\nstrange = 1\n' >wanted
check "comments, order and blanks stay" same "$file" wanted
run config
check "list: what isn't known" matches '^openai.strange +unknown.*line 8' out
run config unset openai.strange
check "what isn't known can be taken out" lacks strange "$file"

# --- keys --------------------------------------------------------------------------------------------
rm "$file"
type_in "$key"$'\n' config set anthropic.key
check "a key from standard input: exit" exits 0
check "a key: in the file" matches "^key = $key\$" "$file"
check "a key: the file is ours alone" is "$(stat -c %a "$file")" 600
run config
check "list: a key is there" matches '^anthropic.key +set \(file\)$' out
run config get anthropic.key
check "get of a key: that it is there" prints <<<"set (file)"
OPENAI_API_KEY=$key run config
check "list: from the environment" matches '^openai.key +set \(environment OPENAI_API_KEY\)$' out
OPENAI_API_KEY=$key run config --json
check "--json: from the environment" json out '{"name": "openai.key", "set": True, "origin": "environment", "variable": "OPENAI_API_KEY"} in d'
OPENAI_API_KEY="$key bad" run config
check "list: a key that can't be one" matches '^openai.key +set \(environment OPENAI_API_KEY\), but it takes' out
run config set openai.key "$key"
check "a key on the command line: exit" exits 2
check "a key on the command line: what to do" one_line 'run "fairy config set openai.key"'
run config openai.proxy "http://me:$key@proxy.example:3128"
check "a password on the command line: exit" exits 2
type_in "http://me:$key@proxy.example:3128" config set openai.proxy
check "a password from standard input: exit" exits 0
run config
check "list: a password isn't shown" matches '^openai.proxy +set \(file\)$' out
for bad in "" $'\n' "$key two words" "$key"$'\nx' "$(head -c 9000 /dev/zero | tr '\0' x)"; do
    type_in "$bad" config set mistral.key
    check "no key: exit" exits 2
    check "no key: one line" one_line .
done
chmod 644 "$file"
for command in "" "get model" "model offline" "edit" "unset anthropic.key"; do
    # shellcheck disable=SC2086
    EDITOR=true run config $command
    check "others could read a key: config $command: exit" exits 1
    check "others could read a key: config $command: what to do" one_line "run: chmod 600 "
done
chmod 600 "$file"
printf '[openai]\n%s\n' "$key" >"$file"
run config
check "a broken file: exit" exits 1
check "a broken file: where" one_line 'config.ini:2: '
printf '[openai]\nbase-url = %s\n' "$key" >"$file"
run config
check "a key in the wrong place: where" one_line 'config.ini:2: base-url takes'
printf '[openai]\nkye = %s\n' "$key" >"$file"
run config
check "a key under a wrong name" matches '^openai.kye +unknown' out

# --- on a terminal -----------------------------------------------------------------------------------
cat >terminal.py <<'END'
# Types on a terminal, and prints what it shows: terminal.py INPUT COMMAND…
import os, pty, sys, termios, time
pid, master = pty.fork()
if pid == 0:
    os.execv(sys.argv[2], sys.argv[2:])
shown = b""
sent = False
while True:
    try:
        more = os.read(master, 4096)
    except OSError:
        break
    if not more:
        break
    shown += more
    if not sent and b": " in shown:
        for _ in range(500): # until nothing is echoed
            if not termios.tcgetattr(master)[3] & termios.ECHO:
                break
            time.sleep(0.01)
        os.write(master, sys.argv[1].encode())
        sent = True
sys.stdout.buffer.write(shown)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
END
printf '' >"$file"
code=0
python3 terminal.py "$key"$'\n' "$fairy" config set groq.key >out 2>err || code=$?
cat out >>"$seen"
check "typed: exit" exits 0
check "typed: asked for" matches '^groq.key: ' out
check "typed: in the file" matches "^key = $key\$" "$file"
code=0
python3 terminal.py $'\x03' "$fairy" config set groq.key >out 2>err || code=$?
check "Ctrl-C: exit" exits 130
check "Ctrl-C: nothing was changed" matches "^key = $key\$" "$file"

# --- the editor --------------------------------------------------------------------------------------
cat >editor <<'END'
#!/bin/sh
stat -c '%a %n' "$1" "$(dirname "$1")" >>"$NOTES"
grep 'core file' /proc/$PPID/limits >>"$NOTES"
cp "$1" "$1~"
[ ! -f "$WANTED" ] || cat "$WANTED" >"$1"
END
chmod +x editor
export NOTES=$work/notes WANTED=$work/new.ini EDITOR="$work/editor"
cp "$file" before.ini
run config edit
check "edit without a change: exit" exits 0
check "edit without a change: the same bytes" same "$file" before.ini
check "edit: the copy is ours alone" matches '^600 ' notes
check "edit: no core files" matches '^Max core file size +0 ' notes
check "edit: in a folder that is" matches '^700 ' notes
printf 'model = nobody/nothing\n' >new.ini
run config edit
check "edit: what can't be used: exit" exits 1
check "edit: what can't be used: where" one_line 'config.ini:1: model takes'
check "edit: what can't be used: nothing is changed" same "$file" before.ini
printf '# better\nmodel = offline\n' >new.ini
VISUAL="env $work/editor" EDITOR=false run config edit # VISUAL goes first, and is a command
check "edit: exit" exits 0
check "edit: changed" same "$file" new.ini
check "edit: the mode" is "$(stat -c %a "$file")" 600
VISUAL='' EDITOR=false run config edit
check "an editor that fails: exit" exits 2
check "an editor that fails: one line" one_line '"false" failed'
check "edit leaves nothing behind" no_leftovers "$(dirname "$file")" config.ini

# --- two at once --------------------------------------------------------------------------------------
printf '' >"$file"
for provider in anthropic openai gemini mistral groq; do
    for name in effort max-output; do
        value=low
        [ "$name" = effort ] || value=100
        "$fairy" config set "$provider.$name" "$value" &
    done
done
wait
check "ten at once: none is lost" is "$(grep -c '=' "$file")" 10

check "the key was never printed" lacks "$key" "$seen"
check "something was" test -s "$seen"
finish
