#!/bin/bash
# `fairy batch`: which drawings, where they go, what is told; stopped, killed, resumed, taken back; what it may cost.
# KILLS=50 has it killed so often; TEST_SEED says when.
# shellcheck source=support/lib.sh
. "$(dirname "$0")/support/lib.sh"
servers=()
trap 'kill "${servers[@]}" 2>/dev/null; chmod -R u+w "$work" 2>/dev/null; rm -rf "$work" "$XDG_STATE_HOME" "$XDG_CONFIG_HOME" "$XDG_CACHE_HOME"' EXIT
kills=${KILLS:-3}
RANDOM=${TEST_SEED:-$$}
echo "TEST_SEED=${TEST_SEED:-$$}"

echo "$move" >move.json
echo '{"actions":[{"_type":"message","text":"Nothing to do."}]}' >nothing.json
# many FOLDER N: drawings that differ, in a tree.
many() {
    local i
    for i in $(seq "$2"); do
        mkdir -p "$1/d$((i % 7))"
        flow | sed "s/y=\"180\"/y=\"$((100 + i))\"/" >"$1/d$((i % 7))/f$i.svg"
    done
}
# tree FOLDER: its drawings, sorted.
tree() { (cd "$1" && find . -name '*.svg' -o -name '*.svgz' | sort); }
# shellcheck disable=SC2317 # called by check
# rows FILE EXPRESSION: of results.jsonl; s = how many there are of each state.
rows() {
    python3 -c 'import collections, json, sys
d = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
s = collections.Counter(row["state"] for row in d)
k = collections.Counter(row.get("skipped") for row in d)
sys.exit(not eval(sys.argv[2]))' "$1" "$2"
}
# shellcheck disable=SC2317 # called by check
# alike A B: the same drawings with the same bytes in both folders.
alike() { diff -r -x '*.jsonl' -x '*.html' -x 'fairy-batch*' "$1" "$2" >difference || { head -n 5 difference; false; }; }

# --- a tree ------------------------------------------------------------------------------------------
many figures 12
flow | gzip -nc >figures/packed.svgz
flow >figures/twin.svg
cp figures/twin.svg figures/d1/copy.svg
echo '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>' >figures/empty.svg
echo 'no drawing' >figures/broken.svg
echo 'a note' >figures/notes.txt
cp -r figures before
run batch --actions move.json figures --out made
check "tree: exit" exits 3
check "tree: inputs stay" alike figures before
tree figures | grep -v broken >want
tree made >got
check "tree: kept" same want got
check "tree: each once" rows made/results.jsonl 'len(d) == 17 and len({r["file"] for r in d}) == 17'
check "tree: states" rows made/results.jsonl 's == {"done": 14, "skipped": 1, "partly": 1, "failed": 1} or s == {"done": 13, "skipped": 2, "partly": 1, "failed": 1}'
check "tree: why one failed" rows made/results.jsonl '[r["reason"][:7] for r in d if r["file"] == "figures/broken.svg"] == ["line 1:"]'
check "tree: outputs are there" rows made/results.jsonl 'all(__import__("os").path.isfile(r["output"]) == (r["state"] != "failed") if "output" in r else r["state"] == "failed" for r in d)'
run apply figures/d3/f3.svg move.json -o one.svg --no-session
check "tree: as apply does it" same made/d3/f3.svg one.svg
run apply figures/packed.svgz move.json -o one.svgz --no-session
check "tree: packed as apply does it" same made/packed.svgz one.svgz
check "tree: what has the same bytes has the same result" same made/twin.svg made/d1/copy.svg
check "tree: nothing else is left" no_leftovers made d0 d1 d2 d3 d4 d5 d6 empty.svg fairy-batch.db packed.svgz report.html results.jsonl twin.svg
# The page has the same rows, and its pictures are where it says.
python3 - >rows.json <<'PAGE'
import json, os, re, urllib.parse
page = open("made/report.html", encoding="utf-8").read()
data = json.loads(re.search(r'id="data">(.*?)</script>', page, re.S).group(1))
there = [os.path.isfile(os.path.join("made", urllib.parse.unquote(f[k]))) for f in data["files"] for k in ("input", "result") if k in f]
print(json.dumps({"n": len(data["files"]), "pictures": len(there), "there": all(there)}))
PAGE
check "tree: the page" json rows.json 'd == {"n": 17, "pictures": 33, "there": True}'
check "tree: no journal" absent "$XDG_STATE_HOME/fairies/journal.db"
run batch --actions nothing.json figures/d1 --out same
check "unchanged: exit" exits 0
check "unchanged: the same bytes" alike figures/d1 same
check "unchanged: told" rows same/results.jsonl 's["unchanged"] + k["duplicate"] == len(d) and s["unchanged"] > 0'
mkdir none && flow | sed 's/180/170/' >none/flow.svg
echo '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect id="a" width="4" height="4" fill="#00f"/></svg>' >none/blue.svg
cp figures/empty.svg none
run batch "make the red circle blue" none --out none-out --json
check "nothing that is meant: exit" exits 0
check "nothing that is meant: unchanged" json out '[r["state"] for r in d[:-1]] == 3 * ["unchanged"] and all("reason" in r for r in d[:-1])'
run batch "gnarf the wobble and make the red circle blue" none --check
check "what isn't understood is another thing: exit" exits 3
run batch --actions move.json figures/d1 --out json --json
check "--json: a line per drawing, then the totals" json out 'd[-1]["exit"] == 0 and d[-1]["drawings"] == len(d) - 1 == d[-1]["done"] and d[-1]["run"] == "json"'

