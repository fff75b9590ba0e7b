#!/bin/bash
# What a run may cost, against servers that write more than they are asked for, and what models cost.
# shellcheck source=support/lib.sh
. "$(dirname "$0")/support/lib.sh"
# shellcheck source=support/server.sh
. "$fixtures/../cli/support/server.sh"

ask() { # WORDS OPTION…: the drawing goes to got.svg
    rm -f got.svg
    run ask flow.svg "$@" -o got.svg --no-session
}
# runaway WIRE KIND TIMES: a server whose answer doesn't end
runaway() {
    python3 -B "$support/runaway.py" "$@" >script
    serve script
}
model_of() {
    case $1 in
    anthropic) echo anthropic/claude-sonnet-5-5 ;;
    openai) echo openai/gpt-6-luna ;;
    gemini) echo gemini/gemini-3.8-flash ;;
    ollama) echo ollama/qwen3 ;;
    esac
}
# Of all answers: spent LEAST MOST EXPRESSION, with u = the usage and c = the cost of one.
# shellcheck disable=SC2317 # check calls it
spent() {
    json out "$1 <= sum($3 for u, c in [(e['usage'], e['cost']) for e in d if e['event'] == 'answered']) <= $2"
}
tokens='u["input"] + u["cacheRead"] + u["cacheWrite"] + u["output"]'

flow >flow.svg
echo "$move" >move.json
run apply flow.svg move.json -o want.svg
check "the action before the end" exits 0

# --- a stream that doesn't end stops at its budget ------------------------------------------------------
# What else a model writes is counted in unit/wire_spent.c; KINDS="text thinking call" has it all streamed here, too.
for wire in anthropic openai gemini ollama; do
    for kind in ${KINDS:-text}; do
        runaway "$wire" "$kind" 15000
        ask x --model "$(model_of "$wire")" --max-tokens 30000 --events
        check "$wire, endless $kind, tokens: exit" exits 5
        check "$wire, endless $kind, tokens: within 2 %" spent 29400 30600 "$tokens"
        check "$wire, endless $kind, tokens: marked as an estimate" matches '"estimated":true' out
        check "$wire, endless $kind, tokens: how to raise it" matches '"error":"the budget of 30,000 tokens is used up, and the answer was stopped; --max-tokens raises it"' out
        check "$wire, endless $kind, tokens: asked once" is "$(requests)" 1
    done
done
# Each at the price of Anthropic's, as a person says it.
mkdir -p "$XDG_CONFIG_HOME/fairies"
settings=$XDG_CONFIG_HOME/fairies/config.ini
printf '[%s]\nprice.%s = 2,10\n' openai gpt-6-luna gemini gemini-3.8-flash ollama qwen3 >"$settings"
for wire in anthropic openai gemini ollama; do
    runaway "$wire" text 15000
    ask x --model "$(model_of "$wire")" --max-cost 0.15 --events
    check "$wire, endless, dollars: exit" exits 5
    check "$wire, endless, dollars: within 2 %" spent 0.147 0.153 c
    check "$wire, endless, dollars: what was finished is written, and nothing else" same got.svg want.svg
    check "$wire, endless, dollars: said" matches '"error":"the budget of [$]0.15 is used up, and the answer was stopped; --max-cost raises it"' out
done
rm "$settings"
runaway anthropic thinking 30000
ask x --model anthropic/claude-sonnet-5-5 --events
check "nobody set anything: exit" exits 5
check "nobody set anything: a dollar" spent 0.98 1.02 c

# A run that was stopped, again: the same drawing, the same end.
runaway gemini text 15000
rm -f run.jsonl
ask x --model gemini/gemini-3.8-flash --max-tokens 30000 --record run.jsonl
cp got.svg stopped.svg
head -n -1 err | tail -n 1 >spent.txt
kill "${servers[-1]}"
ask x --model replay+strict:run.jsonl --max-tokens 30000
check "replayed: exit" exits 5
check "replayed: the drawing" same got.svg stopped.svg
check "replayed: what it came to" is "$(head -n -1 err | tail -n 1)" "$(cat spent.txt)"

