#!/bin/bash
# By hand, as root: a real Slurm on this machine, with plugin/cluster/slurm.sh. slurm.sh FAIRY [FILES [TASKS]]: an
# array over FILES drawings (400) of packages that are here, one task killed at work and put into the queue again; then
# the same by GNU parallel, one job killed. Merged, each must be what a single run makes. Needs slurm-wlm, munge and
# parallel (Debian); a Slurm of this machine's own must not run.
set -eu
fairy=$(realpath "$1") files=${2:-400} tasks=${3:-4}
plugin=$(realpath "$(dirname "$0")/../../plugin")
for program in slurmctld slurmd munged sbatch parallel; do
    command -v $program >/dev/null || { echo "needs $program"; exit 77; }
done
work=$(mktemp -d)
chmod 755 "$work"
daemons=()
end() {
    for pid in "${daemons[@]}"; do kill "$pid" 2>/dev/null || true; done
    wait 2>/dev/null
    rm -rf "$work"
}
trap end EXIT
cd "$work"

# --- Slurm ---------------------------------------------------------------------------------------------
mkdir bin state spool run
printf '#!/bin/sh\necho $$ >>"%s/processes"\nexec "%s" "$@"\n' "$work" "$fairy" >bin/fairy
chmod +x bin/fairy
export PATH=$work/bin:$PATH SLURM_CONF=$work/slurm.conf XDG_STATE_HOME=$work/home XDG_CONFIG_HOME=$work/home
host=$(hostname -s)
head -c 64 /dev/urandom >munge.key
chmod 400 munge.key
cat >slurm.conf <<END
ClusterName=here
SlurmctldHost=$host
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$work/run/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SlurmctldPort=26817
SlurmdPort=26818
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/run/slurmctld.pid
SlurmdPidFile=$work/run/slurmd.pid
ReturnToService=2
MailProg=/bin/true
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$host Default=YES State=UP
END
munged --foreground --force --key-file="$work/munge.key" --socket="$work/run/munge" --pid-file="$work/run/munged.pid" \
    --seed-file="$work/run/seed" >munged.log 2>&1 &
daemons+=($!)
sleep 1
slurmctld -D >slurmctld.log 2>&1 &
daemons+=($!)
slurmd -D >slurmd.log 2>&1 &
daemons+=($!)
for _ in $(seq 60); do sinfo -h -o %T 2>/dev/null | grep -q idle && break; sleep 1; done
sinfo

# --- the drawings, and a single run ----------------------------------------------------------------------
find -L /usr/share/openclipart /usr/share/doc/linux-doc* -name '*.svg' -type f | LC_ALL=C sort | awk -v n="$files" '
    { all[NR] = $0 } END { for (i = 0; i < n; i++) print all[int(i * NR / n) + 1] }' | while read -r drawing; do
    mkdir -p "figures/$(basename "$(dirname "$drawing")")"
    cp "$drawing" "figures/$(basename "$(dirname "$drawing")")/"
done
find figures -type f | wc -l
echo '{"actions":[{"_type":"create","shape":{"_type":"rectangle","shapeId":"added","x":5,"y":5,"w":40,"h":20,"text":"seen"}}]}' >reply.json
fairy batch --actions reply.json figures --out single -q || [ $? -eq 3 ]
rows() { python3 -c 'import json, sys
rows = [json.loads(line) for line in open(sys.argv[1] + "/results.jsonl", encoding="utf-8")]
for row in sorted(rows, key=lambda row: row["file"]):
    print(row["file"], "done" if row.get("skipped") == "duplicate" else row["state"], row.get("after"), row.get("reason", "") if row["state"] == "failed" else "")' "$1"; }
rows single >single.rows
cut -d ' ' -f 2 single.rows | sort | uniq -c
same() {
    rows "$1" | diff - single.rows
    diff -r -x '*.jsonl' -x '*.html' -x '*.db' single "$1"
    echo "$1: the same $(wc -l <single.rows) rows and $(find "$1" -name '*.svg*' -type f | wc -l) drawings as the single run"
}

# --- an array, and a task that is killed -------------------------------------------------------------------
begun() { # OUT: a shard of it is at work; its process
    for _ in $(seq 3000); do
        for pid in $(tail -n "$tasks" processes); do
            shard=$({ tr '\0' '\n' <"/proc/$pid/cmdline"; } 2>/dev/null | grep -m 1 "^[0-9]*/$tasks\$" | cut -d / -f 1)
            [ -n "$shard" ] && [ -e "$1/fairy-batch-$shard-of-$tasks.db" ] && [ ! -e "$1/results-$shard-of-$tasks.jsonl" ] &&
                echo "$pid $shard" && return
        done
        sleep 0.02
    done
    return 1
}
job=$(OUT=array sbatch --parsable --export=ALL --array="1-$tasks" "$plugin/cluster/slurm.sh" --actions reply.json figures)
read -r pid shard < <(begun array)
sleep 0.05
kill -9 "$pid"
echo "killed task ${job}_$shard (process $pid)"
for _ in $(seq 300); do squeue -h -r -j "$job" -o '%K %T' 2>/dev/null | grep -q "^$shard " || break; sleep 0.1; done
scontrol requeue "${job}_$shard"
scontrol update jobid="${job}_$shard" StartTime=now
for _ in $(seq 600); do [ -z "$(squeue -h -j "$job")" ] && break; sleep 0.5; done
for i in $(seq "$tasks"); do scontrol -o show job "${job}_$i" | grep -oE 'ArrayTaskId=[0-9]+|JobState=[A-Z]+|Restarts=[0-9]+|ExitCode=[0-9:]+' | xargs; done
tail -n 2 "fairies-$job-$shard.log"
fairy batch merge array --out array -q || [ $? -eq 3 ]
same array

# --- GNU parallel -------------------------------------------------------------------------------------------
: >processes
OUT=parallel SHARDS=$tasks JOBS=2 "$plugin/cluster/parallel.sh" --actions reply.json figures >parallel.log 2>&1 &
runs=$!
read -r pid shard < <(begun parallel)
sleep 0.05
kill -9 "$pid"
echo "killed job $shard of parallel (process $pid)"
wait $runs || true
OUT=parallel SHARDS=$tasks JOBS=2 "$plugin/cluster/parallel.sh" --actions reply.json figures >>parallel.log 2>&1 || true
cut -f 7,8,9 parallel.joblog | cut -c 1-20
fairy batch merge parallel --out parallel -q || [ $? -eq 3 ]
same parallel
