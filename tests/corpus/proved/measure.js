// Runs inside a drawing, in a browser: hands the page around it what every element with an id is and how it looks: where
// it stands, its geometric box in px, whether it is drawn, its computed style, its words, and the ends of a line.
window.addEventListener("load", () => {
  const STYLES = ["fill", "stroke", "stroke-width", "stroke-dasharray", "opacity", "fill-opacity", "stroke-opacity", "font-size",
    "font-family", "font-weight", "font-style", "text-anchor", "color", "marker-start", "marker-end", "rx"];
  const rounded = (number) => Math.round(number * 1000) / 1000;
  const boxOf = (element) => {
    if (element.localName === "foreignObject") { // that of its letters
      const walk = document.createTreeWalker(element, NodeFilter.SHOW_TEXT), range = document.createRange(), rects = [];
      while (walk.nextNode()) {
        range.selectNodeContents(walk.currentNode);
        rects.push(...[...range.getClientRects()].filter((rect) => rect.width));
      }
      if (!rects.length) return null;
      const [left, top] = [Math.min(...rects.map((rect) => rect.left)), Math.min(...rects.map((rect) => rect.top))];
      return [left, top, Math.max(...rects.map((rect) => rect.right)) - left, Math.max(...rects.map((rect) => rect.bottom)) - top];
    }
    if (!(element instanceof SVGGraphicsElement)) {
      const rect = element.getBoundingClientRect();
      return [rect.x, rect.y, rect.width, rect.height];
    }
    const box = element.getBBox(), matrix = element.getScreenCTM();
    if (!matrix) return null;
    const corners = [[0, 0], [1, 0], [0, 1], [1, 1]].map(([right, down]) =>
      new DOMPoint(box.x + right * box.width, box.y + down * box.height).matrixTransform(matrix));
    const [xs, ys] = [corners.map((corner) => corner.x), corners.map((corner) => corner.y)];
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)];
  };
  const scaleOf = (element) => {
    const drawn = element.getScreenCTM ? element : element.closest("foreignObject");
    const matrix = drawn && drawn.getScreenCTM && drawn.getScreenCTM();
    return matrix ? Math.sqrt(Math.abs(matrix.a * matrix.d - matrix.b * matrix.c)) : 1;
  };
  const endsOf = (element) => {
    const matrix = element.getScreenCTM && element.getScreenCTM();
    if (!/^(path|line|polyline)$/.test(element.localName) || !matrix) return undefined;
    const length = element.getTotalLength();
    return [0, length].map((at) => {
      const point = element.getPointAtLength(at).matrixTransform(matrix);
      return [rounded(point.x), rounded(point.y)];
    });
  };
  const all = {};
  let order = 0;
  for (const element of document.querySelectorAll("*")) {
    order++;
    if (!element.id || all[element.id] || element.localName === "script") continue;
    const style = getComputedStyle(element);
    const defined = element.closest("defs,symbol,marker,clipPath,mask,pattern,metadata,style,title,desc");
    const drawn = !defined && style.display !== "none" && (element.getClientRects().length > 0 || element.localName === "g");
    const box = drawn ? boxOf(element) : null;
    const words = /^(text|foreignObject|tspan|div|span|p|title|desc|b|i|font)$/.test(element.localName);
    all[element.id] = {
      tag: element.localName, parent: element.parentElement ? element.parentElement.id : "", order,
      box: box && box.map(rounded), seen: drawn && style.visibility === "visible",
      style: drawn ? Object.fromEntries(STYLES.map((name) => [name, style.getPropertyValue(name)])) : {},
      scale: scaleOf(element), ends: drawn ? endsOf(element) : undefined,
      words: words ? element.textContent : undefined, role: element.getAttribute("role") || undefined,
      label: element.getAttribute("inkscape:label") || undefined,
      shows: element.localName === "use" ? (element.getAttribute("href") || element.getAttribute("xlink:href") || "").slice(1) : undefined,
      title: [...element.children].filter((child) => child.localName === "title").map((child) => child.textContent)[0],
    };
  }
  parent.take(location.href, { all, viewBox: document.documentElement.getAttribute("viewBox"),
    sized: document.documentElement.hasAttribute("viewBox") || document.documentElement.hasAttribute("width") });
});
