"""Moves one object and saves, by Inkscape's own library: move_inkex.py FILE ID OUT."""
import sys

import inkex

drawing = inkex.load_svg(sys.argv[1])
element = drawing.getroot().getElementById(sys.argv[2])
element.transform = inkex.Transform(translate=(7, 3)) @ element.transform
drawing.write(sys.argv[3])
