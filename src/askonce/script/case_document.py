"""Files of Midscene's Test Runner: `cases` with steps, and what runs before and after them, as tasks of a script."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import field, replace

from askonce.diagnostics.location import Location
from askonce.diagnostics.problem import Problem
from askonce.diagnostics.yaml_nodes import YamlList, YamlMapping, YamlNode, YamlScalar
from askonce.items.flow_items import StepLimits
from askonce.lazy import dataclass, regex
from askonce.script.flow_blocks import ITEM_BY_KEY

CASES = "cases"
_PHASES = ("beforeAll", "beforeEach", "afterEach", "afterAll")
_OF_CASE = ("name", "tags", "steps")
_LIMITS = "$"
_REFERENCE = regex(r"\$\{\{\s*(?P<environment>\w+)\s*\}\}|\$\{(?P<variable>[^{}]+)\}")
_MILLISECONDS = {"ms": 1, "s": 1000, "min": 60_000}
_RENAMED = {"aiAssert": {"message": "errorMessage"}, "recordToReport": {"title": "prompt"}, "launch": {"uri": "prompt"}}
"""What a script calls the parameters of a node."""
_IN_PROMPT = {"prompt", "images", "convertHttpImage2Base64"}


@dataclass(frozen=True, slots=True)
class CaseTasks:
    """The same as tasks, and what a script cannot say of them."""

    root: YamlMapping
    problems: tuple[Problem, ...] = ()
    missing: tuple[Problem, ...] = ()
    """Variables that have no value."""
    limits: Mapping[tuple[int, int], StepLimits] = field(default_factory=dict[tuple[int, int], StepLimits])
    """The limits of steps, by the numbers of the task and the item."""
    cleans_up: bool = False
    """The last task is always run."""


def has_cases(root: YamlMapping) -> bool:
    return CASES in root.entries and "tasks" not in root.entries


def read_cases(root: YamlMapping, kind: str, environment: Mapping[str, str], variables: Collection[str]) -> CaseTasks:
    """The cases of a file as tasks. Each is run whatever came of those before it, and then what follows each."""
    reader = _Reader(kind, environment, variables)
    before, each, after_each, after = (reader.phase(root, name) for name in _PHASES)
    tasks: list[YamlNode] = []
    if before:
        tasks.append(reader.task(root, "beforeAll", before, len(tasks), goes_on=False))
    for node in reader.list_of(root, CASES):
        name, steps = reader.case(node)
        tasks.append(reader.task(node, name, [*each, *steps], len(tasks)))
        if after_each:
            tasks.append(reader.task(node, f"{name}: afterEach", after_each, len(tasks)))
    if after:
        tasks.append(reader.task(root, "afterAll", after, len(tasks)))
    kept = {key: entry for key, entry in root.entries.items() if key not in {*_PHASES, CASES}}
    entries = kept | {"tasks": YamlList(root.line, root.column, tasks)}
    keys = {key: root.keys.get(key, root.keys[CASES]) for key in entries}
    script = YamlMapping(root.line, root.column, entries, keys)
    problems, missing = (tuple(dict.fromkeys(found)) for found in (reader.problems, reader.missing))
    return CaseTasks(script, problems, missing, reader.limits, bool(after))


class _Reader:
    """Reads steps, and keeps what is wrong with them."""

    def __init__(self, kind: str, environment: Mapping[str, str], variables: Collection[str]) -> None:
        self._kind = kind
        self._environment = environment
        self._variables = variables
        self.problems: list[Problem] = []
        self.missing: list[Problem] = []
        self.limits: dict[tuple[int, int], StepLimits] = {}

    def phase(self, root: YamlMapping, name: str) -> list[YamlMapping]:
        return [step for node in self.list_of(root, name) if isinstance(node, YamlMapping) for step in [node]]

    def list_of(self, owner: YamlMapping, key: str) -> list[YamlNode]:
        found = owner.entries.get(key)
        if found is None and key in _PHASES:
            return []
        if not isinstance(found, YamlList) or not (found.items or key in _PHASES):
            place = found.location if found else owner.location
            self.problems.append(Problem(place, f"{key} is not a list with entries", "write each behind a dash"))
            return []
        for item in found.items:
            if not isinstance(item, YamlMapping):
                self.problems.append(
                    Problem(item.location, f"this entry of {key} is not a mapping", "write a name and :")
                )
        return [item for item in found.items if isinstance(item, YamlMapping)]

    def case(self, node: YamlNode) -> tuple[str, list[YamlMapping]]:
        assert isinstance(node, YamlMapping)
        for key in node.entries.keys() - set(_OF_CASE):
            known = ", ".join(_OF_CASE)
            self.problems.append(
                Problem(node.keys[key].location, f"a case has no key {key!r}", f"its keys are {known}")
            )
        name = node.entries.get("name")
        if not isinstance(name, YamlScalar) or not name.text.strip():
            self.problems.append(Problem(node.location, "this case has no name", "add name: …"))
            return "", []
        return name.text, [step for step in self.list_of(node, "steps") if isinstance(step, YamlMapping)]

    def task(
        self, owner: YamlNode, name: str, steps: list[YamlMapping], number: int, *, goes_on: bool = True
    ) -> YamlMapping:
        flow = [item for place, step in enumerate(steps) for item in self._item(step, (number, place))]
        line, column = owner.location.line, owner.location.column
        entries: dict[str, YamlNode] = {
            "name": YamlScalar(line, column, name, plain=False),
            "flow": YamlList(line, column, list(flow)),
            "continueOnError": YamlScalar(line, column, "true" if goes_on else "false", plain=True),
        }
        return YamlMapping(line, column, entries, {key: YamlScalar(line, column, key, plain=True) for key in entries})

    def _item(self, step: YamlMapping, place: tuple[int, int]) -> Iterator[YamlMapping]:
        """A step as an item of a flow."""
        if len(step.entries) != 1:
            self.problems.append(
                Problem(step.location, "a step has exactly one node", "write each behind its own dash")
            )
            return
        (node, value), spelled = next(iter(step.entries.items())), next(iter(step.keys.values()))
        key = {"agent": "aiAct", "wait": "sleep"}.get(node, node)
        if node == "launch" and self._kind == "web":
            key = "Navigate"
        if key not in ITEM_BY_KEY:
            self.problems.append(
                Problem(
                    spelled.location,
                    f"{node} is a node of the project's own, written in TypeScript",
                    "write what it does as items, or as an action of a screen of your own",
                )
            )
            return
        entries, keys = self._parameters(node, value, spelled, place)
        subject, others = self._subject(node, entries, spelled)
        yield YamlMapping(step.line, step.column, {key: subject, **others}, {key: replace(spelled, text=key), **keys})

    def _parameters(
        self, node: str, value: YamlNode, spelled: YamlScalar, place: tuple[int, int]
    ) -> tuple[dict[str, YamlNode], dict[str, YamlScalar]]:
        """What a step says, by the names that items have, and where each name stands."""
        if not isinstance(value, YamlMapping):
            return {"prompt": self._filled(value)}, {}
        entries: dict[str, YamlNode] = {}
        keys: dict[str, YamlScalar] = {}
        inner = value.entries.get("options")
        for mapping in (value, inner) if isinstance(inner, YamlMapping) else (value,):
            for name, entry in mapping.entries.items():
                if name == _LIMITS:
                    self._limit(entry, place)
                elif not (name == "options" and mapping is value and isinstance(inner, YamlMapping)):
                    called = _RENAMED.get(node, {}).get(name, name)
                    entries[called], keys[called] = self._filled(entry), mapping.keys[name]
        return entries, keys

    def _subject(
        self, node: str, entries: dict[str, YamlNode], spelled: YamlScalar
    ) -> tuple[YamlNode, dict[str, YamlNode]]:
        """What stands at the key of an item, and what stands beside it."""
        if node == "wait":
            return self._time(entries, spelled), {}
        prompt = {name: entry for name, entry in entries.items() if name in _IN_PROMPT}
        others = {name: entry for name, entry in entries.items() if name not in _IN_PROMPT}
        nothing = YamlScalar(spelled.line, spelled.column, "", plain=True)
        if prompt.keys() <= {"prompt"}:
            return prompt.get("prompt", nothing), others
        keys = {name: YamlScalar(spelled.line, spelled.column, name, plain=True) for name in prompt}
        return YamlMapping(spelled.line, spelled.column, prompt, keys), others

    def _time(self, entries: Mapping[str, YamlNode], spelled: YamlScalar) -> YamlNode:
        duration, unit = entries.get("duration"), entries.get("unit")
        factor = _MILLISECONDS.get(unit.text if isinstance(unit, YamlScalar) else "ms")
        value = duration.value if isinstance(duration, YamlScalar) else None
        if factor is None or isinstance(value, bool) or not isinstance(value, int | float):
            self.problems.append(Problem(spelled.location, "wait needs a duration and a unit", "unit: ms, s or min"))
            return YamlScalar(spelled.line, spelled.column, "1", plain=True)
        return YamlScalar(spelled.line, spelled.column, f"{value * factor:g}", plain=True)

    def _limit(self, node: YamlNode, place: tuple[int, int]) -> None:
        found = node.entries if isinstance(node, YamlMapping) else {}
        timeout, goes_on = found.get("timeout"), found.get("continue-on-error")
        text = timeout.text.replace("_", "") if isinstance(timeout, YamlScalar) else ""
        is_time = timeout is None or (text.isdecimal() and int(text) > 0)
        if not isinstance(node, YamlMapping) or found.keys() - {"timeout", "continue-on-error"} or not is_time:
            self.problems.append(
                Problem(node.location, "$ has no such limits", "write timeout: 30000 or continue-on-error: true")
            )
            return
        wants = isinstance(goes_on, YamlScalar) and goes_on.value is True
        self.limits[place] = StepLimits(int(text) / 1000 if text else None, wants)

    def _filled(self, node: YamlNode) -> YamlNode:
        """A value with variables of the environment as scripts name them, and those of the project as ours."""
        match node:
            case YamlScalar():
                return replace(
                    node, text=_REFERENCE.sub(lambda found: self._look_up(found.groupdict(), node), node.text)
                )
            case YamlList():
                return replace(node, items=[self._filled(item) for item in node.items])
            case YamlMapping():
                return replace(node, entries={name: self._filled(entry) for name, entry in node.entries.items()})

    def _look_up(self, found: Mapping[str, str | None], node: YamlScalar) -> str:
        environment, variable = found["environment"], found["variable"]
        if environment:
            if environment not in self._environment:
                self._missing(node.location, f"the environment variable {environment}", f"set {environment}")
            return f"${{{environment}}}" if environment in self._environment else ""
        if variable not in self._variables:
            self._missing(node.location, f"the variable {variable}", f"pass it: --var {variable}=…")
        return f"{{{variable}}}"

    def _missing(self, place: Location, what: str, remedy: str) -> None:
        self.missing.append(Problem(place, f"{what} is not set", remedy))
