"""What came of a batch as JUnit XML, which CI servers read: a suite for each script, a case for each of its tasks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from understudy.script.batch_summary import Attempt, Outcome
from understudy.script.playing import TaskResult

_NO_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit(outcomes: Sequence[Outcome], names: Sequence[str]) -> str:
    """The document; `names` are those that the scripts are called by."""
    root = Element("testsuites", name="understudy")
    for outcome, name in zip(outcomes, names, strict=True):
        _suite(root, outcome, _clean(name))
    _count(root, list(root.iter("testcase")))
    indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(root, encoding="unicode")}\n'


def _suite(root: Element, outcome: Outcome, name: str) -> None:
    suite = SubElement(root, "testsuite", name=name)
    last = outcome.last
    for task in _cases(last):
        case = SubElement(suite, "testcase", classname=name, name=_clean(task.name), time=f"{task.seconds:.3f}")
        if task.status == "failed":
            _failure(case, task.error)
        elif task.status == "notRun":
            SubElement(case, "skipped", message="it was not run")
    _count(suite, list(suite))
    if said := "\n".join(_remarks(outcome)):
        SubElement(suite, "system-out").text = _clean(said)


def _cases(last: Attempt) -> list[TaskResult]:
    """The tasks; where none of them is to blame, the script itself stands for what went wrong."""
    tasks = list(last.tasks)
    whole = TaskResult("(the script)", "failed", last.error, seconds=last.duration)
    match last.result_type:
        case "success":
            return tasks or [replace(whole, status="done")]
        case "notExecuted":
            return tasks or [replace(whole, status="notRun")]
        case "failed" | "partialFailed":
            return tasks if any(task.status == "failed" for task in tasks) else [whole, *tasks]


def _failure(case: Element, error: str) -> None:
    text = _clean(error)
    SubElement(case, "failure", message=text.partition("\n")[0]).text = text


def _remarks(outcome: Outcome) -> Iterator[str]:
    for number, attempt in enumerate(outcome.attempts[:-1], 1):
        yield f"attempt {number} {attempt.result_type}: {attempt.error}"
        if attempt.report:
            yield f"report of attempt {number}: {attempt.report}"
    if outcome.last.report:
        yield f"report: {outcome.last.report}"
    if outcome.last.output:
        yield f"output: {outcome.last.output}"


def _count(element: Element, cases: Sequence[Element]) -> None:
    element.set("tests", str(len(cases)))
    element.set("failures", str(sum(case.find("failure") is not None for case in cases)))
    element.set("errors", "0")
    element.set("skipped", str(sum(case.find("skipped") is not None for case in cases)))
    element.set("time", f"{sum(float(case.get('time', 0)) for case in cases):.3f}")


def _clean(text: str) -> str:
    """Without characters that may not stand in XML, not even as codes."""
    return _NO_XML.sub("·", text)
