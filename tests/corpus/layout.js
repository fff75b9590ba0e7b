// What Chromium sees of a diagram that Graphviz drew: the boxes of nodes, frames and words, the ways of lines, in user units
// of the root, which stay when the page grows.
function mapped(element, p) {
    return p.matrixTransform(element.ownerSVGElement.getScreenCTM().inverse());
}

function box(element) {
    const r = element.getBoundingClientRect();
    const a = mapped(element, new DOMPoint(r.left, r.top)), b = mapped(element, new DOMPoint(r.right, r.bottom));
    return [a.x, a.y, b.x - a.x, b.y - a.y];
}

function title(group) {
    const element = group.querySelector("title");
    return element ? element.textContent : "";
}

function way(path) {
    const m = path.getScreenCTM(), length = path.getTotalLength(), n = 40, points = [];
    for (let i = 0; i <= n; i++) {
        const p = mapped(path, path.getPointAtLength(length * i / n).matrixTransform(m));
        points.push([p.x, p.y]);
    }
    return points;
}

function outlines(group) {
    return [...group.querySelectorAll("polygon, ellipse, path")];
}

function read(svg) {
    const nodes = {}, frames = {}, edges = [];
    for (const group of svg.querySelectorAll("g.node")) {
        const all = outlines(group).map(box);
        if (all.length) {
            nodes[title(group)] = all[0];
        }
    }
    for (const group of svg.querySelectorAll("g.cluster")) {
        frames[title(group)] = box(outlines(group)[0]);
    }
    for (const group of svg.querySelectorAll("g.edge")) {
        const path = group.querySelector("path");
        if (path) {
            edges.push({name: title(group), way: way(path), heads: [...group.querySelectorAll("polygon, ellipse")].map(box),
                        words: [...group.querySelectorAll("text")].map(box)});
        }
    }
    return {nodes, frames, edges};
}

const found = {};
for (const frame of document.querySelectorAll("div")) {
    found[frame.id] = read(frame.querySelector("svg"));
}
document.querySelector("pre").textContent = JSON.stringify(found);
