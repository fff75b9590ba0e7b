"""The answers of a leader and four others who draw an architecture of thirty boxes, as a script of the test server.

Usage: architecture.py drawing | arrows | script STREAM.PY WIRE
"""

import json
import subprocess
import sys

LANES = {
    "clients": (60, 110, ["Web app", "Mobile app", "Desktop app", "Partner API", "Admin console", "Kiosk"]),
    "services": (190, 200, ["Gateway", "Sign-in", "Catalogue", "Cart", "Orders", "Payments",
                            "Search", "Prices", "Stock", "Shipping", "Reviews", "Mail"]),
    "data": (410, 110, ["Users", "Products", "Baskets", "Order book", "Ledger", "Search index"]),
    "operations": (540, 110, ["Logs", "Metrics", "Traces", "Alerts", "Backups", "Secrets"]),
}
KINDS = {"clients": ("rectangle", "blue"), "services": ("rectangle", "green"), "data": ("cylinder", "orange"),
         "operations": ("rectangle", "violet")}
WITHIN = [("sign-in", "catalogue"), ("cart", "orders"), ("orders", "payments"), ("prices", "stock"), ("stock", "shipping"),
          ("logs", "metrics"), ("metrics", "traces"), ("traces", "alerts")]
UPPER = [("web-app", "gateway"), ("mobile-app", "gateway"), ("partner-api", "cart"), ("admin-console", "orders"),
         ("kiosk", "payments")]
LOWER = [("prices", "products"), ("stock", "baskets"), ("shipping", "order-book"), ("reviews", "ledger"),
         ("mail", "search-index"), ("order-book", "alerts"), ("ledger", "backups")]
MARGIN, STEP, WIDTH, HEIGHT, ROW = 40, 190, 140, 50, 90


def name(title):
    return title.lower().replace(" ", "-")


def drawing():
    """What is there before: lanes with their names, which are locked."""
    lines = ['<svg xmlns="http://www.w3.org/2000/svg" xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" '
             'viewBox="0 0 1200 670" width="1200" height="670">', '  <rect width="1200" height="670" fill="#ffffff"/>',
             '  <g id="lanes" sodipodi:insensitive="true" font-family="DejaVu Sans" font-size="13">']
    for lane, (y, height, _) in LANES.items():
        lines.append(f'    <rect x="10" y="{y}" width="1180" height="{height}" rx="8" fill="#f4f6f8"/>')
        lines.append(f'    <text x="20" y="{y + 18}" fill="#667788">{lane.capitalize()}</text>')
    return "\n".join(lines + ["  </g>", "</svg>"]) + "\n"


def boxes(lane):
    y, _, titles = LANES[lane]
    kind, color = KINDS[lane]
    for i, title in enumerate(titles):
        yield {"_type": "create", "shape": {
            "_type": kind, "shapeId": name(title), "x": MARGIN + STEP * (i % 6), "y": y + 35 + ROW * (i // 6), "w": WIDTH,
            "h": HEIGHT, "text": title, "color": color, "fill": "tint"}}


def arrows(pairs):
    return [{"_type": "connect", "fromId": a, "toId": b} for a, b in pairs]


def task(number, who, y, height, text):
    return {"_type": "create-project-task", "taskId": number, "title": number, "text": text, "assignedTo": who, "x": 0, "y": y,
            "w": 1200, "h": height}


def direct(number, who):
    return {"_type": "direct-to-start-project-task", "otherFairyId": who, "taskId": number}


def await_all(*ids):
    return {"_type": "await-tasks-completion", "taskIds": ids, "until": "all"}


def answers():
    """(who is asked, what is answered), each in its order."""
    workers = {lane: f"fairy-{i + 2}" for i, lane in enumerate(LANES)}
    done = {"_type": "mark-task-done"}
    first = [{"_type": "start-project", "projectName": "Architecture", "projectDescription": "Boxes of 140 by 50.",
              "projectColor": "blue", "projectPlan": "A lane each, then what joins them."}]
    first += [task(lane, who, LANES[lane][0], LANES[lane][1], f"Draw the boxes of the lane {lane}.")
              for lane, who in workers.items()]
    first += [direct(lane, who) for lane, who in workers.items()] + [await_all(*LANES)]
    yield "fairy \\\"", first
    for lane, who in workers.items():
        made = {name(title) for title in LANES[lane][2]}
        yield f"{who} ", [*boxes(lane), *arrows(pair for pair in WITHIN if set(pair) <= made), done]
    yield "fairy \\\"", [task("upper", "fairy-2", 60, 330, "Connect clients to services."),
                         task("lower", "fairy-3", 290, 360, "Connect services to data, and data to operations."),
                         direct("upper", "fairy-2"), direct("lower", "fairy-3"), await_all("upper", "lower")]
    yield "fairy-2 ", [*arrows(UPPER), done]
    yield "fairy-3 ", [*arrows(LOWER), done]
    yield "fairy \\\"", [{"_type": "message", "text": "Thirty boxes, in four lanes."}, {"_type": "end-project"}]
    for who in workers.values():  # where something was found to be mended
        for _ in range(2):
            yield f"{who} ", [done]


def main():
    if sys.argv[1] == "drawing":
        sys.stdout.write(drawing())
        return
    if sys.argv[1] == "arrows":
        print("\n".join(" ".join(pair) for pair in WITHIN + UPPER + LOWER))
        return
    for who, actions in answers():
        reply = json.dumps({"actions": actions})
        script = subprocess.run([sys.executable, "-B", sys.argv[2], sys.argv[3], reply, f"asked you: {who}"], check=True,
                                capture_output=True, text=True).stdout
        sys.stdout.write(script)


main()
