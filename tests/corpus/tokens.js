// Counts tokens (o200k_base): tokens.js FILE… prints a number for each, a line each.
const { readFileSync } = require("fs");
const { countTokens } = require("gpt-tokenizer/encoding/o200k_base");
for (const file of process.argv.slice(2)) {
  console.log(countTokens(readFileSync(file, "utf8"), { allowedSpecial: "all" }));
}
