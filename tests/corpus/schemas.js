// Asks ajv whether actions can be said: schemas.js FOLDER ACTIONS.jsonl [REPLY.json…]. Of each the action's own schema in FOLDER
// (NAME.plain.json) and the one of a reply that has only it (NAME.compact.json) are asked, and the same with a name misspelled,
// which neither may take. Ends with 1, and tells the first twenty, where one can't.
const fs = require("fs");
const Ajv = require("ajv/dist/2020");

const [folder, lines, ...replies] = process.argv.slice(2);
const forms = { plain: (action) => action, compact: (action) => ({ actions: [action] }) };
const compiled = new Map();

function schema(name, form) {
    const path = `${folder}/${name}.${form}.json`;
    if (!compiled.has(path)) {
        const valid = fs.existsSync(path) && new Ajv({ strict: true, allowUnionTypes: true }).compile(JSON.parse(fs.readFileSync(path, "utf8")));
        compiled.set(path, valid || (() => false));
    }
    return compiled.get(path);
}

let wrong = 0;
function check(good, what) {
    if (!good && ++wrong <= 20) {
        console.log(what);
    }
}

function ask(action, from) {
    for (const [form, whole] of Object.entries(forms)) {
        const valid = schema(action._type, form);
        check(valid(whole(action)), `${from}, ${form}: ${JSON.stringify(action).slice(0, 300)}: ${JSON.stringify(valid.errors)}`);
        check(!valid(whole({ ...action, shapeIdd: "a" })), `${from}, ${form}: takes a name that isn't there in ${action._type}`);
    }
}

const actions = fs.readFileSync(lines, "utf8").trim().split("\n").map(JSON.parse);
const names = new Set(actions.map((action) => action._type));
actions.forEach((action) => ask(action, "an action"));
let said = 0;
for (const reply of replies) {
    const list = JSON.parse(fs.readFileSync(reply, "utf8")).actions;
    list.forEach((action) => ask(action, reply.split("/").slice(-2).join("/")));
    said += list.length;
}
console.log(`${actions.length} actions of ${names.size} kinds and ${said} of ${replies.length} replies under 2 schemas each: ${wrong ? `${wrong} are wrong` : "all can be said"}`);
process.exit(wrong ? 1 : 0);
