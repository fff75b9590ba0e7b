# shellcheck shell=bash disable=SC2034,SC2154
# Behind server.sh, for tests that stop a run at its work.
model=openai/gpt-6-luna

# hangs REPLY: an answer that is begun, and nothing more comes.
hangs() {
    stream openai "$1" | grep -v -e '"finish_reason": "stop"' -e '"choices": \[\]' -e 'DONE'
    echo hang
}
# Until a command succeeds: half a minute, for a machine that has much else to do.
until_true() {
    for _ in $(seq 1500); do
        "$@" 2>/dev/null && return
        sleep 0.02
    done
    check "waited for: $*" false
}
# waits PATTERN FILE: until it is there.
waits() { until_true grep -qE -- "$1" "$2"; }
was_asked() { [ "$(requests)" -ge "$1" ]; }
# asked N: until the server was asked N times.
asked() { until_true was_asked "$1"; }
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
