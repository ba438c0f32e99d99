"""Exports a recording as a readable test for pytest with Playwright."""

from __future__ import annotations

import keyword
import re
import textwrap
from collections.abc import Mapping, Sequence

from askonce.actions import AnswerDialog, CloseTab, Navigate, SwitchTab, Upload, Wait
from askonce.actions.action_sentence import tidy
from askonce.errors import ConfigError
from askonce.recordings.exports.expect_statements import ExpectStatements, anchors_in
from askonce.recordings.exports.export_result import (
    SLOT,
    Export,
    ExportValues,
    in_order,
    read_action,
    start_of,
    values_of,
    variable_for,
    without_escapes,
)
from askonce.recordings.exports.playwright_actions import NotExported, PlaywrightWriter
from askonce.recordings.exports.playwright_locators import Locators
from askonce.recordings.exports.python_source import (
    WIDTH,
    Argument,
    CallChain,
    assign,
    docstring,
    filled,
    lay_out,
    literal,
    replaced,
    uses,
)
from askonce.recordings.exports.reading_steps import ScreenReading, reading_of
from askonce.recordings.exports.step_sentences import action_sentence, checked_statement
from askonce.recordings.recording import Anchor, RecordedStep, Recording

_OWN_NAMES = frozenset({"page", "agent", "expect", "re", "os", "opened", "chooser", "dialog", "range", "_"})
_LONGEST_NAME = 60
_PATIENCE = 5.0
"""Seconds that `expect` waits by itself."""


def export_pytest(recordings: Sequence[Recording], *, url: str = "", values: Mapping[str, str] | None = None) -> Export:
    """One test that performs `recordings` one after the other, starting at `url`.

    Values that are not passed and secrets come from the environment. Without `url` the test starts at the recorded
    page, relative to pytest-playwright's base URL.
    """
    on_pages = [recording for recording in recordings if recording.screen == "web"]
    if recordings and not on_pages:
        raise ConfigError("these are not recordings of web pages", remedy="export them as yaml or stp instead")
    flow, remarks = in_order(on_pages)
    others = {recording.screen for recording in recordings if recording.screen != "web"}
    remarks += [f"left out: recordings of a {screen} screen, which Playwright does not drive" for screen in others]
    needed = values_of(flow, values or {})
    constants = _constants(needed.names, taken={"URL", "HERE"})
    writer = _TestWriter(constants, flow)
    writer.write()
    address, goto, remark = _begin(flow[0], url, constants)
    summary = tidy(flow[0].instruction) if len(flow) == 1 else ""
    body = [f"    {docstring(summary)}"] * bool(summary) + [goto] * bool(goto) + writer.lines
    top = [*_constant_lines(needed, constants), *([address] if address else [])]
    imports = _imports("\n".join([*top, *body]))
    if "from pathlib import Path" in imports:
        top.append("HERE = Path(__file__).parent")
    fixtures = "page: Page, agent: Agent" if writer.asks_agent else "page: Page"
    lines = [*imports, *([""] if top else []), *top, "", "", f"def {_test_name(flow)}({fixtures}) -> None:", *body]
    if writer.asks_agent:
        remarks.append(
            "what it reads or checks in words goes through the fixture `agent` of Askonce, and may need a model"
        )
    remarks += [f"{{{name}}} is read from the environment variable {variable_for(name)}" for name in needed.unknown]
    return Export("\n".join(lines) + "\n", (*remarks, *([remark] if remark else []), *writer.remarks))


def _constants(names: Sequence[str], taken: set[str]) -> dict[str, str]:
    """An identifier in capitals for each value."""
    constants: dict[str, str] = {}
    for name in names:
        constant = base = "".join(letter if f"a{letter}".isidentifier() else "_" for letter in name.upper())
        number = 2
        while constant in taken:
            constant, number = f"{base}_{number}", number + 1
        taken.add(constant)
        constants[name] = constant
    return constants


def _test_name(flow: Sequence[Recording]) -> str:
    words = re.findall(r"\w+", " and ".join(recording.instruction.lower() for recording in flow))
    name = ""
    for word in words:
        longer = f"{name}_{word}" if name else word
        if len(longer) > _LONGEST_NAME or not f"test_{longer}".isidentifier():
            break
        name = longer
    return f"test_{name or 'recording'}"


