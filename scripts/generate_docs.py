#!/usr/bin/env python3
"""Write the parts of the documents that are generated from the code, such as the tables of games and commands.

Two comments mark a generated part of a page; everything between the comments is replaced::

    <!-- generated: games -->
    <!-- end -->

``SECTIONS`` at the end of this file lists the names of the parts. On a page that contains a command
``tilewright new NAME --kind KIND``, a comment can also name a file of the new project; the code block after the
comment is replaced by the content of that file::

    <!-- file: NAME/puzzle.py -->

Only the games in ``src/tilewright/games`` are described, never installed plugins, so that the pages do not
depend on what is installed.

    python scripts/generate_docs.py            write the pages
    python scripts/generate_docs.py --check    write nothing; exit with status 1 if a page is out of date
"""

from __future__ import annotations

import argparse
import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import replace
from functools import cache
from importlib import import_module, resources
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from typer.main import get_command

from tilewright import registry
from tilewright.bench.suite_index import find_suite
from tilewright.cli import run
from tilewright.cli.app import build
from tilewright.game import Game
from tilewright.records import COLUMNS

ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / "docs" / "pictures"
MARKED = re.compile(r"(?P<begin><!-- generated: (?P<name>\S+) -->\n)(?P<body>.*?)(?P<end><!-- end -->)", re.S)
SHOWN_FILE = re.compile(
    r"(?P<begin><!-- file: (?P<name>\S+) -->\n\n```[a-z]+\n)(?P<body>.*?)(?P<end>```\n)", re.S
)
NEW_COMMAND = re.compile(r"tilewright new (?P<name>\S+) --kind (?P<kind>\S+)")
JSON_SECTION = re.compile(r"^#{2,3} JSON\n", re.M)
OWN = "tilewright.games."


def pages(root: Path = ROOT) -> list[Path]:
    """Return the Markdown pages at the root, in docs, and anywhere below src."""
    return [
        *sorted(root.glob("*.md")),
        *sorted((root / "docs").glob("*.md")),
        *sorted((root / "src").rglob("*.md")),
    ]


def regenerated(page: Path) -> str:
    """Return the text of a page with all generated parts replaced by their current content."""

    def replace(match: re.Match[str]) -> str:
        name = match["name"]
        if name not in SECTIONS:
            raise SystemExit(
                f"{page.relative_to(ROOT)}: unknown section {name!r}; expected one of {', '.join(SECTIONS)}"
            )
        return f"{match['begin']}\n{SECTIONS[name](page.parent).strip()}\n\n{match['end']}"

    text = MARKED.sub(replace, page.read_text("utf-8"))
    if SHOWN_FILE.search(text) and (command := NEW_COMMAND.search(text)):
        files = files_of_new_puzzle(command["name"], command["kind"])
        text = SHOWN_FILE.sub(lambda match: match["begin"] + files[match["name"]] + match["end"], text)
    return text


def files_of_new_puzzle(name: str, kind: str) -> dict[str, str]:
    """Return the text of every file that `tilewright new` creates, by its path in the new project."""
    command = [sys.executable, "-m", "tilewright", "new", name, "--kind", kind]
    with TemporaryDirectory() as folder:
        # This needs a new process: a process that has already imported a puzzle of this name would refuse the
        # name.
        subprocess.run([*command, "--folder", folder], check=True, stdout=subprocess.DEVNULL)
        project = Path(folder) / name
        files = [path for path in project.rglob("*") if path.is_file()]
        return {path.relative_to(project).as_posix(): path.read_text("utf-8") for path in files}


def outdated() -> dict[Path, str]:
    """Return the pages whose generated parts are out of date, each with its new text."""
    texts = {page: regenerated(page) for page in pages()}
    return {page: text for page, text in texts.items() if text != page.read_text("utf-8")}


