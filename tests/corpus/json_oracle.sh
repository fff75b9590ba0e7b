#!/usr/bin/env bash
# Generated and damaged replies, split everywhere: the reader sees after every piece what npm's jsonriver sees.
# Usage: json_oracle.sh ORACLE [FOLDER]   (ORACLE: this folder's program; npm installs into FOLDER)
# REPLIES sets how many (default: 10000), SEED picks them.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
oracle=$1 folder=${2:-$(dirname "$1")} replies=${REPLIES:-10000} seed=${SEED:-$RANDOM}
if command -v npm >/dev/null && [ ! -d "$folder/node_modules/jsonriver" ]; then
    npm install --silent --no-audit --no-fund --prefix "$folder" jsonriver@1.1.1 >/dev/null 2>&1
fi
if ! command -v node >/dev/null || [ ! -d "$folder/node_modules/jsonriver" ]; then
    echo "skipped: node or jsonriver isn't here, and npm can't bring it"
    exit 77
fi
echo "SEED=$seed"
node "$here/json_replies.js" "$seed" "$replies" | "$oracle" | NODE_PATH=$folder/node_modules node "$here/json_oracle.js"
