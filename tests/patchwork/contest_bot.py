"""A bot for the CodinGame contest: it buys the first patch that it can pay for and place without rotation.

The optional argument makes the bot misbehave: with `dies`, it exits at once; with `passes`, it answers every
turn with the unknown command PASS. The bot writes the opponent's moves to standard error.
"""

import sys


def numbers():
    return [int(word) for word in input().split()]


def fits(board, shape, x, y):
    if y + len(shape) > 9 or x + len(shape[0]) > 9:
        return False
    return not any(
        mark == "O" and board[y + dy][x + dx] == "O"
        for dy, row in enumerate(shape)
        for dx, mark in enumerate(row)
    )


how = sys.argv[1] if len(sys.argv) > 1 else ""
if how == "dies":
    sys.exit("the bot is tired")
for _ in range(2):
    assert int(input()) == len(numbers())
while True:
    try:
        buttons, time, earning = numbers()
    except EOFError:
        break
    board = [input() for _ in range(9)]
    numbers()
    for _ in range(9):
        input()
    patches = [input().split() for _ in range(int(input()))]
    special = int(input())
    for _ in range(int(input())):
        print(input(), file=sys.stderr, flush=True)
    answer = "SKIP"
    for number, _, price, _, text in [(special, 0, 0, 0, "O")] if special else patches[:3]:
        shape = text.split("|")
        places = [(x, y) for y in range(9) for x in range(9) if fits(board, shape, x, y)]
        if places and int(price) <= buttons:
            answer = f"PLAY {number} {places[0][0]} {places[0][1]} 0 0 I am sewing"
            break
    print("PASS" if how == "passes" else answer, flush=True)
