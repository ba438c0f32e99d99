"""Recordings to export: of the sample shop, and of everything else that can be done."""

from __future__ import annotations

from typing import Any

from askonce.recordings.recording import Anchor, RecordedStep, Recording
from askonce.screens.expectation import Expectation


def step(
    action: str, anchor: Anchor | None = None, *expects: Expectation, intent: str = "", **params: Any
) -> RecordedStep:
    if anchor:
        params.setdefault("target", f"the {anchor.role} {anchor.name}".strip())
    anchors = {"target": anchor} if anchor else {}
    return RecordedStep(action=action, params=params, anchors=anchors, expects=expects, intent=intent)


def recording(*steps: RecordedStep, instruction: str = "do it", page: str = "/", **fields: Any) -> Recording:
    return Recording(instruction=instruction, screen="web", page=page, steps=steps, **fields)


def button(name: str, **evidence: Any) -> Anchor:
    return Anchor(role="button", name=name, **evidence)


def field(name: str, role: str = "textbox", **evidence: Any) -> Anchor:
    return Anchor(role=role, name=name, **evidence)


def visible(text: str) -> Expectation:
    return Expectation("visible", text)


LOG_IN = recording(
    step("Tap", Anchor(role="link", name="Log in"), Expectation("address", "/login")),
    step("Type", field("User name"), Expectation("field", "User name", "{user}"), text="{user}"),
    step("Type", field("Password"), text="{password}"),
    step("Tap", button("Log in"), visible("Welcome back"), intent="Send the form"),
    instruction="log in as {user}",
)
ORDER = recording(
    step("Tap", button("Accept all"), Expectation("gone", "We bake our own cookies")),
    step("Type", field("Search products", "searchbox"), text="{product}", enter=True),
    step(
        "Tap", button("Add to basket: {product}", row=("{product}",), around=("article",)), visible("is in your basket")
    ),
    step(
        "Tap", Anchor(role="link", name="Basket 1", attributes={"href": "/basket"}), Expectation("address", "/basket")
    ),
    step("Tap", button("Empty the basket")),
    step("AnswerDialog", accept=False),
    step("Tap", Anchor(role="link", name="Go to checkout"), visible("Checkout")),
    step("Type", field("Full name"), text="Bob the Baker"),
    step("Type", field("Email"), text="bob@example.org"),
    step("Type", field("Street and number"), text="Mill Lane 4"),
    step("Type", field("Postcode"), text="10115"),
    step("Type", field("City"), text="Berlin"),
    step("Select", field("Country", "combobox"), Expectation("field", "Country", "Germany"), options=["Germany"]),
    step("Tap", field("Express · £4.90", "radio")),
    step("Type", field("Delivery date"), text="2030-05-04"),
    step(
        "Tap",
        field("I accept the terms of sale", "checkbox"),
        Expectation("field", "I accept the terms of sale", "checked"),
    ),
    step("Tap", button("Place order"), visible("Place this order?")),
    step("Tap", button("Yes, order now", inside=('dialog "Place this order?"',)), visible("Thank you, Bob the Baker")),
    instruction="order the {product}",
)
"""For a visitor who has logged in."""
