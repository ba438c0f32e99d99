"""By what an element is called, what it is marked with, and what it is in."""

from __future__ import annotations

import pytest
from anchor_trees import El, anchor_of, button, el, found, page, row, said

from askonce.geometry import Box, Size
from askonce.recordings.anchor_builder import beside_of, make_anchor
from askonce.recordings.anchor_resolver import resolve
from askonce.recordings.element_attributes import is_generated
from askonce.recordings.tree_outline import Outline
from askonce.screens import Node, Tree
from askonce.values import Instruction, Secret


def again(before: tuple[El, ...], after: tuple[El, ...], key: str = "it") -> str | None:
    return found(anchor_of(key, page(*before)), page(*after))


# ---- names


@pytest.mark.parametrize(
    "name",
    [
        """Say "yes" to 'no' and `maybe`""",
        "🛒 Basket 👩‍👩‍👧",
        "حفظ التغييرات",
        "\u202bשמור\u202c",
        "Ｆｕｌｌ  width\u00a0and odd spaces",
        "brackets [0] (a|b)* {not_passed} \\d+",
        "word " * 180,
    ],
)
def test_any_text_is_a_name(name: str) -> None:
    before = (button(name, "it"), button("Other"))
    assert again(before, (button("Other"), button("New"), button(name, "it"))) == "it"
    assert again(before, (button("Other"), button(name + " not", "it"))) is None


def test_long_texts_are_told_apart_by_their_beginning_and_never_mistaken() -> None:
    before = (el("text", "Once " * 200 + "A", key="it"),)
    assert len(anchor_of("it", page(*before)).name) == 300
    assert again(before, (el("text", "New"), *before)) == "it"
    assert again(before, (el("text", "Then " * 200 + "A", key="it"),)) is None
    assert again(before, (*before, el("text", "Once " * 200 + "B"))) is None


def test_letters_that_nobody_sees_make_no_difference() -> None:
    assert again((button("Sign in", "it"),), (button("si\u00adgn IN\u200b", "it"),)) == "it"


def test_a_renamed_button_is_another_button_whatever_its_id() -> None:
    for mark in ("id", "data-testid"):
        before = (el("button", "Play", key="it", marks={mark: "player"}),)
        assert again(before, (el("button", "Pause", key="it", marks={mark: "player"}),)) is None


@pytest.mark.parametrize("mark", ["id", "name", "data-testid", "placeholder"])
def test_no_attribute_outvotes_the_label_of_a_field(mark: str) -> None:
    before = (el("textbox", "Amount", key="it", marks={mark: "value"}),)
    assert again(before, (el("textbox", "IBAN", marks={mark: "value"}),)) is None


@pytest.mark.parametrize("label", ["amount", "Amount:", "Amount *", "Amount…"])
def test_the_marks_after_a_label_make_no_difference(label: str) -> None:
    assert again((el("textbox", "Amount", key="it"),), (el("textbox", label, key="it"),)) == "it"


def test_marks_that_are_counted_do_not_stand_in_for_the_name_of_a_field() -> None:
    before = (el("textbox", "First name", key="it", marks={"id": "q1"}),)
    assert again(before, (el("textbox", "E-mail", marks={"id": "q1"}),)) is None


def test_a_mark_that_several_fields_bear_does_not_stand_in_for_the_name() -> None:
    def field(name: str, key: str) -> El:
        return el("textbox", name, key=key, marks={"name": "quantity"})

    before = (field("Quantity of cups", "it"), field("Quantity of plates", ""))
    assert again(before, (field("Quantity of plates", ""),)) is None


def test_a_checkbox_that_says_something_else_is_not_ticked() -> None:
    before = (el("checkbox", "Send me news", key="it", marks={"id": "news"}),)
    assert again(before, (el("checkbox", "Send me no news", marks={"id": "news"}),)) is None


# ---- numbers in names


