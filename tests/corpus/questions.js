// Runs inside a drawing, in a browser: tells what a person would ask of it. Boxes with words on them, by their words: their
// place in user units of the root, paint, words' looks, and which of them lie in which; lines with ends at two of them.
window.addEventListener("load", () => {
  const root = document.documentElement, toRoot = root.getScreenCTM().inverse();
  const CLOSED = "rect,circle,ellipse,polygon,path", UNSEEN = "defs,symbol,marker,clipPath,mask,pattern";
  const boxOf = (element) => {
    const r = element.getBoundingClientRect();
    const a = new DOMPoint(r.left, r.top).matrixTransform(toRoot), b = new DOMPoint(r.right, r.bottom).matrixTransform(toRoot);
    return {x: a.x, y: a.y, w: b.x - a.x, h: b.y - a.y};
  };
  const outline = (element) => { // without its stroke
    const m = toRoot.multiply(element.getScreenCTM()), b = element.getBBox(), xs = [], ys = [];
    for (const [i, j] of [[0, 0], [1, 0], [0, 1], [1, 1]]) {
      const p = new DOMPoint(b.x + i * b.width, b.y + j * b.height).matrixTransform(m);
      xs.push(p.x), ys.push(p.y);
    }
    return {x: Math.min(...xs), y: Math.min(...ys), w: Math.max(...xs) - Math.min(...xs), h: Math.max(...ys) - Math.min(...ys)};
  };
  const area = (box) => box.w * box.h;
  const holds = (box, other, slack) => other.x >= box.x - slack && other.y >= box.y - slack &&
    other.x + other.w <= box.x + box.w + slack && other.y + other.h <= box.y + box.h + slack;
  const opacity = (element) => {
    let all = 1;
    for (let one = element; one instanceof Element; one = one.parentElement) all *= Number(getComputedStyle(one).opacity);
    return all;
  };
  const drawn = (element) => element.getClientRects().length > 0 && !element.closest(UNSEEN) && element.getScreenCTM() &&
    getComputedStyle(element).visibility === "visible" && opacity(element) > 0.99;
  const solid = (paint) => /^rgb\(/.test(paint);
  const scale = (element) => {
    const m = toRoot.multiply(element.getScreenCTM());
    return Math.sqrt(Math.abs(m.a * m.d - m.b * m.c));
  };
  const closed = (element) => element.tagName !== "path" || /[zZ]\s*$/.test(element.getAttribute("d") || "");

  const shapes = [...document.querySelectorAll(CLOSED)].filter((one) => drawn(one) && closed(one)).map((element) => {
    const style = getComputedStyle(element);
    return {element, box: outline(element), fill: style.fill, stroke: style.stroke, plain: style.fillOpacity === "1",
            strokeWidth: parseFloat(style.strokeWidth) * scale(element), dash: style.strokeDasharray};
  }).filter((shape) => area(shape.box) > 0 && (shape.fill !== "none" || shape.stroke !== "none"));
  const page = boxOf(root);

  const apart = (p, box) => Math.hypot(Math.max(box.x - p.x, 0, p.x - box.x - box.w), Math.max(box.y - p.y, 0, p.y - box.y - box.h));
  const ends = (box) => [box.x, box.y, box.x + box.w, box.y + box.h];
  // Whose words these are can be disputed: beside them stands another, or two outlines run close around them.
  const isDisputed = (box, size, around) => {
    const middle = {x: box.x + box.w / 2, y: box.y + box.h / 2}, [inner, outer] = around;
    const beside = shapes.some(({box: other}) => {
      const above = box.x < other.x + other.w && other.x < box.x + box.w, off = apart(middle, other);
      return off > 0 && off < size + (above ? box.h : box.w) / 2 && !holds(box, other, 1);
    });
    return beside || outer && ends(inner.box).every((end, i) => Math.abs(end - ends(outer.box)[i]) < size);
  };
  // Programs don't agree on what isn't said.
  const says = (element, name) => {
    for (let one = element.querySelector("tspan") || element; one instanceof SVGElement; one = one.parentElement) {
      if (one.getAttribute(name) || [one.style, ...sheets(one)].some((style) => style.font || style.getPropertyValue(name))) return true;
    }
    return false;
  };
  const sheets = (element) => [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
    .filter((rule) => rule.selectorText && element.matches(rule.selectorText)).map((rule) => rule.style);

  // words, each with the smallest shape that it lies in
  const texts = [...document.querySelectorAll("text")].filter((one) => drawn(one) && one.textContent.trim()).map((element) => {
    const style = getComputedStyle(element.querySelector("tspan") || element), box = boxOf(element);
    const around = shapes.filter((shape) => holds(shape.box, box, box.h * 0.2)).sort((a, b) => area(a.box) - area(b.box));
    const size = parseFloat(style.fontSize) * scale(element);
    return {words: element.textContent.replace(/\s+/g, " ").trim(), shape: isDisputed(box, size, around) ? null : around[0],
            color: style.fill, box, size, said: says(element, "font-size"), bold: Number(style.fontWeight) >= 600,
            italic: style.fontStyle === "italic", mixed: element.querySelectorAll("tspan").length > 0};
  });
  const boxes = [];
  shapes.forEach((shape) => {
    const own = texts.filter((text) => text.shape === shape);
    if (own.length && own.length <= 6 && area(shape.box) < 0.5 * area(page)) boxes.push({shape, own});
  });

  // lines, each with the one box that each end lies at
  const at = (p, unit) => {
    const near = boxes.map((box) => ({box, d: apart(p, box.shape.box)})).sort((a, b) => a.d - b.d);
    const inner = near.filter((one) => one.d === 0).sort((a, b) => area(a.box.shape.box) - area(b.box.shape.box));
    if (inner.length > 1 || !near.length || near[0].d > unit) return null; // frames: whose end it is can be disputed
    return near.length > 1 && near[1].d < 3 * unit + near[0].d && !inner.length ? null : near[0].box;
  };
  const doubtful = new Set();
  const lines = [...document.querySelectorAll("path,line,polyline")].filter(drawn).map((element) => {
    if (getComputedStyle(element).fill !== "none" && closed(element) && element.tagName === "path") return null;
    const m = toRoot.multiply(element.getScreenCTM()), length = element.getTotalLength();
    if (!length) return null;
    const unit = texts.length ? texts.map((text) => text.size).sort((a, b) => a - b)[texts.length >> 1] : 0;
    const points = [0, length].map((t) => element.getPointAtLength(t).matrixTransform(m));
    const ends = points.map((p) => at(p, unit));
    if (!ends[0] || !ends[1]) { // what it joins isn't asked of those that it may join
      points.forEach((p) => boxes.forEach((box, i) => { if (apart(p, box.shape.box) <= 3 * unit) doubtful.add(i); }));
    }
    return ends[0] && ends[1] && ends[0] !== ends[1] ? {from: boxes.indexOf(ends[0]), to: boxes.indexOf(ends[1])} : null;
  }).filter(Boolean);

  const told = {
    page,
    boxes: boxes.map(({shape, own}) => ({
      words: own.map((text) => text.words), box: shape.box, fill: shape.plain ? shape.fill : "", stroke: shape.stroke,
      strokeWidth: shape.strokeWidth, dash: shape.dash, doubtful: doubtful.has(boxes.findIndex((box) => box.shape === shape)),
      inside: boxes.map((other, i) => (other.shape !== shape && area(other.shape.box) < area(shape.box) &&
                                       holds(shape.box, other.shape.box, 0.5) ? i : -1)).filter((i) => i >= 0),
    })),
    texts: texts.map(({words, color, size, said, bold, italic, mixed, box}) => (
      {words, color: solid(color) ? color : "", size: said ? size : 0, bold, italic, mixed, box})),
    lines,
  };
  const pre = document.createElementNS("http://www.w3.org/1999/xhtml", "pre");
  pre.textContent = JSON.stringify(told);
  root.appendChild(pre);
});
