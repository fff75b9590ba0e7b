// What Chromium sees of each marked element (data-q) of each drawing in a frame of the page: its box, its way if it is a line,
// its words; in user units of the root, which stay when the page grows.
function mapped(element, p) {
    let root = element.ownerSVGElement || element;
    while (root.ownerSVGElement) {
        root = root.ownerSVGElement;
    }
    return p.matrixTransform(root.getScreenCTM().inverse());
}

function box(element) {
    const r = element.getBoundingClientRect();
    const a = mapped(element, new DOMPoint(r.left, r.top)), b = mapped(element, new DOMPoint(r.right, r.bottom));
    return [a.x, a.y, b.x - a.x, b.y - a.y];
}

// With what is drawn beside it in its group, as the depth of a box is, which is hardly larger.
function whole(element) {
    const own = box(element), all = element.parentElement.localName === "g" ? box(element.parentElement) : own;
    return all[2] * all[3] < 2 * own[2] * own[3] ? all : own;
}

function way(path) {
    const m = path.getScreenCTM(), length = path.getTotalLength(), n = 60, points = [];
    for (let i = 0; m && length > 0 && i <= n; i++) {
        const p = mapped(path, path.getPointAtLength(length * i / n).matrixTransform(m));
        points.push([p.x, p.y]);
    }
    return points;
}

function read(svg) {
    const found = {};
    for (const element of svg.querySelectorAll("[data-q]")) {
        if (element.getScreenCTM && element.getClientRects().length && !element.closest("defs, symbol, marker, clipPath, mask, pattern")) {
            const line = ["path", "line", "polyline"].includes(element.tagName);
            found[element.dataset.q] = {tag: element.tagName, box: box(element), whole: whole(element), way: line ? way(element) : [],
                                        words: element.textContent.replace(/\s+/g, "")};
        }
    }
    return found;
}

addEventListener("load", () => {
    const found = {};
    for (const frame of document.querySelectorAll("iframe")) {
        found[frame.id] = read(frame.contentDocument.querySelector("svg"));
        frame.remove();
    }
    document.querySelector("body > pre").textContent = JSON.stringify(found);
});
