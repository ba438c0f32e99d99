from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from askonce.geometry import Box, Size
from askonce.prompts.quoted_text import quoted
from askonce.screens import Node, Tree
from askonce.screens.expectation import Baseline, Expectation, read_expectations
from askonce.screens.ui_tree import State, plain


def node(
    number: int, role: str, name: str, *, text: str = "", value: str | None = None, states: tuple[State, ...] = ()
) -> Node:
    return Node(number, role, name, Box(0, 0, 10, 10), text=text, value=value, states=frozenset(states))


def tree(*nodes: Node, address: str = "https://shop.example/Basket") -> Tree:
    return Tree(nodes, Size(100, 100), address=address)


def holds(text: str, screen: Tree) -> bool:
    clauses = read_expectations(text)
    assert clauses
    return all(clause.holds(screen) for clause in clauses)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ('visible "A"', [Expectation("visible", "A")]),
        ('"A"', [Expectation("visible", "A")]),
        (
            'gone "A"; not visible "B", hidden: "C"',
            [Expectation("gone", "A"), Expectation("gone", "B"), Expectation("gone", "C")],
        ),
        ('address contains "/c" and "D" is visible.', [Expectation("address", "/c"), Expectation("visible", "D")]),
        ('"D" is now gone', [Expectation("gone", "D")]),
        ('field "D" is "E"', [Expectation("field", "D", "E")]),
        ('field "D" is ""', [Expectation("field", "D", "")]),
        ("visible “A”", [Expectation("visible", "A")]),
        ('visible "She said “hi”"', [Expectation("visible", "She said “hi”")]),
        (r'visible "a \"b\" \u003c\ud83d\ude00 \\u003c"', [Expectation("visible", 'a "b" <😀 \\u003c')]),
        (
            'visible "A" in "Basket"; gone "B" in [5]',
            [Expectation("visible", "A", "Basket"), Expectation("gone", "B", "[5]")],
        ),
        ('message "A"; toast "B"', [Expectation("message", "A"), Expectation("message", "B")]),
        ('sent; visible "A" or gone "B"', [Expectation("sent", ""), Expectation("any", 'visible "A" or gone "B"')]),
        ("", []),
    ],
)
def test_clauses_are_read(text: str, wanted: list[Expectation]) -> None:
    assert read_expectations(text) == tuple(wanted)


@pytest.mark.parametrize(
    "text",
    [
        "the basket is full",
        'maybe "A"',
        'visible "A" or so',
        'or "A"',
        'visible "A" or',
        'title "A" in "B"',
        'visible " "',
        'visible "A',
        'gone ""',
    ],
)
def test_what_cannot_be_checked_is_not_guessed(text: str) -> None:
    assert read_expectations(text) is None


@given(st.text(max_size=300))
def test_any_text_is_read_or_refused(text: str) -> None:
    clauses = read_expectations(text)
    assert clauses is None or all(clause.kind == "sent" or plain(clause.text) for clause in clauses)


@given(st.text(alphabet=st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=60))
def test_a_name_copied_from_the_list_reads_as_itself(name: str) -> None:
    clauses = read_expectations(f"visible {quoted(name)}")
    assert clauses == (Expectation("visible", name),) or not plain(name)


def test_a_field_is_known_by_its_whole_name_first() -> None:
    screen = tree(node(1, "textbox", "Last name", value="Bob"), node(2, "textbox", "Name", value="Ada"))
    assert holds('field "Name" is "Ada"', screen)
    assert not holds('field "Name" is "Bob"', screen)
    assert holds('field "Last" is "Bob"', screen)


def test_a_field_must_hold_exactly_what_is_expected() -> None:
    screen = tree(node(1, "textbox", "Name", value="Bob Smith"))
    assert not holds('field "Name" is "Bob"', screen)
    assert not holds('field "Name" is "bob smith"', screen)
    assert holds('field "Name" is " Bob  Smith "', screen)


def test_a_box_is_checked_or_not() -> None:
    screen = tree(node(1, "checkbox", "News", states=("checked",)), node(2, "checkbox", "Beta"))
    assert holds('field "News" is "checked"; field "Beta" is "not checked"; field "Beta" is "unchecked"', screen)
    assert not holds('field "Beta" is "checked"', screen)
    assert not holds('field "News" is "unchecked"', screen)