# --- Markdown -----------------------------------------------------------------------------------------


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a Markdown table without the columns that are empty in every row."""
    used = [column for column in range(len(head)) if any(row[column] for row in rows)]
    lines = [[line[column] for column in used] for line in (head, ["---"] * len(head), *rows)]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def code(text: str) -> str:
    return f"`{text}`"


def codes(texts: Sequence[str]) -> str:
    return ", ".join(map(code, texts))


def link(text: str, target: Path, folder: Path) -> str:
    """Return a Markdown link to `target` for a page in `folder`; if `target` does not exist, only the text."""
    return f"[{text}]({Path(os.path.relpath(target, folder)).as_posix()})" if target.exists() else text


# --- Games --------------------------------------------------------------------------------------------


def own_games() -> list[Game]:
    return [game for game in registry.games() if game.package.startswith(OWN)]


def folder_of(game: Game) -> Path:
    return Path(str(resources.files(game.package)))


def games_table(folder: Path) -> str:
    """Return a table with one row for each game: its summary, its solvers and its agents."""
    rows = [
        [
            link(f"**{game.title}**", folder_of(game) / "README.md", folder),
            game.summary,
            codes([solver.name for solver in game.solvers]),
            codes([agent.name for agent in game.agents]),
        ]
        for game in own_games()
    ]
    return table(["game", "the problem", "solvers", "agents that play it"], rows)


def game_details(folder: Path) -> str:
    """Return a section for each game: solvers, agents, generator options, commands, suites and documents."""
    return "\n\n".join("\n\n".join(_details(game, folder)) for game in own_games())


def _details(game: Game, folder: Path) -> Iterator[str]:
    yield f"## {game.title}"
    yield f"{game.summary} The name of the game on the command line is `{game.name}`."
    yield f"Instance: {code(game.syntax)}"
    yield table(
        ["solver", "what it does", "needs", "options"],
        [
            [
                code(solver.name),
                solver.summary,
                codes(solver.needs),
                codes([each.name for each in solver.options]),
            ]
            for solver in game.solvers
        ],
    )
    if game.agents:
        yield table(["agent", "how it plays"], [[code(agent.name), agent.summary] for agent in game.agents])
    if game.generator:
        options = game.generator
        rows = [[code(each.name), each.help, _default(each.default), _domain(each)] for each in options]
        yield table(["option of `generate`", "meaning", "default", "values"], rows)
    if game.commands:
        commands = [f"tilewright {path}" for path, _ in commands_of(game.commands)]
        reference = link("options", ROOT / "docs" / "commands.md", folder)
        yield f"Commands of this game ({reference}): {codes(commands)}."
    if suites := [suite["name"] for suite in all_suites() if owner(suite) == game.name]:
        yield f"Bench suites: {codes(suites)}."
    if game.environment:
        yield f"Training environment: {code(game.environment)} (`tilewright.envs`)."
    if names := [name for name in import_module(game.package).__all__ if name != "game"]:
        yield f"In Python: {code(f'from {game.package} import ' + ', '.join(names))}."
    documents = [link(file.stem, file, folder) for file in sorted(folder_of(game).glob("*.md"))]
    if documents:
        yield f"Documents: {', '.join(documents)}."


def _default(value: Any) -> str:
    return code(str(value).lower() if isinstance(value, bool) else str(value))


def _domain(option: Any) -> str:
    if option.choices:
        return codes(option.choices)
    if option.lowest is None and option.highest is None:
        return ""
    low = "" if option.lowest is None else f"{option.lowest:,}"
    return f"{low} to {option.highest:,}" if option.highest is not None else f"at least {low}"


def agents_table(folder: Path) -> str:
    rows = [
        [
            game.title,
            code(agent.name),
            agent.summary + (f"; variants: {agent.variants}" if agent.variants else ""),
        ]
        for game in own_games()
        for agent in game.agents
    ]
    return table(["game", "agent", "how it plays"], rows)


def game_links(folder: Path) -> str:
    """Return a table of the games: the syntax of an instance, links to the notations and to the JSON keys."""
    rows = [
        [
            code(game.name),
            code(game.syntax),
            link("README", folder_of(game) / "README.md", folder),
            json_link(game, folder),
        ]
        for game in own_games()
    ]
    return table(["game", "an instance", "all notations", "the keys in JSON"], rows)


def json_link(game: Game, folder: Path) -> str:
    """Return a link to the section "JSON" in the documents of a game, or "" if no document has this section."""
    for page in sorted(folder_of(game).glob("*.md")):
        if JSON_SECTION.search(page.read_text("utf-8")):
            return f"[JSON]({Path(os.path.relpath(page, folder)).as_posix()}#json)"
    return ""


def game_lines(folder: Path) -> str:
    """Return a table with the number of lines of Python in each part of each game's folder."""
    parts = ["declaration", "rules", "solvers", "kernels", "other"]
    rows = []
    for game in sorted(own_games(), key=lambda game: game.name):
        lines = dict.fromkeys(parts, 0)
        for file in folder_of(game).rglob("*.py"):
            name = file.relative_to(folder_of(game)).as_posix()
            lines[_part_of_game(name)] += len(file.read_text("utf-8").splitlines())
        shown = [f"{count:,}" if count else "" for count in lines.values()]
        rows.append([code(game.name), *shown, f"{sum(lines.values()):,}"])
    return table(["game", *parts, "total"], rows)


