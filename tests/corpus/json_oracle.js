// Whether npm's jsonriver sees in replies what our reader does: reads what corpus-json_oracle prints. NODE_PATH says where
// jsonriver is. Where our rules are wider than JSON's, jsonriver is given the reply as it should have been written.
const { join } = require("path");
const { pathToFileURL } = require("url");
const SHOWN = 10; // differences
const SPLITS = 600; // in two, of one reply: every place of a shorter one
const WRITING_TYPE = /"_type"\s*:\s*"(?:[^"\\]|\\[^])*\\?$/;
const LIMITS = /nested more than|longer than|more than \d+ (members|values|actions)/;

let parse;
const counts = { replies: 0, refused: 0, repaired: 0, splits: 0, looks: 0, differences: 0 };

// --- what jsonriver sees -------------------------------------------------------------------------------------------

// Of a reply so far: the elements of its list of actions that are whole, and the action being written.
class Sight {
  whole = [];
  types = []; // the elements' "_type", once that is whole
  typed = false; // one of them was a string
  single = undefined; // the root's own
  untold = {}; // which elements had a number that is too large to be told; "root": the root
  listDone = false;
  rootDone = false;
  root = undefined;

  // Called with every value that is whole.
  complete = (value, place) => {
    const path = place.segments();
    const list = typeof path[0] === "number" ? path : path[0] === "actions" ? path.slice(1) : [];
    if (path.length === 0) {
      this.root = value;
      this.rootDone = true;
    } else if (path.length === 1 && path[0] === "_type" && isTold(value)) {
      this.single = value;
    } else if (path.length === 1 && path[0] === "actions") {
      this.listDone ||= Array.isArray(value);
      if (!isTold(value)) this.untold.root = true; // a member like others
    } else if (this.listDone) {
      return;
    } else if (!isTold(value)) {
      this.untold[typeof list[0] === "number" ? list[0] : "root"] = true;
      if (list.length === 1) this.whole.push(value);
    } else if (typeof list[0] === "number") {
      if (list.length === 1) this.whole.push(value);
      if (list.length === 2 && list[1] === "_type") {
        this.types[list[0]] = value;
        this.typed ||= typeof value === "string";
      }
    }
  };

  // The list of actions, once it is open.
  get list() {
    if (Array.isArray(this.root)) return this.typed ? this.root : undefined;
    return this.listDone ? this.whole : Array.isArray(this.root?.actions) ? this.root.actions : undefined;
  }
  get found() {
    return this.list !== undefined || (this.rootDone && typeof this.single === "string");
  }
  get elements() {
    return this.list ? this.whole : this.found ? [this.root] : [];
  }
  get partial() {
    if (this.rootDone || this.listDone) return null;
    const action = this.list ? this.list[this.whole.length] : Array.isArray(this.root) ? undefined : this.root;
    const type = this.list ? this.types[this.whole.length] : this.single;
    return isObject(action) && typeof type === "string" && action._type === type ? action : null;
  }
  typeOf(i) {
    return this.list ? this.types[i] : this.single;
  }
  isUntold(i) {
    return this.untold[this.list ? i : "root"];
  }
}

// Has jsonriver read `pieces`; `look` is called with the number of each when it has read it, until one can't be read.
async function follow(pieces, look) {
  const sight = new Sight();
  async function* stream() {
    for (let i = 0; i < pieces.length; i++) {
      yield pieces[i];
      look(i, sight);
    }
  }
  try {
    for await (const value of parse(stream(), { completeCallback: sight.complete })) sight.root = value;
  } catch (error) {
    sight.error = error; // also when the text isn't whole, or goes on behind the root
  }
  return sight;
}

// --- the same by our rules -----------------------------------------------------------------------------------------

// A string as JSON writes it; cut short behind a "\u" that no four digits follow.
function repairText(token, atEnd) {
  const written = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };
  const bad = atEnd ? /\\u(?![0-9a-fA-F]{0,4}$)(?![0-9a-fA-F]{4})/ : /\\u(?![0-9a-fA-F]{4})/;
  const text = token.replace(/\\u|\\["\\\/bfnrt]|\\([^])|[\n\r\t]/g, (all, escaped, offset) => {
    if (all === "\\u") return bad.test(token.slice(offset, atEnd ? undefined : offset + 6)) && token.slice(offset).search(bad) === 0 ? "\0" : all;
    return escaped === undefined ? (written[all] ?? all) : (written[escaped] ?? escaped);
  });
  return text.includes("\0") ? text.slice(0, text.indexOf("\0")) + "\\u!!!!" : text;
}

