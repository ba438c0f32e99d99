"""What the name of an icon in a set says it means: a concept, something else, or nothing that can be relied on."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
OTHER = "other"
STYLES = frozenset(
    [
        "outline",
        "outlined",
        "line",
        "linear",
        "fill",
        "filled",
        "solid",
        "bold",
        "thin",
        "light",
        "regular",
        "duotone",
        "sharp",
        "rounded",
        "round",
        "two",
        "tone",
        "twotone",
        "duo",
        "broken",
        "stroke",
        "bulk",
        "baseline",
        "thick",
        "alt",
        "ios",
        "md",
        "sm",
        "lg",
        "xl",
        "fa",
        "color",
        "circle",
        "circled",
        "square",
        "circular",
        "one",
        "three",
        "four",
        "five",
        "small",
        "big",
        "mini",
        "large",
        "simple",
        "minimalistic",
        "full",
        "empty",
        "logo",
        "brand",
        "social",
        "media",
        "ring",
        "octagon",
        "rect",
        "rectangle",
        "xs",
        "wide",
        "slim",
        "flat",
        "remix",
        "squre",
    ]
)
"""Words in names that say how an icon is drawn, or what is drawn around it."""
DRAWN = frozenset(["outline", "outlined", "line", "linear", "fill", "filled", "solid", "bold", "extrabold", "semibold", "thin", "light", "regular", "duotone", "twotone", "bulk", "broken", "sharp",
                   "rounded", "round", "stroke", "stroked", "flat", "remix", "color", "colored", "xs", "sm", "md", "lg", "xl", "mini", "micro", "small", "medium", "large"])  # fmt: skip
"""Words in names that say how an icon is drawn and nothing of what it shows."""
MERGED = {"messages": "message", "tablet": "mobile", "tv": "desktop", "up right": "external link", "cloud upload": "upload", "cloud download": "download",
          "basket": "cart", "folder open": "folder", "shield check": "shield"}  # fmt: skip
"""Concepts that are learnt apart and named alike: people who see their pictures do not tell them apart, or call them by one name."""
FEWEST_LOOKED = 8
"""How many icons that were looked at a concept has at least that was on the list of those who looked."""
_LETTER = re.compile(r"(?<!letter)-[cfo]$")
"""A letter at the end that says that an icon is filled or outlined."""
_SIZE = re.compile(r"\d+(px)?")
_DRAWN_SIZE = re.compile(r"(8|10|12|14|16|18|20|24|28|32|40|48|64)(px)?")
"""A number in a name that is a size; others count icons that differ."""


@dataclass(frozen=True)
class Concept:
    name: str
    names: frozenset[str]
    """What icon sets call it."""
    unsure: frozenset[str]
    """Names under which some sets draw this, and others something else: icons of that name are left out."""


def read_concepts() -> list[Concept]:
    found: list[Concept] = []
    for line in (HERE / "icon_names.txt").read_text("utf-8").splitlines():
        if line and not line.startswith(("#", OTHER)):
            name, names, unsure = (part.strip() for part in line.split("|"))
            found.append(Concept(name, frozenset(names.split()), frozenset(unsure.split())))
    return found


class Looked:
    """What icons show to people who looked at them and not at their names: a concept or `OTHER`.

    What one of them shows its siblings show too, which differ in how they are drawn: "bin-filled" is what "bin-outline" is, in
    the sets of one family. Of 13,000 pairs of siblings that were looked at 97 % got one label; where they did not, nobody knows.
    """

    def __init__(self, labels: Mapping[str, str]) -> None:
        self._labels = labels
        counts = Counter(labels.values())
        self.listed = frozenset(label for label in counts if counts[label] >= FEWEST_LOOKED)
        self._siblings: dict[str, set[str]] = {}
        for icon, label in labels.items():
            self._siblings.setdefault(_sibling(*icon.split(":", 1)), set()).add(label)

    @classmethod
    def read(cls) -> Looked:
        return cls(json.loads((HERE / "looked_labels.json").read_text("utf-8")))

    def own(self, prefix: str, name: str) -> str | None:
        return self._labels.get(f"{prefix}:{name}")

    def of_siblings(self, prefix: str, name: str) -> str | None:
        """None where nobody has looked, or where siblings were taken for different things."""
        siblings = self._siblings.get(_sibling(prefix, name), ())
        return next(iter(siblings)) if len(siblings) == 1 else None


class Meanings:
    """What icons show: by those who looked at them or at a sibling, and else by their names."""

    def __init__(self) -> None:
        concepts = read_concepts()
        self.labels, self._looked = Labels(concepts), Looked.read()
        self._concepts = frozenset(concept.name for concept in concepts)

    def label(self, prefix: str, name: str) -> str | None:
        """A concept, `OTHER`, or None where nobody knows.

        A name of a concept stands against what a sibling shows ("heart" beside a broken one), and against what was seen
        by those who had that concept on no list; of two that are named alike it says which one it is.
        """
        named, own = self.labels.label(name, prefix), self._looked.own(prefix, name)
        seen = own or self._looked.of_siblings(prefix, name)
        if seen is None or MERGED.get(seen, seen) == MERGED.get(named or "", named):
            return named
        is_doubted = own is None or named not in self._looked.listed
        return None if named in self._concepts and is_doubted else seen

    def is_looked(self, prefix: str, name: str) -> bool:
        """Whether the label is what somebody saw."""
        seen = self._looked.own(prefix, name) or self._looked.of_siblings(prefix, name)
        return seen is not None and self.label(prefix, name) is not None


def family(prefix: str) -> str:
    """What relatives among sets have in common: "fa" of "fa6-solid" and "fa7-solid"."""
    return re.match("[a-z]*", prefix)[0] or prefix  # type: ignore[index]


def _sibling(prefix: str, name: str) -> str:
    words = [word for word in name.lower().replace("_", "-").split("-") if word]
    plain = [word for word in words if word not in DRAWN and not _DRAWN_SIZE.fullmatch(word)]
    return f"{family(prefix)}:{'-'.join(plain or words)}"


def _exceptions() -> list[str]:
    """Names that stand in no concept and would be taken for one: the lines that begin with `OTHER`."""
    lines = (HERE / "icon_names.txt").read_text("utf-8").splitlines()
    return [name for line in lines if line.startswith(OTHER) for name in line.split("|")[1].split()]


class Labels:
    """Looks up what an icon means by its name: as it is written, without sizes, and without words for its style."""

    def __init__(self, concepts: list[Concept]) -> None:
        self._concepts = {name: concept.name for concept in concepts for name in concept.names}
        self._concepts |= dict.fromkeys(_exceptions(), OTHER)
        self._unsure = {name for concept in concepts for name in concept.unsure}
        self._parts = {name for name in self._concepts if "-" not in name}

    def label(self, name: str, prefix: str = "") -> str | None:
        """The concept, `OTHER`, or None for an icon that is left out. A list may name an icon of one set: "jam:cog"."""
        words = _LETTER.sub("", name.lower().replace("_", "-")).split("-")
        unsized = [word for word in words if not _SIZE.fullmatch(word)]
        plain = [word for word in unsized if word not in STYLES]
        if "hexagon" in words and len(words) > 1:
            return None  # few sets frame icons so, and some of theirs are nuts and screws
        forms = ["-".join(part) for part in (words, *_shortened(unsized), plain) if part]
        for form in dict.fromkeys([f"{prefix}:{name}", *(f"{prefix}:{form}" for form in forms), *forms]):
            if form in self._concepts:
                return self._concepts[form]
            if form in self._unsure:
                return None
        return OTHER

    def kind(self, name: str) -> str:
        """What an icon shows, for telling those apart that mean nothing of ours: the words of its name in one order."""
        words = [word for word in name.lower().replace("_", "-").split("-") if not _SIZE.fullmatch(word)]
        return "-".join(sorted({word for word in words if word not in STYLES} or set(words)))

    def is_variant(self, name: str) -> bool:
        """Whether an icon that means something else is drawn from one that has a concept, as "user-x" is from "user"."""
        return any(word in self._parts for word in name.lower().replace("_", "-").split("-"))


def _shortened(words: list[str]) -> Iterator[list[str]]:
    """A name with fewer and fewer words for its style at the end and then at the beginning: "bold-solid" is "bold"."""
    yield words
    while len(words) > 1 and words[-1] in STYLES:
        words = words[:-1]
        yield words
    while len(words) > 1 and words[0] in STYLES:
        words = words[1:]
        yield words
