// Replies of all kinds: json_replies.js SEED N prints N, a line of base64 each; every second one is damaged.
function random(seed) {
  let state = seed >>> 0;
  return (n) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % n;
  };
}

const TEXTS = [
  "", "a", "Log in", "größe ☃", "🧚🏽", "C:\\\\", '\\"', "\\\\\\\"", "\\/", "]}", "\\n\\t\\b\\f\\r", "\\u00e9", "\\u20AC", "\\ud83e\\uddda",
  "\\ud83e", "\\uddda", "\\ud83e\\n", "\\ud83e\\ud83e\\uddda", "\\u0000", "\\u005c", "\u2028", "{[", "e\u0301", "\uffff", "\x7f", "日本語", "<think>",
];
const NUMBERS = [
  "0", "-0", "1", "12", "-7", "100000", "0.5", "-1.25", "3e2", "1E+2", "-1.5e-3", "123456789012345678", "0.1", "1e-400", "1e999", "2.50",
  "9007199254740993", "0.30000000000000004", "1.7976931348623157e308", "5e-324", "123456.789", "1e22", "1e23", "0.000001", "4.35",
];
const NAMES = ["x", "y", "w", "text", "shapeId", "points", "", "0", "12", "__proto__", "größe", "a b", "\\u0061", "_type", "actions", "constructor"];

class Maker {
  constructor(pick) {
    this.pick = pick;
  }
  of(list) {
    return list[this.pick(list.length)];
  }
  gap() {
    return this.pick(6) ? "" : this.of([" ", "\n", "\t", "  ", "\r\n"]);
  }
  text() {
    let text = "";
    for (let n = this.pick(4); n >= 0; n--) text += this.of(TEXTS);
    return `"${text}"`;
  }
  scalar() {
    return [() => this.of(NUMBERS), () => String(this.pick(2000) - 500), () => this.text(), () => this.text(), () => this.of(["true", "false", "null"])][this.pick(5)]();
  }
  value(depth) {
    const kind = depth ? this.pick(6) : 5;
    if (kind > 1) return this.scalar();
    const many = this.pick(5);
    return kind ? this.list(Array.from({ length: many }, () => this.value(depth - 1)))
      : this.object(Array.from({ length: many }, () => [`"${this.of(NAMES)}"`, this.value(depth - 1)]));
  }
  list(items) {
    return "[" + items.map((item) => this.gap() + item + this.gap()).join(",") + this.gap() + "]";
  }
  object(members) {
    return "{" + members.map(([key, value]) => this.gap() + key + this.gap() + ":" + this.gap() + value + this.gap()).join(",") + this.gap() + "}";
  }
  action() {
    const members = Array.from({ length: this.pick(5) }, () => [`"${this.of(NAMES)}"`, this.value(3)]);
    if (this.pick(20)) members.splice(this.pick(5) ? 0 : this.pick(members.length + 1), 0, ['"_type"', this.pick(30) ? this.text() : this.scalar()]);
    return this.object(members);
  }
  element() {
    return this.pick(15) ? this.action() : this.value(2);
  }
  root() {
    const actions = this.list(Array.from({ length: this.pick(4) }, () => this.element()));
    switch (this.pick(10)) {
      case 0:
        return actions;
      case 1:
        return this.action();
      case 2:
        return this.object([['"note"', this.value(2)], ['"actions"', actions], ["\"more\"", this.value(2)]]);
      default:
        return this.object([['"actions"', actions]]);
    }
  }
  reply() {
    const before = this.pick(4) ? "" : this.of(["\ufeff", "Sure:\n```json\n", "<think>[{</think>\n", "The set {a, b}: ", "[1] ", "<th<think>x</think>"]);
    return before + this.root() + (this.pick(5) ? "" : this.of(["\n", "\n```\n", " Done {x}.", "[]"]));
  }
}

// One to three places are cut out, replaced, written twice, or get a byte more; one reply in five is cut off.
function damage(bytes, pick) {
  const odd = Buffer.from('{}[]",:\\u0e-.<tfn \xc3\xf0\x80\n\x01', "latin1");
  for (let n = pick(3); n >= 0; n--) {
    const at = pick(bytes.length + 1), to = Math.min(bytes.length, at + 1 + pick(8));
    const byte = [odd[pick(odd.length)]];
    const [middle, end] = [[[], to], [byte, at + 1], [byte, at], [bytes.subarray(at, to), at]][pick(4)];
    bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from(middle), bytes.subarray(end)]);
  }
  return pick(5) ? bytes : bytes.subarray(0, pick(bytes.length + 1));
}

const [seed, n] = process.argv.slice(2).map(Number);
const pick = random(seed), maker = new Maker(pick);
for (let i = 0; i < n; i++) {
  const bytes = Buffer.from(maker.reply());
  process.stdout.write((i % 2 ? damage(bytes, pick) : bytes).toString("base64") + "\n");
}
