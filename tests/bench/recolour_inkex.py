"""Makes red boxes blue, as an extension for Inkscape does it: recolour_inkex.py --output=OUT FILE."""
import inkex

RED = {"red", "#f00", "#ff0000"}


class Recolour(inkex.EffectExtension):
    def effect(self):
        for box in self.svg.xpath("//svg:rect"):
            if str(box.style.get("fill", box.get("fill", ""))).lower() in RED:
                box.style["fill"] = "#0000ff"


Recolour().run()
