// Asks ajv, in strict mode, about schemas: schemas.js FOLDER. reply.plain.json and reply.compact.json are those of a reply,
// NAME.plain.json that of an action, NAME.compact.json that of a reply which has only this action, NAME.example an action; where
// there is NAME.team, a reply can't hold it. Prints what is wrong, a line each; ends with 1 if anything was.
const fs = require("fs");
const path = require("path");
const Ajv = require("ajv/dist/2020");

const folder = process.argv[2];
const read = (name) => JSON.parse(fs.readFileSync(path.join(folder, name), "utf8"));
let wrong = 0;
const check = (good, what) => {
    if (!good) {
        wrong++;
        console.log(what);
    }
};

// A field whose type differs between actions has a list of types.
function compile(name) {
    const ajv = new Ajv({ strict: true, allErrors: true, allowUnionTypes: true, logger: { log() {}, warn: fail, error: fail } });
    function fail(text) {
        throw new Error(text);
    }
    try {
        return ajv.compile(read(name));
    } catch (error) {
        check(false, `${name}: ${error.message}`);
        return () => false;
    }
}

const names = fs.readdirSync(folder).filter((name) => name.endsWith(".example")).map((name) => name.slice(0, -8));
for (const form of ["plain", "compact"]) {
    const reply = compile(`reply.${form}.json`);
    for (const name of names) {
        const compiled = compile(`${name}.${form}.json`);
        const valid = form === "plain" ? compiled : (action) => compiled({ actions: [action] });
        const example = read(`${name}.example`);
        check(valid(example), `${name}.${form}.json: doesn't take the example: ${JSON.stringify(compiled.errors)}`);
        check(valid({ ...example, intent: "to show it" }), `${name}.${form}.json: takes no intent`);
        const offered = !fs.existsSync(path.join(folder, `${name}.team`));
        check(reply({ actions: [example] }) === offered, `reply.${form}.json: ${offered ? "doesn't take" : "takes"} the example of ${name}`);
        check(!valid({ ...example, _type: "nothing" }), `${name}.${form}.json: takes another action`);
        check(!valid({ ...example, zzz: 1 }), `${name}.${form}.json: takes a field that isn't there`);
        const required = form === "plain" ? read(`${name}.plain.json`).required : ["_type"];
        for (const field of Object.keys(example)) {
            const { [field]: gone, ...rest } = example;
            check(!required.includes(field) || !valid(rest), `${name}.${form}.json: does without ${field}`);
            const other = typeof gone === "object" && !Array.isArray(gone) ? "text" : { zzz: 1 };
            check(!valid({ ...example, [field]: other }), `${name}.${form}.json: takes ${JSON.stringify(other)} for ${field}`);
        }
    }
    check(reply({ actions: [] }), `reply.${form}.json: doesn't take an empty reply`);
    check(!reply({ actions: [{ _type: "nothing" }] }), `reply.${form}.json: takes an action that isn't there`);
    check(!reply([]), `reply.${form}.json: takes a list`);
}
process.exit(wrong ? 1 : 0);
