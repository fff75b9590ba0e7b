// Runs inside a drawing, in a browser: hands the page around it what the path with id "tried" runs through.
window.addEventListener("load", () => {
  const path = document.getElementById("tried");
  const drawn = [...document.querySelectorAll("rect,circle,ellipse,polygon,path,image,text")].filter((element) =>
    element !== path && !element.closest("defs,symbol,marker,clipPath,mask,pattern") && element.getClientRects().length > 0);
  const isClosed = (element) => /^(rect|circle|ellipse|polygon)$/.test(element.tagName) || /z\s*$/i.test(element.getAttribute("d") || "");
  const isSeen = (element) => {
    const style = getComputedStyle(element);
    return style.visibility !== "hidden" && (/^(image|text)$/.test(element.tagName) ||
      style.fill !== "none" || (style.stroke !== "none" && isClosed(element)));
  };
  const boxOf = (element) => {
    const box = element.getBoundingClientRect();
    return [box.x, box.y, box.width, box.height];
  };
  const length = path.getTotalLength(), toScreen = path.getScreenCTM(), points = [];
  for (let i = 0; i <= 400; i++) points.push(path.getPointAtLength((length * i) / 400).matrixTransform(toScreen));
  // Of words the letters, of anything else what is filled when it is filled.
  const holds = (element, point) => {
    const box = element.getBBox(), local = point.matrixTransform(element.getScreenCTM().inverse());
    const trim = element.tagName === "text" ? 0.25 * box.height : 0;
    const inBox = local.x > box.x && local.x < box.x + box.width && local.y > box.y + trim && local.y < box.y + box.height - trim;
    return inBox && (!element.isPointInFill || element.isPointInFill(local));
  };
  const crossed = [];
  for (const element of drawn.filter((one) => isSeen(one) && one.getScreenCTM())) {
    const n = points.filter((point) => holds(element, point)).length;
    const ends = [points[0], points[points.length - 1]].some((point) => holds(element, point));
    if (n > 2) crossed.push({ id: element.id, tag: element.tagName, box: boxOf(element), ends, closed: isClosed(element) });
  }
  parent.take(location.href, { crossed, start: points[0], end: points[points.length - 1], length });
});
