"""What a finder is, and what it says when it has found nothing."""

from __future__ import annotations

from typing import Protocol

from askonce.actions import Found, Target
from askonce.lazy import dataclass
from askonce.screens.eyes import Eyes


@dataclass(frozen=True, slots=True)
class Passed:
    """A finder's word that it does not know, and why."""

    reason: str


@dataclass(frozen=True, slots=True)
class NotAsked(Passed):
    """A finder's word that it did not look at all, such as for want of a selector. Errors do not list it.

    What might have found the target has a `remedy`: errors say then why it was not asked, and what helps.
    """

    remedy: str = ""


@dataclass(frozen=True, slots=True)
class Missing(Passed):
    """A finder's word that the target is not there as the caller named it: nobody else is asked."""


class Finder(Protocol):
    """One way to find a target."""

    @property
    def name(self) -> str: ...

    async def find(self, target: Target, eyes: Eyes) -> Found | Passed: ...
