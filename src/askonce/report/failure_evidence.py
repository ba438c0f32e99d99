"""Evidence of a failure: the failed step, its page, and what was tried."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from askonce.lazy import dataclass
from askonce.report.document import ReportNode, Run, TargetSearch


@dataclass(frozen=True, slots=True)
class FailureEvidence:
    """A failure and where it happened."""

    title: str
    """What was to be done."""
    error: str
    path: tuple[ReportNode, ...] = ()
    """The failed part and its ancestors, outermost first."""

    @property
    def step(self) -> ReportNode | None:
        """The action, or the search for its target, that failed."""
        return self.path[-1] if self.path and self.path[-1].kind == "step" else None

    @property
    def line(self) -> ReportNode | None:
        """The innermost line of a program, or item of a script, in which it happened."""
        return next((node for node in reversed(self.path) if node.kind in ("line", "item")), None)

    @property
    def address(self) -> str:
        """The page on which it happened."""
        pictures = (picture for node in reversed(self.path) for picture in (node.before, node.after) if picture)
        return next((picture.address for picture in pictures if picture.address), "")

    @property
    def missed(self) -> tuple[TargetSearch, ...]:
        """Targets that were not found."""
        return tuple(search for search in self.path[-1].searches if search.box is None) if self.path else ()

    @property
    def unmet(self) -> tuple[str, ...]:
        """Expectations of this part that were not met."""
        return tuple(expected.text for node in self.path[-2:] for expected in node.expected if not expected.holds)


def evidence(run: Run) -> tuple[FailureEvidence, ...]:
    """All failures of a run. Failures outside its parts, such as in a test around it, come first."""
    paths = _paths(run.nodes, {failure.node for failure in run.failures})
    found = tuple(
        FailureEvidence(failure.title, failure.error, paths.get(failure.node, ())) for failure in run.failures
    )
    if run.error and all(run.error != evidence.error for evidence in found):
        return FailureEvidence(run.title, run.error), *found
    return found


def _paths(nodes: Iterable[ReportNode], wanted: Collection[str]) -> dict[str, tuple[ReportNode, ...]]:
    """The nodes with these ids, each with its ancestors."""
    found: dict[str, tuple[ReportNode, ...]] = {}
    left = [(node, ()) for node in nodes] if wanted else list[tuple[ReportNode, tuple[ReportNode, ...]]]()
    while left:
        node, above = left.pop()
        path = (*above, node)
        if node.id in wanted:
            found[node.id] = path
        left += [(child, path) for child in node.children]
    return found
