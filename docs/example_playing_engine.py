"""An engine for the game domino with the rule chain; it plays the alphabetically first legal move.

tilewright arena domino greedy 'exec:python3 docs/example_playing_engine.py' --games 10
"""

import sys


def read_stone(text):
    return [int(label) for label in (text.split("-") if "-" in text else text)]


def near(cell, other):
    return abs(cell[0] - other[0]) + abs(cell[1] - other[1]) == 1


def legal_moves(position):
    """Return the number of laid stones and the legal moves of a position like "4: 01 12 25 | 01@0,0-0,1"."""
    head, laid = (part.split() for part in position.split("|"))
    if "touch:" in head:
        raise ValueError("this engine plays only with the rule 'chain'")
    n, colon = int(head[0].rstrip(":")), next(at for at, word in enumerate(head) if word.endswith(":"))
    left = [sorted(read_stone(stone)) for stone in head[colon + 1 :]]
    free = {(row, column) for row in range(n) for column in range(n)}
    end = label = None
    for stone, cells in (move.split("@") for move in laid):
        first, end = (tuple(map(int, cell.split(","))) for cell in cells.split("-"))
        free -= {first, end}
        left.remove(sorted(read_stone(stone)))
        label = read_stone(stone)[1]
    starts = [cell for cell in free if end is None or near(end, cell)]
    places = [(first, second) for first in starts for second in free if near(first, second)]
    stones = [stone for stone in [*left, *(pair[::-1] for pair in left)] if label in (None, stone[0])]
    texts = ["-".join(map(str, stone)) if max(stone) > 9 else "{}{}".format(*stone) for stone in stones]
    return len(laid), [f"{text}@{a},{b}-{c},{d}" for text in texts for (a, b), (c, d) in places]


for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "tw":
        print("id name example", "id version 1", "game domino", "twok", sep="\n")
    elif word == "isready":
        print("readyok")
    elif word == "position":
        count, moves = legal_moves(rest)
    elif word == "go":
        print(f"info value {count + 1} move {min(moves)}\nbestmove {min(moves)}")
    elif word == "quit":
        break
    sys.stdout.flush()
