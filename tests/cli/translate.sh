#!/bin/bash
# Words of drawings out to translators and back: `fairy po`, `fairy batch --job translate`.
# shellcheck source=support/lib.sh
. "$(dirname "$0")/support/lib.sh"

mkdir in
cat >in/flow.svg <<'END'
<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200" viewBox="0 0 400 200">
  <title>Order</title>
  <g fill="none" stroke="black">
    <rect id="a" x="10" y="10" width="70" height="40"/>
    <rect id="b" x="200" y="10" width="100" height="40"/>
  </g>
  <text id="t" x="45" y="34" font-size="12" font-family="DejaVu Sans" text-anchor="middle">Pay now</text>
  <text id="u" x="250" y="34" font-size="12" font-family="DejaVu Sans" text-anchor="middle">Warehouse</text>
  <text id="n" x="350" y="34">42</text>
  <text id="f" x="10" y="150">Fluxo</text>
</svg>
END
head='msgid ""
msgstr "Language: de\nContent-Type: text/plain; charset=UTF-8\n"'
cat >de.po <<END
$head
msgid "Order"
msgstr "Bestellung"
msgid "Pay now"
msgstr "Jetzt bitte bezahlen"
msgid "Warehouse"
msgstr "Depot"
#, fuzzy
msgid "Fluxo"
msgstr "Fluss"
END
cat >terms.po <<'END'
msgid "Warehouse"
msgstr "Lager"
msgid "Fluxo"
msgstr "Fluxo"
END
sed '/^</d; s/Depot/Lagerhaus/' de.po >good.po
# words FILE: what is drawn, and its title.
words() { sed -nE 's/.*<(text|title|tspan)[^>]*>([^<]+)<.*/\2/p' "$1" | tr '\n' '|'; }
# translated NAME OPTION…: into the folder out-NAME.
translated() {
    local name=$1 option with=()
    shift
    for option in "$@"; do with+=(--with "$option"); done
    run batch --job translate "${with[@]}" in --out "out-$name"
}

# --- out ---------------------------------------------------------------------------------------------
run po in/flow.svg
check "template: exit" exits 0
check "template: its path" prints <<<messages.pot
check "template: words, and what they are on" matches '^#. words on the rectangle "a", with room for some 10 letters' messages.pot
check "template: places" matches '^#: in/flow.svg:t$' messages.pot
check "template: no number" lacks '"42"' messages.pot
run po in/flow.svg --glossary terms.po -o -
check "glossary: what it has is left out" lacks 'Warehouse|Fluxo' out
run po in/flow.svg nothing.svg -o two.pot
check "a file that isn't there: exit" exits 1
check "a file that isn't there: the others' words are written" matches '"Pay now"' two.pot
run po nothing.svg nowhere -o none.pot
check "only files that aren't there: exit" exits 1
check "only files that aren't there: nothing is written" test ! -e none.pot
if command -v msgfmt >/dev/null; then
    check "template: gettext takes it" msgfmt -o /dev/null messages.pot
fi

# --- in place ----------------------------------------------------------------------------------------
translated plain po=de.po
check "in place: too long is told" exits 3
check "in place: with its shape" matches 'in/flow.svg: check text-overflow: "a": ' out
check "in place: the words" is "$(words out-plain/flow.svg)" 'Bestellung|Jetzt bitte bezahlen|Depot|42|Fluxo|'
check "in place: nothing else" changed_lines in/flow.svg out-plain/flow.svg 6
check "in place: fuzzy doesn't count" matches '>Fluxo<' out-plain/flow.svg
translated shrink po=de.po fit=shrink
check "shrink: exit" exits 0
check "shrink: smaller letters" matches 'id="t".*font-size="[5-9][0-9.]*(px)?"' out-shrink/flow.svg
translated wrap po=de.po fit=wrap
check "wrap: exit" exits 0
check "wrap: two lines" is "$(grep -o 'role="line"' out-wrap/flow.svg | wc -l)" 2

run batch --job translate --with po=de.po in --out . --suffix .de
check "suffix: beside the drawing, if --out says so" matches '>Depot<' flow.de.svg
run batch undo .
check "suffix: undo" absent flow.de.svg
run batch --job translate --with po=de.po in -i --suffix .de
check "suffix without --out" exits 2

