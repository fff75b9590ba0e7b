# shellcheck shell=bash disable=SC2034,SC2154
# Behind lib.sh, for tests whose models are at the end of a wire: a server on this machine that answers byte for byte what
# a script says.
support=$fixtures/../cli/support
server=${TEST_SERVER:-$(dirname "$fairy")/../tests/test-server}
servers=()
trap 'kill "${servers[@]}" 2>/dev/null; chmod -R u+w "$work" "$XDG_STATE_HOME" 2>/dev/null; rm -rf "$work" "$XDG_STATE_HOME" "$XDG_CONFIG_HOME"' EXIT
key=sk-test-a1b2c3d4e5f6
export ANTHROPIC_API_KEY=$key OPENAI_API_KEY=$key GEMINI_API_KEY=$key

# serve SCRIPT: every provider's address is the server's; what it is asked is a line each in requests.json.
serve() {
    rm -f requests.json
    mkfifo port.$$
    "$server" "$1" requests.json >port.$$ &
    servers+=($!)
    read -r port <port.$$
    rm port.$$
    export ANTHROPIC_BASE_URL=http://127.0.0.1:$port OPENAI_BASE_URL=http://127.0.0.1:$port/v1
    export GOOGLE_GEMINI_BASE_URL=http://127.0.0.1:$port OLLAMA_HOST=127.0.0.1:$port
}
# stream WIRE REPLY [STEP…]: an answer, as a script.
stream() { python3 -B "$support/stream.py" "$@"; }
requests() { wc -l <requests.json; }
