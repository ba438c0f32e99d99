"""What speaks for and against a claim, on screens that are told by their elements."""

from __future__ import annotations

from typing import Any

import pytest

from askonce.geometry import Box, Size
from askonce.planning.clause_weights import ClauseWeights
from askonce.planning.completion_signs import Signs
from askonce.screens import Node, Tree
from askonce.screens.expectation import Baseline, read_expectations

Told = tuple[int, str, str] | tuple[int, str, str, dict[str, Any]]

HEADING = (1, "heading", "Contacts")
NAME = (2, "textbox", "Name", {"value": "Ann Reed"})
SAVE = (3, "button", "Save", {"actionable": True})
FORM = (HEADING, NAME, SAVE)
EMPTIED = (HEADING, (2, "textbox", "Name", {"value": ""}), SAVE)


def tree(*told: Told, address: str = "https://a.example/contacts") -> Tree:
    return Tree(tuple(_node(*each) for each in told), Size(800, 600), address=address)


def _node(number: int, role: str, words: str, more: dict[str, Any] | None = None) -> Node:
    more = dict(more or {})
    more["states"] = frozenset(more.get("states", ()))
    named = role in {"textbox", "button", "link", "heading"}
    return Node(number, role, words if named else "", Box(0, 0, 9, 9), text="" if named else words, **more)


def signs(before: tuple[Told, ...], after: tuple[Told, ...], expects: str, **more: Any) -> Signs:
    since = Baseline(tree(*before), frozenset({2}), more.pop("instruction", "add Ann Reed"))
    address = more.pop("address", "https://a.example/contacts")
    sender = next((node for node in since.tree if node.number == 3), None)
    clauses = read_expectations(expects)
    assert clauses is not None
    return Signs(since, tree(*after, address=address), clauses, more.pop("typed", ("Ann Reed",)), sender=sender, **more)


def doubt(after: tuple[Told, ...], expects: str, before: tuple[Told, ...] = FORM, **more: Any) -> str:
    return signs(before, after, expects, **more).missing_proof


@pytest.mark.parametrize(
    ("after", "expects"),
    [
        ((*EMPTIED, (4, "text", "Ann Reed")), 'visible "Ann Reed"'),
        ((*EMPTIED, (4, "text", "Ann Reed")), "sent"),
        ((*FORM, (4, "text", "Saved")), 'visible "saved"'),
        (((4, "heading", "Thank you"),), "sent"),
        (((4, "heading", "Thank you"),), 'gone "Save"'),
        (((4, "heading", "Contact added"), (5, "text", "Ann Reed")), 'address "/orders/17"; sent'),
    ],
)
def test_what_only_success_brings_is_proof(after: tuple[Told, ...], expects: str) -> None:
    assert doubt(after, expects, address="https://a.example/orders/17") == ""


@pytest.mark.parametrize(
    ("after", "expects", "why"),
    [
        (FORM, 'field "Name" is "Ann Reed"', "was so before the last action"),
        (FORM, 'visible "Contacts"', "was so before the last action"),
        (EMPTIED, "sent", "nothing on the screen says that it worked"),
        (EMPTIED, 'field "Name" is ""', "nothing on the screen says that it worked"),
        ((*EMPTIED, (4, "text", "Ann Reed already exists")), 'visible "Ann Reed"', "already exists"),
        ((*EMPTIED, (4, "text", "Not saved: Ann Reed")), 'visible "Ann Reed"', "Not saved"),
        ((*FORM, (4, "text", "Ann Reed tayari ipo")), 'visible "Ann Reed"; sent', ""),
        (((4, "text", "Imeshindikana"),), "sent", "has to be read"),
        (((4, "heading", "Thank you"), (5, "text", "Please confirm")), "sent", "has to be read"),
        (((4, "heading", "Code sent"), (5, "textbox", "Code", {"value": ""})), "sent", "has to be read"),
        ((*EMPTIED, (4, "text", "Ann Reed"), (5, "textbox", "Code", {"value": ""})), "sent", "more to fill in"),
        (((4, "text", "Ann Reed"), (5, "button", "Place order", {"actionable": True})), "sent", "more to do"),
        (((4, "text", "Ann Reed"),), 'gone "Save"; address "/x"', ""),
        ((*FORM, (4, "text", "Saving…")), 'visible "saving"', "under way"),
    ],
)
def test_what_a_wrong_result_could_bring_too_is_none(after: tuple[Told, ...], expects: str, why: str) -> None:
    found = signs(FORM, after, expects)
    is_met = all(clause.holds(found.now, found.since) for clause in found.expects)
    assert not is_met or (found.missing_proof and why in found.missing_proof)


