"""No text of a recording breaks out of where it stands in an exported file."""

from __future__ import annotations

import ast
import io
import re
from itertools import cycle
from typing import Any

from export_samples import recording
from hypothesis import example, given
from hypothesis import strategies as st
from ruamel.yaml import YAML

from askonce.recordings.exports import export_pytest, export_stp, export_yaml
from askonce.recordings.exports.export_result import without_escapes
from askonce.recordings.exports.python_source import docstring, filled, literal, pattern
from askonce.recordings.exports.step_sentences import sentence_of
from askonce.recordings.recording import Anchor, RecordedStep, Recording
from askonce.screens.expectation import Expectation, read_expectations
from askonce.screens.ui_tree import plain

HOSTILE = (
    '"""', "'''", '")\nimport os\n#', "\\", "\\\"", "{", "}}", "{user}", "{{user}}", "\r\n", "\u2028", "\u202e", "\x85",
    "\x00", "# coding: utf-7", "שלום", "🦊", ": - ", "- x", "${HOME}", "null", "~", "%YAML", "---", "\ufeff", "]", ")",
)  # fmt: skip
texts = st.one_of(
    st.text(max_size=30), st.lists(st.sampled_from(HOSTILE) | st.text(max_size=5), max_size=5).map("".join)
)
expectations = st.builds(Expectation, st.sampled_from(["visible", "gone", "address", "field"]), texts, texts)


def made_of(words: list[str]) -> Recording:
    """A recording with these texts in all its places."""
    text = cycle(words)
    some = lambda: next(text)  # noqa: E731 - one letter less to read in the table below
    spoken = next((word for word in words if word.strip()), "it")
    anchors = [
        Anchor(role="button", name=some(), row=(some(),), inside=(f'dialog "{some()}"', some())),
        Anchor(role="clickable", name=some(), frame=some(), ordinal=2, like=3),
        Anchor(role="textbox", label=some(), around=("row",), row=(some(), some())),
        Anchor(role="textbox", name=some(), attributes={"data-testid": some(), "data-qa": some()}),
        Anchor(role="link", attributes={"href": some(), "id": some(), "data-cy": some()}, paths=(some(),)),
        Anchor(paths=(f"{some()} |>>| {some()}", some())),
    ]
    done: list[tuple[str, dict[str, Any]]] = [
        ("Tap", {"target": spoken}),
        ("Type", {"target": spoken, "text": some()}),
        ("Type", {"text": some(), "enter": True}),
        ("Select", {"target": spoken, "options": [some(), some()]}),
        ("Upload", {"target": spoken, "files": [some()]}),
        ("AnswerDialog", {"accept": True, "text": some()}),
        ("Navigate", {"url": some()}),
        (some(), {some(): some(), "target": some()}),
    ]
    kinds: list[Any] = ["visible", "gone", "address", "field"]
    return Recording(
        instruction=some(),
        screen="web",
        page=some(),
        only={some(): some()},
        steps=tuple(
            RecordedStep(
                intent=some() if place % 2 else "",
                action=action,
                params=params,
                anchors={"target": anchors[place % len(anchors)]},
                expects=(Expectation(kinds[place % 4], some(), some()),),
            )
            for place, (action, params) in enumerate(done)
        ),
    )


recordings = st.lists(texts, min_size=7, max_size=7).map(made_of)
several = st.lists(recordings, min_size=1, max_size=2)
values = st.fixed_dictionaries({}, optional={"user": texts})
KNOWN = {
    "page",
    "expect",
    "re",
    "os",
    "Path",
    "Page",
    "range",
    "opened",
    "chooser",
    "dialog",
    "__file__",
    "URL",
    "HERE",
}


@given(several, values, st.sampled_from(["", "http://localhost:8000"]))
def test_any_recording_gives_a_test_that_calls_nothing_but_playwright(
    several: list[Recording], values: dict[str, str], url: str
) -> None:
    tree = ast.parse(export_pytest(several, url=url, values=values).text.encode())

    named = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    assigned = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    assert named <= KNOWN | assigned
    assert [type(node) for node in tree.body if not isinstance(node, ast.Assign)][-1:] == [ast.FunctionDef]
    assert sum(isinstance(node, ast.FunctionDef) for node in ast.walk(tree)) == 1


@given(texts.filter(str.strip), texts.filter(lambda text: "{" not in text))
def test_typed_texts_come_out_as_they_went_in(words: str, text: str) -> None:
    step = RecordedStep(
        action="Type", params={"text": text, "target": words}, anchors={"target": Anchor(role="textbox", name="A")}
    )

    tree = ast.parse(export_pytest([recording(step)]).text)

    assert text in {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}


@given(texts, texts)
def test_values_stand_where_their_names_stood(before: str, after: str) -> None:
    text = f"{before}-{{user}}-{after}"

    made = eval(filled(text, {"user": "USER"}), {"USER": "·"}) if "{" not in before + after else None

    assert made in (f"{before}-·-{after}", None)
    assert eval(literal(text)) == text


@given(texts)
def test_an_address_is_looked_for_letter_by_letter(text: str) -> None:
    if "{" not in text:
        assert re.fullmatch(eval(pattern(text, {})), text)


@given(texts.filter(lambda text: text.isprintable()))
def test_a_docstring_says_what_was_said(text: str) -> None:
    assert ast.literal_eval(docstring(text)) == text


@given(expectations.filter(lambda one: bool(plain(one.text))))
def test_the_sentence_of_an_expectation_is_read_back_as_that_expectation(expectation: Expectation) -> None:
    if expectation.kind != "field":
        expectation = Expectation(expectation.kind, expectation.text)

    assert read_expectations(sentence_of(expectation)) == (expectation,)


@given(several, values)
@example([made_of(["\x85"])], {})
def test_any_recording_gives_a_script_that_is_read_back(several: list[Recording], values: dict[str, str]) -> None:
    text = export_yaml(several, values=values).text

    script = YAML(typ="safe").load(io.StringIO(text))

    typed = [item["value"] for task in script["tasks"] for item in task["flow"] if "aiInput" in item]
    taken = {(one.instruction, one.page): one for one in reversed(several)}.values()
    wanted = [step.params["text"] for one in reversed(list(taken)) for step in one.steps if step.action == "Type"]
    assert list(map(without_escapes, typed)) == wanted


@given(several, values)
def test_any_recording_gives_a_program_of_one_line_a_step(several: list[Recording], values: dict[str, str]) -> None:
    lines = export_stp(several[:1], values=values).text.split("\n")

    said = [line for line in lines if line and not line.startswith(("#", "set variable {"))]
    steps = several[0].steps
    assert len(steps) <= len(said) <= sum(1 + len(step.expects) for step in steps)
    assert all(line == line.strip() for line in said)
