"""The sections of a reply in tags, in order, and which of them are its last word.

A reply may think aloud, draft its answer inside that thinking, give its answer twice, or give several actions that are
all meant. What counts is decided by these rules:

1. Reasoning is not an answer. What stands inside `<think>` and inside `<thought>` is never read as an action or an end,
   and what comes before a stray `</think>` is reasoning too.
2. A section goes from its opening tag to the last closing tag of that name before the next section begins. One that is
   never closed holds the text up to the next `<`.
3. Actions that follow one another are several actions, all meant, equal or not.
4. A new draft begins with a `<thought>` after an action or an end, and with an action after an end. The last draft is
   the answer. When an earlier draft asked for something else, the answer stands but its end is in doubt: perhaps the
   parts were all meant, and then not everything was done.
5. A draft without an end that says the same `<memory>`, `<log>` and actions over and over said them once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from askonce.lazy import dataclass
from askonce.models.reply_text import Mark, marks, text_until_tag

REASONING = frozenset({"think", "thinking", "reasoning"})
THOUGHTS = frozenset({"thought", "planning"})
ACTIONS = frozenset({"action-type", "action-param-json", "action"})
ENDS = frozenset({"complete", "error"})
_LISTS = frozenset({"update-plan-content", "mark-sub-goal-done"})
_STEPS = frozenset({"belief", "result"})
_WIDE = _LISTS | _STEPS | {"action", "action-param-json"}
"""Sections with `<` of their own inside; unclosed, they reach to the next section."""
_OUTER = REASONING | THOUGHTS | ACTIONS | ENDS | _LISTS | _STEPS | {"memory", "log", "expect", "jump", "go-on"}


@dataclass(frozen=True, slots=True)
class ReplySection:
    """One tag of the answer; `closed` is false when its text may have been cut."""

    name: str
    attributes: Mapping[str, str]
    content: str
    closed: bool = True


@dataclass(frozen=True, slots=True)
class ReplyDraft:
    """The answer of a reply; `doubt` says why its end cannot be trusted, if so."""

    sections: tuple[ReplySection, ...]
    doubt: str = ""

    def all(self, *names: str) -> list[ReplySection]:
        return [section for section in self.sections if section.name in names]

    def last(self, *names: str) -> str:
        """What the last section of these names says; empty without one."""
        found = self.all(*names)
        return found[-1].content.strip() if found else ""


def last_draft(text: str) -> ReplyDraft:
    """The answer in `text`, by the rules above."""
    drafts = [_said_once(draft) for draft in _drafts(_outer_sections(text))]
    asked_for = [_said(section for section in draft if section.name in ACTIONS | ENDS) for draft in drafts]
    differs = any(asked != asked_for[-1] for asked in asked_for)
    doubt = "the reply holds several answers that differ, and only the last one was taken" if differs else ""
    return ReplyDraft(tuple(drafts[-1]), doubt)


def inner_sections(text: str, name: str) -> Iterator[ReplySection]:
    """The tags `name` inside a section such as a list of sub-goals."""
    found = [mark for mark in marks(text) if mark.name == name]
    for mark, after in zip(found, [*found[1:], None], strict=False):
        if mark.empty:
            yield ReplySection(name, mark.attributes, "")
        elif not mark.closing:
            content = text[mark.end : after.start] if after and after.closing else text_until_tag(text, mark.end)
            yield ReplySection(name, mark.attributes, content)


def _outer_sections(text: str) -> list[ReplySection]:
    """All sections of the answer in order (rules 1 and 2)."""
    found = [mark for mark in marks(text) if mark.name in _OUTER]
    last_reasoning = max((i for i, mark in enumerate(found) if mark.closing and mark.name in REASONING), default=-1)
    sections: list[ReplySection] = []
    index = 0
    while index < len(found):
        mark = found[index]
        index += 1
        if mark.closing:
            if mark.name in REASONING:
                sections.clear()
        elif mark.name in REASONING:
            if last_reasoning < index:
                break  # cut off before it came to an answer
            index = 1 + next(i for i in range(index, len(found)) if found[i].closing and found[i].name in REASONING)
        elif mark.name == "action" and not {"type", "name"} & mark.attributes.keys():
            continue  # a wrapper about a pair
        elif mark.empty:
            sections.append(ReplySection(mark.name, mark.attributes, ""))
        else:
            end = (_thought_end if mark.name in THOUGHTS else _last_closing)(found, index, mark.name)
            sections.append(_section(text, mark, found[end] if end else None, found[index : index + 1]))
            index = end + 1 if end else index
    return sections


def _thought_end(found: Sequence[Mark], index: int, name: str) -> int | None:
    """The closing tag of a thought, whatever stands before it, unless another thought begins first."""
    after = next((i for i in range(index, len(found)) if found[i].name == name), None)
    return after if after and found[after].closing else None


def _last_closing(found: Sequence[Mark], index: int, name: str) -> int | None:
    """The last closing tag `name` from `index` on, before another tag opens."""
    last: int | None = None
    while index < len(found) and found[index].closing:
        last = index if found[index].name == name else last
        index += 1
    return last


def _section(text: str, opening: Mark, closing: Mark | None, after: Sequence[Mark]) -> ReplySection:
    if closing:
        return ReplySection(opening.name, opening.attributes, text[opening.end : closing.start])
    if opening.name in _WIDE:
        end = after[0].start if after else len(text)
        return ReplySection(opening.name, opening.attributes, text[opening.end : end], closed=False)
    return ReplySection(opening.name, opening.attributes, text_until_tag(text, opening.end), closed=False)


def _drafts(sections: Sequence[ReplySection]) -> list[list[ReplySection]]:
    """The sections of each draft (rule 4); at least one draft, which may be empty."""
    drafts: list[list[ReplySection]] = [[]]
    heads: list[ReplySection] = []
    begun = ended = False
    for section in sections:
        if section.name not in ACTIONS | ENDS:
            heads.append(section)
            continue
        thought = next((i for i, head in enumerate(heads) if head.name in THOUGHTS), None)
        if begun and thought is not None:
            drafts[-1] += heads[:thought]
            drafts.append(heads[thought:])
            ended = False
        elif ended and section.name in ACTIONS:
            drafts.append(heads)
            ended = False
        else:
            drafts[-1] += heads
        begun, ended, heads = True, ended or section.name in ENDS, []
        drafts[-1].append(section)
    drafts[-1] += heads
    return drafts


def _said_once(draft: list[ReplySection]) -> list[ReplySection]:
    """The draft without repetitions of all of it (rule 5); with an end, its last part is unlike the others."""
    blocks: list[list[ReplySection]] = [[]]
    acted = False
    for section in draft:
        if acted and section.name in {"memory", "log"}:
            blocks.append([])
            acted = False
        acted = acted or section.name in ACTIONS
        blocks[-1].append(section)
    repeats = all(_said(block) == _said(blocks[0]) for block in blocks)
    return blocks[0] if repeats else draft


def _said(sections: Iterable[ReplySection]) -> list[tuple[str, str, dict[str, str]]]:
    """What counts when two drafts are compared."""
    return [(section.name, section.content.strip(), dict(section.attributes)) for section in sections]