@pytest.mark.parametrize(
    ("after", "expects", "why"),
    [
        (
            FORM,
            'field "Name" is "Ann Reed"',
            'what you expected was so before the last action (field "Name" is "Ann Reed")',
        ),
        (
            FORM,
            'visible "Contacts"; gone "Nobody"',
            'what you expected was so before the last action (visible "Contacts"; gone "Nobody")',
        ),
        (
            (*FORM, (4, "text", "Draft of Ann Reed, perhaps")),
            'visible "Draft of Ann"',
            'visible "Draft of Ann" stands only in "Draft of Ann Reed, perhaps", which has to be read',
        ),
        (
            (*FORM, (4, "text", "Draft of Ann Reed, perhaps")),
            'visible "Contacts"; visible "Draft of Ann"',
            'what you expected was so before the last action (visible "Contacts"); visible "Draft of Ann" '
            'stands only in "Draft of Ann Reed, perhaps", which has to be read',
        ),
    ],
)
def test_the_cause_that_holds_is_told_of_what_proves_nothing(after: tuple[Told, ...], expects: str, why: str) -> None:
    found = signs(FORM, after, expects)
    assert ClauseWeights(found.texts).why_none(found.expects) == why
    assert found.missing_proof == why or "has to be read" in found.missing_proof


@pytest.mark.parametrize(
    ("after", "why"),
    [
        ((*FORM, (4, "text", "Wrong password")), '"Wrong password" appeared'),
        (((2, "textbox", "Name", {"value": "", "states": {"invalid"}}),), "is marked as invalid"),
        ((*FORM, (4, "text", "Hapana", {"attributes": {"alarming": "yes"}})), "painted as a warning"),
        ((*FORM, (4, "alert", "Hapana")), '"Hapana" appeared'),
        ((*FORM, (4, "textbox", "Password", {"value": "", "states": {"password"}})), "a password is asked for"),
    ],
)
def test_a_rejection_outweighs_what_is_met(after: tuple[Told, ...], why: str) -> None:
    shown = (*after, (9, "text", "Contact saved"))
    assert why in doubt(shown, 'visible "Contact saved"')


def test_a_rejection_that_was_asked_for_is_no_objection() -> None:
    after = (*FORM, (4, "text", "Wrong password"))
    assert doubt(after, 'visible "wrong password"', instruction="see that a wrong password is refused") == ""


def test_a_field_that_no_button_sends_is_proven_by_what_it_holds() -> None:
    before = (HEADING, (2, "textbox", "Name", {"value": ""}))
    after = (HEADING, (2, "textbox", "Name", {"value": "Ann Reed"}))
    assert doubt(after, 'field "Name" is "Ann Reed"', before, sends=False) == ""


@pytest.mark.parametrize(("name", "is_proven"), [("Search contacts", True), ("Code", False)])
def test_a_field_to_search_by_has_not_to_be_filled_in(name: str, is_proven: bool) -> None:
    after = ((5, "status", "Contact saved"), (6, "textbox", name, {"value": ""}))
    assert (doubt(after, "sent") == "") is is_proven


def test_a_row_that_is_gone_from_a_page_that_stays_is_deleted() -> None:
    rows = ((1, "heading", "Users"), (4, "text", "Ada"), (5, "text", "Bob"), (6, "text", "Cleo"))
    delete = (3, "button", "Delete Bob", {"actionable": True})
    assert doubt((rows[0], rows[1], rows[3]), 'gone "Bob"', (*rows, delete), typed=()) == ""
    assert doubt(((7, "text", "Home"),), 'gone "Bob"', (*rows, delete), typed=()) != ""


@pytest.mark.parametrize(("above", "is_proven"), [("200", True), ("208", True), ("210", False), ("150", False)])
def test_a_row_that_may_only_be_scrolled_out_of_view_is_not_known_to_be_deleted(above: str, is_proven: bool) -> None:
    def users(above: str, *names: int) -> tuple[Told, ...]:
        rows = ((number, "text", f"User {number}", {"parent": 8}) for number in names)
        region = (8, "list", "", {"states": {"scrolls"}, "attributes": {"above": above, "below": "900"}})
        return ((1, "heading", "Users"), region, *rows)

    delete = (3, "button", "Delete user 5", {"actionable": True})
    found = doubt(users(above, 4, 6), 'gone "User 5"', (*users("200", 4, 5, 6), delete), typed=())
    assert (found == "") is is_proven