def _part_of_game(file: str) -> str:
    """Return the name of the part of a game to which a Python file in the game's folder belongs."""
    if file == "__init__.py":
        return "declaration"
    if file.endswith("_kernel.py"):
        return "kernels"
    if file == "rules.py":
        return "rules"
    return "solvers" if file == "puzzle.py" or file.startswith("solvers/") else "other"


# --- Suites and pictures ------------------------------------------------------------------------------


@cache
def all_suites() -> list[dict[str, Any]]:
    """Return the suites as ``tilewright bench list --json`` prints them."""
    output = io.StringIO()
    with redirect_stdout(output):
        run(["bench", "list", "--json"])
    suites: list[dict[str, Any]] = json.loads(output.getvalue())
    return suites


def owner(suite: dict[str, Any]) -> str:
    """Return the name of the game whose folder contains a suite, or "" for a suite of the bench itself."""
    name: str = suite["name"]
    return name.rpartition("/")[0]


def own_runs(name: str, games: set[str]) -> int:
    """Return the number of runs of a suite, not counting commands that belong to a game outside `games`."""
    suite = find_suite(name)
    own = [command for command in suite.commands if command.game is None or command.game in games]
    return replace(suite, commands=tuple(own)).runs


def suites_table(folder: Path) -> str:
    names = {game.name for game in own_games()}
    rows = [
        [code(suite["name"]), suite["title"], f"{own_runs(suite['name'], names):,}"]
        for suite in all_suites()
        if owner(suite) in {"", *names}
    ]
    return table(["suite", "what it measures", "runs"], rows)


def record_columns(folder: Path) -> str:
    """Return a table that describes the columns of a run record."""
    return table(
        ["column", "type", "meaning"], [[code(each.name), each.type, each.meaning] for each in COLUMNS]
    )


def pictures_table(folder: Path) -> str:
    """Return a table with one row for each page of the workbench that has a picture."""
    titles = {"start": "Start page", **{game.name: game.title for game in own_games()}, "bench": "Bench"}
    rows = [
        [
            title,
            link("wide", PICTURES / f"web-{name}.png", folder),
            link("phone", PICTURES / f"web-{name}-phone.png", folder),
        ]
        for name, title in titles.items()
        if (PICTURES / f"web-{name}.png").exists()
    ]
    return table(["page", "", ""], rows)


# --- Commands -----------------------------------------------------------------------------------------


def root_command() -> Any:
    """Return the root command of the command line, without the commands of installed plugins."""
    root = get_command(build())
    foreign = {game.commands for game in registry.games() if not game.package.startswith(OWN)}
    root.commands = {name: command for name, command in root.commands.items() if name not in foreign}  # type: ignore[attr-defined]
    return root


def all_commands() -> Iterator[tuple[str, Any]]:
    """Yield every command, together with the words that follow ``tilewright`` on the command line."""
    for name, command in root_command().commands.items():
        if hasattr(command, "commands"):
            yield from ((f"{name} {sub}", each) for sub, each in command.commands.items())
        else:
            yield name, command


