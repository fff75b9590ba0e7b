"""A line for each fairy on a terminal: rows.py FAIRY WORD…. The words have three fairies at work, of whom two hang in a message. A line for
each thing that must hold: "ok" or what is wrong, a tab, its name. The terminal is drawn here, from the bytes that came."""
import fcntl, os, pty, re, select, signal, struct, sys, termios, time, unicodedata

WIDE = "漢字"  # two cells each
NARROW = 34


class Screen:
    """As much of a terminal as is used; what it doesn't know is an error."""

    def __init__(self, width, height):
        self.width, self.height = width, height
        self.lines, self.x, self.y, self.left = [{}], 0, 0, ""

    def put(self, c):
        cells = 2 if unicodedata.east_asian_width(c) in "WF" else 1
        if self.x + cells > self.width:
            self.x, self.y = 0, self.y + 1
            self.grow()
        self.lines[self.y][self.x] = c
        self.x += cells

    def grow(self):
        while len(self.lines) <= self.y:
            self.lines.append({})

    def feed(self, text):
        text, self.left = self.left + text, ""
        while text:
            known = re.match(r"\x1b\[([AK])", text)
            if known and known[1] == "A":
                self.y = max(self.y - 1, 0)
            elif known:
                self.lines[self.y] = {x: c for x, c in self.lines[self.y].items() if x < self.x}
            elif text[0] == "\r":
                self.x = 0
            elif text[0] == "\n":
                self.y += 1
                self.grow()
            elif text in ("\x1b", "\x1b["):
                self.left = text
                return
            else:
                assert text[0] >= " ", "it doesn't know %r" % text[:8]
                self.put(text[0])
            text = text[known.end() if known else 1:]

    def rows(self):
        """Each line's text and how many cells it takes, from the left."""
        cells = lambda c: 2 if unicodedata.east_asian_width(c) in "WF" else 1
        shown = []
        for line in self.lines:
            text, x = "", 0
            for at in sorted(line):
                text, x = text + " " * (at - x) + line[at], at + cells(line[at])
            shown.append((text.rstrip(), x))
        return shown


def tell(name, wrong=""):
    print(("ok" if not wrong else " ".join(str(wrong).split())[:400]) + "\t" + name, flush=True)


class Run:
    def __init__(self, words, width):
        os.environ.update(TERM="xterm", LC_ALL="C.UTF-8")
        self.fd, theirs = pty.openpty()
        said, says = os.pipe()
        self.shell = os.fork()
        if self.shell == 0:
            self.attend(words, theirs, says)
        os.close(theirs)
        os.close(says)
        self.said = os.fdopen(said)
        self.pid = int(self.said.readline())
        self.resize(width)
        self.raw = b""

    def attend(self, words, terminal, says):
        """A shell's part: a program whose group has nobody beside it in the session isn't stopped by Ctrl-Z."""
        os.setsid()
        fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
        signal.signal(signal.SIGTTOU, signal.SIG_IGN)
        pid = os.fork()
        if pid == 0:
            os.setpgid(0, 0)
            os.tcsetpgrp(terminal, os.getpid())
            signal.signal(signal.SIGTTOU, signal.SIG_DFL)
            for stream in (0, 1, 2):
                os.dup2(terminal, stream)
            os.execv(words[0], words)
        os.write(says, b"%d\n" % pid)
        while True:
            status = os.waitpid(pid, os.WUNTRACED)[1]
            os.write(says, b"%d\n" % status)
            if not os.WIFSTOPPED(status):
                os._exit(0)

    def status(self):
        """The next one; what comes to the terminal meanwhile is read. None after a minute."""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            self.read(0.02)
            if select.select([self.said], [], [], 0)[0]:
                while select.select([self.fd], [], [], 0)[0] and self.read(0):
                    pass
                return int(self.said.readline())

    def resize(self, width):
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
        self.screen = Screen(width, 24)

    def read(self, seconds):
        if select.select([self.fd], [], [], seconds)[0]:
            try:
                self.raw += os.read(self.fd, 1 << 16)
            except OSError:
                return False
            text = self.raw.decode("utf-8", "ignore")
            self.raw = self.raw[len(text.encode()):]
            self.screen.feed(text)
        return True

    def until(self, holds, seconds=30):
        end = time.monotonic() + seconds
        while not holds() and time.monotonic() < end and self.read(0.1):
            pass
        return holds()

    def fairies(self):
        return [(text, x) for text, x in self.screen.rows() if re.match(r"[A-Z][a-z]+( |$)", text)]


run = Run(sys.argv[1:], 100)
there = run.until(lambda: len(run.fairies()) == 3 and sum(WIDE in text for text, _ in run.fairies()) == 2)
tell("a line for each fairy", "" if there else run.screen.rows())
rows = run.fairies()
tell("who, its pose, its task, what it does, what that took", "" if [bool(re.match(r"[A-Z][a-z]+ +[a-z]+ +(left|right) +%s.* 1 asked$" % WIDE, text)) for text, _ in rows][1:] == [True, True] else rows)
tell("foreign text is shown as it is everywhere", "" if all("\\u001b" in text for text, _ in rows[1:]) else rows)
tell("none goes over the edge", "" if all(x <= 97 for _, x in rows) else rows)
os.write(run.fd, b"\x1a")
status = run.status()
tell("Ctrl-Z stops it", "" if status is not None and os.WIFSTOPPED(status) else status)
tell("Ctrl-Z: the lines are taken back", "" if not run.fairies() else run.screen.rows())
tell("Ctrl-Z: the cursor is at the left", "" if run.screen.x == 0 else run.screen.x)
run.resize(NARROW)
os.kill(run.pid, signal.SIGCONT)
tell("going on: the lines are back", "" if run.until(lambda: len(run.fairies()) == 3) else run.screen.rows())
tell("narrow: cut by cells", "" if all(x <= NARROW - 3 for _, x in run.fairies()) and len(run.screen.rows()) == 3 else run.screen.rows())
tell("narrow: who, and what it does", "" if all(WIDE in text for text, _ in run.fairies()[1:]) else run.fairies())
os.write(run.fd, b"\x03")
ended = run.status()
text = "\n".join(text for text, _ in run.screen.rows())
tell("Ctrl-C: it ends", "" if ended is not None and os.waitstatus_to_exitcode(ended) == 130 else ended)
tell("Ctrl-C: the lines are gone, what is said stays", "" if not run.fairies() and "fairy: finishing" in text and "interrupted" in text else text)
tell("Ctrl-C: the cursor is at the left", "" if run.screen.x == 0 else run.screen.x)
for pid in (run.pid, run.shell) if ended is None else ():
    os.kill(pid, signal.SIGKILL)
