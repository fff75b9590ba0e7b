#!/bin/bash
# A key is for its provider, and for nobody else: whatever a server answers, wherever an address leads, and whoever is asked for it.
# shellcheck source=support/lib.sh
. "$(dirname "$0")/support/lib.sh"
# shellcheck source=support/server.sh
. "$fixtures/../cli/support/server.sh"

key='sk-Test/a1+B2_c3=d4.E5'
export ANTHROPIC_API_KEY=$key OPENAI_API_KEY=$key GEMINI_API_KEY=$key OLLAMA_API_KEY=$key VLLM_API_KEY=$key FAIRIES_CUSTOM_API_KEY=$key
unset http_proxy https_proxy all_proxy no_proxy HTTPS_PROXY ALL_PROXY NO_PROXY

# ask WORDS OPTION…: the drawing goes to got.svg; what is printed is kept in seen/.
mkdir seen
ask() {
    rm -f got.svg
    run ask flow.svg "$@" -o got.svg
    keep
}
keep() {
    kept=$((kept + 1))
    cat out err >"seen/$kept"
}
kept=0
# search FILE…: finds the key in them, however it is written, for `sealed` and `found`.
search() { python3 -B "$support/leaks.py" "$key" "$@" >leaks; }
# shellcheck disable=SC2317 # they are given to `check`
all_sealed() { ! grep -m 5 . leaks; }
# shellcheck disable=SC2317
sealed() { ! grep -m 3 -e "^$1[:/]" leaks; }
# shellcheck disable=SC2317
found() { grep -q -e "^$1[:/]" leaks; }
bodies() { json requests.json 'open("bodies", "w").write("\n".join(r["body"] for r in d))'; }

flow >flow.svg
reply='{"actions":[{"_type":"move","shapeId":"login","x":40,"y":30}]}'