# --- what is set aside ----------------------------------------------------------------------------------
reply='{"actions":[{"_type":"message","text":"done"}]}'
stream anthropic "$reply" >script
serve script
ask x --model anthropic/claude-sonnet-5-5 --max-cost 0.05 --events
check "less money: exit" exits 0
check "less money: a shorter answer is asked for" json requests.json '2000 <= json.loads(d["body"])["max_tokens"] < 5000'
check "whole: it cost what the provider said" spent 0.003319 0.003321 c
check "whole: nothing is estimated" json out 'not any(e["usage"]["estimated"] for e in d if e["event"] == "answered")'
ask x --model anthropic/claude-sonnet-5-5 --max-cost 0.02
check "too little for any answer: exit" exits 5
check "too little for any answer: said" matches 'budget of [$]0.02 is too small for another request.*--max-cost raises it' err

# --- models we name have a price ------------------------------------------------------------------------
project=$fixtures/../..
cat "$project/README.md" "$project"/plugin/cli/*.c "$project"/plugin/man/*.scd >said.txt
named=$(grep -oE '(anthropic|openai|gemini|mistral|groq|deepseek|openrouter|azure)/[a-z][a-z0-9./-]*[a-z0-9]' said.txt | sort -u)
check "there are some" [ -n "$named" ]
for model in $named; do
    stream "${model%%/*}" "$reply" >script
    serve script
    ask x --model "$model"
    check "$model: exit, with what holds when nothing is set" exits 0
    check "$model: what it costs is known" lacks "isn't known" err
done
# The help's own example, as it stands there.
stream anthropic "$reply" >script
serve script
example=$("$fairy" ask --help | grep -E '^ *fairy ask .*--max-cost')
check "the help's example names a limit" [ -n "$example" ]
eval "run ${example#*fairy} -o got.svg --no-session"
check "the help's example: exit" exits 0

# --- a price that nobody knows --------------------------------------------------------------------------
unknown=anthropic/claude-sonnet-9
ask x --model "$unknown"
check "unknown: exit" exits 0
check "unknown: said once, and how to say it" is "$(grep -c '^fairy: what claude-sonnet-9 costs isn.t known, so it is counted as the dearest that is ([$]15.00 read, [$]75.00 written per million tokens); "fairy config set anthropic.price.claude-sonnet-9 INPUT,OUTPUT" says it$' err)" 1
check "unknown: counted as the provider's dearest" matches '^1,589 tokens, [$]0.03 at the dearest price known$' err
runaway anthropic thinking 15000
ask x --model "$unknown" --events
check "unknown, endless: exit" exits 5
check "unknown, endless: the dollar holds" spent 0.98 1.02 c
check "unknown, endless: marked" matches '"event":"answered".*"priceUnknown":true' out
# Of a provider of which nothing is known: the dearest of all.
stream openai "$reply" >script
serve script
FAIRIES_CUSTOM_BASE_URL=$OPENAI_BASE_URL ask x --model custom/mine --events
check "a server of one's own: exit" exits 0
check "a server of one's own: the dearest of all" spent 0.029174 0.029176 c

# --- what a person says ---------------------------------------------------------------------------------
"$fairy" config set custom.price.mine 1,2,0.5
FAIRIES_CUSTOM_BASE_URL=$OPENAI_BASE_URL ask x --model custom/mine
check "one's own price: with the cache" matches '^1,589 tokens, about [$]0.0015$' err
run config
check "one's own price is listed" matches 'custom.price.mine.* 1,2,0.5' out
run config set custom.price.mine cheap
check "no price: exit" exits 2
check "no price: what would be one" one_line 'INPUT,OUTPUT'
finish
