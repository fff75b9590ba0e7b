"""The programs that draw the diagrams which are compared here and read there."""
import glob
import html
import json
import os
import re
import shutil
import subprocess

DIAGRAMS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "diagrams")
MERMAID = "mermaid@11"


def program(*names):
    return next((found for found in map(shutil.which, names) if found), None)


def browser():
    return program("chromium", "chromium-browser", "google-chrome")


def diagram_sources(kind):
    """name → text of the diagrams written by hand."""
    found = {}
    for path in sorted(glob.glob(os.path.join(DIAGRAMS, "*." + kind))):
        with open(path, encoding="utf-8") as source:
            found[os.path.basename(path)[: -len(kind) - 1]] = source.read()
    return found


# --- plantuml -------------------------------------------------------------------------------------------------------


def draw_plantuml(folder, sources):
    """Writes folder/NAME.svg for each name → text; those that plantuml doesn't understand aren't there."""
    paths = []
    for name, text in sources.items():
        paths.append(os.path.join(folder, name + ".puml"))
        if os.path.exists(paths[-1][:-5] + ".svg"):
            os.remove(paths[-1][:-5] + ".svg")
        with open(paths[-1], "w", encoding="utf-8") as out:
            out.write(text)
    if paths:
        subprocess.run(["plantuml", "-charset", "UTF-8", "-tsvg", *paths], capture_output=True, check=False)


# --- mermaid, in a browser ------------------------------------------------------------------------------------------


def chromium(page, folder, *options):
    """The page as it stands when it has loaded."""
    done = subprocess.run([browser(), "--headless", "--no-sandbox", "--disable-gpu", "--disable-web-security",
                           "--allow-file-access-from-files", f"--user-data-dir={folder}/profile",
                           "--force-device-scale-factor=1", *options, "--dump-dom", "file://" + page],
                          capture_output=True, timeout=300, check=False)
    return done.stdout.decode("utf-8", "replace")


def results(page):
    """What a page has put into its last <pre>, as JSON."""
    found = re.findall(r"<pre[^>]*>(.*?)</pre>", page, re.S)
    return json.loads(html.unescape(found[-1]) or "{}") if found else {}


def npm(folder, package, fetch):
    """Whether NAME@VERSION is in the folder; `fetch` gets it by npm when it isn't there."""
    there = os.path.join(folder, "node_modules", package.rpartition("@")[0])
    if fetch and not os.path.exists(there) and program("npm"):
        subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", folder, package], check=False)
    return os.path.exists(there)


def mermaid_script(folder, fetch):
    """Its path, or None."""
    return os.path.join(folder, "node_modules/mermaid/dist/mermaid.min.js") if npm(folder, MERMAID, fetch) else None


def draw_mermaid(folder, script, sources, config, measure="() => ({})"):
    """Writes folder/mermaid-NAME.svg for each name → text; name → what `measure`, a function in JavaScript, says of the
    drawing as it stands in the page."""
    page = os.path.join(folder, "mermaid.html")
    with open(page, "w", encoding="utf-8") as out:
        out.write(f"""<!doctype html><meta charset="utf-8"><script src="{script}"></script><div id="place"></div><pre></pre>
<script>
const drawings = {{}}, measure = {measure};
async function draw() {{
  mermaid.initialize({json.dumps(dict(config, startOnLoad=False))});
  for (const [name, text] of Object.entries({json.dumps(sources)})) {{
    const place = document.getElementById("place");
    try {{
      place.innerHTML = (await mermaid.render("m" + name, text)).svg;
      const drawn = place.firstElementChild;
      drawings[name] = [new XMLSerializer().serializeToString(drawn), measure(drawn)];
    }} catch (error) {{
      drawings[name] = [null, String(error)];
    }}
    place.innerHTML = "";
  }}
  document.querySelector("pre").textContent = JSON.stringify(drawings);
}}
draw();
</script>""")
    measured = {}
    for name, (drawing, told) in results(chromium(page, folder, "--virtual-time-budget=60000")).items():
        if not drawing:
            print(f"mermaid can't draw {name}: {told}")
            continue
        measured[name] = told
        with open(os.path.join(folder, f"mermaid-{name}.svg"), "w", encoding="utf-8") as out:
            out.write(drawing)
    return measured