def test_a_cover_with_one_thing_to_tap_proves_that_it_was_taken_and_a_message_does_not() -> None:
    under = tuple(
        (*each[:3], {**(each[3:] or ({},))[0], "attributes": {"hidden": "yes"}, "states": {"covered"}}) for each in FORM
    )
    start = (8, "clickable", "START", {"actionable": True})
    assert doubt((*under, start), 'gone "Save"') == ""
    assert doubt((*under, (8, "clickable", "RETRY", {"actionable": True})), 'gone "Save"') != ""
    assert doubt((*under, (8, "text", "Jaribu tena baadaye")), 'gone "Save"') != ""
    assert doubt(under, 'gone "Save"') != ""


def test_what_was_met_for_a_moment_is_taken_back_unless_it_was_a_message() -> None:
    for text, expects, is_message in (("Ann Reed", 'visible "Ann Reed"', False), ("Contact saved", "sent", True)):
        shown = signs(FORM, (*EMPTIED, (4, "text", text)), expects)
        assert shown.missing_proof == ""
        assert (signs(FORM, EMPTIED, expects).taken_back(shown) == "") is is_message
    assert signs(FORM, (*EMPTIED, (5, "text", "Hapana kabisa")), "sent").taken_back(shown)


ROWS = ((1, "heading", "Users"), (4, "text", "Ada"), (5, "text", "Bob"), (6, "text", "Cleo"))
DELETE = (3, "button", "Delete Bob", {"actionable": True})


@pytest.mark.parametrize(
    "came",
    [
        (7, "text", "Are you sure?"),
        (7, "text", "Imeshindikana"),
        (7, "text", "1 change pending"),
        (7, "button", "Retry"),
        (7, "button", "Confirm"),
        (7, "button", "Delete anyway"),
        (7, "textbox", "Type DELETE", {"value": ""}),
    ],
)
def test_what_comes_up_in_place_of_a_row_has_to_be_read_or_done_first(came: Told) -> None:
    after = (ROWS[0], ROWS[1], ROWS[3])
    assert doubt((*after, came), 'gone "Bob"', (*ROWS, DELETE), typed=()) != ""
    assert doubt((*after, (7, "text", "User deleted"), (8, "button", "Undo")), 'gone "Bob"', (*ROWS, DELETE)) == ""


def test_a_switch_that_is_on_proves_nothing_while_a_message_or_a_button_to_save_it_came_up() -> None:
    off, on = (2, "switch", "Alerts"), (2, "switch", "Alerts", {"states": {"checked"}})
    managed, save = (4, "text", "This setting is managed by your organization"), (4, "button", "Save changes")
    for came, is_proven in (((), True), ((managed,), False), ((save,), False), (((4, "text", "Saved"),), True)):
        found = doubt((HEADING, on, *came), 'field [2] is "checked"', (HEADING, off), sends=False, typed=())
        assert (found == "") is is_proven, found


def test_the_address_of_a_small_page_is_proof_only_under_the_heading_that_was_asked_for() -> None:
    before, there = ((1, "heading", "Home"), (3, "link", "Billing")), "https://a.example/billing"

    def believed(*after: Told) -> bool:
        return not doubt(
            after, 'address "/billing"', before, address=there, typed=(), instruction="open the billing page"
        )

    assert believed((5, "heading", "Billing"), (6, "text", "The plan is Basic, by the month"))
    lines = [(number, "text", f"Line {number} of a long page") for number in range(6, 16)]
    assert believed((5, "heading", "Billing"), *lines)
    assert not believed((5, "heading", "Ukurasa haupatikani"), *lines)
    assert not believed((5, "heading", "We'll be right back"), (6, "text", "Planned work goes on tonight"))
    assert not believed((5, "heading", "Upgrade to Pro"))
    assert not believed((5, "heading", "Hello again"), (6, "textbox", "Email"), (7, "button", "Continue"))


def test_a_row_among_others_proves_that_its_list_has_come_and_not_that_what_was_pressed_is_offered() -> None:
    there, said = "https://a.example/files", "go to the list with garden.md"

    def believed(expects: str, *after: Told, pressed: str = "Up") -> bool:
        before = ((1, "text", "Reading"), (3, "link", pressed))
        return not doubt(after, expects, before, address=there, typed=(), instruction=said)

    row, others = (6, "listitem", "garden.md"), ((7, "listitem", "budget.md"), (8, "button", "New file"))
    assert believed('visible "garden.md"', row, *others)
    assert not believed('visible "garden.md"', row)
    assert not believed('visible "garden.md"', (5, "heading", "Upgrade to Pro"), row, *others)
    inside = {"parent": 5}
    path = ((5, "navigation", ""), (6, "listitem", "garden.md", inside), (7, "listitem", "Files", inside))
    assert not believed('visible "garden.md"', *path)
    assert not believed('visible "garden.md"', row, *others, pressed="All about garden.md")


