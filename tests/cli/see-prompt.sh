#!/bin/bash
# `fairy see --prompt`: what would be sent, in each mode.
# shellcheck source=support/lib.sh
. "$(dirname "$0")/support/lib.sh"

flow >flow.svg
cp flow.svg original.svg

run see flow.svg --prompt
check "exit" exits 0
check "nothing on stderr" lines 0 err
check "rules first" matches '^=== system: rules \(about [0-9]+ tokens\)$' out
check "actions are the end of what stays" matches '^=== system: actions \(about [0-9]+ tokens\) \| the same up to here' out
check "a piece for each part" matches '^=== user: blurry \(about [0-9]+ tokens\)$' out
check "a shape" matches '^ *login 20,20,120,60' out
check "the fence opens and closes once" is "$(grep -cE '^</?data [0-9a-f]{8}>$' out)" 2
check "by the same mark" is "$(grep -E '^</?data ' out | tr -d / | sort -u | wc -l)" 1
check "the sum at the end" test "$(tail -n 1 out | grep -cE '^=== texts in all: about [0-9]+ tokens$')" -eq 1
sums=$(($(sed -nE 's/^=== (system|user): .*\(about ([0-9]+) tokens\).*/\2/p' out | paste -sd+)))
check "which is that of the pieces" matches "^=== texts in all: about $sums tokens" out
check "one-shotting is meant" test "$sums" -gt 0
grep -E '^<data ' out >mark
unmarked() { sed -E 's/^(<.?data) [0-9a-f]{8}>$/\1>/; s/about [0-9]+ tokens/about so many/' out; }
unmarked >default
run see flow.svg --prompt --mode one-shotting
check "another mark each time" lacks "$(cat mark)" out
unmarked >again
check "--mode one-shotting: the same" same again default

# What a mode doesn't allow isn't told, and what it isn't shown neither.
for row in soloing:create-task:create working-solo:mark-task-done:message \
    working-drone:mark-task-done:set-view orchestrating-active:start-project:start-task \
    duo-orchestrating-active:start-task:create working-orchestrator:mark-task-done:message; do
    IFS=: read -r mode has not <<<"$row"
    run see flow.svg --prompt --mode "$mode"
    check "$mode: exit" exits 0
    check "$mode: $has" matches "^- $has\(" out
    check "$mode: not $not" lacks "^- ${not}[(:]" out
    check "$mode: says what isn't here" one_line "$mode.*(project|task)"
done

run see flow.svg --prompt --select login
check "--select: in full" matches '^ *\{"shapeId":"login"' out
check "--select: told" matches '^selected by the person:$' out
run see flow.svg --prompt --mode working-solo --select login
check "--select: not in a mode that isn't told" lacks '^selected by' out
run see flow.svg --prompt --select lgin
check "--select: unknown" exits 1
check "--select: unknown: what is like it" one_line 'login'
run see flow.svg --prompt --mode idling
check "a mode in which no model is asked" exits 2
check "a mode in which no model is asked: those in which one is" one_line 'idling.*one-shotting, soloing, working-solo'
run see flow.svg --prompt --mode flying
check "an unknown mode" exits 2
check "an unknown mode: which there are" one_line 'no mode "flying".*working-orchestrator'
run see flow.svg --mode soloing
check "--mode without --prompt" exits 2
check "--mode without --prompt: says so" one_line '--prompt'

# --- what a run would tell besides ----------------------------------------------------------------------
run see flow.svg "make this red" --prompt --context login --context db,note --context 10,20 --context 0,0,50.4,60
check "--context: exit" exits 0
check "--context: shapes, a point, an area" matches '^pointed at:$' out
check "--context: a shape" matches '^shape login$' out
check "--context: shapes" matches '^shapes db note$' out
check "--context: a point" matches '^point 10,20$' out
check "--context: an area" matches '^area 0,0,50,60$' out
check "--context: in full" matches '^\{"shapeId":"note"' out
check "the words are last" test "$(tail -n 3 out | head -n 1)" = "make this red"
check "who it is" matches '^you: fairy "[A-Z][a-z]+"$' out
check "what nobody asks for isn't told" lacks '^time: ' out
check "what is seldom used: a line" matches '^- rotate: Turn shapes about a point$' out
check "what is seldom used: not in full" lacks '^## rotate$' out
run see flow.svg "Who are you? Rotate login by the hour" --prompt
check "what the words call for: the action in full" matches '^## rotate$' out
check "what the words call for: more of itself" matches '^you: fairy "[A-Z][a-z]+", sun in [A-Z]' out
check "what the words call for: when" matches '^time: [A-Z][a-z]+day, 20[0-9-]+ [0-9:]+ UTC[+-]' out
run see flow.svg --prompt --view 0,0,100,80
check "what the person looks at" matches "^the person's view: 0,0,100,80$" out
for bad in nowhere login,nowhere 1,2,3 0,0,0,5; do
    run see flow.svg --prompt --context "$bad"
    check "--context $bad" [ "$code" -ne 0 ]
    check "--context $bad: says why" one_line 'no element|nowhere|area'
