// Drives a batch's page as a person would, by mouse and by keys alone; see report.sh.
"use strict";
const [modules, executablePath, fairy, report, whole, pictures] = process.argv.slice(2);
const path = require("path"), fs = require("fs"), { execFileSync, execSync } = require("child_process");
const axe = fs.readFileSync(path.join(modules, "axe-core/axe.min.js"), "utf8");
let passed = 0, failed = 0;

function check(name, holds, seen) {
    if (holds) passed++;
    else { failed++; console.log("not ok:", name, seen === undefined ? "" : JSON.stringify(seen)); }
}

async function main() {
    const { default: puppeteer } = await import(path.join(modules, "puppeteer-core/lib/puppeteer/puppeteer-core.js"));
    const browser = await puppeteer.launch({ executablePath, headless: true, args: ["--no-sandbox", "--disable-gpu"] });
    const page = await browser.newPage(), wrong = [];
    page.on("pageerror", error => wrong.push(String(error)));
    page.on("console", message => message.type() === "error" && wrong.push(message.text()));
    await page.setViewport({ width: 1280, height: 900 });
    await page.evaluateOnNewDocument(() => addEventListener("DOMContentLoaded", () => requestAnimationFrame(() =>
        requestAnimationFrame(() => { window.usable = performance.now(); }))));
    const address = "file://" + path.resolve(report);
    const open = () => page.goto(address, { waitUntil: "domcontentloaded" });
    await open();
    await page.waitForFunction("window.usable");
    const see = source => page.evaluate(source);
    const ms = await see("usable"), data = await see("data");
    console.log(`${data.files.length} drawings, ${Math.round(fs.statSync(report).size / 1024)} KB: the list can be used after ${Math.round(ms)} ms`);
    const shown = async () => Number((await see("at('shown').textContent")).split(" ")[0].replace(",", ""));
    const rows = () => see("at('list').children.length");
    const count = filter => data.files.filter(filter).length;
    const picture = async name => { if (pictures) await page.screenshot({ path: path.join(pictures, name + ".png") }); };
    const settle = () => new Promise(done => setTimeout(done, 300));
    const clean = async name => {
        await page.evaluate(axe);
        const found = await see("axe.run(document, { resultTypes: ['violations'] }).then(r => r.violations.map(v => [v.id, v.nodes.length, v.nodes[0].html.slice(0, 120)]))");
        check("axe-core: " + name, !found.length, found);
    };

    // --- the list
    check("all are counted", await shown() === data.files.length, await shown());
    check("the list begins with some of them", await rows() <= 100 && await rows() === Math.min(100, data.files.length), await rows());
    const lazy = await see("document.images.length && [...document.images].filter(i => i.closest('li') && i.loading !== 'lazy').length");
    check("pictures are lazy", lazy === 0, lazy);
    for (let n = 0; n < 4; n++) { await see("scrollTo(0, document.body.scrollHeight)"); await settle(); }
    check("more come when it is scrolled", await rows() > 100 || data.files.length <= 100, await rows());
    await see("scrollTo(0, 0)");
    await settle();
    await picture("list");
    if (!whole) {
        await page.waitForFunction("document.querySelector('li .picture svg rect')");
        check("what changed is outlined in the list", await see("document.querySelectorAll('li .picture svg .is').length > 0"));
    }

    // --- filters
    const state = ["done", "partly"].find(name => count(f => f.state === name));
    await page.click(`#states button[value=${state}]`);
    check("filter by state", await shown() === count(f => f.state === state), await shown());
    check("the button says so", await see("document.querySelector('#states [aria-pressed=true]').value") === state);
    await page.keyboard.press("0");
    check("0 shows all", await shown() === data.files.length);
    const word = path.basename(data.files[3].file, ".svg").slice(0, 4);
    await page.type("#find", word.toUpperCase());
    const has = f => (f.file + " " + (f.reason || "")).toLowerCase().includes(word.toLowerCase());
    check("filter by words", await shown() === count(has), [word, await shown()]);
    await see("at('find').value = ''; at('find').oninput()");
    await page.click("#actions", { count: 3 });
    await page.keyboard.type("2");
    check("filter by actions", await shown() === count(f => f.actions >= 2), await shown());
    await page.click("#actions", { count: 3 });
    await page.keyboard.type("0");
    await page.click("#cost", { count: 3 });
    await page.keyboard.type("0.01");
    check("filter by cost", await shown() === count(f => f.usd >= 0.01), await shown());
    await page.click("#cost", { count: 3 });
    await page.keyboard.type("0");
    await page.select("#sort", "actions");
    check("sorted by actions", await see("document.querySelector('li').file.actions") === Math.max(...data.files.map(f => f.actions)));
    await page.select("#sort", "file");
    await clean("list, light");
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]);
    await clean("list, dark");
    await picture("list-dark");
    await page.emulateMediaFeatures([]);

    // --- by keys
    await see("document.activeElement.blur(); scrollTo(0, 0)");
    const target = data.files.findIndex(f => f.input && f.result && f.boxes);
    for (let n = 0; n <= target; n++) await page.keyboard.press("j");
    check("j goes down", await see("document.activeElement.file.file") === data.files[target].file);
    await page.keyboard.press("Enter");
    check("Enter compares", await see("at('look').open && looked.file") === data.files[target].file);
    const edge = await see("at('after').style.clipPath");
    await page.keyboard.press("ArrowRight");
    check("arrows move the edge", await see("at('after').style.clipPath") !== edge, edge);
    await page.waitForFunction("at('both').querySelector('svg rect')");
    for (const [name, is] of [["was", 0], ["is", 1]]) {
        const n = data.files[target].boxes.filter(place => place[4] === is).length;
        check("outlined where it " + name, await see(`document.querySelectorAll('#both .${name}').length`) === n && (n > 0 || Boolean(whole)));
    }
    await picture("compare");
    await clean("comparing, light");
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]);
    await clean("comparing, dark");
    await picture("compare-dark");
    await page.emulateMediaFeatures([]);
    await page.click("#outlined");
    check("outlines can be left out", await see("at('both').querySelector('svg') === null"));
    await page.keyboard.press("j");
    check("j goes to the next", await see("looked.file") !== data.files[target].file);
    await page.keyboard.press("r");
    await page.keyboard.press("k");
    check("k goes back", await see("looked.file") === data.files[target].file);
    await page.keyboard.press("r");
    await page.keyboard.press("Escape");
    await see("at('after').onload()"); // a picture that comes late
    check("Escape closes", !await see("at('look').open"));
    check("the focus is where it was", await see("document.activeElement.file && document.activeElement.file.file") === data.files[target].file);

    // --- rejected ones
    const odd = !whole && data.files.find(f => f.file.includes("odd"));
    if (odd) await see(`[...at('list').children].find(li => li.file.file === ${JSON.stringify(odd.file)}).box.click()`);
    check("each rejected one is marked", await see("document.querySelectorAll('li.rejected').length") === (odd ? 3 : 2));
    await clean("rejected ones");
    await picture("rejected");
    await page.setViewport({ width: 390, height: 800 });
    await settle();
    await picture("narrow");
    await clean("narrow");
    check("nothing is wider than a narrow window", await see("document.documentElement.scrollWidth") <= 390, await see("document.documentElement.scrollWidth"));
    await page.setViewport({ width: 1280, height: 900 });
    await open();
    check("they stay rejected", await see("rejected.size") === (odd ? 3 : 2));
    check("nothing went wrong in the page", !wrong.length, wrong);
    const command = await see("at('command').textContent"), gone = await see("data.files.filter(f => rejected.has(f.file)).map(f => f.output)");
    check("the command names the run", command.startsWith("fairy batch undo made "), command);
    await browser.close();
    check("(their results are there)", gone.every(file => fs.existsSync(file)), gone);
    execSync(command.replace(/^fairy/, "'" + fairy + "'"), { shell: "/bin/sh" });
    check("the command takes them back, and no others", gone.every(file => !fs.existsSync(file)) &&
        data.files.filter(f => f.result && !gone.includes(f.output)).every(f => fs.existsSync(f.output)), gone);

    // --- the places are where they are said to be
    const file = data.files.find(f => f.result && f.boxes && !gone.includes(f.output) && !whole);
    for (const [drawing, is] of file ? [[file.file, 0], [file.output, 1]] : []) {
        const boxes = execFileSync(fairy, ["query", drawing], { encoding: "utf8" }).trim().split("\n")
            .map(line => line.split(",")).filter(([id]) => id === "a" || id === "new")
            .map(([, x, y, w, h]) => [x / 400, y / 200, w / 400, h / 200].map(v => Math.round(v * 10000)).join()).sort();
        const places = file.boxes.filter(place => place[4] === is).map(place => place.slice(0, 4).join()).sort();
        check("places " + (is ? "after" : "before"), boxes.length === 1 + is && String(places) === String(boxes), [places, boxes]);
    }
    console.log(`${passed} passed, ${failed} failed`);
    process.exit(failed ? 1 : 0);
}
main().catch(error => { console.log(error); process.exit(1); });
