#!/bin/bash
# `fairy lint`: what it prints, and how it ends.
# shellcheck source=support/lib.sh
. "$(dirname "$0")/support/lib.sh"

cat >crooked.svg <<'END'
<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300" viewBox="0 0 400 300" font-family="sans-serif" font-size="12">
  <defs><marker id="m"><path d="M0 0"/></marker></defs>
  <g fill="none" stroke="black">
    <rect id="login" x="20" y="20" width="100" height="40"/><rect id="db" x="160" y="22" width="100" height="40"/>
    <path id="lost" d="M60 60V200" marker-end="url(#m)"/>
  </g>
  <text x="40" y="44">Login</text><text x="180" y="46">Database</text>
</svg>
END
sed 's/y="22"/y="20"/; /lost/d' crooked.svg >straight.svg
cp crooked.svg original.svg

# --- findings ----------------------------------------------------------------------------------------
run lint crooked.svg
check "findings: exit" exits 3
check "findings: nothing on stderr" lines 0 err
check "findings: a line each, by type" prints <<'END'
crooked.svg:5:5: unconnected-arrow: The head of the arrow touches nothing. Fix: Connect that end to a shape, or delete the arrow. (#lost)
crooked.svg:4:5: near-miss: "Database" stands 2 units lower than its neighbour "Login", which is of the same size. Fix: Align them. (#login, #db)
END
check "findings: the file is as it was" same crooked.svg original.svg
run lint straight.svg
check "nothing: exit" exits 0
check "nothing: nothing printed" lines 0 out
run lint straight.svg crooked.svg straight.svg
check "several files: exit" exits 3
check "several files: each line has its own" lines 2 out
"$fairy" lint - <crooked.svg >out 2>err || code=$?
check "FILE -" matches '^-:5:5: unconnected-arrow: .* [(]#lost[)]$' out
gzip -nc crooked.svg >crooked.svgz
cp out plain
run lint crooked.svgz
check ".svgz" exits 3
check ".svgz: places are those of the text in it" matches '^crooked.svgz:5:5: ' out
# As editors count: a byte order mark is nothing, a letter is one column, whatever bytes it has.
{ printf '\357\273\277<!-- \303\244\342\202\254 -->'; tr -d '\n' <crooked.svg; } >line.svg
sed '1s/^/<?xml version="1.0" encoding="UTF-16"?>\r\n/' crooked.svg | iconv -t UTF-16 >utf16.svg
run lint line.svg utf16.svg
check "one line, in characters" matches "^line.svg:1:$((12 + $(head -n 4 crooked.svg | tr -d '\n' | wc -c) + 4)): unconnected-arrow" out
check "UTF-16, CRLF" matches '^utf16.svg:6:5: unconnected-arrow' out
# What comes out of an entity stands where the element does that it is in.
{
    echo "<!DOCTYPE svg [<!ENTITY lost \"<path id='lost' d='M60 60V200' marker-end='url(#m)'/>\">]>"
    sed 's/<path id="lost".*/\&lost;/' crooked.svg
} >entity.svg
run lint entity.svg
check "an entity: where its parent begins" matches '^entity.svg:4:3: unconnected-arrow' out

# --- what isn't told ---------------------------------------------------------------------------------
run lint crooked.svg --ignore near-miss
check "--ignore: exit" exits 3
check "--ignore: the other" lines 1 out
check "--ignore: is told" matches 'unconnected-arrow' out
run lint crooked.svg --ignore near-miss,unconnected-arrow
check "--ignore: nothing left" exits 0
run lint crooked.svg --ignore near-miss --ignore friendless-arrow
check "--ignore: again, by an older name" exits 0
run lint crooked.svg --ignore near-mist
check "--ignore: no such kind" exits 2
check "--ignore: which there are" matches 'no kind of finding "near-mist"; there are text-overflow, .*, house-contrast' err

# --- a part of it ------------------------------------------------------------------------------------
run lint crooked.svg --view 0,100,400,100
check "--view: only what touches it" lines 1 out
check "--view: the arrow" matches 'unconnected-arrow' out
run lint crooked.svg --view 300,200,50,50
check "--view: nothing there" exits 0
run lint crooked.svg --view 0,0,10
check "--view: bad value" exits 2

# --- JSON --------------------------------------------------------------------------------------------
run lint crooked.svg straight.svg --json
check "--json: exit" exits 3
check "--json: a line per file" lines 2 out
check "--json: members" json out 'd[0]["file"] == "crooked.svg" and d[0]["lints"][0] == {"type": "unconnected-arrow", "shapeIds": ["lost"], "message": "The head of the arrow touches nothing.", "fix": "Connect that end to a shape, or delete the arrow.", "line": 5, "column": 5}'
check "--json: several ids" json out 'd[0]["lints"][1]["shapeIds"] == ["login", "db"]'
check "--json: nothing found" json out 'd[1] == {"file": "straight.svg", "lints": []}'
run see crooked.svg
check "see: lints" json out 'd["lints"] == [{"type": "unconnected-arrow", "shapeIds": ["lost"]}, {"type": "near-miss", "shapeIds": ["login", "db"]}]'
run see crooked.svg --view 300,200,50,50
check "see: those in view" json out 'd["lints"] == []'

# --- errors ------------------------------------------------------------------------------------------
run lint missing.svg
check "no such file: exit" exits 1
check "no such file: one line" one_line 'missing.svg'
run lint crooked.svg missing.svg
check "one of two is missing: exit" exits 1
check "one of two is missing: the other is told" lines 2 out
echo '<svg><g></svg>' >broken.svg
run lint broken.svg --json
check "broken: exit" exits 1
check "broken: nothing on stdout" lines 0 out
run lint
check "no file: exit" exits 2

# --- words of a drawing stay on their line -------------------------------------------------------------
printf '<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"><text id="a\tb" x="9" y="200">one&#10;\ntwo&#13;three</text></svg>' >lines.svg
run lint lines.svg
check "line breaks in words and ids" lines 1 out
check "line breaks: told" matches '^lines.svg:1:64: text-off-page: ' out

# --- folders -------------------------------------------------------------------------------------------
mkdir -p tree/a
cp crooked.svg tree/a
cp straight.svg crooked.svgz tree
echo 'a note' >tree/note.txt
mkfifo tree/pipe.svg
run lint tree
check "folder: a pipe in it isn't opened" exits 1
check "folder: the pipe is told" one_line 'tree/pipe.svg: it is a pipe'
rm tree/pipe.svg
run lint tree
check "folder: exit" exits 3
check "folder: drawings alone, and those below" is "$(cut -d: -f1 out | sort -u | tr '\n' ' ')" "tree/a/crooked.svg tree/crooked.svgz "
run lint "tr*/*/[a-c]*.svg"
check "pattern" lines 2 out
echo tree >list
run lint @list
check "list" lines 4 out

# --- for CI ----------------------------------------------------------------------------------------------
# Names and words with everything that a format has its own meaning for.
mkdir 'odd: 50%, <a>&"b"'
sed 's/Login/"\&lt;]]\&gt;%\&amp;/; s/id="login"/id="x:y,z%25"/' crooked.svg >'odd: 50%, <a>&"b"/flow.svg'
cp broken.svg straight.svg 'odd: 50%, <a>&"b"'
for format in sarif junit github; do
    run lint --format $format 'odd: 50%, <a>&"b"' crooked.svg
    check "$format: exit" exits 1
    check "$format: what can't be read is told" one_line 'broken.svg:1'
    cp out $format
done
run lint --format json crooked.svg
check "--format json is --json" json out 'd["lints"][1]["line"] == 4'
run lint --format yaml crooked.svg
check "unknown format: exit" exits 2
check "unknown format: the others are named" one_line 'text, json, sarif, junit, github'

# GitHub's runner splits at the first "::" behind the command, properties at commas, and then takes back %25 and the like.
cat >github.py <<'END'
import json, re, sys
def back(text, property):
    for code, what in (("%0D", "\r"), ("%0A", "\n")) + ((("%3A", ":"), ("%2C", ",")) if property else ()) + (("%25", "%"),):
        text = text.replace(code, what)
    return text
for line in open("github"):
    command, properties, message = re.fullmatch(r"::(\w+) (.*?)::(.*)\n", line).groups()
    found = {name: back(value, True) for name, value in (one.split("=", 1) for one in properties.split(","))}
    print(json.dumps({"command": command, **found, "message": back(message, False)}))
END
python3 github.py >told
check "github: a line each" json told 'len(d) == 5 and all(set(f) == {"command", "file", "line", "col", "title", "message"} and f["command"] == "error" for f in d)'
check "github: words come back" json told '"\"<]]>%&\"" in [f["message"] for f in d if f["title"] == "near-miss"][0]'
check "github: ids" json told '"(#x:y,z%25, #db)" in [f["message"] for f in d if f["title"] == "near-miss"][0]'
check "github: file" json told '{f["file"] for f in d} == {"odd: 50%, <a>&\"b\"/flow.svg", "odd: 50%, <a>&\"b\"/broken.svg", "crooked.svg"}'

cat >junit.py <<'END'
import json, xml.etree.ElementTree as tree
root = tree.parse("junit").getroot()
assert root.tag == "testsuites"
sums = {"tests": 0, "failures": 0, "errors": 0}
for suite in root:
    cases = list(suite)
    counted = {"tests": len(cases), "failures": len(suite.findall("testcase/failure")), "errors": len(suite.findall("testcase/error"))}
    for name, n in counted.items():
        assert int(suite.get(name)) == n, (suite.attrib, counted)
        sums[name] += n
    for case in cases:
        assert case.get("name") and case.get("classname") == suite.get("name") and len(case) <= 1
        print(json.dumps({"file": suite.get("name"), "name": case.get("name"), "kind": case[0].tag if len(case) else None,
                          "message": case[0].get("message") if len(case) else None, "text": case[0].text if len(case) else None}))
assert sums == {name: int(root.get(name)) for name in sums}
END
python3 junit.py >told
check "junit: a suite each, a case for each finding" json told 'len(d) == 6 and [c["kind"] for c in d].count("failure") == 4 and [c["kind"] for c in d].count("error") == 1'
check "junit: what is clean passes" json told '[c["file"] for c in d if c["kind"] is None] == ["odd: 50%, <a>&\"b\"/straight.svg"]'
check "junit: words and names come back" json told 'any("\"<]]>%&\"" in c["message"] and "#x:y,z%25" in c["text"] for c in d if c["name"] == "near-miss")'

check "sarif: version" json sarif 'd["version"] == "2.1.0" and len(d["runs"]) == 1'
check "sarif: rules of what was found, each with help" json sarif '[r["id"] for r in d["runs"][0]["tool"]["driver"]["rules"]] == ["unconnected-arrow", "near-miss"] and all(r["help"]["text"] for r in d["runs"][0]["tool"]["driver"]["rules"])'
check "sarif: results name their rules" json sarif 'all(d["runs"][0]["tool"]["driver"]["rules"][r["ruleIndex"]]["id"] == r["ruleId"] for r in d["runs"][0]["results"])'
check "sarif: places" json sarif '[(r["ruleId"], r["locations"][0]["physicalLocation"]["region"]) for r in d["runs"][0]["results"]][2:] == [("unconnected-arrow", {"startLine": 5, "startColumn": 5}), ("near-miss", {"startLine": 4, "startColumn": 5})]'
check "sarif: addresses" json sarif '[__import__("urllib.parse").parse.unquote(r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]) for r in d["runs"][0]["results"]][1:3] == ["odd: 50%, <a>&\"b\"/flow.svg", "crooked.svg"]'
check "sarif: fingerprints differ" json sarif 'len({r["partialFingerprints"]["kindAndElements/v1"] for r in d["runs"][0]["results"]}) == 4'
check "sarif: what couldn't be read" json sarif 'not d["runs"][0]["invocations"][0]["executionSuccessful"] and len(d["runs"][0]["invocations"][0]["toolExecutionNotifications"]) == 1'
{ echo; echo; cat crooked.svg; } >moved.svg
cp moved.svg crooked.svg
run lint --format sarif crooked.svg
check "sarif: the same fingerprints when lines move" is "$(python3 -c 'import json, sys
print(*[r["partialFingerprints"] for r in json.load(open("out"))["runs"][0]["results"]])')" "$(python3 -c 'import json, sys
print(*[r["partialFingerprints"] for r in json.load(open("sarif"))["runs"][0]["results"]][2:])')"
run lint --format sarif straight.svg
check "sarif: nothing found: exit" exits 0
check "sarif: nothing found" json out 'd["runs"][0]["results"] == []'

# --- faults of how things lie, and --ignore for each ---------------------------------------------------------
cat >faults.svg <<'END'
<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600" viewBox="0 0 800 600" font-family="sans-serif" font-size="12">
  <defs><marker id="m"><path d="M0 0"/></marker><linearGradient id="g"><stop stop-color="#333"/><stop offset="1" stop-color="#444"/></linearGradient></defs>
  <g fill="white" stroke="black">
    <rect id="a" x="100" y="200" width="100" height="40"/><rect id="b" x="300" y="200" width="100" height="40"/><rect id="c" x="500" y="200" width="100" height="40"/><rect id="d" x="300" y="400" width="100" height="40"/>
  </g>
  <text x="120" y="225">First</text><text x="320" y="225">Second</text><text x="520" y="225">Third</text><text x="320" y="425">Fourth</text>
  <g fill="none" stroke="black" marker-end="url(#m)">
    <path id="through" d="M200 230H500"/><path id="inside" d="M350 400V226"/><path id="off" d="M150 200V-40H550V200"/>
  </g>
  <text id="u" x="100" y="500">A long remark on all of it</text><rect id="over" x="190" y="480" width="200" height="60" fill="orange"/>
  <rect id="dark" x="20" y="20" width="90" height="40" fill="url(#g)"/><text x="24" y="45" fill="#222">Hard to read</text>
  <text id="upper" x="600" y="500" style="text-transform:uppercase">words</text>
</svg>
END
run lint faults.svg
cp out all
check "faults: who draws it otherwise" matches 'uses text-transform: librsvg and Inkscape ignore it[.]' all
for kind in off-page covered-text arrow-through-shape arrow-inside-shape low-contrast drawn-differently; do
    check "faults: $kind" matches "^faults.svg:[0-9]*:[0-9]*: $kind: " all
    grep -v ": $kind: " all >others
    run lint faults.svg --ignore "$kind"
    check "--ignore $kind: the others are found" exits 3
    check "--ignore $kind: those alone" cmp -s out others
done

# What an action brought about, and nobody asked for, is told when it is over.
# shellcheck disable=SC2317 # called by check
no_note() { ! grep -q note: err; }
cat >pair.svg <<'END'
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300">
  <rect id="a" x="20" y="20" width="100" height="40" fill="#ffffff" stroke="#000000"/>
  <text id="s" x="30" y="45" font-size="12">First</text>
  <rect id="b" x="200" y="20" width="100" height="40" fill="#ffffff" stroke="#000000"/>
  <text id="t" x="210" y="45" font-size="12">Second</text>
</svg>
END
run apply -v pair.svg <(echo '[{"_type":"move","shapeId":"a","x":150,"y":20,"anchor":"top-left"}]')
check "apply: what lies on something now" grep -q '^fairy: note: .* lies on ' err
run apply -v pair.svg <(echo '[{"_type":"set-style","shapeIds":["a"],"textColor":"#f0f0f0"}]')
check "apply: words that are hard to read now" grep -q '^fairy: note: .*contrast' err
run apply -v pair.svg <(echo '[{"_type":"move","shapeId":"a","x":20,"y":120,"anchor":"top-left"}]')
check "apply: nothing of what is as good as it was" no_note
run apply pair.svg <(echo '[{"_type":"move","shapeId":"a","x":150,"y":20,"anchor":"top-left"}]')
check "apply: no word of it unless it is verbose" no_note
finish
