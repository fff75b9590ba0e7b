// SARIF logs, before the standard's schema; and a damaged one of each, which the schema has to refuse.
"use strict";
const fs = require("fs"), path = require("path");
const here = name => require(path.join(process.cwd(), "node_modules", name));
const ajv = new (here("ajv-draft-04").default)({ strict: false, allErrors: true, unicodeRegExp: false });
here("ajv-formats").default(ajv);
const valid = ajv.compile(here("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json"));
let bad = 0;
for (const name of process.argv.slice(2)) {
    const log = JSON.parse(fs.readFileSync(name, "utf8")), [run] = log.runs, n = run.results.length;
    if (!valid(log) || !n) {
        console.log(name, n, "results", JSON.stringify(valid.errors, null, 1));
        bad++;
    }
    const ids = run.tool.driver.rules.map(rule => rule.id);
    if (new Set(ids).size !== ids.length || run.results.some(result => ids[result.ruleIndex] !== result.ruleId)) {
        console.log(name, "has results with other rules than they say");
        bad++;
    }
    run.results[0].locations[0].physicalLocation.region.startLine = 0;
    if (valid(log)) {
        console.log(name, "is taken with a line 0, too");
        bad++;
    }
    console.log(name, n, "results");
}
process.exit(bad ? 1 : 0);
