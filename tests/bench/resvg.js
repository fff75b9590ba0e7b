// resvg, by its binding for node: resvg.js box FILE | resvg.js draw FILE width|height OUT
const { readFileSync, writeFileSync } = require("fs");
const { Resvg } = require("@resvg/resvg-js");
const [what, file, side, out] = process.argv.slice(2);
const fitTo = side ? { mode: side, value: 1600 } : { mode: "original" };
const drawing = new Resvg(readFileSync(file), { fitTo, background: "white", font: { loadSystemFonts: true } });
if (what === "box") {
  const box = drawing.getBBox();
  console.log(box ? `${box.x},${box.y},${box.width},${box.height}` : "");
} else {
  writeFileSync(out, drawing.render().asPng());
}
