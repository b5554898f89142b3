"""Nine Tiles Panic notations: each one round-trips, and every kind of bad input causes a one-line error."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nine_tiles_towns import patterns, towns

import tilewright as tw
from tilewright.cli import run as run_command
from tilewright.games.nine_tiles import notation
from tilewright.games.nine_tiles.rules import NineTilesInstance, NineTilesSolution, Town, synonym

GAME = tw.game("nine-tiles")
GOOD = "583201764425441001"

instances = st.builds(
    lambda themes, rank: NineTilesInstance(tuple(themes), rank),
    st.lists(st.integers(1, 26), min_size=3, max_size=3, unique=True),
    st.sampled_from(["max", "distance", "duel"]),
)


@given(instances)
@settings(deadline=None, derandomize=True)
def test_every_notation_of_an_instance_is_a_round_trip(instance: NineTilesInstance) -> None:
    for name in GAME.formats:
        assert GAME.parse(GAME.format(instance, name)) == instance
    assert GAME.from_json(json.loads(json.dumps(GAME.to_json(instance)))) == instance


@given(patterns, st.lists(st.integers(-9, 99), min_size=26, max_size=26))
@settings(deadline=None, derandomize=True)
def test_a_solution_is_read_back_even_if_its_town_is_not_complete(town: Town, points: list[int]) -> None:
    solution = NineTilesSolution(town, tuple(points))
    text = json.dumps(GAME.solution_to_json(solution))
    assert GAME.parse_solution(text) == solution


@given(towns)
@settings(deadline=None, derandomize=True)
def test_complete_towns_and_their_synonyms_are_round_trips(town: Town) -> None:
    assert notation.parse_town(town.pattern) == town
    assert Town.from_pattern(town.pattern) == town
    assert eval(repr(town)) == town
    shape = synonym(town)
    assert notation.parse_synonym(shape.pattern) == shape


@given(st.text(max_size=24) | st.text("0123456789", min_size=15, max_size=20))
@settings(deadline=None, derandomize=True)
def test_any_other_text_is_refused_in_one_line(text: str) -> None:
    for parse in (notation.parse_town, notation.parse_synonym, notation.parse, notation.parse_solution):
        messages = [""]
        try:
            parse(text)
        except tw.BadInput as error:
            messages.append(str(error))
        assert "\n" not in messages[-1]
        assert messages[-1] or len(messages) == 1


def error_message(parse: Callable[[str], object], text: str) -> str:
    """Return the message with which a function refuses a text."""
    with pytest.raises(tw.BadInput) as caught:
        parse(text)
    return str(caught.value)


def test_the_inline_form_allows_spaces() -> None:
    assert GAME.parse("3,8,17") == NineTilesInstance((3, 8, 17), "duel")
    assert GAME.parse(" 17, 3 ,8\n") == NineTilesInstance((17, 3, 8), "duel")
    assert GAME.parse('{"themes": [3, 8, 17]}') == NineTilesInstance((3, 8, 17), "duel")
    assert GAME.format(NineTilesInstance((3, 8, 17)), "text") == "3,8,17"
    assert GAME.parse('{"themes": [3, 8, 17], "rank": "max"}').rank == "max"  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected three themes such as 3,8,17, not an empty string"),
        ("3,8", "themes: expected three themes, not 2"),
        ("3,8,17,20", "themes: expected three themes, not 4"),
        ("3,8,27", "themes[2]: expected a theme from 1 to 26, not 27"),
        ("0,8,17", "themes[0]: expected a theme from 1 to 26, not 0"),
        ("3,-8,17", "themes[1]: expected a theme from 1 to 26, not '-8'"),
        ("3,8,3", "themes[2]: theme 3 occurs twice"),
        ("3,,17", "themes[1]: expected a theme from 1 to 26, not ''"),
        ("three", "themes[0]: expected a theme from 1 to 26, not 'three'"),
        ("3,8,٣", "themes[2]: expected a theme from 1 to 26, not '٣'"),
        ("[3, 8, 17]", "a nine-tiles instance must be a JSON object, not a list"),
        ('{"themes": "3,8,17"}', "themes: expected a list of three themes, not '3,8,17'"),
        ('{"themes": [3, 8, true]}', "themes[2]: expected a theme from 1 to 26, not True"),
        ('{"themes": [3, 8, 17.0]}', "themes[2]: expected a theme from 1 to 26, not 17.0"),
        ('{"themes": [3, 8, 17], "rank": "best"}', "rank: expected max, distance or duel, not 'best'"),
        ('{"themes": [3, 8, 17], "rank": 1}', "rank: expected max, distance or duel, not 1"),
        ('{"themes": [3, 8, 17], "rank": ["duel"]}', "rank: expected max, distance or duel, not ['duel']"),
        ('{"rank": "max"}', "a nine-tiles instance lacks the key 'themes'"),
        ('{"themes": [3, 8, 17], "cards": 3}', "has an unknown key 'cards'"),
    ],
)
def test_a_bad_instance_is_refused_with_the_position_of_the_error(text: str, message: str) -> None:
    assert message in error_message(GAME.parse, text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a town has 18 digits (nine tiles, then nine directions); '' has 0"),
        (GOOD[:-1], "has 17"),
        (GOOD + "0", "has 19"),
        ("58320176x425441001", "digit 9 of the town: expected a digit, not 'x'"),
        ("5832017644254410٣1", "digit 17 of the town: expected a digit, not '٣'"),
        ("583201769425441001", "position 8: expected a tile from 0 to 8, not 9"),
        ("583201764425441081", "position 7: expected a direction from 0 to 7, not 8"),
        ("588201764425441001", "tile 8 is laid at positions 1 and 2; each tile must be laid once"),
        ("583201764424441001", "positions 1 and 2 do not match: a road of tile 8 at position 1 ends at tile 3"),
        ("012453678414004050", "the road through positions 0, 1, 3 and 4 is a closed loop"),
    ],
)
def test_a_bad_town_is_refused_with_the_position_of_the_error(text: str, message: str) -> None:
    assert message in error_message(notation.parse_town, text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2242211130001000", "a road synonym has 18 digits, not 16"),
        ("22422111x000100031", "digit 9 of the road synonym: expected a digit, not 'x'"),
        ("225221113000100031", "position 2: expected a kind from 0 to 4, not 5"),
        ("224221113000200031", "position 3: kind 2 has directions 0 to 1, not 2"),
        ("124221113000100031", "is not complete: a road at position 1 does not continue at position 0"),
        ("110110000210300000", "is not complete: the road through positions 0, 1, 3, 4 is a closed loop"),
    ],
)
def test_a_bad_synonym_is_refused_with_the_position_of_the_error(text: str, message: str) -> None:
    assert message in error_message(notation.parse_synonym, text)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"town": GOOD}, "lacks the key 'points'"),
        ({"town": 583201764425441001, "points": [0] * 26}, "town: expected 18 digits in quotation marks"),
        ({"town": GOOD, "points": [0] * 25}, "points: expected 26 numbers, one for each theme, not 25"),
        ({"town": GOOD, "points": "0"}, "points: expected a list of 26 numbers, not '0'"),
        ({"town": GOOD, "points": [*[0] * 25, 1.5]}, "points[25]: expected a whole number, not 1.5"),
        ({"town": GOOD[:5], "points": [0] * 26}, "has 5"),
    ],
)
def test_a_bad_solution_is_refused_with_the_position_of_the_error(data: object, message: str) -> None:
    assert message in error_message(GAME.parse_solution, json.dumps(data))


def test_bad_input_at_the_command_line_is_one_line_and_exit_status_2(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for arguments in (["solve", "nine-tiles", "3,8,27", "--json"], ["hint", "nine-tiles", "3,8,17"]):
        assert run_command(arguments) == 2
        printed = capsys.readouterr()
        assert printed.out == ""
        assert len(printed.err.strip().splitlines()) == 1


def test_check_at_the_command_line_reports_a_broken_rule(capsys: pytest.CaptureFixture[str]) -> None:
    solution = json.dumps({"town": "012453678414004050", "points": [0] * 26})
    assert run_command(["check", "nine-tiles", "3,8,17", solution, "--json"]) == 1
    broken = json.loads(capsys.readouterr().out)["broken"]
    assert [rule["rule"] for rule in broken] == ["closed-loop"]
