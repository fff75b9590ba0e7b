#!/bin/bash
# plugin/cluster/: the script for Slurm as its tasks run it, GNU parallel, Snakemake, and the Job of Kubernetes, each
# on a part of the same drawings, one shard killed at work: merged, they are what a single run makes.
# tests/cluster/slurm.sh has a real Slurm. DRAWINGS=FOLDER takes those; else some are made.
# shellcheck source=support/lib.sh
plugin=$(realpath "$(dirname "$0")/../../plugin")
. "$(dirname "$0")/support/lib.sh"
mkdir bin home
# Where "$work/doomed" names a shard, and the file that its run begins with, that one is killed at work, once.
cat >bin/fairy <<END
#!/bin/bash
read -r shard begun 2>/dev/null <"$work/doomed" || exec "$fairy" "\$@"
[[ " \$* " == *" \$shard "* ]] || exec "$fairy" "\$@"
rm "$work/doomed"
"$fairy" "\$@" &
until [ -e "\$begun" ]; do sleep 0.02; done
kill -9 \$!
kill -9 \$\$
END
chmod +x bin/fairy
export PATH=$work/bin:$PATH HOME=$work/home
echo "$move" >'a reply.json'
figures=${DRAWINGS:-figures}
for i in $(seq 80); do
    [ -z "${DRAWINGS:-}" ] || break
    mkdir -p figures/$((i % 5))
    flow | sed "s/y=\"180\"/y=\"$((100 + i))\"/" >"figures/$((i % 5))/f$i.svg"
done
# shellcheck disable=SC2317 # called by check
rows() { python3 -c 'import json, sys
for line in sorted(open(sys.argv[1], encoding="utf-8")):
    row = json.loads(line)
    print(row["file"], row["state"] if row.get("skipped") != "duplicate" else "done", row.get("after"), row["attempts"] if row.get("skipped") != "duplicate" else 1)' "$1"; }
run batch --actions 'a reply.json' "$figures" --out single
rows single/results.jsonl >single.rows
check "(a single run)" test "$(wc -l <single.rows)" -ge 80
# merged NAME FOLDER: what it is, beside the single run.
merged() {
    check "$1: the same drawings" diff -r -x '*.jsonl' -x '*.html' -x '*.db' single "$2"
    rows "$2/results.jsonl" | sed "s# $2/# single/#" >"$2.rows"
    check "$1: the page can tell how it is taken back" grep -q "\"run\":\"$2\"" "$2/report.html"
    check "$1: the same rows, each done once" same "$2.rows" single.rows
}

# --- Slurm's tasks ---------------------------------------------------------------------------------------
task() { OUT=slurm SLURM_ARRAY_TASK_COUNT=4 SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_ID=$1 exec "$plugin/cluster/slurm.sh" --actions 'a reply.json' "$figures"; }
for i in 0 1 2 3; do (task $i) >out 2>err & pids[i]=$!; done
for _ in $(seq 500); do [ -e slurm/fairy-batch-2-of-4.db ] && break; sleep 0.02; done
kill -9 "${pids[1]}"
wait "${pids[@]}" 2>/dev/null
code=0
(task 1) >out 2>err || code=$? # as the task that was put into the queue again
check "Slurm: the task that was killed is done" exits 0 || cat err
run batch merge slurm --out slurm
check "Slurm: merged" exits "$(grep -cq 'failed\|partly' single.rows && echo 3 || echo 0)"
merged Slurm slurm
code=0
(OUT=one SHARDS=4 SLURM_ARRAY_TASK_COUNT=1 SLURM_ARRAY_TASK_MIN=3 SLURM_ARRAY_TASK_ID=3 exec "$plugin/cluster/slurm.sh" --actions 'a reply.json' "$figures") >out 2>err || code=$?
check "Slurm: one task by itself is its own shard" test -e one/results-3-of-4.jsonl

# --- GNU parallel ----------------------------------------------------------------------------------------
if parallel --version 2>/dev/null | grep -q GNU; then
    echo 2/4 parallel/fairy-batch-2-of-4.db >doomed
    OUT=parallel SHARDS=4 JOBS=1 "$plugin/cluster/parallel.sh" --actions 'a reply.json' "$figures" >out 2>err
    check "parallel: (one was killed)" is "$(awk '$8 == 9' parallel.joblog | wc -l)" 1
    OUT=parallel SHARDS=4 JOBS=2 "$plugin/cluster/parallel.sh" --actions 'a reply.json' "$figures" >out 2>err
    check "parallel: that one is done again" is "$(cut -f 7,8 parallel.joblog | sed 1d | sort | uniq -c | xargs)" "4 0 0 1 0 9"
    run batch merge parallel --out parallel
    merged parallel parallel
else
    echo "left out: GNU parallel isn't here"
fi

# --- Snakemake --------------------------------------------------------------------------------------------
if command -v snakemake >/dev/null; then
    code=0
    snakemake -s "$plugin/cluster/Snakefile" --cores 2 --config batch="--actions 'a reply.json' $figures" out=snake shards=3 >out 2>&1 || code=$?
    check "Snakemake: exit" exits 0
    merged Snakemake snake
else
    echo "left out: Snakemake isn't here"
fi

# --- Kubernetes -------------------------------------------------------------------------------------------
if python3 -c 'import yaml' 2>/dev/null; then
    python3 - "$plugin/cluster/kubernetes.yaml" >job.json <<'END'
import json, sys, yaml
job = yaml.safe_load(open(sys.argv[1], encoding="utf-8"))
spec, pod = job["spec"], job["spec"]["template"]["spec"]
container = pod["containers"][0]
env = {one["name"]: one["value"] for one in container["env"]}
assert (job["apiVersion"], job["kind"], spec["completionMode"]) == ("batch/v1", "Job", "Indexed")
assert spec["completions"] == spec["parallelism"] == int(env["SHARDS"]) and pod["restartPolicy"] == "OnFailure"
assert {one["name"] for one in container["volumeMounts"]} == {one["name"] for one in pod["volumes"]}
print(json.dumps({"command": container["command"] + container["args"], "env": env}))
END
    check "Kubernetes: a Job" test -s job.json
    for i in $(seq 0 7); do # its words are for a model; here they are for "offline"
        env PROMPT='move "Login" right 20' FIGURES="$figures" OUT=pods SHARDS=8 JOB_COMPLETION_INDEX="$i" python3 -c 'import json, os
command = json.load(open("job.json"))["command"]
os.execvp(command[0], command)' >out 2>err || { check "Kubernetes: index $i" false; cat err; }
    done
    run batch 'move "Login" right 20' "$figures" --out asked
    run batch merge pods --out pods
    check "Kubernetes: the same drawings" diff -r -x '*.jsonl' -x '*.html' -x '*.db' asked pods
else
    echo "left out: python3-yaml isn't here"
fi
finish
