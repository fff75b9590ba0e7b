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
check "a shape" matches '^login 20,20,120,60$' out
check "the fence opens and closes once" is "$(grep -cE '^</?data>$' out)" 2
check "the sum at the end" test "$(tail -n 1 out | grep -cE '^=== texts in all: about [0-9]+ tokens$')" -eq 1
sums=$(($(sed -nE 's/^=== (system|user): .*\(about ([0-9]+) tokens\).*/\2/p' out | paste -sd+)))
check "which is that of the pieces" matches "^=== texts in all: about $sums tokens" out
check "one-shotting is meant" test "$sums" -gt 0
cp out default
run see flow.svg --prompt --mode one-shotting
check "--mode one-shotting: the same" same out default

# What a mode doesn't allow isn't told, and what it isn't shown neither.
for row in soloing:create-task:'## create$' working-solo:mark-task-done:'## message$' \
    working-drone:mark-task-done:'## set-view$' orchestrating-active:start-project:'## start-task$' \
    duo-orchestrating-active:start-task:'## create$' working-orchestrator:mark-task-done:'## message$'; do
    IFS=: read -r mode has not <<<"$row"
    run see flow.svg --prompt --mode "$mode"
    check "$mode: exit" exits 0
    check "$mode: $has" matches "^## $has\$" out
    check "$mode: not $not" lacks "^$not" out
    check "$mode: says what isn't here" one_line "$mode.*(project|task)"
done

run see flow.svg --prompt --select login
check "--select: in full" matches '^\{"shapeId":"login"' out
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

# A drawing without shapes has no picture, and the rest is as ever.
echo '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"/>' >blank.svg
run see blank.svg --prompt
check "blank: exit" exits 0
check "blank: no picture" lacks '^=== user: picture' out
check "blank: no shapes" matches '^shapes: none in your view$' out
check "the file is as it was" same flow.svg original.svg

finish
