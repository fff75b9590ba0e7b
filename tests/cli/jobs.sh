#!/bin/bash
# `fairy batch --job`: annotation jobs, offline and by a model; a reply filled in by the rows of a table.
# shellcheck disable=SC2016 # ${…} is what a job or a template has
# shellcheck source=support/lib.sh
. "$(dirname "$0")/support/lib.sh"
servers=()
trap 'kill "${servers[@]}" 2>/dev/null; rm -rf "$work" "$XDG_STATE_HOME" "$XDG_CONFIG_HOME" "$XDG_CACHE_HOME"' EXIT
svg='<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 200" font-size="12">'
box() { echo "<rect x=\"$1\" y=\"$2\" width=\"100\" height=\"40\" fill=\"none\" stroke=\"black\"/><text x=\"$(($1 + 50))\" y=\"$(($2 + 24))\" text-anchor=\"middle\">$3</text>"; }
arrow='<defs><marker id="m" orient="auto" markerWidth="4" markerHeight="4" refX="4" refY="2"><path d="M0 0 4 2 0 4z"/></marker></defs>'
arrow+='<path d="M120 40H240" stroke="black" fill="none" marker-end="url(#m)"/>'
# two MORE: a diagram of two boxes and an arrow, with MORE in front.
two() { printf '%s\n%s\n%s\n%s\n%s\n</svg>\n' "$svg" "$1" "$(box 20 20 Login)" "$(box 240 20 Database)" "$arrow"; }
two "" >two.svg
said='<title>Mine</title><desc>My words.</desc>'
two "$said" >said.svg
two '<title>Mine</title>' >half.svg
echo "$svg<circle cx=\"50\" cy=\"50\" r=\"20\"/></svg>" >picture.svg
two '<g xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" sodipodi:insensitive="true"><rect width="400" height="200" fill="#eee"/></g>' >locked.svg
flow >flow.svg

# --- which there are ---------------------------------------------------------------------------------
run batch --job list
check "list" exits 0
check "list: alt-text" matches '^alt-text +[A-Z]' out
run batch --job alt-text
check "a job alone is explained" matches '^  only-missing=false  ' out
run batch --job nothing two.svg --check
check "an unknown job" exits 2
check "an unknown job: a line" one_line 'no job "nothing"; there are .*alt-text'
run batch --job alt-text --with colour=1 two.svg --check
check "an unknown option: a line" one_line 'no option "colour"; it has '
run batch --with a=b "do it" two.svg --check
check "an option without a job: a line" one_line 'name one with --job'
run batch --job alt-text --actions x.json two.svg --check
check "a job and a reply: a line" one_line 'exclude each other'