def test_a_field_with_a_list_is_open_or_not_beside_what_it_holds() -> None:
    closed = tree(node(1, "combobox", "Country", value="Mali"), node(2, "textbox", "Note", value="expanded"))
    opened = tree(node(1, "combobox", "Country", value="Mali", states=("expanded",)), node(2, "textbox", "Note"))
    assert holds('field "Country" is "expanded"; field "Country" is "Mali"', opened)
    assert not holds('field "Country" is "expanded"', closed)
    assert holds('field "Country" is "not expanded"; field "Note" is "expanded"', closed)
    assert not holds('field "Country" is "not expanded"', opened)
    assert not holds('field "Note" is "not expanded"', closed)
    assert holds('field "Word" is "expanded"', tree(node(1, "combobox", "Word", value="expanded")))


def test_of_a_password_only_the_length_is_compared() -> None:
    screen = tree(node(1, "textbox", "Password", value="••••••", states=("password",)))
    assert holds('field "Password" is "secret"', screen)
    assert not holds('field "Password" is "secrets"', screen)


def test_addresses_ignore_case() -> None:
    assert holds('address "/basket"', tree())
    assert not holds('address "/order"', tree())


def test_what_is_gone_is_not_shown() -> None:
    assert holds('gone "Loading"', tree(node(1, "text", "", text="Ready")))
    assert not holds('gone "loading"', tree(node(1, "text", "", text="Loading…")))


def test_what_a_dialog_hides_with_the_rest_of_its_page_is_not_told_as_gone() -> None:
    (gone,) = read_expectations('gone "Directions"') or ()
    page = [node(number, "text", "", text=text) for number, text in enumerate(["Title", "Soup", "Directions", "Cook"])]
    question = node(9, "dialog", "Delete it?")
    assert not gone.holds(tree(question), Baseline(tree(*page)))
    assert gone.why_unmet(tree(question), Baseline(tree(*page))) == (
        "[9] dialog is over the page, and it may still be there behind"
    )
    assert gone.holds(tree(*page[:2], page[3], question), Baseline(tree(*page))), "what is told of the rest is known"
    assert gone.holds(tree(question, address="https://shop.example/"), Baseline(tree(*page))), "it is another page"
    first = replace(page[2], parent=8)
    assert gone.holds(tree(question), Baseline(tree(node(8, "dialog", "Help"), first))), "it stood in another dialog"


def test_what_stood_by_itself_is_gone_although_more_words_with_it_stay_as_they_were() -> None:
    stays, goes = node(1, "listitem", "Spicy Bean Chili"), node(2, "listitem", "Bean Chili")
    (gone,) = read_expectations('gone "Bean Chili"') or ()
    since = Baseline(tree(stays, goes))

    assert gone.holds(tree(stays), since)
    assert not gone.holds(tree(stays), Baseline(tree(stays)))  # it was never there by itself
    assert not gone.holds(tree(stays, node(2, "listitem", "Bean Chili: could not be deleted")), since)
    assert not gone.holds(tree(stays, node(3, "status", "Bean Chili is in use")), since)
    assert not gone.holds(tree(stays, goes), since)


def test_what_a_question_hid_is_gone_although_more_words_with_it_come_back() -> None:
    """The list has "Spicy Bean Chili" too, and is left for a question that names what is to go in more words."""
    stays, goes = node(1, "listitem", "Spicy Bean Chili"), node(2, "listitem", "Bean Chili")
    question, gone = (
        node(3, "text", "", text="Do you really want to delete Bean Chili?"),
        Expectation("gone", "Bean Chili"),
    )
    since = Baseline(tree(question), earlier=(tree(stays, goes),))
    assert gone.holds(tree(node(7, "listitem", "Spicy Bean Chili")), since)
    assert not gone.holds(tree(question), since), "the question is still there"
    assert not gone.holds(tree(node(7, "listitem", "Spicy Bean Chili"), node(8, "listitem", "Bean Chili")), since)
    assert not gone.holds(tree(node(7, "listitem", "Bean Chili soup")), since), "it may be what it is called now"
    assert not gone.holds(tree(stays), Baseline(tree(question))), "nobody saw the two beside each other"


