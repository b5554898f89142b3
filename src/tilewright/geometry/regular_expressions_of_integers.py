"""Regular expressions over integer symbols, built from parts or parsed from text.

>>> symbol(0).star() + word([1, 1, 0, 0, 0, 0, 1]) + symbol(0).star()
Expression.parse('0*110{4}10*')
>>> list(Expression.parse("0*110{4}10*").dfa().words(8))
[(0, 1, 1, 0, 0, 0, 0, 1), (1, 1, 0, 0, 0, 0, 1, 0)]

The text form: a digit is a symbol; symbols with several digits and negative symbols are written as ``<10>``
and ``<-1>``; adjacent parts are concatenated, ``|`` separates alternatives, ``(`` and ``)`` group. A part may
be followed by ``*`` (any number of times), ``+`` (at least once), ``?`` (at most once), ``{3}``, ``{3,}`` or
``{3,5}``. ``()`` is the empty word, and ``[]``, an empty choice, matches no word. Whitespace between tokens is
ignored.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from itertools import chain, groupby

from tilewright.errors import BadInput
from tilewright.geometry.finite_automaton import Dfa
from tilewright.geometry.glushkov import Fragment, Positions

__all__ = ["Expression", "choice", "sequence", "symbol", "word"]

MAX_POSITIONS = 50_000
"""The maximum number of symbols of an expression after its repetitions are expanded.