# --- usage -------------------------------------------------------------------------------------------
run batch "move it" figures
check "no place: exit" exits 2
run batch "move it" figures --out out2 -i
check "two places: exit" exits 2
run batch "move it" --out out2
check "no drawings: exit" exits 2
run batch "  " figures --out out2
check "no words: exit" exits 2
run batch --actions move.json figures --out made
check "again: exit" exits 2
check "again: says how to go on" one_line 'resume'
run batch --actions nothing.json figures --out made --resume
check "another run: exit" exits 2
mkdir a b
flow >a/x.svg
flow >b/x.svg
run batch --actions move.json a b --out both
check "clash: exit" exits 2
check "clash: both are named" one_line 'a/x.svg and b/x.svg'
run batch --actions move.json a/x.svg b/x.svg --out both
check "named by their paths they don't clash: exit" exits 0
check "named by their paths they don't clash" test -f both/a/x.svg -a -f both/b/x.svg
run batch --actions move.json figures --out figures
check "onto itself: exit" exits 2
check "onto itself: named" one_line 'would replace'
check "onto itself: nothing is written" alike figures before
mkdir taken
echo mine >taken/x.svg
run batch --actions move.json a --out taken
check "taken: exit" exits 2
check "taken: nothing is written" no_leftovers taken x.svg
for rate in 0 0,0 x "60," 60,1,1; do
    run batch "move it" figures --out out3 --rate "$rate"
    check "--rate $rate: exit" exits 2
done
check "--rate: says what would be right" one_line '60,40000'
run batch "move it" figures --out out3 --model nobody/nothing
check "unknown model: exit" exits 2
check "usage errors leave nothing" absent out3
run batch --actions move.json . --out inside
cp inside/results.jsonl first.jsonl
run batch --actions move.json . --out inside --resume
check "results inside aren't read" rows inside/results.jsonl 'len(d) == len(open("first.jsonl").readlines())'
rm -rf inside

# --- lists --------------------------------------------------------------------------------------------
printf 'a/x.svg\0b\0' | "$fairy" batch --actions move.json - --out listed >out 2>err
check "list on standard input" rows listed/results.jsonl 'len(d) == 2'
echo figures/d1 >list
run batch --actions move.json @list "figures/d[23]/*.svg" --out patterns
check "lists and patterns: exit" exits 0