def test_a_message_is_what_was_shown_for_a_moment_or_came_up() -> None:
    before, saved = tree(node(1, "button", "Save")), Expectation("message", "saved")
    assert saved.holds(before, Baseline(before, messages=("Event saved",)))
    assert saved.holds(tree(node(2, "status", "", text="Saved")), Baseline(before))
    was_there = tree(node(2, "text", "", text="Saved"))
    assert not saved.holds(was_there, Baseline(was_there, messages=("Not found",)))
    assert saved.why_unmet(before, Baseline(before, messages=("Not found",))) == 'the last message was "Not found"'


def test_a_name_that_was_cut_short_is_still_shown() -> None:
    screen = tree(node(1, "link", "A mug with a very long name"))
    assert holds('visible "A mug with a…"', screen)
    assert not holds('visible "A cup with a…"', screen)
    assert not screen.shows("…")


@pytest.mark.parametrize(
    "text", ['field [24] is "Ada"', '[24] = "Ada"', '[24] textbox "Name" is "Ada"', "[24] textbox has “Ada”"]
)
def test_a_field_is_known_by_its_number(text: str) -> None:
    assert read_expectations(text) == (Expectation("field", "[24]", "Ada"),)
    assert holds(text, tree(node(7, "textbox", "Name", value="Eve"), node(24, "textbox", "Name", value="Ada")))
    assert not holds(text, tree(node(7, "textbox", "Name", value="Ada"), node(24, "textbox", "Name", value="Eve")))
    assert not holds(text, tree(node(7, "textbox", "Name", value="Ada")))


@pytest.mark.parametrize("text", ["gone [24]", "visible [24]", "field [24] is visible", "[24]"])
def test_a_number_alone_says_nothing_about_what_is_seen(text: str) -> None:
    assert read_expectations(text) is None


def test_a_field_is_known_by_the_text_beside_it() -> None:
    label = Node(1, "text", "", Box(0, 0, 40, 20), text="to:")
    field = Node(2, "textbox", "", Box(50, 0, 90, 20), value="Bob", actionable=True)
    assert holds('field "to:" is "Bob"', tree(label, field))
    assert not holds('field "to:" is "Eve"', tree(label, field))


def test_a_guess_from_an_icon_is_nothing_that_can_be_read() -> None:
    icon = Node(1, "button", "trash", Box(0, 0, 9, 9), actionable=True, attributes={"icon": "trash"})
    assert not holds('visible "trash"', tree(icon))


@pytest.mark.parametrize(
    "text", ["visible{0}", "{0}", '"a"{0}is{0}', "[3]{0}x{0}", "not{0}visible{0}", '"a"{0}is{0}now{0}', "[3]{0}is{0}"]
)
def test_a_hundred_thousand_blanks_are_read_in_one_pass(text: str) -> None:
    """Read again from each blank, they would take minutes."""
    assert read_expectations(text.format(" " * 100_000)) in {None, ()}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ('title "Order"', [Expectation("title", "Order")]),
        ('field "News" is checked', [Expectation("field", "News", "checked")]),
        ("field [7] is not selected", [Expectation("field", "[7]", "not selected")]),
        ('field "Send" is disabled; sent', [Expectation("field", "Send", "disabled"), Expectation("sent", "")]),
        ('count "Delete" is 3', [Expectation("count", "Delete", "3")]),
        ("count of [12] = 3", [Expectation("count", "[12]", "3")]),
        (
            'count "People" is +1, count [3] is -02',
            [Expectation("count", "People", "+1"), Expectation("count", "[3]", "-2")],
        ),
        ('changed "Basket"; changed [4]', [Expectation("changed", "Basket"), Expectation("changed", "[4]")]),
        ('The form was sent and visible "A"', [Expectation("sent", ""), Expectation("visible", "A")]),
    ],
)
def test_every_kind_of_clause_is_read_and_written_as_it_reads(text: str, wanted: list[Expectation]) -> None:
    assert read_expectations(text) == tuple(wanted)
    assert read_expectations("; ".join(map(str, wanted))) == tuple(wanted)


def hidden(number: int, name: str) -> Node:
    return Node(number, "text", "", Box(0, 0, 9, 9), name, states=frozenset({"covered"}), attributes={"hidden": "yes"})


