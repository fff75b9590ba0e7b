// A reply read by npm's @streamparser/json in the pieces that json.c cuts: json.js FILE ROUNDS prints the seconds of every round.
const { readFileSync } = require("fs");
const { JSONParser } = require("@streamparser/json");
const [file, rounds] = process.argv.slice(2);
const bytes = readFileSync(file);
function cut(round) {
  const pieces = [];
  for (let state = round, start = 0; start < bytes.length; ) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const end = Math.min(bytes.length, start + 4 + ((state >>> 16) % 17));
    pieces.push(bytes.subarray(start, end));
    start = end;
  }
  return pieces;
}
function read(pieces) {
  const actions = [];
  const parser = new JSONParser({ paths: ["$.actions.*"], keepStack: false });
  parser.onValue = ({ value }) => actions.push(value);
  for (const piece of pieces) parser.write(piece);
  return actions;
}
for (let warm = performance.now(); performance.now() - warm < 500; ) read(cut(0));
for (let i = 1; i <= Number(rounds); i++) {
  const pieces = cut(i);
  const start = performance.now(), used = process.cpuUsage();
  read(pieces);
  // The helpers that collect garbage don't count, and neither does what else runs.
  const { user, system } = process.cpuUsage(used);
  console.log((Math.min(1000 * (performance.now() - start), user + system) / 1e6).toFixed(6));
}