# --- nothing is written ----------------------------------------------------------------------------------
run batch --actions move.json figures/d1 --check
check "--check: exit" exits 3
run batch --actions nothing.json figures/d1 --check
check "--check, nothing would change: exit" exits 0
run batch "number the boxes" figures --dry-run
check "--dry-run, offline: exit" exits 3
check "--dry-run, offline: costs nothing" matches '[$]0.00' err
OPENAI_API_KEY=sk-test-a1b2c3d4e5f6 run batch "number the boxes" figures/d1 --dry-run --no-picture --model openai/gpt-6-luna
check "--dry-run: exit" exits 0
check "--dry-run: tokens" matches 'about [0-9,]+ tokens to read' err
check "nothing was written" alike figures before
# --check tells where, as lint does, and what lint finds in the drawings as they are.
mkdir ci
flow >ci/flow.svg
sed 's/<\/svg>/<rect id="flat" x="300" y="300" width="0" height="9"\/><\/svg>/' ci/flow.svg >ci/lint.svg
echo '<svg><g></svg>' >ci/broken.svg
"$fairy" lint ci/lint.svg >lints
check "--check: (there is something to find)" test -s lints
run batch --actions move.json ci --check
check "--check: exit" exits 3
check "--check: where it would change, at the first byte that differs" is "$(grep would-change out)" "$(
    for name in flow lint; do
        "$fairy" apply ci/$name.svg move.json -o changed.svg --no-session >/dev/null
        python3 -c 'import os, sys
a, b = (open(name, encoding="utf-8").read() for name in (sys.argv[1], "changed.svg"))
same = os.path.commonprefix([a, b])
print(f"{sys.argv[1]}:{same.count(chr(10)) + 1}:{len(same) - same.rfind(chr(10))}: would-change: 1 action would change it. Fix: Run it with -i, and keep what it wrote.")' ci/$name.svg
    done)"
check "--check: lints" is "$(grep -vE 'would-change|broken' out)" "$(cat lints)"
check "--check: what failed" matches '^ci/broken.svg:1:1: failed: line 1: ' out
run batch --actions nothing.json ci/lint.svg --check
check "--check: a lint alone: exit" exits 3
run batch --actions nothing.json ci/lint.svg --check --format json
check "--check --format json" json out 'd[0]["state"] == "unchanged" and d[0]["findings"] and d[0]["findings"][0]["line"] > 1'
for format in sarif junit github; do
    run batch --actions move.json ci --check --format $format
    check "--check --format $format: exit" exits 3
    check "--check --format $format" matches would-change out
done
run batch --actions move.json ci --out ci-out --format sarif
check "--format without --check: exit" exits 2
rm -r ci

# --- what git says has changed ----------------------------------------------------------------------------
run batch --actions move.json figures --check --changed-since HEAD
check "--changed-since, no repository: exit" exits 2
check "--changed-since, no repository: says so" one_line "isn't in a git repository"
mkdir -p repository/sub
(
    cd repository || exit
    export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
    git init -q
    for name in same committed staged unstaged sub/deep; do flow | sed "s/180/1${#name}1/" >$name.svg; done
    echo 'ignored.svg' >.gitignore
    git add . && git commit -qm one
    echo >>committed.svg && git commit -qam two
    echo >>staged.svg && git add staged.svg
    echo >>unstaged.svg
    echo >>sub/deep.svg && cp same.svg "$(printf 'new\n"\303\244".svg')" && cp same.svg ignored.svg
    rm -f committed-not.svg
)
run batch --actions move.json repository --check --changed-since HEAD~1 --json
check "--changed-since: committed, staged, unstaged, untracked, and nothing else" json out 'sorted(r["file"] for r in d[:-1]) == sorted("repository/" + n for n in ["committed.svg", "staged.svg", "unstaged.svg", "sub/deep.svg", "new\n\"\u00e4\".svg"])'
run batch --actions move.json repository/sub repository/committed.svg --check --changed-since HEAD --json
check "--changed-since HEAD: what was committed is left out" json out '[r["file"] for r in d[:-1]] == ["repository/sub/deep.svg"]'
run batch --actions move.json repository/same.svg --check --changed-since HEAD
check "--changed-since: nothing has changed: exit" exits 0
for rev in nowhere --help 'HEAD:same.svg'; do
    run batch --actions move.json repository --check --changed-since="$rev"
    check "--changed-since $rev: exit" exits 2
    check "--changed-since $rev: says so" one_line 'no revision'