def test_a_dialog_that_asked_for_a_deletion_closes_whatever_comes_of_it_and_a_notice_is_only_closed() -> None:
    page = ((1, "heading", "Projects"), (4, "text", "Apollo"), (5, "text", "Gemini"), (6, "text", "Two projects"))

    def closed(question: str, button: str) -> str:
        inside = {"parent": 7}
        asked = ((7, "dialog", ""), (8, "text", question, inside), (3, "button", button, inside))
        return doubt(page, f'gone "{question}"', (*page, *asked), typed=())

    assert closed("Really delete?", "Delete project") != ""
    assert closed("We use cookies", "Got it") == ""


LOGIN = ((2, "textbox", "Password", {"value": "tiger12", "states": {"password"}}), (3, "button", "Sign in"))
OUT = (9, "link", "Log out", {"actionable": True})


def _rows(*texts: str, first: int = 20) -> tuple[Told, ...]:
    return (
        (first, "list", ""),
        *((number, "listitem", text, {"parent": first}) for number, text in enumerate(texts, first + 1)),
    )


def test_rows_that_say_no_are_data_after_a_login_that_worked_and_errors_are_not() -> None:
    builds = _rows("Build 17: passed", "Build 16: failed", "Build 15: passed", "Build 14: passed")
    wrong = _rows("Wrong name", "Wrong password", "Account is locked", "Ask Ann")
    home = ((7, "heading", "Dashboard"), (8, "text", "No new messages"))
    for expects in ('visible "Dashboard"', "sent", 'gone "Sign in"'):
        assert doubt((*home, OUT, *builds), expects, LOGIN) == "", expects
        assert doubt((*home, OUT, *wrong), expects, LOGIN) != "", expects
        assert doubt((*home, *builds), expects, LOGIN) != "", expects


def test_rows_that_say_no_after_something_was_committed_are_about_that() -> None:
    builds = _rows("Ann: sent", "Bob: failed", "Cleo: sent", "Dora: sent")
    for button, is_proven in (("Show the log", True), ("Send to all", False)):
        before = ((1, "heading", "Mail"), (3, "button", button, {"actionable": True}))
        found = doubt((*before, (4, "heading", "Log"), *builds), 'visible "Log"', before, typed=())
        assert (found == "") is is_proven, button


@pytest.mark.parametrize(
    "came",
    [
        (4, "text", "Possible duplicates"),
        (4, "text", "Vorschau"),
        (4, "heading", "Elsewhere on Acme"),
        (4, "button", "Save it now", {"actionable": True}),
        (4, "progressbar", ""),
    ],
)
def test_what_was_typed_is_no_proof_where_it_is_only_offered_or_not_over(came: Told) -> None:
    for expects in ('visible "Ann Reed"', "sent"):
        assert doubt((*EMPTIED, came, (5, "text", "Ann Reed")), expects) != "", expects
        assert doubt((*EMPTIED, (5, "text", "Ann Reed")), expects) == "", expects


@pytest.mark.parametrize(
    "beside",
    [
        "Need help? Write to us.",
        "© Acme. All rights reserved.",
        "A receipt was sent to you. If it does not arrive, please check the spam",
    ],
)
def test_small_print_and_other_cases_are_no_objection_to_a_success(beside: str) -> None:
    assert doubt(((4, "heading", "Thank you"), (5, "text", beside)), 'visible "Thank you"') == ""


def test_a_form_that_says_that_it_was_saved_was_sent_even_if_it_stays_filled_in_where_a_request_took_it() -> None:
    said = (*FORM, (4, "text", "All changes saved"))
    saved = signs(FORM, said, "sent", has_written=True)
    assert [saved.is_met(each) for each in saved.expects] == [True]
    assert saved.missing_proof == ""
    assert not signs(FORM, said, "sent").is_met(saved.expects[0])
    assert not signs(FORM, (*FORM, (4, "text", "Draft kept")), "sent", has_written=True).is_met(saved.expects[0])


@pytest.mark.parametrize("text", ["0 contacts added", "Nobody was added", "Added locally", "To be added"])
def test_a_word_of_success_that_is_not_meant_so_proves_nothing(text: str) -> None:
    for expects in ("sent", 'visible "added"'):
        assert doubt((*EMPTIED, (4, "text", text)), expects) != "", expects


