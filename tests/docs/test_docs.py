"""The documents tell the truth: their code is the code, their examples run, their commands answer."""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "src").rglob("README.md"))]


def fenced(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text("utf-8"), flags=re.S | re.M)


def relative(page: Path) -> str:
    return str(page.relative_to(ROOT))


def test_the_walk_through_shows_the_files_of_the_example_game() -> None:
    text = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")
    shown = re.findall(r"<!-- file: (\S+) -->\n\n```python\n(.*?)```\n", text, flags=re.S)
    assert len(shown) >= 4
    for name, code in shown:
        assert code == (ROOT / "tests" / "plugin" / name).read_text("utf-8"), name


@pytest.mark.parametrize("page", PAGES, ids=relative)
def test_python_examples_run_as_printed(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    text = page.read_text("utf-8").replace("```", "")
    test = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    result = doctest.DocTestRunner(optionflags=flags).run(test)
    assert result.failed == 0


@pytest.mark.parametrize("page", PAGES, ids=relative)
def test_every_link_to_a_file_of_the_project_leads_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!https?://|#)([^)#]+)", page.read_text("utf-8")):
        assert (page.parent / target).exists(), target


@pytest.mark.needs("minizinc", "swipl")
def test_the_tour_of_the_readme_runs_as_printed(tmp_path: Path) -> None:
    """Every ``$`` line of the README's console blocks is run; the lines below it must be its output."""
    for block in fenced(ROOT / "README.md", "console"):
        for step in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, expected = step.partition("\n")
            if command.startswith(("git ", "cd ", "make ")):
                continue
            shell = re.sub(
                r"(^|\| |&& )tilewright ", rf"\1{shlex.quote(sys.executable)} -m tilewright ", command
            )
            done = subprocess.run(shell, shell=True, cwd=tmp_path, capture_output=True, text=True, check=False)
            assert done.returncode == 0, command + done.stderr
            assert matches(expected, done.stdout), f"{command}\n{done.stdout}"


def matches(expected: str, output: str) -> bool:
    """Equal, where ``...`` stands for anything and blanks at line ends do not count."""
    strip = [line.rstrip() for line in expected.strip().splitlines()]
    pattern = re.escape("\n".join(strip)).replace(r"\.\.\.", ".*")
    printed = "\n".join(line.rstrip() for line in output.strip().splitlines())
    return not strip or re.fullmatch(pattern, printed, flags=re.S) is not None