class _TestWriter:
    """Collects the lines of one test."""

    def __init__(self, constants: Mapping[str, str], flow: Sequence[Recording]) -> None:
        locators = Locators(constants)
        self._playwright = PlaywrightWriter(locators)
        self._checks = ExpectStatements(locators, anchors_in(flow))
        self._flow = flow
        self._steps = [step for recording in flow for step in recording.steps]
        self._actions = [read_action(step) for step in self._steps]
        self._answers = self._find_answers()
        self._openers = self._find_openers()
        self._tabs = 1
        self._constants = constants
        self.asks_agent = False
        """Whether something of it is read in words, which Playwright cannot."""
        self.lines: list[str] = []
        self.remarks: list[str] = []

    def write(self) -> None:
        place = 0
        for recording in self._flow:
            if len(self._flow) > 1:
                self.lines += ["", *_comment(recording.instruction)]
            intent = tidy(recording.instruction)
            for step in recording.steps:
                if tidy(step.intent) != intent:
                    intent = tidy(step.intent)
                    self.lines += _comment(intent)
                self._write_step(place, step)
                place += 1

    def _find_answers(self) -> dict[int, list[AnswerDialog]]:
        """How dialogs are answered, by the index of the step that opens them: Playwright needs the handler first."""
        found: dict[int, list[AnswerDialog]] = {}
        opener: int | None = None
        for place, action in enumerate(self._actions):
            if isinstance(action, AnswerDialog) and opener is not None:
                found.setdefault(opener, []).append(action)
            elif not isinstance(action, AnswerDialog | Wait):
                opener = place
        return found

    def _find_openers(self) -> set[int]:
        """The steps that open a tab which is closed later, where nobody switched to it: the screen went by itself.
        Of a tab that stays open nothing tells, and of several steps that led elsewhere none can be chosen."""
        found: set[int] = set()
        led: list[int] = []
        for place, (step, action) in enumerate(zip(self._steps, self._actions, strict=True)):
            if isinstance(action, CloseTab):
                found |= set(led) if len(led) == 1 else set()
            if isinstance(action, CloseTab | SwitchTab):
                led = []
            elif not isinstance(action, Navigate) and any(expected.kind == "address" for expected in step.expects):
                led.append(place)
        return found

    def _write_step(self, place: int, step: RecordedStep) -> None:
        if place in self._answers:
            self.lines += lay_out(self._playwright.answer(self._answers[place]), 1)
        following = self._actions[place + 1] if place + 1 < len(self._actions) else None
        opens = place in self._openers or (isinstance(following, SwitchTab) and following.number > self._tabs)
        for need in step.needs:
            if check := self._checks.write(need, step):
                self.lines += lay_out(check, 1)
        checks = self._read_checks(step)
        try:
            written = self._statements(place, step)
            if written is None:
                written, checks = self._calls(step, checks, is_named=not opens)
        except NotExported as reason:
            self._leave_out(f"not exported: {reason}")
            written = []
        if opens and written:
            self._tabs += 1
            inner = (f"    {line}" for line in written)
            written = ["    with page.context.expect_page() as opened:", *inner, "    page = opened.value"]
        self.lines += written
        for check in checks:
            self.lines += lay_out(check, 1)

    def _statements(self, place: int, step: RecordedStep) -> list[str] | None:
        """The lines of a step that is more than a call on an element; None for all others."""
        if reading := reading_of(step):
            return self._read(reading)
        match self._actions[place]:
            case AnswerDialog():
                if not any(place > opener for opener in self._answers):
                    raise NotExported(f"{action_sentence(step)} (what opens the dialog is not in the recording)")
                return []
            case Wait() if check := self._checks.write_statement(checked_statement(step)):
                return lay_out(check, 1)
            case Wait(until=until) as wait if until and not step.expects:
                limit = {"timeout": wait.seconds} if wait.seconds else {}
                return self._read(ScreenReading("check" if checked_statement(step) else "wait_for", until, "", limit))
            case Wait():
                return [] if step.expects else ["    # Playwright waits automatically."]
            case SwitchTab(number=number):
                switched = [f"    page = page.context.pages[{number - 1}]", "    page.bring_to_front()"]
                return [] if self._just_opened(number) else switched
            case CloseTab():
                self._tabs = max(1, self._tabs - 1)
                return ["    page.close()", "    page = page.context.pages[-1]"]
            case Upload() as action:
                click, choice = self._playwright.upload(action, step)
                self.remarks += [f"put {tidy(name)!r} beside the test: it is uploaded" for name in action.files]
                return [
                    "    with page.expect_file_chooser() as chooser:",
                    *lay_out(click, 2),
                    *lay_out(choice, 1),
                ]
            case _:
                return None

    def _read(self, reading: ScreenReading) -> list[str]:
        """The lines of a step that reads: an element is looked for by Playwright, all else is in words."""
        if reading.verb == "locate" and reading.anchor and (there := self._checks.locators.locate(reading.anchor)):
            return lay_out(CallChain("").call("expect", Argument(there)).call("to_be_visible"), 1)
        self.asks_agent = True
        options = {name: repr(value) for name, value in reading.options.items() if value and name != "within"}
        if within := reading.options.get("within"):
            options["within"] = literal(within)
        if names := [name for name in self._constants if f"{{{name}}}" in f"{reading.words}{within}"]:
            pairs = ", ".join(f"{literal(name)}: {self._constants[name]}" for name in names)
            options["values"] = f"{{{pairs}}}"
        call = CallChain("agent").call(reading.verb, _demand(reading.words), **options)
        name = f"{reading.name}_read" if reading.name in _OWN_NAMES else reading.name
        return assign(name, call, 1) if name else lay_out(call, 1)

    def _calls(
        self, step: RecordedStep, checks: list[CallChain], *, is_named: bool
    ) -> tuple[list[str], list[CallChain]]:
        """The lines of a step, and its checks. An element that is used more than once gets a variable."""
        statements = self._playwright.write(step)
        anchor = step.anchors.get("target")
        there = self._checks.locators.locate(anchor) if anchor and is_named else None
        lines: list[str] = []
        name = ""
        if (
            anchor
            and there
            and sum(uses(code, there) for code in (*(statement.code for statement in statements), *checks)) > 1
        ):
            name = _name_for(anchor)
            lines += assign(name, there, 1)
        for statement in statements:
            code = replaced(statement.code, there, name) if there and name else statement.code
            if statement.times > 1:
                lines.append(f"    for _ in range({statement.times}):")
            lines += lay_out(code, 1 + (statement.times > 1))
        return lines, [replaced(check, there, name) for check in checks] if there and name else checks

    def _just_opened(self, number: int) -> bool:
        """Whether the previous step was written as one that opens this tab."""
        return number == self._tabs and self.lines[-1:] == ["    page = opened.value"]

    def _read_checks(self, step: RecordedStep) -> list[CallChain]:
        checks: list[CallChain] = []
        action = read_action(step)
        for expectation in step.expects:
            check = self._checks.write(expectation, step)
            if check is None:
                self._leave_out(f"not checked: {expectation} (its number changes with every run)")
            elif isinstance(action, Wait) and action.limit > _PATIENCE:
                checks.append(check.with_argument(timeout=f"{action.limit * 1000:.0f}"))
            else:
                checks.append(check)
        return checks

    def _leave_out(self, remark: str) -> None:
        self.lines += _comment(remark)
        self.remarks.append(tidy(remark))


