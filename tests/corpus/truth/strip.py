"""A drawing without what only tells of its program: titles, comments, ids that nobody refers to, classes that no style
sheet has, data- and aria- attributes. What something does refer to gets a name that tells nothing, so that the drawing
looks as before."""
import re
from xml.etree import ElementTree

TELLING = {"title", "desc", "metadata"}
TOLD = re.compile(r"(.*\})?(role|label|title|docname)$|(data|aria)-")
REFERENCE = re.compile(r"(url\(\s*[\"']?#)([^)\"']+)|(^#)(.+)")
NAMESPACES = {
    "": "http://www.w3.org/2000/svg",
    "xlink": "http://www.w3.org/1999/xlink",
    "inkscape": "http://www.inkscape.org/namespaces/inkscape",
    "sodipodi": "http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd",
}
COLOURS = {"fill", "stroke", "color", "stop-color", "flood-color", "lighting-color", "pagecolor", "bordercolor"}


def local(name):
    return name.split("}")[-1]


def numbered(names, letter):
    return {name: f"{letter}{number}" for number, name in enumerate(sorted(names), 1)}


def sheets(tree):
    return [element for element in tree.iter() if local(element.tag) == "style" and element.text]


def renamed_sheet(text, ids, classes):
    """Selectors and references in the blocks; a block's colours look like ids, so that each is taken by itself."""
    def of_selector(found):
        selector = re.sub(r"#([\w-]+)", lambda m: "#" + ids.get(m.group(1), m.group(1)), found.group(1))
        return re.sub(r"\.([A-Za-z_][\w-]*)", lambda m: "." + classes.get(m.group(1), m.group(1)), selector) + "{"

    text = re.sub(r"([^{}]*)\{", of_selector, text)
    return re.sub(r"(url\(\s*[\"']?#)([^)\"']+)", lambda m: m.group(1) + ids.get(m.group(2), m.group(2)), text)


def referenced(tree):
    found = set()
    for element in tree.iter():
        for key, value in element.attrib.items():
            if local(key) not in COLOURS or "url" in value:
                found.update(match.group(2) or match.group(4) for match in REFERENCE.finditer(value))
    for sheet in sheets(tree):
        found.update(re.findall(r"#([\w-]+)", sheet.text))
    return found


def renamed_attributes(element, ids, classes):
    for key, value in list(element.attrib.items()):
        if TOLD.match(key):
            del element.attrib[key]
        elif key == "id" or key == "class":
            names = [names[name] for names in [ids if key == "id" else classes] for name in value.split() if name in names]
            element.attrib[key] = " ".join(names)
            if not names:
                del element.attrib[key]
        elif local(key) not in COLOURS or "url" in value:
            element.attrib[key] = REFERENCE.sub(
                lambda m: (m.group(1) or m.group(3)) + ids.get(m.group(2) or m.group(4), m.group(2) or m.group(4)), value)


def strip(path):
    """Where it has been written to."""
    for prefix, uri in NAMESPACES.items():
        ElementTree.register_namespace(prefix, uri)
    tree = ElementTree.parse(path)  # comments aren't kept
    for parent in list(tree.iter()):
        for child in [child for child in parent if local(child.tag) in TELLING]:
            parent.remove(child)
    there = {element.get("id") for element in tree.iter()} - {None}
    ids = numbered(referenced(tree) & there, "i")
    classes = numbered({name for sheet in sheets(tree) for name in re.findall(r"\.([A-Za-z_][\w-]*)", sheet.text)}, "c")
    for element in tree.iter():
        renamed_attributes(element, ids, classes)
    for sheet in sheets(tree):
        sheet.text = renamed_sheet(sheet.text, ids, classes)
    out = path[:-4] + ".stripped.svg"
    tree.write(out, encoding="utf-8", xml_declaration=True)
    return out
