from __future__ import annotations

from itertools import combinations, product

import pytest
from automaton_of_words import automaton_of_words
from geometry_oracle import least_size, same_language
from hypothesis import given, settings
from hypothesis import strategies as st

from tilewright.errors import BadInput
from tilewright.geometry import Dfa, Expression

words = st.lists(st.lists(st.integers(0, 2), max_size=5).map(tuple), max_size=12)


@st.composite
def automata(draw):
    size = draw(st.integers(1, 7))
    state = st.integers(0, size - 1)
    row = st.dictionaries(st.integers(0, 2), state).map(lambda steps: tuple(sorted(steps.items())))
    rows = draw(st.lists(row, min_size=size, max_size=size))
    return Dfa(tuple(rows), draw(st.frozensets(state)), draw(state))


def accepted(dfa: Dfa, length: int) -> set[tuple[int, ...]]:
    return {word for word in product(range(3), repeat=length) if dfa.accepts(word)}


@given(automata())
@settings(deadline=None, derandomize=True, max_examples=300)
def test_minimising_keeps_the_language_and_removes_all_redundant_states(dfa):
    least = dfa.minimised()
    assert same_language(least, dfa)
    assert least.minimised() == least
    assert least.size == (least_size(dfa.start, dfa.finals, dfa.triples()) if least.finals else 1)


@given(automata())
@settings(deadline=None, derandomize=True)
def test_a_word_distinguishes_any_two_states_of_a_minimal_automaton(dfa):
    least = dfa.minimised()
    for one, other in combinations(range(least.size), 2):
        views = [Dfa(least.transitions, least.finals, start) for start in (one, other)]
        assert any(accepted(views[0], length) != accepted(views[1], length) for length in range(least.size))


@given(automata(), st.permutations(range(7)))
@settings(deadline=None, derandomize=True)
def test_the_numbering_of_states_does_not_matter_once_minimised(dfa, order):
    number = [state for state in order if state < dfa.size]
    rows: list = [None] * dfa.size
    for state, row in enumerate(dfa.transitions):
        rows[number[state]] = tuple((symbol, number[target]) for symbol, target in row)
    renamed = Dfa(tuple(rows), frozenset(number[state] for state in dfa.finals), number[dfa.start])
    assert renamed.minimised() == dfa.minimised()
    assert hash(renamed.minimised()) == hash(dfa.minimised())


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("(0|1)*", "(0*1*)*"),
        ("0(10)*", "(01)*0"),
        ("0+|()", "0*"),
        ("0{2,}|0?", "0*"),
        ("[]", "0[]"),
        ("(1?){0}", "()"),
    ],
)
def test_equal_languages_have_equal_automata(one, other):
    assert Expression.parse(one).dfa() == Expression.parse(other).dfa()


@given(words)
@settings(deadline=None, derandomize=True, max_examples=300)
def test_the_automaton_of_a_list_accepts_exactly_the_list(listed):
    dfa = automaton_of_words(listed)
    assert {word for length in range(6) for word in dfa.words(length)} == set(listed)
    assert dfa == dfa.minimised()
    assert bool(dfa.finals) == bool(listed)


@given(automata(), st.lists(st.frozensets(st.integers(0, 2)), max_size=5))
@settings(deadline=None, derandomize=True, max_examples=300)
def test_restricting_to_domains_keeps_exactly_the_words_within_them(dfa, domains):
    restricted = dfa.within(domains)
    kept = {word for word in product(*domains) if dfa.accepts(word)}
    assert set(restricted.words(len(domains))) == kept
    assert sum(restricted.count(length) for length in range(7)) == len(kept)
    assert restricted == automaton_of_words(kept)


@given(automata(), st.integers(0, 5))
@settings(deadline=None, derandomize=True)
def test_words_of_a_length_come_once_each_in_order(dfa, length):
    assert list(dfa.words(length)) == sorted(accepted(dfa, length))
    assert dfa.count(length) == len(accepted(dfa, length))


def test_a_long_word_needs_no_deep_recursion():
    dfa = Expression.parse("0*10*").dfa()
    assert dfa.count(3000) == 3000
    assert next(dfa.words(3000)) == (0,) * 2999 + (1,)
    assert automaton_of_words([(0,) * 3000]).size == 3001


def test_the_table_starts_at_state_one_and_marks_failure_by_zero():
    table = Expression.parse("2*0").dfa().table()
    assert table == (2, 3, 0, ((2, 0, 1), (0, 0, 0)), 1, (2,))
    assert table.lowest == 0
    assert Expression.parse("<-1>").dfa().table() == (2, 1, -1, ((2,), (0,)), 1, (2,))


def test_an_automaton_without_words_still_has_a_state_and_a_table():
    nothing = Expression.parse("[]").dfa()
    assert nothing == Dfa(((),), frozenset())
    assert nothing.count(0) == 0
    assert nothing.table() == (1, 1, 0, ((0,),), 1, ())


def test_an_automaton_has_a_size_and_symbols():
    assert repr(Expression.parse("0*1<12>").dfa()) == "<Dfa of 3 states over the symbols 0, 1, 12>"


@pytest.mark.parametrize(
    ("rows", "finals", "start", "message"),
    [
        ((((0, 1),),), (), 0, "state 0, symbol 0: there is no state 1"),
        ((((1, 0), (0, 0)),), (), 0, r"state 0: the symbols must be in strictly ascending order, .* \[1, 0\]"),
        ((((0, 0), (0, 0)),), (), 0, r"state 0: the symbols must be in strictly ascending order, .* \[0, 0\]"),
        (((),), (1,), 0, "there is no state 1: the automaton has 1"),
        (((),), (), 2, "there is no state 2: the automaton has 1"),
    ],
)
def test_an_inconsistent_automaton_is_refused(rows, finals, start, message):
    with pytest.raises(BadInput, match=message):
        Dfa(rows, frozenset(finals), start)
