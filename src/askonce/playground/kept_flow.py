"""What was kept of a sitting: asks that worked, in an order, as recordings that can be proved and exported."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from askonce.actions import Action
from askonce.errors import ConfigError
from askonce.lazy import dataclass
from askonce.recordings.exports import Export, export_pytest, export_stp, export_yaml
from askonce.recordings.exports.step_sentences import CHECK, action_sentence, checked_statement, expectation_in
from askonce.recordings.page_keys import page_of
from askonce.recordings.recording import Entry, RecordedStep, Recording, RecordingFile
from askonce.recordings.recording_writer import write_recordings
from askonce.values import Secret

KeptFormat = Literal["recording", "yaml", "pytest", "stp"]
Proof = Literal["unproven", "proven", "failed", "not tried"]
_EXPORTS: Mapping[str, Callable[..., Export]] = {"yaml": export_yaml, "pytest": export_pytest, "stp": export_stp}
_PATIENCE = 10
"""Seconds that a check waits for what it says."""
UNPROVEN = "not proven: nobody has run all of it from the start yet"


@dataclass(slots=True)
class KeptItem:
    """One thing that worked, as steps that can be done again."""

    number: int
    """That of the ask."""
    tool: str
    title: str
    recording: Recording
    values: Mapping[str, str | Secret]
    address: str
    """Where the screen was before it."""
    proof: Proof = "unproven"
    reason: str = ""

    def fields(self) -> dict[str, Any]:
        steps = [checked_statement(step) or action_sentence(step) for step in self.recording.steps]
        return {
            "ask": self.number,
            "tool": self.tool,
            "title": self.title,
            "steps": steps,
            "proof": self.proof,
            "reason": self.reason,
        }


class KeptFlow:
    """The kept items in their order. What changes the order makes all of them unproven: each begins where the one
    before it ends."""

    def __init__(self) -> None:
        self.items: list[KeptItem] = []

    @property
    def is_proven(self) -> bool:
        return bool(self.items) and all(item.proof == "proven" for item in self.items)

    def at(self, place: int) -> KeptItem:
        if not 0 <= place < len(self.items):
            kept = f"there are {len(self.items)}, counted from 0" if self.items else "nothing is kept yet"
            raise ConfigError(f"nothing is kept at {place}", remedy=kept)
        return self.items[place]

    def add(self, item: KeptItem) -> None:
        self.items.append(item)
        self._doubt()

    def move(self, place: int, to: int) -> None:
        item = self.at(place)
        self.at(to)
        if place != to:
            self.items.remove(item)
            self.items.insert(to, item)
            self._doubt()

    def rename(self, place: int, title: str) -> None:
        title = " ".join(title.split())
        if not title:
            raise ConfigError("a title needs words", remedy="say what is done, such as: Log in")
        self.at(place).title = title

    def remove(self, place: int) -> None:
        self.items.remove(self.at(place))
        self._doubt()

    def _doubt(self) -> None:
        for item in self.items:
            item.proof, item.reason = "unproven", ""

    # ---- what comes out

    def export(self, format: KeptFormat) -> Export:
        """All of it in another form, with a remark if it is not proven."""
        if not self.items:
            raise ConfigError("nothing is kept yet", remedy="keep something that worked first")
        made = self._recorded() if format == "recording" else self._exported(format)
        return made if self.is_proven else Export(made.text, (UNPROVEN, *made.remarks))

    def _recorded(self) -> Export:
        file = RecordingFile().with_entries(*(item.recording for item in self.items))
        twice = len(self.items) - len(file.recordings)
        remarks = ("what was kept more than once is in it once: it is asked for by its words",) if twice else ()
        return Export(write_recordings(file), remarks)

    def _exported(self, format: KeptFormat) -> Export:
        titles: dict[str, int] = {}
        recordings: list[Recording] = []
        for item in self.items:
            count = titles[item.title] = titles.get(item.title, 0) + 1
            title = item.title if count == 1 else f"{item.title} ({count})"
            recordings.append(item.recording.model_copy(update={"instruction": title}))
        first = self.items[0].address
        plain = {
            name: value for item in self.items for name, value in item.values.items() if not isinstance(value, Secret)
        }
        url = first if first.startswith(("http://", "https://", "file://")) else ""
        return _EXPORTS[format](recordings, url=url, values=plain)


def recording_of(
    tool: str,
    arguments: Mapping[str, Any],
    entries: Sequence[Entry],
    action: type[Action[Any]] | None,
    *,
    screen: str,
    address: str,
    why: str = "",
) -> Recording:
    """What was recorded of an ask that worked: of an instruction or an action; a check is one step.

    `why` says why something else was done than to replay it, or why it is not recorded.
    """
    if tool in {"check", "wait_for"}:
        statement = " ".join(str(arguments["statement"]).split())
        wait = {"seconds": arguments.get("timeout") or _PATIENCE, "until": statement}
        expected = expectation_in(statement)
        expects = (expected,) if expected else ()
        step = RecordedStep(intent=f"{CHECK}{statement}", action="Wait", params=wait, expects=expects)
        return Recording(instruction=f"{CHECK}{statement}", screen=screen, page=page_of(address), steps=(step,))
    recorded = [entry for entry in entries if isinstance(entry, Recording)]
    if recorded and (tool == "act" or action):
        return recorded[-1]
    if action and not action.target_fields():
        params = {name: value for name, value in arguments.items() if name in action.model_fields}
        step = RecordedStep(action=action.title(), params=params)
        return Recording(instruction=action_sentence(step), screen=screen, page=page_of(address), steps=(step,))
    if tool == "act" or action:
        raise ConfigError(
            f"nothing of this is recorded, so it cannot be done again without a model{f' ({why})' if why else ''}",
            remedy="ask for it in words that say what to do, on a page where something is left to do",
        )
    raise ConfigError(
        f"{tool} is not a step of a flow",
        remedy="keep what does something or checks something: act, check, wait_for or a single action",
    )
