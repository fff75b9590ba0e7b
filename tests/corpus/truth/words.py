"""Words for labels of made diagrams."""

WORDS = ("order stock pump valve queue login user token parse store plan ship audit price cart paint é ü mail "
         "gate 17 lock merge").split()


class Labels:
    """No two alike, so that a label is found by its words."""

    def __init__(self, rand):
        self.rand = rand
        self.count = 0

    def line(self, most=2):
        self.count += 1
        return " ".join(self.rand.choices(WORDS, k=self.rand.randint(1, most))) + f" {self.count}"

    def lines(self):
        return "\n".join(self.line() for _ in range(self.rand.choice((1, 1, 1, 2))))
