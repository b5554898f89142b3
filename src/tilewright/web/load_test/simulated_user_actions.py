"""The actions of a simulated user on the pages of the workbench, for a load run.

Most actions parse, draw, check or solve a game's examples, or play the game. Requests that only the game's own
page sends are listed in the game's file ``page/load_test.json``. Every key is optional:

- ``"asks": {"judge": [{"board": "..."}]}``: for each of the game's own questions, a list of possible data.
  ``"$state"`` is replaced by the current state of the game that is being played, and ``"$move.patch"`` by the
  value of the key ``patch`` of the next move; if there is no such value, the question is not sent;
- ``"hints": [{"instance": ..., "state": ...}]``: the positions for which a hint is requested;
- ``"play": {"most_moves": 0, "parts": ["json"]}``: keys that the page adds to every request about a state;
- ``"agents": ["greedy"]``: the agents whose moves are requested;
- ``"solves": [{"instance": ..., "options": {}}]``: the instances that are solved, instead of the examples.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any
from urllib.parse import urljoin

from tilewright.game import Game
from tilewright.play.state import PlayableGame
from tilewright.strict_json import read_json, read_object
from tilewright.web.load_test.client import Client, ClientError

__all__ = ["LOAD_FILE", "GamePage", "MoveSequence", "Site", "Step", "play", "read_site", "visit", "warm_up"]

LOAD_FILE = "load_test.json"
SEQUENCES_PER_GAME = 6
LONGEST_SEQUENCE = 12
CLICKS = (4, 12)
"""The minimum and maximum number of clicks on one visit."""
JOB_SHARE = 0.06
"""The fraction of clicks that start a job."""
CANCELLED_SHARE = 0.3
"""On a page with long solves, the fraction of solves that are long; all long solves are cancelled."""
TIME_LIMIT = 5.0
LONG_LIMIT = 30.0
LONGEST_WAIT = 1.5
"""A long solve is cancelled after a random time of at most this many seconds."""
WEIGHTS = {"parse": 2, "draw": 1, "check": 2, "hint": 3, "ask": 2}
"""The relative frequencies of the requests, other than jobs, of a user who studies examples."""
TYPO_SHARE = 0.1
"""The fraction of parse requests that contain a syntax error."""

_LINKED_FILE = re.compile(rb'<(?:script|link)[^>]* (?:src|href)="(/[^"]+)"')
_IMPORT = re.compile(rb'^import [^;"]*"([^"]+)";', re.MULTILINE)

Body = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Step:
    """A state of a game, a move, and the state after the move."""

    state: str
    move: Any
    after: str


@dataclass(frozen=True, slots=True)
class MoveSequence:
    """The first moves of a game, chosen at random."""

    seed: int
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class GamePage:
    """The requests that the page of one game can send."""

    game: str
    files: tuple[str, ...]
    requests: Mapping[str, Sequence[Body]]
    """The bodies of the requests to `/parse`, `/draw`, `/check` and `/hint`, by path without the slash."""
    questions: Sequence[tuple[str, Body]]
    """The names and the data of the game's own questions."""
    sequences: Sequence[MoveSequence]
    play: Body
    """The JSON keys, with their values, that the page adds to every request about a state."""
    agents: Sequence[str]
    solves: Sequence[Body]
    long_solves: Sequence[Body]
    """Solves that take long enough to be cancelled while they run."""

    def __repr__(self) -> str:
        return f"<GamePage of {self.game}>"


@dataclass(frozen=True, slots=True)
class Site:
    """All pages: the files of the start page and of the bench page, and the pages of the games."""

    start: tuple[str, ...]
    bench: tuple[str, ...]
    game_pages: tuple[GamePage, ...]


def read_site(client: Client, games: Sequence[Game], seed: int) -> Site:
    """Return the start page, the bench page and the pages of these games, with the files that they load."""
    game_pages = []
    for game in games:
        page = f"/games/{game.name}"
        has_own_page = client.call_api("game", page)["page"]
        modules = (f"{page}/page/page.js", f"{page}/page/page.css") if has_own_page else ()
        if game.kind and not has_own_page:
            modules = ("/pages/puzzle-panel.js", "/pages/puzzle.css")
        game_pages.append(read_game_page(game, page_files(client, page, modules), seed))
    return Site(page_files(client, "/"), page_files(client, "/bench"), tuple(game_pages))