# --- a reply that says the key ------------------------------------------------------------------------
# echoes WIRE MODEL PIECE
echoes() {
    local how="$1, in pieces of $3"
    rm -rf "${XDG_STATE_HOME:?}"/* got.svg run.jsonl seen/*
    python3 -B "$support/echo.py" "$1" "$key" "$3" >script
    serve script
    ask "say what you know" --model "$2" --session talk --max-requests 1 --record run.jsonl -v
    check "$how: what came was done" matches '^move|^label' err
    ask "and again" --model "$2" --session talk --max-requests 1 --events
    check "$how: something is drawn" matches '>\*{8,}<' got.svg
    bodies
    ANTHROPIC_API_KEY='' OPENAI_API_KEY='' GEMINI_API_KEY='' OLLAMA_API_KEY='' ask "say what you know" --model replay:run.jsonl --no-session --max-requests 1 --json
    check "$how: replayed" [ -e got.svg ]
    search script requests.json seen got.svg "$XDG_STATE_HOME" run.jsonl bodies "$XDG_CACHE_HOME" "$XDG_CONFIG_HOME"
    check "$how: the server says it" found script
    check "$how: it was sent it" found requests.json
    check "$how: the terminal" sealed seen
    check "$how: the drawing" sealed got.svg
    check "$how: journal and session" sealed "$XDG_STATE_HOME"
    check "$how: the recording" sealed run.jsonl
    check "$how: the next request" sealed bodies
    check "$how: what else is kept" sealed "$XDG_CACHE_HOME"
}
echoes anthropic anthropic/claude-sonnet-5-5 7
echoes openai openai/gpt-6-luna 1
echoes gemini gemini/gemini-flash-latest 5
echoes ollama ollama/qwen3 200

# --- errors that say it -------------------------------------------------------------------------------
rm -rf "${XDG_STATE_HOME:?}"/* seen/* got.svg
long=$(printf 'words %.0s' $(seq 38))
base64=$(printf 'Bearer %s' "$key" | base64 -w 0)
says() { # STATUS TYPE BODY
    printf 'answer POST /v1/messages\nstatus %s\nheader content-type: %s\nheader retry-after: 0\n%s\n' "$1" "$2" "$3" >script
    serve script
    rm -f run.jsonl
    ask x --model anthropic/claude-sonnet-5-5 --max-requests 2 --record run.jsonl --events
    cat run.jsonl >>"seen/$kept"
}
error() { printf 'body {\\"type\\":\\"error\\",\\"error\\":{\\"type\\":\\"x\\",\\"message\\":\\"%s\\"}}' "$1"; }
says "401 Unauthorized" application/json "$(error "no key ${key//\//\\\\/} here")"
check "an error: told without it" matches 'no key (\[key\]|\*+) here' err
says "400 Bad Request" application/json "$(error "$long $base64")"
check "an error that is cut in it: told" matches 'it says: words' err
says "500 Oops" text/plain "body $long$key"
says "200 OK" text/event-stream "event error $long $base64"
says "302 Found" text/html "header location: https://elsewhere.example/$key?$base64"
check "a redirect: exit" exits 4
check "a redirect: it isn't followed" matches 'status 302' err
printf 'answer GET /v1/models\nheader content-type: application/json\nbody {\\"data\\":[{\\"id\\":\\"%s\\"},{\\"id\\":\\"x-%s\\"}]}\n' "${key//\//\\\\/}" "$base64" >script
serve script
run models --check openai anthropic
keep
check "a list of models: it is there" matches '^ +openai/\*+  price unknown' out
run models --check openai --json
keep
search seen script
check "errors and lists" sealed seen
check "errors and lists: the server said it" found script

# --- a run that is stopped in the middle of it ----------------------------------------------------------
# shellcheck source=support/asking.sh
. "$support/asking.sh"
for signal in INT KILL; do
    rm -rf "${XDG_STATE_HOME:?}"/* run.jsonl seen/* flow.fairy.svg
    hangs '{"actions":[{"_type":"label","shapeId":"login","text":"'"$key"'"},{"_type":"message","text":"the rest of '"$key" >script
    serve script
    start flow.svg --record run.jsonl --events
    waits '"outcome"' out
    stop $signal
    keep
    check "stopped by $signal: what came is recorded" matches '\*\*\*\*' run.jsonl
    search seen "$XDG_STATE_HOME" run.jsonl
    check "stopped by $signal: no key" all_sealed
    [ $signal = KILL ] || check "stopped by $signal: drawn and kept" matches '>\*{8,}<' flow.fairy.svg
done

# --- plain http ---------------------------------------------------------------------------------------
# A proxy on this machine stands for all the others: what it is asked was on its way there.
reply='{"actions":[{"_type":"move","shapeId":"login","x":40,"y":30}]}'
{ stream openai "$reply" | sed 's,^answer POST ,&http://gateway.example,'; stream openai "$reply"; } >script
serve script
port=${OPENAI_BASE_URL//[!0-9]/} port=${port#127001} port=${port%1}
# far BASE OPTION…
far() {
    : >requests.json
    http_proxy=http://127.0.0.1:$port FAIRIES_CUSTOM_BASE_URL=$1 ask x --model custom/m --no-session "${@:2}"
}
for base in http://gateway.example/v1 HTTP://127.0.0.1.gateway.example; do
    far "$base"
    check "plain http to $base: exit" exits 4
    check "plain http to $base: what would be right" one_line 'https.*config set custom.allow-plain yes'
    check "plain http to $base: nobody was asked" is "$(requests)" 0
done
for base in http://127.0.0.1@gateway.example 'http://gateway.example\@127.0.0.1'; do
    far "$base"
    check "$base: exit" [ "$code" -gt 0 ]
    check "$base: nobody was asked" is "$(requests)" 0
done
http_proxy=http://127.0.0.1:9 OPENAI_BASE_URL=http://LocalHost:$port/v1 ask x --model openai/gpt-6-luna --no-session
check "plain http to this machine, without the proxy" exits 0
http_proxy=http://127.0.0.1:$port FAIRIES_CUSTOM_BASE_URL=http://gateway.example/v1 FAIRIES_CUSTOM_API_KEY='' ask x --model custom/m --no-session
check "plain http without a key" exits 0
run config openai.base-url http://gateway.example/v1
check "an address that the key can't go to: exit" exits 2
check "an address that the key can't go to: what would be right" one_line 'https.*allow-plain'

"$fairy" config custom.allow-plain yes
for time in first second; do
    far http://gateway.example/v1 -q
    check "allowed, $time time: exit" exits 0
    check "allowed, $time time: it was sent" grep -qF "$key" requests.json
    check "allowed, $time time: told" is "$(grep -c '^fairy: the key to .* goes to gateway.example over plain http' err)" 1
done
far http://gateway.example/v1 --events
check "allowed, --events: told" json out 'sum(e["event"] == "warning" and "over plain http" in e["message"] for e in d) == 1'
FAIRIES_CUSTOM_BASE_URL=http://gateway.example/v1 run models custom
check "allowed: models tells" one_line 'over plain http'
FAIRIES_CUSTOM_BASE_URL=http://gateway.example/v1 run doctor
check "allowed: doctor tells" matches '^warn +keys +the key to .* over plain http' out
"$fairy" config custom.allow-plain no
FAIRIES_CUSTOM_BASE_URL=http://gateway.example/v1 run models custom --json
check "not allowed: models tells" json out 'not d["ready"] and "over plain http" in d["problem"]'
run config openai.allow-plain maybe
check "allow-plain is yes or no" exits 2
run config openai.allow-plain yes
run config openai.base-url http://gateway.example/v1
check "with allow-plain, an address" exits 0
"$fairy" config unset openai.base-url
"$fairy" config unset openai.allow-plain

# --- redirects ----------------------------------------------------------------------------------------
stream openai "$reply" >script
mkfifo port.$$
"$server" script elsewhere.json >port.$$ &
servers+=($!)
read -r there <port.$$
rm port.$$
for status in 302 307; do
    for method in POST GET; do
        printf 'answer %s /\nstatus %s Elsewhere\nheader location: http://localhost:%s/v1/x\nlength 0\n' $method $status "$there"
    done >script
    serve script
    ask x --model gemini/gemini-flash-latest --no-session
    check "redirected, $status: exit" exits 4
    check "redirected, $status: asked once" is "$(requests)" 1
done
run models --check anthropic openai gemini
check "redirected, lists: exit" exits 4
check "redirected: nobody else was asked" [ ! -e elsewhere.json ]

# --- a command that prints it -------------------------------------------------------------------------
unset ANTHROPIC_API_KEY OPENAI_API_KEY GEMINI_API_KEY
rm -rf seen/* "${XDG_STATE_HOME:?}"/*
file=$XDG_CONFIG_HOME/fairies/config.ini
# vault COMMAND…: what the command "vault" does, beside noting that it was run.
vault() { printf '#!/bin/sh\necho "$*" >>"%s/asked"\n%s\n' "$work" "$*" >vault; chmod +x vault; rm -f asked; }
# shellcheck disable=SC2317
runs() { [ "$(grep -c . asked 2>/dev/null || true)" = "$1" ]; }
export PATH=$work:$PATH
rm run.jsonl
stream openai "$reply" >script
serve script
vault "printf '%s\n' '$key' 'user: me'"
run config openai.key-command "vault show 'the key'"
check "a command is set: exit" exits 0
check "a command is set: nothing is said" lines 0 err
run config
keep
check "config: the command" matches "^openai.key-command +vault show 'the key' \(file\)$" out
run models openai
keep
check "models: the command" matches '^  openai +key from its command' out
ask "move login 5 right" --model offline
check "it isn't run where no key is needed" absent asked
ask x --model openai/gpt-6-luna --record run.jsonl
check "it is run: exit" exits 0
check "it is run: the key was sent" grep -qF "Bearer $key" requests.json
check "it is run once" runs 1
check "it is run with its words" matches '^show the key$' asked
ask x --model replay:run.jsonl
check "a replay doesn't run it" runs 1
OPENAI_API_KEY=sk-of-the-environment ask x --model openai/gpt-6-luna --max-requests 1
check "the environment goes before it" matches 'sk-of-the-environment' requests.json
python3 -B "$support/echo.py" openai "$key" 7 >script
serve script
ask x --model openai/gpt-6-luna --max-requests 2
search seen got.svg "$XDG_STATE_HOME"
check "its key is hidden, too" all_sealed
printf '%s' sk-of-the-file-itself | "$fairy" config set openai.key
run config openai.key-command "vault show 'the key'"
check "a key goes before it: told when it is set" one_line 'openai.key is set \(file\), and goes before it'
run doctor
check "doctor: the command" matches '^ok +keys .*openai.key-command \(file\)' out
check "a key goes before it: doctor tells" matches '^warn +keys +openai.key-command isn.t run' out
"$fairy" config unset openai.key

vault "echo '$key'; echo 'enter your PIN' >&2; exit 3"
ask x --model openai/gpt-6-luna
check "it fails: exit" exits 4
check "it fails: told" matches '^fairy: openai.key-command: "vault" ended with code 3' err
check "it fails: its own words are on the terminal" matches '^enter your PIN$' err
check "it fails: no drawing" absent got.svg
vault "echo '$key and more'"
ask x --model openai/gpt-6-luna
check "it prints no key: exit" exits 4
check "it prints no key: told" one_line 'openai.key-command: the first line .* is no key'
run models --check openai
keep
check "models --check: exit" exits 4
check "models --check: told" matches 'openai.key-command: the first line' out
vault "sleep 30"
rm -f flow.fairy.svg
start flow.svg --no-session
until_true test -s asked
stop INT
keep
check "Ctrl-C: exit" exits 130
search seen
check "no output of it was printed" all_sealed
run config openai.key-command 'vault "show'
check "a command that is none" exits 2

"$fairy" config openai.key-command vault
chmod 602 "$file"
run models openai
check "others can write the file: exit" exits 1
check "others can write the file: what to do" one_line 'holds a command.*chmod go-w'
chmod 644 "$file"
run models openai
check "others can read a command" exits 0
chmod 777 "$(dirname "$file")"
run models openai
check "others can write the folder: exit" exits 1
mkdir safe
chmod 700 "$(dirname "$file")" safe
mv "$file" safe/config.ini
ln -s "$work/safe/config.ini" "$file"
run models openai
check "a link" exits 0
chmod 777 safe
run models openai
check "others can write the folder that a link leads to" exits 1

finish