done
PATH=/nowhere run batch --actions move.json repository --check --changed-since HEAD
check "--changed-since without git: exit" exits 2
check "--changed-since without git: says so" one_line "git can't be run"

# --- in place, and back ----------------------------------------------------------------------------------
rm before/broken.svg before/notes.txt
cp -r before place
run batch --actions move.json place -i
check "-i: exit" exits 3
tail -n 1 err | sed -n 's/.*undo \([^"]*\)".*/\1/p' >name
check "-i: as in a folder" alike place made
check "-i: the name is told" test -s name
run undo place/twin.svg
check "-i: one is undone by the journal" same place/twin.svg before/twin.svg
run batch undo "$(cat name)" place/d1/copy.svg
check "undo of one: exit" exits 0
check "undo of one" same place/d1/copy.svg before/d1/copy.svg
run batch undo "$(cat name)" place/nothing.svg
check "undo of what isn't of it: exit" exits 2
run batch undo "$(cat name)"
check "undo: one was undone before: exit" exits 3
check "undo: all are back" alike place before
run batch undo nobody
check "undo of no run: exit" exits 2
echo >>made/twin.svg
run batch undo made
check "undo of a folder: what was changed stays: exit" exits 3
tree made >got
check "undo of a folder: the rest is gone" is "$(cat got)" ./twin.svg

# --- parts -----------------------------------------------------------------------------------------------
many parts 40
for i in 1 2 3; do
    run batch --actions move.json parts --out sharded --shard $i/3
    check "shard $i: exit" exits 0
done
run batch --actions move.json parts --out whole --threads 2
check "shards: all of it, once" is "$(cat sharded/results-*.jsonl | wc -l)" 40
check "shards: the same as one run" alike sharded whole
# alike_rows A B: the same rows, but for the folder that results are in.
# shellcheck disable=SC2317 # called by check
alike_rows() { diff <(sed "s|\"$1/|\"OUT/|" "$1/results.jsonl") <(sed "s|\"$2/|\"OUT/|" "$2/results.jsonl"); }
run batch merge sharded
check "merge of one folder: exit" exits 0
check "merge of one folder: the same rows as one run" alike_rows sharded whole
check "merge of one folder: results stay" alike sharded whole
cp sharded/results.jsonl sharded/report.html .
run batch merge sharded --out sharded
check "merged again: nothing is told" is "$(cat out err)" "40 drawings: 40 done; 0 s"
check "merged again: the same rows" same sharded/results.jsonl results.jsonl
check "merged again: the same page" same sharded/report.html report.html
for i in 1 2 3; do
    run batch --actions move.json parts --out part$i --shard $i/3
