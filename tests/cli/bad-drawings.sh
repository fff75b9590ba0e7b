#!/bin/bash
# Drawings that aren't: one line with file and line, exit 1, no output; or the lenient reading that
# renderers agree on.
# shellcheck source=support/lib.sh
. "$(dirname "$0")/support/lib.sh"

echo '[{"_type":"move","shapeId":"a","x":5,"y":5,"anchor":"top-left"}]' >move.json
ns='xmlns="http://www.w3.org/2000/svg"'
xl='xmlns:xlink="http://www.w3.org/1999/xlink"'
box='<rect id="a" x="1" y="1" width="4" height="4"/>'

# refused NAME FILE PATTERN [COMMAND]: nothing can be done with it.
refused() {
    local command
    for command in "apply $2 move.json -o made.svg" "ask $2 delete -o made.svg" "see $2"; do
        [ "${command%% *}" = "${4:-${command%% *}}" ] || continue
        rm -f made.svg
        # shellcheck disable=SC2086
        run $command
        check "$1: ${command%% *}: exit 1" exits 1
        check "$1: ${command%% *}: one line" one_line "$3"
        check "$1: ${command%% *}: nothing on stdout" lines 0 out
        check "$1: ${command%% *}: no output" absent made.svg
    done
}

# taken NAME FILE: it opens, moves, and opens again.
taken() {
    rm -f made.svg
    run apply "$2" move.json -o made.svg
    check "$1: exit 0" exits 0
    check "$1: moved" json out 'd["outcome"] == "ok"'
    run see made.svg --view 0,0,20,20
    check "$1: opens again" json out '[s for s in d["shapes"] if s["shapeId"] == "a"][0]["x"] == 5'
    rm -f made.svg
}

echo 'Dear diary, this is no drawing.' >text.svg
refused "not XML" text.svg 'text.svg:1:'
printf '<svg %s>\n<g>\n%s\n' "$ns" "$box" >cut.svg
refused "truncated" cut.svg 'cut.svg:[0-9]+:'
flow | head -c 600 >cut2.svg
refused "truncated in a tag" cut2.svg 'cut2.svg:[0-9]+:'
printf '<svg %s>\n<g>\n</svg>\n' "$ns" >crossed.svg
refused "crossed tags" crossed.svg 'crossed.svg:[0-9]+:'
echo '<html><body>svg</body></html>' >page.svg
refused "not SVG" page.svg 'page.svg:1:.*svg'
: >empty.svg
refused "empty" empty.svg 'empty.svg'
printf '   \n\n' >blank.svg
refused "blank" blank.svg 'blank.svg'
mkdir folder.svg
refused "a folder" folder.svg 'folder.svg'
refused "not there" nowhere.svg 'nowhere.svg'
ln -s loop.svg loop.svg
refused "a loop of links" loop.svg 'loop.svg'
if [ "$(id -u)" -ne 0 ]; then
    flow >secret.svg
    chmod 000 secret.svg
    refused "unreadable" secret.svg 'secret.svg'
fi
printf '<svg %s>\n<g id="z"\0/>%s</svg>' "$ns" "$box" >nul.svg
refused "NUL bytes" nul.svg 'nul.svg:2:'
head -c 4096 /dev/zero >zeros.svg
refused "only NUL bytes" zeros.svg 'zeros.svg'
truncate -s 2G sparse.svg
refused "2 GB" sparse.svg 'sparse.svg.*512|sparse.svg.*larg'
rm -f sparse.svg
{ printf '<svg>'; head -c 600M /dev/zero | tr '\0' ' '; echo '</svg>'; } | gzip -1 >bomb.svgz
refused "600 MB of spaces, packed" bomb.svgz 'bomb.svgz.*512' apply
rm -f bomb.svgz
flow | gzip -c | head -c 200 >cut.svgz
refused "truncated gzip" cut.svgz 'cut.svgz'
{
    printf '<svg %s>\n' "$ns"
    printf '<g>%.0s' $(seq 100000)
    printf '</g>%.0s' $(seq 100000)
    echo '</svg>'
} >deep.svg
refused "depth bomb" deep.svg 'deep.svg:2:.*512'
{
    echo '<!DOCTYPE svg [<!ENTITY a0 "lol">'
    for i in $(seq 9); do
        echo "<!ENTITY a$i \"$(printf "&a$((i - 1));%.0s" $(seq 10))\">"
    done
    printf ']>\n<svg %s><text>&a9;</text></svg>\n' "$ns"
} >laughs.svg
refused "entity bomb" laughs.svg 'laughs.svg(:[0-9]+)?:.*entit' see
{
    printf '<!DOCTYPE svg [<!ENTITY a "%s">]>\n<svg %s>' "$(head -c 50000 /dev/zero | tr '\0' x)" "$ns"
    printf '<text>'
    printf '&a;%.0s' $(seq 2000)
    printf '</text></svg>\n'
} >quadratic.svg
refused "quadratic entities" quadratic.svg 'quadratic.svg(:[0-9]+)?:.*entit'
printf '<?xml version="1.0" encoding="UTF-8"?>\n<svg %s>\n<title>caf\351</title>%s</svg>' "$ns" "$box" >wrong.svg
refused "says UTF-8, is latin1" wrong.svg 'wrong.svg:[0-9]+:'
printf '<?xml version="1.0" encoding="klingon"?>\n<svg %s>%s</svg>' "$ns" "$box" >klingon.svg
refused "an encoding nobody knows" klingon.svg 'klingon.svg:1:'
printf '<svg %s>\n%s<use id="b" foo:href="#a"></svg>' "$ns" "$box" >unclosed.svg
refused "an unclosed element" unclosed.svg 'unclosed.svg:2:'

