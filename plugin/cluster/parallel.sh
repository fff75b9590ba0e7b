#!/bin/bash
# A batch by GNU parallel, on this machine or on others that see the same folders (SSHLOGIN, as --sshlogin takes it):
#   OUT=numbered SHARDS=8 plugin/cluster/parallel.sh 'number the boxes' figures
# What is behind the script's name goes to "fairy batch". Run again, it does what OUT.joblog doesn't have as done.
out=${OUT:?OUT is the folder of results} shards=${SHARDS:-4}
remote=()
[ -z "${SSHLOGIN:-}" ] || remote=(--sshlogin "$SSHLOGIN" --workdir .)
# -q keeps words as they are; @SHARD@ is in no prompt.
seq "$shards" | parallel --will-cite -q -I @SHARD@ --joblog "$out.joblog" --resume-failed --jobs "${JOBS:-100%}" "${remote[@]}" \
    fairy batch "$@" --out "$out" --shard "@SHARD@/$shards" --resume --threads 1