@pytest.mark.parametrize(
    "came",
    [
        (5, "text", "Haikuhifadhiwa."),
        (5, "text", "!", {"attributes": {"alarming": "yes"}}),
        (5, "text", "✗"),
    ],
)
def test_a_word_that_nobody_knows_and_a_warning_sign_beside_a_new_row_are_no_proof(came: Told) -> None:
    for expects in ('visible "Ann Reed"', "sent", 'sent; visible "Ann Reed"', 'message "Ann Reed"'):
        assert doubt((*EMPTIED, (4, "text", "Ann Reed"), came), expects) != "", expects
        assert doubt((*EMPTIED, (4, "text", "Ann Reed"), (5, "text", "Saved")), expects) == "", expects


@pytest.mark.parametrize("row", ["Ann Reed !", "Ann Reed ✗", "Ann Reed haikuhifadhiwa"])
def test_a_row_with_a_warning_sign_or_a_word_that_nobody_knows_is_no_proof(row: str) -> None:
    for expects in ('visible "Ann Reed"', "sent", 'message "Ann Reed"'):
        assert doubt((*EMPTIED, (4, "text", row)), expects) != "", expects
    bob = (9, "text", "Bob Hill !")
    assert doubt((*EMPTIED, bob, (4, "text", "Ann Reed !")), "sent", (*FORM, bob)) == ""


def test_what_stays_is_not_read_because_it_was_to_go() -> None:
    after = (ROWS[0], ROWS[1], ROWS[3], (7, "text", "Bob owns a shop"))
    assert doubt(after, 'gone "Delete Bob"', (*ROWS, DELETE), typed=()) != ""
    assert doubt(after, 'gone "Bob"', (*ROWS, DELETE), typed=()) != ""


def test_a_button_that_goes_when_it_is_pressed_proves_nothing() -> None:
    kept = (HEADING, (5, "text", "Oslo to Rome"), (6, "link", "Help"), (7, "link", "Terms"))
    offer = (*kept, (4, "text", "One flight"), (3, "button", "Book flight", {"actionable": True}))
    assert "says that it worked" in doubt(offer[:-1], 'gone "Book flight"', before=offer)
    assert doubt(kept, 'gone "One flight"', before=offer) == ""


def test_what_was_filled_in_on_pages_before_is_sent_by_the_button_of_the_last_page() -> None:
    book = (3, "button", "Book flight", {"actionable": True})
    before = Baseline(tree(HEADING, book), frozenset({21, 22}), "book the flight", pressed=3)
    sent = read_expectations("sent")
    assert sent
    for after, is_proof in (((4, "heading", "Your flight is booked"), True), ((4, "heading", "Seats"), False)):
        found = Signs(before, tree(HEADING, after), sent, ("Oslo",), sender=before.tree.find(3))
        assert (found.missing_proof == "") is is_proof


def test_a_text_that_came_beside_its_region_is_no_proof() -> None:
    people = (8, "heading", "People")
    after = (*EMPTIED, (4, "text", "Ann Reed was expected"), people)
    assert doubt(after, 'visible "was expected" in "People"', before=(*FORM, people))


REVIEW = "https://a.example/contacts/confirm"


@pytest.mark.parametrize(
    ("after", "why"),
    [
        ((HEADING, (4, "text", "Ann Reed"), (5, "button", "Save", {"actionable": True})), "more to do"),
        ((HEADING, (4, "text", "Ann Reed"), (5, "button", "Confirm", {"actionable": True})), "more to do"),
        (((4, "heading", "Ann Reed"), (5, "textbox", "Company", {"value": ""})), "more to fill in"),
    ],
)
def test_a_page_to_which_a_form_led_is_no_end_while_it_has_a_step_to_do(after: tuple[Told, ...], why: str) -> None:
    for expects in ('visible "Ann Reed"', "sent"):
        assert why in doubt(after, expects, address=REVIEW), expects
    saved = (*EMPTIED, (4, "text", "Ann Reed"))
    assert doubt(saved, 'visible "Ann Reed"', address="https://a.example/all") == ""


@pytest.mark.parametrize("expects", ['visible "Ann Reed"', "sent"])
def test_a_place_for_comments_on_the_page_after_waits_for_nothing(expects: str) -> None:
    saved = ((4, "heading", "Contact saved"), (5, "text", "Ann Reed"))
    for box, button in (("Write a comment", "Post comment"), ("Ihr Kommentar", "Kommentar absenden")):
        after = (*saved, (6, "textbox", box, {"value": ""}), (7, "button", button, {"actionable": True}))
        assert doubt(after, expects, address="https://a.example/contacts/3") == ""
        silent = ((4, "heading", "Ann Reed"), *after[2:])
        assert doubt(silent, 'visible "Ann Reed"', address=REVIEW) == ""
        assert doubt(silent, "sent", address=REVIEW)


