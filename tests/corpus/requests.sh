#!/bin/bash
# Whether those who wrote the APIs would take our requests: the types of their SDKs judge every one, by the TypeScript
# compiler, and object to each of many wrong ones. requests.sh PROGRAM FOLDER: npm brings the SDKs into FOLDER.
set -eu
program=$1 folder=$2
here=$(cd "$(dirname "$0")" && pwd)
packages="@anthropic-ai/sdk@1.12.0 openai@6.49.0 @google/genai@2.32.0 groq-sdk@1.6.0 ollama@0.6.4 typescript@5.9.3"

mkdir -p "$folder"
cd "$folder"
if command -v npm >/dev/null && [ ! -d node_modules/typescript ]; then
    echo '{"private":true}' >package.json
    # shellcheck disable=SC2086
    npm install --silent --ignore-scripts --no-audit --no-fund $packages >/dev/null 2>&1 || rm -rf node_modules
fi
if [ ! -d node_modules/typescript ] || ! command -v node >/dev/null; then
    echo "skipped: the SDKs aren't here, and npm can't bring them"
    exit 77
fi

"$program" >requests.jsonl
node "$here/requests.js" requests.ts <requests.jsonl
node node_modules/typescript/bin/tsc --strict --noEmit --skipLibCheck --target es2022 --module nodenext \
    --moduleResolution nodenext requests.ts
echo "all are as the SDKs' types say, and each wrong one is refused"
