// Runs inside a drawing, in a browser: tells the page around it where the arrows named in `asked` are, how they bend, where
// their heads and words are, and how far they end from the shapes they join. Lengths are user units of the root.
window.addEventListener("load", () => {
  const OUTLINES = "rect,circle,ellipse,polygon,path,line,polyline,image,text,foreignObject,use";
  const root = document.documentElement, toRoot = root.getScreenCTM().inverse();
  const matrixOf = (element) => toRoot.multiply(element.getScreenCTM());
  const byId = (id) => document.getElementById(id);
  const boxOf = (element) => {
    const box = element.getBBox();
    const matrix = element.getScreenCTM() ? matrixOf(element) : new DOMMatrix();
    const corners = [[0, 0], [1, 0], [0, 1], [1, 1]].map(([right, down]) =>
      new DOMPoint(box.x + right * box.width, box.y + down * box.height).matrixTransform(matrix));
    const xs = corners.map((p) => p.x), ys = corners.map((p) => p.y);
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)];
  };
  const isGeometry = (element) => element instanceof SVGGeometryElement;
  const isDrawn = (element) => element.getClientRects().length > 0 && !element.closest("defs,symbol,marker,clipPath,mask,pattern");
  const sampled = (element, n) => {
    const matrix = matrixOf(element), length = element.getTotalLength(), points = [];
    for (let i = 0; i <= n; i++) {
      const p = element.getPointAtLength((length * i) / n).matrixTransform(matrix);
      points.push([p.x, p.y]);
    }
    return points;
  };
  const apart = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
  const middle = (box) => [box[0] + box[2] / 2, box[1] + box[3] / 2];
  const angleOf = (a, b) => Math.atan2(b[1] - a[1], b[0] - a[0]);
  const between = (a, b) => Math.abs(Math.atan2(Math.sin(a - b), Math.cos(a - b)));
  const toSegment = (p, a, b) => {
    const dx = b[0] - a[0], dy = b[1] - a[1], square = dx * dx + dy * dy;
    const t = square > 0 ? Math.max(0, Math.min(1, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square)) : 0;
    return apart(p, [a[0] + t * dx, a[1] + t * dy]);
  };
  const toTrack = (p, track) => {
    let least = track.length ? apart(p, track[0]) : Infinity;
    for (let i = 1; i < track.length; i++) least = Math.min(least, toSegment(p, track[i - 1], track[i]));
    return least;
  };
  const toBox = (p, box) => {
    const dx = Math.max(box[0] - p[0], 0, p[0] - box[0] - box[2]), dy = Math.max(box[1] - p[1], 0, p[1] - box[1] - box[3]);
    const inside = Math.min(p[0] - box[0], box[0] + box[2] - p[0], p[1] - box[1], box[1] + box[3] - p[1]);
    return dx || dy ? Math.hypot(dx, dy) : -inside;
  };

  // --- shapes: how far a point is from the outline, below 0 inside of it ------------------------------------------
  const outlineOf = (element) => {
    if (isGeometry(element)) return element;
    const parts = [...element.querySelectorAll(OUTLINES)].filter((one) => isDrawn(one) && isGeometry(one));
    const sizes = parts.map((one) => { const box = boxOf(one); return box[2] * box[3]; });
    const whole = boxOf(element), largest = Math.max(...sizes, 0);
    return largest > 0.6 * whole[2] * whole[3] ? parts[sizes.indexOf(largest)] : element;
  };
  const tracks = new Map();
  const trackOf = (element) => {
    if (!tracks.has(element)) tracks.set(element, sampled(element, 240));
    return tracks.get(element);
  };
  const away = (shape, p) => {
    const outline = outlineOf(shape);
    if (!isGeometry(outline)) return toBox(p, boxOf(outline));
    const local = new DOMPoint(p[0], p[1]).matrixTransform(matrixOf(outline).inverse());
    return (outline.isPointInFill(local) ? -1 : 1) * toTrack(p, trackOf(outline));
  };

  // --- lines ----------------------------------------------------------------------------------------------------------
  // Where it turns at once: [place as a share of the length, angle in degrees].
  const turnsOf = (element) => {
    const length = element.getTotalLength(), matrix = matrixOf(element), step = Math.min(0.4, length / 200), turns = [];
    const at = (l) => { const p = element.getPointAtLength(l).matrixTransform(matrix); return [p.x, p.y]; };
    let a = at(0), b = at(step), worst = 0, place = 0;
    for (let l = 2 * step; l <= length + 1e-6; l += step) {
      const c = at(Math.min(l, length));
      const turn = apart(b, c) > step / 20 ? (between(angleOf(a, b), angleOf(b, c)) * 180) / Math.PI : 0;
      if (turn > 12) { worst += turn; place = (l - step) / length; }
      else if (worst) { turns.push([place, worst]); worst = 0; }
      a = b;
      b = c;
    }
    return turns;
  };
  const isSquare = (points) => points.length > 1 && points.slice(1).filter((p, i) =>
    Math.abs(p[0] - points[i][0]) < 0.05 || Math.abs(p[1] - points[i][1]) < 0.05).length > 0.85 * (points.length - 1);
  const headsOf = (line, ends) => {
    const siblings = [...line.parentNode.children], at = siblings.indexOf(line), heads = [];
    for (const one of siblings.slice(Math.max(at - 2, 0), at + 5)) {
      if (one === line || !isGeometry(one) || !isDrawn(one) || /^(line|rect)$/.test(one.tagName)) continue;
      const box = boxOf(one), side = Math.max(box[2], box[3]);
      const near = ends.findIndex((end) => toBox(end, box) < 0.3 * side + 1);
      const open = getComputedStyle(one).fill === "none" && !/z\s*$/i.test(one.getAttribute("d") || one.tagName);
      if (side > 0 && side <= 26 && near >= 0 && (!open || side < 15)) heads.push(one.id);
    }
    return heads;
  };
  // How the head points, from its middle to the corner farthest on along the line, against the way of the line.
  const readHead = (head, ends, outs) => {
    const points = sampled(head, 60), box = boxOf(head), side = Math.max(box[2], box[3]);
    const which = apart(middle(box), ends[0]) < apart(middle(box), ends[1]) ? 0 : 1;
    const on = (p) => p[0] * outs[which][0] + p[1] * outs[which][1];
    const farthest = points.reduce((best, p) => (on(p) > on(best) ? p : best));
    return { which, side, away: Math.max(0, toTrack(ends[which], points)), tip: farthest,
      along: on(farthest) - on(ends[which]),
      aside: Math.abs((farthest[0] - ends[which][0]) * outs[which][1] - (farthest[1] - ends[which][1]) * outs[which][0]) };
  };
  const wordsOf = (text, track) => {
    if (!text) return [];
    const plain = (words) => words.replace(/\s+/g, "");
    const wanted = plain(text), found = [];
    for (const one of document.querySelectorAll("text,foreignObject")) {
      const words = plain(one.textContent);
      if (!words || !isDrawn(one) || !wanted.includes(words)) continue;
      const box = boxOf(one), distance = Math.min(...track.map((p) => Math.max(toBox(p, box), 0)));
      if (distance < 40) found.push([distance, one.id, words]);
    }
    found.sort((a, b) => a[0] - b[0]);
    const taken = [];
    for (const [, id, words] of found) {
      if (taken.some((one) => one == words)) continue;
      if (taken.reduce((sum, one) => sum + one.length, 0) + words.length > wanted.length) break;
      taken.push(words);
      found.ids = (found.ids || []).concat(id);
    }
    return found.ids || [];
  };
  const holesOf = (line, box) => {
    const named = /#([^")]+)/.exec(getComputedStyle(line).mask || "") || /#([^")]+)/.exec(line.getAttribute("mask") || "");
    const mask = named && byId(named[1]);
    return [...(mask ? mask.children : [])].filter((one) => isGeometry(one)).map((one) => one.id).filter((id) => {
      const hole = byId(id).getBBox();
      return hole.width < 600 && toBox(middle(box), [hole.x, hole.y, hole.width, hole.height]) < 0;
    });
  };
  const inkOf = (element) => {
    const style = getComputedStyle(element);
    return { fill: style.fill, stroke: style.stroke, opacity: style.opacity };
  };
  const readArrow = (asked) => {
    const line = byId(asked.line);
    if (!line || !isGeometry(line)) return null;
    const track = sampled(line, 400), ends = [track[0], track[400]];
    const outs = [[1, 0], [399, 400]].map(([a, b]) => { const angle = angleOf(track[a], track[b]); return [Math.cos(angle), Math.sin(angle)]; });
    const heads = asked.heads || headsOf(line, ends), words = asked.words || wordsOf(asked.text, track);
    const seen = words.map(byId).filter((one) => one);
    const box = seen.length && seen.map(boxOf).reduce((a, b) => [Math.min(a[0], b[0]), Math.min(a[1], b[1]),
      Math.max(a[0] + a[2], b[0] + b[2]) - Math.min(a[0], b[0]), Math.max(a[1] + a[3], b[1] + b[3]) - Math.min(a[1], b[1])]);
    const holes = box ? asked.holes || holesOf(line, box) : [];
    const tips = heads.map(byId).filter((one) => one && isGeometry(one)).map((one) => readHead(one, ends, outs));
    const points = [0, 1].map((i) => [ends[i], ...tips.filter((tip) => tip.which === i).map((tip) => tip.tip)]);
    const shapes = [asked.from, asked.to].map((id) => (id ? byId(id) : null));
    const style = getComputedStyle(line);
    const distance = (shape, i) => shape ? points[i].map((p) => away(shape, p)).reduce((a, b) => (Math.abs(b) < Math.abs(a) ? b : a)) : null;
    const inside = shapes.map((shape) => shape && !shape.contains(line) ? track.filter((p) => away(shape, p) < -3).length / 400 : 0);
    return { ends, outs, heads, words, holes, tips, turns: turnsOf(line), square: isSquare(track), length: line.getTotalLength(),
      markers: [style.markerStart, style.markerEnd].map((one) => one !== "none"), box,
      off: box ? Math.min(...track.map((p) => toBox(p, box))) : null, between: box ? toTrack(middle(box), track) : null,
      fitted: holes.map(byId).filter((one) => one).map((one) => { const b = one.getBBox(); return [b.x, b.y, b.width, b.height]; }),
      away: [0, 1].map((i) => shapes.map((shape) => distance(shape, i))), inside, ink: inkOf(line),
      inks: heads.map(byId).filter((one) => one).map(inkOf), letters: seen.map((one) => inkOf(one.querySelector("tspan") || one)),
      colors: seen.map((one) => {
        const inner = [...one.querySelectorAll("span,p,div")].filter((part) => part.textContent.trim()).pop();
        return inner ? getComputedStyle(inner).color : null;
      }),
      says: seen.map((one) => one.textContent.trim()).join(" ") };
  };
  const answer = {};
  for (const one of asked) {
    try { answer[one.line] = readArrow(one); } catch (error) { answer[one.line] = { error: String(error) }; }
  }
  parent.take(location.href, answer);
});
