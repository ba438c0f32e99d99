"""What an action changed, as expectations for the next time."""

from __future__ import annotations

from dataclasses import replace

import pytest
from anchor_trees import El, el, page

from askonce.geometry import Box, Size
from askonce.recordings.recorded_expectations import IncidentalText, expectations, filled, holds, lasting_form
from askonce.recordings.tree_outline import Outline
from askonce.screens import Node, Tree
from askonce.screens.expectation import Expectation
from askonce.screens.ui_tree import State
from askonce.values import Instruction, Secret

NOTHING = Instruction.of("do it")


def tree(*nodes: tuple[str, str] | Node, address: str = "http://h/here") -> Tree:
    made = [
        one if isinstance(one, Node) else Node(number, one[0], one[1], Box(0, number * 20, 100, 20))
        for number, one in enumerate(nodes, 1)
    ]
    return Tree(tuple(made), Size(800, 600), address=address)


def field(value: str, number: int = 1, *states: State, name: str = "Name") -> Node:
    return Node(number, "textbox", name, Box(0, 0, 100, 20), value=value, states=frozenset(states))


def noticed(before: Tree, after: Tree, instruction: Instruction = NOTHING, **more: object) -> list[str]:
    return [str(one) for one in expectations(before, after, instruction, **more)]  # pyright: ignore[reportArgumentType]


def test_a_new_page_is_known_by_its_path() -> None:
    assert noticed(tree(), tree(address="http://h/there?x=1#y")) == ['address "/there"']


def test_what_differs_from_visit_to_visit_is_no_part_of_an_address() -> None:
    ordered = Instruction.of("order {what}", {"what": "blue mugs"})
    assert noticed(tree(), tree(address="http://h/orders/4711"), ordered) == ['address "/orders/"']
    assert noticed(tree(), tree(address="http://h/goods/blue-mug"), ordered) == ['address "/goods/"']
    assert noticed(tree(), tree(address="http://h/goods/blue%20mugs"), ordered) == ['address "/goods/{what}"']


def test_an_address_that_held_before_proves_nothing() -> None:
    before = tree(address="http://h/orders/new")
    after = tree(("heading", "Thank you"), address="http://h/orders/4711")
    assert noticed(before, after) == ['visible "Thank you"']


@pytest.mark.parametrize(
    ("wanted", "address", "is_so"),
    [
        ("/home", "http://h/home", True),
        ("/home", "http://h/home/?a=b", True),
        ("/home", "http://h/app/home", True),
        ("/home", "http://h/login?next=/home", False),
        ("/home", "http://h/home/error", False),
        ("/orders/", "http://h/orders/4712", True),
        ("/a b", "http://h/a%20b", True),
        ("/#/new", "http://h/#/new", True),
    ],
)
def test_an_address_holds_by_its_path_alone(wanted: str, address: str, is_so: bool) -> None:
    assert holds(Expectation("address", wanted), tree(address=address)) is is_so


def test_a_field_holds_what_was_typed_by_its_name() -> None:
    greet = Instruction.of("greet {who}", {"who": "Ann"})
    touched = [field("")]
    seen = noticed(tree(field("")), tree(field("Ann")), greet, touched=touched, typed=["{who}"])
    assert seen == ['field "Name" is "{who}"']
    assert filled(Expectation("field", "Name", "{who}"), Instruction.of("x", {"who": "Bob"})).value == "Bob"


def test_a_value_that_the_page_writes_in_its_own_way_is_not_expected() -> None:
    greet = Instruction.of("greet {who}", {"who": "ann lee"})
    for written in ("ANN LEE", "Ann", "lee, ann", "Annabel"):
        assert noticed(tree(field("")), tree(field(written)), greet, touched=[field("")], typed=["{who}"]) == []


def test_a_password_is_known_by_the_value_that_was_passed() -> None:
    log_in = Instruction.of("log in with {key}", {"key": Secret("open sesame")})
    before, after = field("", 1, "password", name="Key"), field("•" * 11, 1, "password", name="Key")
    assert noticed(tree(before), tree(after), log_in, touched=[before], typed=["{key}"]) == ['field "Key" is "{key}"']


