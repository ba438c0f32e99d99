"""Flow analysis: follows the main program or a function along every path that a run can take."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import field, replace

from askonce.diagnostics.closest_name import closest_name
from askonce.diagnostics.location import Location
from askonce.diagnostics.problem import Problem, Severity
from askonce.lazy import dataclass
from askonce.program import expression_tree, syntax_tree
from askonce.program.expression_tree import Condition, Expression, Reference
from askonce.program.static_check.known_variables import KnownVariables, merged
from askonce.program.static_check.value_kinds import ANY, ValueKind, kind_given_by, kind_of, with_article
from askonce.program.static_check.variable_uses import inside, reads, references, sets, touches
from askonce.program.syntax_tree import Block, Loop, Statement, blocks_of

LOOP = "loop"
ANSWER = "answer"
_SCALARS = frozenset({"number", "boolean", "image", "text", "object"})


@dataclass(slots=True)
class BodyCheck:
    """The check of the main program (`function` is empty) or of one function.

    `on_call` gets each call with what is set then; `elsewhere` gives the line that sets a name, 0 if there is none.
    """

    function: str
    on_call: Callable[[syntax_tree.Call, KnownVariables], None]
    elsewhere: Callable[[str], int]
    problems: list[Problem] = field(default_factory=list[Problem])
    returned: list[bool] = field(default_factory=list[bool])
    """For each return: whether it has a value."""
    ends: list[KnownVariables] = field(default_factory=list[KnownVariables])
    """The variables that are set at each end of the program: a `stop`, or its last line."""
    _loops: list[_Ways] = field(default_factory=list["_Ways"])
    _noted: set[str] = field(default_factory=set[str])

    def follow(self, block: Block, state: KnownVariables) -> None:
        """Check the whole body."""
        end = self._block(block, state)
        if end:
            self.ends.append(end)
            self.returned.append(False)

    def note(self, location: Location, message: str, suggestion: str = "", severity: Severity = "error") -> None:
        self.problems.append(Problem(location, message, suggestion, severity))

    # ---- statements

    def _block(self, block: Block, state: KnownVariables) -> KnownVariables | None:
        alive = True
        for statement in block:
            if not alive and not isinstance(statement, syntax_tree.Define):
                self.note(
                    statement.location,
                    "this line is never reached",
                    "remove it, or move it before the line that leaves the block",
                    "warning",
                )
                return None
            after = self._statement(statement, state)
            alive = alive and after is not None
            state = after or state
        return state if alive else None

    def _statement(self, statement: Statement, state: KnownVariables) -> KnownVariables | None:
        match statement:
            case syntax_tree.If():
                return self._if(statement, state)
            case syntax_tree.Repeat() | syntax_tree.Until() | syntax_tree.While() | syntax_tree.ForEach():
                return self._loop(statement, state)
            case syntax_tree.Define():
                return state
            case syntax_tree.Break() | syntax_tree.Continue() | syntax_tree.Return() | syntax_tree.Stop():
                return self._leave(statement, state)
            case _:
                return self._plain(statement, state)

    def _plain(self, statement: Statement, state: KnownVariables) -> KnownVariables:
        self._check_reads(reads(statement), statement, state)
        self._check_changed(statement, state)
        if isinstance(statement, syntax_tree.Call):
            self.on_call(statement, state)
        kind = kind_given_by(statement, state.kinds)
        named = sets(statement)
        for name in touches(statement):
            state.forget((name,))
        for name in named:
            state.set(name, kind)
        return state

    def _if(self, statement: syntax_tree.If, state: KnownVariables) -> KnownVariables | None:
        ways: list[KnownVariables] = []
        for branch in statement.branches:
            self._check_condition(branch.condition, statement, state)
            if not branch.body:
                self._note_empty(statement)
            end = self._block(branch.body, state.copy())
            ways += (end,) if end else ()
        end = self._block(statement.otherwise, state)
        return merged([*ways, *((end,) if end else ())])

    def _loop(self, statement: Loop, state: KnownVariables) -> KnownVariables | None:
        if not statement.body:
            self._note_empty(statement)
        head = state.copy()
        changed = {name for node in inside((statement.body,)) for name in touches(node)}
        later = {name for node in inside((statement.body,)) for name in sets(node)}
        head.maybe |= later - head.sure
        head.forget(changed)
        match statement:
            case syntax_tree.Repeat() | syntax_tree.ForEach():
                self._check_reads(reads(statement), statement, state)
                self._check_passes(statement, state)
            case syntax_tree.Until() | syntax_tree.While():
                self._check_condition(statement.condition, statement, head)
        ways = _Ways()
        self._loops.append(ways)
        first = head.copy()
        first.set(LOOP, ValueKind("object"))
        for name in sets(statement):
            first.set(name, kind_given_by(statement, state.kinds))
        end = self._block(statement.body, first)
        self._loops.pop()
        outs = [*ways.breaks, *ways.continues, *((end,) if end else ())]
        after = merged([*outs, *(() if _runs_once(statement) else (head,))])
        if after and LOOP not in state.sure:
            after.drop(LOOP)
        return after

    def _leave(
        self,
        statement: syntax_tree.Break | syntax_tree.Continue | syntax_tree.Return | syntax_tree.Stop,
        state: KnownVariables,
    ) -> KnownVariables | None:
        self._check_reads(reads(statement), statement, state)
        match statement:
            case syntax_tree.Break() | syntax_tree.Continue() if not self._loops:
                word = "break" if isinstance(statement, syntax_tree.Break) else "continue"
                self.note(statement.location, f"{word} is outside a loop", "indent it under the loop, or remove it")
                return state
            case syntax_tree.Break():
                self._loops[-1].breaks.append(state)
            case syntax_tree.Continue():
                self._loops[-1].continues.append(state)
            case syntax_tree.Return() if not self.function:
                self.note(
                    statement.location,
                    "a return is outside a function",
                    'write "stop the program" to end it, "set variable {answer} to …" to give an answer',
                )
                return state
            case syntax_tree.Return(value=value):
                self.returned.append(value is not None)
            case syntax_tree.Stop():
                self.ends.append(state)
        return None

    # ---- what a statement needs

    def _check_condition(self, condition: Condition, statement: Statement, state: KnownVariables) -> None:
        self._check_reads(references(condition), statement, state)

    def _check_reads(self, wanted: Iterable[Reference], statement: Statement, state: KnownVariables) -> None:
        for reference in wanted:
            name = reference.name
            location = reference.location if reference.location.line else statement.location
            if name in state.sure:
                if not isinstance(statement, syntax_tree.Assign) or reference is not statement.to:
                    self._check_attribute(reference, location, state)
            elif name not in self._noted:
                self._noted.add(name)
                self._note_unset(name, location, state)

    def _note_unset(self, name: str, location: Location, state: KnownVariables) -> None:
        line = self.elsewhere(name)
        where = f"line {line}" if line else "the line that sets it"
        if name in state.maybe:
            self.note(
                location,
                f"{{{name}}} may be unset here: {where} is not always reached before",
                f"give {{{name}}} a first value before that",
                "warning",
            )
        elif name == LOOP:
            self.note(location, "{loop.iteration} has a value inside a loop only", "count in a variable of your own")
        elif close := closest_name(name, state.names, cutoff=0.7):
            self.note(location, f"{{{name}}} is not set anywhere before this line", f"did you mean {{{close}}}?")
        elif line == location.line and line:
            self.note(
                location,
                f"{{{name}}} is not set before this line, which uses it",
                f"give {{{name}}} a first value before it",
            )
        elif line:
            self.note(
                location,
                f"{{{name}}} is not set yet: {where} sets it, and that comes later or in another function",
                f"set {{{name}}} before this line, or pass it to the function as an input",
            )
        else:
            self.note(
                location,
                f"{{{name}}} is never set",
                f"set it before this line, or pass {name} from outside",
            )

    def _check_attribute(self, reference: Reference, location: Location, state: KnownVariables) -> None:
        """An object that was written out is known to have these attributes and no others."""
        keys = state.kinds.get(reference.name, ANY).keys
        wanted = reference.path[0] if reference.path else None
        if keys and isinstance(wanted, str) and wanted.casefold() not in {key.casefold() for key in keys}:
            close = closest_name(wanted, keys, cutoff=0.7)
            meant = f"did you mean {{{reference.name}.{close}}}?" if close else f"it has {', '.join(sorted(keys))}"
            self.note(location, f'{{{reference.name}}} has no "{wanted}"', meant, "warning")

    def _check_changed(self, statement: Statement, state: KnownVariables) -> None:
        """What is added to, sorted or filtered has to be a list or a table."""
        match statement:
            case syntax_tree.Append(to=target) | syntax_tree.AddColumn(to=target):
                pass
            case syntax_tree.Sort(of=target) | syntax_tree.Filter(of=target) | syntax_tree.Unique(of=target):
                pass
            case _:
                return
        kind = kind_of(target, state.kinds)
        if kind.sort in _SCALARS:
            self.note(
                target.location if target.location.line else statement.location,
                f"{{{target.name}}} is {with_article(kind)}, not a list or a table",
                f'to add up, write "Calculate {{{target.name}}} + …, record as {{{target.name}}}"'
                if kind.sort == "number"
                else f'write "Create an empty list, recorded as {{{target.name}}}" first, or name another variable',
            )

    def _check_passes(self, statement: syntax_tree.Repeat | syntax_tree.ForEach, state: KnownVariables) -> None:
        value: Expression = statement.times if isinstance(statement, syntax_tree.Repeat) else statement.collection
        kind = kind_of(value, state.kinds)
        named = f"{{{value.name}}}" if isinstance(value, Reference) else "this"
        location = value.location if isinstance(value, Reference) and value.location.line else statement.location
        if isinstance(statement, syntax_tree.Repeat):
            if kind.sort not in {"any", "number"}:
                self.note(
                    location, f"{named} is {with_article(kind)}, not a number of times", 'write "repeat 5 times:"'
                )
        elif kind.sort in _SCALARS:
            self.note(
                location,
                f"{named} is {with_article(kind)}: there is nothing in it to loop over",
                f'make a list of it first: "Split {named} into a list, record as {{items}}"'
                if kind.sort == "text"
                else "loop over a list or a table",
            )

    def _note_empty(self, statement: Statement) -> None:
        self.note(statement.location, "there is nothing under this line", "indent the lines that belong to it")


@dataclass(slots=True)
class _Ways:
    """The exits from a loop's body other than its end."""

    breaks: list[KnownVariables] = field(default_factory=list[KnownVariables])
    continues: list[KnownVariables] = field(default_factory=list[KnownVariables])


def _runs_once(statement: Loop) -> bool:
    """Whether the body surely runs at least once."""
    match statement:
        case syntax_tree.Repeat(times=expression_tree.NumberLiteral(value=times)):
            return times >= 1
        case syntax_tree.ForEach(collection=expression_tree.ListLiteral(items=items)):
            return bool(items)
        case _:
            return False


def depth_of(block: Block) -> int:
    """How deeply blocks are nested, found without recursion."""
    deepest, waiting = 0, [(block, 1)]
    while waiting:
        inner, depth = waiting.pop()
        deepest = max(deepest, depth)
        waiting += (
            (inner_block, depth + 1) for statement in inner for inner_block in blocks_of(statement) if inner_block
        )
    return deepest


def location_in(statement: Statement, words: str) -> Location:
    """The location of `words` in the line of a statement, or of the whole statement."""
    index = statement.words.find(words) if words else -1
    if index < 0 or not statement.location.line:
        return statement.location
    return replace(statement.location, column=statement.location.column + index, length=len(words))
