#!/bin/bash
# A batch as an array of Slurm, a shard for each task:
#   OUT=numbered sbatch --array=1-8 plugin/cluster/slurm.sh 'number the boxes' figures
# What is behind the script's name goes to "fairy batch". A task whose node went away is put into the queue again by
# Slurm, one that was killed by "scontrol requeue JOB_TASK"; it goes on where it was. One task by itself: SHARDS=8 says
# of how many shards it is (OUT=numbered SHARDS=8 sbatch --array=3 …).
#SBATCH --job-name=fairies
#SBATCH --array=1-4
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=fairies-%A-%a.log
shards=${SHARDS:-$SLURM_ARRAY_TASK_COUNT}
first=${SHARDS:+1}
shard=$((SLURM_ARRAY_TASK_ID - ${first:-$SLURM_ARRAY_TASK_MIN} + 1))
# In place of this shell, so that Slurm's signals reach it.
exec fairy batch "$@" --out "${OUT:?OUT is the folder of results}" --shard "$shard/$shards" --resume \
    --threads "${SLURM_CPUS_PER_TASK:-1}"
