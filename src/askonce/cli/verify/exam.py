"""The questions of one verification, with the answers."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from askonce.cli.verify.trial_pictures import Scene, plan_scenes
from askonce.models.families import Family

WORDS = ("MAPLE", "RIVER", "STONE", "CLOUD", "TIGER", "LEMON", "PIANO", "HARBOR")


@dataclass(frozen=True, slots=True)
class Exam:
    """Drawn by lot, so that no answer can be known beforehand."""

    first: int
    second: int
    words: str
    scenes: tuple[Scene, ...]

    @classmethod
    def draw(cls, family: Family, chance: Random) -> Exam:
        words = f"{chance.choice(WORDS)} {chance.randint(1000, 9999)}"
        return cls(chance.randint(12, 49), chance.randint(12, 49), words, tuple(plan_scenes(family, chance)))
