// Runs inside a drawing, in a browser: hands the geometric boxes of its elements in px to the page around it.
window.addEventListener("load", () => {
  const boxes = {};
  for (const element of document.querySelectorAll("[id]")) {
    const drawn = element instanceof SVGGraphicsElement && element.getClientRects().length > 0;
    if (!drawn || element.closest("defs,symbol,marker,clipPath,mask,pattern")) continue;
    const box = element.getBBox();
    const matrix = element.getScreenCTM();
    if (!matrix || (box.width === 0 && box.height === 0)) continue;
    const corners = [[0, 0], [1, 0], [0, 1], [1, 1]].map(([right, down]) =>
      new DOMPoint(box.x + right * box.width, box.y + down * box.height).matrixTransform(matrix));
    const [xs, ys] = [corners.map((corner) => corner.x), corners.map((corner) => corner.y)];
    const [x, y] = [Math.min(...xs), Math.min(...ys)];
    boxes[element.id] = [x, y, Math.max(...xs) - x, Math.max(...ys) - y];
  }
  parent.take(location.href, boxes);
});
