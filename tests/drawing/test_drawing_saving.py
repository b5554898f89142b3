"""Saving pictures: the suffix selects the format, writes are atomic, and error messages have one line."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest
from drawing_oracle import png_size

from tilewright.drawing import Area, Scene
from tilewright.errors import BadInput, OutOfResources, TilewrightError

SCENE = Scene.of(2, 2, [Area(((0, 0),), fill="water")], "a square")


def test_an_svg_file_contains_the_svg(tmp_path: Path) -> None:
    SCENE.save(tmp_path / "board.svg")
    assert (tmp_path / "board.svg").read_text("utf-8") == SCENE.to_svg()


@pytest.mark.parametrize(("side", "pixels"), [(2, 800), (50, 2400), (100, 4096), (1000, 4096)])
def test_a_png_file_has_enough_pixels_for_every_cell(tmp_path: Path, side: int, pixels: int) -> None:
    Scene.of(side, side / 20, [], "").save(tmp_path / "board.png")
    assert png_size((tmp_path / "board.png").read_bytes())[0] == pixels


def test_the_suffix_may_be_in_capitals_and_the_path_a_string(tmp_path: Path) -> None:
    SCENE.save(str(tmp_path / "BOARD.SVG"))
    assert [path.name for path in tmp_path.iterdir()] == ["BOARD.SVG"]


@pytest.mark.parametrize("name", ["board.pdf", "board", ".svg", "board.svg.gz", ""])
def test_the_error_for_another_suffix_names_the_two_allowed_ones(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadInput, match=r"must end in \.svg or \.png"):
        SCENE.save(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_an_existing_picture_is_replaced(tmp_path: Path) -> None:
    target = tmp_path / "board.svg"
    target.write_text("old")
    SCENE.save(target)
    assert target.read_text("utf-8") == SCENE.to_svg()


def test_a_saved_picture_has_the_default_file_permissions(tmp_path: Path) -> None:
    (tmp_path / "plain").write_text("")
    SCENE.save(tmp_path / "board.svg")
    assert (tmp_path / "board.svg").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_a_missing_folder_is_bad_input(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"cannot write .*: No such file or directory"):
        SCENE.save(tmp_path / "nowhere" / "board.svg")


def test_a_folder_in_the_place_of_the_file_is_bad_input(tmp_path: Path) -> None:
    (tmp_path / "board.svg").mkdir()
    with pytest.raises(BadInput, match="cannot write"):
        SCENE.save(tmp_path / "board.svg")
    assert [path.name for path in tmp_path.iterdir()] == ["board.svg"]


def test_an_invalid_file_name_is_bad_input(tmp_path: Path) -> None:
    for name in ("a\x00b.svg", "x" * 300 + ".svg"):
        with pytest.raises(BadInput, match="cannot write"):
            SCENE.save(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_leaves_the_old_picture_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "board.svg"
    target.write_text("old")

    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OutOfResources, match="No space left on device") as caught:
        SCENE.save(target)
    assert caught.value.exit_status == 5
    assert target.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["board.svg"]


def test_error_messages_are_one_line(tmp_path: Path) -> None:
    for name in ("two\nlines/board.svg", "two\nlines.pdf"):
        with pytest.raises(TilewrightError) as caught:
            SCENE.save(tmp_path / name)
        assert "\n" not in str(caught.value)