# --- glossary ----------------------------------------------------------------------------------------
translated terms po=de.po glossary=terms.po fit=shrink
check "term: exit" exits 3
check "term: told" matches "\"Warehouse\" isn't translated: the glossary has \"Lager\" for \"Warehouse\", and \"Depot\" hasn't" out
check "term: left" matches '>Warehouse<' out-terms/flow.svg
translated kept po=good.po glossary=terms.po fit=shrink
check "term in a longer word: exit" exits 0
check "term in a longer word" matches '>Lagerhaus<' out-kept/flow.svg

# --- beside the others -------------------------------------------------------------------------------
translated switch po=good.po switch=true
check "switch: too long is told, with the language" matches 'the words of "a" are too long in "de"' out
check "switch: the old words are there" matches '>Pay now<' out-switch/flow.svg
check "switch: and the new ones" matches '<text [^>]*systemLanguage="de">Lagerhaus<' out-switch/flow.svg
check "switch: the title" matches '<title xml:lang="de">Bestellung</title>' out-switch/flow.svg
run batch --job translate --with po=good.po --with switch=true out-switch/flow.svg --check
check "switch: a second time nothing is new" exits 0
sed 's/Language: de/Language: fr/; s/Lagerhaus/Entrepôt/' good.po >fr.po
run batch --job translate --with po=fr.po --with switch=true out-switch/flow.svg --out both
check "another language: beside the first" is "$(grep -o 'systemLanguage="[a-z]*"' both/out-switch/flow.svg | sort -u | wc -l)" 2
check "another language: one switch for both" is "$(grep -c '<switch>' both/out-switch/flow.svg)" 2
if command -v rsvg-convert >/dev/null; then
    for language in de en; do
        rsvg-convert --accept-language "$language" both/out-switch/flow.svg >"$language.png"
    done
    rsvg-convert in/flow.svg >in.png
    check "switch: others see what they saw" same en.png in.png
    check "switch: its readers see other words" eval '! cmp -s de.png en.png'
fi

# --- by a model --------------------------------------------------------------------------------------
export OPENAI_API_KEY=sk-test-a1b2c3d4e5f6 BODIES=bodies.jsonl
mkfifo port
python3 -B "$fixtures/../cli/support/batch_model.py" '{"actions":[{"_type":"replace-words","shapeId":"a","from":"Pay now","to":"Zahlen"},{"_type":"replace-words","shapeId":"b","from":"Warehouse","to":"Depot"},{"_type":"replace-words","shapeId":"f","from":"Fluxo","to":"Fluss"},{"_type":"replace-words","shapeId":"n","from":"42","to":"zweiundvierzig"},{"_type":"delete","shapeId":"b"}]}' 0 >port &
server=$!
# shellcheck disable=SC2094
read -r port <port
export OPENAI_BASE_URL=http://127.0.0.1:$port/v1
run batch --job translate --with language=de --with glossary=terms.po in --out asked --lint-rounds 0 --model openai/gpt-6-luna
check "a model: the words of a shape's label" matches '>Zahlen<' asked/flow.svg
check "a model: the glossary counts" matches '^partly in/flow.svg: the glossary has "Lager" for "Warehouse", and "Depot" isn.t that' out
check "a model: the rest stays as it is" is "$(words asked/flow.svg)" 'Order|Zahlen|Warehouse|42|Fluxo|'
check "a model: nothing but words" matches 'id="b"' asked/flow.svg
check "a model: each is refused" python3 -c 'import json, sys; sys.exit(json.loads(open("asked/results.jsonl").readline())["refused"] < 4)'
check "a model: it knows the language and the terms" matches 'language .{1,4}de.{1,4} \(BCP 47\).*msgid .{1,4}Warehouse' bodies.jsonl
kill "$server"
run batch --job translate --with glossary=nothing.po in --out asked2 --model openai/gpt-6-luna
check "no glossary there: exit" exits 2

# --- what is wrong -----------------------------------------------------------------------------------
translated none
check "no catalogue: exit" exits 2
check "no catalogue: says what to give" matches 'needs a catalogue: --with po=FILE' err
printf '%s\n' "$head" 'msgid "a"' >broken.po
translated broken po=broken.po
check "broken: file and line" matches 'broken.po:4: the entry before this line has no msgstr' err
translated fit po=de.po fit=tight
check "fit: what there is" matches '"fit" is "tight"; it is none, shrink or wrap' err
finish
