#!/bin/bash
# The tour in README.md: every command is run, and must print what is written there.
# shellcheck source=support/lib.sh
. "$(dirname "$0")/support/lib.sh"

mkdir -p bin home/.local/share/fairies
ln -s "$fairy" bin/fairy
cp "$fixtures/demo.svg" home/.local/share/fairies/
export PATH="$work/bin:$PATH" HOME=$work/home

python3 - "$fixtures/../../README.md" <<'END'
import re, sys
text = open(sys.argv[1], encoding="utf-8").read()
script, wanted = [], []
for block in re.findall(r"```console\n(.*?)```", text, re.S):
    command = None
    for line in block.splitlines():
        if line.startswith("$ "):
            command = line[2:]
        elif command is not None and command.endswith(("|", "\\")):
            command += "\n" + line
        else:
            wanted.append(line)
            continue
        if not command.endswith(("|", "\\")):
            script.append(command)
            wanted.append("$ " + command)
open("wanted", "w").write("\n".join(wanted) + "\n")
open("tour", "w").write("\0".join(script) + "\0")
END
while IFS= read -r -d '' command; do
    printf '$ %s\n' "$command"
    bash -c "$command" 2>&1
done <tour >got
check "the tour has commands" test "$(tr -cd '\0' <tour | wc -c)" -ge 5
check "they print what the README says" diff wanted got
check "the tour makes a picture" test -s order.png
finish