done
run batch merge part1 part3 --out merged --json
check "merge, one is missing: exit" exits 3
check "merge, one is missing: which" one_line 'of 3 shards .* missing: 2'
run batch merge part2 --out merged
check "merge of what was missing: exit" exits 0
run batch merge part1 part2 part3 --out merged
check "merge: exit" exits 0
check "merge: the same rows as one run" alike_rows merged whole
check "merge: the same results" alike merged whole
run batch --actions move.json parts --out merged --resume --json
check "merge: it is one run, in which nothing is left to do" json out 'd[-1]["done"] == 40 and all(r["attempts"] == 1 for r in d[:-1])'
echo >>merged/d1/f1.svg
cp merged/d1/f1.svg mine.svg
run batch merge part1 part2 part3 --out merged --json
check "merge: what was changed by hand: exit" exits 3
check "merge: what was changed by hand is named" one_line 'd1/f1.svg is there already'
check "merge: what was changed by hand stays" same merged/d1/f1.svg mine.svg
run batch undo merged
check "undo of what was merged: what was changed by hand stays" is "$(tree merged)" ./d1/f1.svg
check "undo of what was merged: parts stay" is "$(tree part2 | wc -l)" "$(wc -l <part2/results-2-of-3.jsonl)"
run batch merge part1 made --out mixed
check "merge of different runs: exit" exits 2
check "merge of different runs: nothing is written" absent mixed
run batch merge figures --out mixed
check "merge of no run: exit" exits 2
run batch merge part1 part2
check "merge without a place: exit" exits 2
run batch --actions move.json a --out a-made
run batch --actions move.json b --out b-made
run batch merge a-made b-made --out mixed
check "merge, two in one place: exit" exits 2
check "merge, two in one place: both are named" one_line 'a/x.svg and .*b/x.svg'
run batch undo sharded
check "undo of shards that were merged: each is told once" is "$(sort -u out | wc -l) $(wc -l <out)" "40 40"
check "undo of shards that were merged: all are gone" is "$(tree sharded)" ""
run batch --actions move.json parts --out some --sample 7
check "sample: so many" rows some/results.jsonl 's == {"done": 7, "skipped": 33} and k["not-chosen"] == 33'
run batch --actions move.json parts --out some --resume --sample 7
check "sample: the same ones again" rows some/results.jsonl 's["done"] == 7'
run batch --actions move.json parts --out some --resume
check "sample: then the others" alike some whole

# --- a model -------------------------------------------------------------------------------------------------------
export OPENAI_API_KEY=sk-test-a1b2c3d4e5f6
model=openai/gpt-6-luna
mkdir -p "$XDG_CONFIG_HOME/fairies"
printf '[openai]\nprice.gpt-6-luna = 1,10\n' >"$XDG_CONFIG_HOME/fairies/config.ini" # $0.002 a request
# answers SECONDS [REFUSED]
answers() {
    rm -f asked.txt
    mkfifo port.$$
    python3 -B "$fixtures/../cli/support/batch_model.py" "$move" "$@" >port.$$ &
    servers+=($!)
    read -r port <port.$$
    rm port.$$
    export OPENAI_BASE_URL=http://127.0.0.1:$port/v1
}
most() { sort -k2 -n asked.txt | tail -n 1 | cut -d' ' -f2; }

# --- killed ------------------------------------------------------------------------------------------------
# In a folder, in place, and with a model; each at two random moments of the time that it takes, and then resumed.
many lots 300
answers 0.02
kinds=(out place model)
what_model=("move the login" --model "$model" --jobs 8 --no-picture --lint-rounds 0)
# batch_of KIND FOLDER: the words of the command line; what is written is in FOLDER.
batch_of() {
    case $1 in
    out) words=(batch --actions move.json lots --out "$2") ;;
    place) words=(batch --actions move.json "$2" -i --no-web) ;;
    model) words=(batch "${what_model[@]}" lots --out "$2") ;;
    esac
    words+=(--threads 2)
}
once='len(d) == 300 and s == {"done": 300} and all(r["attempts"] == 1 for r in d)'
for kind in "${kinds[@]}"; do
    [ "$kind" = place ] && cp -r lots lots-place
    batch_of "$kind" "lots-$kind"
    begun=$(date +%s%3N)
    run "${words[@]}"
    declare "${kind}_ms=$(($(date +%s%3N) - begun))"
    check "not killed, $kind: exit" exits 0
