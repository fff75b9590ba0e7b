"""Checks the lines of `fairy ask --events`: events.py members|order|grows FILE. Exit 1 with what is wrong."""
import json
import sys

INFO = {"icon": str, "pose": str, "description": str, "summary": str}
FAULT = {"fault": str, "message": str}
NUMBER = (int, float)
# event: what it must have, what it can have besides
MEMBERS = {
    "start": ({"command": str, "file": str}, {}),
    "end": ({"exit": int, "ok": int, "adjusted": int, "refused": int}, {"output": str, "error": str}),
    "fairy": ({"fairy": str, "name": str, "sign": dict, "color": str}, {}),
    "request": ({}, {}),
    "thinking": ({}, {}),
    "partial": ({"index": int, "type": str}, {"ghost": dict, **INFO}),
    "action": ({"index": int, "type": str, "outcome": str, "shapeIds": list}, {"detail": str, "data": object, **INFO}),
    "todos": ({"todos": list}, {}),
    "answered": ({"usage": dict}, {"cost": NUMBER, **FAULT}),
    "wait": ({"waitMs": NUMBER, **FAULT}, {}),
    "mode": ({"mode": str}, {}),
    "pose": ({"pose": str}, {}),
    "gesture": ({"gesture": str, "ms": int}, {}),
    "move": ({"x": NUMBER, "y": NUMBER}, {}),
    "warning": ({"message": str}, {}),
}


def fail(*words):
    sys.exit(" ".join(map(str, words)))


def members(events):
    for event in events:
        must, can = MEMBERS.get(event.get("event")) or fail("there is no such event:", event)
        for name, kind in must.items():
            if not isinstance(event.get(name), kind):
                fail(name, "is missing or of another type:", event)
        for name, value in event.items():
            known = {**must, **can, "event": str, "request": int, "fairy": str, "task": str}
            if name not in known or not isinstance(value, known[name]):
                fail(name, "isn't expected:", event)


def order(events):
    kinds = [event["event"] for event in events]
    if kinds[0] != "start" or kinds[-1] != "end":
        fail("it doesn't begin with start and end with end:", kinds)
    if kinds[1:4] != ["fairy", "move", "gesture"] or kinds.count("fairy") != 1:
        fail("it comes first, and says who it is:", kinds)
    places = [(event["x"], event["y"]) for event in events if event["event"] == "move"]
    if (100, 60) not in places:
        fail("it isn't where it moved a shape to:", places)
    poses = [event["pose"] for event in events if event["event"] == "pose"]
    if poses[0] != "active" or "waiting" not in poses or "working" not in poses or poses[-1] != "idle":
        fail("the poses:", poses)
    if kinds.count("request") != 3 or kinds.count("answered") != 3 or kinds.count("wait") != 1:
        fail("three requests, one of them again:", kinds)
    if [event["index"] for event in events if event["event"] == "action"] != list(range(7)):
        fail("each action once, in order:", kinds)
    if (3, "move") not in {(event["request"], event["type"]) for event in events if event["event"] == "partial"}:
        fail("no action was seen while it was written:", kinds)
    todos = [[(one["id"], one["status"]) for one in event["todos"]] for event in events if event["event"] == "todos"]
    if todos[:2] != [[("t", "todo")], [("t", "done")]]:
        fail("the list as it changes:", todos)
    modes = [event["mode"] for event in events if event["event"] == "mode"]
    if modes != ["one-shotting", "idling"]:
        fail("the modes:", modes)


def grows(events):
    texts = [event.get("description", "") for event in events
             if event["event"] == "partial" and event["type"] == "message"]
    if not texts or not all(later.startswith(text) for text, later in zip(texts, texts[1:])):
        fail("the message as it is written:", texts)


with open(sys.argv[2], encoding="utf-8") as lines:
    {"members": members, "order": order, "grows": grows}[sys.argv[1]]([json.loads(line) for line in lines])