done
run see flow.svg --prompt --context 1,2,3
check "--context of three numbers: what would be right" one_line 'has 3 numbers; a point has 2 \(X,Y\), an area 4 \(X,Y,W,H\)'
run see flow.svg --context login
check "--context without --prompt" exits 2
run see flow.svg "make it red"
check "words without --prompt" exits 2
run see flow.svg --prompt --session a --no-session
check "--session and --no-session" exits 2

# As the next `ask` would go on: the same fairy, and what was said.
run ask flow.svg "move login 5 right" --model offline -i
run see flow.svg "and back" --prompt
check "goes on with what was said" matches '^=== user: words ' out
check "goes on with what was done" matches '"_type":"(move|offset)"' out
name=$(sed -nE 's/^you: fairy "([A-Za-z]+)".*/\1/p' out)
run ask flow.svg "move login 5 left" --model offline -i --events
check "by the same fairy" json out "[e['name'] for e in d if e['event'] == 'fairy'] == ['$name']"
run see flow.svg "and back" --prompt --no-session
check "--no-session: nothing was said" lacks '^=== user: words ' out
check "--no-session: by the same fairy" matches "^you: fairy \"$name\"\$" out
cp original.svg flow.svg

# --- in projects -----------------------------------------------------------------------------------------
cat >team.json <<'END'
{"projects":[{"id":"p","state":"open","title":"Order flow","description":"Blue boxes, 12 px gaps","color":"blue","plan":"First the boxes, then the arrows","asked":"Draw how orders go",
  "members":[{"fairy":"lead","role":"orchestrator"},{"fairy":"one","role":"drone"},{"fairy":"two","role":"drone"}]}],
 "tasks":[{"id":"boxes","state":"in-progress","fairy":"one","project":"p","title":"Boxes","text":"A box for each step","x":0,"y":100,"w":200,"h":100},
          {"id":"arrows","state":"todo","fairy":"two","project":"p","title":"Arrows","text":"Join them","x":0,"y":100,"w":200,"h":100,"after":["boxes"]}],
 "waits":[{"fairy":"lead","until":"any","tasks":["boxes"]}]}
END
cat >duo.json <<'END'
{"projects":[{"id":"p","state":"open","title":"Order flow","description":"Blue boxes","color":"blue","plan":"","asked":"Draw how orders go",
  "members":[{"fairy":"lead","role":"duo-orchestrator"},{"fairy":"one","role":"drone"}]}],
 "tasks":[{"id":"boxes","state":"in-progress","fairy":"lead","project":"p","title":"Boxes","text":"A box for each step","x":0,"y":100,"w":200,"h":100}],"waits":[]}
END
sed 's/"state":"in-progress"/"state":"ready"/' duo.json >pair.json
cat >own.json <<'END'
{"projects":[],"tasks":[{"id":"boxes","state":"in-progress","fairy":"fairy","title":"Boxes","text":"A box for each step","x":0,"y":100,"w":200,"h":100},
                        {"id":"arrows","state":"ready","fairy":"fairy","title":"Arrows","text":"Join them","x":0,"y":100,"w":200,"h":100}],"waits":[]}