done
check "not killed: each once" rows lots-out/results.jsonl "$once"
check "not killed: the model is asked once for each" is "$(wc -l <asked.txt)" 300
check "in place: as in a folder" alike lots-place lots-out
check "models: as in a folder" alike lots-model lots-out
killed=0
for i in $(seq "$kills"); do
    kind=${kinds[$((i % 3))]} ms=${kind}_ms
    rm -rf killed "${XDG_STATE_HOME:?}/fairies" asked.txt
    [ "$kind" = place ] && cp -r lots killed
    batch_of "$kind" killed
    for _ in 1 2; do
        "$fairy" "${words[@]}" --resume >out 2>err &
        pid=$!
        at=$((RANDOM * ${!ms} / 32768))
        sleep "$(printf '%d.%03d' $((at / 1000)) $((at % 1000)))"
        kill -9 $pid 2>/dev/null && killed=$((killed + 1))
        wait $pid 2>/dev/null
    done
    run "${words[@]}" --resume --json
    check "kill $i, $kind: exit" exits 0
    check "kill $i, $kind: all are there, each once" json out 'len({r["file"] for r in d[:-1]}) == 300 == d[-1]["done"]'
    check "kill $i, $kind: each was done once" json out 'all(r["attempts"] == 1 for r in d[:-1])'
    check "kill $i, $kind: the same results" alike killed lots-out
    check "kill $i, $kind: nothing is left" is "$(find killed -name '*fairy-*' ! -name 'fairy-batch.db' | wc -l)" 0
    [ "$kind" = model ] && check "kill $i: only what was under way is asked again" test "$(wc -l <asked.txt)" -le 316
done
mv lots-out lots-whole
echo "killed $killed times at work"

# --- killed when a drawing is in its place, and its row isn't ------------------------------------------------------
# Whether a run in place has a drawing that is only meant to be.
meant() {
    python3 -c 'import glob, sqlite3, sys
found = [sqlite3.connect(path).execute("SELECT count(*) FROM files WHERE state = 0 AND intended > 0").fetchone()[0]
         for path in glob.glob(sys.argv[1] + "/fairies/batches/*.db")]
sys.exit(sum(found) == 0)' "$XDG_STATE_HOME"
}
# between NAME EXPRESSION OPTION…: what is told of the drawing, when the run is resumed.
between() {
    local name=$1 expression=$2 hit=
    shift 2
    for _ in $(seq 30); do
        rm -rf one "${XDG_STATE_HOME:?}/fairies"
        many one 1
        python3 -B "$fixtures/../cli/support/kill_between.py" one/d1/f1.svg "$fairy" batch "$@" one -i --threads 1 --no-web &&
            meant && hit=1 && break
    done
    [ -n "$hit" ] || { echo "$name: it was never killed just then"; return; }
    cp one/d1/f1.svg left.svg
    run batch "$@" one -i --threads 1 --no-web --resume --json
    check "$name: it isn't done twice" same left.svg one/d1/f1.svg
    check "$name: what it came to is known" json out "$expression"
}
sed 's/\]}$/,{"_type":"delete","shapeId":"nothing"}]}/' move.json >refused.json
between "killed just then, refused" 'd[0]["state"] == "partly" and d[0]["refused"] == 1 and d[0]["actions"] > 0 and d[0]["attempts"] == 1' \
    --actions refused.json
between "killed just then, paid" 'd[0]["state"] == "done" and d[0]["tokens"] == 1100 and abs(d[0]["usd"] - 0.002) < 1e-9' \
    "move the login" --model "$model" --no-picture --lint-rounds 0

# --- interrupted -----------------------------------------------------------------------------------------------
rm -rf stopped out # which tells that it is at work
"$fairy" batch --actions move.json lots --out stopped >out 2>err &
pid=$!
for _ in $(seq 500); do [ -s out ] && break; sleep 0.02; done
kill -INT $pid
code=0
wait $pid || code=$?
check "interrupted: exit" test "$code" = 130 -o "$code" = 0
check "interrupted: all are accounted for" rows stopped/results.jsonl 'len(d) == 300 and set(s) <= {"done", "waiting"}'
run batch --actions move.json lots --out stopped --resume
check "interrupted, resumed" alike stopped lots-whole

# --- again, after something has changed ----------------------------------------------------------------------
flow | sed 's/180/99/' >lots/d1/f1.svg
rm stopped/d2/f2.svg
run batch --actions move.json lots --out stopped --resume
check "changed since: only those are done" rows stopped/results.jsonl 'sum(r["attempts"] == 2 for r in d) == 2'
run apply lots/d1/f1.svg move.json -o one.svg --no-session
check "changed since: done again" same stopped/d1/f1.svg one.svg
flow | sed 's/180/98/' >lots/d1/f1.svg
echo >>stopped/d1/f1.svg
cp stopped/d1/f1.svg mine.svg
run batch --actions move.json lots --out stopped --resume
check "a result that was changed by hand: exit" exits 3
check "a result that was changed by hand stays" same stopped/d1/f1.svg mine.svg

