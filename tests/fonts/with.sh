#!/bin/sh
# with.sh SET COMMAND…: runs the command, and every program that it starts, with the fonts of SET.conf alone. Ends with
# 77 when some of them aren't installed.
set -eu
FONTCONFIG_PATH=$(cd "$(dirname "$0")" && pwd)
FONTCONFIG_FILE=$1.conf
XDG_CACHE_HOME=${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/$1 # what fonts were found is kept for one set
export FONTCONFIG_PATH FONTCONFIG_FILE XDG_CACHE_HOME
shift

command -v fc-list >/dev/null || {
    echo "skipped: no fc-list on this machine"
    exit 77
}
here=$(fc-list : file)
wanted=$(sed -n 's|.*<glob>\*/\(.*[^*]\)\**</glob>.*|\1|p' "$FONTCONFIG_PATH/$FONTCONFIG_FILE")
for name in $wanted; do
    case $here in
    */"$name"*) ;;
    *)
        echo "skipped: there is no font $name here, which $FONTCONFIG_FILE names"
        exit 77
        ;;
    esac
done
exec "$@"
