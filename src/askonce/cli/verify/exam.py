"""The questions of one verification, with their answers."""

from __future__ import annotations

from random import Random

from askonce.cli.verify.trial_pictures import TrialScreen, plan_screens
from askonce.lazy import dataclass
from askonce.models.families import Family

WORDS = ("MAPLE", "RIVER", "STONE", "CLOUD", "TIGER", "LEMON", "PIANO", "HARBOR")


@dataclass(frozen=True, slots=True)
class Exam:
    """Random questions, so that no answer can be known in advance."""

    first: int
    second: int
    words: str
    screens: tuple[TrialScreen, ...]

    @classmethod
    def draw(cls, family: Family, random: Random) -> Exam:
        words = f"{random.choice(WORDS)} {random.randint(1000, 9999)}"
        return cls(random.randint(12, 49), random.randint(12, 49), words, tuple(plan_screens(family, random)))
