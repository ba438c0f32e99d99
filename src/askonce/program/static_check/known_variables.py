"""What is known of the variables at one point of a program, before it runs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field

from askonce.lazy import dataclass
from askonce.program.static_check.value_kinds import ANY, ValueKind, joined


@dataclass(slots=True)
class KnownVariables:
    """The variables that are set on every path to this point, those set on some paths only, and their kinds."""

    sure: set[str] = field(default_factory=set[str])
    maybe: set[str] = field(default_factory=set[str])
    kinds: dict[str, ValueKind] = field(default_factory=dict[str, ValueKind])

    @property
    def names(self) -> set[str]:
        return self.sure | self.maybe

    def copy(self) -> KnownVariables:
        return KnownVariables(set(self.sure), set(self.maybe), dict(self.kinds))

    def set(self, name: str, kind: ValueKind = ANY) -> None:
        self.sure.add(name)
        self.kinds[name] = kind

    def forget(self, names: Iterable[str]) -> None:
        """Forget the kinds of these variables."""
        for name in names:
            self.kinds.pop(name, None)

    def drop(self, name: str) -> None:
        self.sure.discard(name)
        self.maybe.discard(name)
        self.kinds.pop(name, None)


def merged(states: Sequence[KnownVariables]) -> KnownVariables | None:
    """What is known where several paths meet; None if no path leads there."""
    if not states:
        return None
    first, *others = states
    sure, every, kinds = set(first.sure), first.names, dict(first.kinds)
    for state in others:
        for name, kind in _differences(kinds, state.kinds):
            if name not in every:
                kinds[name] = kind
            elif name in state.sure or name in state.maybe:
                kinds[name] = joined(kinds.get(name, ANY), kind)
        sure &= state.sure
        every |= state.names
    return KnownVariables(sure, every - sure, kinds)


def _differences(known: Mapping[str, ValueKind], others: Mapping[str, ValueKind]) -> list[tuple[str, ValueKind]]:
    """The kinds that differ between two states. Where paths have just split, most of them are the same object."""
    missing = ((name, ANY) for name in known.keys() - others.keys())
    return [*((name, kind) for name, kind in others.items() if known.get(name) is not kind), *missing]