def read_game_page(game: Game, files: tuple[str, ...], seed: int) -> GamePage:
    """Return the requests of a game's page; the seed determines the random moves."""
    file = resources.files(game.package) / "page" / LOAD_FILE
    load_data = read_object(
        read_json(file.read_text("utf-8"), LOAD_FILE) if file.is_file() else {},
        f"{game.name}'s {LOAD_FILE}",
        set(),
        {"asks", "hints", "play", "agents", "solves"},
    )
    examples = game.examples
    # The data folder is empty, so a game that prepares data is not played, and its examples are not solved.
    needs_no_data = not game.has("page_preparation")
    instances = [{"instance": each["instance"]} for each in examples["instances"]]
    broken = [
        {"instance": each["instance"], "solution": each["solution"]}
        for each in examples.get("broken", {}).values()
    ]
    usable = {solver.name for solver in game.solvers if not solver.needs}
    hard = [
        {"instance": each["instance"], "solver": solver}
        for solver, each in examples.get("hard", {}).items()
        if needs_no_data and solver in usable and "instance" in each
    ]

    def bodies(requests: Iterable[Body]) -> list[Body]:
        return [{"game": game.name, **request} for request in requests]

    return GamePage(
        game=game.name,
        files=files,
        requests={
            "parse": bodies(instances),
            "draw": bodies(instances + broken) if game.has("picture") else [],
            "check": bodies(broken),
            "hint": bodies(load_data.get("hints", [])),
        },
        questions=[(question, data) for question, each in load_data.get("asks", {}).items() for data in each],
        sequences=[
            _random_sequence(game, seed + each)
            for each in range(SEQUENCES_PER_GAME * (needs_no_data and game.has("state")))
        ],
        play={"game": game.name, **load_data.get("play", {})},
        agents=load_data.get("agents", []),
        solves=bodies(load_data.get("solves", instances if needs_no_data else [])),
        long_solves=bodies(hard),
    )


def _random_sequence(game: Game, seed: int) -> MoveSequence:
    playable_game, rng = PlayableGame(game), random.Random(f"{game.name} {seed}")
    state = playable_game.start(playable_game.deal(seed))
    steps: list[Step] = []
    while not state.over and len(steps) < LONGEST_SEQUENCE:
        move = rng.choice(state.moves())
        after = state.play(move)
        steps.append(Step(state.to_text(), move.to_json(), after.to_text()))
        state = after
    return MoveSequence(seed, tuple(steps))


