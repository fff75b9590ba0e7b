#!/bin/bash
# `fairy actions`: manuals, schemas in both forms, fairy-actions(7). ajv judges the schemas, where npm can bring it.
# shellcheck source=support/lib.sh
. "$(dirname "$0")/support/lib.sh"
here=$fixtures/../cli/support
build=$(dirname "$(dirname "$fairy")")

run actions
names=$(grep -oE '^  [a-z][a-z-]+  ' out)
team=$(sed -n '/^Tasks of/,$p' out | grep -oE '^  [a-z][a-z-]+  ')

# --- manuals -----------------------------------------------------------------------------------------
run actions bringToFront
check "another system's spelling: exit" exits 0
check "another system's spelling: the manual" matches '^bring-to-front: ' out
run actions delete
check "a manual: fields" matches '^  shapeId \(id\)$' out
check "a manual: other names" matches '^Also understood: "remove"\.$' out
check "a manual: an example" matches '^  \{"_type":"delete"' out
sed -n 's/^  {"_type"/{"_type"/p' out >example.json
echo '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect id="a" width="1" height="1"/></svg>' >a.svg
run apply a.svg example.json -o b.svg
check "a manual: the example can be applied" exits 0
run actions delete move
check "two names" exits 2
run actions delet
check "a name that isn't there" exits 2

# --- dialects ----------------------------------------------------------------------------------------
run actions --schema
cp out plain.json
run actions --dialect plain
check "--dialect means --schema; plain is the usual one" same out plain.json
run actions --dialect latin
check "no such dialect: exit" exits 2
check "no such dialect: one line, with those there are" one_line 'latin.*plain, compact'
run actions --dialect
check "--dialect without a name" exits 2
for provider in anthropic openai; do
    run actions --dialect $provider
    check "$provider: exit" exits 2
    check "$provider can't hold one" one_line "$provider is sent no schema"
done
run actions --dialect compact
cp out compact.json
run actions --dialect gemini
check "a provider that can is sent the compact one" same out compact.json
mkdir schemas
"$fairy" actions --schema >schemas/reply.plain.json
cp compact.json schemas/reply.compact.json
for name in $names; do
    "$fairy" actions "$name" --schema >"schemas/$name.plain.json"
    "$fairy" actions "$name" --dialect compact >"schemas/$name.compact.json"
    "$fairy" actions "$name" --markdown | tail -n 2 | head -n 1 >"schemas/$name.example"
done
for name in $team; do
    touch "schemas/$name.team" # a fairy that works alone isn't offered these
done

modules=$build/tests/node_modules
if command -v npm >/dev/null && [ ! -d "$modules/ajv" ]; then
    npm install --silent --no-audit --no-fund --prefix "$build/tests" ajv@8.17.1 >/dev/null 2>&1
fi
if [ -d "$modules/ajv" ] && command -v node >/dev/null; then
    NODE_PATH=$modules node "$here/schemas.js" schemas >out 2>err
    code=$?
    head -n 20 out
    check "ajv takes every schema in strict mode, and each takes what it should" exits 0
else
    echo "skipped: ajv isn't here, and npm can't bring it"
fi

# --- the manual page ---------------------------------------------------------------------------------
page=$build/plugin/fairy-actions.7
if [ -e "$page" ]; then
    for name in $names; do
        check "fairy-actions(7) has $name" matches "^\.SS $name$" "$page"
    done
    if command -v mandoc >/dev/null; then
        mandoc -T lint -W error "$page" >out 2>err
        code=$?
        check "fairy-actions(7) is a page" exits 0
    fi
else
    echo "skipped: the manual pages weren't built"
fi
finish
