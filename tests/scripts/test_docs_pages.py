"""The generated pages of the documentation say what the code says, all of it, with examples that are read as such."""

from __future__ import annotations

import inspect
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import fields
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from midscene_corpus import keys_in, samples
from ruamel.yaml import YAML

from askonce import errors
from askonce.actions import BUILT_IN
from askonce.agent import Agent
from askonce.cli.app import command_line
from askonce.config import SETTINGS
from askonce.embedded.grammar import read_part
from askonce.embedded.grammar.sentence_patterns import patterns
from askonce.program.expression_tree import ScreenCondition
from askonce.program.parser import read_program
from askonce.program.parser.line_skeleton import GROUP, LIST, OBJECT, Skeleton, SourceSpan, read_skeleton
from askonce.program.parser.phrase_table import phrase_table
from askonce.script.flow_blocks import ITEMS
from askonce.script.flow_player import condition_of
from askonce.tools.screen_tools import SCREEN_TOOLS

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "askonce"


@pytest.fixture(scope="module")
def pages() -> Iterator[Any]:
    """The scripts, as Python finds them beside one another."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT / "scripts"))
        import docs_pages

        yield docs_pages
        for name in ("docs_pages", "interface_pages", "language_pages", "midscene_pages", "script_pages", "page_text"):
            sys.modules.pop(name, None)


def text_of(name: str) -> str:
    return (ROOT / "docs" / "reference" / name).read_text("utf-8")


def test_the_pages_are_up_to_date(pages: Any) -> None:
    late = [path.name for path in pages.outdated()]

    assert late == [], "run python scripts/docs_pages.py"


def test_every_setting_and_every_field_has_a_row_with_a_meaning(pages: Any) -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \| (.+) \|$", text_of("settings.md"), re.MULTILINE))

    assert [setting.name for setting in SETTINGS if not rows.get(setting.name, "").strip()] == []
    from interface_pages import CLASSES
    from page_text import field_notes

    bare = [f"{kind.__name__}.{f.name}" for kind in CLASSES for f in fields(kind) if f.name not in field_notes(kind)]
    assert bare == []


def test_every_error_is_described() -> None:
    kinds = [kind for _, kind in inspect.getmembers(errors, inspect.isclass) if kind.__module__ == errors.__name__]

    assert len(kinds) > 20
    assert [kind.__name__ for kind in kinds if f"- **`{kind.__name__}`**: " not in text_of("errors.md")] == []


def test_every_command_is_described() -> None:
    def paths(group: Any, path: str) -> Iterator[str]:
        for name, command in group.commands.items():
            yield from paths(command, f"{path} {name}") if hasattr(command, "commands") else [f"{path} {name}"]

    assert [path for path in paths(command_line(), "askonce") if f"\n### {path}\n" not in text_of("commands.md")] == []


def test_every_item_of_scripts_is_described_by_all_its_keys() -> None:
    heads = set(re.findall(r"`(\w+)`", "".join(re.findall(r"^### .+$", text_of("script-items.md"), re.MULTILINE))))

    assert {key for item in ITEMS for key in item.called} <= heads


def test_every_key_of_midscenes_scripts_stands_in_the_table_of_its_names(pages: Any) -> None:
    from midscene_pages import sections

    named = {title: {name for fate in fates for name in fate.name.split(", ")} for title, fates in sections().items()}
    everywhere = set[str]().union(*named.values())
    of_scripts = set[str]().union(*(names for title, names in named.items() if not title.endswith(" of an agent")))
    scripts = [sample.path for sample in samples() if sample.name != "unknown_keys_are_remarks"]
    keys = {key for path in scripts for key in keys_in(YAML(typ="safe").load(path))}
    methods = json.loads((PACKAGE / "cli" / "migration" / "midscene_methods.json").read_text("utf-8"))

    assert len(keys) > 100
    assert sorted(keys - of_scripts) == []
    assert sorted(set(methods) - everywhere) == []


def test_what_the_table_of_midscenes_names_calls_by_name_exists(pages: Any) -> None:
    from midscene_pages import sections

    text = " ".join(fate.why for fates in sections().values() for fate in fates)
    source = inspect.getsource(Agent) + inspect.getsource(inspect.getmodule(Agent))  # type: ignore[arg-type]
    methods = {camel_to_snake(action.title()) for action in BUILT_IN}
    named = set(re.findall(r"`(?:with )?agent\.(\w+)", text))

    assert len(named) > 25
    assert [
        name for name in named if not hasattr(Agent, name) and name not in methods and f"self.{name}" not in source
    ] == []


def camel_to_snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def test_every_tool_is_described() -> None:
    assert [name for name in SCREEN_TOOLS if f"\n### {name}\n" not in text_of("mcp-tools.md")] == []
    assert "\n### tap\n" in text_of("mcp-tools.md")


def test_conditions_are_read_as_the_page_says(pages: Any) -> None:
    from script_pages import CONDITIONS

    about_screen = [isinstance(condition_of(words), ScreenCondition) for words, _ in CONDITIONS]

    assert about_screen == [False] * (len(CONDITIONS) - 2) + [True] * 2


def test_every_verb_of_the_embedded_model_has_an_example_that_is_read_as_it(pages: Any) -> None:
    from language_pages import examples_in

    examples = examples_in("sentences.txt")
    assert {pattern.verb for pattern in patterns()} == examples.keys()
    misread = [(verb, line) for verb, lines in examples.items() for line in lines if verb not in _verbs(line)]
    assert misread == []


def _verbs(line: str) -> set[str]:
    return {intent.verb for intent in read_part(line)}


def test_every_section_of_phrases_has_an_example_that_is_read_and_holds_a_phrase_of_it(pages: Any) -> None:
    from language_pages import examples_in

    examples = examples_in("phrases.txt")
    sections = phrase_table().sections
    assert examples.keys() == sections.keys()
    for section, programs in examples.items():
        for program in programs:
            lines = program.replace("\\n", "\n").splitlines()
            problems = read_program("\n".join(lines))[1]
            assert [problem for problem in problems if problem.severity == "error"] == [], program
            spans = [span for line in lines for span in _spans(read_skeleton(line, 1, 1))]
            assert any(phrase.match(span) is not None for phrase in sections[section] for span in spans), program


def _spans(skeleton: Skeleton) -> Iterator[SourceSpan]:
    """All stretches of words in a line, and in what it encloses."""
    whole = skeleton.whole
    stops = sorted({at for word in re.finditer(r"\w+|[^\w\s]", whole.text) for at in word.span()})
    yield from (whole.part(start, end) for start, end in combinations(stops, 2))
    for at, sign in enumerate(whole.text):
        if sign in (GROUP, LIST, OBJECT):
            yield from _spans(whole.part(at, at + 1).inside)


def test_every_phrase_is_on_its_page() -> None:
    shown = text_of("program-phrases.md")
    table = (ROOT / "src" / "askonce" / "program" / "parser" / "phrases.txt").read_text("utf-8")
    phrases = [line for line in table.partition("[connect and =]")[0].splitlines() if line and line[0] not in "#["]

    assert len(phrases) > 150
    assert [line for line in phrases if line not in shown and ";" not in line] == []
