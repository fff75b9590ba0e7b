#!/bin/bash
# fairy install-inkscape: which Inkscapes it finds, what it puts there, and that all of it goes away again.
# shellcheck source=support/lib.sh
. "$(dirname "$0")/support/lib.sh"

export HOME=$work/home
unset INKSCAPE_PROFILE_DIR
action=app.org.fairies.ask
run() {
    code=0
    "$fairy" "$@" >out 2>err </dev/null || code=$?
}
keys() { # profile
    mkdir -p "$1/keys"
    cat >"$1/keys/default.xml"
}
# shellcheck disable=SC2317 # check calls it
installed() { # profile
    local entry
    for entry in "$fixtures"/../../plugin/inkscape/*.inx; do
        cmp -s "$entry" "$1/extensions/fairies/$(basename "$entry")" || return 1
    done
    test -x "$1/extensions/fairies/fairies-inkscape"
}
# No other Inkscape than ours: one that only says where it keeps things.
mkdir -p bin home
for tool in cat sed grep; do ln -s "$(command -v "$tool")" bin/; done
old_path=$PATH
PATH=$work/bin

# --- none, and those that are found -------------------------------------------------------------------
run install-inkscape
check "no Inkscape: exit" exits 1
check "no Inkscape: what to do" matches '^fairy: there is no Inkscape.*--profile names' err
PATH=$old_path
cat >bin/inkscape <<END
#!/bin/sh
[ "\$1" != --user-data-directory ] || echo "$work/user"
END
chmod +x bin/inkscape
PATH=$work/bin:$old_path
mkdir -p home/.var/app/org.inkscape.Inkscape home/snap/inkscape
flatpak=$HOME/.var/app/org.inkscape.Inkscape/config/inkscape snap=$HOME/snap/inkscape/current/.config/inkscape
INKSCAPE_PROFILE_DIR=$work/moved run install-inkscape
check "four: exit" exits 0
check "four: a line each" lines 4 out
for profile in user moved "$flatpak" "$snap"; do
    check "$profile: the extension" installed "$profile"
    check "$profile: the key" matches "gaction=\"$action\" keys=\"&lt;primary&gt;&lt;alt&gt;f\"" "$profile/keys/default.xml"
done
check "it is the program" matches '^fairies-inkscape [0-9.]+$' <(user/extensions/fairies/fairies-inkscape --version)
run doctor
check "doctor sees it" matches "^ok +Inkscape +the extension is $snap/" out
cp user/keys/default.xml before
run install-inkscape
check "once more: exit" exits 0
check "once more: the key is there once" cmp -s before user/keys/default.xml

# --- taking it away -----------------------------------------------------------------------------------
touch user/extensions/fairies/mine
INKSCAPE_PROFILE_DIR=$work/moved run install-inkscape --uninstall
check "--uninstall: exit" exits 0
check "--uninstall: a line each" lines 4 out
check "--uninstall: no file is left but another's" test "$(find user moved home/.var home/snap -type f)" = user/extensions/fairies/mine
run install-inkscape --uninstall
check "--uninstall of nothing: exit" exits 0
check "--uninstall of nothing: said" matches "wasn't there" out

# --- shortcuts of the person's ------------------------------------------------------------------------
keys user <<END
<?xml version="1.0"?>
<keys name="Mine">
  <!-- </keys> isn't the end -->
  <bind gaction="app.edit-delete" keys="&lt;primary&gt;d" />
</keys>
END
cp user/keys/default.xml before
run install-inkscape --profile user
check "a list of the person's: one line is new" test "$(diff before user/keys/default.xml | grep -c '^[<>]')" = 1
run install-inkscape --profile user --uninstall
check "a list of the person's: as it was" cmp -s before user/keys/default.xml
sed -i 's/app.edit-delete" keys="&lt;primary&gt;d"/app.edit-delete" keys="Delete, \&lt;Primary\&gt;\&lt;Alt\&gt;F"/' user/keys/default.xml
cp user/keys/default.xml before
run install-inkscape --profile user
check "a key for something else: exit" exits 0
check "a key for something else: said" matches 'Ctrl\+Alt\+F is for something else' out
check "a key for something else stays" cmp -s before user/keys/default.xml
sed -i "s/app.edit-delete/$action/" user/keys/default.xml
cp user/keys/default.xml before
run install-inkscape --profile user
check "a key of the person's for it: said" matches 'stays the one that you chose' out
check "a key of the person's for it stays" cmp -s before user/keys/default.xml
for bad in '<keys name="x">' 'nonsense' '<svg></svg>' '<keys name="x"/>' ''; do
    printf '%s' "$bad" | keys user
    run install-inkscape --profile user
    check "a list that is none ($bad): exit" exits 1
    check "a list that is none ($bad): said" matches '^fairy: .*keys/default.xml is no list of shortcuts' err
    check "a list that is none ($bad) stays" test "$(cat user/keys/default.xml)" = "$bad"
done
rm user/keys/default.xml

# --- where nothing can be put -------------------------------------------------------------------------
touch file
run install-inkscape --profile file
check "no folder: exit" exits 1
check "no folder: said" matches '^fairy: .*/file/extensions/fairies can.t be made: Not a directory' err
run install-inkscape --uninstall --profile file
check "no folder, --uninstall: exit" exits 0
run install-inkscape somewhere
check "an operand: exit" exits 2
finish
