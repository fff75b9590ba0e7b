#!/bin/bash
# plugin/ci/ and .pre-commit-hooks.yaml: the hook of git in a repository, what pre-commit would run, the steps of the
# workflow.
# shellcheck source=support/lib.sh
plugin=$(realpath "$(dirname "$0")/../../plugin")
. "$(dirname "$0")/support/lib.sh"
mkdir bin home
ln -s "$fairy" bin/fairy
export PATH=$work/bin:$PATH HOME=$work/home GIT_CONFIG_NOSYSTEM=1
flow >good.svg
sed 's/<\/svg>/<rect id="flat" x="300" y="300" width="0" height="9"\/><\/svg>/' good.svg >bad.svg
"$fairy" lint good.svg >lints && code=0 || code=$?
check "(one has nothing, the other something)" exits 0
"$fairy" lint bad.svg >lints || code=$?
check "(one has nothing, the other something)" exits 3

# --- the hook of git ---------------------------------------------------------------------------------
git init -q repository
cp "$plugin/ci/pre-commit" repository/.git/hooks/
cd repository || exit 2
git config user.name Test
git config user.email test@localhost
commit() {
    code=0
    git commit -q -m "$1" >../out 2>../err || code=$?
}
mkdir 'a "b"'
echo words >words.txt
git add words.txt
commit "no drawing"
check "hook: a commit without drawings" exits 0
cp ../good.svg 'a "b"/ä 1.svg'
gzip -nc ../good.svg >packed.svgz
git add .
commit "good"
check "hook: good drawings" exits 0
cp ../bad.svg 'a "b"/ä 1.svg'
git add .
commit "bad"
check "hook: a drawing with a finding is no commit" exits 1
check "hook: the finding, by the drawing's path" matches '^a "b"/ä 1.svg:[0-9]+:[0-9]+: ' ../err
cp ../good.svg 'a "b"/ä 1.svg'
commit "staged"
check "hook: what is staged counts, not what lies there" exits 1
cp ../good.svg 'a "b"/ä 1.svg'
git add .
cp ../bad.svg 'a "b"/ä 1.svg'
echo more >>words.txt
git add words.txt
commit "other"
check "hook: and the other way around" exits 0
git rm -q packed.svgz
commit "removed"
check "hook: a drawing that is removed" exits 0
check "hook: nothing is left" is "$(find "${TMPDIR:-/tmp}" -maxdepth 2 -path '*/tree/a "b"*' -newer ../good.svg 2>/dev/null | wc -l)" 0
cd ..

# --- pre-commit ----------------------------------------------------------------------------------------
python3 -c 'import yaml' 2>/dev/null || { echo "left out: python3-yaml isn't here, so hooks and workflows aren't read"; finish; }
python3 - "$plugin/../.pre-commit-hooks.yaml" >hooks <<'END'
import json, re, sys, yaml
for hook in yaml.safe_load(open(sys.argv[1], encoding="utf-8")):
    assert {"id", "name", "entry", "language", "files"} <= set(hook) and hook["language"] == "system"
    assert re.search(hook["files"], "a/b.svg") and re.search(hook["files"], "b.svgz") and not re.search(hook["files"], "svg.txt")
    print(json.dumps(hook))
END
check "pre-commit: two hooks" lines 2 hooks
# pre-commit calls the entry with its arguments and the names of files behind them.
hook() { python3 -c 'import json, shlex, sys
h = [json.loads(line) for line in open("hooks")][int(sys.argv[1])]
print(shlex.join([*shlex.split(h["entry"]), *h.get("args", [])]))' "$1"; }
code=0
sh -c "$(hook 0) good.svg bad.svg" >out 2>err || code=$?
check "pre-commit: fairy-lint finds" exits 3
code=0
sh -c "$(hook 0) good.svg" >out 2>err || code=$?
check "pre-commit: fairy-lint finds nothing" exits 0
echo "$move" >actions.json
code=0
sh -c "$(hook 1) good.svg" >out 2>err || code=$?
check "pre-commit: fairy-check: exit" exits 3
check "pre-commit: fairy-check: where" matches '^good.svg:[0-9]+:[0-9]+: would-change' out
echo '{"actions":[{"_type":"message","text":"Nothing to do."}]}' >actions.json
code=0
sh -c "$(hook 1) good.svg" >out 2>err || code=$?
check "pre-commit: fairy-check: nothing would change" exits 0

# --- the workflow ----------------------------------------------------------------------------------------
mkdir docs
cp good.svg bad.svg docs
echo "$move" >docs/house.json
python3 - "$plugin/ci/github.yml" <<'END'
import sys, yaml
flow = yaml.safe_load(open(sys.argv[1], encoding="utf-8"))
for job in flow["jobs"].values():
    for step in job["steps"]:
        if "run" in step:
            open(step["name"] + ".step", "w").write(step["run"])
END
step() {
    code=0
    bash -e "$1.step" >out 2>err || code=$? # as GitHub runs a step
}
step annotate
check "workflow: annotate: exit" exits 3
check "workflow: annotate" matches '^::error file=docs/bad.svg,line=[0-9]+,col=[0-9]+,title=' out
step report
check "workflow: report: exit" exits 0
check "workflow: report" json lint.sarif 'len(d["runs"][0]["results"]) > 0'
step check
check "workflow: check: exit" exits 3
check "workflow: check" matches '^::error file=docs/good.svg,line=[0-9]+,col=[0-9]+,title=would-change' out
finish
