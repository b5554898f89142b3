"""A CP-SAT model with a variable for each digit; the powers are computed by long multiplication with carries.

No variable holds more than a digit, a product of two digits or a carry, so n may be arbitrarily large.
Within a window, the number of digits of each given power is fixed, and the first digit of the power is not
zero.
"""

from __future__ import annotations

from ortools.sat.python import cp_model

from tilewright.engines import cpsat
from tilewright.game import Answer, Run, Status
from tilewright.games.powers.arithmetic.powers_as_products import Entry, chain
from tilewright.games.powers.arithmetic.search_windows import (
    Window,
    answer,
    length_of,
    out_of_time,
    solve_by_windows,
)
from tilewright.games.powers.rules import PowersInstance, PowersSolution

__all__ = ["solve"]

Digits = list[cp_model.IntVar]
"""The digits of a number, with the least significant digit first."""

LARGEST_OBJECTIVE = 2**40
"""The upper limit for an objective; a larger n is minimised in parts, beginning with its leading digits."""


def solve(instance: PowersInstance, run: Run) -> Answer:
    """Find the smallest n, or prove that there is none."""
    return solve_by_windows(instance, run, lambda window: _Model(instance, window).smallest(run))


class _Model:
    """A CP-SAT model for one window of n; its main variables are the digits of n and of its powers."""

    def __init__(self, instance: PowersInstance, window: Window) -> None:
        self.base = instance.base
        self.window = window
        self.model = cp_model.CpModel()
        self.numbers: list[Digits] = []
        powers: dict[int, Digits] = {}
        for entry in chain(instance, window):
            powers[entry.exponent] = self._number(entry)
            self.numbers.append(powers[entry.exponent])
        self._require_all_digits([digit for exponent in instance.exponents for digit in powers[exponent]])

    def _number(self, entry: Entry) -> Digits:
        """Add and return variables for the digits of a chain entry.

        For an entry that is a product, also require that the digits are those of the product.
        """
        number = [self.model.new_int_var(0, self.base - 1, "") for _ in range(entry.places)]
        if entry.exact:
            self.model.add(number[-1] >= 1)
        if entry.left is not None and entry.right is not None:
            self._multiply(self.numbers[entry.left], self.numbers[entry.right], number)
        return number

    def _multiply(self, left: Digits, right: Digits, product: Digits) -> None:
        """Require in each column: sum of the digit products + carry = digit + base * next carry."""
        columns: list[list[cp_model.LinearExpr | cp_model.IntVar]] = [[] for _ in range(len(left) + len(right))]
        for i, a in enumerate(left):
            for j, b in enumerate(right):
                if left is right and j < i:
                    continue
                digit_product = self.model.new_int_var(0, (self.base - 1) ** 2, "")
                self.model.add_multiplication_equality(digit_product, [a, b])
                columns[i + j].append(2 * digit_product if left is right and i != j else digit_product)
        carry: cp_model.IntVar | int = 0
        for place, column in enumerate(columns):
            digit = product[place] if place < len(product) else 0
            most = (self.base - 1) * min(len(left), len(right))
            next_carry = self.model.new_int_var(0, most, "") if place + 1 < len(columns) else 0
            self.model.add(sum(column) + carry == digit + self.base * next_carry)
            carry = next_carry

    def _require_all_digits(self, digits: Digits) -> None:
        """Require that every digit of the base occurs; if there are only `base` digits, all must differ."""
        if len(digits) == self.base:
            self.model.add_all_different(digits)
            return
        for value in range(self.base):
            matches = []
            for digit in digits:
                matches_value = self.model.new_bool_var("")
                self.model.add(digit == value).only_enforce_if(matches_value)
                matches.append(matches_value)
            self.model.add_bool_or(matches)

    def smallest(self, run: Run) -> Answer | None:
        """Return the smallest solution n in the window, or None if there is no solution.

        If the run is stopped, return the best known n, if any, and the lower bound.
        """
        number = self.numbers[0]
        low = self.window.low
        rest = len(number)
        known: dict[int, int] = {}
        while rest:
            part = min(rest, max(1, length_of(LARGEST_OBJECTIVE, self.base) - 1))
            rest -= part
            self.model.minimize(sum(number[rest + i] * self.base**i for i in range(part)))
            outcome = cpsat.solve(self.model, run, dict(enumerate(number)))
            if outcome.status is Status.INFEASIBLE:
                return None
            if outcome.best is None and not known:
                return out_of_time(low)
            known = dict(outcome.best or known)
            n = sum(digit * self.base**place for place, digit in known.items())
            if outcome.status is not Status.OPTIMAL:
                return Answer(Status.FEASIBLE, PowersSolution(n), objective=n, bound=low)
            for place in range(rest, rest + part):
                self.model.add(number[place] == known[place])
        return answer(n)
