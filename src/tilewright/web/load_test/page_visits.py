"""What people do at the pages of the workbench, for a load run.

Most of it a game tells by its examples, which are read, drawn, checked and solved, and by being played or not.
What only its own page does, its file ``page/load.json`` tells; every key is optional:

- ``"asks": {"judge": [{"board": "..."}]}``: its own questions. ``"$state"`` stands for the state of a game that
  is being played, ``"$move.patch"`` for the key of the next move; where that has none, nothing is asked;
- ``"hints": [{"instance": ..., "state": ...}]``: where people ask for a hint;
- ``"play": {"most_moves": 0, "parts": ["json"]}``: what the page adds to every question about a state;
- ``"agents": ["greedy"]``: whom it lets think;
- ``"solves": [{"instance": ..., "options": {}}]``: what it solves, instead of the examples.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any
from urllib.parse import urljoin

from tilewright.game import Game
from tilewright.json_text import read_json, read_object
from tilewright.play.state import PlayableGame
from tilewright.web.load_test.client import Client, Trouble

__all__ = ["FILE", "Book", "Course", "Site", "Step", "play", "site_of", "visit", "warm_up"]

FILE = "load.json"
COURSES = 6
LONGEST_COURSE = 12
CLICKS = (4, 12)
"""Clicks on one visit."""
SOLVING = 0.06
"""The share of clicks that start a job."""
CANCELLING = 0.3
"""The share of jobs that are long ones, which are cancelled while they run."""
TIME_LIMIT = 5.0
LONG_LIMIT = 30.0
PATIENCE = 1.5
TYPOS = 0.1

_HEAD = re.compile(rb'<(?:script|link)[^>]* (?:src|href)="(/[^"]+)"')
_IMPORT = re.compile(rb'^import [^;"]*"([^"]+)";', re.MULTILINE)

Body = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Step:
    """A moment of a game, the move that is made in it, and the moment after it."""

    state: str
    move: Any
    after: str


@dataclass(frozen=True, slots=True)
class Course:
    """The first moves of a game, played at random."""

    seed: int
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Book:
    """What there is to do at the page of one game."""

    game: str
    files: tuple[str, ...]
    instances: tuple[Any, ...]
    pictures: tuple[Body, ...]
    solutions: tuple[Body, ...]
    hints: tuple[Body, ...]
    asks: tuple[tuple[str, Body], ...]
    courses: tuple[Course, ...]
    play: Body
    agents: tuple[str, ...]
    solves: tuple[Body, ...]
    long: tuple[Body, ...]

    def __repr__(self) -> str:
        return f"<Book of {self.game}>"


@dataclass(frozen=True, slots=True)
class Site:
    """All pages: the files of the start page and of the bench's, and the games."""

    start: tuple[str, ...]
    bench: tuple[str, ...]
    books: tuple[Book, ...]


def site_of(client: Client, games: Sequence[Game], seed: int) -> Site:
    """What the server serves of these games."""
    books = []
    for game in games:
        own = client.act("game", f"/games/{game.name}")["page"]
        modules = (f"/games/{game.name}/page/page.js", f"/games/{game.name}/page/page.css") if own else ()
        books.append(book_of(game, files_of(client, f"/games/{game.name}", modules), seed))
    return Site(files_of(client, "/"), files_of(client, "/bench"), tuple(books))


def book_of(game: Game, files: tuple[str, ...], seed: int) -> Book:
    """The book of a game; the moves of its courses are drawn by the seed."""
    file = resources.files(game.package) / "page" / FILE
    told = read_object(
        read_json(file.read_text("utf-8"), FILE) if file.is_file() else {},
        f"{game.name}'s {FILE}",
        set(),
        {"asks", "hints", "play", "agents", "solves"},
    )
    examples = game.examples
    # The server prepares nothing: a game that needs it can be looked at, but neither played nor solved.
    complete = not game.has("preparation")
    instances = tuple(each["instance"] for each in examples["instances"])
    broken = tuple(examples.get("broken", {}).values())
    usable = {solver.name for solver in game.solvers if not solver.needs}
    return Book(
        game=game.name,
        files=files,
        instances=instances,
        pictures=(*({"instance": each} for each in instances), *broken) if game.has("picture") else (),
        solutions=broken,
        hints=tuple(told.get("hints", ())),
        asks=tuple((question, data) for question, each in told.get("asks", {}).items() for data in each),
        courses=tuple(_course(game, seed + each) for each in range(COURSES * (complete and game.has("state")))),
        play=told.get("play", {}),
        agents=tuple(told.get("agents", ())),
        solves=tuple(told.get("solves", ({"instance": each} for each in instances if complete))),
        long=tuple(
            {"instance": each["instance"], "solver": solver}
            for solver, each in examples.get("hard", {}).items()
            if complete and solver in usable and "instance" in each
        ),
    )


