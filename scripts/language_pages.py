"""The generated pages about what is read without a model: sentences of the embedded model, phrases of programs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from page_text import code, sentence, table

GRAMMAR = files("askonce.embedded.grammar")
PHRASES = files("askonce.program.parser") / "phrases.txt"
EXAMPLES = Path(__file__).parent / "examples"
CHINESE = re.compile(r"[\u4e00-\u9fff]")


@dataclass(frozen=True)
class Group:
    """Lines that stand together in a file of forms."""

    title: str
    lines: tuple[str, ...]


def groups_in(text: str) -> Iterator[Group]:
    """The groups of a file of forms. A heading is a comment that begins with dashes."""
    for part in re.split(r"^# ---- ", text, flags=re.MULTILINE)[1:]:
        title, _, rest = part.partition("\n")
        lines = (line.strip() for line in rest.splitlines())
        yield Group(re.split(r"[:(,]", title)[0].strip(), tuple(line for line in lines if line and line[0] != "#"))


def examples_in(name: str) -> dict[str, list[str]]:
    """The examples of a file: `name: example`, several for a name on several lines."""
    found: dict[str, list[str]] = {}
    for line in (EXAMPLES / name).read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            key, _, example = line.partition(": ")
            found.setdefault(key, []).append(example)
    return found


# ---- sentences of the embedded model

FORMS = {"entries.txt": "An entry of a list", "sources.txt": "A text on the screen", "demands.txt": "Something to read"}
"""Other files of forms, with what their forms speak of."""


def sentence_page() -> str:
    examples = examples_in("sentences.txt")
    parts = [
        "# Sentences\n\n",
        "What the embedded model reads, from the grammar that it reads with. An instruction may have several parts, "
        "joined by commas, “and”, “then” or full stops. A part is also read with a condition (“if a banner is shown, "
        "close it”, “click Save unless the box is ticked”). Everything else is declined, with the reason.\n\n",
        "In the forms, a word in small letters is that word, `a/b` one of several, `thing?` may be left out, `@class` "
        "is a phrase of [that class](#words), and a name in capitals is yours to fill in.\n\n",
    ]
    for group in groups_in((GRAMMAR / "patterns.txt").read_text("utf-8")):
        parts.append(f"## {sentence(group.title).removesuffix('.')}\n\n")
        verbs = dict.fromkeys(line.partition(":")[0] for line in group.lines)
        parts += [f"- {code(example)}\n" for verb in verbs for example in examples.pop(verb, ())]
        parts.append(forms("All forms", [line.partition(":")[2].strip() for line in group.lines]))
    parts.append("## Ways to speak of things\n\n")
    for file, title in FORMS.items():
        lines = [line for line in (GRAMMAR / file).read_text("utf-8").splitlines() if line.strip() and line[0] != "#"]
        parts.append(forms(title, [line.partition(":")[2].strip() for line in lines]))
    return "".join([*parts, _words()]).rstrip() + "\n"


def _words() -> str:
    words = json.loads((GRAMMAR / "words.json").read_text("utf-8"))
    used = set(re.findall(r"@(\w+)", "".join((GRAMMAR / file).read_text("utf-8") for file in ("patterns.txt", *FORMS))))
    used |= {"way", "side", "style", "edge", "verb"}
    rows = [(code(f"@{name}"), ", ".join(held)) for name, held in words["classes"].items() if name in used]
    same = [" = ".join(group) for group in words["groups"]]
    return (
        "## Words\n\n"
        + table(("class", "phrases"), rows)
        + "Names of elements that mean the same:\n\n"
        + "".join(f"- {line}\n" for line in same)
    )


def forms(title: str, lines: list[str]) -> str:
    """Forms in a block that can be opened."""
    inner = "".join(f"    {line}\n" for line in lines)
    return f'\n??? note "{title}"\n\n    ```text\n{inner}    ```\n\n'


# ---- phrases of programs

TITLES: Mapping[str, str] = {
    "head": "Blocks",
    "results": "Where a result goes",
    "do": "Statements",
    "value": "Values in words",
    "item": "Objects in lists",
    "column": "Columns",
    "app": "Apps",
    "true of": "Conditions",
}
"""The headings of the page, by how the names of sections begin."""
WORDS: Mapping[str, str] = {
    "compare": "Comparisons",
    "connect": "Connectives",
    "operator": "Arithmetic in words",
    "truth": "Truth",
    "aggregate": "Totals",
    "direction": "Orders",
    "type": "Types",
    "ordinal": "Places",
    "count": "Numbers in words",
}


def phrase_page() -> str:
    sections, words = read_phrases(PHRASES.read_text("utf-8"))
    examples = examples_in("phrases.txt")
    parts = [
        "# Program phrases\n\n",
        "Every phrase that a program (`.stp`) runs by itself, from the table that it is read with. A line that fits no "
        "phrase is a step in plain words. Case does not matter; a full stop at the end may be left out.\n\n",
        "In the phrases, `[a]` may be left out, `(a|b)` is one of several, `<name>` stands for your words, and "
        "`<name:reference>` for a variable such as `{total}`; `quoted` is a quoted text, `operand` a quoted text or a "
        "variable. Phrases marked **record** may end in [where the result goes](#where-a-result-goes), and those "
        "marked **record!** must.\n\n",
    ]
    for start, title in TITLES.items():
        parts.append(f"## {title}\n\n")
        for name, (mark, phrases) in sections.items():
            if name == start or name.startswith(f"{start} "):
                parts.append(_section(name.removeprefix(f"{start} "), mark, phrases, examples.get(name, ())))
    parts.append("## Words and signs\n\n")
    for start, title in WORDS.items():
        held = {name.removeprefix(f"{start} "): spelled for name, spelled in words.items() if name.startswith(start)}
        rows = [(code(name), ", ".join(spelled)) for name, spelled in held.items()]
        parts.append(f"### {title}\n\n{table(('meaning', 'written'), rows)}")
    return "".join(parts).rstrip() + "\n"


def read_phrases(text: str) -> tuple[dict[str, tuple[str, list[str]]], dict[str, list[str]]]:
    """The sections of the phrase table with a mark for their result, and its words."""
    sections: dict[str, tuple[str, list[str]]] = {}
    words: dict[str, list[str]] = {}
    name = ""
    for line in filter(None, (line.strip() for line in text.splitlines())):
        header = re.fullmatch(r"\[([^\]]*?)( =)?(?: -> v(\?)?)?\]", line)
        if header:
            name = header[1]
            if header[2]:
                words[name] = []
            else:
                sections[name] = ("record" if header[3] else "record!" if "->" in line else "", [])
        elif not line.startswith("#"):
            if name in words:
                words[name] += [word.strip() for word in line.split(";") if word.strip()]
            else:
                sections[name][1].append(line)
    return sections, words


def _section(name: str, mark: str, phrases: list[str], examples: list[str] | tuple[str, ...]) -> str:
    english = [phrase for phrase in phrases if not CHINESE.search(phrase)]
    shown = [example.replace("\\n", "\n") for example in examples]
    parts = [f"### {sentence(name).removesuffix('.')}{f' ({mark})' if mark else ''}\n\n"]
    if shown:
        parts += ["```stp\n", "\n".join(shown), "\n```\n\n"]
    parts.append(forms("Phrases", english))
    if len(english) < len(phrases):
        parts.append(forms("In Chinese", [phrase for phrase in phrases if CHINESE.search(phrase)]))
    return "".join(parts)
