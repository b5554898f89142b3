"""An engine for Domineering in plain Python that does not use Tilewright: it plays its first legal move."""

import sys


def legal_moves(position):
    rows, player = position.split()
    rows = rows.split("/")
    down, right = (1, 0) if player == "0" else (0, 1)
    return [
        f"{'abcdef'[column]}{row + 1}"
        for row in range(len(rows) - down)
        for column in range(len(rows[0]) - right)
        if rows[row][column] == rows[row + down][column + right] == "."
    ]


for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "tw":
        print(
            "hello", "id name first move", "id version 2", "game domineering", "game chess", "twok", sep="\r\n"
        )
    elif word == "isready":
        print("readyok")
    elif word == "position":
        moves = legal_moves(rest)
    elif word == "go":
        for move in moves[::-1]:
            print("info depth 1 value", 0.25 if move == moves[0] else 0.125, "visits 3 move", move)
        print("info value 0.9 move zz99")
        print("bestmove", moves[0])
    elif word == "quit":
        break
    sys.stdout.flush()