# --- alt text, offline -------------------------------------------------------------------------------
run batch --job alt-text two.svg said.svg half.svg picture.svg locked.svg --out made
check "alt text: exit" exits 3
check "alt text: what has no words is told" matches '^partly picture.svg: .*no title.*--model' out
check "alt text: and is as it was" same picture.svg made/picture.svg
check "alt text: the edge" matches '“Login” leads to “Database”\.' made/two.svg
check "alt text: the title is first" python3 -c 'import re, sys; sys.exit(not re.match(r"<svg [^>]*>\s*<title id=\"title-[0-9a-f]{8}\">Diagram of Login and Database</title>\s*<desc id=\"desc-", open("made/two.svg").read()))'
check "alt text: role and label" matches 'role="img".*lang="en"' made/two.svg
check "alt text: replaced" lacks 'My words' made/said.svg
check "alt text: what is locked doesn't hinder it" matches '^done locked.svg' out
two "" | sed 's/<svg /<svg xml:lang="de" /' >german.svg
run batch --job alt-text german.svg --out german
check "alt text: the language that the drawing says stays" eval 'matches "xml:lang=\"de\"" german/german.svg && lacks "lang=\"en\"" german/german.svg'
run batch --job alt-text made --check
check "alt text: done again it is the same" exits 3
check "alt text: again, but for the picture" matches '1 partly, 4 unchanged' err
run batch --job alt-text --only-missing said.svg half.svg --out kept
check "only missing: exit" exits 0
check "only missing: what was said stays" matches '<title id="[^"]*">Mine</title><desc id="[^"]*">My words.</desc>' kept/said.svg
check "only missing: it is labelled" matches 'aria-labelledby="title-' kept/said.svg
check "only missing: the rest is said" matches 'leads to' kept/half.svg
check "only missing: the title stays" matches '>Mine</title>' kept/half.svg
run batch --job alt-text --only-missing kept --check
check "only missing: then nothing is missing" exits 0
two '<a href="https://example.org/"><circle cx="380" cy="180" r="9"/></a>' >linked.svg
# As graphviz writes them: a table in a frame, and nodes without words, which are known by their titles.
cat >nodes.svg <<'END'
<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300" viewBox="0 0 400 300"><g class="graph"><title>G</title>
<g class="cluster"><title>cluster0</title><polygon fill="none" stroke="black" points="10,10 10,120 180,120 180,10 10,10"/><text x="80" y="24">Cluster</text></g>
<g class="node"><title>pipe</title><ellipse fill="none" stroke="black" cx="60" cy="80" rx="30" ry="20"/></g>
<g class="node"><title>spare</title><polygon fill="none" stroke="black" points="110,60 110,100 160,100 160,60 110,60"/></g>
<g class="node"><title>table</title>
<polygon fill="none" stroke="black" points="225,205 225,245 295,245 295,205 225,205"/><text x="235" y="230">first</text>
<polygon fill="none" stroke="black" points="305,205 305,245 375,245 375,205 305,205"/><text x="315" y="230">second</text>
<polygon fill="none" stroke="black" points="220,200 220,250 380,250 380,200 220,200"/></g>
<g class="edge"><title>pipe-&gt;table</title><path fill="none" stroke="black" d="M85,92C120,130 180,160 222,192"/>
<polygon fill="black" stroke="black" points="224,188 230,198 220,195 224,188"/></g></g></svg>
END
run batch --job alt-text nodes.svg --out nodes
check "nodes: one without words leads, and not what it is in" matches '“pipe” leads to “table”' nodes/nodes.svg
check "nodes: a table holds its cells" matches '“table” holds “first” and “second”' nodes/nodes.svg
check "nodes: one that nothing leads to is told" matches '“Cluster” holds [^.]*“spare”' nodes/nodes.svg
two '<circle cx="180" cy="160" r="2"/>' >dot.svg
run batch --job alt-text dot.svg --out dot
check "a dot apart in a diagram is told" matches 'Not connected: “ellipse without words”' dot/dot.svg
sed 's/<title>table<.title>//' nodes.svg >frame.svg
run batch --job alt-text frame.svg --out frame
check "a frame without a name that is led to holds its cells" matches '“rectangle without words” holds “first” and “second”' frame/frame.svg
run batch --job alt-text linked.svg --out followed
check "links: what can be followed is no image, and stays reachable" matches 'role="graphics-document document"' followed/linked.svg
check "links: nothing is hidden" lacks 'aria-hidden' followed/linked.svg
cp two.svg place.svg
run batch --job alt-text place.svg -i
check "in place" matches '<title' place.svg
run undo place.svg --turn
check "in place: undone" same two.svg place.svg
run batch --job alt-text two.svg --dry-run
check "offline costs nothing: a line" one_line 'costs nothing'

# --- callouts and legend ---------------------------------------------------------------------------------
two "" | sed '0,/fill="none"/s//fill="#a5d8ff"/' >colours.svg
run batch --job callouts --with "meanings=light-blue=It is ours;2=Theirs" colours.svg --out explained
check "callouts: exit" exits 0
check "callouts: a number for each shape" is "$(grep -o 'id="callout-[12]"' explained/colours.svg | wc -l)" 2
check "callouts: what a colour means" matches '>It is ours<' explained/colours.svg
check "callouts: what a number means" matches '>Theirs<' explained/colours.svg
check "callouts: what nobody said is told by names" matches '>Login<' explained/colours.svg
"$fairy" query explained/colours.svg >boxes
check "callouts: nothing is on anything" python3 -c 'import itertools, sys
boxes = {row[0]: [float(n) for n in row[1:]] for row in (line.strip().split(",") for line in open("boxes"))}
mine = [name for name in boxes if name.startswith("callout-") and not name.endswith("-label")] + ["legend"]
others = mine + [name for name in boxes if name.startswith(("rect", "path", "text"))]
def touch(a, b): return all(a[i] < b[i] + b[i + 2] and b[i] < a[i] + a[i + 2] for i in (0, 1))
bad = [(a, b) for a in mine for b in others if a != b and touch(boxes[a], boxes[b])]
sys.exit(str(bad) if bad or len(mine) != 3 or len(others) < 7 else 0)'
run batch --job callouts explained/colours.svg --check
check "callouts: once" exits 0
two "" | sed 's/viewBox="0 0 400 200"/viewBox="15 15 330 50"/' >tight.svg
run batch --job callouts --with numbers=false --with colours=false tight.svg --out plain
check "callouts: nothing to tell" same tight.svg plain/tight.svg
two "" | sed 's/viewBox="0 0 400 200"/width="330" height="50" viewBox="15 15 330 50"/; 0,/fill="none"/s//fill="red"/' >tight.svg
run batch --job callouts --with numbers=false tight.svg --out larger
check "callouts: a page that is too small grows" matches 'viewBox="15 15 330 1[0-9.]*"' larger/tight.svg