# --- models ------------------------------------------------------------------------------------------------------
answers 1
run batch "move the login" parts --out asked --model $model --jobs 10 --threads 2 --no-picture --lint-rounds 0
check "models: exit" exits 0
check "models: the same as without" alike asked whole
check "models: asked once each" is "$(wc -l <asked.txt)" 40
check "models: several at a time" test "$(most)" -ge 6 -a "$(most)" -le 10
check "models: no picture" lacks picture asked.txt
check "models: cost" rows asked/results.jsonl 'all(abs(r["usd"] - 0.002) < 1e-9 and r["tokens"] == 1100 for r in d)'
run batch "move the login" parts --out asked --model $model --resume
check "models: nothing is paid for twice" is "$(wc -l <asked.txt)" 40
answers 0.05 7
run batch "move the login" parts --out waits --model $model --jobs 6 --threads 1 --no-picture --lint-rounds 0
check "a server that says wait: exit" exits 0
check "a server that says wait: nobody fails" rows waits/results.jsonl 's == {"done": 40}'
check "a server that says wait is waited for" lacks early asked.txt
check "a server that says wait: told once" is "$(grep -c 'all wait for the server' err)" 1
answers 0.05 7
run batch "move the login" parts --out waits2 --model $model --jobs 6 --threads 3 --no-picture --lint-rounds 0 --json
check "a server that says wait to several threads: nobody fails" rows waits2/results.jsonl 's == {"done": 40}'
check "a server that says wait to several threads is waited for" lacks early asked.txt
check "a server that says wait: told in JSON" json out 'any(r.get("waiting", 0) >= 1 and "reason" in r for r in d)'
# span: seconds from the first request to the last.
span() { sed -n '1p;$p' asked.txt | cut -d' ' -f1 | tr '\n' ' ' | awk '{print int(10 * ($2 - $1))}'; }
answers 0
run batch "move the login" parts --out paced --model $model --jobs 8 --threads 2 --no-picture --lint-rounds 0 --rate 600
check "--rate: exit" exits 0
check "--rate: 40 requests take four seconds" test "$(span)" -ge 36
answers 0
run batch "move the login" parts --out paced2 --model $model --jobs 8 --threads 2 --no-picture --lint-rounds 0 --rate 0,400000
check "--rate of tokens: exit" exits 0
check "--rate of tokens: 40 of 1100 take more than five seconds" test "$(span)" -ge 50
answers 0.05
run batch "move the login" parts --out poor --model $model --jobs 4 --no-picture --lint-rounds 0 --max-cost 0.05
check "budget: exit" exits 5
check "budget: the rest is skipped, and nothing failed" rows poor/results.jsonl 's["done"] + k["budget"] == 40 and s["done"] > 0 and k["budget"] > 0'
check "budget: not more is spent" rows poor/results.jsonl 'sum(r["usd"] for r in d) <= 0.05'
run batch "move the login" parts --out poor --model $model --jobs 4 --no-picture --lint-rounds 0 --max-cost 5 --resume
check "budget: resumed: exit" exits 0
check "budget: resumed" alike poor whole
check "budget: nothing was paid for twice" rows poor/results.jsonl 'all(abs(r["usd"] - 0.002) < 1e-9 for r in d)'
unset OPENAI_BASE_URL
export OPENAI_BASE_URL=http://127.0.0.1:9/v1
run batch "move the login" figures/d1 --out down --model $model --jobs 2
check "a server that is down: exit" exits 3
check "a server that is down: failed" rows down/results.jsonl 's["failed"] == len(d)'
answers 0
run batch "move the login" figures/d1 --out down --model $model --resume
check "failed stays" rows down/results.jsonl 's["failed"] == len(d)'
run batch "move the login" figures/d1 --out down --model $model --resume --retry-failed
check "failed is tried again: exit" exits 0
finish
