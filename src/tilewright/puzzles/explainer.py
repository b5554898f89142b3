"""Find the next step of a puzzle and a small set of rules that forces it, with minimal unsatisfiable cores.

Every rule of the model has a guard: a variable that switches the rule on when the variable is assumed to be
true. A set of rules forces a value of a place if these rules, together with the decided values, contradict the
negation of this value. The SAT solver returns a contradictory subset of the guards, a *core*. The explainer
then tries to remove the rules of the core one by one; a rule is removed if the remaining rules are still
contradictory. The search for cores is limited by the number of conflicts and not by time, so that a hint does
not depend on the speed of the computer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tilewright.engines.sat import Sat
from tilewright.puzzles.kinds_and_states import Place, Value
from tilewright.puzzles.rule_model import Model, Rule
from tilewright.puzzles.sat_search import add_definitions

__all__ = ["Explainer", "Step"]

CONFLICTS = 200
"""By default, the search for a contradiction gives up after this many conflicts in one solver call."""

LAZY_ROUNDS = 40
"""The search for a contradiction gives up after it has added violated clauses this many times."""

CORES_TO_SHRINK = 12
"""At most this many cores, the smallest ones, are minimised in the search for a step."""


@dataclass(frozen=True, slots=True)
class Step:
    """Places that the same rules force to the same value."""

    places: tuple[Place, ...]
    value: Value
    rules: tuple[Rule, ...]


class Explainer:
    """Finds steps on one board. Added and learnt clauses are kept to speed up the search for later steps."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self._sat = Sat()
        self._rules: dict[int, Rule] = {}
        """Maps each guard to its rule."""
        self._rules_about: dict[int, list[int]] = {}
        """For each variable, the guards of the rules that mention it, or can force it through definitions or
        lazy constraints."""
        self._counterexample: list[bool] | None = None
        """An assignment that satisfies the rules and literals of the last search for a core, or None if that
        search found no such assignment."""
        self._load()

    def _load(self) -> None:
        model, sat = self.model, self._sat
        add_definitions(sat, model)
        for rule in model.rules:
            guard = sat.new()
            self._rules[guard] = rule
            sat.add_all([[-guard, *clause] for clause in rule.clauses], guard)
            for literals, k in rule.at_mosts:
                self._add_guarded_at_most(guard, literals, k)
            mentioned = rule.forces | {abs(literal) for clause in rule.clauses for literal in clause}
            mentioned |= {abs(literal) for literals, _ in rule.at_mosts for literal in literals}
            mentioned.update(variable for constraint in rule.lazy for variable in constraint.about)
            for variable in mentioned:
                self._rules_about.setdefault(variable, []).append(guard)

    def _add_guarded_at_most(self, guard: int, literals: Sequence[int], k: int) -> None:
        """Require that at most `k` of the literals are true if the guard is true.

        A true guard makes ``len(literals) - k`` additional variables true. The constraint is that at most
        ``len(literals)`` of the literals and additional variables are true. If the guard is false, the
        additional variables can be false, so the constraint does not restrict the literals.
        """
        if k < 0:
            self._sat.add(-guard)
            return
        fillers = [self._sat.new() for _ in range(len(literals) - k)]
        for filler in fillers:
            self._sat.add(-guard, filler)
        self._sat.at_most([*literals, *fillers], len(literals))

    # --- Contradictions -------------------------------------------------------------------------------

    def _core(
        self, guards: Sequence[int], literals: Sequence[int], conflicts: int = CONFLICTS
    ) -> list[int] | None:
        """Return a subset of the guards whose rules contradict the literals; None if the search found none."""
        lazy = [guard for guard in guards if self._rules[guard].lazy]
        assumed = [*literals, *guards]
        self._counterexample = None
        for _ in range(LAZY_ROUNDS):
            answer = self._sat.solve_within(conflicts, assumed)
            if answer is None:
                return None
            if not answer:
                core = set(self._sat.core())
                return [guard for guard in guards if guard in core]
            truth = self._sat.truth()
            violated = [
                [-guard, *clause]
                for guard in lazy
                for constraint in self._rules[guard].lazy
                for clause in constraint.violated(truth)
            ]
            if not violated:
                self._counterexample = truth
                return None
            self._sat.add_all(violated, self._sat.variables)
        return None

    def _minimal(self, core: list[int], literals: Sequence[int], most: int) -> list[int]:
        """Remove rules that a core does not need; stop when more than `most` rules are known to be needed."""
        kept: list[int] = []
        rest = core
        while rest and len(kept) <= most:
            guard, *rest = rest
            smaller = self._core([*kept, *rest], literals)
            if smaller is None:
                kept.append(guard)
            else:
                inside = set(smaller)
                kept = [each for each in kept if each in inside]
                rest = [each for each in rest if each in inside]
        return [*kept, *rest]

    # --- Broken rules ---------------------------------------------------------------------------------

    def broken_rules(self, decided: Mapping[Place, Value]) -> Iterator[tuple[Rule | None, list[Place]]]:
        """Yield each rule that by itself contradicts decided values, and the places of these values.

        If decided values contradict each other even without a rule, only None and their places are yielded.
        """
        literal_of = {place: self.model.values[place][value] for place, value in decided.items()}
        facts = list(literal_of.values())

        def contradicting_places() -> list[Place]:
            core = set(self._sat.core())
            return [place for place, literal in literal_of.items() if literal in core]

        if self._core([], facts) is not None:
            yield None, contradicting_places()
            return
        for guard, rule in self._rules.items():
            if self._core([guard], facts, conflicts=20) is not None:
                yield rule, contradicting_places()

    # --- Steps ----------------------------------------------------------------------------------------

    def steps(self, decided: Mapping[Place, Value], targets: Mapping[Place, Value]) -> list[Step]:
        """Return steps that force some of the targets.

        All steps use the same number of rules, the smallest number that was found; only steps with one rule and
        steps without a rule can occur together. `targets` maps undecided places to the values that they have in
        all solutions with the decided values. The list is empty if no contradiction was found within the
        limits, or if the model does not allow one of the decided values.
        """
        facts = self.model.literals_of(decided)
        if facts is None:
            return []
        groups: dict[tuple[tuple[int, ...], Value], list[Place]] = {}
        for place, value, guards in self._forced_by_one_rule(facts, targets):
            groups.setdefault((guards, value), []).append(place)
        if not groups:
            for place, value, core in self._smallest_cores(facts, targets):
                groups.setdefault((tuple(sorted(core)), value), []).append(place)
        return [
            Step(tuple(places), value, tuple(self._rules[guard] for guard in guards))
            for (guards, value), places in groups.items()
        ]

    def _forced_by_one_rule(
        self, facts: Sequence[int], targets: Mapping[Place, Value]
    ) -> Iterator[tuple[Place, Value, tuple[int, ...]]]:
        """Yield the targets that one rule forces, each with a tuple that contains the rule's guard.

        The tuple is empty if the definitions force the target without a rule. An assignment that satisfies a
        rule shows that the rule does not force the targets that have a different value in the assignment. The
        solver prefers values that differ from the targets, so few assignments are needed.
        """
        places = {self.model.values[place][value]: (place, value) for place, value in targets.items()}
        self._sat.prefer([-literal for literal in places])
        literals_about: dict[int, list[int]] = {}
        for literal in places:
            for guard in self._rules_about.get(abs(literal), ()):
                literals_about.setdefault(guard, []).append(literal)
        for guard, literals in sorted(literals_about.items()):
            open_literals = [literal for literal in literals if literal in places]
            while open_literals:
                literal = open_literals.pop(0)
                core = self._core([guard], [*facts, -literal], conflicts=20)
                if core is not None:
                    yield *places.pop(literal), tuple(core)
                elif truth := self._counterexample:
                    open_literals = [each for each in open_literals if truth[abs(each)] == (each > 0)]

    def _smallest_cores(
        self, facts: Sequence[int], targets: Mapping[Place, Value]
    ) -> Iterator[tuple[Place, Value, list[int]]]:
        """Yield targets with minimal cores; all cores have the same size, the smallest that was found."""
        cores = []
        guards = list(self._rules)
        for order, (place, value) in enumerate(targets.items()):
            core = self._core(guards, [*facts, -self.model.values[place][value]])
            if core is not None:
                cores.append((len(core), order, place, value, core))
        cores.sort()
        smallest: list[tuple[Place, Value, list[int]]] = []
        for _, _, place, value, core in cores[:CORES_TO_SHRINK]:
            limit = len(smallest[0][2]) if smallest else len(core)
            minimal = self._minimal(core, [*facts, -self.model.values[place][value]], limit)
            if not smallest or len(minimal) < limit:
                smallest = [(place, value, minimal)]
            elif len(minimal) == limit:
                smallest.append((place, value, minimal))
        yield from smallest