# Boxes in rows of ten, of two colours, and a frame called so that has samples of these and of nothing else.
boxes() {
    printf '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1500 %s"><g font-size="12" stroke="black">' 900
    local i row
    for ((i = 0; i < $1; i++)); do
        row=$((i / 10))
        printf '<rect x="%d" y="%d" width="80" height="30" fill="%s"/><text x="%d" y="%d" stroke="none">Box %d</text>' \
            $((20 + i % 10 * 120)) $((20 + row * 80)) "$([ $((i % 2)) = 0 ] && echo '#aaddee' || echo '#ffddaa')" \
            $((30 + i % 10 * 120)) $((40 + row * 80)) "$i"
    done
    printf '%s</g></svg>' "$2"
}
key='<g id="around"><g><rect id="key" x="1300" y="20" width="180" height="200" fill="none"/><text x="1310" y="40" stroke="none">TITLE</text><g>
<rect x="1310" y="60" width="30" height="20" fill="#aaddee"/><text x="1350" y="75" stroke="none">Even</text>
<rect x="1310" y="100" width="90" height="30" fill="#ffddaa"/><text x="1320" y="120" stroke="none">Odd</text></g></g></g>'
boxes 12 "${key/TITLE/Key:}" >own.svg
run batch --job callouts own.svg --out owned
check "own legend: exit" exits 0
check "own legend: what is in it has no number" is "$(grep -o 'id="callout-[0-9]*"' owned/own.svg | wc -l)" 12
check "own legend: its colours have no row" is "$(grep -o '<rect[^>]*fill="#aaddee"' owned/own.svg | wc -l)" 7
check "own legend: none of its words are told" is "$(grep -oE '>(Odd|Even)' owned/own.svg | wc -l)" 2
boxes 12 "${key/TITLE/Server}" >other.svg
run batch --job callouts other.svg --out others
check "a frame that is called otherwise: numbers" is "$(grep -o 'id="callout-[0-9]*"' others/other.svg | wc -l)" 13
boxes 60 "" >many.svg
run batch --job callouts many.svg --out many
check "more shapes than rows: exit" exits 3
check "more shapes than rows: told" matches '22 of 60 shapes have no number, as a legend has at most 40 rows' out
check "more shapes than rows: every number is explained" is "$(grep -oE 'id="callout-[0-9]+"' many/many.svg | sort -u | wc -l)" 38
check "more shapes than rows: with a row each" matches '>Box 37<' many/many.svg
check "more shapes than rows: the rest has none" is "$(grep -oE '>Box (3[89]|4[0-9]|5[0-9])<' many/many.svg | wc -l)" 22

# --- what a job needs is found before anything is made ---------------------------------------------------
printf 'file,id\ntwo.svg,a\n' >rows.csv
printf '{"actions":[{"_type":"label","shapeId":"${other}","text":"x"}]}' >template.json
printf 'msgid "a\n' >bad.po
# needs NAME PATTERN OPTION…
needs() {
    local name=$1 pattern=$2
    shift 2
    OPENAI_API_KEY=sk-test-a1b2c3 run batch "$@" two.svg --out lacking
    check "$name: exit" exits 2
    check "$name: told" matches "$pattern" err
    check "$name: of no drawing" lacks . out
    check "$name: nothing is left" test ! -e lacking
}
needs "no catalogue" 'needs a catalogue: --with po=FILE' --job translate
needs "a catalogue that isn't there" 'none\.po' --job translate --with po=none.po
needs "a catalogue that is none" 'bad\.po:1' --job translate --with po=bad.po
needs "a catalogue from standard input" 'name its file' --job translate --with po=-
needs "a glossary that isn't there" 'none\.po' --job translate --with glossary=none.po --model openai/gpt-6-luna
needs "no language for a model" 'language=TAG' --job translate --model openai/gpt-6-luna
needs "no style" 'needs a style: --with style=FILE' --job house-style
needs "a style that isn't there" 'none\.style' --job house-style --with style=none.style
needs "a column that isn't there" '\$\{other\} is no column of rows\.csv, which has file, id' --actions template.json --csv rows.csv
# In place, too, where the run's file is elsewhere.
run batch --job translate two.svg -i
check "in place: exit" exits 2
check "in place: nothing is left" is "$(find "$XDG_STATE_HOME" -name '*.db' -path '*batches*' -newer template.json | wc -l)" 0

