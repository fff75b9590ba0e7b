// A reply read by npm's @streamparser/json in the pieces that json.c cuts: json.js FILE ROUNDS prints the seconds of every round.
const { readFileSync } = require("fs");
const { JSONParser } = require("@streamparser/json");
const [file, rounds] = process.argv.slice(2);
const bytes = readFileSync(file);
const pieces = [];
for (let state = 1, start = 0; start < bytes.length; ) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  const end = Math.min(bytes.length, start + 4 + ((state >>> 16) % 17));
  pieces.push(bytes.subarray(start, end));
  start = end;
}
function read() {
  const actions = [];
  const parser = new JSONParser({ paths: ["$.actions.*"], keepStack: false });
  parser.onValue = ({ value }) => actions.push(value);
  for (const piece of pieces) parser.write(piece);
  return actions;
}
for (let warm = performance.now(); performance.now() - warm < 500; ) read();
for (let i = 0; i < Number(rounds); i++) {
  const start = performance.now();
  read();
  console.log(((performance.now() - start) / 1000).toFixed(6));
}