@pytest.mark.parametrize(
    ("box", "button", "more"),
    [
        ({"value": "", "states": {"required"}}, "Post comment", {}),
        ({"value": ""}, "Confirm", {}),
        ({"value": ""}, "Post comment", {"instruction": "post a comment by Ann Reed"}),
    ],
    ids=["required", "another button", "a comment was asked for"],
)
def test_a_place_for_comments_that_belongs_to_what_is_done_is_a_step_of_it(
    box: dict[str, Any], button: str, more: dict[str, Any]
) -> None:
    after = ((4, "heading", "Ann Reed"), (5, "textbox", "Comment", box), (6, "button", button, {"actionable": True}))
    assert "there is more to" in doubt(after, 'visible "Ann Reed"', address=REVIEW, **more)


def test_a_code_on_the_page_after_a_password_is_still_to_be_filled_in() -> None:
    after = ((4, "heading", "Welcome, bob"), (5, "textbox", "6 digits", {"value": ""}), (6, "button", "Verify"))
    more = {"address": "https://a.example/2fa", "instruction": "log in as bob", "typed": ("bob", "tiger12")}
    assert "more to fill in" in doubt(after, 'visible "Welcome"', LOGIN, **more)


@pytest.mark.parametrize("label", ["Saved", "Complete order", "Contact added"])
def test_the_label_of_a_control_tells_of_no_success(label: str) -> None:
    for role in ("button", "link"):
        came = (4, role, label, {"actionable": True})
        for expects in ("sent", f'visible "{label}"'):
            assert doubt((HEADING, came), expects, instruction="add Ann Reed, complete the order") != "", (
                role,
                expects,
            )
    pressed = (HEADING, NAME, (3, "button", "Saved", {"actionable": True}))
    assert doubt(pressed, 'visible "Saved"') == ""


ENTRY = "https://a.example/contacts/1"


def test_the_number_of_a_new_entry_is_no_objection_beside_a_message_of_success() -> None:
    entry = ((4, "heading", "Ann Reed"), (5, "text", "No. 1"))
    for expects in ('visible "Ann Reed"', "sent"):
        assert doubt((*entry, (6, "status", "Contact saved: Ann Reed")), expects, address=ENTRY) == ""
        assert doubt(entry, expects, address=ENTRY) != ""


def test_a_line_with_what_was_typed_may_look_as_it_likes_on_a_page_of_success_and_a_row_may_not() -> None:
    saved, grey = (6, "status", "Contact saved: Ann Reed"), {"attributes": {"marked": "yes"}}
    for role, told, is_proven in (("text", (saved,), True), ("text", (), False), ("listitem", (saved,), False)):
        after = ((1, "heading", "Contacts"), (4, role, "Ann Reed", grey), *told)
        found = doubt(after, "sent", address=ENTRY)
        assert (found == "") is is_proven, (role, found)
        assert is_proven or "looks different from the rows beside it" in found


ROLE = (8, "textbox", "Role", {"value": "Editor"})


@pytest.mark.parametrize(
    ("name", "role", "told", "why"),
    [
        ("Ann Reed", "Editor", "User saved", ""),
        ("Ann Reed", "Reader", "User saved", 'holds "Reader", and "Editor" was filled in'),
        ("", "", "User saved", ""),
        ("Ann Reed", "Editor", "Name updated", "tells nothing of"),
        ("Ann Reed", "Editor", "Name and role updated", ""),
    ],
)
def test_what_fields_hold_and_what_is_told_of_them_has_to_be_what_was_filled_in(
    name: str, role: str, told: str, why: str
) -> None:
    fields = ((2, "textbox", "Name", {"value": name}), (8, "textbox", "Role", {"value": role}))
    after = (HEADING, *fields, SAVE, (4, "status", told))
    since = Baseline(tree(HEADING, NAME, ROLE, SAVE), frozenset({2, 8}), "save the user Ann Reed as Editor")
    clauses = read_expectations('visible "saved"' if "saved" in told else 'visible "updated"')
    assert clauses is not None
    found = Signs(since, tree(*after), clauses, ("Ann Reed", "Editor"), sender=since.tree.find(3))
    assert (why in found.missing_proof) if why else found.missing_proof == ""


@pytest.mark.parametrize("value", ["555-0177", "5550177", "555 0177"])
def test_a_value_that_is_only_written_in_another_way_is_the_same(value: str) -> None:
    before = (HEADING, (2, "textbox", "Phone", {"value": "555 0177"}), SAVE)
    after = (HEADING, (2, "textbox", "Phone", {"value": value}), SAVE, (4, "status", "Phone saved"))
    assert doubt(after, 'visible "saved"', before, typed=("555 0177",), instruction="save the phone 555 0177") == ""


