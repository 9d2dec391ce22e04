"""A thin layer over a CP-SAT model: literals are integers, clauses go straight into the proto."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Protocol

from ortools.sat.python import cp_model

from levelgen.model.draft import Draft


class Watch(Protocol):
    """A constraint that is added where a solution breaks it."""

    @property
    def condition(self) -> tuple[int, ...]:
        """The literals under which the constraint holds at all."""
        ...

    def cuts(self, draft: Draft) -> list[tuple[int, ...]]:
        """Give clauses that every level keeps and this draft breaks; none if it is fine."""


class Program(cp_model.CpModel):
    """A CP-SAT model without its methods' former names: to set them takes longer than to copy."""

    def _add_pre_pep8_methods(self) -> None:
        pass


class MemoryLimitError(Exception):
    """A model has more literals in its constraints than it may."""


Witness = Callable[[Draft], Iterable[int]]
"""Gives the auxiliary literals that are true for a draft, to complete a hint."""


class Model:
    """A CP-SAT model under construction.

    A literal is the index of a Boolean variable, its negation -index-1, as in CP-SAT's own format.
    Whatever is posted inside `under(literal)` holds only if the literal does; definitions of
    auxiliary literals go inside `always()`. With `most_terms`, posting more literals than that
    raises MemoryLimitError.
    """

    def __init__(self, most_terms: int | None = None) -> None:
        self.program = Program()
        self.proto: Any = self.program.proto
        self.size = 0
        self.terms = 0
        self.most_terms = most_terms
        self.condition: tuple[int, ...] = ()
        self.watches: list[Watch] = []
        self.witnesses: list[Witness] = []
        self.integers: list[int] = []
        # The first constraint, so that CP-SAT drops all others as it copies them.
        self.proto.constraints.add().bool_and.literals.extend(())
        self.true = self.integer(1, 1)

    def copy(self) -> Model:
        """Copy the model; lazy constraints and witnesses are shared, for they never change."""
        other = Model.__new__(Model)
        other.program = Program()
        other.proto = other.program.proto
        other.proto.copy_from(self.proto)
        other.size = self.size
        other.terms = self.terms
        other.most_terms = self.most_terms
        other.condition = self.condition
        other.watches = self.watches
        other.witnesses = self.witnesses
        other.integers = [*self.integers]
        other.true = self.true
        return other

    @property
    def false(self) -> int:
        """The literal that never holds."""
        return negation(self.true)

    def boolean(self) -> int:
        """Make a Boolean variable; gives its positive literal."""
        return self._variable(0, 1)

    def integer(self, low: int, high: int) -> int:
        """Make an integer variable with an interval as its domain; gives its index."""
        self.integers.append(self.size)
        return self._variable(low, high)

    def _variable(self, low: int, high: int) -> int:
        self.proto.variables.add().domain.extend((low, high))
        self.size += 1
        return self.size - 1

    @contextmanager
    def under(self, *literals: int) -> Iterator[None]:
        """Post everything inside under the condition that the literals hold."""
        before = self.condition
        self.condition = literals
        try:
            yield
        finally:
            self.condition = before

    def always(self) -> AbstractContextManager[None]:
        """Post everything inside without any condition."""
        return self.under()

    def _grow(self, terms: int) -> None:
        self.terms += terms
        if self.most_terms is not None and self.terms > self.most_terms:
            raise MemoryLimitError

    def clause(self, literals: Iterable[int]) -> None:
        """At least one of the literals holds."""
        listed = self.proto.constraints.add().bool_or.literals
        found = [*literals, *map(negation, self.condition)]
        listed.extend(found)
        self._grow(len(found))

    def imply(self, when: Iterable[int], then: Iterable[int]) -> None:
        """If all of `when` hold, all of `then` do."""
        constraint = self.proto.constraints.add()
        constraint.enforcement_literal.extend([*self.condition, *when])
        found = list(then)
        constraint.bool_and.literals.extend(found)
        self._grow(len(found))

    def at_most_one(self, literals: Sequence[int]) -> None:
        """At most one of the literals holds."""
        if self.condition:
            self.linear([(literal, 1) for literal in literals], 0, 1)
        elif len(literals) > 1:
            self.proto.constraints.add().at_most_one.literals.extend(literals)
            self._grow(len(literals))

    def exactly_one(self, literals: Sequence[int]) -> None:
        """Exactly one of the literals holds."""
        if self.condition:
            self.linear([(literal, 1) for literal in literals], 1, 1)
        else:
            self.proto.constraints.add().exactly_one.literals.extend(literals)
            self._grow(len(literals))

    def linear(
        self, terms: Iterable[tuple[int, int]], low: int, high: int, when: Iterable[int] = ()
    ) -> None:
        """Keep the sum of (literal or integer, coefficient) terms in low .. high.

        An empty window makes the condition (and `when`) impossible.
        """
        total: dict[int, int] = {}
        shift = 0
        for literal, factor in terms:
            # A negative index would mean minus the variable here; the literal is 1 - variable.
            if literal < 0:
                shift += factor
                literal, factor = negation(literal), -factor
            total[literal] = total.get(literal, 0) + factor
        when = tuple(when)
        if low > high:
            self.clause(map(negation, when))
            return
        constraint = self.proto.constraints.add()
        constraint.enforcement_literal.extend([*self.condition, *when])
        constraint.linear.vars.extend(list(total))
        constraint.linear.coeffs.extend(list(total.values()))
        constraint.linear.domain.extend((low - shift, high - shift))
        self._grow(len(total))

    def within(
        self, variable: int, intervals: Iterable[tuple[int, int]], when: Iterable[int] = ()
    ) -> None:
        """Keep an integer variable inside closed intervals, which are sorted and apart."""
        constraint = self.proto.constraints.add()
        constraint.enforcement_literal.extend([*self.condition, *when])
        constraint.linear.vars.append(variable)
        constraint.linear.coeffs.append(1)
        constraint.linear.domain.extend([bound for interval in intervals for bound in interval])

    def total(self, literals: Sequence[int]) -> int:
        """Make an integer variable that counts the literals which hold."""
        found = self.integer(0, len(literals))
        with self.always():
            self.linear([*((literal, 1) for literal in literals), (found, -1)], 0, 0)
        return found

    def table(self, variables: Sequence[int], rows: Iterable[Sequence[int]]) -> None:
        """Let the integer variables take only one of the rows of values together."""
        constraint = self.proto.constraints.add()
        constraint.enforcement_literal.extend(self.condition)
        for variable in variables:
            expression = constraint.table.exprs.add()
            expression.vars.append(variable)
            expression.coeffs.append(1)
        values = [value for row in rows for value in row]
        constraint.table.values.extend(values)
        self._grow(len(values))

    def automaton(
        self,
        expressions: Sequence[tuple[int, int, int]],
        start: int,
        finals: Sequence[int],
        transitions: Sequence[tuple[int, int, int]],
    ) -> None:
        """Let the values of the expressions be a word of an automaton.

        An expression (variable, factor, shift) is factor * variable + shift; a factor of 0 makes it
        a constant. A transition is (state, value, next state).
        """
        constraint = self.proto.constraints.add()
        constraint.enforcement_literal.extend(self.condition)
        for variable, factor, shift in expressions:
            expression = constraint.automaton.exprs.add()
            if factor:
                expression.vars.append(variable)
                expression.coeffs.append(factor)
            expression.offset = shift
        constraint.automaton.starting_state = start
        constraint.automaton.final_states.extend(finals)
        constraint.automaton.transition_tail.extend([tail for tail, _, _ in transitions])
        constraint.automaton.transition_label.extend([value for _, value, _ in transitions])
        constraint.automaton.transition_head.extend([head for _, _, head in transitions])
        self._grow(len(expressions) + len(transitions))

    def circuit(self, arcs: Sequence[tuple[int, int, int]]) -> None:
        """Let the true arcs (tail, head, literal), self-loops apart, form one circuit or none."""
        constraint = self.proto.constraints.add()
        constraint.enforcement_literal.extend(self.condition)
        constraint.circuit.tails.extend([tail for tail, _, _ in arcs])
        constraint.circuit.heads.extend([head for _, head, _ in arcs])
        constraint.circuit.literals.extend([literal for _, _, literal in arcs])
        self._grow(len(arcs))

    def hint(self, literals: Iterable[int]) -> None:
        """Start the search with these literals true; replaces any hint from before."""
        wanted = dict.fromkeys(literals)
        self.proto.clear_solution_hint()
        hint = self.proto.solution_hint
        hint.vars.extend([literal if literal >= 0 else negation(literal) for literal in wanted])
        hint.values.extend([int(literal >= 0) for literal in wanted])

    def decide(self, literals: Iterable[int]) -> None:
        """Let these literals hold and no others, until `undecide`.

        Every Boolean variable is decided; only numbers are left to follow from them.
        """
        values = list(range(-1, -self.size - 1, -1))
        for number in self.integers:
            values[number] = self.true
        values[self.true] = self.true
        for literal in literals:
            if literal >= 0:
                values[literal] = literal
        # A hint from a solve before would only be in the way.
        self.proto.clear_solution_hint()
        self.undecide()
        self.proto.constraints[0].bool_and.literals.extend(values)

    def undecide(self) -> None:
        """Leave every variable open again."""
        self.proto.constraints[0].bool_and.literals.clear()


def negation(literal: int) -> int:
    """Give the literal that holds when this one does not."""
    return -literal - 1
