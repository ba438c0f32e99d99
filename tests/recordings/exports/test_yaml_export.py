"""Recordings as YAML scripts and as programs."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from export_samples import LOG_IN, button, field, recording, step, visible

from askonce.errors import ConfigError
from askonce.recordings.exports import Export, export_pytest, export_stp, export_yaml
from askonce.recordings.exports.stp_export import statement_of
from askonce.recordings.recording import Anchor, RecordedStep, Recording
from askonce.screens.expectation import Expectation


def test_a_script_has_a_task_for_each_recording() -> None:
    logged_in = LOG_IN.model_copy(update={"page": "/start"})
    buy = recording(
        step("Tap", button("Buy", attributes={"data-testid": "buy"}), times=2),
        step("Type", field("Note"), text="yes", mode="append"),
        step("Scroll", direction="down", to_end=True),
        step("Select", field("Size", "combobox"), Expectation("gone", "Choose…"), options=["Small"]),
        step("Navigate", url="http://localhost/next"),
        step("Back"),
        step("Press", keys="Enter"),
        instruction="buy it",
    )

    exported = export_yaml([logged_in, buy], url="http://localhost:8000", values={"user": "bob"})

    assert exported.remarks == ("{password} is read from the environment variable PASSWORD",)
    assert (
        exported.text
        == """\
web:
  url: http://localhost:8000/start
vars:
  user: bob
secrets:
  password: PASSWORD
tasks:
  - name: log in as {user}
    flow:
      - aiTap: the link Log in
      - aiAssert: address contains "/login"
      - aiInput: the textbox User name
        value: '{user}'
      - aiAssert: field "User name" is "{user}"
      - aiInput: the textbox Password
        value: '{password}'
      - aiTap: the button Log in
      - aiAssert: the text "Welcome back" is visible
  - name: buy it
    flow:
      - aiTap: the button Buy
        xpath: //*[@data-testid="buy"]
      - aiTap: the button Buy
        xpath: //*[@data-testid="buy"]
      - aiInput: the textbox Note
        value: yes
        mode: append
      - aiScroll:
        direction: down
        scrollType: scrollToBottom
      - Select: the combobox Size
        options:
          - Small
      - aiAssert: the text "Choose…" is gone
      - Navigate:
        url: http://localhost/next
      - Back:
      - aiKeyboardPress:
        keyName: Enter
"""
    )


def test_a_script_without_an_address_takes_it_from_the_environment() -> None:
    exported = export_yaml([recording(step("Reload"), page="/login")])

    assert "url: ${BASE_URL}/login" in exported.text
    assert "set BASE_URL" in exported.remarks[0]


def test_a_script_for_a_phone_has_a_phone_as_its_target() -> None:
    phone = Recording(instruction="call", screen="android", steps=(step("Launch", app="Phone"),))

    exported = export_yaml([phone, LOG_IN])

    assert exported.text.startswith("android: {}\ntasks:\n")
    assert "- launch: Phone" in exported.text
    assert "left out: recordings of a web screen, since a script has one target" in exported.remarks


def test_an_action_of_the_users_own_keeps_its_name_and_parameters() -> None:
    own = step("SignHere", field("Signature", "canvas"), style="bold")

    assert "- SignHere: the canvas Signature\n        style: bold\n" in export_yaml([recording(own)]).text


@pytest.mark.parametrize(
    ("anchor", "path"),
    [
        (button("A", attributes={"id": "a"}), 'xpath: //*[@id="a"]'),
        (button("A", paths=('//button[normalize-space()="A"]', "xpath=/html/body/button")), "xpath: //button["),
        (button("A", paths=("xpath=/html/body/button",)), ""),
        (button("A", attributes={"id": "a"}, frame="/pay"), ""),
        (button("A", attributes={"data-testid": "a"}, row=("Bob",)), ""),
    ],
)
def test_a_target_has_a_selector_only_where_one_will_last(anchor: Anchor, path: str) -> None:
    text = export_yaml([recording(step("Tap", anchor))]).text

    assert path in text
    assert bool(path) == ("xpath" in text)


def test_a_program_declares_its_values_and_says_each_step() -> None:
    exported = export_stp([LOG_IN], url="http://localhost:8000", values={"user": "bob"})

    assert (
        exported.text
        == """\
