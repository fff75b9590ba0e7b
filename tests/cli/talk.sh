#!/bin/bash
# Actions that answer rather than edit: what is printed of them, and what stays as it is.
# shellcheck source=support/lib.sh
. "$(dirname "$0")/support/lib.sh"

flow >flow.svg

# reply ACTIONS OPTION…: applies them, to made.svg.
reply() {
    printf '%s' "$1" >reply.json
    shift
    rm -f made.svg
    run apply flow.svg reply.json -o made.svg "$@"
}

# --- data --------------------------------------------------------------------------------------------
reply '[{"_type":"count","expression":"boxes"},{"_type":"look-closer","shapeIds":["login"]}]'
check "count and look-closer: exit" exits 0
check "count: the number and the ids" json out '"login" in d[0]["data"]["shapeIds"] and d[0]["data"]["count"] == len(d[0]["data"]["shapeIds"])'
check "count: the number in words" json out 'd[0]["detail"] == "%d shapes" % d[0]["data"]["count"]'
check "look-closer: the shape in full" json out 'd[1]["data"]["shapes"][0]["shapeId"] == "login" and "color" in d[1]["data"]["shapes"][0]'
check "the drawing stays as it is" same flow.svg made.svg
reply '[{"_type":"count","expression":"boxes"}]' --events
check "--events: the data, too" json out 'd[1]["event"] == "action" and "count" in d[1]["data"]'
reply '[{"_type":"count"}]' --origin 1000,1000
cp out all.json
reply '[{"_type":"count","expression":"x < 0 and y < 0"}]' --origin 1000,1000
check "count: numbers are counted from --origin" json out 'd["data"]["count"] == json.load(open("all.json"))["data"]["count"]'

# --- what asks for more -------------------------------------------------------------------------------
reply '[{"_type":"set-view","x":0,"y":0,"w":9,"h":9},{"_type":"review","x":0,"y":0,"w":9,"h":9},{"_type":"update-todo","id":1,"text":"x"},{"_type":"unknown"}]'
check "looks, lists and nothing: exit" exits 0
check "looks, lists and nothing: the drawing stays as it is" same flow.svg made.svg
reply '[{"_type":"end-project"},{"_type":"message","text":"Done."}]'
check "a project where there is none: exit" exits 3
check "a project where there is none: why" matches 'several fairies in a project' out

# --- outside ------------------------------------------------------------------------------------------
reply '[{"_type":"country-info","code":"FR"},{"_type":"random-wikipedia-article"},{"_type":"message","text":"Done."}]' --no-web
check "--no-web: exit" exits 3
check "--no-web: refused, and the rest done" json out '[o["outcome"] for o in d] == ["refused", "refused", "ok"]'
check "--no-web: why" matches 'switched off' out
reply '[{"_type":"country-info","code":"France"}]'
check "no code of a country: exit, with nobody asked" exits 3
check "no code of a country: why" matches 'two letters' out
run see flow.svg --no-web
check "--no-web is for those who edit" exits 2
if command -v ldd >/dev/null; then
    ldd "$fairy" >out
    check "libcurl isn't loaded before it is needed" lacks libcurl out
fi
finish
