#!/bin/bash
# What scripts may rely on: options, outputs, exit codes.
# shellcheck source=support/lib.sh
. "$(dirname "$0")/support/lib.sh"

flow >flow.svg
cp flow.svg original.svg
echo "$move" >move.json

# --- help and usage -------------------------------------------------------------------------------
run --help
check "help: exit" exits 0
check "help: commands" matches '^  apply FILE ACTIONS' out
check "help: nothing on stderr" lines 0 err
run --version
check "version" matches '^fairy [0-9]+\.[0-9]+\.[0-9]+$' out
for command in ask tell stop watch join leave lead apply batch see query lint log undo redo show actions config models doctor; do
    run "$command" --help
    check "$command --help: exit" exits 0
    check "$command --help: usage" matches "^Usage: fairy $command " out
    # Behind an option stands nothing, or column 24 is empty.
    grep -E '^  (-., )?--' out | grep -vE '^ .{22} |^  (-., )?--[a-z-]+( [^ ]+)?$' >options || true
    check "$command --help: what an option does stands apart" lines 0 options
    # Each option that help names is taken, and none is unknown.
    grep -oE '^  (-., )?--[a-z-]+' out | grep -oE -- '--[a-z-]+' >options
    check "$command --help: options" test -s options
    while read -r option; do
        run "$command" "$option"
        check "$command $option is known" lacks 'nknown option' err
    done <options
done
run
check "no command: exit" exits 2
check "no command: nothing on stdout" lines 0 out
run fly flow.svg
check "unknown command" exits 2
check "unknown command: hint" one_line '"fly".*--help'
run see flow.svg --colour
check "unknown option" exits 2
check "unknown option: hint" one_line '--colour.*fairy see --help'
run query flow.svg --mode one-shotting
check "an option of no command is unknown" exits 2
run apply flow.svg
check "missing operand" exits 2
check "missing operand: says which" one_line 'FILE ACTIONS'
run see flow.svg other.svg
check "too many operands" exits 2
run ask flow.svg ""
check "empty prompt" exits 2
run ask flow.svg "delete the note" --model nobody/nothing
check "unknown model" exits 2
check "unknown model: says which there are" one_line 'offline'
for bad in --view=1,2,3 --view=0,0,0,10 --view=a,b,c,d --view=0,0,nan,5 --origin=1 --origin=1,2,3 \
    --origin=inf,0 --size=0 --size=9000 --size=x --detail=full --screenshot=x.gif --outlines=x.gif --overlay=x.gif; do
    run see flow.svg "$bad"
    check "bad value $bad: exit" exits 2
    check "bad value $bad: one line" one_line .
done
run see flow.svg --size 100
check "--size without --screenshot" exits 2
for bad in 0 -1 x 1e9; do
    run ask flow.svg "delete the note" --timeout "$bad"
    check "bad timeout $bad" exits 2
done
run apply flow.svg move.json -i -o x.svg
check "-i with -o" exits 2
run apply - - -o x.svg
check "two standard inputs" exits 2
run apply - move.json -i
check "-i on standard input" exits 2
check "usage errors write nothing" no_leftovers . err flow.svg move.json options original.svg out

# --- where the drawing goes -----------------------------------------------------------------------
run apply flow.svg move.json
check "apply: exit" exits 0
check "apply: the path is the last line" test "$(tail -n 1 out)" = flow.fairy.svg
check "apply: a line per action before it" lines 2 out
head -n 1 out >first.json
check "apply: outcome" json first.json 'd["index"] == 0 and d["type"] == "move" and d["outcome"] == "ok" and d["shapeIds"] == ["login"]'
check "apply: nothing on stderr" lines 0 err
check "apply: input untouched" same flow.svg original.svg
check "apply: one line changed" changed_lines flow.svg flow.fairy.svg 2
check "apply: moved" matches 'id="login" x="40" y="30"' flow.fairy.svg
mkdir deep
cp flow.svg deep/a.b.SVG
run apply deep/a.b.SVG move.json
check "default output keeps folder and ending" test -f deep/a.b.fairy.SVG
cp flow.svg plain
run apply plain move.json
check "default output of a name without ending" test -f plain.fairy.svg
run apply flow.svg move.json -o chosen.svg
check "-o: only outcome lines" lines 1 out
check "-o: written" same chosen.svg flow.fairy.svg
run apply flow.svg move.json -o -
check "-o -: the drawing is on stdout" same out flow.fairy.svg
check "-o -: outcomes are on stderr" json err 'd["type"] == "move"'
code=0
"$fairy" apply - move.json <flow.svg >out 2>err || code=$?
check "FILE -: output is stdout" same out flow.fairy.svg
code=0
"$fairy" apply flow.svg - -o piped.svg <move.json >out 2>err || code=$?
check "ACTIONS -" same piped.svg flow.fairy.svg
cp flow.svg self.svg
run apply self.svg move.json -o self.svg
check "-o the input itself" same self.svg flow.fairy.svg
cp flow.svg inplace.svg
chmod 640 inplace.svg
run apply inplace.svg move.json -i
check "-i: written" same inplace.svg flow.fairy.svg
check "-i: mode kept" test "$(stat -c %a inplace.svg)" = 640
check "-i: no path on stdout" lines 1 out
cp flow.svg target.svg
ln -s target.svg link.svg
run apply link.svg move.json -i
check "-i: a link stays a link" test -L link.svg
check "-i: its target is written" same target.svg flow.fairy.svg
gzip -nc flow.svg >zipped.svgz
run apply zipped.svgz move.json
check "svgz: default output" test -f zipped.fairy.svgz
gzip -dc <zipped.fairy.svgz >unzipped.svg
check "svgz: packed again" same unzipped.svg flow.fairy.svg
run apply flow.svg move.json -o packed.svgz
gzip -dc <packed.svgz >unpacked.svg
check "-o NAME.svgz packs" same unpacked.svg flow.fairy.svg
run apply zipped.svgz move.json -o plain.svg
check "-o NAME.svg unpacks" same plain.svg flow.fairy.svg
echo '{"actions":[{"_type":"message","text":"Nothing to do."}]}' >nothing.json
run apply flow.svg nothing.json -o same.svg
check "nothing changed: exit" exits 0
check "nothing changed: a copy, byte for byte" same same.svg flow.svg
touch -d 2001-01-01 flow.svg
run apply flow.svg nothing.json -i
check "nothing changed: -i leaves the file alone" test "$(date -r flow.svg +%Y)" = 2001

