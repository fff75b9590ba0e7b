#!/bin/bash
# Which models there are: what is set up, what runs on this machine, and what providers say when they are asked.
# shellcheck source=support/lib.sh
. "$(dirname "$0")/support/lib.sh"

support=$fixtures/../cli/support
key=sk-test-4f1d2c3b5a697887
run() {
    code=0
    "$fairy" "$@" >out 2>err </dev/null || code=$?
    cat out err >>"$work/seen"
}
python3 "$support/models.py" port log &
server=$!
trap 'kill $server; rm -rf "$work" "$XDG_STATE_HOME" "$XDG_CONFIG_HOME"' EXIT
for _ in $(seq 200); do
    [ -s port ] && break
    sleep 0.05
done
base=http://127.0.0.1:$(cat port)

# --- what is set up -----------------------------------------------------------------------------------
# Whatever runs on the usual ports of this machine isn't asked.
for provider in ollama ollama-openai llamacpp vllm lmstudio; do
    "$fairy" config "$provider.base-url" "http://127.0.0.1:9"
done
run models
check "exit" exits 0
check "nothing on stderr" lines 0 err
check "offline is the default" matches '^\* offline ' out
check "what is missing" matches '^  openai +no key: set OPENAI_API_KEY, or run "fairy config set openai.key"' out
check "no address" matches '^  custom +.* needs its address: run "fairy config set custom.base-url' out
check "a server that doesn't run" matches "^  ollama +isn't running at " out
ANTHROPIC_API_KEY=$key run models anthropic
check "a key: its variable, and an example" matches '^  anthropic +ANTHROPIC_API_KEY; for example anthropic/[a-z]' out
check "what the example costs" matches 'anthropic/claude-sonnet-5-5 \([$]2.00 read, [$]10.00 written per million tokens\); is sent no schema$' out
check "only those that were named" lines 1 out
FAIRIES_MODEL=openai/gpt-6-luna run models
check "the default is marked" matches '^\* openai ' out
check "only that is" is "$(grep -c '^\*' out)" 1
ANTHROPIC_API_KEY=$key run models --json
check "--json" json out '[(p["ready"], p["key"], p["variable"], p["state"]) for p in d if p["provider"] == "anthropic"] == [(True, True, "ANTHROPIC_API_KEY", "unasked")]'
check "--json: what the example costs" json out '[p["prices"] for p in d if p["provider"] == "anthropic"] == [{"claude-sonnet-5-5": {"input": 2, "output": 10, "cacheRead": 0.1, "cacheWrite": 2.5, "known": True, "asOf": "2026-11"}}]'
check "--json: every example has a price" json out 'all(price["known"] for p in d for price in p.get("prices", {}).values())'
check "--json: offline" json out 'd[0] == {"provider": "offline", "ready": True, "default": "offline"}'
OPENAI_API_KEY="two words" run models openai
check "what is no key" matches 'OPENAI_API_KEY holds no key' out
run models nobody
check "an unknown provider: exit" exits 2
check "an unknown provider: one line" one_line '"nobody"'
run models --check
check "nobody to ask: exit" exits 4
"$fairy" config ollama.base-url http://192.0.2.7:11434
run models ollama
check "a server elsewhere isn't asked" matches '^  ollama +no key needed; at http://192.0.2.7:11434' out

