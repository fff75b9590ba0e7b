// Counts tokens as OpenAI's models do (o200k): a JSON list of texts on standard input, a list of numbers on standard output.
// NODE_PATH says where npm has put gpt-tokenizer.
const { encode } = require("gpt-tokenizer");

const texts = JSON.parse(require("fs").readFileSync(0, "utf8"));
console.log(JSON.stringify(texts.map((text) => encode(text, { disallowedSpecial: new Set() }).length)));
