// Asks ajv, in strict mode, about schemas: schemas.js FOLDER. NAME.DIALECT.json is the schema of an action, reply.DIALECT.json
// that of a reply, NAME.example an action; where there is NAME.team, a reply can't hold it. Prints what is wrong, a line each; ends with 1 if anything was.
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

function compile(name) {
    const ajv = new Ajv({ strict: true, allErrors: true, logger: { log() {}, warn: fail, error: fail } });
    function fail(text) {
        throw new Error(text);
    }
    if (name.includes(".gemini.")) {
        ajv.addKeyword({ keyword: "propertyOrdering", schemaType: "array" });
    }
    try {
        return ajv.compile(read(name));
    } catch (error) {
        check(false, `${name}: ${error.message}`);
        return null;
    }
}

// The example as each of the schema's objects would have it: without fields that aren't there, null for those that are missing.
function* shaped(example, schema) {
    for (const variant of schema.anyOf || [schema]) {
        const inner = {};
        let results = [inner];
        for (const [name, property] of Object.entries(variant.properties)) {
            const value = name in example ? example[name] : variant.required.includes(name) ? null : undefined;
            if (value === undefined) {
                continue;
            }
            const values = property.properties || property.anyOf ? [...shaped(value, property)] : [value];
            results = results.flatMap((result) => values.map((v) => ({ ...result, [name]: v })));
        }
        yield* results;
    }
}

const dialects = [...new Set(fs.readdirSync(folder).map((name) => name.split(".")[1]))].filter((d) => d !== "example" && d !== "team");
const names = fs.readdirSync(folder).filter((name) => name.endsWith(".example")).map((name) => name.slice(0, -8));
for (const dialect of dialects) {
    const reply = compile(`reply.${dialect}.json`);
    for (const name of names) {
        const valid = compile(`${name}.${dialect}.json`);
        if (!valid || !reply) {
            continue;
        }
        const whole = read(`${name}.example`);
        const fits = [...shaped(whole, read(`${name}.${dialect}.json`))].filter((example) => valid(example));
        check(fits.length > 0, `${name}.${dialect}.json: doesn't take the example: ${JSON.stringify(valid.errors)}`);
        const free = dialect === "plain" || dialect === "gemini";
        check(!free || valid(whole), `${name}.${dialect}.json: doesn't take the example as it is`);
        const offered = !fs.existsSync(path.join(folder, `${name}.team`));
        check(!free || reply({ actions: [whole] }) === offered, `reply.${dialect}.json: ${offered ? "doesn't take" : "takes"} the example of ${name}`);
        for (const example of fits) {
            check(!valid({ ...example, _type: "nothing" }), `${name}.${dialect}.json: takes another action`);
            check(!valid({ ...example, zzz: 1 }), `${name}.${dialect}.json: takes a field that isn't there`);
            for (const field of Object.keys(example)) {
                const { [field]: gone, ...rest } = example;
                const needed = read(`${name}.plain.json`).required.includes(field);
                check(!needed || !valid(rest), `${name}.${dialect}.json: does without ${field}`);
            }
        }
    }
    check(reply && reply({ actions: [] }), `reply.${dialect}.json: doesn't take an empty reply`);
    check(reply && !reply({ actions: [{ _type: "nothing" }] }), `reply.${dialect}.json: takes an action that isn't there`);
    check(reply && !reply([]), `reply.${dialect}.json: takes a list`);
}
process.exit(wrong ? 1 : 0);
