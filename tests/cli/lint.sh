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
crooked.svg: friendless-arrow: "lost": The head of the arrow touches nothing. Fix: Connect that end to a shape, or delete the arrow.
crooked.svg: near-miss: "login" and "db": "Database" stands 2 units lower than its neighbour "Login", which is of the same size. Fix: Align them.
END
check "findings: the file is as it was" same crooked.svg original.svg
run lint straight.svg
check "nothing: exit" exits 0
check "nothing: nothing printed" lines 0 out
run lint straight.svg crooked.svg straight.svg
check "several files: exit" exits 3
check "several files: each line has its own" lines 2 out
"$fairy" lint - <crooked.svg >out 2>err || code=$?
check "FILE -" matches '^-: friendless-arrow: "lost": ' out
gzip -nc crooked.svg >crooked.svgz
run lint crooked.svgz
check ".svgz" exits 3

# --- a part of it ------------------------------------------------------------------------------------
run lint crooked.svg --view 0,100,400,100
check "--view: only what touches it" lines 1 out
check "--view: the arrow" matches 'friendless-arrow' out
run lint crooked.svg --view 300,200,50,50
check "--view: nothing there" exits 0
run lint crooked.svg --view 0,0,10
check "--view: bad value" exits 2

# --- JSON --------------------------------------------------------------------------------------------
run lint crooked.svg straight.svg --json
check "--json: exit" exits 3
check "--json: a line per file" lines 2 out
check "--json: members" json out 'd[0]["file"] == "crooked.svg" and d[0]["lints"][0] == {"type": "friendless-arrow", "shapeIds": ["lost"], "message": "The head of the arrow touches nothing.", "fix": "Connect that end to a shape, or delete the arrow."}'
check "--json: several ids" json out 'd[0]["lints"][1]["shapeIds"] == ["login", "db"]'
check "--json: nothing found" json out 'd[1] == {"file": "straight.svg", "lints": []}'
run see crooked.svg
check "see: lints" json out 'd["lints"] == [{"type": "friendless-arrow", "shapeIds": ["lost"]}, {"type": "near-miss", "shapeIds": ["login", "db"]}]'
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
check "line breaks: told" matches '^lines.svg: text-off-page: ' out
finish
