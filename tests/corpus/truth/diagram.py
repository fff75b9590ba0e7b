"""What a diagram is known to show, as its own program laid it out."""
import collections

# label: None where it isn't scored; core: its figure alone, where that is smaller: the words stand beside it, or it has a tail; holds: a container;
# cells: its words are in cells beside each other, which can be read in any order
Node = collections.namedtuple("Node", "box label core holds cells", defaults=(None, False, False))
# ends: indices of nodes; ordered: the direction can be seen; beside: what stands at its ends, which may be read with the label;
# kind: "arrow" with heads, "line" with none, None where either may be said (a diamond at one end)
Edge = collections.namedtuple("Edge", "ends ordered label beside kind", defaults=("", None))
# edges: None where they aren't scored; others: boxes of what is neither, but may be read as a shape: clusters, the page;
# titles: the words of those; loose: boxes at which an arrow ends that isn't scored, as it joins no two nodes
Diagram = collections.namedtuple("Diagram", "path nodes edges others titles loose", defaults=((), ()))


def around(points):
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return (min(xs), min(ys), max(xs), max(ys))


def united(boxes):
    return around([corner for box in boxes for corner in (box[:2], box[2:])])


def size(box):
    return max(box[2] - box[0], 0.01) * max(box[3] - box[1], 0.01)


def overlap(a, b):
    w, h = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    if w < -1 or h < -1:
        return 0
    shared = max(w, 0.01) * max(h, 0.01)
    return shared / (size(a) + size(b) - shared)


def inside(a, b):
    """Whether a is in b, or nearly."""
    return a[0] >= b[0] - 2 and a[1] >= b[1] - 2 and a[2] <= b[2] + 2 and a[3] <= b[3] + 2
