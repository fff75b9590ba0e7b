"""What many answers at a time cost: 200 streams beside 20, from a server on this machine."""
import os
import statistics
import subprocess
import sys

FEW, MANY = 20, 200
GROWTH = 1.3
KB_EACH = 150


def run(bench, n, *half):
    """Milliseconds of CPU and KB for each; None when one of them wasn't whole."""
    server = os.path.join(os.path.dirname(bench.peer("streams")), "test-server")
    done = subprocess.run([bench.peer("streams"), server, str(n), *half], capture_output=True, text=True, check=False)
    print(done.stderr, end="", file=sys.stderr)
    return tuple(map(float, done.stdout.split())) if done.returncode == 0 else None


def streams(bench):
    bench.table.head("answers at a time")
    rounds = [(run(bench, FEW), run(bench, MANY), run(bench, MANY, "half")) for _ in range(bench.runs)]
    whole = sum(all(one) for one in rounds)
    bench.table.row(f"{MANY}; {MANY // 2} ended", "all that was sent", f"{whole} runs", f"{len(rounds)} runs", "", "all",
                    whole == len(rounds))
    rounds = [one for one in rounds if all(one)]
    if not rounds:
        return
    few, many = (statistics.median(one[i][0] for one in rounds) for i in (0, 1))
    ratio = statistics.median(one[1][0] / one[0][0] for one in rounds)
    bench.table.row(f"{MANY}: CPU of each", f"{FEW} at a time", f"{many:.2f} ms", f"{few:.2f} ms", f"{ratio:8.2f} x",
                    f"<= {GROWTH:g} x", ratio <= GROWTH)
    size = statistics.median(one[1][1] for one in rounds)
    bench.table.row(f"{MANY}: memory of each", "", f"{size:.0f} KB", "", "", f"<= {KB_EACH} KB", size <= KB_EACH)