NAMES = ("Ann Reed", "Bob Hill", "Cleo Park", "Dan Moe", "Eve Low", "Flo Day", "Gus Orr")


@pytest.mark.parametrize(
    "notice", ["This name belongs to one of your older cards.", "Anwani hii haipo tena katika orodha yetu"]
)
def test_a_sentence_over_the_lists_of_another_page_has_to_be_read_however_much_the_page_shows(notice: str) -> None:
    listed = _rows(*NAMES)
    for expects in ('visible "Ann Reed"', "sent"):
        before = (*FORM, (30, "text", NAMES[1]))
        assert doubt((HEADING, *listed), expects, before, address=ENTRY) == "", expects
        assert "has to be read" in doubt((HEADING, (4, "text", notice), *listed), expects, before, address=ENTRY), (
            expects
        )


def test_what_was_typed_proves_nothing_in_a_list_that_was_not_in_view_before() -> None:
    for expects in ('visible "Ann Reed"', "sent"):
        assert "says that it worked" in doubt((HEADING, *_rows(*NAMES)), expects, address=ENTRY), expects
        told = (4, "status", "Contact saved")
        assert doubt((HEADING, told, *_rows(*NAMES)), expects, address=ENTRY) == "", expects


@pytest.mark.parametrize(("phone", "is_proven"), [("555 0177", True), ("555-0177", True), ("555 0100", False)])
def test_another_number_than_was_typed_has_to_be_read(phone: str, is_proven: bool) -> None:
    before = (*FORM[:2], (8, "textbox", "Phone", {"value": "555 0177"}), SAVE)
    more = {"typed": ("Ann Reed", "555 0177"), "instruction": "add Ann Reed with the phone 555 0177"}
    for expects in ('visible "Ann Reed"', "sent"):
        found = doubt(((4, "heading", "Ann Reed"), (5, "text", phone)), expects, before, address=ENTRY, **more)
        assert (found == "") is is_proven, (expects, found)


@pytest.mark.parametrize("typed", ["Please remove this ad", "It was removed, or is your comment closed"])
def test_what_is_typed_was_not_asked_for(typed: str) -> None:
    before = (HEADING, (2, "textbox", "Comment", {"value": typed}), (3, "button", "Post", {"actionable": True}))
    emptied = (HEADING, (2, "textbox", "Comment", {"value": ""}), before[2])
    for instruction in (f'post the comment "{typed}"', f"post the comment {typed}"):
        more = {"typed": (typed,), "instruction": instruction}
        for told, is_proven in (("Your comment was removed", False), ("Your comment was posted", True)):
            assert (doubt((*emptied, (4, "text", told)), "sent", before, **more) == "") is is_proven, told


@pytest.mark.parametrize(
    ("instruction", "typed", "told", "is_proven"),
    [
        ("add 3 blue mugs to the basket", "3", "1 mug added", False),
        ("add 3 blue mugs to the basket", "3", "3 mugs added", True),
        ("add two mugs", "mugs", "1 mug added", False),
        ("add the mug", "mug", "1 mug added", True),
        ("add all mugs", "mugs", "1 mug added", False),
        ("add the mugs", "Red, Blue", "1 mug added", False),
        ("add the mugs", "Red, Blue, Green", "Mugs: 2 added", False),
        ("add the mug Red", "Red", "Mug 1043 added", True),
    ],
)
def test_a_number_in_a_message_of_success_has_to_be_what_was_asked_for(
    instruction: str, typed: str, told: str, is_proven: bool
) -> None:
    for expects in ("sent", 'visible "added"'):
        found = doubt((*EMPTIED, (4, "status", told)), expects, instruction=instruction, typed=(typed,))
        assert (found == "") is is_proven, found


@pytest.mark.parametrize(
    ("instruction", "button", "told", "is_proven"),
    [
        ("join the event Jazz Night", "Join", "You've joined the waitlist", False),
        ("join the event Jazz Night", "Join", "You've joined", True),
        ("reserve desk 12", "Reserve desk 12", "Reserved for staff", False),
        ("reserve desk 12", "Reserve desk 12", "Desk 12 reserved", True),
        ("approve the merge request 7", "Approve", "Approved 1 of 2", False),
        ("publish the page Prices", "Publish", "Published to staging", False),
        ("publish the page Prices", "Publish", "Prices: published", True),
    ],
)
def test_each_word_beside_the_word_of_a_deed_is_read(instruction: str, button: str, told: str, is_proven: bool) -> None:
    before = (HEADING, (5, "text", "Prices"), (3, "button", button, {"actionable": True}))
    word = next(word for word in told.lower().split() if word.endswith("ed"))
    after = (*before[:2], (4, "text", told))
    found = doubt(after, f'visible "{word}"', before, instruction=instruction, typed=())
    assert (found == "") is is_proven, found