END
# sees MODE FILE PATTERN…: all of them stand in the prompt.
sees() {
    local mode=$1
    run see flow.svg --prompt --mode "$mode" --projects "$2"
    check "$mode in $2: exit" exits 0
    check "$mode in $2: nothing on stderr" lines 0 err
    shift 2
    for pattern; do check "$mode: $pattern" matches "$pattern" out; done
}
sees orchestrating-active team.json '^your project: "Order flow"$' '^its plan: "First the boxes' '^lead orchestrator$' \
    '^boxes in-progress one 0,100,200,100 "Boxes"' '^arrows todo two 0,100,200,100 after boxes "Arrows": "Join them"$' '^you: lead "[A-Z][a-z]+"$' '^one "[A-Z][a-z]+" working-drone 0,100,200,100 "Boxes"$' '^two "[A-Z][a-z]+" standing-by$'
check "all have names of their own" test "$(sed -nE 's/^you: lead "([A-Z][a-z]+)".*/\1/p; s/^(one|two) "([A-Z][a-z]+)".*/\2/p' out | sort -u | wc -l)" -eq 3
sees working-drone team.json '^The project you work in: "Order flow"$' '^what the person asked for: "Draw how orders go"$' '^your task: boxes 0,100,200,100 "Boxes": "A box' \
    '^arrows todo two 0,100,200,100 after boxes "Arrows"$' '^your view: 0,50,300,200$' '^lead "[A-Z][a-z]+" orchestrating-active$' '^you: one "[A-Z][a-z]+"$'
sees working-orchestrator duo.json '^The project you work in: "Order flow"$' '^your task: boxes' '^one "[A-Z][a-z]+" standing-by$'
sees duo-orchestrating-active pair.json '^your project: "Order flow"$' '^boxes ready lead' '^lead duo-orchestrator$'
sees working-solo own.json '^your task: boxes' '^arrows ready fairy'
sees soloing <(sed 's/in-progress/ready/' own.json) '^your tasks:$' '^boxes ready fairy'
run see flow.svg --prompt --mode soloing --projects team.json
check "nobody is in that mode" exits 2
check "nobody is in that mode: says so" one_line 'soloing'
run see flow.svg --prompt --projects nowhere.json
check "no such projects" one_line 'nowhere.json'
echo '{"projects":[{}]}' >bad.json
run see flow.svg --prompt --mode soloing --projects bad.json
check "bad projects: says which" one_line 'bad.json.*project'

# --- every part ------------------------------------------------------------------------------------------
# All that a prompt can tell is told somewhere; what is looked up and changed while a fairy runs, and its list, in unit/prompt_agent.
run ask flow.svg "move login 5 right" --model offline -i
run fairies wake Hazel
run fairies words Hazel "prefers rounded corners"
sed 's/^<svg /<svg content="\&lt;mxfile\&gt;" /' flow.svg >made.svg # by draw.io
for row in one-shotting: soloing:own.json working-drone:team.json orchestrating-active:team.json; do
    IFS=: read -r mode projects <<<"$row"
    sed 's/in-progress/ready/' own.json >plan.json
    [ "$mode" = soloing ] && projects=plan.json
    run see flow.svg "rotate it back today" --prompt --mode "$mode" ${projects:+--projects "$projects"} --select login --context note --view 0,0,100,120
    "$fairy" see made.svg "and back" --prompt --mode "$mode" ${projects:+--projects "$projects"} >>out
    sed -nE 's/^=== (user|system|assistant): ([a-z-]+).*/\2/p' out
done | sed 's/^picture$/screenshot/; s/^answer$/history/' | sort -u >told
sed -nE 's/^FAIRY_PART\(([a-z_]+)\)/\1/p' "$fixtures/../../core/prompt/parts.def" | tr _ - | sort >parts
check "every part is told somewhere" is "$(comm -23 parts told | paste -sd' ')" "data lints todos user-changes usual-boxes"
cp original.svg flow.svg
cat >faulty.svg <<'END'
<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300" viewBox="0 0 400 300">
  <rect id="box" x="20" y="20" width="60" height="30" fill="white" stroke="black"/>
  <text id="words" x="50" y="40" text-anchor="middle" font-size="14" font-family="sans-serif">far too many words for it</text>
</svg>
END
run see faulty.svg --prompt
check "and faults where there are some" matches '^=== user: lints' out

# A drawing without shapes has no picture, and the rest is as ever.
echo '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"/>' >blank.svg
run see blank.svg --prompt
check "blank: exit" exits 0
check "blank: no picture" lacks '^=== user: picture' out
check "blank: no shapes" matches '^shapes: none in your view$' out
check "the file is as it was" same flow.svg original.svg

finish