# --- outcomes ------------------------------------------------------------------------------------
cat >mixed.json <<'END'
{"actions":[{"_type":"move","shapeId":"login","x":40,"y":30,"anchor":"top-left"},
{"_type":"move","shapeId":"paper","x":40,"y":30,"anchor":"top-left"},{"_type":"delete","shapeId":"note"}]}
END
run apply flow.svg mixed.json -o mixed.svg
check "a refusal: exit" exits 3
check "a refusal: the rest is done" json out '[o["outcome"] for o in d] == ["ok", "refused", "ok"]'
check "a refusal: says why" json out '"lock" in d[1]["detail"]'
check "a refusal: written" lacks 'id="note"' mixed.svg
check "a refusal: the locked object is as it was" test "$(grep -c 'id="paper" x="0" y="0"' mixed.svg)" = 1
run apply flow.svg mixed.json -o mixed.svg -q
check "-q: no lines" lines 0 out
run apply flow.svg move.json -q
check "-q: the path all the same" test "$(cat out)" = flow.fairy.svg
run apply flow.svg move.json --json
check "--json: all of stdout is JSON" json out 'd[-1] == {"output": "flow.fairy.svg"} and len(d) == 2'
run apply flow.svg mixed.json --events -o mixed.svg
check "--events: start, actions, end" json out '[e["event"] for e in d] == ["start"] + ["action"] * 3 + ["end"]'
check "--events: the end" json out 'd[-1]["exit"] == 3 and d[-1]["output"] == "mixed.svg" and d[-1]["refused"] == 1'
run apply flow.svg move.json -v -o x.svg
check "-v: what is read and written" matches '^fairy: wrote x.svg' err
run apply flow.svg move.json --origin 100,50 -o moved.svg
check "--origin is added" matches 'id="login" x="140" y="80"' moved.svg

# --- ask -----------------------------------------------------------------------------------------
run ask flow.svg "delete the yellow box"
check "ask: exit" exits 0
check "ask: path on stdout" test "$(cat out)" = flow.fairy.svg
check "ask: what was done on stderr" matches '^delete' err
check "ask: done" lacks 'id="note"' flow.fairy.svg
run ask flow.svg "delete this" --select note -o picked.svg --json
check "ask --select: done" lacks 'id="note"' picked.svg
check "ask --json" json out 'd[-1] == {"output": "picked.svg"} and d[0]["type"] == "delete"'
run ask flow.svg "delete the yellow box" --mode solo -o solo.svg
check "ask --mode solo: offline plans nothing, and does it" exits 0
check "ask --mode solo: it is done" lacks 'id="note"' solo.svg
rm -f solo.svg
run ask flow.svg "delete this" --select nowhere -o none.svg
check "ask --select of nothing: exit" exits 1
check "ask --select of nothing: one line" one_line nowhere
check "ask --select of nothing: no output" absent none.svg
run ask flow.svg "delete the yellow box" --model offline --timeout 30 -q -o timed.svg
check "ask --timeout" exits 0
check "ask -q" lines 0 err

{
    flow | sed '$d'
    for i in $(seq 10000); do
        echo "  <rect id=\"r$i\" x=\"$((i % 400))\" y=\"$((i / 400))\" width=\"1\" height=\"1\" fill=\"red\"/>"
    done
    echo '</svg>'
} >many.svg
run ask many.svg "align the red boxes left" --timeout 0.001 -o late.svg
check "out of time: exit" exits 5
check "out of time: one line" one_line '0\.001'
check "out of time: what was finished is written" test -s late.svg

