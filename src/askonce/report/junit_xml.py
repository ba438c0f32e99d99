"""JUnit XML for CI servers: suites of cases, well-formed whatever the texts contain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from datetime import UTC, datetime
from typing import Literal
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from askonce.lazy import dataclass, regex

_NO_XML = regex(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

Verdict = Literal["passed", "failure", "error", "skipped"]
"""A failure is a failed check; an error kept the test from finishing."""


@dataclass(frozen=True, slots=True)
class JUnitCase:
    """One test case."""

    name: str
    seconds: float
    verdict: Verdict = "passed"
    text: str = ""
    """Why it did not pass."""
    properties: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class JUnitSuite:
    """A suite of cases."""

    name: str
    cases: Sequence[JUnitCase]
    properties: Mapping[str, str] = field(default_factory=dict[str, str])
    text: str = ""
    """Other output."""
    started: float | None = None
    """Seconds since the epoch."""
    seconds: float | None = None
    """How long it took; by default the sum of its cases."""


def document(suites: Sequence[JUnitSuite]) -> str:
    """The whole file."""
    root = Element("testsuites", name="askonce")
    for suite in suites:
        _suite(root, suite)
    _count(root, list(root.iter("testcase")), sum(float(element.get("time", 0)) for element in root))
    indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(root, encoding="unicode")}\n'


def _suite(root: Element, suite: JUnitSuite) -> None:
    name = _clean(suite.name)
    element = SubElement(root, "testsuite", name=name)
    if suite.started is not None:
        element.set("timestamp", datetime.fromtimestamp(suite.started, UTC).strftime("%Y-%m-%dT%H:%M:%S"))
    _properties(element, suite.properties)
    for case in suite.cases:
        _case(SubElement(element, "testcase", classname=name, name=_clean(case.name)), case)
    spent = sum(case.seconds for case in suite.cases) if suite.seconds is None else suite.seconds
    _count(element, element.findall("testcase"), spent)
    if suite.text:
        SubElement(element, "system-out").text = _clean(suite.text)


def _case(element: Element, case: JUnitCase) -> None:
    element.set("time", f"{case.seconds:.3f}")
    _properties(element, case.properties)
    if case.verdict != "passed":
        text = _clean(case.text)
        result = SubElement(element, case.verdict, message=text.partition("\n")[0])
        if "\n" in text or case.verdict != "skipped":
            result.text = text


def _properties(element: Element, properties: Mapping[str, str]) -> None:
    if properties:
        parent = SubElement(element, "properties")
        for name, value in properties.items():
            SubElement(parent, "property", name=name, value=_clean(value))


def _count(element: Element, cases: Sequence[Element], seconds: float) -> None:
    element.set("tests", str(len(cases)))
    for name, kind in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        element.set(name, str(sum(case.find(kind) is not None for case in cases)))
    element.set("time", f"{seconds:.3f}")


def _clean(text: str) -> str:
    """Remove characters that XML does not allow, even escaped."""
    return _NO_XML.sub("·", text)
