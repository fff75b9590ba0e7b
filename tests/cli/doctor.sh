#!/bin/bash
# What fairy doctor finds, here and where things are missing or broken.
# shellcheck source=support/lib.sh
. "$(dirname "$0")/support/lib.sh"

key=sk-test-4f1d2c3b5a697887
settings=$XDG_CONFIG_HOME/fairies/config.ini
journal=$XDG_STATE_HOME/fairies/journal.db
version=$("$fairy" --version | cut -d ' ' -f 2)
run() {
    code=0
    "$fairy" "$@" >out 2>err </dev/null || code=$?
    cat out err >>"$work/seen"
}
# tells WORD WHAT PATTERN: a line of the report.
# shellcheck disable=SC2317 # check calls it
tells() { matches "^$1 +$2 +.*$3" out; }

# An Inkscape that only says who it is.
mkdir -p bin user/extensions/fairies system
cat >bin/inkscape <<END
#!/bin/sh
env >>"$work/environment"
case \$1 in
--version) echo "Inkscape 1.2.2 (abc, 2022-12-01)" ;;
--user-data-directory) echo "warning: no display"; echo "$work/user" ;;
--system-data-directory) echo "$work/system" ;;
esac
END
printf '#!/bin/sh\necho "fairies-inkscape %s"\n' "$version" >user/extensions/fairies/fairies-inkscape
chmod +x bin/inkscape user/extensions/fairies/fairies-inkscape
PATH=$work/bin:$PATH

# --- all is well --------------------------------------------------------------------------------------
run doctor
check "all is well: exit" exits 0
check "all is well: nothing on stderr" lines 0 err
check "all is well: every line" lacks '^(warn|fail)' out
for what in fairies GLib libcurl SQLite settings keys model journal libxml2 text fonts fairy-render librsvg cairo pictures fairy-layout Graphviz Inkscape; do
    check "$what is looked at" tells ok "$what" .
done
check "the extension" tells ok Inkscape "the extension is $work/user/extensions/fairies/fairies-inkscape"
check "it leaves no settings behind" absent "$settings"
check "it leaves no journal behind" absent "$journal"
run doctor --json
check "--json" json out 'all(i["health"] == "ok" and i["what"] and i["found"] for i in d) and len(d) > 15'

# --- settings and keys --------------------------------------------------------------------------------
printf '%s' "$key" | "$fairy" config set anthropic.key
GEMINI_API_KEY=$key run doctor
check "keys" tells ok keys 'anthropic.key \(file\), gemini.key \(GEMINI_API_KEY\)'
check "the file and its mode" tells ok settings 'config.ini, mode 0600'
check "Inkscape isn't told of keys" lacks "$key" environment
"$fairy" config model openai/gpt-6-luna
run doctor
check "a model without a key: exit" exits 0
check "a model without a key" tells warn model 'no key to OpenAI.*set OPENAI_API_KEY'
printf 'modle = offline\n[openai]\nca-file = /nowhere/own.pem\n' >"$settings"
OPENAI_BASE_URL=$key run doctor
check "warnings: exit" exits 0
check "an unknown setting" tells warn settings 'modle \(line 1\) is unknown'
check "a file that isn't there" tells warn settings 'openai.ca-file'
check "a variable that can't be used" tells warn settings 'openai.base-url \(OPENAI_BASE_URL\)'
printf '[openai]\nkey = %s\n' "$key" >"$settings"
chmod 640 "$settings"
run doctor
check "a key that others can read: exit" exits 1
check "a key that others can read" tells fail settings 'chmod 600'
printf '%s\n' "$key" >"$settings"
run doctor --json
check "a broken file: exit" exits 1
check "a broken file" json out '[i for i in d if i["health"] == "fail"][0]["found"].find("config.ini:1: ") > 0'
rm "$settings"

# --- the journal --------------------------------------------------------------------------------------
flow >flow.svg
"$fairy" ask flow.svg "delete the yellow box" -q >out
run doctor
check "a journal" tells ok journal 'journal.db, [0-9.]+ MB'
printf 'nonsense' >"$journal"
rm -f "$journal"-*
run doctor
check "a damaged journal: exit" exits 1
check "a damaged journal" tells fail journal "move it away"
XDG_STATE_HOME=/dev/null/state run doctor
check "nowhere to keep a journal" tells fail journal "can't be made"
rm "$journal"

# --- programs and modules -----------------------------------------------------------------------------
FAIRIES_RENDER=/nowhere/fairy-render run doctor
check "no helper: exit" exits 1
check "no helper" tells fail fairy-render '/nowhere/fairy-render.*What to do: reinstall'
printf '#!/bin/sh\necho fairies 0.0.1\n' >old-render
chmod +x old-render
FAIRIES_RENDER=$work/old-render run doctor
check "another version's helper" tells fail fairy-render "old-render is of another version than this program \\($version\\)"
check "a helper that draws nothing" tells fail pictures .
check "no helper beside it" tells fail fairy-layout 'fairy-layout.*What to do: reinstall'
printf '#!/bin/sh\necho librsvg-2.so.2: cannot open >&2\nexit 127\n' >old-render
FAIRIES_RENDER=$work/old-render run doctor
check "a helper that can't start" tells fail fairy-render 'librsvg-2.so.2: cannot open'
FAIRIES_TEXT=/nowhere/libfairies-text.so run doctor
check "no modules for text: exit" exits 0
check "no modules for text" tells warn text 'libfairies-text.so'
echo '<fontconfig></fontconfig>' >fonts.conf
FONTCONFIG_FILE=$work/fonts.conf run doctor
check "no fonts: exit" exits 1
check "no fonts" tells fail fonts 'fonts-dejavu-core'

# --- Inkscape -----------------------------------------------------------------------------------------
printf '#!/bin/sh\necho "fairies-inkscape 0.0.1"\n' >user/extensions/fairies/fairies-inkscape
run doctor
check "another version's extension: exit" exits 0
check "another version's extension" tells warn Inkscape 'of another version'
rm user/extensions/fairies/fairies-inkscape
run doctor
check "no extension" tells warn Inkscape "the extension isn't in $work/user \\(package\\), so there is no Extensions > Fairies.*fairy install-inkscape"
printf '#!/bin/sh\nexit 1\n' >bin/inkscape
run doctor
check "an Inkscape that fails" tells warn Inkscape 'install Inkscape'

check "no key was printed" lacks "$key" seen
finish
