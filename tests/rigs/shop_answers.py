"""What a model would say to the pages of the sample shop: for tests of texts that speak of a model."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from askonce.testing import Asked


def answer(asked: Asked) -> str | None:
    """What a model would say to the pages of the sample shop, given the elements it is shown."""
    user, password = _number(asked, "textbox", "User name"), _number(asked, "textbox", "Password")
    if user and password:
        return _reply(
            "This is the log-in page. I fill in both fields and send them.",
            "Log in as bob",
            ("Type", {"target": _target("the user name", user), "text": "bob"}),
            ("Type", {"target": _target("the password", password), "text": "{password}"}),
            ("Tap", {"target": _target("the button Log in", _number(asked, "button", "Log in"))}),
        )
    banner = _number(asked, "button", "Only necessary")
    first = [("Tap", {"target": _target("the button Only necessary", banner)})] if banner else []
    seen = "A question about cookies covers a part of the shelf." if banner else "Nothing covers the shelf."
    mug, link = _number(asked, "button", "Add to basket: Red mug"), _number(asked, "link", "Log in")
    if link:
        return _reply(
            f"The shop's front page. {seen} Nobody is logged in.",
            "Open the log-in page",
            *first,
            ("Tap", {"target": _target("the link Log in", link)}),
        )
    if mug:
        return _reply(
            f"Bob is logged in, and the red mug is on the shelf. {seen}",
            "Put the red mug into the basket",
            *first,
            ("Tap", {"target": _target("the button Add to basket of the red mug", mug)}),
            expect='visible "Red mug is in your basket"',
            complete="Bob is logged in and the red mug is in the basket.",
        )
    return None


def _number(asked: Asked, role: str, name: str) -> int:
    """The number of an element in the list of what is on the screen; 0 when it is not there."""
    screen = asked.last.rpartition("# Screen")[2]
    found = re.search(rf'\[(\d+)\]\s+{role}\s+"{re.escape(name)}"', screen)
    return int(found[1]) if found else 0


def _target(prompt: str, element: int) -> dict[str, str | int]:
    return {"prompt": prompt, "element": element}


def _reply(
    thought: str, log: str, *actions: tuple[str, Mapping[str, object]], expect: str = "", complete: str = ""
) -> str:
    lines = [f"<thought>{thought}</thought>", f"<log>{log}</log>"]
    for name, parameters in actions:
        lines.append(f"<action-type>{name}</action-type>")
        lines.append(f"<action-param-json>{json.dumps(parameters)}</action-param-json>")
    if expect:
        lines.append(f"<expect>{expect}</expect>")
    if complete:
        lines.append(f'<complete success="true">{complete}</complete>')
    return "\n".join(lines)
