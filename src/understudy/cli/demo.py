"""`understudy demo`: the main job on the bundled sample shop, with no key.

The shipped model server plays the model's part from a script, and the demo says so.
"""

from __future__ import annotations

import asyncio
import json
import re
import webbrowser
from collections.abc import Mapping
from dataclasses import replace

from rich.text import Text

from understudy.cli.acting import Order, Run
from understudy.cli.environment import read_environment
from understudy.cli.terminal import for_people, plain
from understudy.config import ActSettings, Limits, Price, Settings, read_settings
from understudy.testing import Asked, ModelServer
from understudy.testing.shop import ACCOUNTS, SampleShop
from understudy.values import Secret

INSTRUCTION = "log in as bob with {password} and put the red mug into the basket"


def play(*, headed: bool = False, open_report: bool = False) -> int:
    """Play the demo, ask the shop whether it is true, and name the report."""
    console = for_people()
    console.print(
        Text("A sample shop, a real browser, no key. ", "bold")
        + Text("There is no model here: the server that ships for tests plays its part from a script.")
    )
    with SampleShop() as shop, ModelServer() as server:
        server.rule(answer)
        order = Order(INSTRUCTION, shop.url, headed=headed, values={"password": Secret(ACCOUNTS["bob"])})
        run = Run(order, _settings(), console, replace(server.settings("script"), price=Price()))
        try:
            result = asyncio.run(run.act())
        finally:
            report = run.write_report()
        console.print(Text(plain(result.message)))
        basket = [f"{line.quantity} × {line.product.name}" for visit in shop.visits for line in visit.lines]
        console.print(Text(f"The shop itself says that the basket holds {', '.join(basket) or 'nothing'}."))
    print(f"Report: {report}")
    if open_report and report:
        webbrowser.open(report.as_uri())
    return 0 if basket else 1


def _settings() -> Settings:
    """What is set about the browser and the folder for runs counts here too; the rest is the demo's own."""
    settings = read_settings(read_environment())
    return replace(
        settings,
        models=None,
        act=ActSettings(sees="both"),
        limits=Limits(),
        runs=settings.runs or Settings().runs,
        allowed_hosts=("127.0.0.1",),
    )


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
