"""The tasks and items of scripts as a tree: items under their tasks and blocks, passes under loops."""

from __future__ import annotations

from askonce.report.document_builder import NodeDraft
from askonce.trace import ItemEnded, ItemStarted, OfScript, PassStarted, TaskEnded, TaskStarted

CONTINUED = "The script continued after this failure, because of continueOnError."


class ScriptReader:
    """Reads the events of scripts, and attaches acts and programs to their items."""

    def __init__(self) -> None:
        self.roots: list[NodeDraft] = []
        self._open: list[NodeDraft] = []
        """The current task, and the items and passes in it that have not ended, outermost first."""
        self._tasks = 0
        self._items = 0

    def place(self, part: NodeDraft) -> None:
        """Attach an act or a program to its item."""
        (self._open[-1].children if self._open else self.roots).append(part)

    def read(self, event: OfScript, at: float) -> None:
        match event:
            case TaskStarted():
                self._tasks += 1
                self._open = []
                self._begin(NodeDraft(f"t{self._tasks}", "task", event.name, at, at, number=event.number, of=event.of))
            case ItemStarted():
                self._items += 1
                self._begin(NodeDraft(f"t{self._tasks}i{self._items}", "item", event.words, at, at, number=event.line))
            case PassStarted():
                self._end_pass(at)
                item = self._open[-1].id if self._open else ""
                self._begin(NodeDraft(f"{item}p{event.number}", "pass", "", at, at, number=event.number, of=event.of))
            case ItemEnded():
                self._end_pass(at, event)
                self._end(event, at)
            case TaskEnded():
                self._open = self._open[:1]
                self._end(event, at)

    def _begin(self, part: NodeDraft) -> None:
        self.place(part)
        self._open.append(part)

    def _end(self, event: ItemEnded | TaskEnded, at: float) -> None:
        if not self._open:
            return
        part = self._open.pop()
        part.end, part.status = at, event.outcome
        if isinstance(event, TaskEnded):
            part.error = event.error
            part.notes += [CONTINUED] if event.continued else []
        else:
            part.message = event.message

    def _end_pass(self, at: float, ended: ItemEnded | None = None) -> None:
        """A pass ends with the next one, or with its loop."""
        if self._open and self._open[-1].kind == "pass":
            part = self._open.pop()
            part.end, part.status = at, ended.outcome if ended else "done"
