"""Stored games are played again if and only if the code or data on which they depend has changed."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import domineering
import pytest

from tilewright import registry
from tilewright.game import Game
from tilewright.play.agent_code_digest import agent_code_digest


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the package `domineering` under the name `copied`, with its imports adapted."""
    found = tmp_path / "copied"
    shutil.copytree(Path(domineering.__file__).parent, found, ignore=shutil.ignore_patterns("__pycache__"))
    for file in found.rglob("*.py"):
        file.write_text(file.read_text().replace("from domineering", "from copied"))
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "copied", raising=False)
    return found


def programs() -> dict[str, str]:
    """Return the code digests of two agents that share only the rules, and of the random agent, by name."""
    game = Game("copied", title="", summary="", syntax="", solvers=(), agents=domineering.game.agents)
    return {agent: agent_code_digest(game, (agent,)) for agent in ("perfect", "eager", "random")}


def changed(before: dict[str, str]) -> set[str]:
    after = programs()
    return {agent for agent in before if before[agent] != after[agent]}


def test_files_that_do_not_affect_play_do_not_change_the_digest(folder: Path) -> None:
    before = programs()
    (folder / "README.md").write_text("# Domineering\n")
    (folder / "board.svg").write_text("<svg/>\n")
    (folder / "examples.json").write_text("{}\n")
    (folder / "suites").mkdir()
    (folder / "suites" / "small.toml").write_text("")
    file = folder / "state.py"
    file.write_text('"""Another docstring."""\n\n# A remark.\n' + file.read_text().partition("\n")[2])
    assert changed(before) == set()


def test_the_code_of_an_agent_changes_only_its_own_digest(folder: Path) -> None:
    before = programs()
    with (folder / "agents" / "perfect.py").open("a") as file:
        file.write("\nWORSE = True\n")
    assert changed(before) == {"perfect"}
    (folder / "agents" / "newcomer.py").write_text("BETTER = True\n")
    assert changed(before) == {"perfect"}


def test_rules_and_data_change_all_digests(folder: Path) -> None:
    before = programs()
    with (folder / "rules.py").open("a") as file:
        file.write("\nLARGEST = 7\n")
    assert changed(before) == {"perfect", "eager", "random"}
    before = programs()
    (folder / "weights.json").write_text("[1, 2]")
    assert changed(before) == {"perfect", "eager", "random"}


@pytest.mark.parametrize(
    "line",
    [
        "from copied.agents import depth",
        "from copied.agents.depth import DEPTH",
        "import copied.agents.depth",
        "from . import depth",
        "from .depth import DEPTH",
        "def late() -> None:\n    from copied.agents.depth import DEPTH",
    ],
)
def test_every_form_of_import_changes_the_digest_of_an_agent(folder: Path, line: str) -> None:
    (folder / "agents" / "depth.py").write_text("DEPTH = 1\n")
    with (folder / "agents" / "eager.py").open("a") as file:
        file.write(f"\n{line}\n")
    before = programs()
    (folder / "agents" / "depth.py").write_text("DEPTH = 2\n")
    assert changed(before) == {"eager"}


def test_a_relative_import_in_a_subpackage_changes_the_digest_of_an_agent(folder: Path) -> None:
    (folder / "agents" / "depth").mkdir()
    (folder / "agents" / "depth" / "__init__.py").write_text("from .limits import DEPTH\n")
    (folder / "agents" / "depth" / "limits.py").write_text("DEPTH = 1\n")
    with (folder / "agents" / "eager.py").open("a") as file:
        file.write("\nfrom copied.agents import depth\n")
    before = programs()
    (folder / "agents" / "depth" / "limits.py").write_text("DEPTH = 2\n")
    assert changed(before) == {"eager"}


def test_an_agent_with_dynamic_imports_depends_on_all_code(folder: Path) -> None:
    with (folder / "agents" / "eager.py").open("a") as file:
        file.write("\nfrom importlib import import_module\n\nimport_module('copied.agents.' + 'depth')\n")
    before = programs()
    (folder / "agents" / "depth.py").write_text("DEPTH = 2\n")
    assert changed(before) == {"eager"}


def test_agents_in_different_files_have_different_digests() -> None:
    domino = registry.game("domino")
    assert len({agent_code_digest(domino, (agent,)) for agent in ("planner", "greedy", "random")}) == 3
    assert agent_code_digest(domino, ("greedy", "random")) == agent_code_digest(domino, ("random", "greedy"))
