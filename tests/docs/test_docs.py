"""The documents are correct: quoted code matches the source, examples run, and links have a target."""

from __future__ import annotations

import doctest
import json
import re
import shlex
import subprocess
import sys
from importlib import resources
from pathlib import Path
from types import ModuleType
from typing import Any

import jsonschema
import pytest

import tilewright as tw
from tilewright.cli import run
from tilewright.play import PlayableGame, Record, replay

ROOT = Path(__file__).parents[2]
DOCS = sorted((ROOT / "docs").glob("*.md"))
TEMPLATES = ROOT / "src" / "tilewright" / "puzzles" / "templates"
"""The templates of `tilewright new`. Their pages name a game that does not exist, so they are left out."""

PAGES = [
    *sorted(ROOT.glob("*.md")),
    *DOCS,
    *(page for page in sorted((ROOT / "src").rglob("*.md")) if not page.is_relative_to(TEMPLATES)),
]
GAMES = [page.parent for page in PAGES if page.match("src/tilewright/games/*/README.md")]
SCHEMAS = resources.files("tilewright") / "schemas"


def fenced(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text("utf-8"), flags=re.S | re.M)


def relative(page: Path) -> str:
    return str(page.relative_to(ROOT))


def test_generated_parts_of_the_pages_are_up_to_date(generator: ModuleType) -> None:
    stale = [relative(page) for page in generator.outdated()]
    assert not stale, "run: python scripts/generate_docs.py"


def test_the_walk_through_shows_the_files_of_the_example_game() -> None:
    text = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")
    shown = re.findall(r"<!-- file: (\S+) -->\n\n```python\n(.*?)```\n", text, flags=re.S)
    assert len(shown) >= 4
    for name, code in shown:
        assert code == (ROOT / "tests" / "plugin" / name).read_text("utf-8"), name


@pytest.mark.parametrize("page", PAGES, ids=relative)
@pytest.mark.usefixtures("prepared_data")
def test_python_examples_run_as_printed(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    text = page.read_text("utf-8").replace("```", "")
    test = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    result = doctest.DocTestRunner(optionflags=flags).run(test)
    assert result.failed == 0


@pytest.mark.parametrize("page", PAGES, ids=relative)
def test_every_link_to_a_file_of_the_project_leads_somewhere(page: Path) -> None:
    for target, anchor in re.findall(r"\]\((?!https?://)([^)#\s]*)(#[^)\s]*)?\)", page.read_text("utf-8")):
        linked = page.parent / target if target else page
        assert linked.exists(), target
        if anchor and linked.suffix == ".md":
            assert anchor[1:] in anchors(linked), target + anchor


def anchors(page: Path) -> set[str]:
    """Return the anchors that GitHub generates for the headings of a page."""
    headings = re.findall(r"^#+ (.*)$", page.read_text("utf-8"), flags=re.M)
    plain = [re.sub(r"[^\w\- ]", "", re.sub(r"\[(.*?)\]\(.*?\)", r"\1", heading)) for heading in headings]
    return {heading.lower().replace(" ", "-") for heading in plain}


# --- Commands -----------------------------------------------------------------------------------------


@pytest.mark.needs("minizinc", "swipl")
@pytest.mark.parametrize("page", [ROOT / "README.md", *DOCS], ids=relative)
@pytest.mark.usefixtures("prepared_data")
def test_console_blocks_print_what_is_shown(page: Path, tmp_path: Path) -> None:
    """Run the command on each ``$`` line of a console block; it must print the lines below the ``$`` line."""
    for block in fenced(page, "console"):
        for step in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, expected = step.partition("\n")
            if command.startswith(("git ", "cd ", "make ")):
                continue
            shell = re.sub(
                r"(^|\| |&& )tilewright ", rf"\1{shlex.quote(sys.executable)} -m tilewright ", command
            )
            done = subprocess.run(shell, shell=True, cwd=tmp_path, capture_output=True, text=True, check=False)
            assert done.returncode in (0, 1), command + done.stderr
            assert (done.returncode == 1) == done.stdout.startswith(("broken", '{"ok": false')), command
            assert matches(expected, done.stdout), f"{command}\n{done.stdout}"


def matches(expected: str, output: str) -> bool:
    """Return whether the output is as expected; in `expected`, ``...`` and an empty text match anything.

    Blanks at the ends of lines, and leading and trailing whitespace, are ignored.
    """
    strip = [line.rstrip() for line in expected.strip().splitlines()]
    pattern = re.escape("\n".join(strip)).replace(r"\.\.\.", ".*")
    printed = "\n".join(line.rstrip() for line in output.strip().splitlines())
    return not strip or re.fullmatch(pattern, printed, flags=re.S) is not None


@pytest.mark.parametrize("page", PAGES, ids=relative)
def test_every_command_and_option_that_a_page_shows_exists(page: Path, generator: ModuleType) -> None:
    known = {path: options(command) for path, command in generator.all_commands()}
    groups = {path.split()[0] for path in known if " " in path}
    common = options(generator.root_command()) | {"--help"}
    for words in shown_commands(page.read_text("utf-8")):
        if words[0].startswith("-") or not words[0].islower():
            continue
        path = " ".join(words[:2]) if words[0] in groups else words[0]
        if words[0] in groups and (len(words) == 1 or not words[1].islower()):
            continue
        assert path in known, f"tilewright {' '.join(words)}"
        for word in words:
            if word.startswith("--"):
                assert word.partition("=")[0] in known[path] | common, f"tilewright {' '.join(words)}"


def options(command: Any) -> set[str]:
    return {name for parameter in command.params for name in (*parameter.opts, *parameter.secondary_opts)}


def shown_commands(text: str) -> list[list[str]]:
    """Return the words after ``tilewright`` for every command that a page shows in code."""
    blocks = re.findall(r"^```(?!python|js|toml)[a-z]*\n(.*?)^```", text, flags=re.S | re.M)
    spans = re.findall(r"`([^`]+)`", re.sub(r"^```.*?^```", "", text, flags=re.S | re.M))
    lines = [line for block in blocks for line in block.splitlines()]
    commands = []
    for line in [*lines, *(" ".join(span.split()) for span in spans)]:
        for call in re.findall(r"(?:^|\$ |[|;&(] ?|\s)tilewright ([^|;&]+)", line):
            words = re.split(r"\s{2,}", call.strip())[0].split()
            if words:
                commands.append(words)
    return commands


def test_every_option_named_on_the_page_of_formats_exists(generator: ModuleType) -> None:
    text = (ROOT / "docs" / "formats.md").read_text("utf-8")
    known = set.union(*(options(command) for _, command in generator.all_commands()))
    named = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", text))
    assert named <= known, named - known


# --- JSON ---------------------------------------------------------------------------------------------


def samples() -> list[Any]:
    """Return every JSON block of the documents with the kind of sample that the comment above it states."""
    parameters = []
    for page in PAGES:
        text = page.read_text("utf-8")
        for kind, block in re.findall(
            r"(?:<!-- json: ([^\n]*?) -->\n\n)?^```json\n(.*?)^```", text, flags=re.S | re.M
        ):
            parameters.append(pytest.param(kind, block, id=f"{relative(page)}: {kind}"))
    return parameters


@pytest.mark.parametrize(("kind", "block"), samples())
def test_json_samples_are_what_the_page_says(
    kind: str, block: str, request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]
) -> None:
    assert kind, "a JSON block needs a comment <!-- json: ... -->"
    data = json.loads(block)
    match kind.split():
        case ["result"]:
            jsonschema.validate(data, schema("result"))
            game = tw.game(data["game"])
            instance = game.from_json(data["instance"])
            verdict = game.check(instance, game.parse_solution(json.dumps(data["solution"])))
            assert verdict.ok
            assert verdict.objective == data["objective"]
        case ["verdict"]:
            jsonschema.validate(data, schema("check"))
        case ["example"]:
            game = tw.game(data["game"])
            instance = game.from_json(data["instance"])
            written = {"game": game.name, "instance": game.to_json(instance)}
            if game.solvers:
                solution = game.parse_solution(json.dumps(data["solution"]))
                assert game.check(instance, solution).ok
                written["solution"] = game.solution_to_json(solution)
            assert data == written
        case ["record", name]:
            record = Record.from_json(data)
            assert list(replay(PlayableGame(tw.game(name)), record))
            assert record.to_json() == data
        case ["output", *command]:
            request.getfixturevalue("prepared_data")
            assert run([*command, "--json"]) == 0
            assert_shows(data, json.loads(capsys.readouterr().out), "the output")
        case _:
            raise AssertionError(f"unknown kind of sample: {kind}")


