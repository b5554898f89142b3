"""Record the outputs and exit statuses of `tilewright` commands, or compare them with an earlier recording.

    python soak/command_outputs.py record [FILE]
    python soak/command_outputs.py compare [FILE]

The commands are listed in `command_outputs/commands.txt`, whose first lines explain the format. They run one
after the other in this process, in a temporary working folder with a copy of `command_outputs/inputs` and with
a new data folder, so a command can use a file that an earlier command wrote. FILE is
`command_outputs/recorded.json` by default.

For each command, a recording contains the exit status, the normalised output and the digests of the files that
the command wrote. Normalisation replaces times and other measured values by a fixed word and each prose text by
the name of its type, so that rewording a message does not change the recording. For the exit statuses of bad
input, missing programs and other failures (2, 4, 5), the recording states whether standard output was empty
and standard error was one line. Some texts are compared literally, such as output marked `text`, single words
in pictures, and CSV files. If such a text has been reworded, inspect the differences manually.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import os
import re
import shlex
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

__all__ = [
    "COMMANDS",
    "RECORDED",
    "Command",
    "differences",
    "is_same",
    "main",
    "read_commands",
    "run_all",
    "workspace",
]

FOLDER = Path(__file__).with_suffix("")
COMMANDS = FOLDER / "commands.txt"
INPUTS = FOLDER / "inputs"
RECORDED = FOLDER / "recorded.json"

MARKS = {"fast", "text", "shape", "listing", "options", "status", "written"}
STDIN = "<<<"

LONGEST = 4000
"""The maximum length in characters of normalised output; longer output is replaced by digests."""

INTERRUPTED = (130, 143)

REFUSED = (2, 4, 5)
"""The exit statuses for which standard error must be exactly one line and standard output empty."""

MEASURED = re.compile(
    r"(.*_)?(seconds|elapsed|wall|cpu)(_.*)?|microseconds_per_.*|.*Time|folder|bytes|propagations"
)
"""Matches the keys whose values differ between machines or between runs: these values are not recorded."""

PROSE = {"about", "argument", "description", "error", "help", "message", "note", "paper", "program", "proves"}
PROSE |= {"reason", "reasons", "summary", "syntax", "title", "truth", "variants"}
"""Keys whose values are prose: each string is replaced by the name of its type."""

PROSE_WITHIN = {"policies", "evaluations", "slips"}
"""Keys of objects in which every value is prose, regardless of the key of that value."""


@dataclass(frozen=True)
class Command:
    """One line of the list of commands: the arguments, the standard input, and how the output is compared."""

    line: str
    argv: tuple[str, ...]
    stdin: str
    marks: frozenset[str]


def read_commands(file: Path = COMMANDS) -> list[Command]:
    """Parse a list of commands; raise ValueError if a line is invalid or a command occurs more than once."""
    commands = []
    for line in file.read_text("utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        marks, separator, text = line.partition("|")
        words = shlex.split(text)
        stdin = ""
        if STDIN in words:
            stdin = words.pop().replace("\\n", "\n") + "\n"
            words.pop()
        unknown = set(marks.split()) - MARKS
        if not separator or unknown or STDIN in words:
            raise ValueError(f"{file.name}: {line!r}: expected MARKS | ARGUMENTS [<<< TEXT] with known marks")
        commands.append(Command(text.strip(), tuple(words), stdin, frozenset(marks.split())))
    lines = [command.line for command in commands]
    for line in set(lines):
        if lines.count(line) > 1:
            raise ValueError(f"{file.name}: {line!r} occurs {lines.count(line)} times")
    return commands


@contextmanager
def workspace() -> Iterator[Path]:
    """Change to a temporary folder with the input files, and select a new data folder; undo both at the end."""
    before, data = Path.cwd(), os.environ.get("TILEWRIGHT_DATA")
    with tempfile.TemporaryDirectory(prefix="tilewright-commands-") as root:
        folder = Path(root) / "work"
        shutil.copytree(INPUTS, folder)
        os.environ["TILEWRIGHT_DATA"] = str(Path(root) / "data")
        os.chdir(folder)
        try:
            yield folder
        finally:
            os.chdir(before)
            if data is None:
                del os.environ["TILEWRIGHT_DATA"]
            else:
                os.environ["TILEWRIGHT_DATA"] = data


def run_all(
    commands: Iterable[Command], progress: Callable[[str], None] = lambda line: None
) -> dict[str, dict[str, Any]]:
    """Run the commands in one workspace and return the record of each command."""
    records = {}
    with workspace() as folder:
        for command in commands:
            start = time.monotonic()
            records[command.line] = record = run_one(command, folder)
            if record["status"] in INTERRUPTED:
                raise KeyboardInterrupt
            progress(f"{time.monotonic() - start:8.2f} s  status {record['status']}  {command.line[:150]}")
    return records


def run_one(command: Command, folder: Path) -> dict[str, Any]:
    """Run a command in the current process and return its record."""
    from tilewright.cli import run

    before = _files(folder)
    streams = sys.stdin, sys.stdout, sys.stderr
    output, errors = _stream(), _stream()
    sys.stdin, sys.stdout, sys.stderr = _stream(command.stdin), output, errors
    try:
        status = run(command.argv)
    finally:
        sys.stdin, sys.stdout, sys.stderr = streams
    printed, complaint = _text(output), _text(errors)
    record: dict[str, Any] = {"status": status}
    if status in REFUSED:
        record["stdout"] = "empty" if not printed else "not empty"
        one = complaint.count("\n") == 1 and complaint.endswith("\n") and "Traceback" not in complaint
        record["stderr"] = "one line" if one else "not one line"
    elif "listing" in command.marks:
        record["entries"] = _entries(json.loads(printed))
    elif "status" not in command.marks:
        record["output"] = _shortened(_output(printed, command.marks))
    written = {}
    for name, stamp in _files(folder).items():
        if before.get(name) != stamp:
            written[name] = "written" if "written" in command.marks else _content(folder / name)
    return {**record, "files": written} if written else record


def differences(recorded: dict[str, Any], now: dict[str, Any]) -> list[str]:
    """Return a description of each command whose new record differs from the stored one."""
    lines = []
    for line in recorded.keys() | now.keys():
        old, new = recorded.get(line), now.get(line)
        if old is None or new is None:
            lines.append(f"{line}\n    {'is not recorded' if old is None else 'is no longer run'}")
        elif not is_same(old, new):
            lines.append(f"{line}\n    recorded: {json.dumps(old)}\n    now:      {json.dumps(new)}")
    return sorted(lines)


def is_same(recorded: dict[str, Any], now: dict[str, Any]) -> bool:
    """Return whether a new record equals the stored one; a listing may have additional entries."""
    if "entries" in recorded and "entries" in now:
        known = {name: each for name, each in now["entries"].items() if name in recorded["entries"]}
        return list(known) == list(recorded["entries"]) and {**now, "entries": known} == recorded
    return recorded == now


def normalise(value: Any) -> Any:
    """Replace each measured value by a fixed word and each prose text by the name of its type."""
    if isinstance(value, list):
        return [normalise(each) for each in value]
    if not isinstance(value, dict):
        return value
    kept = {}
    for key, each in value.items():
        if MEASURED.fullmatch(key):
            kept[key] = "measured"
        elif key in PROSE_WITHIN and isinstance(each, dict):
            kept[key] = {name: type(text).__name__ for name, text in each.items()}
        elif key in PROSE and isinstance(each, str | list):
            kept[key] = shape(each)
        else:
            kept[key] = normalise(each)
    return kept


def shape(value: Any) -> Any:
    """Return a JSON value in which each string, number and constant is replaced by the name of its type."""
    if isinstance(value, dict):
        return {key: shape(each) for key, each in value.items()}
    if isinstance(value, list):
        return [shape(each) for each in value]
    return type(value).__name__


def _output(printed: str, marks: frozenset[str]) -> Any:
    if "options" in marks:
        _, _, listed = printed.partition("\nOptions:\n")
        names = re.findall(r"^  (-.*?)(?:  |$)", listed, flags=re.M)
        return sorted(re.findall(r"(?<![\w-])-[\w-]+", " ".join(names)))
    if "text" in marks or not printed:
        return printed
    try:
        document = json.loads(printed)
    except ValueError:
        try:
            document = [json.loads(line) for line in printed.splitlines()]
        except ValueError:
            return "text, not compared"
    return shape(document) if "shape" in marks else normalise(document)


def _entries(listing: Any) -> dict[str, str]:
    """Return the digest of each entry of a listing, by its name.

    A new game adds entries, so they must not change those of other games. If an entry has the key `game` but
    belongs to no game, its figures may count things of all games; only the types of its values are compared.
    """
    if isinstance(listing, list):
        listing = {each["name"]: shape(each) if each.get("game", "") is None else each for each in listing}
    return {name: _digest(json.dumps(normalise(each))) for name, each in listing.items()}


def _shortened(value: Any) -> Any:
    """Return the value itself or, if it is too long, digests of it."""
    if len(json.dumps(value)) <= LONGEST:
        return value
    if isinstance(value, dict) and len(value) <= 40:
        return {"sha256": {key: _digest(json.dumps(each)) for key, each in value.items()}}
    keys = sorted(value)[:3] if isinstance(value, dict) else []
    return {
        "sha256": _digest(json.dumps(value)),
        "type": type(value).__name__,
        "length": len(value),
        "keys": keys,
    }


def _content(file: Path) -> str:
    """Return the digest of a file that a command wrote, or "written" if the file is not plain text."""
    if file.suffix not in (".svg", ".html", ".csv", ".txt", ".md", ".json", ".jsonl"):
        return "written"
    text = file.read_text("utf-8")
    if file.suffix in (".json", ".jsonl"):
        return _digest(json.dumps([normalise(json.loads(line)) for line in text.splitlines()]))
    if file.suffix in (".svg", ".html"):
        text = re.sub(r"<(title|desc|style)\b.*?</\1>", "", text, flags=re.S)
        text = re.sub(r' (aria-label|alt|lang)="[^"]*"', "", text)
        text = re.sub(r">([^<>]*[^\W\d]{2,} +[^\W\d]{2,}[^<>]*)<", "><", text)
    return _digest(text)


def _files(folder: Path) -> dict[str, tuple[int, int]]:
    stats = {file: file.stat() for file in sorted(folder.rglob("*")) if file.is_file()}
    return {str(file.relative_to(folder)): (stat.st_mtime_ns, stat.st_size) for file, stat in stats.items()}


def _stream(text: str = "") -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8", write_through=True)


def _text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    stream.seek(0)
    return stream.read()


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def main(arguments: Sequence[str]) -> int:
    """Record or compare the outputs; return 1 if a compared record differs, else 0."""
    parser = argparse.ArgumentParser(
        description="Record the outputs of the commands, or compare them with a recording."
    )
    parser.add_argument("task", choices=["record", "compare"])
    parser.add_argument("file", nargs="?", type=Path, default=RECORDED)
    parser.add_argument(
        "--only",
        default="",
        metavar="TEXT",
        help="Run only the commands whose line contains TEXT or that are marked TEXT.",
    )
    options = parser.parse_args(arguments)
    file = options.file.resolve()
    commands = [each for each in read_commands() if options.only in each.line or options.only in each.marks]
    now = run_all(commands, lambda line: print(line, file=sys.stderr, flush=True))
    if options.task == "record":
        if options.only and file.exists():
            now = json.loads(file.read_text("utf-8")) | now
        lines = [f"{json.dumps(line)}: {json.dumps(record)}" for line, record in now.items()]
        file.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
        print(f"commands in the recording: {len(now)}")
        return 0
    recorded = json.loads(file.read_text("utf-8"))
    if options.only:
        recorded = {line: record for line, record in recorded.items() if line in now}
    lines = differences(recorded, now)
    print("\n".join([*lines, f"commands compared: {len(now)}; differences: {len(lines)}"]))
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