# --- one's own -------------------------------------------------------------------------------------------
mkdir -p "$XDG_CONFIG_HOME/fairies/jobs"
printf '[job]\nsummary=Mine\nprompt=Name it ${name}.\nactions=describe\npicture=false\nchecks=alt-text\n[options]\nname=Flow\n' \
    >"$XDG_CONFIG_HOME/fairies/jobs/mine.ini"
run batch --job list
check "one's own is listed" matches '^mine +Mine' out
run batch --job mine two.svg --check
check "without an offline half it needs a model: a line" one_line 'mine: .*needs a model.*--model'
export OPENAI_API_KEY=sk-test-a1b2c3d4e5f6 BODIES=bodies.jsonl
mkfifo port.$$
python3 -B "$fixtures/../cli/support/batch_model.py" '{"actions":[{"_type":"describe","title":"Flow"},{"_type":"delete","shapeId":"db"}]}' 0 >port.$$ &
servers+=($!)
read -r port <port.$$
export OPENAI_BASE_URL=http://127.0.0.1:$port/v1
model=openai/gpt-6-luna
run batch --job mine --with name=Steps flow.svg --out asked --model $model
check "a model: exit" exits 3
check "a model: what the job doesn't name is refused" matches '^partly flow.svg: .*delete' out
check "a model: and not done" matches 'id="db"' asked/flow.svg
check "a model: it was asked the prompt" matches 'Name it Steps\.' bodies.jsonl
check "a model: it is told of no other action" python3 -c 'import json, re, sys
body = json.loads(open("bodies.jsonl").readline())
text = json.dumps(body["messages"]) + json.dumps(body.get("response_format"))
sys.exit("describe" not in text or any(re.search(r"## %s\b|const. *: *.%s" % (name, name), text) for name in ("delete", "create", "move", "align")))'
check "a model: no picture" lacks image_url bodies.jsonl
rm bodies.jsonl
run batch --job alt-text --only-missing kept --check --model $model
check "a model: what is described already isn't paid for" absent bodies.jsonl
check "a model: nor changed" exits 0
run batch --job alt-text two.svg --out by-model --model $model
check "a model: a check that fails tells" matches '^partly two.svg: ' out

# --- a reply with variables ----------------------------------------------------------------------------
mkdir in
for i in 1 2 3 4; do two "" >in/$i.svg; done
echo '[{"_type":"describe","title":"${title}","description":"costs $${x} of ${title}"}]' >template.json
printf 'file,title\r\nin/1.svg,"Ein ""Titel"", <b>\\ ${title}"\r\nin/2.svg,"two\nlines"\r\nin/3.svg,Plain\r\nin/9.svg,None\r\n' >rows.csv
run batch --actions template.json --csv rows.csv in --out filled
check "rows: exit" exits 3
check "rows: each its own, though they are the same" is "$(cat filled/*.svg | grep -c '<title>')" 3
check "rows: any text" matches '<title>Ein "Titel", &lt;b&gt;\\ \$\{title\}</title>' filled/1.svg
check "rows: several lines" python3 -c 'import sys; sys.exit("<title>two\nlines</title>" not in open("filled/2.svg").read())'
check "rows: what is no variable" matches 'costs \$\{x\} of Plain' filled/3.svg
check "rows: a drawing without a row" matches '^failed in/4.svg: rows.csv has no row for it' out
check "rows: is not written" absent filled/4.svg
check "rows: a row without a drawing" matches 'rows.csv:6: in/9.svg is none of the drawings' err
sed -i 's/title}/titel}/' template.json
run batch --actions template.json --csv rows.csv in --out none
check "rows: an unknown column: exit" exits 2
check "rows: an unknown column: a line" one_line 'template.json: \$\{titel\} is no column of rows.csv, which has file, title'
check "rows: an unknown column: nothing is made" absent none
run batch "do it" --csv rows.csv in --out none
check "rows without a reply: a line" one_line '\-\-actions'
finish