@pytest.mark.parametrize("marks", [{"href": "/inbox"}, {"id": "inbox"}, {"data-testid": "inbox"}])
def test_a_count_in_brackets_may_change_where_marks_say_that_it_is_the_same(marks: dict[str, str]) -> None:
    before = (el("link", "Inbox (17)", key="it", marks=marks), el("link", "Sent (2)", marks={"href": "/sent"}))
    after = (el("link", "Sent (2)", marks={"href": "/sent"}), el("link", "Inbox (3)", key="it", marks=marks))
    assert again(before, after) == "it"
    assert again((el("link", "Inbox (17)", key="it"),), (el("link", "Inbox (3)"),)) is None


@pytest.mark.parametrize("address", ["/u/{}", "?name={}", "/people?name={}"])
def test_a_count_beside_a_passed_value_is_not_part_of_the_name(address: str) -> None:
    def people(**counts: str) -> Outline:
        marks = {name: {"href": address.format(name.lower())} for name in counts}
        return page(*(el("link", f"{name} {counts[name]}", key=name, marks=marks[name]) for name in counts))

    ann, bob = (Instruction("open {name}", {"name": name}) for name in ("Ann", "Bob"))
    anchor = anchor_of("Ann", people(Ann="11", Bob="3"), ann)
    assert found(anchor, people(Ann="12", Bob="4"), bob) == "Bob"
    assert found(anchor, people(Ann="12", Bobby="4"), bob) is None


@pytest.mark.parametrize(
    ("before", "after", "address"),
    [
        ("iPhone 11", "iPhone 12", "/p/iphone-{}"),
        ("iPhone 11", "iPhone 12", "/p/87{}"),
        ("iPhone 11", "iPhone 12", "?model=iphone&version={}"),
        ("Pay iPhone 11", "Pay iPhone 12", "/pay/iphone"),
        ("iPhone €11", "iPhone €12", "/p/iphone"),
    ],
)
def test_a_version_or_an_amount_beside_a_passed_value_is_part_of_the_name(
    before: str, after: str, address: str
) -> None:
    phone = Instruction("open {name}", {"name": "iPhone"})
    first, other = (
        page(el("link", name, key=name, marks={"href": address.format(name[-2:])})) for name in (before, after)
    )
    anchor = anchor_of(before, first, phone)
    assert (found(anchor, first, phone), found(anchor, other, phone)) == (before, None)


def test_a_bare_count_may_change_where_an_address_says_that_it_is_the_same() -> None:
    before, after = ((el("link", f"Basket {count}", key="it", marks={"href": "/basket"}),) for count in (1, 4))
    assert again(before, after) == "it"
    anchor = anchor_of("it", page(*before), said("open basket 1"))
    assert found(anchor, page(*after), said("open basket 1")) is None


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ({}, {}),
        ({"href": "#"}, {"href": "#"}),
        ({"href": "/list?page=2"}, {"href": "/list?page=3"}),
        ({"href": "/list/2"}, {"href": "/list/3"}),
        ({"id": "pager"}, {"id": "pager"}),
        ({"href": "javascript:void(0)"}, {"href": "javascript:void(0)"}),
    ],
)
def test_page_2_never_becomes_page_3(was: dict[str, str], now: dict[str, str]) -> None:
    for name in ("Page {}", "{}"):
        before = (el("link", name.format(2), key="it", marks=was),)
        assert again(before, (el("link", name.format(3), marks=now),)) is None


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("Pay €10", "Pay €1000"),
        ("Pay 10", "Pay 90"),
        ("Delete (3)", "Delete (300)"),
        ("Löschen (3)", "Löschen (30)"),
        ("Version 1.2", "Version 1.3"),
        ("Book 3 May", "Book 4 May"),
        ("Order 2 boxes", "Order 3 boxes"),
        ("Buy 1 kg", "Buy 1 t"),
        ("Room 12", "Room 13"),
        ("8:00", "9:00"),
    ],
)
def test_amounts_dates_versions_and_units_are_no_counters(was: str, now: str) -> None:
    for role, marks in (("button", {"id": "act"}), ("button", {"data-testid": "act"}), ("link", {"href": "/act"})):
        assert again((el(role, was, key="it", marks=marks),), (el(role, now, marks=marks),)) is None


