"""How a good reader works the sample shop."""

from __future__ import annotations

import re

from perfect_reader.moves import Move, ending, fill, holds, seen, tap, together, visible
from perfect_reader.question import Element, Page, Question, Words


def decide(question: Question, *, several: bool) -> Move | None:
    """The next reply for a step on the sample shop; None when the step is about something else."""
    step, page = question.step, question.page
    log_in = re.search(r"log in as (\S+) with the password (\S+)", step, re.IGNORECASE)
    put_in = re.search(r"put (.+?) into the basket", step, re.IGNORECASE)
    total = re.search(r"read the total of the basket", step, re.IGNORECASE)
    if not (log_in or put_in or total):
        return None
    if cookies := page.find("button", "Only necessary"):
        return tap(
            cookies, "Only necessary", thought="A question about cookies is in the way.", expect='gone "cookies"'
        )
    if log_in:
        return _log_in(page, question.words(log_in[1]), question.words(log_in[2].rstrip(".")), several)
    if put_in:
        return _put_in(question, question.words(put_in[1]))
    return _read_total(question)


def _log_in(page: Page, user: Words, password: Words, several: bool) -> Move:
    hello = f"Hello, {user.filled.capitalize()}"
    if page.shows(hello):
        return seen(f"Logged in as {user.filled}", f"The page says {hello!r}.")
    name, secret = page.find("textbox", "User name"), page.find("textbox", "Password")
    button = page.find("button", "Log in")
    if name is None or secret is None or button is None:
        return tap(_link(page, "Log in"), "Log in", thought="Nobody is logged in.", expect='address "/login"')
    moves: list[Move] = []
    if name.value != user.filled:
        thought = "The log-in form is empty."
        moves.append(fill(name, "the user name", user.written, thought=thought, expect=holds(name, user.filled)))
    if not secret.value:
        thought, expect = "The password is still missing.", holds(secret, password.filled)
        moves.append(fill(secret, "the password", password.written, thought=thought, expect=expect))
    last = tap(button, "the button Log in", thought="Both fields are filled in.", expect=visible(hello))
    moves.append(ending(last, f"Logged in as {user.filled}"))
    return together(moves) if several else moves[0]


def _put_in(question: Question, name: Words) -> Move:
    page, product = question.page, name.filled
    if question.was_interrupted:
        if page.path != "/basket":
            return tap(
                _basket(page), "the basket", thought="The basket tells whether it is in.", expect='address "/basket"'
            )
        if page.find("button", f"Remove {product}"):
            return seen(f"{product} is in the basket", "The basket shows it already.")
    add = page.find("button", f"Add to basket: {product}")
    if add and page.query.get("q") == product:
        words, expect = f"Add to basket of {name.written}", visible(f"{product} is in your basket")
        return ending(tap(add, words, thought="The search found it.", expect=expect), f"{product} is in the basket")
    box = next(one for one in page.elements if one.name == "Search products")
    thought = f"{product} is found fastest by searching for it."
    expect = visible(f"Results for “{product}”")
    return fill(box, "the search field", name.written, thought=thought, expect=expect, enter=True)


def _read_total(question: Question) -> Move:
    page = question.page
    if page.path != "/basket":
        return tap(_basket(page), "the basket", thought="The total stands in the basket.", expect='address "/basket"')
    total = page.texts[page.texts.index("Total") + 1]
    thought = f"The basket is open and shows a total of {total}."
    return seen(f"The total is {total}", thought, **{question.gives[0]: float(total.removeprefix("£"))})


def _basket(page: Page) -> Element:
    return next(one for one in page.elements if one.role == "link" and one.name.startswith("Basket"))


def _link(page: Page, name: str) -> Element:
    found = page.find("link", name)
    if found is None:
        raise LookupError(f"there is no link {name}")
    return found