def commands_of(group: str) -> list[tuple[str, Any]]:
    return [(path, command) for path, command in all_commands() if path.startswith(f"{group} ")]


def arguments(command: Any) -> str:
    names = [_argument(parameter) for parameter in command.params if parameter.param_type_name == "argument"]
    return " ".join(names)


def _argument(parameter: Any) -> str:
    """Return the placeholder of an argument, in brackets if it may be left out."""
    name = (parameter.metavar or parameter.name.upper()).removesuffix("...")
    name += "..." if parameter.nargs == -1 else ""
    return name if parameter.required else f"[{name}]"


def help_of(command: Any) -> tuple[list[str], str]:
    """Return the paragraphs of a command's help, and its examples."""
    text = (command.help or "").replace("\b", "").strip()
    prose, _, examples = text.partition("Examples:\n")
    paragraphs = [" ".join(part.split()) for part in re.split(r"\n\s*\n", prose) if part.strip()]
    return paragraphs, "\n".join(line.strip() for line in examples.strip().splitlines())


def commands_list(folder: Path) -> str:
    """Return a table with one row for each command: its arguments, and the first paragraph of its help."""
    rows = [
        [code(f"{path} {arguments(command)}".strip()), help_of(command)[0][0]]
        for path, command in all_commands()
    ]
    return table(["`tilewright ...`", "what it does"], rows)


def commands_reference(folder: Path) -> str:
    """Return the help of every command, with its arguments and options."""
    root = root_command()
    parts = ["## Options of `tilewright` itself", options_table(root)]
    for path, command in all_commands():
        paragraphs, examples = help_of(command)
        parts += [f"## tilewright {path}", code(f"tilewright {path} {arguments(command)}".strip()), *paragraphs]
        parts.append(options_table(command))
        if examples:
            parts.append(f"```sh\n{examples}\n```")
    return "\n\n".join(part for part in parts if part)


def options_table(command: Any) -> str:
    rows = []
    for parameter in command.params:
        if getattr(parameter, "hidden", False):
            continue
        if parameter.param_type_name == "argument":
            rows.append([code(_argument(parameter)), parameter.help or "", ""])
            continue
        names = [*parameter.opts, *parameter.secondary_opts]
        value = "" if parameter.is_flag else f" {parameter.metavar or 'N'}"
        shown = "" if parameter.is_flag or parameter.default in (None, "") else code(_number(parameter.default))
        rows.append([", ".join(code(name + value) for name in names), parameter.help or "", shown])
    return table(["argument or option", "meaning", "default"], rows) if rows else ""


def _number(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def where_list(folder: Path) -> str:
    """Return a list of the commands that have the option ``--where``."""
    paths = [
        f"tilewright {path}"
        for path, command in all_commands()
        if any("--where" in parameter.opts for parameter in command.params)
    ]
    return "\n".join(f"- {code(path)}" for path in paths)


SECTIONS: dict[str, Callable[[Path], str]] = {
    "games": games_table,
    "game-details": game_details,
    "game-links": game_links,
    "game-lines": game_lines,
    "agents": agents_table,
    "suites": suites_table,
    "record-columns": record_columns,
    "pictures": pictures_table,
    "commands": commands_list,
    "command-reference": commands_reference,
    "where": where_list,
}


def main() -> int:
    parser = argparse.ArgumentParser(description="Write the generated parts of the documents.")
    parser.add_argument(
        "--check", action="store_true", help="write nothing; exit with status 1 if a page is out of date"
    )
    check = parser.parse_args().check
    stale = outdated()
    for page, text in stale.items():
        print(f"{page.relative_to(ROOT)}: {'out of date' if check else 'written'}")
        if not check:
            page.write_text(text, "utf-8")
    if check and stale:
        print("run: python scripts/generate_docs.py", file=sys.stderr)
    return int(check and bool(stale))


if __name__ == "__main__":
    sys.exit(main())