@pytest.mark.parametrize("own", ["Enable", "Subscribe", "Allow", "Include tax"])
def test_the_opposite_is_another_element(own: str) -> None:
    for other in (f"Un{own.lower()}", f"Dis{own.lower()}", f"Do not {own.lower()}", f"Not {own.lower()}"):
        for role in ("button", "checkbox", "switch"):
            assert again((el(role, own, key="it", marks={"id": "it"}),), (el(role, other, marks={"id": "it"}),)) is None


# ---- what it shows


@pytest.mark.parametrize("role", ["button", "link", "tab", "menuitem", "checkbox"])
def test_a_name_for_screen_readers_on_another_text_is_another_element(role: str) -> None:
    before = (el(role, "Save", key="it"),)
    assert again(before, (el(role, "Save", shown="Delete everything"),)) is None
    for was, now in (("Keep it", "Drop it"), ("✓", "🗑"), ("Keep it", "Save and delete")):
        assert again((el(role, "Save", key="it", shown=was),), (el(role, "Save", shown=now),)) is None


@pytest.mark.parametrize(("was", "now"), [("", "3"), ("3", "4"), ("Save", ""), ("×", ""), ("", "Save"), ("Go", "Go")])
def test_a_counter_or_a_part_of_the_name_says_nothing_else(was: str, now: str) -> None:
    before = (el("button", "Save changes", key="it", shown=was),)
    assert again(before, (el("button", "Save changes", key="it", shown=now),)) == "it"


@pytest.mark.parametrize("role", ["textbox", "checkbox"])
def test_a_name_for_screen_readers_beside_another_text_is_another_field(role: str) -> None:
    def line(text: str) -> Outline:
        words = Node(1, "text", "", Box(0 if role == "textbox" else 120, 0, 60, 20), text=text)
        field = Node(2, role, "Amount", Box(70, 0, 40, 20), actionable=True, attributes={"key": "it"})
        return Outline(Tree((words, field) if role == "textbox" else (field, words), Size(400, 300)))

    anchor = make_anchor(line("Amount").tree.nodes[1 if role == "textbox" else 0], line("Amount"), said("go on"))
    assert found(anchor, line("Amount")) == "it"
    assert found(anchor, line("IBAN")) is None


# ---- addresses


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("/report", "/delete-everything"),
        ("/users/5", "/users/6"),
        ("/list?sort=name", "/list?sort=price"),
        ("/list", "/list?delete=all"),
        ("/docs#install", "/docs#uninstall"),
        ("#", "/delete-everything"),
        ("/a", "#"),
        ("mailto:ann@a.test", "mailto:bob@a.test"),
    ],
)
def test_an_address_that_changed_is_another_link(was: str, now: str) -> None:
    before = (
        el("link", "Continue", key="it", marks={"href": was, "id": "go"}),
        el("link", "Help", marks={"href": was}),
    )
    assert again(before, (el("link", "Continue", marks={"href": now, "id": "go"}),)) is None
    assert again(before, before[::-1]) == "it"


def test_the_address_of_a_value_is_another_for_another_value() -> None:
    def users(*names: str) -> tuple[El, ...]:
        return tuple(el("link", name, key=name, marks={"href": f"/users/{len(name)}/show"}) for name in names)

    first, second = said("open {who}", who="Bob"), said("open {who}", who="Alice")
    anchor = anchor_of("Bob", page(*users("Bob", "Alice")), first)
    assert anchor.attributes == {"href": "/users/*/show"}
    assert found(anchor, page(*users("Bob", "Alice")), second) == "Alice"
    drop = el("link", "Alice", marks={"href": "/users/5/drop"})
    assert found(anchor, page(drop), second) is None


