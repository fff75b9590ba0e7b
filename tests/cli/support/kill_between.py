"""kill_between.py DRAWING COMMAND…: runs it, and kills it in the moment in which the drawing is another file. Fails if it had
ended by then."""
import os
import signal
import subprocess
import sys

drawing, *command = sys.argv[1:]
before = os.stat(drawing).st_ino
with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
    while process.poll() is None and os.stat(drawing).st_ino == before:
        pass
    process.kill()
sys.exit(process.returncode != -signal.SIGKILL)
