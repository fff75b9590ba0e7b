// Lays out graphs by elkjs: layout_elk.mjs FOLDER-OF-MODULES reads a list of graphs from standard input, in ELK's JSON, and
// writes for each the ways of its edges.
import path from "node:path";
import fs from "node:fs";
import {createRequire} from "node:module";

const ELK = createRequire(path.join(process.argv[2], "x.js"))("elkjs");
const elk = new ELK(), ways = [];
for (const graph of JSON.parse(fs.readFileSync(0, "utf8"))) {
    try {
        const done = await elk.layout(graph), edges = done.edges || [];
        ways.push(edges.map((edge) => (edge.sections || []).flatMap((part) => [part.startPoint, ...(part.bendPoints || []), part.endPoint])
            .map((p) => [p.x, p.y])));
    } catch (error) {
        ways.push(null);
    }
}
process.stdout.write(JSON.stringify(ways));