def test_the_index_of_a_page_is_not_a_value_that_the_row_shows() -> None:
    def notes(*rows: tuple[str, str]) -> tuple[El, ...]:
        return tuple(
            el("listitem", "", el("link", name, key=name, marks={"href": f"/notes/{place}"}), el("text", moons))
            for place, (name, moons) in enumerate(rows)
        )

    task = "open the note of {planet.name} with {planet.moons}"
    first = Instruction.of(task, {"planet.name": "Mercury", "planet.moons": "0"})
    second = Instruction.of(task, {"planet.name": "Mars", "planet.moons": "2"})
    anchor = anchor_of("Mercury", page(*notes(("Mercury", "0"), ("Venus", "3"))), first)
    assert anchor.attributes == {"href": "/notes/*"}
    assert found(anchor, page(*notes(("Mercury", "0"), ("Mars", "2"))), second) == "Mars"


@pytest.mark.parametrize(
    ("mark", "value"),
    [("href", "/admin/users"), ("placeholder", "Find admin or owner"), ("name", "admin"), ("id", "admin")],
)
def test_a_value_in_an_attribute_of_something_else_is_there_by_chance(mark: str, value: str) -> None:
    role = "link" if mark == "href" else "textbox"
    there = page(el(role, "Users", key="it", marks={mark: value}))
    anchor = anchor_of("it", there, said("log in as {user}", user="admin"))
    assert anchor.attributes == {mark: value}
    assert found(anchor, there, said("log in as {user}", user="eve")) == "it"


# ---- marks


@pytest.mark.parametrize(
    "identifier",
    ["radix-7", "ember1234", ":r3:", "field-8f3a2b1c", "mui-12", "input_4711", "3fa85f64-5717-4562", "css-1q2w3e"],
)
def test_ids_that_programs_make_are_not_kept(identifier: str) -> None:
    assert is_generated(identifier)
    assert not anchor_of("it", page(el("textbox", "A", key="it", marks={"id": identifier}))).attributes


@pytest.mark.parametrize("identifier", ["user-name", "save", "q1", "billing_address", "step-2", "feedback-form"])
def test_ids_that_people_chose_are_kept(identifier: str) -> None:
    assert not is_generated(identifier)


def test_another_id_does_not_matter_where_the_name_says_enough() -> None:
    assert again((button("Save", "it", id="one"),), (button("Save", "it", id="two"),)) == "it"


def test_another_test_id_is_another_element() -> None:
    before = (el("button", "Save", key="it", marks={"data-testid": "save-profile"}),)
    assert again(before, (el("button", "Save", marks={"data-testid": "save-billing"}),)) is None
    assert again(before, (el("button", "Save", key="it"),)) == "it"


def test_of_two_alike_that_marks_tell_apart_the_other_is_never_taken() -> None:
    before = (button("Save", "it", id="top"), button("Save", "", id="bottom"))
    assert again(before, (button("Save", "", id="bottom"), button("Save", "it", id="top"))) == "it"
    assert again(before, (button("Save", "", id="bottom"),)) is None
    assert again(before, (button("Save", "", id="bottom"), button("Save", "", id="middle"))) is None


def test_a_new_one_of_the_same_name_is_told_from_the_old_by_marks_or_not_at_all() -> None:
    assert again((button("Save", "it", id="top"),), (button("Save"), button("Save", "it", id="top"))) == "it"
    assert again((button("Save", "it"),), (button("Save"), button("Save", "it"))) is None


def test_a_link_without_a_name_is_known_by_where_it_leads_and_by_nothing_else() -> None:
    def link(address: str, key: str = "") -> El:
        return el("link", key=key, marks={"href": address})

    before = (link("/product/17", "it"), link("/product/18"))
    assert again(before, (link("/product/18"), link("https://other.test/product/17?from=mail", "it"))) == "it"
    assert again(before, (link("/product/18"), link("/product/19"))) is None
    assert again(before, (link("/product/19"),)) is None


def test_links_into_one_page_are_told_apart_by_its_routes() -> None:
    before = (el("link", key="it", marks={"href": "#/inbox"}), el("link", marks={"href": "#/sent"}))
    assert again(before, before[::-1]) == "it"
    assert again(before, before[1:]) is None


# ---- one of several that are all the same


