"""Prompts that a person picks in a client, such as for writing a test."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from string import Template

from askonce.errors import ConfigError
from askonce.lazy import dataclass

FORMS: Mapping[str, str] = {
    "pytest": "a pytest file that uses the fixture `agent`: `agent.act(…)` for what is done, `agent.check(…)` for what "
    "must be so, plain `assert` for what `agent.query(…)` gave",
    "stp": "a program (.stp), which `askonce check` accepts",
    "yaml": "a YAML script, with `aiAct`, `aiAssert` and their kin as the steps of its tasks",
}


@dataclass(frozen=True, slots=True)
class PromptTemplate:
    """A prompt with what it asks for: argument names with what each is, `?` behind those that may be left out."""

    name: str
    description: str
    arguments: Mapping[str, str]


WRITE_TEST = PromptTemplate(
    "write_test",
    "Try something out in the browser, then write it down as a test.",
    {
        "goal": "what the test is to show, in plain words",
        "url": "the page to start on",
        "form?": f"{', '.join(FORMS)}; pytest when left out",
    },
)


def write(prompt: PromptTemplate, given: Mapping[str, str]) -> str:
    """The text of a prompt with its arguments in it."""
    lacking = [name for name in prompt.arguments if not name.endswith("?") and not given.get(name, "").strip()]
    form = given.get("form") or "pytest"
    if lacking:
        raise ConfigError(f"{prompt.name} lacks {', '.join(lacking)}", remedy="pass it as an argument of the prompt")
    if form not in FORMS:
        raise ConfigError(f"{prompt.name} cannot write {form!r}", remedy=f"form is one of {', '.join(FORMS)}")
    text = (files("askonce.mcp") / f"{prompt.name}.md").read_text("utf-8")
    return Template(text).substitute(goal=given["goal"], url=given["url"], form=FORMS[form])
