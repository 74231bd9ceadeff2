"""What the Gomocup judge's client needs around it to be a test: a server that gives it games, and Wine.

judge.py play FOLDER ZIP          games under all rules; FOLDER holds the judge's client/
judge.py run FASTER SCRIPT ARG... one of the judge's own scripts, its time limits divided by FASTER
"""

import base64
import hashlib
import inspect
import os
import runpy
import signal
import socket
import subprocess
import sys
import threading
import time
import zipfile

import psutil

TURN, MATCH, TOLERANCE = 1000, 30_000, 1000  # milliseconds
MEMORY = 350 * 1024 * 1024
ENDS = {0: "five or draw", 1: "foul", 2: "time", 3: "illegal point", 4: "crash, memory or folder"}
# INFO rule, side of the board, opening.
GAMES = [(0, 20, "k10l11k12"), (0, 15, "h8i9g9"), (1, 15, "h8h7j6"), (4, 15, "h8i9j10"), (8, 15, "h8i9g7")]
# Black has a double three at g9 here (the position of the acceptance test).
FOUL_OPENING, FOUL_ANSWER = "h8h9i7i9h10i6i11i12", "6,8"


def run(faster, script, arguments):
    """Runs a script of the judge's, its engines under Wine where this is not Windows."""
    plain = subprocess.Popen

    def with_wine(command, *args, **options):
        with open(command[0], "rb") as program:
            windows = program.read(2) == b"MZ"
        return plain((["wine"] if windows and os.name != "nt" else []) + command, *args, **options)

    subprocess.Popen = with_wine
    folder = os.path.dirname(script)
    sys.path[:0] = [folder, os.path.join(folder, "client")]
    import new_protocol

    start = new_protocol.new_protocol.__init__

    def sooner(*args, **options):
        bound = inspect.signature(start).bind(*args, **options)
        for limit in "timeout_turn", "timeout_match":
            bound.arguments[limit] //= faster
        start(*bound.args, **bound.kwargs)

    new_protocol.new_protocol.__init__ = sooner
    sys.argv = [script, *arguments]
    runpy.run_path(script, run_name="__main__")


class Client:
    """The judge's client, started and listened to."""

    def __init__(self, folder):
        listener = socket.create_server(("127.0.0.1", 0))
        listener.settimeout(30)
        port = str(listener.getsockname()[1])
        client = os.path.join(folder, "client", "client.py")
        command = [sys.executable, __file__, "run", "1", client, "--host", "127.0.0.1", "--port", port]
        self.process = subprocess.Popen(
            command + ["--dir", os.path.join(folder, "work")], stdout=subprocess.DEVNULL, start_new_session=True
        )
        self.socket = listener.accept()[0]
        self.lines = self.socket.makefile("r", encoding="ascii", newline="\n")
        self.suspended = 0
        threading.Thread(target=self.watch, daemon=True).start()

    def watch(self):
        """Counts the engine processes that are seen suspended."""
        while True:
            time.sleep(0.05)
            try:
                children = psutil.Process(self.process.pid).children(recursive=True)
                self.suspended += any(child.status() == psutil.STATUS_STOPPED for child in children)
            except psutil.Error:
                pass

    def ask(self, line, limit):
        self.socket.settimeout(limit)
        self.socket.sendall((line + "\n").encode())
        return self.lines.readline().strip()

    def send_engine(self, path):
        """Hands a zip over; returns the name that the client knows it by."""
        data = open(path, "rb").read()
        name = base64.b64encode(os.path.basename(path).encode()).decode()
        assert self.ask(f"engine send {name} {base64.b64encode(data).decode()}", 30) == "received"
        return hashlib.md5(data).hexdigest()

    def match(self, first, second, rule, size, opening, memory=MEMORY):
        """Plays a game; the winner (0: a draw), how it ended, the milliseconds of each move."""
        game = f"match new {first} {second} {TURN} {MATCH} {rule} {TOLERANCE} {opening} {size} {memory} 3"
        assert self.ask(game, 30) == "ok"
        self.socket.settimeout(4 * MATCH / 1000)
        words = self.lines.readline().split(" ")
        assert words[:2] == ["match", "finished"], words
        self.socket.sendall(b"ok\n")
        moves = base64.b64decode(words[2]).decode().split()
        return int(words[4]), int(words[5]), [int(move.split(",")[2]) for move in moves]

    def close(self):
        for process in [*psutil.Process(self.process.pid).children(recursive=True), self.process]:
            process.kill()
        self.process.wait()


def fouling_engine(folder):
    """A zip with an engine that plays a forbidden point: the judge's watch over fouls has to be awake."""
    program = f"""#!{sys.executable}
import sys
for line in sys.stdin:
    if line.strip() == "DONE":
        print("{FOUL_ANSWER}", flush=True)
    if line.strip() == "END":
        break
"""
    path = os.path.join(folder, "fouls.zip")
    entry = zipfile.ZipInfo("pbrain-fouls.exe")
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(entry, program)
    return path


def play(folder, path):
    """Games under all rules, then two that have to be lost; whether all went as they have to."""
    client = Client(folder)
    failures = 0
    try:
        tengen = client.send_engine(path)
        for rule, size, opening in GAMES:
            winner, end, times = client.match(tengen, tengen, rule, size, opening)
            print(f"rule {rule} size {size}: winner {winner}, ended by {ENDS[end]} ({end}), "
                  f"{len(times)} moves, slowest {max(times, default=0)} ms", flush=True)
            failures += end != 0 or len(times) < 5
        print(f"seen suspended {client.suspended} times")
        failures += client.suspended == 0
        # White is to move.
        winner, end, _ = client.match(tengen, tengen, 0, 15, "h8i9g9", memory=1 << 20)
        print(f"with 1 MiB of memory allowed: winner {winner}, ended by {ENDS[end]} ({end})", flush=True)
        failures += (winner, end) != (1, 4)
        fouls = client.send_engine(fouling_engine(folder))
        # The client unpacks without the right to execute; the first match makes the folder.
        unpacked = os.path.join(folder, "work", "match", fouls)
        os.makedirs(unpacked)
        with zipfile.ZipFile(os.path.join(folder, "fouls.zip")) as archive:
            archive.extractall(unpacked)
        os.chmod(os.path.join(unpacked, "pbrain-fouls.exe"), 0o755)
        os.makedirs(os.path.join(folder, "work", "match", "folder", fouls), exist_ok=True)
        winner, end, _ = client.match(fouls, tengen, 4, 15, FOUL_OPENING)
        print(f"an engine that plays a forbidden point: winner {winner}, ended by {ENDS[end]} ({end})", flush=True)
        failures += (winner, end) != (2, 1)
    finally:
        client.close()
    return failures == 0


if __name__ == "__main__":
    if sys.argv[1] == "play":
        for number in signal.SIGINT, signal.SIGTERM:  # the client leaves as well
            signal.signal(number, lambda *_: sys.exit(1))
        sys.exit(0 if play(sys.argv[2], sys.argv[3]) else 1)
    run(int(sys.argv[2]), sys.argv[3], sys.argv[4:])
