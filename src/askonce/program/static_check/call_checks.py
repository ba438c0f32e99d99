"""The main program and its functions together: what is set where each is called, and whether calls fit."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import field

from askonce.diagnostics.closest_name import closest_name
from askonce.diagnostics.location import Location
from askonce.diagnostics.problem import Problem
from askonce.lazy import dataclass
from askonce.program import syntax_tree
from askonce.program.call_arguments import match_arguments
from askonce.program.static_check.flow_analysis import ANSWER, LOOP, BodyCheck, location_in
from askonce.program.static_check.known_variables import KnownVariables, merged
from askonce.program.static_check.variable_uses import inside, sets, touches
from askonce.program.syntax_tree import Call, Define, Program, Statement


@dataclass(slots=True)
class ProgramCheck:
    """A program under check."""

    program: Program
    given: Collection[str]
    _functions: dict[str, Define] = field(default_factory=dict[str, Define])
    _lines: dict[str, int] = field(default_factory=dict[str, int])
    _entries: dict[str, KnownVariables] = field(default_factory=dict[str, KnownVariables])
    """What is set of the globals wherever a function is called."""
    _bodies: dict[str, BodyCheck] = field(default_factory=dict[str, BodyCheck])
    _changed: set[str] = field(default_factory=set[str])
    """What functions may change."""

    def check(self, *, asks_question: bool) -> Iterator[Problem]:
        everything = tuple(_all(self.program))
        yield from self._find_functions(everything)
        for statement in everything:
            for name in sets(statement):
                self._lines.setdefault(name, statement.location.line)
        main = self._follow_main()
        self._follow_functions()
        for body in (main, *self._bodies.values()):
            yield from body.problems
        for statement in everything:
            if isinstance(statement, Call):
                yield from self._check_call(statement)
        if asks_question:
            yield from self._check_answer(main, everything)

    def _find_functions(self, everything: Collection[Statement]) -> Iterator[Problem]:
        for statement in everything:
            if not isinstance(statement, Define):
                continue
            if first := self._functions.get(statement.name):
                yield Problem(
                    location_in(statement, statement.name),
                    f'the function "{statement.name}" is defined already, in line {first.location.line}',
                    "give one of them another name",
                )
                continue
            self._functions[statement.name] = statement
            self._changed |= {name for node in inside((statement.body,)) for name in touches(node)}
            if not statement.body:
                yield Problem(
                    statement.location,
                    "there is nothing under this line",
                    "indent the lines that belong to the function",
                )

    # ---- following

    def _follow_main(self) -> BodyCheck:
        state = KnownVariables()
        for name in self.given:
            state.set(name)
        waiting: list[str] = []
        main = BodyCheck("", lambda call, state: self._enter(call, state, state, waiting), self._line_of)
        main.follow(self.program.statements, state)
        self._work_off(waiting)
        return main

    def _follow_functions(self) -> None:
        """Those that nobody calls are taken to be called at the end, when all globals are set."""
        everywhere = KnownVariables(
            {*self.given, *(name for node in inside((self.program.statements,)) for name in sets(node))}
        )
        for name in self._functions:
            if name not in self._bodies:
                self._follow_function(name, everywhere, [])

    def _work_off(self, waiting: list[str]) -> None:
        """Follow each function that is called, again whenever it turns out to be called with less set than thought."""
        while waiting:
            name = waiting.pop()
            self._follow_function(name, self._entries[name], waiting)

    def _follow_function(self, name: str, entry: KnownVariables, waiting: list[str]) -> None:
        define = self._functions[name]
        body = BodyCheck(name, lambda call, state: self._enter(call, state, entry, waiting), self._line_of)
        state = KnownVariables(set(entry.sure), set(entry.maybe))
        for declared in define.inputs:
            state.set(declared.name)
        self._bodies[name] = body
        body.follow(define.body, state)

    def _enter(self, call: Call, state: KnownVariables, outer: KnownVariables, waiting: list[str]) -> None:
        """A call was met: the function begins with the globals set (`outer`), and may change what they hold."""
        if call.name not in self._functions:
            return
        state.forget(self._changed)
        globals_now = KnownVariables(outer.sure - {LOOP}, outer.maybe - {LOOP})
        known = self._entries.get(call.name)
        entry = merged([known, globals_now]) if known else globals_now
        assert entry
        if known is None or (entry.sure, entry.maybe) != (known.sure, known.maybe):
            self._entries[call.name] = entry
            waiting.append(call.name)

    def _line_of(self, name: str) -> int:
        return self._lines.get(name, 0)

    # ---- calls and answer

    def _check_call(self, call: Call) -> Iterator[Problem]:
        define = self._functions.get(call.name)
        if define is None:
            close = closest_name(call.name, self._functions, cutoff=0.7)
            meant = f'did you mean "{close}"?' if close else f'define it: Define function named "{call.name}":'
            yield Problem(location_in(call, call.name), f'there is no function "{call.name}"', meant)
            return
        inputs = [declared.name for declared in define.inputs]
        matched = match_arguments([name for name, _ in call.arguments], inputs)
        takes = f"it takes {', '.join(f'{{{name}}}' for name in inputs)}" if inputs else "it takes no inputs"
        for name in matched.unknown:
            close = closest_name(name, matched.missing, cutoff=0.7)
            meant = f"did you mean {{{close}}}?" if close else takes
            yield Problem(location_in(call, f"{{{name}}}"), f'"{call.name}" has no input {{{name}}}', meant)
        if not matched.unknown:
            for name in matched.missing:
                yield Problem(
                    location_in(call, call.name),
                    f'"{call.name}" is called without {{{name}}}',
                    f'add "{{{name}}} is …" to this line; {takes}',
                )
        for name in matched.guessed:
            yield Problem(
                location_in(call, f"{{{name}}}"),
                f'"{call.name}" has no input {{{name}}}; {{{matched.inputs[name]}}} is assumed',
                f"write {{{matched.inputs[name]}}}",
                "warning",
            )
        yield from self._check_result(call)

    def _check_result(self, call: Call) -> Iterator[Problem]:
        returned = self._bodies[call.name].returned
        if not call.into or not returned:
            return
        location = location_in(call, f"{{{call.into}}}")
        if not any(returned):
            yield Problem(
                location,
                f'"{call.name}" never returns a value, so {{{call.into}}} would be empty',
                'end the function with "Function returns {…}", or leave the result out of this line',
            )
        elif not all(returned):
            yield Problem(
                location,
                f'"{call.name}" may end without a value for {{{call.into}}}',
                "end every branch of the function with a return",
                "warning",
            )

    def _check_answer(self, main: BodyCheck, everything: Collection[Statement]) -> Iterator[Problem]:
        last = max((node.location for node in everything), key=lambda location: location.line, default=Location(1))
        if not any(ANSWER in state.names for state in main.ends):
            yield Problem(
                last,
                "the task asks a question, and {answer} is never set",
                'end with "Set variable {answer} to …"',
            )
        elif not all(ANSWER in state.sure for state in main.ends):
            yield Problem(
                last,
                "the task asks a question, and {answer} is not set in every branch",
                "set {answer} in the other branches too",
                "warning",
            )


def _all(program: Program) -> Iterator[Statement]:
    """All statements, in the order of the source, the bodies of functions too."""
    waiting = list(reversed(program.statements))
    while waiting:
        statement = waiting.pop()
        yield statement
        waiting += (inner for block in reversed(syntax_tree.blocks_of(statement)) for inner in reversed(block))
