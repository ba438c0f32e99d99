"""Any tree, changed in any way: the element is found again, or nothing is. Never another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

import pytest
from anchor_trees import El, anchor_of, el, found, page

ROLES = ("button", "link", "textbox", "checkbox", "clickable")
BOXES = ("group", "list", "listitem", "row", "table", "form", "dialog", "region", "article")
NAMES = ("", "Edit", "Edit", "Delete", "Save", "Open (3)", "Page 2", "Next")
TEXTS = ("Alice", "Bob", "Bobby", "Carol", "staff", "€12.00")
MARKS = ("id", "name", "href", "data-testid")


def tree(chance: Random, count: Iterator[int], depth: int = 0) -> El:
    key = str(next(count))
    if depth > 3 or chance.random() < 0.3 + 0.1 * depth:
        if chance.random() < 0.4:
            return el("text", chance.choice(TEXTS), key=key)
        marks = {chance.choice(MARKS): chance.choice("abcd")} if chance.random() < 0.3 else {}
        return el(chance.choice(ROLES), chance.choice(NAMES), key=key, marks=marks)
    inner = [tree(chance, count, depth + 1) for _ in range(chance.randint(1, 4))]
    return el(chance.choice(BOXES), chance.choice(["", "", "", "Main", "Other"]), *inner, key=key)


def all_of(elements: tuple[El, ...]) -> Iterator[El]:
    for one in elements:
        yield one
        yield from all_of(one.inner)


def changed(elements: tuple[El, ...], change: Callable[[El], list[El]]) -> tuple[El, ...]:
    return tuple(new for one in elements for new in change(replace(one, inner=changed(one.inner, change))))


def harmless(chance: Random, target: str) -> Callable[[El], list[El]]:
    """Wrappers, additions, other attributes, and other elements that go."""

    def edit(one: El) -> list[El]:
        match chance.randint(0, 24):
            case 0:
                return [el("group", "", one)]
            case 1:
                return [one, el("button", "Brand new")]
            case 2:
                return [el("text", "Something else"), one]
            case 3 if one.key != target and not one.inner:
                return []
            case 4:
                return [replace(one, marks={**one.marks, "class": "x", "title": "t"})]
            case 5:
                return [replace(one, marks={})]
            case _:
                return [one]

    return edit


def sorted_rows(chance: Random) -> Callable[[El], list[El]]:
    """Rows and cards that hold words change places; what is alike word for word has no place of its own."""

    def edit(one: El) -> list[El]:
        texts = [{inner.name for inner in all_of(item.inner) if inner.role == "text"} for item in one.inner]
        is_list = all(item.role in {"row", "listitem", "article"} for item in one.inner)
        is_told = all(texts) and all(not a & b for i, a in enumerate(texts) for b in texts[:i])
        return [
            replace(one, inner=tuple(chance.sample(one.inner, len(one.inner))) if is_list and is_told else one.inner)
        ]

    return edit


def harmful(target: str, *, renamed: bool) -> Callable[[El], list[El]]:
    def edit(one: El) -> list[El]:
        if one.key != target:
            return [one]
        return [replace(one, name="Another name", marks={})] if renamed else []

    return edit


@pytest.mark.parametrize("kind", ["nothing", "harmless", "sorted", "removed", "renamed", "removed and more"])
def test_the_element_is_found_or_nothing_is(kind: str) -> None:
    answers: Counter[str] = Counter()
    for seed in range(600):
        chance = Random(f"{kind} {seed}")
        count = iter(range(1_000_000))
        before = tuple(tree(chance, count) for _ in range(chance.randint(1, 4)))
        usable = [one.key for one in all_of(before) if one.role in ROLES]
        if not usable:
            continue
        target = chance.choice(usable)
        anchor = anchor_of(target, page(*before))
        after = before
        if "removed" in kind or kind == "renamed":
            after = changed(after, harmful(target, renamed=kind == "renamed"))
        if kind == "sorted":
            after = changed(after, sorted_rows(chance))
        if kind == "harmless" or "more" in kind:
            after = changed(after, harmless(chance, target))
        answer = found(anchor, page(*after))
        is_there = kind in {"nothing", "harmless", "sorted"}
        assert answer is None or (answer == target and is_there), (seed, target, anchor, before, after)
        answers["right" if answer else "none"] += 1
    assert sum(answers.values()) > 400
    if kind == "nothing":
        assert answers["none"] == 0
    if kind in {"harmless", "sorted"}:
        assert answers["right"] > 0.6 * sum(answers.values()), answers
