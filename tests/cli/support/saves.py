"""Another program saves a drawing while `fairy` works on it: saves.py FAIRY DRAWING TRIES HOW [SECONDS].

HOW is what editors do: "rename" (a new file takes the place), "in-place" (cut to nothing and written again), "over" (written over, without
being cut first). Each save has a mark of its own, at a moment that differs from try to try; when all have ended, the drawing must have it.
Prints a line: how many saves were lost, refused, beside one done. SECONDS: how long a run takes; measured when it isn't given."""
import os, random, shutil, subprocess, sys, threading, time

fairy, drawing, tries, how = sys.argv[1:3] + [int(sys.argv[3]), sys.argv[4]]
seed = int(os.environ.get("TEST_SEED") or time.time())
R = random.Random(seed)
original = open(drawing, "rb").read()
name = "saved.svg"
with open("move.json", "w") as f:
    f.write('{"actions":[{"_type":"offset","shapeIds":["' + os.environ.get("SHAPE", "login") + '"],"offsetX":5,"offsetY":0}]}')


def save(text):
    if how == "rename":
        with open("other.tmp", "wb") as f:
            f.write(text)
        os.rename("other.tmp", name)
        return
    flags = os.O_WRONLY | (os.O_TRUNC if how == "in-place" else 0)
    fd = os.open(name, flags)
    for at in range(0, len(text), 1 << 20):
        os.write(fd, text[at:at + (1 << 20)])
    os.close(fd)


def run():
    return subprocess.Popen([fairy, "apply", name, "move.json", "-i", "-q"], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def start():
    with open(name + ".new", "wb") as f:
        f.write(original)
    os.rename(name + ".new", name)


start()
seconds = float(sys.argv[5]) if len(sys.argv) > 5 else 0
if not seconds:
    begun = time.time()
    assert run().wait() == 0
    seconds = time.time() - begun
lost, ends, words = 0, {}, set()
for i in range(tries):
    start()
    mark = b"saved-%06d" % i
    text = original.replace(b"</svg>", b"<!-- %s --></svg>" % mark)
    fairies = run()
    time.sleep(R.random() * seconds * 1.1)
    save(text)
    said = fairies.communicate()[1].strip()
    ends[fairies.returncode] = ends.get(fairies.returncode, 0) + 1
    if fairies.returncode:
        words.add(said)
    with open(name, "rb") as f:
        lost += mark not in f.read()
left = sorted(set(os.listdir(".")) - {name, "move.json", os.path.basename(drawing)})
print(f"{how}: {lost} of {tries} saves lost; exits {ends}; left behind {len([n for n in left if name in n])}; TEST_SEED={seed}")
for line in sorted(words)[:5]:
    print("  ", line)
sys.exit(lost > 0)
