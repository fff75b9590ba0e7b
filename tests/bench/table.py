"""Floors, and the table that says whether they are met."""
import collections
import statistics

Run = collections.namedtuple("Run", "seconds peak")  # peak: KB


class Within:
    """At most `times` as long as the peer."""

    def __init__(self, times):
        self.times = times

    def measure(self, ours, theirs):
        return statistics.median(a / b for a, b in zip(ours, theirs))

    def holds(self, value):
        return value <= self.times

    def show(self, value):
        return f"{value:8.2f} x", f"<= {self.times:g} x"


class Faster(Within):
    """At least `times` faster than the peer."""

    def measure(self, ours, theirs):
        return statistics.median(b / a for a, b in zip(ours, theirs))

    def holds(self, value):
        return value >= self.times

    def show(self, value):
        return f"{value:8.1f} x", f">= {self.times:g} x"


class Over(Within):
    """At most so many milliseconds longer."""

    def measure(self, ours, theirs):
        return 1000 * (statistics.median(ours) - statistics.median(theirs))

    def show(self, value):
        return f"{value:8.1f} ms", f"<= {self.times:g} ms"


def times(runs):
    return [run.seconds for run in runs]


class Table:
    def __init__(self):
        self.missed = self.met = 0

    def head(self, title):
        print(f"\n{title}\n{'file':<24}{'beside':<28}{'ours':>12}{'theirs':>12}{'ratio':>12}  {'floor':<12}")

    def row(self, name, peer, ours, theirs, value, floor, good):
        self.met, self.missed = self.met + good, self.missed + (not good)
        verdict = "PASS" if good else "MISS"
        print(f"{name:<24}{peer:<28}{ours:>12}{theirs:>12}{value:>12}  {floor:<12}{verdict}", flush=True)

    def note(self, name, peer, text):
        print(f"{name:<24}{peer:<28}{text}", flush=True)

    def compare(self, name, peer, ours, theirs, floor):
        """Rows of times. None: the peer failed. Gives the ratio back."""
        if not ours or not theirs:
            self.note(name, peer, "failed" if not theirs else "we failed")
            self.missed += not ours
            return None
        value = floor.measure(times(ours), times(theirs))
        shown, limit = floor.show(value)
        middle = [f"{1000 * statistics.median(times(runs)):.1f} ms" for runs in (ours, theirs)]
        self.row(name, peer, *middle, shown, limit, floor.holds(value))
        return value