def assert_shows(sample: Any, output: Any, where: str) -> None:
    """Assert that a sample shows the output of a command, or a part of it.

    The sample may leave out keys that are data and not names, such as "3,9,22", and the last elements of lists.
    It must have all other keys of each object that it shows. Floats may differ, because they may be measured
    times. In a text, ``...`` matches anything.
    """
    match sample:
        case dict():
            names = {key for key in output if key.isidentifier()}
            assert names <= sample.keys() <= output.keys(), where
            for key, value in sample.items():
                assert_shows(value, output[key], f"{where}, {key}")
        case list():
            assert len(sample) <= len(output), where
            for index, value in enumerate(sample):
                assert_shows(value, output[index], f"{where}, element {index}")
        case str():
            assert matches(sample, output), where
        case float():
            assert isinstance(output, float), where
        case _:
            assert sample == output, where


@pytest.mark.parametrize(
    ("sample", "output"),
    [
        ({"a": 1}, {"a": 1, "b": 2}),
        ({"a": 1, "b": 2}, {"a": 1}),
        ({"3,9": {"a": 1}}, {"3,8": {"a": 1}}),
        ([{"a": 1}, {"a": 2}], [{"a": 1}]),
        ([{"a": 1}], [{"b": 1}]),
        ("bound ...", "no bound"),
        (0.5, 1),
        (1, 2),
    ],
)
def test_a_sample_that_does_not_show_the_output_is_refused(sample: Any, output: Any) -> None:
    with pytest.raises(AssertionError):
        assert_shows(sample, output, "the output")


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_the_documents_of_a_game_show_its_json_and_explain_every_key(folder: Path) -> None:
    text = "".join(page.read_text("utf-8") for page in folder.glob("*.md"))
    [section] = re.findall(r"^#{2,3} JSON\n(.*?)(?=^#|\Z)", text, flags=re.S | re.M)
    [block] = re.findall(r"<!-- json: example -->\n\n```json\n(.*?)```", section, flags=re.S)
    data = json.loads(block)
    assert data["game"] == folder.name.replace("_", "-")
    unexplained = {key for key in keys(list(data.values())) if f"`{key}`" not in section}
    assert not unexplained


def keys(data: Any) -> set[str]:
    """Return the keys of all objects in a JSON value."""
    if isinstance(data, dict):
        return {*data, *keys(list(data.values()))}
    return set().union(*map(keys, data)) if isinstance(data, list) else set()


def schema(name: str) -> Any:
    return json.loads((SCHEMAS / f"{name}.schema.json").read_text("utf-8"))
