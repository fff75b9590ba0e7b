# shellcheck shell=bash disable=SC2034,SC2154
# Behind server.sh, for tests that stop a run at its work.
model=openai/gpt-6-luna

# hangs REPLY: an answer that is begun, and nothing more comes.
hangs() {
    stream openai "$1" | grep -v -e '"finish_reason": "stop"' -e '"choices": \[\]' -e 'DONE'
    echo hang
}
# waits PATTERN FILE: until it is there.
waits() {
    for _ in $(seq 400); do
        grep -qE -- "$1" "$2" 2>/dev/null && return
        sleep 0.02
    done
    echo "        no $1 in $2"
}
# start FILE OPTION…: asks in the background: $asking, files `out` and `err`.
start() {
    rm -f out err
    "$fairy" ask "$1" "make it neat" --model $model "${@:2}" >out 2>err </dev/null &
    asking=$!
}
# stop SIGNAL: sends it, and waits: $code.
stop() {
    kill "-$1" "$asking"
    code=0
    wait "$asking" 2>/dev/null || code=$?
}
