"""Moves what is selected, as an extension for Inkscape does it: move_inkex.py --id=ID --output=OUT FILE."""
import inkex


class Move(inkex.EffectExtension):
    def effect(self):
        for element in self.svg.selection.values():
            element.transform = inkex.Transform(translate=(7, 3)) @ element.transform


Move().run()