def test_a_choice_that_was_made_already_is_expected_too_because_another_time_it_is_not() -> None:
    chosen = Instruction.of("choose {what}", {"what": "Others"})
    tab = Node(1, "button", "Others", Box(0, 0, 100, 20), states=frozenset({"selected"}))
    assert noticed(tree(tab), tree(tab), chosen, touched=[tab]) == ['field "{what}" is "selected"']


@pytest.mark.parametrize("state", ["checked", "selected", "pressed", "expanded"])
def test_a_toggle_is_known_by_its_state(state: State) -> None:
    off = Node(1, "checkbox", "Loud", Box(0, 0, 20, 20))
    on = replace(off, states=frozenset({state}))
    assert noticed(tree(off), tree(on), touched=[off]) == [f'field "Loud" is "{state}"']
    assert noticed(tree(on), tree(off), touched=[on]) == [f'field "Loud" is "not {state}"']


def test_what_shows_a_success_is_preferred_and_what_changes_by_itself_left_out() -> None:
    before = tree(("button", "Save"))
    after = tree(
        ("button", "Save"), ("text", "Somewhere"), ("text", "12:45:01"), ("alert", "Saved"), ("dialog", "Done?")
    )
    assert noticed(before, after) == ['visible "Done?"', 'visible "Saved"']


def test_what_went_is_expected_where_nothing_came() -> None:
    assert noticed(tree(("dialog", "Cookies"), ("button", "Save")), tree(("button", "Save"))) == ['gone "Cookies"']


def test_texts_speak_of_values_by_name_or_not_at_all() -> None:
    search = Instruction.of("search for {term}", {"term": "mugs"})
    after = tree(("heading", "Results for Mugs"), ("text", "Mug with a handle"), ("text", "Sorted by name"))
    assert noticed(tree(), after, search) == ['visible "Results for {term}"']
    assert noticed(tree(), tree(("text", "Sorted by name")), search) == ['visible "Sorted by name"']


def test_how_many_there_are_depends_on_the_value_and_what_was_searched_for_does_not() -> None:
    search = Instruction.of("search for {term}", {"term": "mugs"})
    after = tree(("heading", "2 results for “mugs”"))
    assert noticed(tree(), after, search) == ['visible "for “{term}”"']
    tips = ("text", "Tips for “mugs”")
    assert noticed(tree(tips), tree(tips, ("heading", "2 results for “mugs”")), search) == []


def test_what_a_value_takes_away_or_brings_is_not_expected_of_another_value() -> None:
    search = Instruction.of("search for {term}", {"term": "mugs"})
    pressed = Node(9, "button", "Search", Box(0, 400, 100, 20))
    before = tree(("heading", "Garden"), ("text", "Below the fold"), pressed)
    assert noticed(before, tree(pressed), search, touched=[pressed]) == ['gone "Garden"']
    assert noticed(before, tree(pressed), search, touched=[pressed], is_for_any_value=True) == []

    def group(title: str) -> list[El]:
        return [el("heading", title), el("listitem", "", el("link", "One"), el("text", "Two"))]

    grouped = page(*group("Power tools"), *group("Hand tools")).tree
    assert noticed(page().tree, grouped, search) == ['visible "Power tools"', 'visible "Hand tools"']
    assert noticed(page().tree, grouped, search, is_for_any_value=True) == []
    placed = page(*group("Order placed")).tree
    assert noticed(page().tree, placed, search, is_for_any_value=True) == ['visible "Order placed"']


def test_what_closes_with_the_touched_element_is_gone_for_every_value() -> None:
    rename = Instruction.of("rename it to {name}", {"name": "Ann"})
    before = page(el("button", "Menu"), el("dialog", "Rename", el("textbox", "Name"), el("button", "OK"))).tree
    after, pressed = page(el("button", "Menu")).tree, before.nodes[3]
    assert noticed(before, after, rename, touched=[pressed], is_for_any_value=True) == ['gone "Rename"']
    assert noticed(before, after, rename, touched=[before.nodes[0]], is_for_any_value=True) == []