def test_visible_is_what_nothing_covers_and_gone_what_nobody_can_see() -> None:
    veiled = node(1, "text", "", text="Saved", states=("covered",))
    away = node(2, "text", "", text="Below", states=("offscreen",))
    screen = tree(veiled, away, hidden(3, "Beneath"))
    assert not any(holds(f'visible "{text}"', screen) for text in ("Saved", "Below", "Beneath"))
    assert holds('gone "Below"; gone "Beneath"', screen)
    assert not holds('gone "Saved"', screen)


def test_a_copy_of_the_instruction_says_nothing() -> None:
    echo = node(1, "text", "", text='Click on the "Okay" button.')
    since = Baseline(tree(echo, node(2, "button", "Okay")), instruction='Click on the "Okay" button.')
    assert Expectation("gone", "Okay").holds(tree(echo), since)
    assert not Expectation("visible", "Okay").holds(tree(echo), since)
    assert not Expectation("visible", "Okay").holds(tree(node(7, "text", "", text='Click on the "Okay" button')), since)


def test_a_part_of_the_instruction_that_is_new_may_be_its_result() -> None:
    form = tree(
        node(1, "text", "", text="Send to 555 the words"), node(2, "textbox", "Content", value="hello, dear Ann")
    )
    since = Baseline(form, frozenset({2}), 'Send to 555 the words "hello, dear Ann", and stay there.')
    sent = tree(node(3, "listitem", "", text="hello, dear Ann"), node(4, "text", "", text="Send to 555 the words"))
    assert Expectation("visible", "hello, dear Ann").holds(sent, since)
    assert not Expectation("visible", "the words").holds(sent, since)


def test_a_form_is_sent_when_nothing_that_it_held_is_left() -> None:
    field, since_fields = node(1, "textbox", "Name", value="Ann"), frozenset({1})
    since = Baseline(tree(field), since_fields)
    sent = Expectation("sent", "")
    assert sent.holds(tree(node(1, "textbox", "Name", value="")), since)
    assert sent.holds(tree(node(9, "heading", "Thank you")), since)
    assert not sent.holds(tree(field), since)
    assert not sent.holds(tree(node(8, "textbox", "Name", value="Ann")), since)
    assert not sent.holds(tree(), Baseline(tree(field)))
    assert sent.why_unmet(tree(field), since) == "what was filled in is still there"
    assert sent.why_unmet(tree(), Baseline(tree(field))).startswith("nothing was filled in, so nothing is sent")


def test_a_form_of_several_pages_is_sent_when_what_was_pressed_last_is_gone_or_covered() -> None:
    book = node(7, "button", "Book")
    since, sent = Baseline(tree(book), frozenset({1, 2}), pressed=7), Expectation("sent", "")
    assert sent.holds(tree(node(9, "heading", "Booked")), since)
    assert sent.holds(tree(replace(book, attributes={"hidden": "yes"})), since)
    assert not sent.holds(tree(book), since)
    assert not sent.holds(tree(node(1, "textbox", "From", value="Oslo")), since)
    assert sent.why_unmet(tree(book), since) == "what was pressed is still there"


def test_of_alternatives_one_is_enough_and_no_value_adds_one() -> None:
    either = Expectation("any", 'visible "Saved" or gone "{name}"')
    saved, failed = tree(node(1, "text", "", text="Saved Ann")), tree(node(1, "text", "", text="Ann"))
    assert [each.kind for each in either.alternatives] == ["visible", "gone"]
    ann = either.filled(lambda text: text.replace("{name}", "Ann"))
    assert ann.holds(saved)
    assert not ann.holds(failed)
    assert "still shows it" in ann.why_unmet(failed)
    nasty = either.filled(lambda text: text.replace("{name}", 'Ann" or visible "Ann'))
    assert [each.text for each in nasty.alternatives] == ["Saved", 'Ann" or visible "Ann']


def test_a_text_is_looked_for_in_its_region() -> None:
    basket = node(1, "region", "Basket")
    inside = replace(node(2, "text", "", text="Red mug"), parent=1)
    outside = node(3, "text", "", text="Blue mug")
    screen = tree(basket, inside, outside)
    assert holds('visible "Red mug" in "Basket"; gone "Blue mug" in [1]', screen)
    assert not holds('visible "Blue mug" in "Basket"', screen)
    assert not holds('gone "Red mug" in "Basket"', screen)
    assert not holds('gone "Red mug" in "Shelf"', screen)
    (unmet,) = read_expectations('visible "Red mug" in "Shelf"') or ()
    assert unmet.why_unmet(screen) == 'there is no region "Shelf"'


