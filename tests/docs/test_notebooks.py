"""The notebooks run from top to bottom, and their files contain the outputs of that run."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))


@pytest.fixture(scope="module")
def runner() -> ModuleType:
    """The script ``scripts/run_notebooks.py``, imported as a module."""
    spec = importlib.util.spec_from_file_location("run_notebooks", ROOT / "scripts" / "run_notebooks.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_gives_the_outputs_in_its_file(
    file: Path,
    runner: ModuleType,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> None:
    monkeypatch.chdir(tmp_path)
    text = file.read_text("utf-8")
    if "open_census" in text:
        request.getfixturevalue("prepared_data")
    stored = json.loads(text)
    assert stored["cells"][0]["source"][0].startswith("# "), "the first line must be the title of the page"
    fresh = runner.run(stored)
    for expected, cell in zip(stored["cells"], fresh["cells"], strict=True):
        assert cell == expected, "run: python scripts/run_notebooks.py"


def test_a_cell_shows_what_it_prints_and_the_value_of_its_last_expression(runner: ModuleType) -> None:
    outputs = runner.run_cell("print('a')\ndisplay(2)\nb = 3\nb + 1", {}, 1)
    assert [output["output_type"] for output in outputs] == ["stream", "display_data", "execute_result"]
    assert outputs[0]["text"] == ["a\n"]
    assert [output["data"]["text/plain"] for output in outputs[1:]] == [["2"], ["4"]]
    assert runner.run_cell("b = 3\nNone", {}, 1) == []
    with pytest.raises(ZeroDivisionError):
        runner.run_cell("1 / 0", {}, 1)