# --- an entity from outside is never read -----------------------------------------------------------
echo 'the secret word' >secret.txt
printf '<!DOCTYPE svg [<!ENTITY e SYSTEM "file://%s/secret.txt">]>\n<svg %s>%s<text id="t" x="1" y="9">&e;</text></svg>' \
    "$work" "$ns" "$box" >external.svg
for command in "see external.svg" "apply external.svg move.json -o -"; do
    # shellcheck disable=SC2086
    run $command
    check "external entity: ${command%% *}: ends in order" test "$code" -le 1
    check "external entity: ${command%% *}: not read" lacks 'secret word' out
    check "external entity: ${command%% *}: not told" lacks 'secret word' err
done
printf '<!DOCTYPE svg SYSTEM "file://%s/none.dtd">\n<svg %s>%s</svg>' "$work" "$ns" "$box" >dtd.svg
taken "a DTD elsewhere isn't loaded" dtd.svg

# --- lenient readings -------------------------------------------------------------------------------
printf '<svg>%s</svg>' "$box" >bare.svg
taken "no namespace" bare.svg
printf '<!DOCTYPE svg [<!ENTITY ns "http://www.w3.org/2000/svg"><!ENTITY st "fill:red">]>\n<svg xmlns="&ns;"><g style="&st;">%s</g></svg>' "$box" >entities.svg
taken "internal entities" entities.svg
printf '<?xml version="1.0" encoding="ISO-8859-1"?>\n<svg %s>\n<title>caf\351</title>\n%s</svg>' "$ns" "$box" >latin1.svg
taken "latin1" latin1.svg
run apply latin1.svg move.json -o made.svg
check "latin1: written back in its own encoding" matches "$(printf 'caf\351')" made.svg
printf '<?xml version="1.0" encoding="UTF-16"?>\n<svg %s>\n<title>caf\303\251</title>\n%s</svg>' "$ns" "$box" |
    iconv -f UTF-8 -t UTF-16 >utf16.svg
taken "UTF-16" utf16.svg
run apply utf16.svg move.json -o made.svg
check "UTF-16: written back in its own encoding" test "$(head -c 2 made.svg | od -An -tx1)" = "$(head -c 2 utf16.svg | od -An -tx1)"
printf '\357\273\277<svg %s>%s</svg>' "$ns" "$box" >bom.svg
taken "a byte order mark" bom.svg
printf '<svg %s><path id="p" d="M 10 10 L 20 20 Q oops 1e 3 z"/>%s</svg>' "$ns" "$box" >path.svg
taken "broken path data" path.svg
printf '<svg %s %s><use id="u1" xlink:href="#u2"/><use id="u2" xlink:href="#u1"/><g id="g"><use xlink:href="#g"/></g>%s</svg>' \
    "$ns" "$xl" "$box" >cycle.svg
taken "use in a circle" cycle.svg
for t in 'matrix(nan 0 0 1 0 0)' 'scale(1e308) scale(1e308)' 'translate(1e308 -1e308)' 'rotate(inf)' 'scale(0)' \
    'matrix(1 2 3' 'skewX(90)' 'translate(1e999)'; do
    printf '<svg %s><g transform="%s"><rect id="w" width="5" height="5"/></g>%s</svg>' "$ns" "$t" "$box" >transform.svg
    taken "transform $t" transform.svg
done
for size in 'width="100%" height="100%"' '' 'width="0" height="0"' 'width="-5" height="1e308"' 'viewBox="0 0 0 0"' \
    'viewBox="nan nan nan nan"' 'width="10cm" height="5in"' 'width="NaN" height="inf"' 'viewBox="1 2 3"'; do
    printf '<svg %s %s>%s</svg>' "$ns" "$size" "$box" >sized.svg
    taken "size $size" sized.svg
done
printf '<svg %s><rect id="a" x="1" y="1" width="4" height="4"/><rect id="a" x="9" width="4" height="4"/></svg>' "$ns" >twice.svg
run see twice.svg
check "an id twice" exits 0

# --- a picture of what librsvg can't draw says so -------------------------------------------------------
run see bare.svg --screenshot made.png --view 1000,1000,10,10
check "a picture of nothing: ends in order" test "$code" -le 1

# --- use bombs ----------------------------------------------------------------------------------------
{
    printf '<svg %s %s>%s<defs><rect id="b0" width="1" height="1"/>' "$ns" "$xl" "$box"
    for i in $(seq 12); do
        printf '<g id="b%d">' "$i"
        printf "<use xlink:href=\"#b$((i - 1))\"/>%.0s" $(seq 10)
        printf '</g>'
    done
    printf '</defs><use id="all" xlink:href="#b12"/></svg>'
} >usebomb.svg
start=$(date +%s%N)
run see usebomb.svg
took=$((($(date +%s%N) - start) / 1000000))
check "nested use bomb: ends in order" test "$code" -le 1
# A second on its own; sanitizers and neighbours get room.
# With sanitizers on a busy machine it takes many times what it takes a user; what is excluded is a hang.
check "nested use bomb: ends ($took ms)" test "$took" -lt 60000
finish
