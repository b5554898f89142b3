"""Powers: pictures and generated instances."""

from __future__ import annotations

import pytest

import tilewright as tw
from tilewright.drawing import Area, Label
from tilewright.games.powers.generate import generate
from tilewright.games.powers.picture import scene
from tilewright.games.powers.rules import PowersInstance, PowersSolution, check


def digit_labels(elements: tuple[object, ...]) -> str:
    return "".join(
        element.text for element in elements if isinstance(element, Label) and len(element.text) == 1
    )


def test_the_picture_shows_every_digit_of_the_powers_and_of_the_base() -> None:
    drawn = scene(PowersInstance((3, 4)), PowersSolution(18))
    assert digit_labels(drawn.elements) == "5832" + "104976" + "0123456789"
    assert not any(element.hatch for element in drawn.elements if isinstance(element, Area))


def test_digits_that_break_a_rule_are_hatched() -> None:
    instance, solution = PowersInstance((3, 4)), PowersSolution(35)
    drawn = scene(instance, solution, check(instance, solution))
    hatched = [element.cells[0] for element in drawn.elements if isinstance(element, Area) and element.hatch]
    # 0 and 2 occur twice and 5 three times; 3 and 9 are missing, and are hatched in the row with all digits.
    assert len(hatched) == 7 + 2
    assert {(4, 2 + 3), (4, 2 + 9)} <= set(hatched)


@pytest.mark.parametrize("n", [0, 2, 10**80])
def test_any_number_can_be_drawn(n: int) -> None:
    for instance in (None, PowersInstance((64,), 36, "at-least-once"), PowersInstance((1,))):
        drawn = scene(instance, PowersSolution(n))
        assert drawn.to_svg().startswith("<svg")
        assert drawn.to_text()


def test_a_numeral_that_does_not_fit_is_replaced_by_its_number_of_digits() -> None:
    assert scene(PowersInstance((1,), 2), PowersSolution(5)).title == "Powers: n = 5 = 101, base 2"
    title = scene(PowersInstance((1,), 2), PowersSolution(2**50)).title
    assert title == f"Powers: n = {2**50} = a number of 51 digits, base 2"


def test_an_instance_without_n_can_be_drawn_but_an_empty_picture_is_rejected() -> None:
    assert "each digit once" in scene(PowersInstance((3, 4))).title
    with pytest.raises(tw.BadInput, match="nothing to draw"):
        scene(None)


def test_generated_instances_respect_their_options() -> None:
    game = tw.game("powers")
    generated = [generate(seed, base=0, exponents=3, largest=9, digits="once") for seed in range(50)]
    assert generated == [
        game.generate(seed, base=0, exponents=3, largest=9, digits="once") for seed in range(50)
    ]
    assert all(len(set(instance.exponents)) == 3 and max(instance.exponents) <= 9 for instance in generated)
    assert {instance.digits for instance in generated} == {"once"}
    assert len({instance.base for instance in generated}) > 5
    with pytest.raises(tw.BadInput, match="base=1"):
        game.generate(0, base=1)


def test_generated_instances_are_solved_within_the_time_limit() -> None:
    game = tw.game("powers")
    for seed in range(40):
        result = game.solve(game.generate(seed), time_limit=20)
        assert result.status in ("optimal", "infeasible")