// JSON in place of what we take besides (core/stream/README.md), up to the end of the root, and `at`, where it begins to
// differ. jsonriver waits for more where no value can stand; it gets "-!" there, which it refuses.
function repair(text) {
  const tokens = /[ \t\r\n]+|"(?:[^"\\]|\\[^])*"?|true|false|null|[-+.0-9eE]+|[^]/y;
  let out = "", at = Infinity, open = [], comma = -1, before = ""; // before: "value", "number", or what no value may follow
  for (let match; (match = tokens.exec(text)); ) {
    let token = match[0];
    const rest = text.slice(match.index);
    if (/^[ \t\r\n]/.test(token)) {
      before = before === "number" ? "value" : before;
      out += token;
      continue;
    }
    if (token[0] === '"') {
      const repaired = repairText(token, match.index + token.length === text.length);
      if (repaired !== token) at = Math.min(at, out.length);
      if (repaired.endsWith("\\u!!!!")) return { text: out + repaired, at };
      token = repaired;
    }
    if (/^["{[0-9tfn-]/.test(token) && before === "value" && open.at(-1) === "[") {
      at = Math.min(at, out.length);
      out += ",";
      before = ",";
    }
    if (/^[}\]]/.test(token) && comma >= 0) {
      at = Math.min(at, comma);
      out = out.slice(0, comma) + out.slice(comma + 1);
    } else if (/^[[,:]/.test(before) && !/^["{[0-9-]|^(true|false|null)$/.test(token) && !(before === "[" && token === "]") &&
      !["true", "false", "null"].some((word) => word.startsWith(rest)) && (before !== "," || open.at(-1) === "[")) {
      return { text: out + "-!", at: Math.min(at, out.length) };
    }
    comma = token === "," && /^(value|number)/.test(before) ? out.length : -1;
    out += token;
    if (/^[{[]/.test(token)) open.push(token);
    if (/^[}\]]/.test(token)) open.pop();
    if (open.length === 0) return { text: out + text.slice(tokens.lastIndex), at };
    before = /^["tfn}\]]/.test(token) ? "value" : /^[-+.0-9eE]/.test(token) ? "number" : token;
  }
  return { text: out, at };
}

// Where the reply begins: the first "{" or "[" from which there is one, or from which there may still be one. `since`: what
// seemed to be one before had turned out to be none; `same`: up to there jsonriver can read it as it is.
async function locate(bytes) {
  const latin = bytes.toString("latin1");
  let since = 0;
  for (let from = 0; ; from++) {
    const next = latin.slice(from).search(/[{[]|<think>/);
    if (next < 0) return undefined;
    from += next;
    if (latin[from] === "<") {
      from = latin.indexOf("</think>", from) + 7;
      if (from < 7) return undefined;
      continue;
    }
    const text = bytes.toString("utf8", from), repaired = repair(text), characters = [...repaired.text];
    const lossless = Buffer.from(text).equals(bytes.subarray(from));
    const offset = (n) => (lossless && n <= text.length ? from + Buffer.byteLength(text.slice(0, n)) : n > text.length ? bytes.length : from);
    let found = false, read = 0;
    const sight = await follow(characters, (i, seen) => {
      found ||= seen.found;
      read = i + 1;
    });
    if (found || sight.found || (!sight.rootDone && read === characters.length)) {
      return { from, since, same: offset(repaired.at), sight };
    }
    const end = characters.slice(0, read + 1).join("").length;
    since = Math.max(since, repaired.at < end || !lossless ? bytes.length : offset(end));
  }
}

// --- comparing -----------------------------------------------------------------------------------------------------

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function told(text) {
  return text.toWellFormed().replaceAll("\0", "\ufffd");
}

// An unfinished string may end in half a character there; we wait for the other half. `open`: it may be unfinished.
function sameText(ours, theirs, open) {
  return ours === told(theirs) || (open && /[\ud800-\udbff]$/.test(theirs) && ours === told(theirs.slice(0, -1)));
}

function isTold(value) {
  return typeof value !== "number" || Number.isFinite(value);
}

function same(ours, theirs, open) {
  if (typeof theirs === "string") return typeof ours === "string" && sameText(ours, theirs, open);
  if (Array.isArray(theirs)) {
    const rest = theirs.filter(isTold);
    return Array.isArray(ours) && ours.length === rest.length && rest.every((value, i) => same(ours[i], value, open));
  }
  if (!isObject(theirs)) return ours === theirs || (ours === 0 && theirs === 0);
  const keys = Object.keys(theirs).filter((key) => isTold(theirs[key]));
  const names = isObject(ours) ? Object.keys(ours) : [];
  return isObject(ours) && names.length === keys.length &&
    keys.every((key, i) => names[i] === told(key) && same(ours[names[i]], theirs[key], open));
}

// Why an element is no action to us; undefined when it is one.
function flaw(sight, i) {
  const element = sight.elements[i];
  if (sight.isUntold(i)) return "too large";
  return isObject(element) ? (typeof sight.typeOf(i) === "string" ? undefined : "_type") : "an action is an object";
}

function sameElement(reply, sight, i) {
  const ours = reply.elements[i], why = flaw(sight, i);
  if (!ours) return false;
  return why ? (ours.why ?? "").includes(why) : "action" in ours && same(ours.action, sight.elements[i], false);
}

function differ(reply, split, at, theirs) {
  if (reply.differs) return;
  reply.differs = true;
  if (counts.differences++ >= SHOWN) return;
  const state = reply.states.findLast((one) => one.at <= at);
  console.log(`differ: ${JSON.stringify(reply.bytes.toString("utf8"))}\n  split ${split}, after byte ${at}\n  ours   ${state.n} ` +
    `${JSON.stringify(state.partial)} (${reply.end})\n  theirs ${theirs}`);
}

// What we said after `at` bytes.
function stateAt(reply, at) {
  let low = 0;
  for (let high = reply.states.length; high - low > 1; ) {
    const middle = (low + high) >> 1;
    if (reply.states[middle].at <= at) low = middle;
    else high = middle;
  }
  return reply.states[low];
}

async function compareSplit(reply, place, ends) {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const pieces = ends.map((end, i) => decoder.decode(reply.bytes.subarray(i ? ends[i - 1] : place.from, end), { stream: true }));
  counts.splits++;
  await follow(pieces, (i, sight) => {
    const state = stateAt(reply, ends[i]), partial = sight.partial;
    if (ends[i] < place.since || ends[i] > place.same || state.failed || sight.rootDone !== (reply.end === "end" && ends[i] >= reply.rootEnd)) return;
    counts.looks++;
    const n = sight.elements.length;
    const retyped = WRITING_TYPE.test(pieces.slice(0, i + 1).join("")); // and it can't be seen that it is a second one
    const good = state.n === n && (sight.isUntold(n) || (partial === null || state.partial === null
      ? state.partial === null && (partial === null || retyped)
      : same(state.partial, partial, true)));
    if (!good || (n && !sameElement(reply, sight, n - 1))) differ(reply, `${ends.length} pieces`, ends[i], `${n} ${JSON.stringify(partial)}`);
  });
}

function* splits(reply, from, pick) {
  const length = reply.bytes.length, all = Array.from({ length: length - from }, (_, i) => from + i + 1);
  const step = Math.max(1, Math.ceil(all.length / SPLITS));
  for (let i = 0; i < all.length - 1; i += step) yield [all[i], length];
  yield all;
  for (let again = 0; again < 2; again++) {
    const ends = [];
    for (let end = from; end < length; ) ends.push((end = Math.min(length, end + 1 + pick(7))));
    yield ends;
  }
}

// Whether both came to the same end.
function compareEnd(reply, place) {
  const sight = place?.sight, whole = Boolean(sight?.rootDone && sight.found);
  const elements = [...(sight?.elements ?? [])];
  if (!whole && typeof elements.at(-1) === "number" && reply.elements.length < elements.length) elements.pop(); // its end wasn't seen
  const good = LIMITS.test(reply.end) || ((reply.end === "end") === whole && reply.elements.length === elements.length &&
    elements.every((_, i) => sameElement(reply, sight, i)));
  if (!good) differ(reply, "none", reply.bytes.length, `${JSON.stringify(elements)} (${whole ? "end" : sight?.error?.message ?? "no reply"})`);
}

async function compare(reply, pick) {
  const place = await locate(reply.bytes);
  counts.replies++;
  counts.refused += reply.end !== "end";
  counts.repaired += place !== undefined && place.same < reply.bytes.length;
  compareEnd(reply, place);
  if (!place || place.from >= reply.bytes.length) return;
  for (const ends of splits(reply, place.from, pick)) await compareSplit(reply, place, ends);
}

// --- what we said --------------------------------------------------------------------------------------------------

// Not readline's lines: U+2028 ends one there.
async function* lines(stream) {
  let rest = "";
  for await (const chunk of stream.setEncoding("utf8")) {
    const whole = (rest + chunk).split("\n");
    rest = whole.pop();
    yield* whole;
  }
}

async function* replies(lines) {
  let reply;
  for await (const line of lines) {
    const [, kind, rest] = /^(.) ?(.*)$/s.exec(line);
    if (kind === "=") reply = { bytes: Buffer.from(rest, "base64"), states: [], elements: [] };
    else if (kind === "@") {
      const [, at, n, partial] = /^(\d+) (\d+) (.*)$/s.exec(rest);
      reply.states.push({ at: Number(at), n: Number(n), failed: partial === "failed", partial: partial === "failed" ? null : JSON.parse(partial) });
    } else if (kind === "+") reply.elements.push({ action: JSON.parse(rest) });
    else if (kind === "!") reply.elements.push({ why: rest });
    else {
      reply.end = rest;
      yield reply;
    }
  }
}

async function main() {
  ({ parse } = await import(pathToFileURL(join(process.env.NODE_PATH, "jsonriver/dist/index.js"))));
  let state = 1;
  const pick = (n) => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) % n;
  for await (const reply of replies(lines(process.stdin))) await compare(reply, pick);
  const { replies: n, refused, repaired, splits: cut, looks, differences } = counts;
  console.log(`${n} replies (${refused} end in an error, ${repaired} with what only we take), ${cut} splits, ${looks} looks`);
  console.log(`${n - differences} passed, ${differences} failed`);
  process.exit(n && !differences ? 0 : 1);
}

main();
