"""A title for recorded steps, as a person would write it: what was opened and pressed, the last of it for certain."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from askonce.actions.action_sentence import tidy
from askonce.lazy import regex
from askonce.recordings.exports.step_sentences import CHECK, action_sentence
from askonce.recordings.recording import RecordedStep
from askonce.screens.field_labels import TICKED, is_searching_name

_LONGEST, _LONGEST_NAME = 70, 30
_BY_THE_WAY = regex(
    r"(?:open |press )?(?:(?:accept|allow|agree|reject|decline|only|got it|close|dismiss|cancel|back|next|skip|ok|okay"
    r"|not now|menu)\b.{0,20}|.*\bcookies?\b.*)",
    re.IGNORECASE,
)
"""What is pressed on the way and is hardly ever what it is all about."""
_OPENED = frozenset({"link", "tab", "treeitem", "listitem", "row", "cell", "gridcell", "heading", "text", "img"})
_DOING = regex(
    r"(?:log|sign|check|show|add|edit|delete|remove|create|new|save|send|submit|search|buy|order|pay|open|view|go|start"
    r"|stop|apply|filter|sort|upload|download|print|share|reply|register|continue|confirm|place|update|set|reset|clear)\b",
    re.IGNORECASE,
)
"""Words that say themselves what is done."""


def title_of(steps: Sequence[RecordedStep], values: Mapping[str, object]) -> str:
    """The title. Only names of values stand in braces."""
    phrases = list(dict.fromkeys(_phrases(steps)))
    telling = [phrase for phrase in phrases if not _BY_THE_WAY.fullmatch(phrase)] or phrases
    kept: list[str] = []
    for phrase in reversed(telling):
        if kept and len(", ".join([phrase, *kept])) > _LONGEST:
            break
        kept.insert(0, phrase)
    joined = f"{', '.join(kept[:-1])} and {kept[-1]}" if len(kept) > 1 else "".join(kept)
    title = joined or next((tidy(action_sentence(step)) for step in steps), "") or "recorded steps"
    title = re.sub(r"\{(\w+)\}", lambda slot: slot[0] if slot[1] in values else f"({slot[1]})", title)
    return title[:1].upper() + title[1:]


def _phrases(steps: Sequence[RecordedStep]) -> Iterator[str]:
    for step in steps:
        anchor = next(iter(step.anchors.values()), None)
        name = tidy(anchor.name or anchor.label or anchor.text) if anchor else ""
        role = anchor.role if anchor else ""
        text, options = step.params.get("text"), step.params.get("options")
        if step.intent and not step.intent.startswith(CHECK):
            yield _uncapped(tidy(step.intent))
        elif step.action == "Type" and isinstance(text, str) and is_searching_name(role, name):
            yield f"search for {tidy(text)[:_LONGEST_NAME]}"
        elif step.action == "Select" and isinstance(options, list) and options:
            yield f"choose {tidy(str(options[0]))[:_LONGEST_NAME]}"  # pyright: ignore[reportUnknownArgumentType]
        elif step.action == "Drag" and name:
            yield f"drag {name[:_LONGEST_NAME]}"
        elif step.action in {"Tap", "DoubleTap"} and name and len(name) <= _LONGEST_NAME:
            yield _pressed(role, name)
        elif step.action == "Upload":
            yield "upload a file"


def _pressed(role: str, name: str) -> str:
    if role in TICKED:
        return f"tick {name}"
    if _DOING.match(name):
        return _uncapped(name)
    return f"open {name}" if role in _OPENED else f"press {name}"


def _uncapped(text: str) -> str:
    """A sentence as it goes on in the middle of another; names in capitals stay."""
    return text[:1].lower() + text[1:] if text[1:2].islower() else text
