"""The tasks: each as a program, and in the words in which somebody without programs would be asked."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from perfect_reader import programs

from askonce.testing.apps import SampleApps


@dataclass(frozen=True, slots=True)
class Task:
    name: str
    program: str
    words: str
    entries: int
    """How many contacts, messages and notes there are at the end."""
    variables: Mapping[str, Any] = field(default_factory=dict[str, Any])
    repeats: bool = True
    """Whether any line of it is done more than once."""
    in_browser: bool = True
    """False for those of hundreds or thousands of actions, which run on a screen without a browser."""

    def check(self, apps: SampleApps) -> None:
        """A run that did not do its work has no cost worth telling."""
        made = (*apps.contacts, *apps.messages, *apps.notes)
        if len(made) != self.entries or len(set(made)) != self.entries:
            raise AssertionError(f"{self.name}: {len(made)} entries were made instead of {self.entries}")


def contacts(count: int) -> Task:
    people = programs.people(count)
    listed = ", ".join(f"Name: {one.name}, Number: {one.phone}" for one in people)
    return Task(
        f"{count} contact{'' if count == 1 else 's'}",
        programs.contacts_program(people),
        f"For the following persons: {listed}, add them as new contacts, and then use the Messages app to send each of "
        "them a 'hello, [Name]' message, where [Name] is the name of each contact.",
        2 * count,
        repeats=count > 1,
        in_browser=count <= 20,
    )


def flat(count: int) -> Task:
    errands = "; ".join(note.title for note in programs.errands(count))
    return Task(
        f"{count} lines, no loop",
        programs.flat_program(count),
        f"Jot down each of these in the Notes app as a quick note of its own: {errands}.",
        count,
        repeats=False,
        in_browser=False,
    )


def nested(count: int, size: int) -> Task:
    teams = programs.teams(count, size)
    return Task(
        f"{count} teams of {size}, conditions",
        programs.nested_program(),
        f"These are the teams: {json.dumps(teams)}. For everybody under 18 write a note titled 'Ask the parents of "
        "[name]' with the text 'Under age, team [team]'; for everybody else without a number one titled 'Call [name]' "
        "with the text 'No number, team [team]'; to all others send a message 'Team [team] meets on Friday, [name]'. "
        "After each team jot down 'Team [team] is done'. Say how many people that were.",
        count * (size + 1),
        {"teams": teams},
    )


def shop() -> Task:
    return Task(
        "shop, 3 products",
        programs.shop_program(),
        "Log in to the shop as bob with the password teatime, put a Red mug, Morning tea and Forest honey into the "
        "basket, and say what the total of the basket is.",
        0,
    )
