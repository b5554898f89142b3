"""Engines for Domineering that misbehave; the first argument selects how."""

import os
import signal
import subprocess
import sys
import time


def legal_move(position):
    rows, player = position.split()
    rows = rows.split("/")
    down, right = (1, 0) if player == "0" else (0, 1)
    for row in range(len(rows) - down):
        for column in range(len(rows[0]) - right):
            if rows[row][column] == rows[row + down][column + right] == ".":
                return f"{'abcdef'[column]}{row + 1}"
    raise ValueError(position)


def sleep_for_ever():
    while True:
        time.sleep(1000)


def say(*lines):
    for line in lines:
        print(line, flush=True)


def flood(text):
    while True:
        os.write(1, text)


def misbehave(how, position):
    """Misbehave in the given way instead of, or before, answering `go` with a legal move."""
    if how == "dies":
        sys.exit("the engine\nhas lost its mind")
    elif how == "is killed":
        os.kill(os.getpid(), signal.SIGKILL)
    elif how == "hangs":
        sleep_for_ever()
    elif how == "prints errors for ever":
        while True:
            os.write(2, b"thinking\n" * 1000)
    elif how == "floods":
        flood(b"info value 0.5\n" * 1000)
    elif how == "prints a long line":
        flood(b"x" * 10000)
    elif how == "prints garbage":
        say("bestmove xyzzy \x00 [")
    elif how == "moves illegally":
        say("bestmove f6")
    elif how == "names no move":
        say("bestmove")
    elif how == "prints bytes":
        os.write(1, b"bestmove \xff\xfe\n")
    elif how == "closes its output":
        os.close(1)
        sleep_for_ever()
    elif how == "reports an error":
        say("error I do not like this position")
    elif how == "forks":
        subprocess.Popen(["sleep", "1000"], start_new_session=True)
    elif how == "dies and leaves a child":
        subprocess.Popen(["sleep", "1000"])
        os._exit(7)
    say(f"bestmove {legal_move(position)}")


how = sys.argv[1]
if how == "ends at once":
    sys.exit("no licence found")
if how == "starts only once":
    marker = sys.argv[2]
    if os.path.exists(marker):
        sys.exit("the trial period is over")
    open(marker, "w").close()
if how == "says nothing":
    print("waiting for a better day", file=sys.stderr, flush=True)
    sleep_for_ever()
if how == "floods at once":
    flood(b"game chess\n" * 1000)
if how == "ignores quit":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
position = ""
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "tw":
        say("game domino" if how == "plays another game" else "game domineering", "twok")
    elif word == "isready":
        if how == "is never ready":
            sleep_for_ever()
        say("readyok")
    elif word == "position":
        position = rest
    elif word == "go":
        misbehave(how, position)
    elif word == "quit" and how != "ignores quit":
        break
if how == "ignores quit":
    sleep_for_ever()