OUTCOMES = (
    "Nothing fits", "No results", "Sorry, we couldn’t find it", "Out of stock", "Only a few left", "Weak password",
    "That name is taken", "Invalid date", "Keine Treffer", "Aucun résultat", "Sin resultados", "没有结果", "0 hits",
)  # fmt: skip


@pytest.mark.parametrize("text", OUTCOMES)
def test_how_it_turned_out_for_one_value_is_not_expected_of_the_next(text: str) -> None:
    search = Instruction.of("search for {term}", {"term": "mugs"})
    after = tree(("alert", text))
    assert noticed(tree(), after, search) == []
    assert noticed(after, tree(), search) == []
    assert lasting_form(Expectation("visible", text), after, search, IncidentalText()) is None


@pytest.mark.parametrize("text", ["Saved", "Thank you for your order", "Added to the basket", "Dashboard", "Note"])
def test_what_shows_a_success_is_expected_for_every_value(text: str) -> None:
    assert noticed(tree(), tree(("status", text)), Instruction.of("add {what}", {"what": "mugs"})) == [
        f'visible "{text}"'
    ]


def test_a_text_that_begins_like_a_value_is_not_expected() -> None:
    log_in = Instruction.of("log in as {user}", {"user": "admin"})
    assert noticed(tree(), tree(("heading", "Admin area")), log_in) == []
    assert noticed(tree(), tree(("heading", "Welcome Admin")), log_in) == ['visible "Welcome {user}"']


def test_a_value_in_the_address_of_the_page_that_was_left_is_there_by_chance() -> None:
    log_in = Instruction.of("log in as {user}", {"user": "admin"})
    before = tree(address="http://h/admin/login/")
    assert noticed(before, tree(address="http://h/admin/home/"), log_in) == ['address "/admin/home/"']
    assert noticed(tree(("text", "Hello")), tree(("heading", "Home"), address="http://h/admin/"), log_in) == [
        'visible "Home"'
    ]


def test_what_the_planner_expected_is_kept_where_it_will_be_so_again() -> None:
    search = Instruction.of("search for {town}", {"town": "be"})
    item = Node(2, "listitem", "Bern", Box(0, 40, 100, 20))
    after = tree(("heading", "Towns with be"), item, address="http://h/towns?q=be")

    def kept(said: Expectation, instruction: Instruction = search) -> str:
        return str(lasting_form(said, after, instruction, IncidentalText()) or "")

    assert kept(Expectation("visible", "Towns with be")) == 'visible "Towns with {town}"'
    assert kept(Expectation("field", "Town", "be")) == 'field "Town" is "{town}"'
    assert kept(Expectation("visible", "Bern"), NOTHING) == 'visible "Bern"'
    for passing in (
        Expectation("visible", "Bern"),
        Expectation("visible", "12 towns"),
        Expectation("address", "q=be"),
        Expectation("field", "[3]", "be"),
    ):
        assert kept(passing) == ""
    after = tree(("heading", "Bern and its surroundings"), item)
    assert kept(Expectation("visible", "Bern")) == 'visible "Bern"'


RESULTS = Tree(
    (
        Node(1, "listitem", "", Box(0, 20, 300, 40)),
        Node(2, "link", "Stoneware Teapot", Box(0, 20, 100, 20), parent=1),
        Node(3, "text", "In stock", Box(0, 40, 100, 20), parent=1, text="In stock"),
        Node(4, "listitem", "", Box(0, 80, 300, 40)),
        Node(5, "link", "Stoneware Carafe", Box(0, 80, 100, 20), parent=4),
        Node(6, "text", "In stock", Box(0, 100, 100, 20), parent=4, text="In stock"),
    ),
    Size(800, 600),
    address="http://h/results",
)
FIRST = IncidentalText.of(RESULTS.nodes[1], Outline(RESULTS))
"""What is read in the first of the results, which was asked for as "the first result"."""


def test_incidental_is_what_only_the_chosen_row_says() -> None:
    assert "Stoneware Teapot" in FIRST.texts
    assert "In stock" not in FIRST.texts
    assert FIRST.words == {"teapot"}, "stoneware is said of others too"