def test_a_request_that_was_received_is_no_booking() -> None:
    received = ((4, "heading", "Thank you"), (5, "text", "Your request has been received."))
    more = {"instruction": "book a table for two under the name Reed", "typed": ("Reed",)}
    assert doubt(received, "sent", **more) != ""
    assert doubt(received, "sent", instruction="send the request", typed=("Reed",)) == ""


def test_a_list_of_reasons_in_place_of_what_was_deleted_is_read_however_long_it_is() -> None:
    page = (*ROWS, (8, "text", "Since 2019"), (9, "text", "Oslo"), (10, "text", "Rue Haute 5"))
    reasons = _rows(*(f"Invoice {number}" for number in range(2041, 2048)))
    delete = (3, "button", "Delete customer", {"actionable": True})
    for told, is_proven in ((((7, "text", "It stands in these"), *reasons), False), ((), True)):
        after = (*page[:2], *page[3:], *told)
        found = doubt(after, 'gone "Bob"', (*page, delete), instruction="delete the customer Bob", typed=())
        assert (found == "") is is_proven, found


@pytest.mark.parametrize(("role", "label"), [("button", "Not sent"), ("link", "Contact was refused")])
def test_a_control_whose_label_says_no_stands_against_a_new_row(role: str, label: str) -> None:
    after = (*EMPTIED, (4, "text", "Ann Reed"), (5, role, label, {"actionable": True}))
    for expects in ('visible "Ann Reed"', "sent", 'field "Name" is ""; sent'):
        assert "done again" in doubt(after, expects), expects


@pytest.mark.parametrize(
    "told",
    [
        "Call us to complete your order.",
        "* Payment by Friday is required to keep your order.",
        "* Payment is required.",
        "If approved by the editors, your comment becomes public.",
    ],
)
def test_a_sentence_with_what_is_still_to_be_done_is_no_small_print(told: str) -> None:
    for expects in ("sent", 'visible "Thank you"'):
        assert doubt(((4, "heading", "Thank you"), (5, "text", told)), expects) != "", expects


def test_which_fields_are_required_is_small_print_beside_a_form() -> None:
    legend, saved = (5, "text", "* required field"), (4, "status", "Contact saved")
    assert doubt((*EMPTIED, saved, legend), "sent") == ""


def test_a_name_inside_of_what_was_typed_may_be_told_alone() -> None:
    typed = "hello, Hana Ferreira"
    before = (HEADING, (2, "textbox", "Message", {"value": typed}), (3, "button", "Send", {"actionable": True}))
    after = ((4, "heading", "Conversation with Hana Ferreira"), (5, "status", "Message sent"))
    more = {
        "instruction": f'send the message "{typed}"',
        "typed": (typed,),
        "address": "https://a.example/conversations",
    }
    assert doubt(after, "sent", before, **more) == ""


@pytest.mark.parametrize("role", ["checkbox", "switch", "radio"])
def test_a_box_that_is_as_it_was_before_it_was_set_speaks_against_a_form_that_stays(role: str) -> None:
    def box(*states: str) -> Told:
        return (2, role, "News", {"states": states, "actionable": True})

    saved = (4, "status", "Settings saved")
    more: dict[str, Any] = {
        "before": (HEADING, box("checked"), SAVE),
        "typed": (),
        "instruction": "save the settings with news",
    }
    assert doubt((HEADING, box("checked"), SAVE, saved), "sent", **more) == ""
    assert "is not checked again, and" in doubt((HEADING, box(), SAVE, saved), "sent", **more)


@pytest.mark.parametrize(
    ("shown", "is_proven"), [("Blue mug: 1", False), ("Blue mug: 2", True), ("Blue mug", True), ("Blue mug: 17", True)]
)
def test_a_number_of_one_digit_may_be_another_one_too(shown: str, is_proven: bool) -> None:
    before = ((1, "heading", "Blue mug"), (2, "textbox", "Quantity", {"value": "2"}), (3, "button", "Place order"))
    after = ((4, "heading", "Order placed"), (5, "text", shown))
    more: dict[str, Any] = {
        "typed": ("2",),
        "instruction": "order two blue mugs",
        "address": "https://a.example/orders/17",
    }
    assert (doubt(after, 'visible "Order placed"; sent', before, **more) == "") is is_proven