def _course(game: Game, seed: int) -> Course:
    played, rng = PlayableGame(game), random.Random(f"{game.name} {seed}")
    state = played.start(played.deal(seed))
    steps: list[Step] = []
    while not state.over and len(steps) < LONGEST_COURSE:
        move = rng.choice(state.moves())
        after = state.play(move)
        steps.append(Step(state.to_text(), move.to_json(), after.to_text()))
        state = after
    return Course(seed, tuple(steps))


def files_of(client: Client, page: str, modules: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The files that a page consists of, found by reading it and the modules that it imports."""
    waiting = [path.decode() for path in _HEAD.findall(client.read(page))] + list(modules)
    found: dict[str, None] = {}
    while waiting:
        path = waiting.pop(0)
        if path not in found:
            found[path] = None
            if path.endswith(".js"):
                waiting += [urljoin(path, name.decode()) for name in _IMPORT.findall(client.read(path))]
    return tuple(found)


# --- A visit ------------------------------------------------------------------------------------------


def visit(client: Client, site: Site) -> None:
    """Look in at the start page or the bench, or open the page of a game, and play or study for some clicks."""
    rng = client.rng
    luck = rng.random()
    if luck < 0.1:
        _open_start(client, site)
    elif luck < 0.15:
        _open_bench(client, site)
    else:
        book = rng.choice(site.books)
        _open_game(client, book)
        clicks = rng.randint(*CLICKS)
        if book.courses and rng.random() < 0.7:
            play(client, book, rng.choice(book.courses), clicks)
        else:
            _study(client, book, clicks)


def _open_start(client: Client, site: Site) -> None:
    client.open("/", site.start, ("/games", *(f"/games/{book.game}/card" for book in site.books)))


def _open_bench(client: Client, site: Site) -> None:
    client.open("/bench", site.bench, ("/bench/suites",))


def _open_game(client: Client, book: Book) -> None:
    client.open(f"/games/{book.game}", book.files, (f"/games/{book.game}",))


def _study(client: Client, book: Book, clicks: int) -> None:
    """Instances, solutions, hints and questions, in any order."""
    doing: list[Callable[[Client, Book], None]] = [_read, _read]
    doing += [_draw] if book.pictures else []
    doing += [_check, _check] if book.solutions else []
    doing += [_hint, _hint, _hint] if book.hints else []
    doing += [_question, _question] if book.asks else []
    for _ in range(clicks):
        if client.rng.random() < SOLVING:
            _solve(client, book)
        else:
            client.rng.choice(doing)(client, book)
        client.think()


def _read(client: Client, book: Book) -> None:
    rng = client.rng
    instance = rng.choice(book.instances)
    body = {"game": book.game, "instance": instance}
    if rng.random() < TYPOS:
        client.act("typo", "/parse", body | {"instance": "{"}, expected=400)
    else:
        client.act("parse", "/parse", body)


def _draw(client: Client, book: Book) -> None:
    client.act("draw", "/draw", {"game": book.game, **client.rng.choice(book.pictures)})


def _check(client: Client, book: Book) -> None:
    verdict = client.act("check", "/check", {"game": book.game, **client.rng.choice(book.solutions)})
    if verdict["ok"]:
        raise Trouble(f"{book.game}: a broken rule was not seen")


def _hint(client: Client, book: Book) -> None:
    client.act("hint", "/hint", {"game": book.game, **client.rng.choice(book.hints)})


def _question(client: Client, book: Book, step: Step | None = None) -> None:
    ready = [(name, data) for name, each in book.asks if (data := _filled(each, step)) is not None]
    if ready:
        name, data = client.rng.choice(ready)
        client.act(f"ask {book.game} {name}", f"/games/{book.game}/ask/{name}", data)


def _filled(data: Body, step: Step | None) -> Body | None:
    """A question with the state and the move in their places; None if it has places and nothing fits."""
    filled = {}
    for key, value in data.items():
        if isinstance(value, str) and value.startswith("$"):
            if step is None:
                return None
            _, _, part = value.partition(".")
            source = step.move if part else {"": step.state}
            if not isinstance(source, Mapping) or part not in source:
                return None
            value = source[part]
        filled[key] = value
    return filled


def _solve(client: Client, book: Book) -> None:
    rng = client.rng
    if book.long and rng.random() < CANCELLING:
        body = {"game": book.game, "time_limit": LONG_LIMIT, **rng.choice(book.long)}
        client.work("/jobs", body, patience=PATIENCE * rng.random())
    elif book.solves:
        client.work("/jobs", {"game": book.game, "time_limit": TIME_LIMIT, **rng.choice(book.solves)})


# --- A game -------------------------------------------------------------------------------------------


def play(client: Client, book: Book, course: Course, clicks: int) -> None:
    """Play a course. The client keeps the state, as the page does, and every answer must go on from there."""
    rng = client.rng
    asked = {"game": book.game, **book.play}
    view = client.act("start", "/play/start", {**asked, "seed": course.seed})
    client.think()
    at = 0
    for _ in range(clicks):
        if at == len(course.steps):
            break
        step, luck = course.steps[at], rng.random()
        _expect_state(view, step.state, book)
        if luck < SOLVING:
            _think_or_solve(client, book, step)
        elif luck < 0.2:
            _question(client, book, step)
        elif luck < 0.3 and at:
            # One move is taken back.
            at -= 1
            view = client.act("view", "/play/view", {**asked, "state": course.steps[at].state})
        else:
            view = client.act("move", "/play/move", {**asked, "state": step.state, "move": step.move})
            _expect_state(view, step.after, book)
            at += 1
        client.think()


def _expect_state(view: Body, state: str, book: Book) -> None:
    if view["state"] != state:
        raise Trouble(f"{book.game}: the game went astray: {view['state'][:80]} instead of {state[:80]}")


def _think_or_solve(client: Client, book: Book, step: Step) -> None:
    if book.agents and client.rng.random() < 0.5:
        agent = client.rng.choice(book.agents)
        body = {"game": book.game, "state": step.state, "agent": agent, "values": True, **book.play}
        client.work("/play/agent", body)
    else:
        _solve(client, book)


# --- Warming up ---------------------------------------------------------------------------------------


def warm_up(client: Client, site: Site, *, jobs: bool) -> None:
    """Everything once, so that workers have imported and compiled what they need; the jobs too, if wanted."""
    _open_start(client, site)
    _open_bench(client, site)
    for book in client.rng.sample(site.books, len(site.books)):
        _open_game(client, book)
        _ask_everything(client, book)
        if jobs:
            _work_once(client, book)


def _ask_everything(client: Client, book: Book) -> None:
    game = {"game": book.game}
    for instance in book.instances:
        client.act("parse", "/parse", {**game, "instance": instance})
    for body in book.solutions:
        client.act("check", "/check", {**game, **body})
    for body in book.pictures:
        client.act("draw", "/draw", {**game, **body})
    for body in book.hints:
        client.act("hint", "/hint", {**game, **body})
    for course in book.courses[:1]:
        play(client, book, course, 3)
        for step in course.steps:
            _question(client, book, step)
    for _ in book.asks:
        _question(client, book)


def _work_once(client: Client, book: Book) -> None:
    for body in book.solves[:1]:
        client.work("/jobs", {"game": book.game, "time_limit": LONG_LIMIT, **body})
    for course in book.courses[:1]:
        for agent in book.agents:
            body = {"game": book.game, "state": course.steps[0].state, "agent": agent, **book.play}
            client.work("/play/agent", body)