def test_texts_that_speak_of_what_happened_to_be_there_are_not_expected() -> None:
    after = tree(("heading", "Stoneware Teapot"), ("text", "A teapot for two"), address="http://h/results")
    assert noticed(RESULTS, after, incidental=FIRST) == ['gone "In stock"']
    assert noticed(RESULTS, after) == ['visible "A teapot for two"']


def test_of_a_text_the_part_that_does_not_speak_of_it_is_expected() -> None:
    after = tree(("alert", "Stoneware Teapot was added to the cart"), address="http://h/results")
    assert noticed(RESULTS, after, incidental=FIRST) == ['visible "was added to the cart"']


def test_a_single_word_beside_what_happened_to_be_there_is_too_little_to_expect() -> None:
    after = tree(("alert", "Stoneware Teapot added"), address="http://h/results")
    assert noticed(RESULTS, after, incidental=FIRST) == ['gone "In stock"']


def test_an_address_ends_before_the_part_that_speaks_of_what_happened_to_be_there() -> None:
    after = tree(address="http://h/goods/teapot/reviews")
    assert noticed(RESULTS, after, incidental=FIRST) == ['address "/goods/"']
    assert noticed(RESULTS, after) == ['address "/goods/teapot/reviews"']


@pytest.mark.parametrize(
    "said",
    [
        Expectation("visible", "Stoneware Teapot"),
        Expectation("visible", "Your teapot"),
        Expectation("field", "Item", "teapot"),
    ],
    ids=str,
)
def test_what_the_planner_expected_of_the_chosen_row_alone_is_not_kept(said: Expectation) -> None:
    after = tree(("heading", "Stoneware Teapot"))
    assert lasting_form(said, after, NOTHING, FIRST) is None
    assert lasting_form(said, after, NOTHING, IncidentalText()) == said
    other = Expectation("visible", "Added to the cart")
    assert lasting_form(other, after, NOTHING, FIRST) == other


def test_what_cards_show_beside_a_value_is_not_expected_of_other_values() -> None:
    def card(name: str) -> list[El]:
        return [el("article", "", el("heading", f"Brown {name}"), el("button", f"Add to basket: Brown {name}"))]

    searched = Instruction.of("search for {term}", {"term": "teapot"})
    before = page(el("heading", "Everything"), *card("mug"), *card("jug")).tree
    after = page(el("heading", "Found"), *card("teapot"), *card("teapot")).tree
    added = page(el("heading", "Everything"), *card("mug"), el("article", "", el("text", "teapot"))).tree
    assert noticed(before, after, searched) == ['visible "Found"']
    assert noticed(before, added, searched) == ['visible "{term}"']
    assert 'visible "Brown teapot"' in noticed(page(*card("mug")).tree, after)[0:2] + noticed(before, after)


@pytest.mark.parametrize("shown", ["Orders", "No order yet"])
def test_what_the_planner_read_into_another_text_is_not_kept(shown: str) -> None:
    said = Expectation("visible", "Order")
    assert lasting_form(said, tree(("text", shown)), NOTHING, IncidentalText()) is None
    assert lasting_form(said, tree(("text", "Your order")), NOTHING, IncidentalText()) == said


def test_a_value_that_is_too_short_for_a_slot_is_not_expected_another_time() -> None:
    sent = Instruction.of("send {text}", {"text": "a"})
    assert lasting_form(Expectation("visible", "a"), tree(("text", "a")), sent, IncidentalText()) is None
    assert lasting_form(Expectation("visible", "Sent"), tree(("text", "Sent")), sent, IncidentalText())


def test_a_replay_takes_a_field_as_it_is_also_under_a_banner_and_beside_others_of_its_name() -> None:
    covered = replace(field("Bob"), states=frozenset({"covered"}), attributes={"hidden": "yes"})
    assert holds(Expectation("field", "Name", "Bob"), tree(covered))
    ticked = Node(1, "checkbox", "Pick", Box(0, 0, 9, 9), states=frozenset({"checked"}))
    assert holds(
        Expectation("field", "Pick", "not checked"), tree(ticked, Node(2, "checkbox", "Pick", Box(0, 0, 9, 9)))
    )
