"""What a leader and others, or one fairy by itself, are answered when they fill the eight columns of a drawing: eight
equal tasks that don't need one another. And how long that takes where nothing but the model takes time."""
import json

COLUMNS, WIDTH, HEIGHT = 8, 200, 900
STEPS = ("Collect", "Check", "Sort", "Price", "Pack", "Label", "Load", "Send")
THOUGHTS = (
    "The column is empty but for its heading. Eight steps, one below the other, as the others have them: 140 by 60, in "
    "the middle of the column, 40 apart, so that an arrow fits between two of them, and its tip can be seen.",
    "All eight are there. Now the arrows, from each step to the one below it, from outline to outline, so that they "
    "follow when somebody moves a step; none from the last.",
)
WORDS = "Draw the eight steps in each column, connected from top to bottom."


def drawing():
    size = f'width="{COLUMNS * WIDTH}" height="{HEIGHT}"'
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {COLUMNS * WIDTH} {HEIGHT}">',
             f'  <rect id="paper" {size} fill="#ffffff"/>',
             '  <g id="headings" font-family="DejaVu Sans" font-size="18" text-anchor="middle" fill="#222222">']
    lines += [f'    <text id="heading-{k}" x="{WIDTH * k + WIDTH // 2}" y="45">Depot {k + 1}</text>'
              for k in range(COLUMNS)]
    return "\n".join(lines + ["  </g>", "</svg>"]) + "\n"


# --- the work -------------------------------------------------------------------------------------------------------


def fairy(k):
    return f"fairy-{k + 2}"


def task(k):
    return f"column-{k + 1}"


def box(k, i):
    return {"_type": "create", "intent": f"Step {i + 1} of depot {k + 1}, below the one before", "shape": {
        "_type": "rectangle", "shapeId": f"step-{k}-{i}", "x": WIDTH * k + 30, "y": 80 + 100 * i, "w": 140, "h": 60,
        "color": "blue", "fill": "tint", "text": STEPS[i], "note": ""}}


def arrow(k, i):
    return {"_type": "connect", "intent": f"From {STEPS[i]} down to {STEPS[i + 1]}", "fromId": f"step-{k}-{i}",
            "toId": f"step-{k}-{i + 1}", "shapeId": f"arrow-{k}-{i}"}


def work(k):
    return [{"_type": "think", "text": THOUGHTS[0]}, *(box(k, i) for i in range(len(STEPS))),
            {"_type": "think", "text": THOUGHTS[1]}, *(arrow(k, i) for i in range(len(STEPS) - 1))]


def n_drawn():
    """How many of all actions change the drawing."""
    return sum(action["_type"] != "think" for k in range(COLUMNS) for action in work(k))


def done():
    return {"_type": "mark-task-done"}


# --- those who do it: the answers of each, in their order -----------------------------------------------------------


def begin():
    return {"_type": "start-project", "projectName": "Depots", "projectColor": "blue",
            "projectDescription": "Boxes of 140 by 60, blue, 40 apart.",
            "projectPlan": "Each column by itself: nothing joins them."}


def planned(k, who):
    return {"_type": "create-project-task", "taskId": task(k), "title": f"Depot {k + 1}",
            "text": f"Draw the eight steps of depot {k + 1} below its heading, and connect them from top to bottom.",
            "assignedTo": who, "x": WIDTH * k, "y": 0, "w": WIDTH, "h": HEIGHT}


def direct(k, who):
    return {"_type": "direct-to-start-project-task", "otherFairyId": who, "taskId": task(k)}


def wait(*of):
    return {"_type": "await-tasks-completion", "taskIds": [task(k) for k in of], "until": "all"}


def end():
    return [{"_type": "message", "text": "Each depot has its eight steps, connected from top to bottom."},
            {"_type": "end-project"}]


def team():
    """One for each column, and their leader."""
    every = range(COLUMNS)
    plan = [begin(), *(planned(k, fairy(k)) for k in every), *(direct(k, fairy(k)) for k in every), wait(*every)]
    return {"fairy": [plan, end()], **{fairy(k): [[*work(k), done()]] for k in every}}


def pair():
    """One for all columns, and its leader, which has it begin one after the other."""
    who = fairy(0)
    plan = [begin(), *(planned(k, who) for k in range(COLUMNS))]
    nexts = [[direct(k, who), wait(k)] for k in range(1, COLUMNS)]
    return {"fairy": [[*plan, direct(0, who), wait(0)], *nexts, end()],
            who: [[*work(k), done()] for k in range(COLUMNS)]}


def look(first, last):
    """At columns and half of one around them, as a fairy at a task is shown its area."""
    left, right = max(0, WIDTH * first - WIDTH // 2), min(COLUMNS * WIDTH, WIDTH * (last + 1) + WIDTH // 2)
    return {"_type": "set-view", "x": left, "y": 0, "w": right - left, "h": HEIGHT}


def looks():
    """One by itself that looks at a column after the other: in as many requests as the team's, which show as much."""
    nexts = [look(k, k) for k in range(COLUMNS)] + [look(0, COLUMNS - 1)]
    works = [[{"_type": "think", "text": THOUGHTS[0]}], *(work(k) for k in range(COLUMNS))]
    return {"fairy": [*([*actions, then] for actions, then in zip(works, nexts)), end()[:1]]}


def at_once():
    """One by itself that does all in one answer."""
    return {"fairy": [[action for k in range(COLUMNS) for action in work(k)]]}


# --- how long it takes ----------------------------------------------------------------------------------------------


def written(actions):
    """The reply, and behind which of its bytes each action is whole."""
    texts = [json.dumps(action) for action in actions]
    reply, ends = '{"actions":[', []
    for text in texts:
        reply += ("," if ends else "") + text
        ends.append(len(reply))
    return reply + "]}", ends


def critical_path(answers, sent):
    """Seconds from the first request to the last byte, where who is told to begin asks in that moment, and so does who
    waits when what it waits for is done; `sent(n)`: how long after a request the n-th byte of its reply is sent."""
    queues, now = {who: list(each) for who, each in answers.items()}, 0.0
    for actions in queues.pop("fairy"):
        reply, ends = written(actions)
        over = [now + sent(len(reply))]
        for action, begun in zip(actions, ends):
            if action["_type"] == "direct-to-start-project-task":
                theirs = written(queues[action["otherFairyId"]].pop(0))[1]
                over.append(now + sent(begun) + sent(theirs[-1]))
        now = max(over)
    return now
