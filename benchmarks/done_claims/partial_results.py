"""Pages that did something, and not what was asked for: another step, a part of it, something else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from done_claims.forms import CONTACT, LOGIN, ORDER, SETTINGS, Form
from done_claims.scenes import Page, Scene

REVIEW = "<dl><dt>Name<dd>Ann Reed<dt>Phone<dd>555 0177</dl>"
PAYMENT = replace(ORDER, expects=('visible "Rue Haute 5"', "sent", 'gone "Place order"', 'gone "Your basket"'))


def partial_results() -> Iterator[Scene]:
    yield from _steps_elsewhere()


def _steps_elsewhere() -> Iterator[Scene]:
    def led(name: str, path: str, html: str, form: Form = CONTACT) -> Scene:
        return Scene(name, form, False, "", {"/send": Page(status=303, location=path), path: Page(html)})

    yield led(
        "a review on another page, with the same button",
        "/contacts/confirm",
        f"<title>Contacts</title><h1>Contacts</h1>{REVIEW}<form><button>Save contact</button></form>",
    )
    yield led(
        "a code on another page, after the password",
        "/code",
        "<title>Acme</title><h1>Welcome, bob</h1><form><input placeholder='6 digits'><button>Verify</button></form>",
        LOGIN,
    )
    yield led(
        "the rest is asked for on another page",
        "/contacts/new/2",
        "<title>Contacts</title><h1>Ann Reed</h1>"
        "<form><input placeholder=Company><input placeholder=City><button>Save contact</button></form>",
    )
    yield led(
        "a step to pay, on another page",
        "/pay",
        "<title>Order</title><h1>Order</h1><p>Rue Haute 5</p><button>Pay now</button>",
        PAYMENT,
    )
    yield led(
        "links with words of success",
        "/home",
        "<title>Acme</title><h1>Profile</h1><nav><a href=/a>Home</a> <a href=/b>Saved</a></nav>",
        SETTINGS,
    )
