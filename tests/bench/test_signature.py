"""The signature: nothing that Tilewright does changes unnoticed.

Where behaviour changed on purpose: ``tilewright bench signature --parts > tests/bench/signature.json``.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tilewright import registry
from tilewright.bench.signature import FILE, Part, parts, signature
from tilewright.cli import run

KEPT = Path(__file__).with_name("signature.json")


@pytest.fixture(scope="module")
def found() -> list[Part]:
    return list(parts())


def test_every_search_gives_what_it_gave(found: list[Part]) -> None:
    assert {f"{part.game} {part.question}": part.number for part in found} == json.loads(KEPT.read_text())


def test_every_game_that_ships_has_its_searches(found: list[Part]) -> None:
    shipped = {game.name for game in registry.games() if game.package.startswith("tilewright.")}
    assert {part.game for part in found} >= shipped


def test_the_number_changes_with_every_part(found: list[Part]) -> None:
    numbers = {signature(found)}
    for at, part in enumerate(found):
        changed = Part(part.game, part.question, part.digest[::-1])
        numbers.add(signature([*found[:at], changed, *found[at + 1 :]]))
    assert len(numbers) == len(found) + 1


def test_the_command_prints_the_number_alone(found: list[Part], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bench", "signature"]) == 0
    assert capsys.readouterr().out == f"{signature(found)}\n"


def test_a_question_that_nobody_answers_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "oddgame").mkdir()
    (tmp_path / "oddgame" / "__init__.py").write_text(
        "from tilewright.game import Game, Solver\n"
        "game = Game(__name__, title='Odd', summary='', syntax='', solvers=(Solver('auto', ''),))\n"
    )
    (tmp_path / "oddgame" / FILE).write_text('[{"sing": "a song"}]')
    monkeypatch.syspath_prepend(str(tmp_path))
    import oddgame  # type: ignore[import-not-found]

    with pytest.raises(ValueError, match=r"oddgame's signature\.json asks what nobody answers"):
        list(parts((oddgame.game,)))
