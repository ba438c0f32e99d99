"""How many statements and demands the elements of a page answer without a model: answered, passed on, wrong.

    python benchmarks/exact_answers.py [--quick] [--json]

Most sentences are made from what the browser itself says of a page (its texts and what lies over them, roles, states,
values and counts by Playwright), half of the statements false ones. The others are written by hand, with their truth
beside them: traps, and the specimens of `tests/pages/specimens.txt`, small pages on which a text is painted, covered,
cut or said in a special way. Nothing of the truth comes from the tree that is asked. Plain statements are those that
were not written to be hard; at least 85 % of them have to be told without a model, and none wrong.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import sys
import time
from collections.abc import AsyncGenerator, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.async_api import Locator, Page, async_playwright
from showing import parse_arguments, show

from askonce.insight.exact import give, judge
from askonce.screens.web import BrowserOptions
from askonce.screens.web.browser_launch import launch_browser
from askonce.screens.web.legible_tree import read_legible_tree
from askonce.testing.shop import ACCOUNTS, SampleShop

sys.path.append(str(Path(__file__).parents[1] / "tests" / "rigs"))
from specimens_rig import read_specimens

OWN = Path(__file__).parent / "exact_answers"
SAMPLES = Path(__file__).parent.parent / "tests" / "pages"
MOST_OF_A_KIND, QUICK = 12, 4
HARD = frozenset({"trap", "unseen text", "hard specimen"})
"""Sentences that were written, or chosen, because they are hard to tell."""
LEAST_PLAIN = 0.85
SPOKEN = {
    "button": "button", "link": "link", "checkbox": "check box", "radio": "radio button", "textbox": "field",
    "searchbox": "field", "combobox": "dropdown", "tab": "tab", "heading": "heading",
}  # fmt: skip

KINDS: dict[str, object] = {"str": str, "int": int, "bool": bool, "list": list[str], "any": None}
VALUE = "(one) => one.tagName === 'SELECT' ? [...one.selectedOptions].map((chosen) => chosen.label).join() : one.value"


@dataclass(frozen=True)
class Case:
    """One sentence with its truth; for a demand, the value and the type that is asked for."""

    page: str
    style: str
    sentence: str
    truth: object
    kind: object = None
    is_demand: bool = False


# ---- sentences from the truth


async def generated(name: str, page: Page, most: int, pick: random.Random) -> list[Case]:
    cases = [*await about_texts(name, page, most, pick), *await about_things(name, page, most, pick)]
    return cases + await about_page(name, page)


async def about_texts(name: str, page: Page, most: int, pick: random.Random) -> list[Case]:
    texts: dict[str, list[str]] = await page.evaluate((OWN / "texts.js").read_text("utf-8"))
    source = "".join([await frame.content() for frame in page.frames]).casefold()
    cases: list[Case] = []
    seen = [text for text in texts["seen"] if quotable(text)]
    for text in pick.sample(seen, min(most, len(seen))):
        cases.append(Case(name, "text", f"{quoted(text)} is visible", True))
        cases.append(Case(name, "text", f"the page does not show the text {quoted(text)}", False))
        words = text.split()
        if len(words) > 3:
            part = " ".join(words[1:-1])
            cases.append(Case(name, "part of a text", f"the page shows {quoted(part)}", True))
        other = re.sub(r"[a-z]", lambda letter: chr((ord(letter[0]) - 97 + 7) % 26 + 97), text)
        if other != text and other.casefold() not in source and len(other) > 3:
            cases.append(Case(name, "altered text", f"{quoted(other)} is displayed", False))
            cases.append(Case(name, "altered text", f"the text {quoted(other)} is not shown", True))
    unseen = [text for text in texts["unseen"] if quotable(text) and not any(text in one for one in texts["seen"])]
    hidden = pick.sample(unseen, min(most, len(unseen)))
    return cases + [Case(name, "unseen text", f"{quoted(text)} is visible", False) for text in hidden]


def quotable(text: str) -> bool:
    return 1 < len(text) <= 80 and not set(text) & set('"“”«»`\\…')


def quoted(text: str) -> str:
    return f'"{text}"'


async def about_things(name: str, page: Page, most: int, pick: random.Random) -> list[Case]:
    snapshot = await page.locator("body").aria_snapshot()
    lines = re.findall(r'^\s*- \'?(\w+) "((?:[^"\\]|\\.)*)"', snapshot, re.MULTILINE)
    known = sorted({(role, text) for role, text in lines if role in SPOKEN and quotable(text)})
    cases: list[Case] = []
    for role in SPOKEN:
        mine = [text for other, text in known if other == role]
        for text in pick.sample(mine, min(most, len(mine))):
            found = page.get_by_role(role, name=text, exact=True)  # pyright: ignore[reportArgumentType]
            cases += await about_thing(name, role, text, found)
            if (role, text + "s") not in known:
                absent = f"{text[::-1].strip()} zq"
                cases.append(Case(name, "absent thing", f"there is a {SPOKEN[role]} {quoted(absent)}", False))
                cases.append(Case(name, "absent thing", f"there is no {SPOKEN[role]} called {quoted(absent)}", True))
    return cases


async def about_thing(name: str, role: str, text: str, found: Locator) -> list[Case]:
    what, total = f"the {quoted(text)} {SPOKEN[role]}", await found.count()
    if role in {"button", "link", "checkbox"} and total > 1:
        return [
            Case(name, "count", f"there are {total} {quoted(text)} {SPOKEN[role]}s", True),
            Case(name, "count", f"there are more than {total} {quoted(text)} {SPOKEN[role]}s", False),
            Case(name, "count", f"how many {quoted(text)} {SPOKEN[role]}s are there", total, int, True),
        ]
    if total != 1:
        return []
    cases: list[Case] = [Case(name, "thing exists", f"there is no {SPOKEN[role]} {quoted(text)}", False)]
    if await found.is_visible():
        cases.append(Case(name, "thing exists", f"{what} exists", True))
        cases.append(
            Case(
                name,
                "thing seen",
                f"{what} is visible",
                bool(await found.evaluate((OWN / "free.js").read_text("utf-8"))),
            )
        )
    if role in {"button", "textbox", "checkbox", "radio", "combobox"}:
        cases += either(name, "enabled", what, "enabled", "disabled", await found.is_enabled())
    if role in {"checkbox", "radio"} and not await found.evaluate("(one) => one.indeterminate === true"):
        words = ("checked", "not checked") if role == "checkbox" else ("selected", "not selected")
        cases += either(name, "checked", what, *words, await found.is_checked())
        question = f"is {what} {words[0]}"
        cases.append(Case(name, "checked", question, await found.is_checked(), bool, True))
    if role in {"textbox", "searchbox", "combobox"} and await found.evaluate("(one) => 'value' in one"):
        value = await found.evaluate(VALUE)
        cases += list(about_value(name, what, value))
    if role == "tab":
        cases += either(
            name, "tab", what, "selected", "not selected", await found.get_attribute("aria-selected") == "true"
        )
    return cases


def either(name: str, style: str, what: str, yes: str, no: str, truth: bool) -> list[Case]:
    return [Case(name, style, f"{what} is {yes}", truth), Case(name, style, f"{what} is {no}", not truth)]


def about_value(name: str, what: str, value: str) -> Iterator[Case]:
    yield Case(name, "value", f"{what} is empty", value == "")
    yield Case(name, "value", f"{what} contains 'Zebedee'", "Zebedee" in value)
    if value and quotable(value):
        yield Case(name, "value", f"{what} has the value {quoted(value)}", True)
        yield Case(name, "value", f"{what} is not {quoted(value)}", False)
        yield Case(name, "value", f"the value of {what}", value, str, True)


async def about_page(name: str, page: Page) -> list[Case]:
    title, address, cases = await page.title(), page.url, list[Case]()
    if quotable(title):
        cases.append(Case(name, "title", f"the title is {quoted(title)}", True))
        cases.append(Case(name, "title", f"the page title is {quoted(title + ' zq')}", False))
        cases.append(Case(name, "title", "the page title", title, str, True))
    tail = address.rsplit("/", 1)[-1]
    if tail and "'" not in address:
        cases.append(Case(name, "address", f"the url ends with '{tail}'", True))
        cases.append(Case(name, "address", "the url contains '/zebedee'", False))
        cases.append(Case(name, "address", "the url", address, None, True))
    tables, lists = page.locator("table"), page.locator("ul, ol")
    if await tables.count() == 1:
        body, every = await tables.locator("tbody tr:visible").count(), await tables.locator("tr:visible").count()
        if body == every:
            cases += counted(name, "the table", "rows", body)
        elif await tables.locator("tfoot").count() == 0 and await tables.locator("thead tr").count() == 1:
            cases += counted(name, "the table", "data rows", body)
    if await lists.count() == 1:
        cases += counted(name, "the list", "items", await lists.locator("> li:visible").count())
    return cases


def counted(name: str, what: str, part: str, total: int) -> list[Case]:
    return [
        Case(name, "count", f"{what} has {total} {part}", True),
        Case(name, "count", f"{what} has at most {total - 1} {part}", False),
        Case(name, "count", f"{what} has {total + 2} {part}", False),
        Case(name, "count", f"the number of {part} in {what}", total, int, True),
    ]


# ---- pages


def written(name: str) -> list[Case]:
    """The traps for one page, from lines such as `true | the sentence` and `3 | int | the demand`."""
    sections = re.split(r"^\[(\w+)\]$", (OWN / "traps.txt").read_text("utf-8"), flags=re.MULTILINE)
    lines = dict(zip(sections[1::2], sections[2::2], strict=True)).get(name, "").split("\n")
    cases: list[Case] = []
    for truth, *kind, sentence in (line.split(" | ") for line in lines if line):
        value = None if truth == "?" else json.loads(truth)
        cases.append(Case(name, "trap", sentence, value, KINDS[kind[0]] if kind else None, bool(kind)))
    return cases


async def pages(page: Page, shop: SampleShop) -> AsyncGenerator[str]:
    """Opens one page after another and gives its name."""
    for path in (*sorted(OWN.glob("*.html")), *sorted(SAMPLES.glob("*.html"))):
        await page.goto(path.as_uri())
        yield path.stem
    await page.goto(shop.url)
    yield "shop, cookies asked"
    await page.get_by_role("button", name="Only necessary").click()
    await page.get_by_role("button", name="Only necessary").wait_for(state="hidden")
    yield "shop"
    await page.goto(f"{shop.url}login")
    yield "shop, log in"
    user, password = next(iter(ACCOUNTS.items()))
    await page.get_by_label("user", exact=False).first.fill(user)
    await page.locator("input[type=password]").fill(password)
    await page.locator("input[type=password]").press("Enter")
    await page.wait_for_load_state()
    yield "shop, logged in"
    await page.get_by_role("button", name="Add to basket").first.click()
    await page.goto(f"{shop.url}basket")
    yield "shop, basket"
    await page.goto(f"{shop.url}checkout")
    yield "shop, checkout"


# ---- asking


@dataclass(frozen=True)
class Result:
    case: Case
    look: str
    verdict: str
    seconds: float


def verdict_of(case: Case, answered: Any) -> str:
    if answered is None:
        return "passed on"
    value = answered.value if case.is_demand else answered.holds
    return "right" if case.truth is not None and value == case.truth else "wrong"


async def ask(page: Page, cases: list[Case]) -> list[Result]:
    """Every sentence twice: once with the whole page known, once with no more than what is in view."""
    session = await page.context.new_cdp_session(page)
    whole_page = await read_legible_tree(page, session, whole=True)
    view, found = await read_legible_tree(page, session, whole=False), list[Result]()
    await session.detach()
    for look, tree, whole in (("whole page", whole_page.in_view, whole_page), ("view only", view, None)):
        for case in cases:
            started = time.perf_counter()
            if case.is_demand:
                answered: Any = give(case.sentence, case.kind, tree, whole=whole)
            else:
                answered = judge(case.sentence, tree, whole=whole)
            found.append(Result(case, look, verdict_of(case, answered), time.perf_counter() - started))
    return found


def rows_by(key: Callable[[Result], str], results: list[Result]) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for title in dict.fromkeys(map(key, results)):
        mine = [one for one in results if key(one) == title]
        figures = {verdict: sum(one.verdict == verdict for one in mine) for verdict in ("right", "passed on", "wrong")}
        spent = 1000 * sum(one.seconds for one in mine) / len(mine)
        rows.append({"what": title, "sentences": len(mine), **figures, "ms each": spent})
    return rows


def kind_of(result: Result) -> str:
    case = result.case
    words = {True: "true statements", False: "false statements"}
    what = "undecided" if case.truth is None else "demands" if case.is_demand else words[case.truth is True]
    return f"{result.look}: {what}"


async def about_specimens(page: Page) -> list[Result]:
    """Whether the words of each specimen can be seen, said in several ways, and words that are nowhere."""
    results: list[Result] = []
    for specimen in read_specimens():
        await page.goto("about:blank")  # a new window: highlights outlive the document
        await page.set_content(specimen.page)
        truth = {"+": True, "~": True, "-": False, "?": None}[specimen.mark]
        name, style = f"specimens: {specimen.group}", "plain specimen" if specimen.mark == "+" else "hard specimen"
        sentences = {"{} is visible": True, "the page shows the text {}": True, "{} is not visible": False}
        if specimen.group != "cut off":  # what is scrolled out of view is still on the page
            sentences |= {"the text {} is not on the page": False}
        cases = [
            Case(name, style, sentence.format(quoted(specimen.words)), None if truth is None else truth == yes)
            for sentence, yes in sentences.items()
        ]
        if specimen.mark == "+":
            cases.append(Case(name, "absent from a specimen", '"Zebedee crossing" is visible', False))
            cases.append(Case(name, "absent from a specimen", 'there is no button "Zebedee"', True))
        results += await ask(page, cases)
    return results


def is_plain(result: Result) -> bool:
    return result.look == "whole page" and result.case.style not in HARD


async def main() -> None:
    arguments = parse_arguments("How many statements and demands need no model")
    most, pick = (QUICK if arguments.quick else MOST_OF_A_KIND), random.Random(7)
    results: list[Result] = []
    with SampleShop() as shop:
        async with async_playwright() as playwright:
            browser = await launch_browser(playwright, BrowserOptions())
            page = await browser.new_page(viewport={"width": 1280, "height": 800})
            async for name in pages(page, shop):
                results += await ask(page, [*await generated(name, page, most, pick), *written(name)])
            results += await about_specimens(page)
            await browser.close()
    wrong = [one for one in results if one.verdict == "wrong"]
    tables: dict[str, Any] = {
        "By page": rows_by(lambda one: one.case.page, results),
        "By style": rows_by(lambda one: one.case.style, results),
        "By kind": rows_by(kind_of, results),
        "All": rows_by(lambda one: one.look, results),
        "Plain statements": rows_by(lambda one: "whole page", [one for one in results if is_plain(one)]),
    }
    if wrong:
        tables["Wrong"] = [{"page": one.case.page, "sentence": one.case.sentence, "look": one.look} for one in wrong]
    show(tables, as_json=arguments.json)
    plain = [one.verdict == "right" for one in results if is_plain(one)]
    raise SystemExit(1 if wrong or sum(plain) < LEAST_PLAIN * len(plain) else 0)


if __name__ == "__main__":
    asyncio.run(main())
