#!/bin/bash
# House styles: `fairy lint --style`, `fairy batch --job house-style`.
# shellcheck source=support/lib.sh
. "$(dirname "$0")/support/lib.sh"

mkdir in
cat >in/flow.svg <<'END'
<svg xmlns="http://www.w3.org/2000/svg" xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" width="400" height="200" viewBox="0 0 400 200">
  <rect id="a" x="10" y="10" width="70" height="40" fill="#fe0000"/>
  <rect id="l" x="90" y="10" width="70" height="40" fill="#fe0000" sodipodi:insensitive="true"/>
</svg>
END
printf '[style]\ncolors=#ffffff;#cc0000\n' >house.ini

run lint --style house.ini in/flow.svg
check "lint: exit" exits 3
check "lint: what isn't locked" prints <<'END'
in/flow.svg:2:3: house-color: The fill is #fe0000; what stands for it is #cc0000. Fix: Use one of the style's colours: the job house-style does. (#a)
END
run batch --job house-style --with style=house.ini in --check
check "check: 3 as one would change" exits 3
cp -r in was
run batch --job house-style --with style=house.ini in --out out1
check "mended: exit" exits 0
check "mended: one line" changed_lines in/flow.svg out1/flow.svg 2
check "mended: the locked one is as it was" matches 'id="l".*#fe0000' out1/flow.svg
check "mended: the input is as it was" same in/flow.svg was/flow.svg
run batch --job house-style --with style=house.ini out1/flow.svg --check
check "again: nothing to do" exits 0
run lint --style house.ini out1/flow.svg
check "again: nothing to tell" exits 0
run batch --job house-style --with style=house.ini in -i
check "in place: exit" exits 0
run undo in/flow.svg
check "undo: exit" exits 0
check "undo: every byte" same in/flow.svg was/flow.svg
run lint --style nothing.ini in/flow.svg
check "no file: exit" exits 1
printf '[style]\ncolours=red\n' >broken.ini
run lint --style broken.ini in/flow.svg
check "broken: what there is" one_line 'no "colours"; there are colors, fonts'
run batch --job house-style in --out out2
check "no style: exit" exits 2
finish
