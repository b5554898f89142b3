"""The behaviour signature: every search of every game has the expected result.

A game stores its searches in ``signature.json`` and the expected numbers in ``signature.expected.json``. After
an intended change of behaviour, run ``python scripts/update_behaviour_signatures.py [GAME]``.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from pathlib import Path

import pytest

from tilewright import registry
from tilewright.bench.behaviour_signature import FILE, Part, parts, signature
from tilewright.cli import run
from tilewright.game import Game

EXPECTED_FILE = "signature.expected.json"
SHIPPED = [game for game in registry.games() if game.package.startswith("tilewright.")]
WITH_SEARCHES = [game for game in registry.games() if (resources.files(game.package) / FILE).is_file()]


@cache
def parts_of(game: Game) -> list[Part]:
    return list(parts((game,)))


def all_parts() -> list[Part]:
    return [part for game in WITH_SEARCHES for part in parts_of(game)]


@pytest.mark.parametrize("game", WITH_SEARCHES, ids=lambda game: game.name)
def test_every_search_gives_the_expected_result(game: Game) -> None:
    expected = json.loads((resources.files(game.package) / EXPECTED_FILE).read_text("utf-8"))
    assert {part.question: part.number for part in parts_of(game)} == expected


@pytest.mark.parametrize("game", SHIPPED, ids=lambda game: game.name)
def test_every_built_in_game_has_signature_searches(game: Game) -> None:
    assert game in WITH_SEARCHES, f"{game.package} needs a {FILE}"


def test_every_part_changes_the_signature() -> None:
    whole = all_parts()
    numbers = {signature(whole)}
    for index, part in enumerate(whole):
        changed = Part(part.game, part.question, part.digest[::-1])
        numbers.add(signature([*whole[:index], changed, *whole[index + 1 :]]))
    assert len(numbers) == len(whole) + 1


def test_the_command_prints_only_the_number(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bench", "signature"]) == 0
    assert capsys.readouterr().out == f"{signature(all_parts())}\n"


def test_an_unknown_kind_of_search_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "oddgame").mkdir()
    (tmp_path / "oddgame" / "__init__.py").write_text(
        "from tilewright.game import Game, Solver\n"
        "game = Game(__name__, title='Odd', summary='', syntax='', solvers=(Solver('auto', ''),))\n"
    )
    (tmp_path / "oddgame" / FILE).write_text('[{"sing": "a song"}]')
    monkeypatch.syspath_prepend(str(tmp_path))
    import oddgame  # type: ignore[import-not-found]

    with pytest.raises(ValueError, match=r"oddgame's signature\.json has an unknown kind of search"):
        list(parts((oddgame.game,)))
