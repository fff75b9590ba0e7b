#!/bin/bash
# `fairy query` prints what `inkscape --query-all` and `inkscape --query-id -X -Y -W -H` print.
# shellcheck source=support/lib.sh
. "$(dirname "$0")/support/lib.sh"

# --- which elements, in which order ------------------------------------------------------------------
cat >list.svg <<'END'
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" id="page" width="200" height="100">
  <defs><rect id="defined" width="10" height="10"/><clipPath id="cut"><rect id="cutter" width="9" height="9"/></clipPath></defs>
  <g id="outer" transform="translate(10 20)">
    <g id="inner"><rect id="box" x="5" y="5" width="30" height="10"/></g>
    <rect x="50" y="0" width="4" height="4"/>
    <g id="empty"/>
  </g>
  <g id="gone" style="display:none"><circle id="ball" cx="150" cy="50" r="10"/></g>
  <rect id="faint" visibility="hidden" x="100" y="10" width="20" height="10"/>
  <symbol id="sign"><rect id="part" x="60" y="60" width="8" height="8"/></symbol>
  <pattern id="dots"><rect id="dot" width="7" height="7"/></pattern>
  <use id="copy" xlink:href="#box" x="100"/>
  <switch id="either"><rect id="never" systemLanguage="xx" x="1" y="90" width="9" height="9"/>
    <rect id="first" x="1" y="80" width="5" height="5"/><rect id="second" x="1" y="80" width="7" height="5"/></switch>
  <rect id="flat" x="1" y="1" width="0" height="5"/>
  <path id="nothing"/>
  <rect id="a,b" x="3" y="3" width="2" height="2"/>
  <title id="words">not drawn</title>
</svg>
END
run query list.svg
check "list: exit" exits 0
check "list: nothing on stderr" lines 0 err
check "list: hidden, unused and nested elements" prints <<'END'
page,1,3,134,82
outer,15,20,49,15
inner,15,25,30,10
box,15,25,30,10
rect-4,60,20,4,4
gone,140,40,20,20
ball,140,40,20,20
faint,100,10,20,10
part,60,60,8,8
copy,105,5,30,10
either,1,80,5,5
never,1,90,9,9
first,1,80,5,5
second,1,80,7,5
a,b,3,3,2,2
END
cp out listed
run query - <list.svg
"$fairy" query - <list.svg >out 2>err
check "FILE -" same out listed
gzip -nc list.svg >list.svgz
run query list.svgz
check ".svgz" same out listed
run query list.svg --query-all
check "--query-all" same out listed
run query -S list.svg box
check "-S with an id: all, as Inkscape does" same out listed

# --- some of them ------------------------------------------------------------------------------------
run query list.svg first box
check "ids: in the order given" prints <<'END'
first,1,80,5,5
box,15,25,30,10
END
run query list.svg --query-id=first,box
check "--query-id takes a list" lines 2 out
run query list.svg a,b
check "an id with a comma" prints <<'END'
a,b,3,3,2,2
END
run query list.svg rect-4
check "a derived id" matches '^rect-4,60,20,4,4$' out
run query list.svg box -W -X
check "-X -W: a line each, x first" prints <<'END'
15
30
END
run query list.svg -I box,first -X -Y -W -H
check "-X of several: commas" prints <<'END'
15,1
25,80
30,5
10,5
END
run query list.svg -H
check "-H alone: of the drawing" matches '^82$' out
run query list.svg empty defined -W
check "no box: zeros, as Inkscape" matches '^0,0$' out
run query list.svg box empty
check "no box: the others are printed" matches '^box,' out
check "no box: said" one_line '"empty" draws nothing'
check "no box: exit" exits 0
run query list.svg box bax
check "unknown id: exit" exits 1
check "unknown id: nothing on stdout" lines 0 out
check "unknown id: look-alikes" one_line 'no element has the id "bax"; did you mean "box"'
run query list.svg bax -X
check "unknown id with -X: exit" exits 1
run query list.svg --json -X
check "--json with -X" exits 2
run query missing.svg
check "no such file" exits 1
run query
check "no file" exits 2

# --- JSON --------------------------------------------------------------------------------------------
run query list.svg --json
check "--json: a line per element" lines 15 out
check "--json: members" json out 'd[0] == {"id":"page","type":"svg","x":1,"y":3,"w":134,"h":82}'
run query list.svg --json box empty
check "--json: no box, no numbers" json out 'd[1] == {"id":"empty","type":"g"}'

# --- numbers and units -------------------------------------------------------------------------------
cat >numbers.svg <<'END'
<svg xmlns="http://www.w3.org/2000/svg" id="s" width="100mm" height="100mm" viewBox="10 0 200 100" preserveAspectRatio="none">
  <rect id="r" x="20.5" y="0.001" width="1234567" height="1e-6"/><rect id="n" x="-1234567" y="12345.67" width="999999.6" height=".1"/>
</svg>
END
run query numbers.svg r n
check "six digits, through a stretched viewBox" prints <<'END'
r,19.8425,0.00377953,2.33304e+06,3.77953e-06
n,-2.33306e+06,46660.8,1.88976e+06,0.377953
END
for sizes in "|10,20,30,40" "viewBox='0 0 200 100'|10,20,30,40" \
    "width='100%' height='100%' viewBox='0 0 200 100'|10,20,30,40" \
    "width='400' viewBox='0 0 200 100'|110,20,30,40" \
    "width='400' height='400' viewBox='0 0 200 100'|20,140,60,80" \
    "width='400' height='400' viewBox='0 0 200 100' preserveAspectRatio='xMidYMid slice'|-160,80,120,160" \
    "width='10mm' height='10mm'|10,20,30,40" "width='0' height='400' viewBox='0 0 200 100'|10,170,30,40"; do
    echo "<svg xmlns='http://www.w3.org/2000/svg' ${sizes%|*}><rect id='r' x='10' y='20' width='30' height='40'/></svg>" >size.svg
    run query size.svg r
    check "page with ${sizes%|*}" matches "^r,${sizes#*|}$" out
done
code=0
LC_ALL=de_DE.UTF-8 "$fairy" query numbers.svg r >out 2>err || code=$?
check "any locale" matches '^r,19.8425,' out

# --- which box -----------------------------------------------------------------------------------------
flow >flow.svg
run query flow.svg login --geometric
check "--geometric: the fill" matches '^login,20,20,120,60$' out
run query flow.svg login
check "visual: with the stroke" matches '^login,19.5,19.5,121,61$' out

# --- which shapes ------------------------------------------------------------------------------------------
cat >flow.svg <<'END'
<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300" viewBox="0 0 400 300">
  <rect id="a" x="20" y="20" width="60" height="40" fill="red"/>
  <rect id="b" x="20" y="120" width="60" height="40"/>
  <path id="a-b" d="M50 60V120" stroke="black"/>
</svg>
END
run query flow.svg --select 'touches(a)'
check "--select: what ends at a shape" matches '^a-b,' out
check "--select: nothing else" lines 1 out
run query flow.svg --select 'color=red' b -X
check "--select: beside an id, x alone" is "$(cat out)" "20,20"
run query flow.svg --select 'color=green'
check "--select: nothing is: exit" exits 0
check "--select: nothing is" lines 0 out
run query flow.svg --select 'all - nobody'
check "--select: can't be read: exit" exits 2
check "--select: can't be read: where" one_line '--select: at character 7: .*"nobody"'

finish
