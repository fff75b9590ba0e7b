"""What the source of a diagram says is to be seen, before anyone knows where. For the diagrams written by hand it is in
a file beside them (NAME.truth); its lines:
  HOW KEY = LABEL        a node; \\n between the lines of its label
  A -> B = LABEL | REST  an edge with a direction; REST: what stands at its ends
  A <-> B                with heads at both ends
  A -- B                 with none
  A -o B                 with a sign at an end that is no head, a diamond or a circle
A file with no edges says nothing of them."""
import collections
import os
import re

from programs import DIAGRAMS
from truth.diagram import Edge

# how: the way that its figure is found, see the modules of the programs
Thing = collections.namedtuple("Thing", "how label")
# tail, head: keys; way: one of WAYS
Link = collections.namedtuple("Link", "tail head way label beside", defaults=("->", "", ""))
# whether the direction can be seen, and what it is called
WAYS = {"->": (True, "arrow"), "<->": (False, "arrow"), "--": (False, "line"), "-o": (False, None)}
# things: key → Thing; links: None where they aren't scored
Expected = collections.namedtuple("Expected", "things links")


def plain(text):
    return " ".join(text.split())


def edge_of(link, index):
    """`index`: key → index of the node."""
    ordered, kind = WAYS[link.way]
    return Edge((index[link.tail], index[link.head]), ordered, plain(link.label), link.beside, kind)


def read_truth(name):
    """None when the diagram has none."""
    path = os.path.join(DIAGRAMS, name + ".truth")
    if not os.path.exists(path):
        return None
    things, links = {}, []
    with open(path, encoding="utf-8") as source:
        for line in filter(None, map(str.strip, source)):
            left, _, right = (part.strip() for part in line.partition("= "))
            edge = re.match(r"(\S+) (->|<->|--|-o) (\S+?)\s*=?$", left)
            if edge:
                label, _, beside = (part.strip() for part in right.partition("|"))
                links.append(Link(edge.group(1), edge.group(3), edge.group(2), label, beside))
            else:
                how, key = left.rstrip(" =").split()
                things[key] = Thing(how, right.replace("\\n", "\n"))
    return Expected(things, links or None)
