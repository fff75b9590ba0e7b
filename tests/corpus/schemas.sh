#!/bin/bash
# Whether what a fairy may answer can be said under the schemas: schemas.sh FAIRY ACTIONS FOLDER [REPLY…]. ACTIONS is
# corpus-valid-actions. Every example of every manual, ACTIONS_N (500) random actions of each, and the REPLYs (files) are
# asked of ajv, which npm brings into FOLDER, under the action's own schema and under the one that is sent.
set -eu
fairy=$1 program=$2 folder=$3
shift 3
here=$(cd "$(dirname "$0")" && pwd)
replies=()
for reply; do replies+=("$(realpath "$reply")"); done

mkdir -p "$folder"
cd "$folder"
if command -v npm >/dev/null && [ ! -d node_modules/ajv ]; then
    echo '{"private":true}' >package.json
    npm install --silent --ignore-scripts --no-audit --no-fund ajv@8.17.1 >/dev/null 2>&1 || rm -rf node_modules
fi
if [ ! -d node_modules/ajv ] || ! command -v node >/dev/null; then
    echo "skipped: ajv isn't here, and npm can't bring it"
    exit 77
fi

rm -rf schemas
mkdir schemas
for name in $("$fairy" actions | grep -oE '^  [a-z][a-z-]+  '); do
    "$fairy" actions "$name" --schema >"schemas/$name.plain.json"
    "$fairy" actions "$name" --dialect compact >"schemas/$name.compact.json"
    "$fairy" actions "$name" --markdown | tail -n 2 | head -n 1
done >actions.jsonl
"$program" "${ACTIONS_N:-500}" "${TEST_SEED:-$RANDOM}" >>actions.jsonl
NODE_PATH=node_modules node "$here/schemas.js" schemas actions.jsonl "${replies[@]}"
