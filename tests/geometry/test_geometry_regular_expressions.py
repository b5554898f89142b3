from __future__ import annotations

import re
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tilewright.errors import BadInput
from tilewright.geometry import Expression, choice, sequence, symbol, word


def repeated(bodies):
    bounds = st.tuples(st.integers(0, 3), st.none() | st.integers(0, 2))
    times = bounds.map(lambda pair: (pair[0], None if pair[1] is None else pair[0] + pair[1]))
    return st.tuples(bodies, times).map(lambda case: case[0].repeat(*case[1]))


def larger(parts):
    lists = st.lists(parts, max_size=3)
    return st.one_of(
        lists.map(lambda some: sequence(*some)), lists.map(lambda some: choice(*some)), repeated(parts)
    )


def expressions(symbols):
    leaves = st.one_of(symbols.map(symbol), st.lists(symbols, max_size=5).map(word))
    return st.recursive(leaves, larger, max_leaves=8)


digits = expressions(st.integers(0, 2))


@given(expressions(st.integers(-3, 12)))
@settings(deadline=None, derandomize=True, max_examples=300)
def test_the_text_of_an_expression_is_parsed_back(expression):
    assert Expression.parse(str(expression)) == expression
    assert eval(repr(expression), {"Expression": Expression}) == expression


@given(digits)
@settings(deadline=None, derandomize=True, max_examples=200)
def test_an_automaton_accepts_the_words_that_the_regular_expression_matches(expression):
    """With one-digit symbols, only the text of the empty language is not a Python regular expression."""
    pattern = re.compile(str(expression).replace("[]", "(?!)"))
    dfa = expression.dfa()
    for length in range(5):
        matched = [w for w in product(range(3), repeat=length) if pattern.fullmatch("".join(map(str, w)))]
        assert [w for w in product(range(3), repeat=length) if dfa.accepts(w)] == matched
        assert list(dfa.words(length)) == matched
        assert dfa.count(length) == len(matched)


@pytest.mark.parametrize(
    ("made", "text"),
    [
        (word([0, 1, 1, 0, 0, 0]), "0110{3}"),
        (symbol(0).star() + symbol(1), "0*1"),
        (symbol(0) + symbol(1) | symbol(2), "01|2"),
        (symbol(0) + (symbol(1) | symbol(2)), "0(1|2)"),
        ((symbol(0) + symbol(1)).star(), "(01)*"),
        (symbol(0).star().star(), "(0*)*"),
        (symbol(0).repeat(1, None), "0+"),
        (symbol(0).repeat(0, 1), "0?"),
        (symbol(0).repeat(2, None), "0{2,}"),
        (symbol(0).repeat(2, 4), "0{2,4}"),
        (symbol(0).repeat(1, 1), "0"),
        (symbol(0).repeat(0, 0), "()"),
        (symbol(10) + symbol(-1), "<10><-1>"),
        (sequence(), "()"),
        (choice(), "[]"),
        (choice().star(), "()"),
        (choice().repeat(1, 2), "[]"),
        (symbol(1) + choice(), "[]"),
        (symbol(1) | choice(), "1"),
        (symbol(1) | symbol(1), "1"),
        (symbol(1) | sequence(), "1|()"),
        (sequence(symbol(1), sequence(), symbol(2)), "12"),
    ],
    ids=str,
)
def test_expressions_are_written_in_their_shortest_form(made, text):
    assert str(made) == text


def test_spaces_are_ignored():
    spaced = Expression.parse(" 0 * ( 1 | < 12 > ) { 2 , 3 } ( ) [ ] \n")
    assert spaced == Expression.parse("0*(1|<12>){2,3}()[]")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "character 0 of the expression is the end: expected a symbol or '('"),
        ("0|", "character 2 of the expression is the end: expected a symbol or '('"),
        ("*0", "character 0 of the expression is '*': expected a symbol or '('"),
        ("(01", "character 3 of the expression is the end: expected ')'"),
        ("01)", "character 2 of the expression is ')': expected a symbol, '(', '|' or the end"),
        ("0**", "character 2 of the expression is '*': expected a symbol, '(', '|' or the end"),
        ("0a", "character 1 of the expression is 'a': expected a symbol, '(', '|' or the end"),
        ("0{}", "character 1 of the expression is '{': expected {n}, {n,} or {n,m}"),
        ("0{2 3}", "character 1 of the expression is '{': expected {n}, {n,} or {n,m}"),
        ("0{1234567890}", "character 1 of the expression is '{': expected {n}, {n,} or {n,m}"),
        ("0{3,2}", "character 1 of the expression is '{': expected a second number of at least 3"),
        ("<x>", "character 0 of the expression is '<': expected <number>"),
        ("[0]", "character 1 of the expression is '0': expected ']'"),
        ("²", "character 0 of the expression is '²': expected a symbol or '('"),
        (
            "(" * 101 + "0",
            "character 100 of the expression is '(': groups may be nested at most 100 levels deep",
        ),
    ],
)
def test_an_invalid_expression_is_refused_with_the_position_of_the_error(text, message):
    with pytest.raises(BadInput) as caught:
        Expression.parse(text)
    assert str(caught.value) == message


def test_an_expression_that_needs_too_much_memory_is_refused():
    with pytest.raises(BadInput, match="has 1000000000 symbols; expected at most 50000"):
        Expression.parse("((0{1000}){1000}){1000}").dfa()


def test_a_negative_repetition_is_refused():
    with pytest.raises(BadInput, match="cannot be repeated 3 to 2 times"):
        symbol(0).repeat(3, 2)
