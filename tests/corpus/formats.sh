#!/bin/bash
# Whether what `fairy lint` and `fairy batch --check` tell CI systems is as their formats say: SARIF by the standard's
# own schema. formats.sh FAIRY FOLDER: npm brings the schema and who reads it into FOLDER. Drawings are those of the
# tests.
set -eu
fairy=$(realpath "$1") folder=$2
here=$(cd "$(dirname "$0")" && pwd)

mkdir -p "$folder/drawings, 50%"
cd "$folder"
if command -v npm >/dev/null && [ ! -d node_modules/ajv-draft-04 ]; then
    echo '{"private":true}' >package.json
    npm install --silent --ignore-scripts --no-audit --no-fund @microsoft/jest-sarif@1.0.0-beta.0 ajv@8.20.0 \
        ajv-draft-04@1.0.0 ajv-formats@3.0.1 >/dev/null 2>&1 || rm -rf node_modules
fi
if [ ! -d node_modules/ajv-draft-04 ] || ! command -v node >/dev/null; then
    echo "skipped: SARIF's schema isn't here, and npm can't bring it"
    exit 77
fi

cp "$here"/../fixtures/*.svg "drawings, 50%"
echo '<svg><g></svg>' >"drawings, 50%/broken.svg"
echo '{"actions":[{"_type":"create","shape":{"_type":"text","shapeId":"new","x":9999,"y":50,"text":"<&\u0001>"}}]}' >reply.json
code=0
"$fairy" lint --format sarif "drawings, 50%" >lint.sarif 2>/dev/null || code=$?
[ $code = 1 ] || { echo "lint ended with $code"; exit 1; }
code=0
"$fairy" batch --actions reply.json --check --format sarif "drawings, 50%" >check.sarif 2>/dev/null || code=$?
[ $code = 3 ] || { echo "batch --check ended with $code"; exit 1; }
node "$here/formats.js" lint.sarif check.sarif
