"""The drawings of edits.py: one row for each kind of element, about 60 x 40 large, in a cell of CELL.

Every body stands in a group moved to its cell; {p} is the prefix of its ids. `a` is edited unless `ids` says
otherwise; `expect` says what each id does then: "moves", "stays", or "follows" (stays when its original is moved,
goes along when that is turned or scaled)."""

CELL = (200, 160)
PNG = ("data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFklEQVR4nGP8z8DAwMDAxMDAwMDAAAANHQEDasKb6QAAAABJR"
       "U5ErkJggg==")
GRADIENT = ('<linearGradient id="{p}l" gradientUnits="userSpaceOnUse" x1="60" y1="0" x2="120" y2="0">'
            '<stop offset="0" stop-color="#c00"/><stop offset="0.5" stop-color="#fc0"/><stop offset="1" stop-color="#00c"/></linearGradient>')
MARKER = ('<marker id="{p}m" orient="auto" overflow="visible" style="overflow:visible"><path d="M -3,-3 3,0 -3,3 z" fill="#00c"/></marker>')
ARC = ('<path id="{p}a" sodipodi:type="arc" sodipodi:cx="90" sodipodi:cy="80" sodipodi:rx="30" sodipodi:ry="20" '
       'sodipodi:start="0" sodipodi:end="4.7123889803" sodipodi:arc-type="slice" d="M 120,80 A 30,20 0 0 1 90,100 30,20 0 0 1 60,80 '
       '30,20 0 0 1 90,60 V 80 Z" fill="#393"/>')
STAR = ('<path id="{p}a" sodipodi:type="star" sodipodi:sides="5" sodipodi:cx="90" sodipodi:cy="80" sodipodi:r1="30" sodipodi:r2="15" '
        'sodipodi:arg1="0" sodipodi:arg2="0.62831853" inkscape:flatsided="false" inkscape:rounded="0" inkscape:randomized="0" '
        'd="M 120,80 102.13525,88.816779 99.270508,108.53171 85.364745,94.265848 65.729488,97.633553 75,80 65.729488,62.366447 '
        '85.364745,65.734152 99.270508,51.468294 102.13525,71.183221 Z" fill="#939"/>')
SPIRAL = ('<path id="{p}a" sodipodi:type="spiral" sodipodi:cx="90" sodipodi:cy="80" sodipodi:expansion="1" sodipodi:revolution="1" '
          'sodipodi:radius="25" sodipodi:argument="0" sodipodi:t0="0" d="m 90,80 c 3.760381,0 1.855239,5.068918 0,6.25 '
          'C 84.972416,89.450659 79.041369,84.842354 77.5,80 74.742852,71.338165 81.740584,63.002703 90,61.25 102.12103,58.677839 '
          '113.14365,68.33619 115,80" fill="none" stroke="#339" stroke-width="2"/>')
FONT = 'font-family="DejaVu Sans" font-size="16"'


def line_text(extra="", second='x="60" y="96"'):
    return ('<text xml:space="preserve" id="{p}a" x="60" y="76" style="font-size:16px;line-height:1.25;font-family:\'DejaVu Sans\'' + extra +
            '"><tspan sodipodi:role="line" x="60" y="76">Log in</tspan><tspan sodipodi:role="line" ' + second + '>again</tspan></text>')


def use_pair(extra=""):
    return '<rect id="{p}a" x="60" y="60" width="40" height="20" fill="#c60"/><use id="{p}u" xlink:href="#{p}a" transform="translate(0,40)"%s/>' % extra


class Row:
    def __init__(self, name, body, ids=("a",), expect=None, pen=0, boxes="mrun", looks="mrun", pixels="mrun", refused="", whole=False,
                 apart=""):
        """boxes, looks, pixels: for which of move, rotate, uniform and non-uniform resize they are compared.
        `pen`: the width of a stroke that stays even when scaled unevenly. `refused`: for which the edit must be refused. `whole`: it
        is all of the body that a transformed group goes around. `apart`: why the two draw even the untouched drawing differently; they
        may then be as far apart as they are on that."""
        self.name, self.body, self.ids, self.pen = name, body, ids, pen
        self.expect = expect or {i: "moves" for i in ids}
        self.boxes, self.looks, self.pixels, self.refused = boxes, looks, pixels, refused
        self.whole, self.apart = whole, apart