def test_a_list_is_counted_against_what_it_held_before() -> None:
    def people(*names: str) -> Tree:
        rows = (Node(2 + place, "listitem", name, Box(0, 0, 9, 9), parent=1) for place, name in enumerate(names))
        return tree(node(1, "list", "People"), *rows, node(90, "text", "", text="Ann"))

    before, more = Baseline(people("Ann")), Expectation("count", "People", "+1")
    assert more.holds(people("Ann", "Bo"), before)
    assert not more.holds(people("Ann"), before)
    assert not more.holds(people("Ann", "Bo"))
    assert more.why_unmet(people("Ann"), before) == "there were 1, and are 1"
    assert not Expectation("count", "Ann", "+1").holds(tree(*people("Ann"), node(91, "text", "", text="Ann")), before)
    assert Expectation("count", "People", "-1").holds(people(), before)


def test_items_of_a_list_are_counted_and_so_are_equal_texts() -> None:
    items = [Node(n, "listitem", "", Box(0, 0, 9, 9), text, parent=1) for n, text in ((2, "Ada"), (3, "Bob"))]
    screen = tree(Node(1, "list", "People", Box(0, 0, 9, 9)), *items, node(4, "button", "Go"), node(5, "button", "Go"))
    assert holds('count "People" is 2; count [1] is 2; count "Go" is 2; count "Nobody" is 0', screen)
    assert not holds('count "People" is 3', screen)


def test_a_region_changed_when_anything_in_it_did() -> None:
    def basket(text: str) -> Tree:
        return tree(Node(1, "region", "Basket", Box(0, 0, 9, 9)), Node(2, "text", "", Box(0, 0, 9, 9), text, parent=1))

    changed = Expectation("changed", "Basket")
    assert changed.holds(basket("1 item"), Baseline(basket("0 items")))
    assert not changed.holds(basket("0 items"), Baseline(basket("0 items")))


def test_the_region_of_a_heading_goes_on_to_the_next_one() -> None:
    def page(comment: str, news: str) -> Tree:
        texts = (("heading", "Comments"), ("text", comment), ("heading", "News"), ("text", news))
        named = enumerate(texts, 1)
        return tree(*(Node(n, role, text, Box(0, 0, 9, 9)) for n, (role, text) in named))

    changed, before = Expectation("changed", "Comments"), Baseline(page("So round", "None"))
    assert changed.holds(page("Lovely", "None"), before)
    assert not changed.holds(page("So round", "One"), before)


def test_a_query_is_no_part_of_an_address_unless_it_is_asked_for() -> None:
    login = tree(address="https://a.example/login?next=/account")
    assert not holds('address "/account"', login)
    assert holds('address "next=/account"', login)
    assert holds('address "a.example/login"', login)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('gone "Bob"', "[1] text still shows it"),
        ('field "Name" is "Eve"', 'it is "Ada"'),
        ('count "Bob" is 2', "are 1"),
    ],
)
def test_what_is_not_met_says_what_is_there_instead(text: str, why: str) -> None:
    screen = tree(node(1, "text", "", text="Bob"), node(2, "textbox", "Name", value="Ada"))
    clauses = read_expectations(text)
    assert clauses
    assert why in clauses[0].why_unmet(screen)


def test_a_field_of_a_page_that_was_left_is_not_waited_for() -> None:
    field = Node(1, "textbox", "Email", Box(0, 0, 9, 9), value="")
    before = Tree((field,), Size(99, 99), address="https://shop.example/login?next=/")
    expected = Expectation("field", "Email", "ann")
    for address, nodes, is_past in (
        ("https://shop.example/account", (), True),
        ("https://shop.example/account", (field,), False),
        ("https://shop.example/login?tried=1", (), False),
    ):
        assert expected.is_past(Tree(nodes, Size(99, 99), address=address), Baseline(before)) is is_past
    assert not Expectation("visible", "Hello").is_past(Tree((), Size(9, 9), address="x:y"), Baseline(before))


def under_a_sheet(screen: Tree) -> Tree:
    """The same behind an opaque sheet, which covers what shows something and not what only holds it."""
    holders = {node.parent for node in screen}
    under: list[Node] = []
    for each in screen:
        attributes = {} if each.number in holders else {"hidden": "yes", "covered by": "dialog Sale"}
        states = each.states | frozenset[State]({"covered"} if attributes else ())
        under.append(replace(each, attributes=attributes, states=states))
    return tree(*under, node(99, "dialog", "Sale"))


