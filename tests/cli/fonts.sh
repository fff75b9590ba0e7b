#!/bin/bash
# Which font a text is measured in is kept for the next command, and found anew when anything has changed.
# shellcheck source=support/lib.sh
. "$(dirname "$0")/support/lib.sh"

sans=$(find /usr/share/fonts /usr/local/share/fonts -name DejaVuSans.ttf 2>/dev/null | head -n 1)
mono=$(dirname "$sans")/DejaVuSansMono.ttf
if [ ! -e "$sans" ] || [ ! -e "$mono" ]; then
    echo "no DejaVu fonts here"
    exit 77
fi
kept=$XDG_CACHE_HOME/fairies/fonts
cat >words.svg <<'END'
<svg xmlns="http://www.w3.org/2000/svg" width="400" height="100" font-family="Some Family" font-size="20">
  <text id="words" x="10" y="50">illinois will fill</text>
  <text id="others" x="10" y="80" font-weight="bold">all</text>
</svg>
END

# rules FAMILY: what fontconfig reads from now on, as if it had been so for an hour.
rules() {
    mkdir -p fonts
    ln -sf "$sans" "$mono" fonts/
    cat >fonts.conf <<END
<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>$work/fonts</dir><cachedir>$work/fontcache</cachedir>
<alias><family>Some Family</family><prefer><family>$1</family></prefer></alias></fontconfig>
END
    touch -d "-${2:-60} minutes" fonts.conf fonts
}
width() { "$fairy" query words.svg -I words -W; }
# The width as fontconfig says, with nothing kept.
fresh_width() { XDG_CACHE_HOME=$(mktemp -d -p "$work") width; }

export FONTCONFIG_FILE=$work/fonts.conf
rules "DejaVu Sans"
wide=$(fresh_width)
rules "DejaVu Sans Mono"
narrow=$(fresh_width)
check "the two fonts are told apart" lacks "^$wide\$" <(echo "$narrow")

# --- kept --------------------------------------------------------------------------------------------
rules "DejaVu Sans"
check "first: as fontconfig says" is "$(width)" "$wide"
check "first: it is kept" matches "DejaVuSans.ttf" "$kept"
check "first: for nobody else" is "$(stat -c %a "$kept")" 600
check "second: the same" is "$(width)" "$wide"
sed -i 's/DejaVuSans\.ttf/DejaVuSansMono.ttf/' "$kept"
check "what is kept is what counts" is "$(width)" "$narrow"

# --- not any more ------------------------------------------------------------------------------------
sed -i 's/^made=.*/made=1/' "$kept"
check "too old" is "$(width)" "$wide"
check "too old: kept anew" matches "DejaVuSans.ttf" "$kept"
rules "DejaVu Sans Mono" 30
check "other rules" is "$(width)" "$narrow"
check "other rules: kept anew" matches "DejaVuSansMono.ttf" "$kept"
rules "DejaVu Sans" 20
width >/dev/null
sed -i 's/DejaVuSans\.ttf/DejaVuSansMono.ttf/' "$kept"
touch -d "-10 minutes" fonts
check "a change in a folder of fonts" is "$(width)" "$wide"
sed -i 's/DejaVuSans\.ttf/DejaVuSansMono.ttf/' "$kept"
mkdir -p "$XDG_CONFIG_HOME/fontconfig"
check "rules of one's own" is "$(width)" "$wide"
rmdir "$XDG_CONFIG_HOME/fontconfig"
rm -f "$kept"
width >/dev/null
cp -p fonts.conf others.conf
sed -i 's/DejaVuSans\.ttf/DejaVuSansMono.ttf/' "$kept"
check "another file of rules" is "$(FONTCONFIG_FILE=$work/others.conf width)" "$wide"
check "another file of rules: kept anew" matches "DejaVuSans.ttf" "$kept"
rm -f "$kept"
width >/dev/null
sed -i 's/DejaVuSans\.ttf/DejaVuSansMono.ttf/' "$kept"
check "another folder of rules" is "$(FONTCONFIG_PATH=$work width)" "$wide"
rm -f "$kept"
width >/dev/null
sed -i 's/DejaVuSans\.ttf/DejaVuSansMono.ttf/' "$kept"
check "another language" is "$(LANG=de_DE.UTF-8 width)" "$wide"
rm -f "$kept"
width >/dev/null
sed -i 's/DejaVuSans\.ttf/Gone.ttf/' "$kept"
check "a font that is gone" is "$(width)" "$wide"
check "a font that is gone: found anew" matches "DejaVuSans.ttf" "$kept"
echo "no key file" >"$kept"
check "a file that isn't ours" is "$(width)" "$wide"
head -c 300 /dev/urandom >"$kept"
check "rubbish" is "$(width)" "$wide"
"$fairy" query words.svg >/dev/null
check "lists: of two fonts" matches '^indices=0;0;$' "$kept"
sed -i 's/^indices=.*/indices=0;/' "$kept"
check "lists of different lengths" is "$(width)" "$wide"

# --- families ----------------------------------------------------------------------------------------
cat >asked.svg <<'END'
<svg xmlns="http://www.w3.org/2000/svg" width="400" height="100" font-size="20">
  <text id="there" x="10" y="50" font-family="DejaVu Sans">here</text>
  <text id="gone" x="10" y="80" font-family="'No; Such=Family'">there</text>
</svg>
END
# Which texts ask for a font that isn't installed.
missing() { "$fairy" see asked.svg | grep -o '"missing-font","shapeIds":\[[^]]*\]' | cut -d: -f2 | tr -d '\n'; }
rm -f "$kept"
rules "DejaVu Sans"
check "families: as fontconfig says" is "$(missing)" '["gone"]'
check "families: those that are there are kept" matches '^installed=DejaVu Sans;$' "$kept"
check "families: those that aren't are kept" matches '^missing=No.*Such=Family;$' "$kept"
check "families: the same again" is "$(missing)" '["gone"]'
sed -i 's/^installed=.*/installed=/; s/^missing=.*/missing=DejaVu Sans;/' "$kept"
check "families: what is kept is what counts, others are asked about" is "$(missing)" '["there"]["gone"]'
rules "DejaVu Sans" 40
check "families: other rules" is "$(missing)" '["gone"]'

# --- not kept ----------------------------------------------------------------------------------------
rm -f "$kept"
touch fonts.conf
check "rules that may still change" is "$(width)" "$wide"
check "rules that may still change: not kept" absent "$kept"
rules "DejaVu Sans"
echo file >elsewhere
check "no folder to keep it in" is "$(XDG_CACHE_HOME=$work/elsewhere width)" "$wide"

finish