The automaton of a larger expression would use too much memory.
"""

MAX_DEPTH = 100
"""The maximum nesting depth of groups in the text of an expression."""


class Expression(ABC):
    """A regular expression; `str` returns the text that `parse` reads.

    Expressions are built by :func:`symbol`, :func:`word`, :func:`sequence`, :func:`choice`, `repeat` and
    `star`, and by the operators ``+`` (concatenation) and ``|`` (choice).
    """

    __slots__ = ()

    @staticmethod
    def parse(text: str) -> Expression:
        return _Parser(text).expression()

    def __repr__(self) -> str:
        return f"Expression.parse({str(self)!r})"

    def __add__(self, other: Expression) -> Expression:
        return sequence(self, other)

    def __or__(self, other: Expression) -> Expression:
        return choice(self, other)

    def star(self) -> Expression:
        """Return the expression repeated any number of times."""
        return self.repeat(0, None)

    def repeat(self, low: int, high: int | None) -> Expression:
        """Return the expression repeated `low` to `high` times; without an upper limit if `high` is None."""
        if low < 0 or (high is not None and high < low):
            raise BadInput(f"an expression cannot be repeated {low} to {high} times")
        if high == 0 or self == _EMPTY_WORD:
            return _EMPTY_WORD
        if self == _NO_WORD:
            return _NO_WORD if low else _EMPTY_WORD
        return self if low == high == 1 else _Repeat(self, low, high)

    def dfa(self) -> Dfa:
        """Return the minimal automaton of the language, with the states in canonical order."""
        if self._size() > MAX_POSITIONS:
            raise BadInput(
                f"the expanded expression has {self._size()} symbols; expected at most {MAX_POSITIONS}"
            )
        positions = Positions()
        return positions.dfa(self._fragment(positions))

    @abstractmethod
    def _size(self) -> int:
        """Return the number of symbols after repetitions are expanded."""

    @abstractmethod
    def _fragment(self, positions: Positions) -> Fragment:
        """Return the fragment of the position automaton (Glushkov) that accepts the language."""


# --- Combinators --------------------------------------------------------------------------------------


def symbol(value: int) -> Expression:
    """Return the expression for the word that consists of one symbol."""
    return _Symbol(value)


def word(symbols: Iterable[int]) -> Expression:
    """Return the expression for a single word; a run of three or more equal symbols becomes a repetition.

    >>> print(word([1, 1, 0, 0, 0, 1]))
    110{3}1
    """
    parts: list[Expression] = []
    for value, run in groupby(symbols):
        length = len(list(run))
        parts += [symbol(value)] * length if length < 3 else [symbol(value).repeat(length, length)]
    return sequence(*parts)


def sequence(*parts: Expression) -> Expression:
    """Return the concatenation of the parts; the empty word if there are none."""
    flat = _Sequence.flattened(parts)
    if _NO_WORD in flat:
        return _NO_WORD
    return flat[0] if len(flat) == 1 else _Sequence(flat)


def choice(*options: Expression) -> Expression:
    """Return the choice between the options; a choice without options matches no word."""
    different = tuple(dict.fromkeys(_Choice.flattened(options)))
    return different[0] if len(different) == 1 else _Choice(different)


# --- The four kinds of expressions --------------------------------------------------------------------


@dataclass(frozen=True, slots=True, repr=False)
class _Symbol(Expression):
    value: int

    def __str__(self) -> str:
        return str(self.value) if 0 <= self.value <= 9 else f"<{self.value}>"

    def _size(self) -> int:
        return 1

    def _fragment(self, positions: Positions) -> Fragment:
        return positions.symbol(self.value)


@dataclass(frozen=True, slots=True, repr=False)
class _Combination(Expression):
    """A sequence or a choice."""

    parts: tuple[Expression, ...]

    @classmethod
    def flattened(cls, parts: Iterable[Expression]) -> tuple[Expression, ...]:
        """Return the parts; a part that is itself a combination of this kind is replaced with its own parts."""
        return tuple(chain.from_iterable(part.parts if isinstance(part, cls) else [part] for part in parts))

    def _size(self) -> int:
        return sum(part._size() for part in self.parts)


class _Sequence(_Combination):
    __slots__ = ()

    def __str__(self) -> str:
        return "".join(_grouped(part, _Choice) for part in self.parts) or "()"

    def _fragment(self, positions: Positions) -> Fragment:
        return reduce(positions.then, (part._fragment(positions) for part in self.parts), positions.EMPTY_WORD)


class _Choice(_Combination):
    __slots__ = ()

    def __str__(self) -> str:
        return "|".join(map(str, self.parts)) or "[]"

    def _fragment(self, positions: Positions) -> Fragment:
        return reduce(positions.either, (part._fragment(positions) for part in self.parts), positions.NO_WORD)


@dataclass(frozen=True, slots=True, repr=False)
class _Repeat(Expression):
    body: Expression
    low: int
    high: int | None

    def __str__(self) -> str:
        signs = {(0, None): "*", (1, None): "+", (0, 1): "?"}
        high = "" if self.high is None else self.high
        times = f"{{{self.low}}}" if self.low == self.high else f"{{{self.low},{high}}}"
        return _grouped(self.body, _Sequence, _Choice, _Repeat) + signs.get((self.low, self.high), times)

    def _size(self) -> int:
        return self.body._size() * (self.low + 1 if self.high is None else self.high)

    def _fragment(self, positions: Positions) -> Fragment:
        # The copies are added from the last to the first: x{1,3} is built as x(x(x)?)?, which keeps the follow
        # relation small.
        optional = 0 if self.high is None else self.high - self.low
        result = positions.star(self.body._fragment(positions)) if self.high is None else positions.EMPTY_WORD
        for copy in range(optional + self.low):
            result = positions.then(self.body._fragment(positions), result)
            if copy < optional:
                result = positions.either(result, positions.EMPTY_WORD)
        return result


_EMPTY_WORD = _Sequence(())
_NO_WORD = _Choice(())


def _grouped(part: Expression, *kinds: type[Expression]) -> str:
    """Return the text of a part, in parentheses if the part is of one of the given kinds."""
    return f"({part})" if isinstance(part, kinds) and part not in (_EMPTY_WORD, _NO_WORD) else str(part)


# --- Text ---------------------------------------------------------------------------------------------


class _Parser:
    """A recursive descent parser for the text form."""

    TIMES = re.compile(r"\{\s*(\d{1,9})\s*(?:(,)\s*(\d{1,9})?\s*)?\}", re.ASCII)
    NUMBER = re.compile(r"<\s*(-?\d{1,18})\s*>", re.ASCII)

    def __init__(self, text: str) -> None:
        self.text = text
        self.index = 0
        self.depth = 0

    def expression(self) -> Expression:
        result = self.choice()
        if self.next():
            raise self.wrong("expected a symbol, '(', '|' or the end")
        return result

    def next(self) -> str:
        """Return the next character that is not whitespace, or an empty string at the end."""
        while self.text[self.index : self.index + 1].isspace():
            self.index += 1
        return self.text[self.index : self.index + 1]

    def skip(self, signs: str) -> str:
        """Skip the next character if it is one of `signs`; return the skipped character or an empty string."""
        sign = self.next()
        if not sign or sign not in signs:
            return ""
        self.index += 1
        return sign

    def wrong(self, expected: str) -> BadInput:
        character = repr(self.text[self.index]) if self.index < len(self.text) else "the end"
        return BadInput(f"character {self.index} of the expression is {character}: {expected}")

    def choice(self) -> Expression:
        options = [self.sequence()]
        while self.skip("|"):
            options.append(self.sequence())
        return choice(*options)

    def sequence(self) -> Expression:
        parts = [self.repeated()]
        while self.next() and self.next() in "0123456789<([":
            parts.append(self.repeated())
        return sequence(*parts)

    def repeated(self) -> Expression:
        part = self.atom()
        if sign := self.skip("*+?"):
            return part.repeat(1 if sign == "+" else 0, 1 if sign == "?" else None)
        return self.counted(part) if self.next() == "{" else part

    def counted(self, part: Expression) -> Expression:
        times = self.TIMES.match(self.text, self.index)
        if not times:
            raise self.wrong("expected {n}, {n,} or {n,m}")
        low = int(times[1])
        high = int(times[3]) if times[3] else None if times[2] else low
        if high is not None and high < low:
            raise self.wrong(f"expected a second number of at least {low}")
        self.index = times.end()
        return part.repeat(low, high)

    def atom(self) -> Expression:
        if digit := self.skip("0123456789"):
            return symbol(int(digit))
        if self.next() == "<":
            number = self.NUMBER.match(self.text, self.index)
            if not number:
                raise self.wrong("expected <number>")
            self.index = number.end()
            return symbol(int(number[1]))
        if self.next() == "(":
            return self.group()
        if self.skip("["):
            self.close("]")
            return _NO_WORD
        raise self.wrong("expected a symbol or '('")

    def group(self) -> Expression:
        if self.depth == MAX_DEPTH:
            raise self.wrong(f"groups may be nested at most {MAX_DEPTH} levels deep")
        self.index += 1
        self.depth += 1
        content = _EMPTY_WORD if self.next() == ")" else self.choice()
        self.close(")")
        self.depth -= 1
        return content

    def close(self, bracket: str) -> None:
        if not self.skip(bracket):
            raise self.wrong(f"expected {bracket!r}")