def shop(*items: str, name: str = "", states: tuple[State, ...] = (), send: tuple[State, ...] = ("disabled",)) -> Tree:
    rows = (replace(node(10 + n, "row", ""), parent=1) for n in range(len(items)))
    cells = (replace(node(20 + n, "cell", item), parent=10 + n) for n, item in enumerate(items))
    return tree(
        *(node(1, "table", "Items"), *rows, *cells),
        *(node(2, "textbox", "Name", value=name), node(3, "checkbox", "News", states=states)),
        *(node(4, "button", "Send", states=send), node(5, "tab", "Second", states=("selected",))),
    )


@pytest.mark.parametrize(
    "text",
    [
        'count "Items" is 3',
        'count "Items" is +1',
        'count "three" is 1',
        'field "Name" is "Bob"',
        'field "News" is checked',
        'field "Send" is enabled',
        'field "Second" is selected',
        'changed "Items"',
        "changed [2]",
    ],
)
def test_nothing_is_met_behind_what_lets_nothing_through(text: str) -> None:
    since = Baseline(shop("one", "two"))
    after = shop("one", "two", "three", name="Bob", states=("checked",), send=())
    (clause,) = read_expectations(text) or ()
    assert clause.holds(after, since)
    assert not clause.holds(under_a_sheet(after), since)
    assert clause.why_unmet(under_a_sheet(after), since) == "it is covered by dialog Sale"


def test_a_list_of_which_a_note_covers_a_part_is_counted_and_compared_by_the_rest() -> None:
    items, screen = list("abc"), shop("a", "b", "x")
    noted = under_a_sheet(screen)
    partly = tree(*(now if now.number == 22 else was for was, now in zip(screen, noted, strict=False)))
    assert Expectation("count", "Items", "3").holds(partly)
    changed = Expectation("changed", "Items")
    assert not changed.holds(partly, Baseline(shop(*items)))
    assert changed.why_unmet(partly, Baseline(shop(*items))) == "it is covered by dialog Sale"
    assert changed.holds(partly, Baseline(shop("z", *items[1:])))
    assert Expectation("count", "Items", "2").why_unmet(partly) == "there are 3"


@pytest.mark.parametrize("name", ["Items", "[1]"])
def test_a_region_that_came_into_view_or_went_out_of_it_has_not_changed(name: str) -> None:
    changed, other = Expectation("changed", name), tree(node(8, "button", "Go"))
    named = name if name == "[1]" else f'"{name}"'
    for now, before in ((other, shop("one")), (shop("one"), other), (other, other)):
        assert not changed.holds(now, Baseline(before))
        assert changed.why_unmet(now, Baseline(before)) == f"there is no region {named}"
    assert changed.why_unmet(shop("one"), Baseline(shop("one"))) == "it is as it was"


def test_a_state_is_that_of_the_control_and_not_of_a_text_of_its_name() -> None:
    button, box = node(2, "button", "Publish", states=("disabled",)), node(4, "checkbox", "Terms", states=("checked",))
    link = replace(node(5, "link", "Terms"), actionable=True)
    screen = tree(node(1, "heading", "Publish"), button, node(3, "text", "", text="Terms"), box, link)
    assert holds('field "Publish" is disabled; field "Publish" is not enabled; field "Terms" is checked', screen)
    for text in ('"Publish" is enabled', '"Publish" is not disabled', '"Terms" is not checked', '"Terms" is unchecked'):
        assert not holds(f"field {text}", screen)


def test_of_several_controls_of_one_name_all_are_what_one_is_not() -> None:
    screen = tree(node(1, "checkbox", "Pick", states=("checked",)), node(2, "checkbox", "Pick"))
    assert holds('field "Pick" is checked; field "Pick" is enabled; field [2] is not checked', screen)
    (clause,) = read_expectations('field "Pick" is not checked') or ()
    assert not clause.holds(screen)
    assert clause.why_unmet(screen) == "there are 2 of that name, and not all of them are"
    assert clause.holds(tree(node(1, "checkbox", "Pick"), node(2, "checkbox", "Pick")))
