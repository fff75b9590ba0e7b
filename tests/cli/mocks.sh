#!/bin/bash
# `fairy ask` against servers that others wrote: @copilotkit/aimock speaks four dialects, @dwmkerr/mock-llm one, its own way.
# Skipped, saying so, where npm can't bring them.
# shellcheck source=support/lib.sh
. "$(dirname "$0")/support/lib.sh"

modules=$(dirname "$fairy")/../tests/node_modules
# installed NAME VERSION
installed() {
    [ -d "$modules/$1" ] || npm install --silent --no-audit --no-fund --ignore-scripts --prefix "${modules%/node_modules}" "$1@$2" >/dev/null 2>&1
    [ -d "$modules/$1" ]
}
if ! command -v npm >/dev/null || ! installed @copilotkit/aimock 1.43.0 || ! installed @dwmkerr/mock-llm 0.1.29; then
    echo "skipped: the servers aren't here, and npm can't bring them"
    exit 77
fi

servers=()
trap 'kill "${servers[@]}" 2>/dev/null; chmod -R u+w "$work" "$XDG_STATE_HOME" 2>/dev/null; rm -rf "$work" "$XDG_STATE_HOME"' EXIT
free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
# shellcheck disable=SC2317 # called by check
await() { # URL: until it answers
    for _ in $(seq 100); do
        curl -s -o /dev/null --noproxy '*' "$1" && return
        sleep 0.1
    done
    false
}
export ANTHROPIC_API_KEY=sk-x OPENAI_API_KEY=sk-x GEMINI_API_KEY=sk-x HOST=127.0.0.1

# --- aimock -------------------------------------------------------------------------------------------
flow >flow.svg
python3 - <<'END'
import json
actions = [{"_type": "message", "text": 'Grüße "🦙" \\ '}, {"_type": "move", "shapeId": "login", "x": 40, "y": 30},
           {"_type": "offset", "shapeIds": ["db"], "dx": 10, "dy": 0},
           {"_type": "create", "shape": {"_type": "ellipse", "shapeId": "new", "x": 200, "y": 200, "w": 90, "h": 50, "text": "Neu"}},
           {"_type": "connect", "fromId": "login", "toId": "new", "text": "ja"}]
reply = json.dumps({"actions": actions}, ensure_ascii=False)
open("reply.json", "w").write(reply)
usage = {"prompt_tokens": 1500, "completion_tokens": 89, "input_tokens": 1500, "output_tokens": 89}
def fixture(words, **rest):
    return {"match": {"userMessage": words}, **rest}
def error(status, kind):
    return {"error": {"message": "made to fail", "type": kind}, "status": status}
json.dump({"fixtures": [
    fixture("neat", response={"reasoning": "Let me see {", "content": reply, "usage": usage}, chunkSize=12, latency=1),
    fixture("slowly", response={"content": reply}, chunkSize=40, streamingProfile={"ttft": 400, "tps": 100, "jitter": 0.3}),
    fixture("rate", response=error(429, "rate_limit_error")),
    fixture("overloaded", response=error(529, "overloaded_error")),
    fixture("broken", response=error(500, "api_error")),
    fixture("forbidden", response=error(403, "permission_error")),
    fixture("wrong", response=error(400, "invalid_request_error")),
    # cut once: what follows a cut answer is asked for in other words
    fixture("cut off after action", response={"content": reply}, chunkSize=12),
    fixture("truncated", response={"content": reply}, chunkSize=12, latency=3, truncateAfterChunks=14),
    fixture("disconnected", response={"content": reply}, chunkSize=12, latency=20, disconnectAfterMs=320),
    fixture("endless", response={"content": reply[:200], "finishReason": "length"}, chunkSize=12),
]}, open("fixtures.json", "w"), ensure_ascii=False)
END
port=$(free_port)
node "$modules/@copilotkit/aimock/dist/cli.js" -p "$port" -h 127.0.0.1 -f ./fixtures.json --strict >aimock.log 2>&1 &
servers+=($!)
base=http://127.0.0.1:$port
export ANTHROPIC_BASE_URL=$base OPENAI_BASE_URL=$base/v1 GOOGLE_GEMINI_BASE_URL=$base OLLAMA_HOST=127.0.0.1:$port
check "aimock is there" await "$base/v1/models"