BOX = '<rect id="{p}a" x="60" y="60" width="60" height="40" fill="#c60"/>'
CONNECTED = ('<rect id="{p}a" x="20" y="60" width="30" height="30" fill="#c60"/><rect id="{p}b" x="130" y="70" width="30" height="30" fill="#06c"/>'
             '<path id="{p}e" d="M 50,76.3636 130,83.6364" fill="none" stroke="#000" stroke-width="2" inkscape:connector-type="polyline" '
             'inkscape:connector-curvature="0" inkscape:connection-start="#{p}a" inkscape:connection-end="#{p}b"/>')

ROWS = [
    Row("rect", BOX),
    Row("rect, rounded", '<rect id="{p}a" x="60" y="60" width="60" height="40" rx="10" fill="#c60"/>'),
    Row("rect, stroked", '<rect id="{p}a" x="60" y="60" width="60" height="40" fill="#c60" stroke="#000" stroke-width="4"/>', pen=4, looks="mru"),
    Row("rect, dashed", '<rect id="{p}a" x="60" y="60" width="60" height="40" fill="none" style="stroke:#000;stroke-width:4;'
        'stroke-dasharray:8,4;stroke-dashoffset:2"/>', pen=4, looks="mru"),
    Row("rect, transformed", '<rect id="{p}a" x="60" y="20" width="60" height="40" fill="#c60" transform="rotate(20 80 80) translate(0,20)"/>'),
    Row("rect in a rotated, scaled group", '<g transform="translate(90,80) scale(2,1.5) rotate(30)"><rect id="{p}a" x="-12" y="-8" width="24" '
        'height="16" fill="#c60"/></g>', whole=True),
    Row("rect in a scaled group", '<g transform="scale(2,.5)"><rect id="{p}a" x="30" y="120" width="30" height="80" fill="#c60"/></g>', whole=True),
    Row("image", '<image id="{p}a" x="60" y="60" width="60" height="40" preserveAspectRatio="none" xlink:href="%s"/>' % PNG),
    Row("image that keeps its aspect", '<image id="{p}a" x="60" y="60" width="60" height="40" xlink:href="%s"/>' % PNG, boxes="mru",
        apart="Inkscape 1.2 stretches it"),
    Row("path in a rotated group", '<g transform="rotate(30 80 80)"><path id="{p}a" d="M60 60H120V80h-20v20H60z" fill="#36c"/></g>', whole=True),
    Row("arcs in a scaled group", '<g transform="scale(2,.5)"><path id="{p}a" d="M 30 160 a 20 30 30 0 1 30 0 z" fill="#36c"/></g>', whole=True),
    Row("text in a scaled group", '<g transform="scale(1.5,-1) translate(0,-160)"><text id="{p}a" x="40" y="76" %s>Hello</text></g>' % FONT,
        whole=True),
    Row("circle", '<circle id="{p}a" cx="90" cy="80" r="24" fill="#3a3"/>'),
    Row("circle, stroked", '<circle id="{p}a" cx="90" cy="80" r="24" fill="#3a3" stroke="#000" stroke-width="3"/>'),
    Row("ellipse", '<ellipse id="{p}a" cx="90" cy="80" rx="30" ry="20" fill="#3a3"/>'),
    Row("ellipse, stroked", '<ellipse id="{p}a" cx="90" cy="80" rx="30" ry="20" fill="#3a3" stroke="#000" stroke-width="3"/>', pen=3, looks="mru"),
    Row("line", '<line id="{p}a" x1="60" y1="60" x2="120" y2="100" stroke="#000" stroke-width="3"/>', boxes="mru", looks="mru"),
    Row("path", '<path id="{p}a" d="M 60,60 l 60,10 c 0,10 -10,20 -20,30 q -10,-10 -20,-5 t -20,-5 Z" fill="#36c"/>'),
    Row("path with arcs", '<path id="{p}a" d="M 60 80 a 20 20 0 0 1 40 0 A 15 10 30 0 0 120 90 a 30 12 -20 1 1 -50 5 z" fill="#36c"/>'),
    Row("path with H and V", '<path id="{p}a" d="M60 60H120V80h-20v20H60z" fill="#36c"/>'),
    Row("path, stroked", '<path id="{p}a" d="M 60,60 H 120 V 100 H 60 Z" fill="none" style="stroke:#000;stroke-width:4"/>', pen=4, looks="mru"),
    Row("polyline", '<polyline id="{p}a" points="60,60 120,60 90,100" fill="#36c"/>'),
    Row("polygon", '<polygon id="{p}a" points="60,60 120,60 90,100" fill="#36c"/>'),
    Row("sodipodi arc", ARC),
    Row("star", STAR),
    Row("spiral", SPIRAL),
    Row("text", '<text id="{p}a" x="60" y="86" %s>Hello</text>' % FONT),
    Row("text, two lines", line_text()),
    Row("text, lines without places", line_text(second="")),
    Row("text, centred lines", '<text xml:space="preserve" id="{p}a" x="90" y="76" style="font-size:16px;line-height:1.25;text-anchor:middle;'
        'text-align:center;font-family:\'DejaVu Sans\'"><tspan sodipodi:role="line" x="90" y="76">Log in</tspan>'
        '<tspan sodipodi:role="line" x="90" y="96">again</tspan></text>', apart="librsvg 2.54 anchors text wrongly when it is scaled unevenly"),
    Row("text, tspans with places", '<text id="{p}a" %s><tspan x="60" y="76">one</tspan><tspan x="70 85 100" y="96">two</tspan></text>' % FONT,
        apart="librsvg takes the first of a list of places"),
    Row("text, dx and dy lists", '<text id="{p}a" x="60" y="86" dx="0 4 4" dy="0 2 -2" %s>abcd</text>' % FONT, apart="librsvg takes the first of a list of places"),
    Row("text, inline-size", '<text xml:space="preserve" id="{p}a" x="60" y="76" style="font-size:16px;line-height:1.25;inline-size:60;'
        'font-family:\'DejaVu Sans\'"><tspan x="60" y="76">Log in </tspan><tspan x="60" y="96">again</tspan></text>'),
    Row("text, shape-inside", '<rect id="{p}f" x="60" y="60" width="80" height="50" fill="none"/>'
        '<text xml:space="preserve" id="{p}a" style="font-size:16px;line-height:1.25;font-family:\'DejaVu Sans\';white-space:pre;'
        'shape-inside:url(#{p}f)"><tspan x="60" y="74.16">Log in</tspan></text>'),
    Row("frame of a text", '<rect id="{p}a" x="60" y="60" width="80" height="40" fill="#eee"/>'
        '<text xml:space="preserve" id="{p}t" style="font-size:16px;line-height:1.25;font-family:\'DejaVu Sans\';white-space:pre;'
        'shape-inside:url(#{p}a)"><tspan x="60" y="74.16">Log in</tspan></text>', boxes="m", looks="", pixels="m", expect={"a": "moves", "t": "moves"}),
    Row("text on a path", '<path id="{p}t" d="M 60,90 C 80,60 100,60 120,90" fill="none"/><text id="{p}a" font-family="DejaVu Sans" '
        'font-size="12"><textPath xlink:href="#{p}t">on a path</textPath></text>', pixels=""),
    Row("text on a path, and its path", '<path id="{p}t" d="M 60,90 C 80,60 100,60 120,90" fill="#eee"/><text id="{p}a" '
        'font-family="DejaVu Sans" font-size="12"><textPath xlink:href="#{p}t">on a path</textPath></text>', ids=("a", "t"), boxes="m",
        looks="m", pixels=""),
    Row("group", '<g id="{p}a"><rect x="60" y="60" width="30" height="40" fill="#c60"/><circle cx="105" cy="80" r="15" fill="#06c"/></g>'),
    Row("layer", '<g id="{p}a" inkscape:groupmode="layer" inkscape:label="L"><rect x="60" y="60" width="60" height="40" fill="#c60"/></g>'),
    Row("nested svg", '<svg id="{p}a" x="60" y="60" width="60" height="40" viewBox="0 0 30 20"><rect width="30" height="20" fill="#c60"/>'
        '<circle cx="15" cy="10" r="6" fill="#06c"/></svg>'),
    Row("nested svg without viewBox", '<svg id="{p}a" x="60" y="60" width="60" height="40"><rect width="60" height="40" fill="#c60"/></svg>'),
    Row("clone", '<rect id="{p}b" x="10" y="60" width="30" height="20" fill="#c60"/><use id="{p}a" xlink:href="#{p}b" x="50" y="10"/>',
        expect={"a": "moves", "b": "stays"}),
    Row("original of a clone", use_pair(), expect={"a": "moves", "u": "follows"}, looks=""),
    Row("original of a turned clone", '<rect id="{p}a" x="60" y="60" width="40" height="20" fill="#c60"/><use id="{p}u" xlink:href="#{p}a" '
        'transform="rotate(90 80 80) translate(40,0)"/>', boxes="m", expect={"a": "moves", "u": "stays"}, looks="", pixels="mrun"),
    Row("original and clone", use_pair(), ids=("a", "u")),
    Row("clone and original", use_pair(), ids=("u", "a")),
    Row("clone of a clone", use_pair() + '<use id="{p}v" xlink:href="#{p}u" x="60"/>', boxes="m",
        expect={"a": "moves", "u": "stays", "v": "stays"}, looks=""),
    Row("clone of a group", '<g id="{p}a"><rect x="60" y="60" width="40" height="20" fill="#c60"/></g><use id="{p}u" xlink:href="#{p}a" y="40"/>',
        expect={"a": "moves", "u": "follows"}, looks=""),
    Row("original in a group with its clone", '<g id="{p}a"><rect id="{p}b" x="60" y="60" width="40" height="20" fill="#c60"/>'
        '<use xlink:href="#{p}b" y="40"/></g>'),
    Row("original and a group with its clone", '<rect id="{p}a" x="60" y="60" width="40" height="20" fill="#c60"/><g id="{p}g">'
        '<use xlink:href="#{p}a" y="40"/></g>', ids=("a", "g")),
    Row("original of a clone that is clipped", '<clipPath id="{p}c"><circle cx="80" cy="110" r="12"/></clipPath><rect id="{p}a" x="60" y="60" '
        'width="40" height="20" fill="#c60"/><use id="{p}u" xlink:href="#{p}a" clip-path="url(#{p}c)" transform="translate(0,40)"/>', looks="", boxes=""),
    Row("use of a symbol", '<symbol id="{p}s" viewBox="0 0 30 20"><rect width="30" height="20" fill="#c60"/></symbol>'
        '<use id="{p}a" xlink:href="#{p}s" x="60" y="60" width="60" height="40"/>'),
    Row("a", '<a id="{p}a" xlink:href="http://example.org/">%s</a>' % BOX.replace("{p}a", "{p}b")),
    Row("switch", '<switch id="{p}a"><rect x="60" y="60" width="60" height="40" fill="#c60"/></switch>'),
    Row("clip-path", '<clipPath id="{p}c"><circle cx="90" cy="80" r="20"/></clipPath>' + BOX.replace("/>", ' clip-path="url(#{p}c)"/>')),
    Row("mask", '<mask id="{p}c" maskUnits="userSpaceOnUse" x="60" y="60" width="60" height="40"><circle cx="90" cy="80" r="20" fill="#fff"/>'
        '</mask>' + BOX.replace("/>", ' mask="url(#{p}c)"/>')),
    Row("gradient in user space, shared", GRADIENT + '<rect id="{p}a" x="60" y="60" width="60" height="30" fill="url(#{p}l)"/>'
        '<rect id="{p}b" x="60" y="120" width="60" height="20" fill="url(#{p}l)"/>', expect={"a": "moves", "b": "stays"}),
    Row("gradient in user space, inherited", GRADIENT + '<g fill="url(#{p}l)"><path id="{p}a" d="M 60,60 h 60 v 40 h -60 z"/></g>'),
    Row("gradient in user space, referred to", GRADIENT + '<linearGradient id="{p}k" xlink:href="#{p}l" gradientUnits="userSpaceOnUse" x1="60" '
        'x2="120" y1="0" y2="0"/>' + BOX.replace("#c60", "url(#{p}k)")),
    Row("gradient on a stroke", GRADIENT + '<path id="{p}a" d="M 60,60 120,60 120,100" fill="none" stroke="url(#{p}l)" stroke-width="4"/>',
        boxes="mru"),
    Row("gradient of the box", GRADIENT.replace('gradientUnits="userSpaceOnUse" x1="60" y1="0" x2="120" y2="0"', "") +
        BOX.replace("#c60", "url(#{p}l)"), apart="librsvg 2.54 measures a turned element's box on the page"),
    Row("radial gradient in user space", '<radialGradient id="{p}l" gradientUnits="userSpaceOnUse" cx="90" cy="80" r="30"><stop offset="0" '
        'stop-color="#fff"/><stop offset="1" stop-color="#00c"/></radialGradient>' + BOX.replace("#c60", "url(#{p}l)")),
    Row("pattern", '<pattern id="{p}l" patternUnits="userSpaceOnUse" width="10" height="10"><rect width="5" height="5" fill="#c00"/></pattern>' +
        BOX.replace("#c60", "url(#{p}l)"), pixels="mu"),
    Row("text with a gradient in a tspan", GRADIENT + '<text id="{p}a" x="60" y="86" %s><tspan fill="url(#{p}l)">Hello</tspan></text>' % FONT),
    Row("markers", MARKER + '<path id="{p}a" d="M 60,60 100,60 100,100" fill="none" stroke="#000" stroke-width="2" marker-end="url(#{p}m)" '
        'marker-start="url(#{p}m)"/>', boxes="mru", looks="mru"),
    Row("line with a marker", MARKER + '<line id="{p}a" x1="60" y1="60" x2="110" y2="90" stroke="#000" stroke-width="2" '
        'marker-end="url(#{p}m)"/>', boxes="mru", looks="mru"),
    Row("stroke that doesn't scale", '<rect id="{p}a" x="60" y="60" width="60" height="40" fill="#c60" stroke="#000" stroke-width="4" '
        'style="vector-effect:non-scaling-stroke"/>', boxes="", looks="mr", apart="librsvg 2.54 doesn't know it"),
    Row("path effect", '<path id="{p}a" inkscape:path-effect="#{p}e" inkscape:original-d="M 60,60 H 120 V 100 Z" '
        'd="M 60,60 H 120 V 100 Z" fill="#36c"/><defs><inkscape:path-effect effect="spiro" id="{p}e" is_visible="true"/></defs>'),
    Row("connected shape", CONNECTED, boxes="m", looks=""),
    Row("connected shapes and connector", CONNECTED, ids=("a", "b", "e"), boxes="m", looks="m"),
    Row("shape with a connector at right angles", CONNECTED.replace('"polyline"', '"orthogonal"').replace("M 50,76.3636 130,83.6364", "M 50,75 H 150")
        .replace('x="130" y="70"', 'x="150" y="70"'),
        boxes="m", looks=""),
    Row("left shape above, right angles", CONNECTED.replace('"polyline"', '"orthogonal"').replace('"#{p}a" inkscape:connection-end="#{p}b"',
        '"#{p}b" inkscape:connection-end="#{p}a"').replace('x="130" y="70"', 'x="130" y="125"').replace("M 50,76.3636 130,83.6364",
        "M 145,125 V 75 H 50"), boxes="m", looks=""),
    Row("connector with a free end", '<rect id="{p}b" x="20" y="60" width="30" height="30" fill="#c60"/><path id="{p}a" d="M 50,74 120,70" '
        'fill="none" stroke="#000" stroke-width="2" inkscape:connector-type="polyline" inkscape:connector-curvature="0" '
        'inkscape:connection-start="#{p}b"/>', boxes="", looks=""),
    Row("connector", CONNECTED, ids=("e",), expect={"e": "stays"}, looks="", refused="mrun"),
    Row("filter", '<filter id="{p}f"><feOffset dx="5" dy="5"/></filter>' + BOX.replace("/>", ' filter="url(#{p}f)"/>'), pixels="mu"),
    Row("CSS transform", '<rect id="{p}a" x="40" y="60" width="60" height="40" fill="#c60" style="transform:translate(20px,0)"/>', boxes="", looks=""),
    Row("style sheet transform", '<style>.{p}k { transform: translate(20px,0) !important }</style><rect id="{p}a" class="{p}k" x="40" y="60" '
        'width="60" height="40" fill="#c60"/>', boxes="", looks=""),
    Row("transform-origin", '<rect id="{p}a" x="60" y="60" width="60" height="40" fill="#c60" transform="rotate(30)" '
        'style="transform-origin:90px 80px"/>', boxes="", looks="", pixels="mrun"),
]
