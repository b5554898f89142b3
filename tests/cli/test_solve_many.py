"""Solving many instances with one command: a folder of files, or a file with one instance per line."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tilewright.cli import run, solve_many
from tilewright.errors import EngineFailure

POWERS = ["3,4", '{"exponents": [2]}', "5", "3,4:at-least-once"]


@pytest.fixture
def lines(tmp_path: Path) -> Path:
    file = tmp_path / "powers.jsonl"
    file.write_text("\n\n".join(POWERS) + "\n")
    return file


def timeless(text: str) -> list[dict[str, object]]:
    return [
        {key: value for key, value in json.loads(line).items() if key != "seconds"}
        for line in text.splitlines()
    ]


def test_results_are_printed_in_the_order_of_the_input_lines(
    lines: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["solve", "powers", str(lines), "--json"]) == 0
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [each["source"] for each in found] == ["line 1", "line 3", "line 5", "line 7"]
    assert [each["status"] for each in found] == ["optimal", "optimal", "infeasible", "optimal"]
    # For the exponents 3 and 4, the report that poses the puzzle states the answer 18. For the exponent 2, the
    # smallest number whose square has all ten digits is 32043.
    assert [each["objective"] for each in found] == [18, 32043, None, 18]
    assert all(each["verified"] for each in found if each["solution"])


def test_lines_can_be_read_from_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def solved(text: str) -> int:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        return run(["solve", "powers", "-", "--lines", "--json"])

    assert solved("3,4\n2\n") == 0
    printed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(each["source"], each["objective"]) for each in printed] == [("line 1", 18), ("line 2", 32043)]
    assert solved("3,4\nnothing\n") == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("tilewright: line 2 of standard input: ")


def test_the_output_does_not_depend_on_the_executor(lines: Path, capsys: pytest.CaptureFixture[str]) -> None:
    printed = []
    for where in ("here", "processes:2"):
        assert run(["solve", "powers", str(lines), "--json", "--where", where]) == 0
        printed.append(timeless(capsys.readouterr().out))
    assert printed[0] == printed[1]


def test_a_folder_is_solved_file_by_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, text in (("b.json", '{"exponents": [3, 4]}'), ("a.txt", "2"), (".hidden", "nothing")):
        (tmp_path / name).write_text(text)
    assert run(["solve", "powers", str(tmp_path), "--set", "digits=at-least-once"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("a.txt: optimal, objective 32043")
    assert second.startswith("b.json: optimal, objective 18")


def test_a_multi_line_notation_can_be_written_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "boards.jsonl").write_text(json.dumps("1.\n..") + "\n" + json.dumps({"rows": [[1, 0], [0, 0]]}))
    assert run(["solve", "nurikabe", str(tmp_path / "boards.jsonl"), "--json"]) == 0
    one, other = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert one["solution"] == other["solution"] == {"rows": [".#", "##"]}


def test_an_error_in_the_last_line_is_reported_before_anything_is_solved(
    lines: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with lines.open("a") as file:
        file.write("3,x\n")
    assert run(["solve", "powers", str(lines), "--json"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "line 8" in printed.err
    assert len(printed.err.splitlines()) == 1


def test_a_time_limit_without_an_answer_gives_status_3(lines: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "powers", str(lines), "--json", "--solver", "cpsat", "--time-limit", "1e-9"]) == 3
    assert [each["status"] for each in timeless(capsys.readouterr().out)] == ["unknown"] * 4


def test_a_failed_instance_is_reported_and_the_others_are_solved(
    lines: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    solve = solve_many.solve_task

    def fail_on_squares(task: dict[str, Any]) -> dict[str, Any]:
        if task["instance"]["exponents"] == [2]:
            raise EngineFailure("the engine died")
        return solve(task)

    monkeypatch.setattr(solve_many, "solve_task", fail_on_squares)
    assert run(["solve", "powers", str(lines), "--json"]) == 5
    printed = capsys.readouterr()
    found = [json.loads(line) for line in printed.out.splitlines()]
    assert found[1] == {"source": "line 3", "error": "the engine died"}
    assert [each["objective"] for each in found if "error" not in each] == [18, None, 18]
    assert printed.err == "line 3: the engine died\n"


def test_a_missing_program_gives_status_4(
    lines: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert run(["solve", "powers", str(lines), "--json", "--solver", "minizinc"]) == 4
    printed = capsys.readouterr()
    assert json.loads(printed.out.splitlines()[0]).keys() == {"source", "error"}
    assert printed.err.splitlines()[0].startswith("line 1: minizinc is not installed; install it with:")


def test_a_unicode_line_separator_does_not_end_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "lines.jsonl"
    file.write_bytes('"3,4\N{LINE SEPARATOR}"\r\n2\r\n'.encode())
    assert run(["solve", "powers", str(file), "--json"]) == 0
    assert [each["source"] for each in timeless(capsys.readouterr().out)] == ["line 1", "line 2"]
    file.write_text('2\n"3,4\n')
    assert run(["solve", "powers", str(file)]) == 2
    assert capsys.readouterr().err.startswith(f"tilewright: line 2 of {file}: the JSON text is malformed")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--svg", "x.svg"], "--svg draws the result of one instance"),
        (["--where", "the moon"], "is not an executor"),
    ],
)
def test_options_for_a_single_instance_are_refused_for_many(
    lines: Path, arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["solve", "powers", str(lines), *arguments]) == 2
    assert message in capsys.readouterr().err


def test_the_option_where_is_refused_for_a_single_instance(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "powers", "3,4", "--where", "processes:2"]) == 2
    assert "--where is for many instances" in capsys.readouterr().err


def test_an_empty_folder_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "powers", str(tmp_path)]) == 2
    assert "contains no instances" in capsys.readouterr().err