def _demand(words: str | Mapping[str, str]) -> str:
    if isinstance(words, str):
        return literal(words)
    return f"{{{', '.join(f'{literal(name)}: {literal(text)}' for name, text in words.items())}}}"


def _name_for(anchor: Anchor) -> str:
    """A variable name for an element, from its own name."""
    words = re.findall(r"\w+", SLOT.sub(" ", anchor.name or anchor.label).lower())
    name = "_".join(words[:3])
    is_fit = name.isidentifier() and not keyword.iskeyword(name) and name not in _OWN_NAMES and len(name) <= 30
    return name if is_fit else "field"


def _comment(text: str) -> list[str]:
    """`text` as comment lines that nothing in it can end."""
    wrapped = textwrap.wrap(tidy(without_escapes(text)), WIDTH - 6, break_long_words=False, break_on_hyphens=False)
    return [f"    # {line}" for line in wrapped]


def _begin(first: Recording, url: str, constants: Mapping[str, str]) -> tuple[str, str, str]:
    """The start URL as a constant, the statement that goes there, and a remark."""
    if isinstance(read_action(first.steps[0]), Navigate):
        return "", "", ""
    if not url:
        page = first.page if "*" not in first.page else "/"
        remark = f"it began at {first.page or '/'}: pass --url, or run it with `pytest --base-url ADDRESS`"
        return "", f"    page.goto({filled(page or '/', constants)})", remark
    return f"URL = {filled(start_of(first, url), constants)}", "    page.goto(URL)", ""


def _constant_lines(values: ExportValues, constants: Mapping[str, str]) -> list[str]:
    lines: list[str] = []
    for name in values.names:
        known = values.known.get(name)
        source = f"os.environ[{literal(variable_for(name))}]" if known is None else literal(known)
        lines.append(f"{constants[name]} = {source}")
    return lines


def _imports(code: str) -> list[str]:
    standard = [f"import {name}" for name, use in (("os", "os.environ["), ("re", "re.compile(")) if use in code]
    if "HERE / " in code:
        standard.append("from pathlib import Path")
    names = "Page, expect" if re.search(r"^\s+expect\(", code, re.MULTILINE) else "Page"
    theirs = [f"from playwright.sync_api import {names}"]
    if re.search(r"^\s+(?:\w+ = )?agent\.", code, re.MULTILINE):
        theirs = ["from askonce.sync import Agent", *theirs]
    return [*standard, *([""] if standard else []), *theirs]