def page_files(client: Client, page: str, modules: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return the paths of a page's files: those it links to, the given modules, and what these import."""
    unread = [path.decode() for path in _LINKED_FILE.findall(client.read_file(page))] + list(modules)
    paths: dict[str, None] = {}
    while unread:
        path = unread.pop(0)
        if path not in paths:
            paths[path] = None
            if path.endswith(".js"):
                unread += [urljoin(path, name.decode()) for name in _IMPORT.findall(client.read_file(path))]
    return tuple(paths)


# --- Visits -------------------------------------------------------------------------------------------


def visit(client: Client, site: Site) -> None:
    """Let the simulated user open a page chosen at random.

    On the page of a game, the user then clicks a few times, either to play a sequence of moves or to send other
    requests about the examples of the game.
    """
    rng = client.rng
    chance = rng.random()
    if chance < 0.1:
        _open_start(client, site)
    elif chance < 0.15:
        _open_bench(client, site)
    else:
        page = rng.choice(site.game_pages)
        _open_game(client, page)
        clicks = rng.randint(*CLICKS)
        if page.sequences and rng.random() < 0.7:
            play(client, page, rng.choice(page.sequences), clicks)
        else:
            _study(client, page, clicks)


def _open_start(client: Client, site: Site) -> None:
    client.open_page("/", site.start, ("/games", *(f"/games/{page.game}/card" for page in site.game_pages)))


def _open_bench(client: Client, site: Site) -> None:
    client.open_page("/bench", site.bench, ("/bench/suites",))


def _open_game(client: Client, page: GamePage) -> None:
    client.open_page(f"/games/{page.game}", page.files, (f"/games/{page.game}",))


def _study(client: Client, page: GamePage, clicks: int) -> None:
    """Parse, draw, check, solve, ask for hints and ask the game's own questions, in random order."""
    rng = client.rng
    available = {**page.requests, "ask": page.questions}
    kinds = [kind for kind, weight in WEIGHTS.items() if available[kind] for _ in range(weight)]
    for _ in range(clicks):
        if rng.random() < JOB_SHARE:
            _solve(client, page)
        elif (kind := rng.choice(kinds)) == "ask":
            _question(client, page)
        else:
            body = rng.choice(page.requests[kind])
            if kind == "parse" and rng.random() < TYPO_SHARE:
                client.call_api("typo", "/parse", {**body, "instance": "{"}, expected=400)
            else:
                _request(client, kind, body)
        client.pause()


def _request(client: Client, kind: str, body: Body) -> None:
    answer = client.call_api(kind, f"/{kind}", body)
    if kind == "check" and answer["ok"]:
        raise ClientError(f"{body['game']}: the checker accepted a solution that breaks a rule")


def _question(client: Client, page: GamePage, step: Step | None = None) -> None:
    filled = [(name, data) for name, each in page.questions if (data := _fill_in(each, step)) is not None]
    if filled:
        name, data = client.rng.choice(filled)
        client.call_api(f"ask {page.game} {name}", f"/games/{page.game}/ask/{name}", data)


def _fill_in(data: Body, step: Step | None) -> Body | None:
    """Replace the placeholders for state and move; return None if there is no value for a placeholder."""
    result = {}
    for key, value in data.items():
        if isinstance(value, str) and value.startswith("$"):
            if step is None:
                return None
            _, _, part = value.partition(".")
            source = step.move if part else {"": step.state}
            if not isinstance(source, Mapping) or part not in source:
                return None
            value = source[part]
        result[key] = value
    return result


def _solve(client: Client, page: GamePage) -> None:
    rng = client.rng
    if page.long_solves and rng.random() < CANCELLED_SHARE:
        body = {"time_limit": LONG_LIMIT, **rng.choice(page.long_solves)}
        client.run_job("/jobs", body, cancel_after=LONGEST_WAIT * rng.random())
    elif page.solves:
        client.run_job("/jobs", {"time_limit": TIME_LIMIT, **rng.choice(page.solves)})


# --- Playing ------------------------------------------------------------------------------------------


def play(client: Client, page: GamePage, sequence: MoveSequence, clicks: int) -> None:
    """Play a sequence of moves with other requests in between; verify the states that the server returns."""
    rng = client.rng
    view = client.call_api("start", "/play/start", {**page.play, "seed": sequence.seed})
    client.pause()
    index = 0
    for _ in range(clicks):
        if index == len(sequence.steps):
            break
        step, chance = sequence.steps[index], rng.random()
        _expect_state(view, step.state, page)
        if chance < JOB_SHARE:
            _run_agent_or_solve(client, page, step)
        elif chance < 0.2:
            _question(client, page, step)
        elif chance < 0.3 and index:
            # Take back one move.
            index -= 1
            view = client.call_api("view", "/play/view", {**page.play, "state": sequence.steps[index].state})
        else:
            view = client.call_api("move", "/play/move", {**page.play, "state": step.state, "move": step.move})
            _expect_state(view, step.after, page)
            index += 1
        client.pause()


def _expect_state(view: Body, state: str, page: GamePage) -> None:
    if view["state"] != state:
        raise ClientError(
            f"{page.game}: the server returned a wrong state: {view['state'][:80]} instead of {state[:80]}"
        )


def _run_agent_or_solve(client: Client, page: GamePage, step: Step) -> None:
    if page.agents and client.rng.random() < 0.5:
        agent = client.rng.choice(page.agents)
        client.run_job("/play/agent", {"state": step.state, "agent": agent, "values": True, **page.play})
    else:
        _solve(client, page)


# --- Warm-up ------------------------------------------------------------------------------------------


def warm_up(client: Client, site: Site, *, jobs: bool) -> None:
    """Send requests of every kind from every page, so that the workers import and compile all code.

    With `jobs`, also run a solve and a move of each agent on every page.
    """
    _open_start(client, site)
    _open_bench(client, site)
    for page in client.rng.sample(site.game_pages, len(site.game_pages)):
        _open_game(client, page)
        _request_everything_once(client, page)
        if jobs:
            _run_jobs_once(client, page)


def _request_everything_once(client: Client, page: GamePage) -> None:
    for kind, bodies in page.requests.items():
        for body in bodies:
            _request(client, kind, body)
    for sequence in page.sequences[:1]:
        play(client, page, sequence, 3)
        for step in sequence.steps:
            _question(client, page, step)
    for _ in page.questions:
        _question(client, page)


def _run_jobs_once(client: Client, page: GamePage) -> None:
    for body in page.solves[:1]:
        client.run_job("/jobs", {"time_limit": LONG_LIMIT, **body})
    for sequence in page.sequences[:1]:
        for agent in page.agents:
            client.run_job("/play/agent", {"state": sequence.steps[0].state, "agent": agent, **page.play})
