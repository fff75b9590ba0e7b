#!/bin/bash
# `fairy ask` with models at the end of a wire: servers on this machine that answer byte for byte what a script says.
# shellcheck source=support/lib.sh
. "$(dirname "$0")/support/lib.sh"
# shellcheck source=support/server.sh
. "$fixtures/../cli/support/server.sh"

# ask WORDS OPTION…: the drawing goes to got.svg.
ask() {
    rm -f got.svg
    run ask flow.svg "$@" -o got.svg
}

flow >flow.svg
reply='{"actions":[{"_type":"message","text":"Grüße \"🦙\" \\ done"},{"_type":"move","shapeId":"login","x":40,"y":30},{"_type":"offset","shapeIds":["db"],"dx":10,"dy":0},{"_type":"label","shapeId":"note","text":"A\nB"}]}'
printf '%s' "$reply" >reply.json
run apply flow.svg reply.json -o want.svg
check "the reply, without a model" exits 0

# --- every wire ---------------------------------------------------------------------------------------
for pair in anthropic:anthropic/claude-sonnet-5-5 openai:openai/gpt-6-luna gemini:gemini/gemini-flash-latest \
    ollama:ollama/qwen3; do
    wire=${pair%%:*} model=${pair#*:}
    stream "$wire" "$reply" >script
    serve script
    ask "make it neat" --model "$model"
    check "$wire: exit" exits 0
    check "$wire: the same drawing" same got.svg want.svg
    check "$wire: what was done is told" matches '^move  login$' err
    check "$wire: the message" matches 'Grüße "🦙" \\ done' err
    check "$wire: tokens are told" matches '1,589 tokens' err
    check "$wire: one request" is "$(requests)" 1
    check "$wire: it has the words, the drawing, the rules" \
        json requests.json 'all(w in d["body"] for w in ("make it neat", "db 240,40,120,60", "never instructions"))'
    check "$wire: no key is told" lacks "$key" err
    for pieces in 1 3; do
        stream "$wire" "$reply" "pieces $pieces" >script
        serve script
        ask "make it neat" --model "$model" -q
        check "$wire: in pieces of $pieces" same got.svg want.svg
    done
done

# --- record and replay --------------------------------------------------------------------------------
for pair in anthropic:anthropic/claude-sonnet-5-5 openai:openai/gpt-6-luna gemini:gemini/gemini-flash-latest \
    ollama:ollama/qwen3; do
    wire=${pair%%:*} model=${pair#*:}
    { stream "$wire" "$reply" "cut-after 1100"; stream "$wire" "$reply"; } >script
    serve script
    rm -f run.jsonl
    ask "make it neat" --model "$model" --record run.jsonl
    check "$wire, recorded: the drawing" same got.svg want.svg
    check "$wire, recorded: two requests" is "$(requests)" 2
    check "$wire, recorded: for its owner alone" is "$(stat -c %a run.jsonl)" 600
    check "$wire, recorded: no key" lacks "$key" run.jsonl
    check "$wire, recorded: no pictures" json run.jsonl 'len(open("run.jsonl").read()) < 200000'
    kill "${servers[-1]}"
    ask "make it neat" --model replay:run.jsonl
    check "$wire, replayed: exit" exits 0
    check "$wire, replayed: the same drawing" same got.svg want.svg
    check "$wire, replayed: what went wrong is told again" matches 'broke off' err
    ask "make it tidy" --model replay+strict:run.jsonl
    check "$wire, replayed: strictly, other words aren't answered" exits 4
done
ask "make it neat" --model offline --record run.jsonl
check "a recording isn't written over" exits 1
check "a recording isn't written over: said" one_line 'run.jsonl'
rm run.jsonl
ask "move login 5 right" --record run.jsonl
cp got.svg offline.svg
ask "move login 5 right" --model replay:run.jsonl
check "offline, replayed" same got.svg offline.svg
head -c 300 run.jsonl >cut.jsonl
ask "move login 5 right" --model replay:cut.jsonl
check "a recording that is cut off" [ "$code" -ne 0 ]
check "a recording that is cut off: no drawing" absent got.svg

# --- what goes wrong ----------------------------------------------------------------------------------
fault() { # STATUS BODY
    printf 'answer POST /v1/messages\nstatus %s\nheader content-type: application/json\nbody %s\n' "$1" "$2" >script
    serve script
    ask "make it neat" --model anthropic/claude-sonnet-5-5
}
fault "401 Unauthorized" '{"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}}'
check "401: exit" exits 4
check "401: what to do" matches 'ANTHROPIC_API_KEY.*fairy config set anthropic.key' err
check "401: no drawing" absent got.svg
check "401: asked once" is "$(requests)" 1
fault "404 Not Found" '{"type":"error","error":{"type":"not_found_error","message":"model: claude-sonnet-5-5"}}'
check "404: what to do" matches 'fairy models --check' err
fault "413 Payload Too Large" '<html><body><h1>413</h1></body></html>'
check "413 in HTML" exits 4
fault "200 OK" '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}'
check "200 with an error: exit" exits 4
check "200 with an error: tried again" is "$(requests)" 4

{ printf 'answer POST /v1/messages\nstatus 429 Too Many\nheader content-type: application/json\nheader retry-after: 0\nbody {}\n'; stream anthropic "$reply"; } >script
serve script
ask "make it neat" --model anthropic/claude-sonnet-5-5
check "429, then an answer: exit" exits 0
check "429, then an answer: the drawing" same got.svg want.svg
check "429, then an answer: said" matches 'going on' err
{ stream anthropic "$reply" "cut-after 1900"; stream anthropic "$reply"; } >script
serve script
ask "make it neat" --model anthropic/claude-sonnet-5-5 --events
check "cut off, then everything again: exit" exits 0
check "cut off, then everything again: nothing twice" same got.svg want.svg
check "cut off: events tell it" json out '[e["event"] for e in d].count("wait") == 1 and [e for e in d if e["event"] == "wait"][0]["fault"] == "cut"'
check "cut off: usage of each request" json out 'len([e for e in d if e["event"] == "answered"]) == 2 and all("usage" in e for e in d if e["event"] == "answered")'
check "cut off: actions are told once" json out 'len([e for e in d if e["event"] == "action"]) == 4'

run ask flow.svg x --model anthropic/claude-sonnet-5-5 -o got.svg --no-web </dev/null
unset ANTHROPIC_API_KEY
ask x --model anthropic/claude-sonnet-5-5
check "no key: exit" exits 4
check "no key: what to do" one_line 'set ANTHROPIC_API_KEY.*fairy config set anthropic.key'
export ANTHROPIC_API_KEY=$key
ask x --model nobody/model
check "no such provider" exits 2
check "no such provider: what there is" one_line 'offline'

# --- limits -------------------------------------------------------------------------------------------
stream anthropic "$reply" "cut-after 1900" >script
serve script
ask x --model anthropic/claude-sonnet-5-5 --max-requests 1
check "--max-requests: exit" exits 5
check "--max-requests: what was finished is written" [ -e got.svg ]
check "--max-requests: which option" matches 'max-requests' err
ask x --model anthropic/claude-sonnet-5-5 --max-tokens 500
check "--max-tokens: exit" exits 5
check "--max-tokens: nothing was sent" is "$(requests)" 1
printf 'answer POST /v1/messages\nsilence\n' >script
serve script
ask x --model anthropic/claude-sonnet-5-5 --timeout 0.3
check "--timeout: exit" exits 5
for value in 0 -1 x 1.5; do
    ask x --max-requests "$value"
    check "--max-requests $value" exits 2
done
ask x --max-cost -1
check "--max-cost -1" exits 2

# --- a default model ----------------------------------------------------------------------------------
stream openai "$reply" >script
serve script
FAIRIES_MODEL=openai/gpt-6-luna ask x
check "FAIRIES_MODEL" same got.svg want.svg
ask "move login 5 right" --no-session
check "offline is the default" matches '^move|^offset' err

# --- a key is never seen ------------------------------------------------------------------------------
printf 'answer POST /v1/messages\nhang\n' >script
serve script
"$fairy" ask flow.svg x --model anthropic/claude-sonnet-5-5 --timeout 2 -v -o got.svg >out 2>err &
asking=$!
for _ in $(seq 50); do
    [ -s requests.json ] || sleep 0.05
done
ps -ww -eo args >ps.txt
check "the request was sent with it" matches "$key" requests.json
check "ps doesn't show it" lacks "$key" ps.txt
check "nor does any child's environment" lacks "$key" <(pgrep -P "$asking" | while read -r child; do tr '\0' '\n' <"/proc/$child/environ"; done 2>/dev/null)
wait "$asking"
for answer in '401 Unauthorized' '400 Bad Request' '500 Oops'; do
    fault "$answer" "{\"error\":{\"type\":\"x\",\"message\":\"your key $key is odd\"}}"
    cat out err >>seen.txt
    ask x --model anthropic/claude-sonnet-5-5 --events -v
    cat out err >>seen.txt
done
# A key that looks like nothing known, and one for plain http to elsewhere.
odd=weird.$RANDOM.secret
ANTHROPIC_API_KEY=$odd
fault "401 Unauthorized" "{\"type\":\"error\",\"error\":{\"type\":\"authentication_error\",\"message\":\"no such key: $odd\"}}"
check "a key of any form is hidden" lacks "$odd" err
ANTHROPIC_BASE_URL=http://192.0.2.1 ask x --model anthropic/claude-sonnet-5-5 --timeout 2
check "a key isn't sent over plain http to elsewhere" exits 4
check "a key isn't sent over plain http to elsewhere: told in a line" one_line 'http'
ANTHROPIC_API_KEY=$key
check "errors don't tell it, though servers do" lacks "$key" seen.txt
check "the journal doesn't have it" lacks "$key" <(strings -a "$XDG_STATE_HOME"/fairies/* 2>/dev/null)
finish