# --- servers on this machine ---------------------------------------------------------------------------
# found PROVIDER PATH: with its address there
found() {
    "$fairy" config "$1.base-url" "$base$2"
    LM_API_TOKEN=$key VLLM_API_KEY=$key LLAMA_API_KEY=$key OLLAMA_API_KEY=$key run models "$1"
}
"$fairy" config unset ollama.base-url
OLLAMA_HOST=127.0.0.1:$(cat port) FAIRIES_MODEL=ollama/llama3.2:3b run models ollama
check "Ollama, where its variable says" matches '^\* ollama +answers at .*: 1 model$' out
check "its models, the default marked" matches '^\*     ollama/llama3.2:3b$' out
check "a name that would do something to a terminal is no name" lines 2 out
found llamacpp /llama/v1
check "llama.cpp" matches '^      llamacpp/alpha-1$' out
found vllm /page
check "another program at that port" matches "^  vllm +isn't running at " out
found lmstudio /locked
check "one that wants a key" matches '^  lmstudio +runs, and wants a key: "fairy models --check lmstudio"' out
found lmstudio /slow
check "one that is slow isn't waited for" matches "^  lmstudio +isn't running" out
start=$(date +%s%N)
run models lmstudio
check "for long" test $((($(date +%s%N) - start) / 1000000)) -lt 3000
check "no key was told to any of them" lacks "$key" log
"$fairy" config unset vllm.base-url
"$fairy" config unset lmstudio.base-url

# --- asking ---------------------------------------------------------------------------------------------
# asks PROVIDER PATH: with a key
asks() {
    "$fairy" config "$1.base-url" "$base$2"
    ANTHROPIC_API_KEY=$key OPENAI_API_KEY=$key GEMINI_API_KEY=$key GROQ_API_KEY=$key LM_API_TOKEN=$key run models --check "$1"
}
asks anthropic /anthropic
check "Anthropic: exit" exits 0
check "Anthropic: its models, in order" is "$(tail -n 2 out | sed 's/  price.*//' | tr -d '\n')" "      anthropic/alpha-1      anthropic/beta-2"
check "Anthropic: what nobody knows the price of" matches '^      anthropic/alpha-1  price unknown, counted as [$]15.00 read, [$]75.00 written per million tokens$' out
check "Anthropic: the headers" matches "^/anthropic/v1/models\\?limit=1000 .*'anthropic-version', '2023-06-01'.*'x-api-key', '$key'" log
asks openai /openai
check "OpenAI" matches '^      openai/alpha-1  ' out
check "OpenAI: the headers" matches "^/openai/models .*'authorization', 'Bearer $key'" log
asks gemini /gemini
check "Gemini: those that can write" matches 'gemini/gemini-x  ' out
check "Gemini: no others" lacks embedding out
check "Gemini: the headers" matches "'x-goog-api-key', '$key'" log
asks lmstudio /llama/v1
check "a local server is told its key" matches "^/llama/v1/models .*Bearer $key" log
asks groq /locked
check "a wrong key: exit" exits 4
check "a wrong key: what to do" matches 'fairy config set groq.key' out
asks groq /broken
check "a server's own fault: exit" exits 4
check "a server's own fault: what it says" matches 'out of order' out
for path in /page /nothing; do
    asks groq "$path"
    check "no list at $path: exit" exits 4
    check "no list at $path: what to do" matches 'no list of models there; look at groq.base-url' out
done
for path in /elsewhere /large; do
    asks groq "$path"
    check "$path: exit" exits 4
    check "$path: a line" lines 1 out
done
run models --check groq
check "no key: exit" exits 4
check "no key: what to do" matches 'set GROQ_API_KEY or run "fairy config set groq.key"' out
asks groq /openai
ANTHROPIC_API_KEY=$key GROQ_API_KEY=$key run models --check --json
check "--check: all that are set up" json out '{p["provider"]: p["models"] for p in d if p["state"] == "answered"}.keys() >= {"anthropic", "groq", "llamacpp", "lmstudio"}'
check "--check: the others are left out" json out '"openai" not in [p["provider"] for p in d]'
check "--check: a server somebody named, and that doesn't run" json out '[p["state"] for p in d if p["provider"] == "ollama-openai"] == ["fault"]'
GROQ_API_KEY=$key run config groq.base-url http://gateway.example
check "a key doesn't go over plain http" is "$("$fairy" config groq.base-url)" "$base/openai"
GEMINI_API_KEY=$key GOOGLE_GEMINI_BASE_URL=http://192.0.2.7 run models --check gemini
check "nor to an address of the environment: exit" exits 4

check "no key was printed" lacks "$key" seen
check "nor a part of it" lacks '4f1d2c3b' seen
check "something was" test -s seen
finish
