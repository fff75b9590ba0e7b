// Runs inside a drawing, in a browser: tells the page around it which words are seen, where, and how high their letters are.
// Lengths are user units of the drawing's root, or, where `inner`, of the root within it.
window.addEventListener("load", () => {
  const svg = inner ? document.documentElement.querySelector("svg") : document.documentElement;
  const toUser = svg.getScreenCTM().inverse();
  const boxOf = (rect) => {
    const a = new DOMPoint(rect.left, rect.top).matrixTransform(toUser), b = new DOMPoint(rect.right, rect.bottom).matrixTransform(toUser);
    return [Math.min(a.x, b.x), Math.min(a.y, b.y), Math.abs(b.x - a.x), Math.abs(b.y - a.y)];
  };
  const isIn = (rect, foreign) => {
    const box = foreign.getBoundingClientRect();
    return rect.left < box.right && rect.right > box.left && rect.top < box.bottom && rect.bottom > box.top;
  };
  const words = [];
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const around = node.parentElement, foreign = around.closest("foreignObject");
    if (!around.closest("text") && !foreign) continue;
    if (around.closest("script,style,title,desc,marker,symbol,defs") || getComputedStyle(around).visibility !== "visible") continue;
    for (const found of node.data.matchAll(/[^\s\u200b]+/g)) {
      const range = document.createRange();
      range.setStart(node, found.index);
      range.setEnd(node, found.index + found[0].length);
      const rects = [...range.getClientRects()].filter((rect) => rect.width > 0 && rect.height > 0);
      const cut = foreign && getComputedStyle(foreign).overflow !== "visible";
      if (!rects.length || (cut && !isIn(rects[0], foreign))) continue;
      words.push({ word: found[0].toLowerCase(), box: boxOf(rects[0]), lines: rects.length });
    }
  }
  parent.take(location.href, words);
});