def test_the_kth_of_n_is_found_only_among_n() -> None:
    three = (el("button"), el("button", key="it"), el("button"))
    assert again(three, three) == "it"
    for others in ((), (el("button"),), (el("button"),) * 2, (el("button"),) * 4):
        assert again(three, others) is None
    named = (button("More"), button("More", "it"))
    assert again(named, named) == "it"
    assert again(named, (button("More"),)) is None
    assert again(named, (button("More"),) * 3) is None


def test_one_of_several_is_known_by_the_heading_over_it() -> None:
    before = (el("heading", "Mail"), button("Change", "it"), el("heading", "Phone"), button("Change", "phone"))
    after = (el("heading", "Phone"), button("Change", "phone"), el("heading", "Mail"), button("Change", "it"))
    assert again(before, before) == "it"
    assert again(before, after) == "it"
    assert again(before, before[2:]) is None


def test_an_icon_without_a_name_is_not_mistaken_for_a_new_one() -> None:
    assert again((el("button", key="it"),), (button("Save"), el("button", key="it"))) == "it"
    assert again((el("button", key="it"),), (el("button"), el("button", key="it"))) is None


def test_an_icon_without_a_name_is_known_by_the_text_before_it_and_a_field_without_one_is_not() -> None:
    def beside(role: str) -> str:
        outline = page(el("text", "Bread"), el(role), el("text", "Milk"), el(role, key="it"))
        (node,) = (node for node in outline.tree if node.attributes["key"] == "it")
        return beside_of(node, outline)

    assert beside("button") == "Milk"
    assert [beside(role) for role in ("textbox", "checkbox")] == ["", ""]


# ---- what it is in


def forms(*names: str, role: str = "form") -> tuple[El, ...]:
    return tuple(
        el(
            role,
            name,
            el("group", "Address", el("textbox", "Street", key=f"street {name}"), button("Save", f"save {name}")),
        )
        for name in names
    )


def test_fields_of_two_forms_are_told_apart_by_the_forms() -> None:
    anchor = anchor_of("street Billing", page(*forms("Shipping", "Billing")))
    assert anchor.inside == ('form "Billing"',)
    assert found(anchor, page(*forms("Billing", "Other", "Shipping"))) == "street Billing"
    assert found(anchor, page(*forms("Shipping"))) is None


def test_wrappers_and_regions_around_a_thing_may_change() -> None:
    before = (el("navigation", "Main", el("list", "", el("listitem", "", el("link", "Prices", key="it")))),)
    assert again(before, (el("banner", "", el("group", "", el("link", "Prices", key="it"))),)) == "it"


ROLES = ("button", "link", "tab", "menuitem", "checkbox", "radio", "option", "textbox", "combobox")


@pytest.mark.parametrize("role", ROLES)
def test_an_element_of_the_same_name_that_does_something_else_is_another(role: str) -> None:
    before = (el(role, "Archive", key="it", marks={"id": "archive"}),)
    for other in ROLES:
        if other != role:
            assert again(before, (el(other, "Archive", marks={"id": "archive"}),)) is None


@pytest.mark.parametrize(("was", "now"), [("clickable", "button"), ("textbox", "searchbox"), ("checkbox", "switch")])
def test_a_role_may_become_another_that_does_the_same(was: str, now: str) -> None:
    assert again((el(was, "Archive", key="it"),), (button("Search"), el(now, "Archive", key="it"))) == "it"
    assert again((el(now, "Archive", key="it"),), (el(was, "Archive", key="it"),)) == "it"
    assert again((el(was, "Archive", key="it"),), (el(now, "Archive"), el(now, "Archive"))) is None


def test_a_field_may_move_into_a_dialog_but_a_button_of_a_strange_dialog_is_another() -> None:
    before = (el("textbox", "Name", key="name"), button("Save", "save"))
    after = (el("dialog", "Unsaved changes", *before),)
    assert again(before, after, "name") == "name"
    assert again(before, after, "save") is None
    marked = (el("button", "Save", key="it", marks={"id": "save"}),)
    assert again(marked, (el("dialog", "Profile", *marked),)) == "it"