models="anthropic/claude-sonnet-5-5 openai/gpt-6-luna gemini/gemini-flash-latest ollama/qwen3 ollama-openai/qwen3 custom/any"
run config set custom.base-url "$base/v1"
run config set ollama-openai.base-url "$base/v1"
# shellcheck disable=SC2317 # check calls it
ended() { exits 4 || exits 5; }
ask() {
    rm -rf got.svg "${XDG_STATE_HOME:?}"/* # else what is asked holds what was asked before, which has an answer of its own
    run ask "$@" -o got.svg
}
real=(flow.svg "$fixtures/demo.svg" /usr/share/doc/linux-doc*/html/_images/*.svg)
real=("${real[@]:0:6}")
for drawing in "${real[@]}"; do
    [ -e "$drawing" ] || continue
    run apply "$drawing" reply.json -o want.svg
    expected=$code
    for model in $models; do
        ask "$drawing" "make it neat" --model "$model"
        check "$(basename "$drawing"), $model: exit" exits "$expected"
        check "$(basename "$drawing"), $model: the same drawing" same got.svg want.svg
    done
done
run apply flow.svg reply.json -o want.svg
for model in anthropic/claude-sonnet-5-5 openai/gpt-6-luna gemini/gemini-flash-latest; do
    ask flow.svg "slowly" --model "$model"
    check "$model, slowly" same got.svg want.svg
    for what in truncated disconnected endless; do
        ask flow.svg "$what" --model "$model"
        check "$model, $what: goes on" exits 0
        check "$model, $what: nothing twice, nothing lost" same got.svg want.svg
    done
    # Where it says for how long that is waited out, and only the run's own time ends it; else it is tried four times.
    for what in rate overloaded broken; do
        ask flow.svg "$what" --model "$model" --timeout 3
        check "$model, $what: exit" ended
        check "$model, $what: it was waited" matches 'trying again in' err
    done
    for what in forbidden wrong; do
        ask flow.svg "$what" --model "$model"
        check "$model, $what: exit" exits 4
        check "$model, $what: asked once, told in a line" one_line "made to fail"
    done
done

# Half of all answers are dropped, cut or made wrong: a run ends well, or says why.
curl -s -o /dev/null -X POST "$base/__aimock/chaos" -d '{"dropRate":0.2,"malformedRate":0.1,"disconnectRate":0.2}'
for i in $(seq 12); do
    ask flow.svg "make it neat" --model openai/gpt-6-luna
    case $code in
    0) check "chaos $i: whole" same got.svg want.svg ;;
    4) check "chaos $i: nothing written" absent got.svg ;;
    *) check "chaos $i: exit $code" false ;;
    esac
done

# --- mock-llm -----------------------------------------------------------------------------------------
port=$(free_port)
python3 - <<'END'
import json
reply = open("reply.json").read()
body = {"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "m",
        "choices": [{"index": 0, "message": {"role": "assistant", "content": reply}, "finish_reason": "stop"}]}
rules = [{"path": "/v1/chat/completions", "match": "@", "response": {"status": 200, "content": json.dumps(body)}},
         {"path": "/v1/chat/completions", "match": "contains(to_string(body.messages), 'forbidden')",
          "response": {"status": 401, "content": json.dumps({"error": {"message": "bad key", "type": "invalid_request_error", "code": "invalid_api_key"}})}}]
json.dump({"streaming": {"chunkSize": 9, "chunkIntervalMs": 1}, "rules": rules}, open("rules.yaml", "w"))
END
PORT=$port node "$modules/@dwmkerr/mock-llm/dist/main.js" --config rules.yaml >mock.log 2>&1 &
servers+=($!)
export OPENAI_BASE_URL=http://127.0.0.1:$port/v1
check "mock-llm is there" await "http://127.0.0.1:$port/health"
ask flow.svg "make it neat" --model openai/gpt-6-luna
check "mock-llm: exit" exits 0
check "mock-llm: the same drawing" same got.svg want.svg
ask flow.svg "forbidden" --model openai/gpt-6-luna
check "mock-llm: a wrong key" exits 4
check "mock-llm: what to do" one_line "OPENAI_API_KEY"
finish