set variable {user} to "bob"

Open URL http://localhost:8000

# log in as {user}
Tap the link Log in
Wait until address contains "/login"
Type "{user}" into the textbox User name
Wait until field "User name" is "{user}"
Type "{password}" into the textbox Password
Send the form
Wait until the text "Welcome back" is visible
"""
    )
    (remark,) = exported.remarks
    assert remark.startswith("pass {password} when it runs, by --secret password or --var password=…")


@pytest.mark.parametrize("export", [export_yaml, export_stp])
def test_that_a_field_holds_a_secret_is_not_checked_because_its_elements_do_not_prove_it(
    export: Callable[..., Export],
) -> None:
    held = [Expectation("field", name, value) for name, value in (("Password", "{password}"), ("User", "bob"))]
    text = export([recording(step("Type", field("Password"), *held, text="{password}"))]).text

    assert 'field "Password"' not in text
    assert 'field "User" is "bob"' in text


def test_steps_with_one_purpose_are_said_one_by_one() -> None:
    steps = [step("Type", field("Name"), text="bob", intent="Log in"), step("Tap", button("Go"), intent="Log in")]
    last = step("Tap", button("Out"), intent="Log out")

    lines = export_stp([recording(*steps, last)]).text.splitlines()

    assert lines == ["# do it", 'Type "bob" into the textbox Name', "Tap the button Go", "Log out"]


@pytest.mark.parametrize(
    ("intent", "line"),
    [
        ("If a banner shows, close it", "Now if a banner shows, close it"),
        ("Repeat the last step", "Now repeat the last step"),
        ("Add {product} to {basket}", "Now add {product} to {basket}"),
        ("Add the mug to the basket", "Add the mug to the basket"),
        ("如果 it rains", "Now 如果 it rains"),
        ("Iffy things first", "Iffy things first"),
        ("3. Open the menu:", "Open the menu"),
        ("- open issue #12", "open issue No. 12"),
        ('type "#1" there', 'type "#1" there'),
        ("log in, as {user}", "Tap the button Go"),
        ("", "Tap the button Go"),
        ("two\nlines", "two lines"),
    ],
)
def test_a_step_is_a_line_that_is_nothing_else_in_the_language(intent: str, line: str) -> None:
    assert statement_of(step("Tap", button("Go"), intent=intent)) == line


@pytest.mark.parametrize(
    ("done", "line"),
    [
        (step("Tap", button("Go"), times=2), "Tap the button Go 2 times"),
        (
            step("Type", field("A"), text='say "hi"', enter=True),
            'Type "say \\"hi\\"" into the textbox A and press Enter',
        ),
        (step("Select", field("A"), options=["x", "y"]), 'Choose "x" and "y" in the textbox A'),
        (step("Press", keys="Tab", times=3), "Press Tab 3 times"),
        (step("Drag", start="a", end="b"), "Drag a onto b"),
        (step("Scroll", to_end=True), "Scroll down to the end"),
        (step("AnswerDialog", accept=False), "Dismiss the dialog"),
        (step("Back"), "Go back one page"),
        (step("Wait", seconds=2), "Wait until the screen changes, at most 2 seconds"),
        (step("SignHere", field("Name"), style="bold"), "Sign here the textbox Name with style bold"),
    ],
)
def test_a_step_without_an_intent_is_said_by_what_it_does(done: object, line: str) -> None:
    assert statement_of(done) == line  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize("export", [export_pytest, export_yaml, export_stp])
def test_nothing_is_exported_from_nothing(export: object) -> None:
    with pytest.raises(ConfigError, match="there is no recording to export"):
        export([])  # pyright: ignore[reportCallIssue]


def test_an_expectation_that_is_said_in_a_script_is_one_that_needs_no_model() -> None:
    assert 'the text "A \\"b\\"" is visible' in export_yaml([recording(step("Back", None, visible('A "b"')))]).text


@pytest.mark.parametrize(
    ("statement", "expects", "written"),
    [
        (
            'the text "Saved" is visible',
            (Expectation("visible", "Saved"),),
            'expect(page.get_by_text("Saved").filter(visible=True).first).to_be_visible(',
        ),
        (
            'there are 2 items in the list "Basket"',
            (),
            'expect(page.get_by_role("list", name="Basket", exact=True).get_by_role("listitem")).to_have_count(2)',
        ),
        (
            "there is 1 data row in the table",
            (),
            'expect(page.get_by_role("table").get_by_role("row").filter(has=page.get_by_role("cell"))).to_have_count(1)',
        ),
        (
            'the button "Order" is disabled',
            (),
            'expect(page.get_by_role("button", name="Order", exact=True)).to_be_disabled()',
        ),
    ],
)
def test_a_check_by_hand_is_a_check_in_every_form(
    statement: str, expects: tuple[Expectation, ...], written: str
) -> None:
    check = RecordedStep(
        intent=f"Check that {statement}", action="Wait", params={"seconds": 10, "until": statement}, expects=expects
    )
    made = Recording(instruction="look", screen="web", page="/", steps=(check,))
    assert f"aiAssert: {statement}\n" in export_yaml([made]).text
    assert "Wait" not in export_yaml([made]).text
    assert export_stp([made]).text.count(f"Wait until {statement}\n") == 1
    assert "".join(written.split()) in "".join(export_pytest([made]).text.split())


def test_what_a_step_did_is_checked_in_words_that_need_no_model() -> None:
    rich = field("Body", paths=("#ed", "xpath=/html/body/div[1]"))
    summary = button("More", paths=("xpath=/html/body/details/summary",))
    made = recording(
        step("Type", field("User"), Expectation("field", "User", "{user}"), text="{user}"),
        step("Type", field("Password"), Expectation("field", "Password", "{password}"), text="{password}"),
        step("Tap", Anchor(role="checkbox", name="I agree"), Expectation("field", "I agree", "checked")),
        step("Tap", Anchor(role="switch", name="News"), Expectation("field", "News", "unchecked")),
        step("Type", rich, Expectation("field", "Body", "hi"), text="hi"),
        step("Tap", summary, Expectation("field", "More", "expanded")),
    )
    for export in (export_yaml, export_stp):
        exported = export([made], url="http://localhost", values={"user": "bob"})
        assert 'field "User" is "{user}"' in exported.text
        assert 'the checkbox "I agree" is checked' in exported.text
        assert 'the switch "News" is not checked' in exported.text
        assert not any(f'field "{name}"' in exported.text for name in ("Password", "Body", "More"))
        assert [remark for remark in exported.remarks if remark.startswith("not checked")] == [
            'not checked: field "Body" is "hi", since that cannot be told without a model',
            'not checked: field "More" is "expanded", since that cannot be told without a model',
        ]
    test = export_pytest([made], url="http://localhost").text
    assert 'expect(body).to_have_text("hi", use_inner_text=True)' in test
    assert 'expect(more.locator("xpath=..")).to_have_attribute("open", "")' in test


def test_a_text_that_a_sentence_cannot_quote_is_typed_from_a_variable() -> None:
    said = 'say "hi"\nC:\\new'
    lines = export_stp([recording(step("Type", field("Note"), text=said))]).text.splitlines()
    assert lines[-2:] == [
        r'set variable {text_1} to "say \"hi\"\nC:\\new"',
        'Type "{text_1}" into the textbox Note',
    ]


@pytest.mark.parametrize("action", [step("CloseTab"), step("SwitchTab", number=2)])
def test_steps_in_another_tab_are_told_before_a_script_is_saved(action: RecordedStep) -> None:
    popup = step("Tap", button("Open"), Expectation("address", "/pop"))
    (remark,) = export_yaml([recording(popup, action)], url="http://localhost").remarks
    assert "same tab" in remark
    assert export_yaml([recording(popup)], url="http://localhost").remarks == ()