def test_what_was_in_a_dialog_is_looked_for_in_that_dialog_alone() -> None:
    def ask(name: str) -> El:
        return el("dialog", f"Delete {name}?", button("Delete", name))

    assert again((ask("Bob"),), (ask("Alice"),), "Bob") is None
    assert again((ask("Bob"),), (button("Delete", "Bob"),), "Bob") is None
    task = said("delete {who}", who="Bob")
    anchor = anchor_of("Bob", page(ask("Bob")), task)
    assert anchor.inside == ('dialog "Delete {who}?"',)
    assert found(anchor, page(ask("Alice")), said("delete {who}", who="Alice")) == "Alice"


def test_the_same_name_in_another_tab_is_another_thing() -> None:
    def tab(name: str) -> El:
        return el("tabpanel", name, button("Save", name))

    assert again((tab("Profile"),), (tab("Billing"),), "Profile") is None
    assert again((tab("Profile"),), (el("group", "", tab("Profile")),), "Profile") == "Profile"


# ---- frames


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("payment", "payment"),
        ("https://pay.test/card?session=1", "https://pay.test/card?session=2"),
        ("https://pay.test/card/81/form", "https://stage.test/card/99/form"),
        ("__frame58213", "__frame91177"),
        ("about:srcdoc", "about:srcdoc"),
        ("blob:https://a.test/1f", "blob:https://a.test/2e"),
    ],
)
def test_a_frame_is_known_by_its_name_or_its_path(was: str, now: str) -> None:
    before = (button("Pay"), el("iframe", "", button("Pay", "it"), frame=was))
    after = (button("Pay"), el("iframe", "", button("Pay", "it"), frame=now))
    assert again(before, after) == "it"
    assert again(before, (button("Pay"), el("iframe", "", button("Pay"), frame="https://ads.test/"))) is None
    assert again(before, (button("Pay"),)) is None


# ---- passed values


def test_passed_values_stay_open_in_names_rows_marks_and_frames() -> None:
    def shop(term: str, number: str) -> tuple[El, ...]:
        return (
            el("heading", f'Results for "{term}"', key="head"),
            el("link", term.upper(), key="link", marks={"href": f"/show/{number}/{term}", "id": f"go-{term}"}),
            el("iframe", "", button("Pay", "pay"), frame=f"https://pay.test/{number}"),
        )

    first, second = (said("show {term} {number}", term=t, number=n) for t, n in (("mugs", "41"), ("plates", "7")))
    for key in ("head", "link", "pay"):
        anchor = anchor_of(key, page(*shop("mugs", "41")), first)
        assert "mugs" not in anchor.model_dump_json().casefold()
        assert found(anchor, page(*shop("plates", "7")), second) == key
        assert found(anchor, page(*shop("mugs", "41")), second) is None


def test_secrets_stand_in_no_anchor_and_still_find() -> None:
    def there(code: str) -> tuple[El, ...]:
        return (el("dialog", f"Code {code}", button(f"Use {code}", "it", id=f"use-{code}")),)

    task = said("use {code}", code=Secret("hunter2x"))
    anchor = anchor_of("it", page(*there("hunter2x")), task)
    assert "hunter2x" not in anchor.model_dump_json()
    assert found(anchor, page(*there("hunter2x")), task) == "it"
    assert found(anchor, page(*there("other")), task) is None


def test_what_is_not_found_is_named_without_its_secrets() -> None:
    task = said("delete {code}", code=Secret("hunter2x"))
    shown = page(el("table", "", row("hunter2x"), row("other")), button("Use hunter2x", "use"))
    for key, name in (("delete hunter2x", "'Delete' in the row of '{code}'"), ("use", "'Use {code}'")):
        assert resolve(anchor_of(key, shown, task), page(), task) == f"there is no button {name}"


def test_a_part_of_its_own_name_mentions_nothing_else() -> None:
    outline = page(el("heading", "All"), button("Accept all", "accept"))
    node = next(node for node in outline.tree if node.name == "Accept all")
    assert make_anchor(node, outline, Instruction("tidy up"), prompt="the button 'Accept all'").under == ()
    assert make_anchor(node, outline, Instruction("tidy up"), prompt="'Accept all' under All").under == ("All",)