# --- see -----------------------------------------------------------------------------------------
run see flow.svg
check "see: exit" exits 0
check "see: one line of JSON" lines 1 out
check "see: page" json out 'd["page"] == {"x": 0, "y": 0, "w": 400, "h": 300} and d["origin"] == {"x": 0, "y": 0}'
check "see: a shape" json out '[s for s in d["shapes"] if s["shapeId"] == "login"][0]["x"] == 20'
check "see: locked" json out '[s for s in d["shapes"] if s["shapeId"] == "paper"][0]["locked"] is True'
check "see: the rest is clusters" json out 'd["clusters"] == []'
run see flow.svg --view 0,0,30,30 --select db --origin 10,10
check "see --view" json out '"note" not in [s["shapeId"] for s in d["shapes"]] and d["clusters"]'
check "see --select" json out 'd["selected"] and "db" in str(d["selected"])'
check "see --origin" json out 'd["view"]["x"] == -10'
run see flow.svg --detail simple
check "see --detail simple says more" json out '"color" in [s for s in d["shapes"] if s["shapeId"] == "login"][0]'
run see flow.svg --max-tokens 250
check "see --max-tokens: what isn't listed is counted" json out 'len(d["shapes"]) + d["omitted"]["shapes"] >= 4 and d["omitted"]["shapes"] > 0 and (d["clusters"] or any("omitted" in s for s in d["shapes"]))'
for bad in -1 many 1e3; do
    run see flow.svg --max-tokens "$bad"
    check "see --max-tokens $bad: exit" exits 2
done
run see flow.svg --screenshot shot.png --size 200
check "see --screenshot: exit" exits 0
check "see --screenshot: a PNG of that size" test "$(head -c 24 shot.png | od -An -tx1 | tr -d ' \n')" = 89504e470d0a1a0a0000000d49484452000000c800000096
run see flow.svg --outlines read.png --size 200
check "see --outlines: exit" exits 0
check "see --outlines: a PNG of that size" test "$(head -c 24 read.png | od -An -tx1 | tr -d ' \n')" = 89504e470d0a1a0a0000000d49484452000000c800000096
check "see --outlines: more than the drawing" test "$(cksum <shot.png)" != "$(cksum <read.png)"
run see flow.svg --screenshot shot.JPG
check "see --screenshot: a JPEG" test "$(head -c 3 shot.JPG | od -An -tx1 | tr -d ' \n')" = ffd8ff

# --- actions -------------------------------------------------------------------------------------
run actions
check "actions: exit" exits 0
check "actions: a line each" matches '^  align +[A-Z]' out
names=$(sed -n "s/^  \([a-z][a-z-]*\) .*/\1/p" out)
for name in $names; do
    run actions "$name"
    check "actions $name: a manual" matches "$name" out
    run actions "$name" --schema
    check "actions $name --schema" json out 'd["type"] == "object"'
done
run actions --schema
check "actions --schema: of a reply" json out '"actions" in d["properties"]'
run actions --markdown
check "actions --markdown: all of them" test "$(grep -c '^#' out)" -ge "$(echo "$names" | wc -l)"
run actions fly
check "actions of an unknown name" exits 2
check "actions of an unknown name: one line" one_line '"fly"'

# --- pipes and signals ---------------------------------------------------------------------------
code=0
"$fairy" see flow.svg 2>err | true
code=${PIPESTATUS[0]}
check "a reader that leaves is no error" exits 0
check "a reader that leaves: nothing said" lines 0 err
for command in "see flow.svg" "actions" "apply flow.svg move.json -o full.svg" "--help"; do
    code=0
    # shellcheck disable=SC2086
    "$fairy" $command >/dev/full 2>err || code=$?
    check "$command on a full disk: exit" exits 1
    check "$command on a full disk: one line" one_line 'standard output'
done
check "a report that can't be written: no output" absent full.svg
# A reader that has seen enough of a long list is no failure.
{ echo '<svg xmlns="http://www.w3.org/2000/svg">'; for i in $(seq 3000); do echo "<rect id='r$i' x='$i' width='9' height='9'/>"; done
  echo '</svg>'; } >long.svg
"$fairy" see long.svg 2>err | head -c 9 >out
code=${PIPESTATUS[0]}
check "see | head: exit" exits 0
check "see | head: nothing on stderr" lines 0 err
mkfifo pipe
code=0
"$fairy" apply flow.svg - -o interrupted.svg <pipe >out 2>err &
pid=$!
exec 9>pipe
printf '{"actions":[{"_type":"delete","shapeId":"note"},' >&9
sleep 1
kill -INT "$pid"
wait "$pid" || code=$?
exec 9>&-
check "SIGINT: exit" exits 130
check "SIGINT: no output" absent interrupted.svg
finish
