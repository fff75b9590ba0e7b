#!/bin/bash
# The page of a batch's results in Chromium: what it shows, filters, keys, what is outlined, what is rejected, and what
# axe-core says of it. report.sh FAIRY FOLDER [DRAWINGS [PICTURES]]: npm brings puppeteer-core and axe-core into
# FOLDER; DRAWINGS is a folder of them (without it 240 are made, of which a few fail), PICTURES one for screenshots.
# Tells how long the page takes.
set -eu
fairy=$(realpath "$1") folder=$2 drawings=${3:+$(realpath "$3")} pictures=${4:+$(realpath "$4")}
here=$(cd "$(dirname "$0")" && pwd)
[ -z "$pictures" ] || mkdir -p "$pictures"
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)

mkdir -p "$folder"
cd "$folder"
if command -v npm >/dev/null && [ ! -d node_modules/axe-core ]; then
    echo '{"private":true}' >package.json
    npm install --silent --ignore-scripts --no-audit --no-fund puppeteer-core@25.16.0 axe-core@4.14.1 >/dev/null 2>&1 ||
        rm -rf node_modules
fi
if [ ! -d node_modules/axe-core ] || [ -z "$browser" ] || ! command -v node >/dev/null; then
    echo "skipped: Chromium, node, puppeteer-core or axe-core isn't here, and npm can't bring them"
    exit 77
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir figures
for i in $(seq 240); do
    [ -z "$drawings" ] || break
    cat >"figures/f$i.svg" <<END
<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200" viewBox="0 0 200 100">
  <rect id="a" x="$((i % 90))" y="10" width="40" height="20" fill="#def" stroke="black"/>
  <text id="t" x="10" y="90" font-size="8">Figure $i</text>
</svg>
END
done
if [ -z "$drawings" ]; then
    echo '<svg><g></svg>' >"figures/it's broken.svg"
    sed '/id="a"/d' figures/f1.svg >figures/without.svg
    mv figures/f2.svg "figures/f15 'odd' & <name>.svg"
fi
echo '{"actions":[{"_type":"move","shapeId":"a","x":100,"y":40},{"_type":"create","shape":{"_type":"rectangle","shapeId":"new","x":5,"y":5,"w":30,"h":20}}]}' >move.json
"$fairy" batch --actions move.json "${drawings:-figures}" --out made -q || true
node "$here/report.js" "$OLDPWD/node_modules" "$browser" "$fairy" made/report.html "${drawings:+whole}" "$pictures"
